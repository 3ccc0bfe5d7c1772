// confine.h: one command, and what it may touch. Sections by file.
#ifndef CONFINE_H
#define CONFINE_H

#include <stddef.h>
#include <sys/types.h>

enum confine_level { CONFINE_NONE, CONFINE_LANDLOCK, CONFINE_USER, CONFINE_BWRAP, CONFINE_LEVELS };
enum { CONFINE_PATHS = 256, CONFINE_ENV = 32, CONFINE_FDS = 8 };

struct confine {
    enum confine_level level;
    const char *read[CONFINE_PATHS]; // files and folders that it may read and execute
    int reads;
    const char *room;   // the one folder that it may write to; NULL: none. Also HOME and TMPDIR
    size_t room_mib;    // of all files in the room
    int room_sized;     // no room where the kernel would not keep it to this size
    const char *folder; // where the command begins; NULL: in its room, or at the root
    const char *environment[CONFINE_ENV];
    int environments;
    int inherit;          // the environment of the caller stays
    int fds[CONFINE_FDS]; // descriptors that the command keeps besides 0, 1 and 2
    int fd_count;
    int status;         // descriptor for one line about how it ended; -1: none
    int device;         // the card's device nodes are inside
    size_t memory_mib;  // of one process; 0: no limit. Never with a card: CUDA reserves much
    size_t file_mib;    // of one file
    unsigned processes; // and threads, of all that it starts; 0: no limit
    int sealed;         // a student's program: what only a compiler needs is refused
    uid_t uid;          // at level user; 0: one that no other run has
    int learn;          // calls that are not in the list are told of, and let go on
    int inside;         // bubblewrap has put up its walls, and runs this program for the last one
    char **command;     // ends with NULL

    int own_view;  // the kernel gave namespaces: the room is a file system of its own
    int room_fd;   // of that file system, for the watch; -1: none
    int report[2]; // at level bwrap: a pipe by which bubblewrap tells of its child
};

// ---- tell.c
// One line to the caller through this descriptor, which the command does not get: "walls WHY",
// "limit WHAT" or "ended". 0; -1 when it is not open.
int confine_tell_to(int status);
void confine_tell(const char *word, const char *what);
// Ends the program because a wall cannot be put up: half a wall is none.
void confine_die(const char *what) __attribute__((noreturn));

// ---- level.c
const char *confine_level_name(enum confine_level level);
int confine_level_named(const char *name, enum confine_level *level); // 0, or -1
// Tries the level on a command that does nothing; NULL when it works, else why not.
const char *confine_level_missing(enum confine_level level);
enum confine_level confine_best_level(void);

// ---- user.c
void confine_take_user(struct confine *confine);
void confine_become_user(const struct confine *confine); // in the command's process

// ---- view.c
// Namespaces, and a file system for the room; without the rights for them own_view stays 0,
// and the room is a folder that confine_view_end() removes.
void confine_view_begin(struct confine *confine);
// In the command's process: from here on only what may be read exists, and the room.
void confine_view_enter(const struct confine *confine);
void confine_view_end(const struct confine *confine);

// ---- limits.c
void confine_limits(const struct confine *confine);
void confine_environment(const struct confine *confine);
void confine_close_descriptors(const struct confine *confine);

// ---- landlock.c
extern const char *const confine_system_paths[]; // what every program reads to start
extern const char *const confine_switches[];     // what of /proc nobody may write
char **confine_device_nodes(void);               // of the cards that are here
int confine_landlock_version(void);              // 0: this kernel has none
void confine_landlock(const struct confine *confine);

// ---- calls.c
enum { CONFINE_NOBODY, CONFINE_PROGRAM, CONFINE_BUILD, CONFINE_CARD = 4 }; // 1, 2 and 4 add up
struct confine_calls {
    const char *why;
    unsigned who;
    const char *names; // between blanks
};
extern const struct confine_calls confine_calls[]; // ends with NULL

// ---- seccomp.c
// Whether nothing may become executable once the program is loaded. CUDA makes code: not on a card.
int confine_is_gated(const struct confine *confine);
int confine_has_guard(const struct confine *confine);
int confine_seccomp(const struct confine *confine); // where the kernel asks the guard, or -1
// The loader calls this once, when all libraries are mapped and none of their code has run. (On
// other machines than x86-64 a C library before 2.34 calls it later: when it starts threads.)
#ifdef __x86_64__
#define CONFINE_MARK SCMP_SYS(arch_prctl)
#else
#define CONFINE_MARK SCMP_SYS(set_tid_address)
#endif

// ---- gate.c
void confine_gate_begin(const struct confine *confine);
void confine_gate_end(int asking);

// ---- group.c
void confine_group_begin(const struct confine *confine, unsigned long long memory);
void confine_group_enter(void);    // in the command's process
int confine_group_ended_one(void); // 1: the kernel ended a process that took too much memory
void confine_group_end(void);      // when nobody is in it any more

// ---- watch.c
// Returns in the process that is to become the command; the other process watches it.
void confine_watch(struct confine *confine);

void confine_exec_bwrap(const struct confine *confine) __attribute__((noreturn));

#endif
