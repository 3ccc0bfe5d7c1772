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

static const char usage[] = "usage: tare check [LAB|all] [FILE|FOLDER] [options]\n"
                            "  --seed N       repeat the sizes and data of an earlier check\n"
                            "  --json FILE    write everything observed (- for standard output)\n"
                            "  --questions    print the judgement question by question, by CUnit\n"
                            "  --reveal       say everything: why, the remedy, the true rate\n"
                            "  --device D     host, gpu or auto\n"
                            "  --budget S     seconds of measuring at most (20)\n"
                            "exit: 0 passed, 1 not, 2 usage, 3 cannot grade, 77 skipped\n";

struct asked {
    const char *lab, *path, *json, *device;
    uint64_t seed;
    double budget;
    int questions, reveal;
};

static int read_arguments(int argc, char **argv, struct asked *asked) {
    const struct argument table[] = {{"--seed", ARGUMENT_SEED, &asked->seed, 0, 0, NULL},
                                     {"--json", ARGUMENT_TEXT, &asked->json, 0, 0, NULL},
                                     {"--questions", ARGUMENT_FLAG, &asked->questions, 0, 0, NULL},
                                     {"--cunit", ARGUMENT_FLAG, &asked->questions, 0, 0, NULL},
                                     {"--reveal", ARGUMENT_FLAG, &asked->reveal, 0, 0, NULL},
                                     {"--device", ARGUMENT_TEXT, &asked->device, 0, 0, NULL},
                                     {"--budget", ARGUMENT_TIME, &asked->budget, 0.001, 3600, NULL},
                                     {NULL, ARGUMENT_FLAG, NULL, 0, 0, NULL}};
    int read = arguments_read(usage, table, 0, &argc, argv);
    if (read != ARGUMENTS_READ)
        return read;
    if (argc > 3) {
        fprintf(stderr, "tare check: takes one lab and one file; \"%.60s\" is too many\n%s",
                argv[3], usage);
        return ARGUMENTS_WRONG;
    }
    asked->lab = argc > 1 ? argv[1] : NULL;
    asked->path = argc > 2 ? argv[2] : NULL;
    return ARGUMENTS_READ;
}

static void show_step(void *context, const char *step) {
    (void)context;
    fputs(strcmp(step, "pair") == 0 ? "." : "", stderr);
    fflush(stderr);
}

static void tell(const struct learner *learner, const struct grading *grading, int own,
                 int reveal) {
    enum { LABELS = 9 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    enum feedback most = feedback_for(learner, grading, own, reveal);
    say_staged(grading, most, learner->language, learner->colour, out);
    feedback_tell(learner, grading, most, own, reveal, out);
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
static void show_time(const struct learner *learner, const struct grading *grading) {
    char trace[700];
    const char *shown = NULL;
    const struct drawing drawing = {.width = terminal_width(STDOUT_FILENO),
                                    .ascii = !terminal_utf8(),
                                    .colour = learner->colour,
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

static int check_one(const struct learner *learner, const struct lab_meta *lab,
                     const struct asked *asked, const char *device) {
    char own[600];
    snprintf(own, sizeof own, "%s/labs/%s/lab.cu", learner->root, lab->folder);
    int dots = isatty(STDERR_FILENO) && terminal_colour(STDERR_FILENO);
    struct check_options options = {.root = learner->root,
                                    .device = device,
                                    .lab = lab,
                                    .path = asked->path ? asked->path : own,
                                    .seed = asked->seed,
                                    .budget = asked->budget,
                                    .progress = dots ? show_step : NULL};
    struct grading *grading = grading_new();
    if (!grading) {
        fprintf(stderr, "tare: out of memory\n");
        return 3;
    }
    int code = check_grade(&options, grading);
    if (dots)
        fputs("\r\033[K", stderr);
    int to_stdout = asked->json && strcmp(asked->json, "-") == 0;
    if (!to_stdout)
        tell(learner, grading, !asked->path, asked->reveal);
    if (!to_stdout && (grading->judged.outcome == OUTCOME_FAIL ||
                       grading->judged.outcome == OUTCOME_NOT_ATTEMPTED))
        show_time(learner, grading);
    if (asked->questions)
        questions_ask(grading, to_stdout ? stderr : stdout);
    if (asked->json && store_grading(grading, asked->json) != 0)
        code = 3;
    if (!asked->path && asked->reveal)
        progress_note(learner->root, lab, PROGRESS_REVEAL);
    if (!asked->path &&
        (grading->judged.outcome == OUTCOME_PASS || grading->judged.outcome == OUTCOME_FAIL))
        progress_note(learner->root, lab,
                      grading->judged.outcome == OUTCOME_PASS ? PROGRESS_PASS : PROGRESS_FAIL);
    grading_free(grading);
    return code;
}

static int check_all(const struct learner *learner, const struct asked *asked, const char *device) {
    int worst = 0;
    for (int i = 0; i < learner->count && !process_interrupted(); i++) {
        int code = check_one(learner, &learner->labs[i], asked, device);
        if (code != 0 && code != 77 && worst != 3)
            worst = code;
    }
    return worst;
}

int cmd_check(int argc, char **argv) {
    static struct learner learner;
    struct asked asked = {0};
    int read = read_arguments(argc, argv, &asked);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    if (learner_open(&learner) != 0)
        return 2;
    int all = asked.lab && strcmp(asked.lab, "all") == 0;
    char *named[] = {argv[0], (char *)asked.lab, NULL};
    const struct lab_meta *lab = all ? NULL : learner_lab(&learner, asked.lab ? 2 : 1, named);
    const char *device = lab || all ? device_chosen(learner.root, asked.device) : NULL;
    if (!device)
        return 2;
    if (!all)
        return check_one(&learner, lab, &asked, device);
    if (asked.path || asked.json) {
        fprintf(stderr, "tare check all: takes no file and no --json\n");
        return 2;
    }
    return check_all(&learner, &asked, device);
}
