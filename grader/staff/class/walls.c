// walls.c: what a submission's compiler and program get from build/confine.
#define _GNU_SOURCE
#include "class/class.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/build.h"

// ---- what is read -------------------------------------------------------------------------

static int is_below(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

// Lines of "run DIR" and "build DIR".
static void read_folders(struct ground *ground) {
    int builds = 0, runs = 0;
    char *rest = NULL;
    for (char *line = strtok_r(ground->folders, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        if (!strncmp(line, "build /", 7) && builds < WALL_FOLDERS - 1)
            ground->build[builds++] = line + 6;
        else if (!strncmp(line, "run /", 5) && runs < WALL_FOLDERS - 1)
            ground->run[runs++] = line + 4;
    }
}

static int ask_toolchain(struct ground *ground, char why[240]) {
    static const char *const names[] = {"PATH", "HOME", "CXX", "NVCC", "LD_LIBRARY_PATH", NULL};
    char script[WALL_TEXT], device[8], locale[] = "LC_ALL=C";
    snprintf(script, sizeof script, "%s/grader/staff/class/toolchain.sh", ground->root);
    snprintf(device, sizeof device, "%.7s", ground->device);
    char *argv[] = {script, device, NULL}, *given[] = {locale, NULL};
    char **environment = environment_of(names, given);
    struct process process = {PROCESS_NONE, .argv = argv, .environment = environment, .limit = 60,
                              .output_limit = 65536};
    int good = environment && process_run(&process) == 0 && process.end == PROCESS_EXITED &&
               process.exit_code == 0;
    if (good)
        ground->folders = strdup(process.output);
    process_free(&process);
    free(environment);
    if (!ground->folders) {
        snprintf(why, 240, "%.200s did not say what the compiler reads", script);
        return -1;
    }
    read_folders(ground);
    return 0;
}

static int keep_apart(const struct ground *ground, const char *kept, char why[240]) {
    static const char *const system[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64", NULL};
    const char *const *const lists[] = {system, ground->build, ground->run};
    char whole[PATH_MAX];
    if (!realpath(kept, whole))
        return 0;
    for (int l = 0; l < 3; l++)
        for (const char *const *folder = lists[l]; *folder; folder++)
            if (is_below(whole, *folder)) {
                snprintf(why, 240,
                         "%.90s lies below %.60s, which every compiler or program reads here: "
                         "move it elsewhere",
                         kept, *folder);
                return -1;
            }
    return 0;
}

// ---- the words before a command -----------------------------------------------------------

struct line {
    char **words;
    int count;
};

static void add(struct line *line, const char *word) {
    if (line->count < WALL_WORDS - 1)
        line->words[line->count++] = (char *)word;
}

static void add2(struct line *line, const char *option, const char *value) {
    add(line, option), add(line, value);
}

static const char *keep(struct walls *walls, const char *format, const char *a, const char *b) {
    char *text = walls->text[walls->texts++];
    snprintf(text, WALL_TEXT, format, a, b);
    return text;
}

// Begins the line of build/confine with what is the same for the compiler and the program.
static void begin(struct line *line, struct walls *walls, const struct ground *ground,
                  const char *const *folders) {
    add(line, keep(walls, "%s/build/confine%s", ground->root, ""));
    add2(line, "--level", ground->level);
    add(line, "--inherit");
    add2(line, "--status", "5"); // PROCESS_WALLS_FD
    add2(line, "--fd", "6");     // PROCESS_FILE_FD
    add2(line, "--file", "256");
    if (!strcmp(ground->device, "gpu"))
        add(line, "--device");
    else
        add2(line, "--memory", "8192"); // CUDA reserves far more than it uses
    add2(line, "--processes", "512");
    for (; *folders; folders++)
        add2(line, "--read", *folders);
}

void walls_raise(struct walls *walls, const struct ground *ground, const char *room) {
    // The source enters and the program leaves through descriptors, so that nothing outside the
    // room opens a file by a name in the room.
    static const char compile[] = "cat >\"$0/lab.cu\" && \"$@\" && exec cat \"$0/program\" >&6";
    // The parts of this tree that the compiler may read; the solutions and the grader are not
    // among them.
    static const char *const parts[] = {"common", "build/hostcc", "build/hostdevice.a"};
    memset(walls, 0, sizeof *walls);
    walls->build.level = walls->run.level = ground->level;
    if (!strcmp(ground->level, "none"))
        return;
    room = keep(walls, "%s%s", room, "");
    struct line build = {walls->build_words, 0}, run = {walls->run_words, 0};
    begin(&build, walls, ground, ground->build);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        add2(&build, "--read", keep(walls, "%s/%s", ground->root, parts[i]));
    add2(&build, "--read", keep(walls, "%s/build/%s/libtare.a", ground->root, ground->device));
    for (const char *const *folder = ground->run; *folder; folder++)
        add2(&build, "--read", *folder);
    add2(&build, "--room", room), add2(&build, "--size", "512");
    add2(&build, "--chdir", ground->root);
    add2(&build, "--env", keep(walls, "PATH=%s%s", getenv("PATH") ? getenv("PATH") : "", ""));
    add2(&build, "--", "sh"), add2(&build, "-c", compile), add(&build, room);

    begin(&run, walls, ground, ground->run);
    add2(&run, "--read", keep(walls, "%s/build/%s/witness.so", ground->root, ground->device));
    add2(&run, "--room-if-sized", room), add2(&run, "--size", "64");
    add2(&run, "--fd", "3"); // PROCESS_CLAIM_FD
    add2(&run, "--fd", "7"); // PROCESS_LIBRARY_FD
    add2(&run, "--sealed", "--");
    walls->build.prefix = walls->build_words;
    walls->build.room = room;
    walls->run.prefix = walls->run_words;
}

// ---- which level --------------------------------------------------------------------------

static int works(const struct ground *ground, const char *room, char why[240]) {
    struct walls walls;
    walls_raise(&walls, ground, room);
    // Tests not only that the walls work, but also that the compiler behind them can read its
    // files.
    char header[WALL_TEXT];
    snprintf(header, sizeof header, "%s/common/tare.h", ground->root);
    char *argv[] = {
        "sh", "-c", "test -r \"$0\" && : >\"$1/program\"", header, (char *)walls.build.room, NULL};
    char *environment[] = {"PATH=/usr/bin:/bin", NULL};
    struct process process = {PROCESS_NONE, .argv = argv,          .environment = environment,
                              .limit = 20,  .output_limit = 65536, .sandbox = &walls.build};
    process.file = process_file_new("", 0);
    int started = process_run(&process) == 0;
    close(process.file);
    const char *no_walls = started ? process_without_walls(&process) : strerror(errno);
    int good = started && !no_walls && process.end == PROCESS_EXITED && process.exit_code == 0;
    if (no_walls)
        snprintf(why, 240, "%s: %.200s", ground->level, no_walls);
    else if (process.end == PROCESS_NOT_STARTED)
        snprintf(why, 240, "%s: build/confine could not be started: %.100s", ground->level,
                 strerror(process.start_error));
    else if (!good)
        snprintf(why, 240,
                 "%s: this tree cannot be read by another user: move it, or open its folders",
                 ground->level);
    process_free(&process);
    return good;
}

int ground_prepare(struct ground *ground, const char *root, const char *device, const char *asked,
                   const char *room, const char *const *kept, char why[240]) {
    static const char *const levels[] = {"bwrap", "user", "landlock"};
    int any = !strcmp(asked, "auto");
    memset(ground, 0, sizeof *ground);
    ground->root = root;
    ground->device = device;
    snprintf(ground->level, sizeof ground->level, "none");
    if (!strcmp(asked, "none"))
        return 0;
    if (ask_toolchain(ground, why) != 0)
        return -1;
    for (; *kept; kept++)
        if (keep_apart(ground, *kept, why) != 0)
            return -1;
    snprintf(why, 240, "there is no sandbox of the name \"%.40s\"", asked);
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        snprintf(ground->level, sizeof ground->level, "%s", levels[i]);
        if ((any || !strcmp(asked, levels[i])) && works(ground, room, why))
            return 0;
    }
    return -1;
}

void ground_free(struct ground *ground) {
    free(ground->folders);
    ground->folders = NULL;
}
