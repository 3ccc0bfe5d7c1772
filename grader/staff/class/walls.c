// walls.c: see walls.h.
#include "class/walls.h"

#include <stdio.h>
#include <string.h>

// Users that no system gives to anybody for long.
enum { FIRST_UID = 61184, UIDS = 4096 };

static char *keep(struct walls *walls, const char *format, const char *a, const char *b) {
    char *text = walls->text[walls->texts++];
    snprintf(text, WALL_TEXT, format, a, b);
    return text;
}

// The words that both have; returns how many.
static int common_words(struct walls *walls, char **words, const char *root, const char *device,
                        const char *folder) {
    int n = 0;
    words[n++] = keep(walls, "%s/build/confine%s", root, "");
    words[n++] = "--level";
    words[n++] = walls->level;
    words[n++] = "--inherit";
    words[n++] = "--write";
    words[n++] = keep(walls, "%s%s", folder, "");
    words[n++] = "--file";
    words[n++] = "256";
    if (!strcmp(device, "gpu"))
        words[n++] = "--device";
    else {
        words[n++] = "--memory"; // CUDA reserves far more than it uses
        words[n++] = "8192";
    }
    words[n++] = "--processes";
    words[n++] = "512";
    words[n++] = "--uid"; // at level user: each student is somebody else
    words[n++] = walls->uid;
    return n;
}

void walls_raise(struct walls *walls, const char *root, const char *device, const char *level,
                 const char *folder, int number) {
    memset(walls, 0, sizeof *walls);
    snprintf(walls->uid, sizeof walls->uid, "%d", FIRST_UID + number % UIDS);
    snprintf(walls->level, sizeof walls->level, "%s", level);
    walls->build.level = walls->run.level = walls->level;
    if (!strcmp(level, "none"))
        return;
    char **build = walls->build_words, **run = walls->run_words;
    int n = common_words(walls, build, root, device, folder);
    // What the compiler reads of ours; the solutions and the grader are not among it.
    static const char *const parts[] = {"common", "build/hostcc", "build/hostdevice.a"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        build[n++] = "--read";
        build[n++] = keep(walls, "%s/%s", root, parts[i]);
    }
    build[n++] = "--read";
    build[n++] = keep(
        walls, !strcmp(device, "gpu") ? "%s/build/gpu/libtare.a%s" : "%s/build/host/libtare.a%s",
        root, "");
    build[n++] = "--chdir";
    build[n++] = keep(walls, "%s%s", root, "");
    build[n++] = "--";
    n = common_words(walls, run, root, device, folder);
    run[n++] = "--read"; // the witness is loaded into the program
    run[n++] = keep(walls, "%s/build/%s/witness.so", root, device);
    run[n++] = "--sealed";
    run[n++] = "--fd";
    run[n++] = "3"; // PROCESS_CLAIM_FD
    run[n++] = "--";
    walls->build.prefix = build;
    walls->run.prefix = run;
}

static int stands(const char *root, const char *device, const char *level, const char *folder,
                  char why[200]) {
    struct walls walls;
    walls_raise(&walls, root, device, level, folder, 0);
    char header[WALL_TEXT];
    snprintf(header, sizeof header, "%s/common/tare.h", root);
    // Not only that the walls stand: the compiler inside them must reach what it reads, and
    // another user reaches nothing below a folder like /root.
    char *argv[] = {"test", "-r", header, NULL}, *environment[] = {"PATH=/usr/bin:/bin", NULL};
    struct process process = {PROCESS_NONE,           .argv = argv, .environment = environment,
                              .folder = folder,       .limit = 20,  .output_limit = 65536,
                              .sandbox = &walls.build};
    int good =
        process_run(&process) == 0 && process.end == PROCESS_EXITED && process.exit_code == 0;
    if (!good && process.output) {
        process.output[strcspn(process.output, "\n")] = '\0';
        snprintf(why, 200, "%s: %.180s", level, process.output);
    } else if (!good)
        snprintf(why, 200, "%s: build/confine could not be started", level);
    if (!good && process.end == PROCESS_EXITED && process.exit_code == 1)
        snprintf(why, 200,
                 "%s: this tree cannot be read by another user: move it, or open its "
                 "folders",
                 level);
    process_free(&process);
    return good;
}

int walls_choose(const char *root, const char *device, const char *asked, const char *folder,
                 char level[24], char why[200]) {
    static const char *const levels[] = {"bwrap", "user", "landlock"};
    int any = !strcmp(asked, "auto");
    snprintf(why, 200, "there is no sandbox of the name \"%.40s\"", asked);
    if (!strcmp(asked, "none"))
        return snprintf(level, 24, "none"), 0;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if ((any || !strcmp(asked, levels[i])) && stands(root, device, levels[i], folder, why))
            return snprintf(level, 24, "%s", levels[i]), 0;
    return -1;
}
