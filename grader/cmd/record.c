// record: grades a file and keeps what was observed, as a recording.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cmd/cmd.h"
#include "grade/check.h"
#include "grading/keep.h"
#include "intake/intake.h"
#include "learner/learner.h"
#include "naming/naming.h"
#include "run/build.h"

struct asked {
    const char *lab, *file, *from, *out, *name, *is, *expect, *device;
    uint64_t seed;
    double budget;
};

static struct asked asked;
static const struct argument options[] = {
    {"-o", ARGUMENT_TEXT, CMD_OUT_FILE, .to = &asked.out},
    {"--from", ARGUMENT_TEXT, CMD_FROM, .to = &asked.from},
    {"--name", ARGUMENT_TEXT, CMD_NAME, .to = &asked.name},
    {"--is", ARGUMENT_TEXT, CMD_IS, .to = &asked.is},
    {"--expect", ARGUMENT_TEXT, CMD_EXPECT, .to = &asked.expect},
    {"--device", ARGUMENT_TEXT, CMD_DEVICE_IS, .to = &asked.device, .choices = "auto gpu host"},
    {"--seed", ARGUMENT_SEED, CMD_SEED, .to = &asked.seed},
    {"--budget", ARGUMENT_TIME, CMD_BUDGET, .to = &asked.budget, .low = 0.001, .high = 3600},
    {.name = NULL},
};

static int read_arguments(int argc, char **argv) {
    int read = arguments_read(&record_command, &argc, argv);
    if (read == ARGUMENTS_READ && argc != (asked.from ? 1 : 3))
        return arguments_wrong(&record_command);
    asked.lab = argv[1];
    asked.file = asked.lab ? argv[2] : "";
    return read;
}

// 1 for "right", "broken", "shipped" and ids of the catalogue, as keep.h describes.
static int is_known(const char *is) {
    static const char *const words[] = {"right", "broken", "shipped"};
    char copy[240], *rest = NULL;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(is, words[i]) == 0)
            return 1;
    text_copy(copy, sizeof copy, is);
    for (char *id = strtok_r(copy, " |", &rest); id; id = strtok_r(NULL, " |", &rest))
        if (!mistake_named(id))
            return 0;
    return 1;
}

// ---- a fence alone --------------------------------------------------------------------------

// Reads the answer from the first line of a fence: "// right", or "// mistake: a/b, c/d".
static void what_it_is(const char *fence, char is[240]) {
    static const char mistake[] = "// mistake: ";
    if (strncmp(fence, "// right\n", 9) == 0) {
        text_copy(is, 240, "right");
    } else if (strncmp(fence, mistake, sizeof mistake - 1) == 0) {
        char *to = is;
        for (const char *from = fence + sizeof mistake - 1; *from != '\n' && *from; from++)
            if (*from != ',' && to < is + 239)
                *to++ = *from;
        *to = '\0';
    }
}

static char *spliced(const char *root, const struct lab_meta *lab, const char *fence,
                     char why[160]) {
    struct fence ours, theirs = {.inside = fence, .length = strlen(fence)};
    char *shipped = lab_as_shipped(root, lab, why), *text = NULL;
    if (shipped && fence_find(shipped, &ours) == REFUSED_NOT)
        text = fence_splice(shipped, &ours, &theirs);
    free(shipped);
    return text;
}

// Makes a file: the lab with this fence. 0, or -1 after a message.
static int submission_of(const char *root, const struct lab_meta *lab, const char *path,
                         char folder[64], struct recording *recording, char file[96]) {
    char why[160] = "out of memory";
    char *fence = fences_load(path, why), *text = fence ? spliced(root, lab, fence, why) : NULL;
    if (fence)
        what_it_is(fence, recording->is);
    free(fence);
    if (!text) {
        fprintf(stderr, "tare record: %s: %s\n", path, why);
        return -1;
    }
    strcpy(folder, "/tmp/tare-record.XXXXXX");
    int made = mkdtemp(folder) != NULL;
    snprintf(file, 96, "%s/lab.cu", folder);
    FILE *out = made ? fopen(file, "w") : NULL;
    int failed = !out || fputs(text, out) < 0;
    failed |= out && fclose(out) != 0;
    free(text);
    if (failed)
        perror("tare record: a folder below /tmp");
    return failed ? -1 : 0;
}

// ---- all of it ------------------------------------------------------------------------------

// 0, or 2 after a message.
static int grade(const struct asked *asked, struct recording *recording) {
    static struct learner learner;
    char *named[] = {"record", (char *)asked->lab, NULL}, folder[64] = "", file[96] = "";
    if (learner_open(&learner) != 0)
        return 2;
    const struct lab_meta *lab = learner_lab(&learner, 2, named);
    const char *device = lab ? device_chosen(learner.root, asked->device) : NULL;
    const char *dot = strrchr(asked->file, '.');
    if (!device)
        return 2;
    int fence = fences_name(asked->file) || (dot && strcmp(dot, ".fence") == 0), failed = 0;
    if (fence)
        failed = submission_of(learner.root, lab, asked->file, folder, recording, file);
    struct check_options options = {.root = learner.root,
                                    .device = device,
                                    .lab = lab,
                                    .path = fence ? file : asked->file,
                                    .seed = asked->seed,
                                    .budget = asked->budget};
    if (!failed)
        check_grade(&options, recording->grading);
    if (fence)
        text_copy(recording->grading->seen.submission.path,
                  sizeof recording->grading->seen.submission.path, asked->file);
    if (*file)
        unlink(file);
    if (*folder)
        rmdir(folder);
    return failed ? 2 : 0;
}

static void name_it(const char *path, struct recording *recording) {
    const char *slash = strrchr(path, '/'), *one = fences_name(path);
    const char *base = one ? one : slash ? slash + 1 : path;
    const char *folder = recording->grading->seen.lab.folder;
    size_t length = strlen(folder); // a grading's JSON may begin with its lab already
    int doubled = strncmp(base, folder, length) == 0 && base[length] == '.';
    text_format(recording->name, sizeof recording->name, "%s.%.*s", folder,
                (int)strcspn(base + (doubled ? length + 1 : 0), "."),
                base + (doubled ? length + 1 : 0));
}

static int write_it(const struct asked *asked, const struct recording *recording) {
    FILE *out = asked->out ? fopen(asked->out, "w") : stdout;
    int failed = !out || recording_write(recording, out) != 0;
    if (asked->out && out)
        failed |= fclose(out) != 0;
    if (failed)
        perror(asked->out ? asked->out : "tare record: standard output");
    return failed ? 3 : 0;
}

static int cmd_record(int argc, char **argv) {
    struct recording recording = {0};
    int read = read_arguments(argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    recording.grading = asked.from ? load_grading(asked.from) : grading_new();
    if (!recording.grading || (!asked.from && grade(&asked, &recording) != 0)) {
        grading_free(recording.grading);
        return 2;
    }
    check_again(recording.grading);
    if (asked.is)
        text_copy(recording.is, sizeof recording.is, asked.is);
    else if (!recording.is[0] && recording.grading->judged.outcome == OUTCOME_NOT_ATTEMPTED)
        text_copy(recording.is, sizeof recording.is, "shipped");
    name_it(asked.from ? asked.from : asked.file, &recording);
    if (asked.name)
        text_copy(recording.name, sizeof recording.name, asked.name);
    grading_brief(recording.grading, recording.expect);
    fprintf(stderr, "%s: %s\n", recording.name, recording.expect);
    if (asked.expect)
        text_copy(recording.expect, sizeof recording.expect, asked.expect);
    int code = 2;
    if (!recording.is[0] || !is_known(recording.is))
        fprintf(stderr,
                "tare record: what is the program? Say --is right, --is broken, or --is and "
                "ids of tare mistakes\n");
    else
        code = write_it(&asked, &recording);
    if (code == 0 && !asked.expect && recording.grading->judged.outcome == OUTCOME_CANNOT_GRADE) {
        fprintf(stderr, "tare record: the grading decided nothing, so it shows nothing of the "
                        "mistake: record it again, on a quieter machine\n");
        code = 3;
    }
    grading_free(recording.grading);
    return code;
}

const struct command record_command = {"record",          cmd_record,      CMD_RECORD,
                                       CMD_RECORD_USE,    CMD_RECORD_MORE, options,
                                       .asks = ASKS_FILE, .words = 2};
