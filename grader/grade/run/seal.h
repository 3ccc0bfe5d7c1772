// seal.h: files of ours that must stay as they are while code is graded that nobody has read.
#ifndef GRADER_SEAL_H
#define GRADER_SEAL_H

struct seal;

struct seal *seal_new(void); // NULL: out of memory
// Takes the hash of a file, or of every header in a folder; a path that is not there is left
// out. 0, or -1 with errno.
int seal_add(struct seal *seal, const char *path);
// NULL: all files hold what they held; else the path of one that does not.
const char *seal_broken(struct seal *seal);
void seal_free(struct seal *seal);

#endif
