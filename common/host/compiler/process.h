// process.h: running the C++ compiler, and files that are gone when the driver ends.
#ifndef HOSTCC_PROCESS_H
#define HOSTCC_PROCESS_H

#include <string>
#include <vector>

// The exit status; 128 + N when signal N ended it.
// With a path, what it writes to stderr goes there.
int run(const std::vector<std::string> &command, bool verbose, const char *errors = nullptr);

std::string temporary_file(const std::string &name); // in a folder of our own
void remove_temporary_files();

std::string read_file(const std::string &path);
void write_file(const std::string &path, const std::string &text);

#endif
