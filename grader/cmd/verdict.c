// verdict: judges a grading again, from its runs alone: one that was written as JSON, or
// recordings.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "grade/check.h"
#include "grading/keep.h"
#include "learner/learner.h"
#include "say/say.h"

struct asked {
    const char *path, *only, *json;
    int brief, questions;
};

static struct asked asked;
static const struct argument options[] = {
    {"--brief", ARGUMENT_FLAG, CMD_BRIEF, .to = &asked.brief},
    {"--questions", ARGUMENT_FLAG, CMD_QUESTIONS, .to = &asked.questions},
    {"--cunit", ARGUMENT_FLAG, CMD_NOTHING, .to = &asked.questions},
    {"--only", ARGUMENT_TEXT, CMD_ONLY, .to = &asked.only},
    {"--json", ARGUMENT_TEXT, CMD_JSON, .to = &asked.json},
    {.name = NULL},
};

// The verdict that a file holds; a recording holds none.
struct stored {
    int known;
    enum outcome outcome;
    enum stage stage;
};

static void tell_difference(const char *path, const struct stored *stored,
                            const struct grading *grading) {
    fprintf(stderr, "tare: %s says %s at %s; its runs give %s at %s\n", path,
            outcome_name(stored->outcome), stage_name(stored->stage),
            outcome_name(grading->judged.outcome), stage_name(grading->judged.stage));
}

static int judge_one(const char *name, const struct stored *stored, struct grading *grading) {
    char brief[400];
    check_again(grading);
    int code = outcome_exit_code(grading->judged.outcome);
    int differs = stored->known && (grading->judged.outcome != stored->outcome ||
                                    grading->judged.stage != stored->stage);
    if (asked.brief) {
        grading_brief(grading, brief);
        printf("%s%s%s%s\n", name, *name ? ": " : "", brief,
               differs ? " (recorded otherwise)" : "");
    } else if (!asked.json) {
        say_grading(grading, language_of_environment(), terminal_colour(STDOUT_FILENO), stdout);
    }
    if (asked.questions)
        questions_ask(grading, stdout);
    if (asked.json && store_grading(grading, asked.json) != 0)
        code = 3;
    if (differs)
        tell_difference(asked.path, stored, grading);
    return code;
}

// Judges all recordings of the text. Returns the worst exit code; 3 is the worst.
static int judge_recordings(const char *text) {
    struct recording recording;
    char root[512], why[200];
    int worst = 0, count = 0, result;
    if (workbook_find(root) != 0)
        return 2;
    while ((result = recording_next(&text, root, &recording, why)) == 1) {
        static const struct stored nothing = {0};
        int wanted = !asked.only || strcmp(asked.only, recording.name) == 0;
        int code = wanted ? judge_one(recording.name, &nothing, recording.grading) : 0;
        count += wanted;
        worst = worst == 3 || code == 0 ? worst : code;
        grading_free(recording.grading);
    }
    if (result < 0)
        fprintf(stderr, "tare: %s: %s: %s\n", asked.path, recording.name, why);
    else if (count == 0)
        fprintf(stderr, "tare: %s has no recording \"%.90s\"\n", asked.path, asked.only);
    return result < 0 || count == 0 ? 2 : worst;
}

static int cmd_verdict(int argc, char **argv) {
    int read = arguments_read(&verdict_command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    if (argc != 2)
        return arguments_wrong(&verdict_command);
    asked.path = argv[1];
    char *text = load_text(asked.path);
    int code = 2;
    if (text && recording_is_one(text)) {
        code = judge_recordings(text);
    } else if (text) {
        struct grading *grading = grading_of_text(text, asked.path);
        if (grading) {
            struct stored stored = {1, grading->judged.outcome, grading->judged.stage};
            code = judge_one("", &stored, grading);
            grading_free(grading);
        }
    }
    free(text);
    return code;
}

const struct command verdict_command = {"verdict",         cmd_verdict,      CMD_VERDICT,
                                        CMD_VERDICT_USE,   CMD_VERDICT_MORE, options,
                                        .asks = ASKS_FILE, .words = 1};
