// main.c: the options, and the order in which the walls go up.
#define _GNU_SOURCE
#include "confine/confine.h"

#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "confine: run one command that nobody has read\n\n"
    "  build/confine --write DIR [options] -- COMMAND ...\n\n"
    "  --level L      auto (best), bwrap, user, landlock, none\n"
    "  --read PATH    may be read, besides the system (many)\n"
    "  --write DIR    may be written; also HOME and TMPDIR\n"
    "  --chdir DIR    begin there instead of in the folder that may be written\n"
    "  --env N=V      the environment is empty but for these (many)\n"
    "  --inherit      keep the environment that came: whoever started this built it from nothing\n"
    "  --fd N         descriptor to keep besides 0, 1, 2 (many)\n"
    "  --device       the card's nodes are inside\n"
    "  --memory MIB   of a process     --file MIB    of a file (256)\n"
    "  --processes N  and threads      --disk MIB    of all its files (512)\n"
    "  --uid N        at level user (61184)\n"
    "  --sealed       a finished program: no modes, signals, files without a name\n"
    "  --probe        say which levels stand here\n"
    "exit: the command's own; 125 when the walls could not be put up\n";

void confine_die(const char *what) {
    fprintf(stderr, "confine: %s: %s\n", what, errno ? strerror(errno) : "failed");
    _exit(125);
}

static void refuse(const char *what, const char *word) {
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

static void read_options(struct confine *room, int argc, char **argv) {
    const char *level = "auto";
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        const struct {
            const char *name;
            int *where;
        } flags[] = {{"--device", &room->device},
                     {"--inherit", &room->inherit},
                     {"--sealed", &room->sealed}};
        int known = 0;
        for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
            if (!strcmp(option, flags[f].name))
                known = *flags[f].where = 1;
        if (known)
            continue;
        if (!strcmp(option, "--read"))
            keep(option, room->read, &room->reads, CONFINE_PATHS, value);
        else if (!strcmp(option, "--env"))
            keep(option, room->environment, &room->environments, CONFINE_ENV, value);
        else if (!strcmp(option, "--level") && value)
            level = value;
        else if (!strcmp(option, "--write") && value)
            room->write = value;
        else if (!strcmp(option, "--chdir") && value)
            room->folder = value;
        else if (!strcmp(option, "--fd") && room->fd_count < CONFINE_FDS)
            room->fds[room->fd_count++] = (int)number(option, value, 1023);
        else if (!strcmp(option, "--memory"))
            room->memory_mib = (size_t)number(option, value, 1 << 24);
        else if (!strcmp(option, "--file"))
            room->file_mib = (size_t)number(option, value, 1 << 24);
        else if (!strcmp(option, "--disk"))
            room->disk_mib = (size_t)number(option, value, 1 << 24);
        else if (!strcmp(option, "--processes"))
            room->processes = (unsigned)number(option, value, 1 << 20);
        else if (!strcmp(option, "--uid"))
            room->uid = (uid_t)number(option, value, 0x7fffffff);
        else
            refuse("no such option", option);
        i++;
    }
    if (i + 1 >= argc)
        refuse("no command after --", NULL);
    room->command = argv + i + 1;
    if (!room->write)
        refuse("--write DIR is needed", NULL);
    if (!room->folder)
        room->folder = room->write;
    if (!strcmp(level, "auto"))
        room->level = confine_best_level();
    else if (confine_level_named(level, &room->level) != 0)
        refuse("no such level", level);
    if (!strcmp(level, "auto") && room->level == CONFINE_NONE)
        refuse("no wall stands on this machine; --level none goes without", NULL);
}

int main(int argc, char **argv) {
    struct confine room = {.file_mib = 256, .disk_mib = 512, .uid = 61184};
    if (argc == 2 && !strcmp(argv[1], "--probe"))
        return probe();
    if (argc == 2 && !strcmp(argv[1], "--help"))
        return fputs(usage, stdout), 0;
    read_options(&room, argc, argv);
    errno = 0;
    confine_close_descriptors(&room);
    confine_environment(&room);
    if (room.level != CONFINE_NONE)
        confine_watch(&room);
    if (room.level == CONFINE_BWRAP) {
        int filter = confine_seccomp_program(&room);
        confine_limits(&room);
        confine_exec_bwrap(&room, filter);
    }
    if (chdir(room.folder) != 0)
        confine_die(room.folder);
    if (room.level == CONFINE_USER &&
        (chown(room.write, room.uid, room.uid) != 0 || setgroups(0, NULL) != 0 ||
         setresgid(room.uid, room.uid, room.uid) != 0 ||
         setresuid(room.uid, room.uid, room.uid) != 0))
        confine_die("change to another user");
    confine_limits(&room); // after the user changes: the death signal is lost with it
    if (room.level != CONFINE_NONE) {
        confine_landlock(&room);
        confine_seccomp(&room);
    }
    execvp(room.command[0], room.command);
    confine_die(room.command[0]);
}
