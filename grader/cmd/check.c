// check: grades the learner's own lab, or any file, and says what was found.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "grade/check.h"
#include "grading/keep.h"
#include "learner/learner.h"
#include "run/build.h"
#include "say/say.h"
#include "witness/picture.h"

static struct {
    const char *json, *device;
    uint64_t seed;
    double budget;
    int questions, reveal, no_weigh;
} asked;

static const struct argument options[] = {
    {"--seed", ARGUMENT_SEED, CMD_SEED, .to = &asked.seed},
    {"--json", ARGUMENT_TEXT, CMD_JSON, .to = &asked.json},
    {"--questions", ARGUMENT_FLAG, CMD_QUESTIONS, .to = &asked.questions},
    {"--cunit", ARGUMENT_FLAG, CMD_NOTHING, .to = &asked.questions},
    {"--reveal", ARGUMENT_FLAG, CMD_REVEAL, .to = &asked.reveal},
    {"--no-weigh", ARGUMENT_FLAG, CMD_NO_WEIGH, .to = &asked.no_weigh},
    {"--device", ARGUMENT_TEXT, CMD_DEVICE_IS, .to = &asked.device, .choices = "auto gpu host"},
    {"--budget", ARGUMENT_TIME, CMD_BUDGET, .to = &asked.budget, .low = 0.001, .high = 3600},
    {.name = NULL},
};

static void show_step(void *context, const char *step) {
    (void)context;
    fputs(strcmp(step, "pair") == 0 ? "." : "", stderr);
    fflush(stderr);
}

static void tell(const struct learner *learner, const struct grading *grading, enum feedback most,
                 int own, int reveal) {
    enum { LABELS = 9 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    say_staged(grading, most, learner->language, learner->colour, out);
    feedback_tell(learner, grading, most, own, reveal, out);
    actual_tell(learner, grading, out);
    for (int i = 0;
         reveal && grading->judged.outcome == OUTCOME_PASS && i < grading->judged.row_count; i++) {
        const struct witness_facts *facts =
            facts_about(&grading->seen, grading->judged.rows[i].what);
        if (facts)
            account_say(facts, ACCOUNT_IN_FULL, learner->language, out);
    }
    fclose(out);
    print_hanging(text, LABELS);
    free(text);
}

// For each claim whose time is wrong, draws the picture that shows it.
static void show_time(const struct learner *learner, const struct grading *grading, int asks) {
    char trace[700];
    const char *shown = NULL;
    const struct drawing drawing = {.width = terminal_width(STDOUT_FILENO),
                                    .ascii = !terminal_utf8(),
                                    .colour = learner->colour,
                                    .asks = asks,
                                    .language = learner->language};
    snprintf(trace, sizeof trace, "%s/build/check/%s/%s/trace.json", learner->root,
             grading->seen.device, grading->seen.lab.folder);
    for (int i = 0; i < grading->named.count; i++) {
        const struct finding *finding = &grading->named.list[i];
        if (strncmp(finding->mistake, "time/", 5) != 0 || (shown && !strcmp(shown, finding->what)))
            continue;
        shown = finding->what;
        putchar('\n');
        witness_show(trace, finding->what[0] ? finding->what : NULL, &drawing, stdout);
    }
}

static int check_one(const struct learner *learner, const struct lab_meta *lab, const char *path,
                     const char *device) {
    char own[600];
    snprintf(own, sizeof own, "%s/labs/%s/lab.cu", learner->root, lab->folder);
    int dots = isatty(STDERR_FILENO) && terminal_colour(STDERR_FILENO);
    struct check_options options = {.root = learner->root,
                                    .device = device,
                                    .lab = lab,
                                    .path = path ? path : own,
                                    .seed = asked.seed,
                                    .budget = asked.budget,
                                    .weigh = !asked.no_weigh,
                                    .progress = dots ? show_step : NULL};
    struct grading *grading = grading_new();
    if (!grading) {
        fprintf(stderr, "tare: out of memory\n");
        return 3;
    }
    int code = check_grade(&options, grading);
    if (dots)
        fputs("\r\033[K", stderr);
    int to_stdout = asked.json && strcmp(asked.json, "-") == 0;
    enum feedback most = feedback_for(learner, grading, !path, asked.reveal);
    if (!to_stdout)
        tell(learner, grading, most, !path, asked.reveal);
    if (!to_stdout && (grading->judged.outcome == OUTCOME_FAIL ||
                       grading->judged.outcome == OUTCOME_NOT_ATTEMPTED))
        show_time(learner, grading, most == FEEDBACK_PICTURE);
    if (asked.questions)
        questions_ask(grading, to_stdout ? stderr : stdout);
    if (asked.json && store_grading(grading, asked.json) != 0)
        code = 3;
    if (!path && asked.reveal)
        progress_note(learner->root, lab, PROGRESS_REVEAL);
    if (!path && grading->judged.outcome == OUTCOME_SKIPPED)
        progress_note(learner->root, lab, PROGRESS_SKIP);
    if (!path &&
        (grading->judged.outcome == OUTCOME_PASS || grading->judged.outcome == OUTCOME_FAIL))
        progress_note(learner->root, lab,
                      grading->judged.outcome == OUTCOME_PASS ? PROGRESS_PASS : PROGRESS_FAIL);
    grading_free(grading);
    return code;
}

static int check_all(const struct learner *learner, const char *device) {
    int worst = 0;
    for (int i = 0; i < learner->count && !process_interrupted(); i++) {
        int code = check_one(learner, &learner->labs[i], NULL, device);
        if (code != 0 && code != 77 && worst != 3)
            worst = code;
    }
    return worst;
}

static int cmd_check(int argc, char **argv) {
    static struct learner learner;
    int begun = learner_begin(&learner, &check_command, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    int all = argc > 1 && strcmp(argv[1], "all") == 0;
    const char *path = argc > 2 ? argv[2] : NULL;
    const struct lab_meta *lab = all ? NULL : learner_lab(&learner, argc, argv);
    const char *device = lab || all ? device_chosen(learner.root, asked.device) : NULL;
    if (!device)
        return 2;
    if (!all)
        return check_one(&learner, lab, path, device);
    if (path || asked.json) {
        fprintf(stderr, "tare check all: takes no file and no --json\n");
        return 2;
    }
    return check_all(&learner, device);
}

const struct command check_command = {"check",
                                      cmd_check,
                                      CMD_CHECK,
                                      CMD_CHECK_USE,
                                      CMD_CHECK_MORE,
                                      options,
                                      .asks = ASKS_LAB_OR_ALL,
                                      .words = 2};
