// see: runs a CUDA program under the witness, and draws when its stopwatch and its kernels ran; or
// draws a trace that was kept.
#define _GNU_SOURCE // mkdtemp
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/collect.h"
#include "learner/learner.h"
#include "witness/picture.h"
#include "witness/words.h"

enum { CANNOT = 3, USAGE = 2 };

struct seeing {
    const char *trace; // NULL: a temporary file
    const char *svg;
    const char *claim;
    const char *device; // the witness of "host" or "gpu"; NULL: the card's, if it is built
    int facts, say;     // JSON, or one line a claim, instead of a picture
    struct drawing drawing;
    enum language language;
    char **program; // NULL: draw the trace that exists
};

// ---- options ---------------------------------------------------------------------------

static struct seeing asked;
static int colourless, language;

static const struct argument options[] = {
    {"--trace", ARGUMENT_TEXT, CMD_TRACE, .to = &asked.trace},
    {"--svg", ARGUMENT_TEXT, CMD_SVG, .to = &asked.svg},
    {"--claim", ARGUMENT_TEXT, CMD_CLAIM, .to = &asked.claim},
    {"--facts", ARGUMENT_FLAG, CMD_FACTS, .to = &asked.facts},
    {"--say", ARGUMENT_FLAG, CMD_SAY, .to = &asked.say},
    {"--width", ARGUMENT_COUNT, CMD_WIDTH, .to = &asked.drawing.width, .low = 1, .high = 10000},
    {"--ask", ARGUMENT_FLAG, CMD_ASK, .to = &asked.drawing.asks},
    {"--ascii", ARGUMENT_FLAG, CMD_ASCII, .to = &asked.drawing.ascii},
    {"--no-color", ARGUMENT_FLAG, CMD_NO_COLOR, .to = &colourless},
    {"--lang", ARGUMENT_CHOICE, CMD_LANG, .to = &language, .choices = "en zh"},
    {"--device", ARGUMENT_TEXT, CMD_WITNESS_OF, .to = &asked.device, .choices = "gpu host"},
    {.name = NULL},
};

static int read_options(int *argc, char **argv) {
    language = language_of_environment();
    asked.drawing = (struct drawing){.width = terminal_width(STDOUT_FILENO),
                                     .colour = terminal_colour(STDOUT_FILENO),
                                     .ascii = !terminal_utf8()};
    int read = arguments_read(&see_command, argc, argv);
    asked.language = (enum language)language;
    asked.drawing.colour &= !colourless;
    asked.program = *argc > 1 ? argv + 1 : NULL;
    return read == ARGUMENTS_READ && !asked.program && !asked.trace ? arguments_wrong(&see_command)
                                                                    : read;
}

// ---- drawing -----------------------------------------------------------------------------

static int write_svg(const struct seeing *see, const struct view *view,
                     const struct witness_facts *facts) {
    FILE *out = fopen(see->svg, "w");
    int done = out && draw_svg(view, facts, &see->drawing, out);
    if (out && (ferror(out) || fclose(out) != 0))
        done = 0;
    if (!done)
        fprintf(stderr, "tare see: %s: %s\n", see->svg, strerror(errno ? errno : ENOMEM));
    return done;
}

// A claim of less than any clock of a trace can count: a cycle of a card, of which a roof is made.
static int is_of_no_clock(const struct witness_facts *facts) {
    static const double nanosecond = 1e-9; // what a trace counts in
    return facts->finding == FOUND_NO_WINDOW && facts->claim_seconds > 0 &&
           facts->claim_seconds < nanosecond;
}

// Draws all claims, or only the named claim. The SVG shows the first claim that is not right.
static int draw_claims(const struct seeing *see, const struct view *view) {
    size_t claims = witness_claims(view->trace), drawn = 0;
    struct witness_facts facts, worst = {0};
    int right = 1;
    for (size_t i = 0; i < (claims ? claims : 1); i++) {
        if (!witness_facts_of(view, i, &facts) ||
            (see->claim && strcmp(see->claim, facts.claim) != 0))
            continue;
        if (see->say) {
            char sentence[600];
            account_sentence(&facts, see->language, sentence, sizeof sentence);
            printf("%s | %s | %s\n", facts.claim, account_shows(&facts), sentence);
        } else if (see->facts) {
            fputs(drawn ? ",\n" : "[\n", stdout);
            witness_facts_json(&facts, stdout);
        } else if (is_of_no_clock(&facts)) {
            printf(learner_text(see->language, LEARNER_SEE_NO_CLOCK), facts.claim,
                   duration_of(1e9 * facts.claim_seconds).text);
        } else {
            fputc('\n', stdout);
            if (!draw_text(view, &facts, &see->drawing, stdout))
                return CANNOT;
            fputc('\n', stdout);
            account_say(&facts, see->drawing.asks ? ACCOUNT_AS_QUESTION : ACCOUNT_IN_FULL,
                        see->language, stdout);
        }
        int is_right = strcmp(account_shows(&facts), witness_finding_name(FOUND_STOPWATCH)) == 0;
        if (!drawn++ || (right && !is_right)) {
            worst = facts;
            right = is_right;
        }
    }
    if (see->facts)
        fputs(drawn ? "]\n" : "[]\n", stdout);
    if (!drawn) {
        fprintf(stderr, learner_text(see->language, LEARNER_SEE_NO_CLAIM),
                see->claim ? see->claim : "");
        return USAGE;
    }
    return !see->svg || write_svg(see, view, &worst) ? 0 : CANNOT;
}

static int draw_trace(struct seeing *see) {
    struct trace trace;
    struct view view;
    char why[200];
    if (!trace_read(see->trace, &trace, why, sizeof why)) {
        fprintf(stderr, learner_text(see->language, LEARNER_SEE_UNREADABLE), see->trace,
                witness_reason(why, see->language));
        return see->program ? CANNOT : USAGE;
    }
    if (trace.left_out)
        fprintf(stderr, learner_text(see->language, LEARNER_SEE_FULL),
                (unsigned long long)trace.left_out);
    see->drawing.device = trace.device;
    see->drawing.program = trace.program;
    see->drawing.cut_short = trace.cut_short;
    see->drawing.language = see->language;
    int code = CANNOT;
    if (view_make(&trace, &view)) {
        code = draw_claims(see, &view);
        view_free(&view);
    } else {
        fputs("tare see: out of memory\n", stderr);
    }
    trace_free(&trace);
    see->drawing.device = see->drawing.program = NULL; // these texts belonged to the trace
    return code;
}

// Returns 1 when the trace can be written. Removes an older trace of this name, which could be
// mistaken for this run's.
static int can_make(const struct seeing *see) {
    int stays = unlink(see->trace) != 0 && errno != ENOENT; // errno says why
    int file = stays ? -1 : open(see->trace, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file >= 0)
        close(file);
    else
        fprintf(stderr, learner_text(see->language, LEARNER_SEE_UNSEEN), see->trace,
                witness_reason(strerror(errno), see->language));
    unlink(see->trace);
    return file >= 0;
}

// Draws what the witness left. It leaves no file when nothing called CUDA, and an empty file when
// it could not write; then it has said why.
static int draw_run(struct seeing *see) {
    struct stat there;
    trace_mend(see->trace);
    if (lstat(see->trace, &there) != 0) {
        fputs(learner_text(see->language, LEARNER_SEE_NO_CALL), stderr);
        return 0;
    }
    if (there.st_size == 0) {
        unlink(see->trace);
        return CANNOT;
    }
    return draw_trace(see);
}

static int see_there(struct seeing *see, const char *witness) {
    struct under_witness run = {witness, see->trace,
                                see->facts || see->say ? ASIDE_STDERR : ASIDE_NO, see->language,
                                see->program};
    int code = 0, drawn = CANNOT;
    if (!can_make(see))
        run.witness = NULL;
    if (run_under_witness(&run, &code) && run.witness)
        drawn = draw_run(see);
    return code ? code : drawn;
}

static int see_program(struct seeing *see) {
    char witness[600], folder[] = "/tmp/tare-see-XXXXXX", kept[sizeof folder + 16];
    struct stat there;
    if (see->trace && lstat(see->trace, &there) == 0 && !S_ISREG(there.st_mode)) {
        fprintf(stderr, learner_text(see->language, LEARNER_SEE_NOT_A_FILE), see->trace);
        return CANNOT;
    }
    if (!find_beside(see->device, "witness.so", witness, sizeof witness)) {
        fprintf(stderr, learner_text(see->language, LEARNER_SEE_NO_WITNESS),
                see->device ? " DEVICE=" : "", see->device ? see->device : "");
        return CANNOT;
    }
    if (see->trace)
        return see_there(see, witness);
    if (!mkdtemp(folder)) {
        fprintf(stderr, learner_text(see->language, LEARNER_SEE_NO_FOLDER),
                witness_reason(strerror(errno), see->language));
        return CANNOT;
    }
    snprintf(kept, sizeof kept, "%s/trace.json", folder);
    see->trace = kept;
    int code = see_there(see, witness);
    unlink(kept);
    rmdir(folder);
    see->trace = NULL;
    return code;
}

#ifndef cmd_see // build/see, which is this file's main, compiles nothing
static int see_compiled(char **program, const char *file) {
    (void)file;
    asked.program = program;
    asked.device = "host";
    return see_program(&asked);
}

static int compiles_first(char **words) {
    return words && collect_compiles(words[0]);
}

// Of the learner's own lab a picture says no more than a check does.
static int asks_only(char *word) {
    static struct learner learner;
    char *named[] = {"see", word, NULL};
    const struct lab_meta *lab = NULL;
    if (!strchr(word, '.') && learner_open(&learner) == 0)
        lab = learner_lab(&learner, 2, named);
    return lab && feedback_ungraded(&learner, lab) == FEEDBACK_PICTURE;
}

static int compile_and_see(char **words) {
    struct collecting how = {.option = "-O3", .command = "see", .seconds = 600};
    how.language = asked.language;
    asked.drawing.asks |= asks_only(words[0]);
    return collect_file(&how, words, see_compiled);
}
#else
static int compiles_first(char **words) {
    (void)words;
    return 0;
}

static int compile_and_see(char **words) {
    (void)words;
    return CANNOT;
}
#endif

int cmd_see(int argc, char **argv) {
    int read = read_options(&argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    if (compiles_first(asked.program))
        return compile_and_see(asked.program);
    return asked.program ? see_program(&asked) : draw_trace(&asked);
}

const struct command see_command = {"see",
                                    cmd_see,
                                    CMD_SEE,
                                    CMD_SEE_USE,
                                    CMD_SEE_MORE,
                                    options,
                                    .asks = ASKS_FILE,
                                    .words = ANY_WORDS,
                                    .before_words = 1};
