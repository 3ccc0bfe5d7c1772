// confine.h: one command, and what it may touch.
#ifndef CONFINE_H
#define CONFINE_H

#include <stddef.h>
#include <sys/types.h>

enum confine_level { CONFINE_NONE, CONFINE_LANDLOCK, CONFINE_USER, CONFINE_BWRAP, CONFINE_LEVELS };
enum { CONFINE_PATHS = 64, CONFINE_ENV = 32, CONFINE_FDS = 8 };

struct confine {
    enum confine_level level;
    const char *read[CONFINE_PATHS]; // files and folders it may read and execute
    int reads;
    const char *write;  // the one folder it may write to; also HOME and TMPDIR
    const char *folder; // where it begins
    const char *environment[CONFINE_ENV];
    int environments;
    int inherit;          // what came in the environment stays
    int fds[CONFINE_FDS]; // descriptors it keeps besides 0, 1 and 2
    int fd_count;
    int device;         // a card's device nodes are inside
    size_t memory_mib;  // of one process; 0: no limit. Never with a card: CUDA reserves much
    size_t file_mib;    // of one file
    size_t disk_mib;    // of all its files
    unsigned processes; // and threads, of all that it starts; 0: no limit
    int sealed;         // a student's program: what a compiler needs besides is refused
    uid_t uid;          // at level user
    char **command;     // ends with NULL
};

const char *confine_level_name(enum confine_level level);
int confine_level_named(const char *name, enum confine_level *level); // 0, or -1
// Tries the walls on a command that does nothing; NULL: they stand, else why not.
const char *confine_level_missing(enum confine_level level);
enum confine_level confine_best_level(void);

// Each ends the program with a message when a wall cannot be put up: half a
// confinement is none.
void confine_die(const char *what) __attribute__((noreturn));
void confine_limits(const struct confine *room);
void confine_environment(const struct confine *room);
void confine_close_descriptors(const struct confine *room);
int confine_landlock_version(void); // 0: this kernel has none
void confine_landlock(const struct confine *room);
void confine_seccomp(const struct confine *room);
int confine_seccomp_program(const struct confine *room); // the same in a file, for bubblewrap
// Returns in the process that is to become the command; the other one watches it.
void confine_watch(const struct confine *room);
void confine_exec_bwrap(const struct confine *room, int seccomp_fd) __attribute__((noreturn));

extern const char *const confine_system_paths[]; // what every program needs to start
char **confine_device_nodes(void);               // of whatever cards are here

#endif
