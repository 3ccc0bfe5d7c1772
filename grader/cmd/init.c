// init: a workbook of one's own, in a new folder, from the one that this program was packed with.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"

// The folder above the program's own ends at this slash; NULL: there is none.
static char *above(char *path) {
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    return slash;
}

// make tarball packs it: lib/tare/tare and share/tare/workbook, below one folder.
static int packed_workbook(char path[600]) {
    char folder[512];
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length <= 0)
        return -1;
    folder[length] = '\0';
    if (!above(folder) || !above(folder) || !above(folder))
        return -1;
    snprintf(path, 600, "%s/share/tare/workbook", folder);
    return access(path, R_OK);
}

static int copy(char *from, char *to) {
    char *words[] = {"cp", "-RpT", "--", from, to, NULL};
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execvp(words[0], words);
        perror(words[0]);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

static int cmd_init(int argc, char **argv) {
    char workbook[600];
    int read = arguments_read(&init_command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    if (argc != 2)
        return arguments_wrong(&init_command);
    char *folder = argv[1];
    if (packed_workbook(workbook) != 0) {
        fputs(command_text(CMD_INIT_NONE), stderr);
        return 2;
    }
    if (mkdir(folder, 0777) != 0) {
        if (errno == EEXIST)
            fprintf(stderr, command_text(CMD_INIT_THERE), folder);
        else
            fprintf(stderr, "tare init: %s: %s\n", folder, strerror(errno));
        return 2;
    }
    if (copy(workbook, folder) != 0) {
        fprintf(stderr, command_text(CMD_INIT_FAILED), folder);
        return 3;
    }
    printf(command_text(CMD_INIT_NEXT), folder, folder);
    return 0;
}

const struct command init_command = {"init",        cmd_init,          CMD_INIT,  CMD_INIT_USE,
                                     CMD_INIT_MORE, .asks = ASKS_FILE, .words = 1};
