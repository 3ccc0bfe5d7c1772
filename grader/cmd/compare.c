// compare: is B as fast as A? Of two results, or of two programs that run in turns.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/compare.h"
#include "base/text.h"
#include "cmd/cmd.h"

enum { COMPARED = 0, IS_SLOWER = 1, CANNOT = 2, PROGRAM_FAILED = 3 };

struct comparing {
    int rounds;
    const char *fail_on_slower;
    double limit;
    enum language language;
};

#define SAY(with, name, ...)                                                                       \
    fprintf(stderr, audit_text((with)->language, AUDIT_##name), __VA_ARGS__)

// ---- what is said ----------------------------------------------------------------------------

struct rows { // how many rows were compared, and what came of them
    int compared, slower;
};

static void say_one(const struct comparing *with, const char *name, const struct series *a,
                    const struct series *b, int in_turns, struct rows *rows) {
    static const enum audit_word words[] = {AUDIT_COMPARED_SAME, AUDIT_COMPARED_FASTER,
                                            AUDIT_COMPARED_SLOWER, AUDIT_COMPARED_UNSURE};
    struct interval ratio = in_turns ? ratio_of_pairs(a, b) : ratio_between(a, b);
    enum comparison how = compare_by(&ratio);
    size_t of_a = a->summed > 0 ? (size_t)a->summed : a->count;
    size_t of_b = b->summed > 0 ? (size_t)b->summed : b->count;
    enum audit_word word = words[how];
    if (!in_turns && how != COMPARED_UNSURE && (series_drifts(a) || series_drifts(b))) {
        how = COMPARED_UNSURE;
        word = AUDIT_COMPARED_DRIFTS;
    }
    printf("%s: ", name);
    if (isnan(ratio.median))
        printf(audit_text(with->language, AUDIT_TOO_FEW), of_a, of_b);
    else if (isnan(ratio.low))
        printf(audit_text(with->language, AUDIT_RATIO_ALONE), ratio.median);
    else
        printf(audit_text(with->language, word), ratio.median, ratio.low, ratio.high, of_a, of_b);
    putchar('\n');
    rows->compared += !isnan(ratio.low);
    rows->slower += how == COMPARED_SLOWER;
}

static const struct series *named(const struct results *results, const char *name) {
    for (size_t i = 0; i < results->count; i++)
        if (strcmp(results->of[i].name, name) == 0)
            return &results->of[i];
    return NULL;
}

// The rows of one side that the other has not.
static void say_alone(const struct comparing *with, const struct results *of,
                      const struct results *other, char side) {
    for (size_t i = 0; i < of->count; i++)
        if (!named(other, of->of[i].name)) {
            printf(audit_text(with->language, AUDIT_ONLY_ONE_HAS), of->of[i].name, side);
            putchar('\n');
        }
    if (of->failed)
        SAY(with, RUNS_FAILED, side, of->failed);
}

// Exit code. One row on either side is a pair, whatever its names: then both are said.
static int say_all(const struct comparing *with, const struct results *a, const struct results *b,
                   int in_turns) {
    struct rows rows = {0};
    char names[400];
    int only = a->count == 1 && b->count == 1 && strcmp(a->of[0].name, b->of[0].name) != 0;
    text_format(names, sizeof names, "%s : %s", a->count ? a->of[0].name : "",
                b->count ? b->of[0].name : "");
    for (size_t i = 0; i < a->count; i++) {
        const struct series *like = only ? &b->of[0] : named(b, a->of[i].name);
        if (like)
            say_one(with, only ? names : a->of[i].name, &a->of[i], like, in_turns, &rows);
    }
    if (!only) {
        say_alone(with, a, b, 'A');
        say_alone(with, b, a, 'B');
    }
    if (rows.compared == 0) {
        fflush(stdout);
        fputs(audit_text(with->language, AUDIT_NOTHING_ALIKE), stderr);
        return CANNOT;
    }
    return rows.slower && with->fail_on_slower ? IS_SLOWER : COMPARED;
}

// ---- two results -----------------------------------------------------------------------------

static int compare_files(const struct comparing *with, char **paths, int count) {
    struct results of[2] = {{0}, {0}};
    char why[300] = "";
    int code = CANNOT, read = 1;
    for (int i = 0; i < count && read; i++)
        if (!(read = results_read(paths[i], &of[i], why, sizeof why)))
            SAY(with, CANNOT_COMPARE, paths[i], why);
    if (read && count == 2) {
        code = say_all(with, &of[0], &of[1], 0);
    } else if (read && of[0].count >= 2) { // the columns of one file
        struct rows rows = {0};
        say_one(with, "2 : 1", &of[0].of[0], &of[0].of[1], 0, &rows);
        code = rows.compared == 0                    ? CANNOT
               : rows.slower && with->fail_on_slower ? IS_SLOWER
                                                     : COMPARED;
    } else if (read) {
        SAY(with, CANNOT_COMPARE, paths[0], audit_text(with->language, AUDIT_ONE_COLUMN));
    }
    results_free(&of[0]);
    results_free(&of[1]);
    return code;
}

// ---- two programs ----------------------------------------------------------------------------

// One run; its numbers, or the time that it took, become samples.
static int run_once(const struct comparing *with, char **program, struct results *results) {
    struct under_witness run = {NULL, NULL, ASIDE_DROPPED, with->language, program};
    struct heard heard;
    if (listen_to(&run, with->limit, &heard) != 0) {
        SAY(with, CANNOT_COMPARE, program[0], strerror(errno));
        return 0;
    }
    int well = heard.ended == ENDED_ITSELF && heard.code == 0;
    if (heard.ended == NOT_STARTED)
        SAY(with, CANNOT_COMPARE, program[0], strerror(heard.code));
    else if (!well && heard.ended != ENDED_BY_US)
        SAY(with, RUN_FAILED, program[0], heard.code);
    for (size_t i = 0; well && i < heard.numbers.count; i++) {
        const struct printed *printed = &heard.numbers.of[i];
        char name[160];
        double value = printed->value * printed->unit.scale;
        text_format(name, sizeof name, "%s (%s)", printed->label, printed->unit_name);
        if (printed->unit.quantity && printed->unit.quantity != QUANTITY_RATIO)
            series_add(series_named(results, name),
                       printed->unit.quantity == QUANTITY_TIME ? value : 1 / value);
    }
    if (well && heard.numbers.count == 0)
        series_add(series_named(results, audit_text(with->language, AUDIT_WALL_TIME)),
                   heard.seconds);
    numbers_free(&heard.numbers);
    return well;
}

static int compare_programs(const struct comparing *with, char **first, char **second) {
    struct results of[2] = {{0}, {0}};
    char **programs[2] = {first, second};
    int well = 1;
    for (int round = 0; round < with->rounds && well; round++)
        for (int turn = 0; turn < 2 && well; turn++) { // A B, B A, A B ...
            int which = turn ^ (round & 1);
            well = run_once(with, programs[which], &of[which]);
        }
    int code = well ? say_all(with, &of[0], &of[1], 1) : PROGRAM_FAILED;
    results_free(&of[0]);
    results_free(&of[1]);
    return code;
}

static struct comparing with = {.rounds = 20, .limit = 600};
static const struct argument options[] = {
    {"--rounds", ARGUMENT_COUNT, CMD_ROUNDS, .to = &with.rounds, .low = 5, .high = INTERVAL_PAIRS},
    {"--limit", ARGUMENT_TIME, CMD_LIMIT_LONG, .to = &with.limit, .low = 0.01, .high = 1e7},
    {"--fail-on", ARGUMENT_TEXT, CMD_SLOWER, .to = &with.fail_on_slower, .choices = "slower"},
    {.name = NULL},
};

static int cmd_compare(int argc, char **argv) {
    with.language = language_of_environment();
    int read = arguments_read(&compare_command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    for (int i = 2; i + 1 < argc; i++)
        if (strcmp(argv[i], ":") == 0) {
            argv[i] = NULL;
            return compare_programs(&with, argv + 1, argv + i + 1);
        }
    if (argc == 2 || argc == 3)
        return compare_files(&with, argv + 1, argc - 1);
    return arguments_wrong(&compare_command);
}

const struct command compare_command = {"compare",         cmd_compare,        CMD_COMPARE,
                                        CMD_COMPARE_USE,   CMD_COMPARE_MORE,   options,
                                        .asks = ASKS_FILE, .words = ANY_WORDS, .before_words = 1};
