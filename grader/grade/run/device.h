// device.h: which device is meant, and the measuring library's own program on it.
#ifndef GRADER_DEVICE_H
#define GRADER_DEVICE_H

// "host" or "gpu": the one asked for, else DEVICE of the environment, else what
// common/make/device.sh finds. NULL after a message.
const char *device_chosen(const char *root, const char *asked);

// Becomes build/DEVICE/tare with these arguments. Returns an exit code when it cannot.
int device_command(int argc, char **argv);

#endif
