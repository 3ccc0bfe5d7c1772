// main.c: the options, and the order in which the walls go up.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "confine: run one command that nobody has read\n\n"
    "  build/confine [options] -- COMMAND ...\n\n"
    "  --level L      auto (the best that works here), bwrap, user, landlock, none\n"
    "  --read PATH    a file or folder that it may read and execute, besides itself and the\n"
    "                 system's libraries (many)\n"
    "  --room DIR     the one folder that it may write to, empty, and gone afterwards; also HOME\n"
    "                 and TMPDIR. Where the kernel allows, a file system in memory. Without\n"
    "                 --room nothing can be written\n"
    "  --size MIB     of all files in the room (256)\n"
    "  --room-if-sized DIR   the same, only where the kernel keeps the size\n"
    "  --chdir DIR    begin there instead of in the room\n"
    "  --env N=V      the environment is empty but for these (many)\n"
    "  --inherit      keep the environment of the caller, who made it from nothing\n"
    "  --fd N         descriptor to keep besides 0, 1, 2 (many)\n"
    "  --status N     descriptor for one line about how it ended: \"walls WHY\" when a wall could\n"
    "                 not be put up, \"limit WHAT\", or \"ended\"\n"
    "  --device       the card's nodes are inside\n"
    "  --memory MIB   of a process     --file MIB    of a file (256)\n"
    "  --processes N  and threads      --uid N       at level user (one that no other run has)\n"
    "  --sealed       a finished program: no modes, signals, files without a name\n"
    "  --learn        system calls that are not in the list are told of, and let go on\n"
    "  --probe        say which levels work here\n"
    "exit: the command's own; 125 when a wall could not be put up\n";

static void __attribute__((noreturn)) refuse(const char *what, const char *word) {
    fprintf(stderr, "confine: %s%s%s\n%s", what, word ? ": " : "", word ? word : "", usage);
    exit(125);
}

static long number(const char *option, const char *word, long most) {
    char *end = NULL;
    errno = 0;
    long value = word ? strtol(word, &end, 10) : -1;
    if (!word || errno || *end || end == word || value < 0 || value > most)
        refuse(option, word ? word : "needs a number");
    return value;
}

static int probe(void) {
    for (int level = CONFINE_LEVELS - 1; level >= 0; level--) {
        const char *missing = confine_level_missing((enum confine_level)level);
        printf("%-9s %s\n", confine_level_name((enum confine_level)level),
               missing ? missing : "ok");
    }
    printf("best      %s\n", confine_level_name(confine_best_level()));
    return 0;
}

static void keep(const char *option, const char **list, int *count, int most, const char *word) {
    if (!word)
        refuse("needs a value", option);
    if (*count == most)
        refuse("too many of", option);
    list[(*count)++] = word;
}

static void read_options(struct confine *confine, int argc, char **argv) {
    const char *level = "auto";
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        const struct {
            const char *name;
            int *where;
        } flags[] = {{"--device", &confine->device},
                     {"--inherit", &confine->inherit},
                     {"--inside", &confine->inside},
                     {"--learn", &confine->learn},
                     {"--sealed", &confine->sealed}};
        int known = 0;
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
            if (!strcmp(option, flags[f].name))
                known = *flags[f].where = 1;
        if (known)
            continue;
        if (!strcmp(option, "--read"))
            keep(option, confine->read, &confine->reads, CONFINE_PATHS / 2, value);
        else if (!strcmp(option, "--env"))
            keep(option, confine->environment, &confine->environments, CONFINE_ENV, value);
        else if (!strcmp(option, "--level") && value)
            level = value;
        else if (!strcmp(option, "--room") && value)
            confine->room = value;
        else if (!strcmp(option, "--room-if-sized") && value)
            confine->room = value, confine->room_sized = 1;
        else if (!strcmp(option, "--chdir") && value)
            confine->folder = value;
        else if (!strcmp(option, "--fd") && confine->fd_count < CONFINE_FDS)
            confine->fds[confine->fd_count++] = (int)number(option, value, 1023);
        else if (!strcmp(option, "--status"))
            confine->status = (int)number(option, value, 1023);
        else if (!strcmp(option, "--memory"))
            confine->memory_mib = (size_t)number(option, value, 1 << 24);
        else if (!strcmp(option, "--file"))
            confine->file_mib = (size_t)number(option, value, 1 << 24);
        else if (!strcmp(option, "--size"))
            confine->room_mib = (size_t)number(option, value, 1 << 24);
        else if (!strcmp(option, "--processes"))
            confine->processes = (unsigned)number(option, value, 1 << 20);
        else if (!strcmp(option, "--uid"))
            confine->uid = (uid_t)number(option, value, 0x7fffffff);
        else
            refuse("no such option", option);
        i++;
    }
    if (i + 1 >= argc)
        refuse("no command after --", NULL);
    confine->command = argv + i + 1;
    if (confine->command[0][0] == '/')
        keep("--read", confine->read, &confine->reads, CONFINE_PATHS / 2, confine->command[0]);
    if (confine->room && confine->room[0] != '/')
        refuse("--room wants a path from the root", confine->room);
    if (confine->sealed && confine->command[0][0] != '/')
        refuse("--sealed wants a program by its path from the root", confine->command[0]);
    if (confine->inside)
        confine->level = CONFINE_BWRAP;
    else if (!strcmp(level, "auto"))
        confine->level = confine_best_level();
    else if (confine_level_named(level, &confine->level) != 0)
        refuse("no such level", level);
    if (!confine->inside && !strcmp(level, "auto") && confine->level == CONFINE_NONE)
        refuse("no level works on this machine; --level none goes without walls", NULL);
}

static void begin_in(const struct confine *confine) {
    const char *folder = confine->folder ? confine->folder : confine->room ? confine->room : "/";
    if (chdir(folder) != 0)
        confine_die(folder);
}

static void __attribute__((noreturn)) become_command(const struct confine *confine) {
    int guarded = confine_has_guard(confine);
    if (guarded)
        confine_gate_begin(confine);
    int asking = confine_seccomp(confine);
    if (guarded)
        confine_gate_end(asking);
    execvp(confine->command[0], confine->command); // NOLINT: read_options() has set it
    confine_die(confine->command[0]);
}

int main(int argc, char **argv) {
    static struct confine confine = {
        .room_mib = 256, .file_mib = 256, .status = -1, .report = {-1, -1}};
    if (argc == 2 && !strcmp(argv[1], "--probe"))
        return probe();
    if (argc == 2 && !strcmp(argv[1], "--help"))
        return fputs(usage, stdout), 0;
    read_options(&confine, argc, argv);
    errno = 0;
    confine_close_descriptors(&confine);
    if (confine.status >= 0 && confine_tell_to(confine.status) != 0)
        refuse("--status is no open descriptor", NULL);
    if (confine.inside)
        become_command(&confine);
    confine_take_user(&confine);
    confine_view_begin(&confine);
    confine_environment(&confine);
    if (confine.level == CONFINE_NONE) {
        begin_in(&confine);
        confine_limits(&confine);
        execvp(confine.command[0], confine.command); // NOLINT: read_options() has set it
        confine_die(confine.command[0]);
    }
    confine_watch(&confine);
    if (confine.level == CONFINE_BWRAP) {
        confine_limits(&confine);
        confine_exec_bwrap(&confine);
    }
    confine_view_enter(&confine);
    confine_become_user(&confine);
    begin_in(&confine);
    confine_limits(&confine); // after the user changes: the death signal is lost with it
    confine_landlock(&confine);
    become_command(&confine);
}
