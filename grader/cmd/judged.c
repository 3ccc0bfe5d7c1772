// judged: judges recordings again, and compares the named mistakes with the correct answers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cmd/cmd.h"
#include "grade/check.h"
#include "grading/keep.h"
#include "judge/judge.h"
#include "naming/naming.h"

enum { TRUTHS = 8 };

// ---- what a recording is ------------------------------------------------------------------

// The mistakes that one recording has; "a|b" is one mistake with two names.
struct truth {
    char ids[TRUTHS][96];
    int count;
};

static void add_truth(struct truth *truth, const char *id) {
    for (int i = 0; i < truth->count; i++)
        if (strcmp(truth->ids[i], id) == 0)
            return;
    if (*id && truth->count < TRUTHS)
        text_copy(truth->ids[truth->count++], sizeof truth->ids[0], id);
}

static struct truth truth_of(const struct recording *recording) {
    const struct lab_meta *lab = &recording->grading->seen.lab;
    struct truth truth = {.count = 0};
    char copy[240], *rest = NULL;
    text_copy(copy, sizeof copy, recording->is);
    for (char *id = strtok_r(copy, " ", &rest); id; id = strtok_r(NULL, " ", &rest)) {
        if (strcmp(id, "shipped") != 0) {
            add_truth(&truth, id);
            continue;
        }
        add_truth(&truth, lab->mistake);
        for (int i = 0; i < lab->row_count; i++)
            add_truth(&truth, lab->rows[i].mistake);
    }
    return truth;
}

static int is_either(const char *truth, const char *mistake) {
    size_t length = strlen(mistake);
    for (const char *at = truth; (at = strstr(at, mistake)); at += length)
        if ((at == truth || at[-1] == '|') && (at[length] == '\0' || at[length] == '|'))
            return 1;
    return 0;
}

// ---- the matrix -----------------------------------------------------------------------------

enum { NAMED, PERHAPS, ANOTHER, NO_NAME, PASSED, CANNOT, COLUMNS };

struct line { // of the matrix: programs of one kind
    char is[96];
    int count, cells[COLUMNS];
};

struct matrix {
    struct line *lines;
    int count;
    FILE *astray; // mistakes that were named wrongly, a line each
};

static struct line *line_of(struct matrix *matrix, const char *is) {
    for (int i = 0; i < matrix->count; i++)
        if (strcmp(matrix->lines[i].is, is) == 0)
            return &matrix->lines[i];
    struct line *more = realloc(matrix->lines, (size_t)(matrix->count + 1) * sizeof *matrix->lines);
    if (!more)
        return NULL;
    matrix->lines = more;
    struct line *line = &more[matrix->count++];
    memset(line, 0, sizeof *line);
    text_copy(line->is, sizeof line->is, is);
    return line;
}

static void count_cell(struct matrix *matrix, const char *is, int column) {
    struct line *line = line_of(matrix, is);
    if (!line)
        return;
    line->count++;
    line->cells[column]++;
}

static int is_true(const struct truth *truth, const char *mistake) {
    for (int i = 0; i < truth->count; i++)
        if (is_either(truth->ids[i], mistake))
            return 1;
    return 0;
}

// The column that tells how the grader named this mistake of a program.
static int column_of(const struct grading *grading, const struct truth *truth, const char *id) {
    int astray = 0;
    if (grading->judged.outcome == OUTCOME_PASS)
        return PASSED;
    if (grading->judged.outcome == OUTCOME_CANNOT_GRADE)
        return CANNOT;
    for (int i = 0; i < grading->named.count; i++) {
        if (is_either(id, grading->named.list[i].mistake))
            return grading->named.list[i].certainty == SURE ? NAMED : PERHAPS;
        astray |= !is_true(truth, grading->named.list[i].mistake);
    }
    return astray ? ANOTHER : NO_NAME;
}

static void hold_against(struct matrix *matrix, const struct recording *recording) {
    const struct grading *grading = recording->grading;
    struct truth truth = truth_of(recording);
    for (int i = 0; i < truth.count; i++)
        count_cell(matrix, truth.ids[i], column_of(grading, &truth, truth.ids[i]));
    for (int i = 0; i < grading->named.count; i++)
        if (!is_true(&truth, grading->named.list[i].mistake))
            fprintf(matrix->astray, "  %s is %s, named %s%s\n", recording->name, recording->is,
                    grading->named.list[i].mistake,
                    grading->named.list[i].certainty == SURE ? "" : "?");
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const struct line *)a)->is, ((const struct line *)b)->is);
}

static void print_matrix(const struct matrix *matrix) {
    static const char *const heads[COLUMNS] = {"as a fact", "perhaps", "another",
                                               "no name",   "passed",  "cannot"};
    int width = (int)strlen("what it is");
    for (int i = 0; i < matrix->count; i++)
        if ((int)strlen(matrix->lines[i].is) > width)
            width = (int)strlen(matrix->lines[i].is);
    printf("%-*s %9s", width, "what it is", "gradings");
    for (int i = 0; i < COLUMNS; i++)
        printf(" %9s", heads[i]);
    putchar('\n');
    if (matrix->count > 0)
        qsort(matrix->lines, (size_t)matrix->count, sizeof *matrix->lines, compare_lines);
    for (int i = 0; i < matrix->count; i++) {
        const struct line *line = &matrix->lines[i];
        printf("%-*s %9d", width, line->is, line->count);
        for (int k = 0; k < COLUMNS; k++)
            if (line->cells[k])
                printf(" %9d", line->cells[k]);
            else
                printf(" %9s", ".");
        putchar('\n');
    }
}

// ---- recordings -----------------------------------------------------------------------------

struct tally {
    struct matrix matrix;
    char (*names)[96]; // of the recordings so far
    int count, failed;
};

// Notes the name; returns 1 when an earlier recording had the same name.
static int note_name(struct tally *tally, const char *name) {
    for (int i = 0; i < tally->count; i++)
        if (strcmp(tally->names[i], name) == 0)
            return 1;
    char(*more)[96] = realloc(tally->names, (size_t)(tally->count + 1) * sizeof *more);
    if (!more)
        return 1;
    tally->names = more;
    text_copy(more[tally->count++], sizeof *more, name);
    return 0;
}

// The runs that a claim counts the work of: its seconds may be theirs.
static double counted_runs(const struct claim_pair *pair) {
    const struct claim *mine = pair->student, *ours = pair->reference;
    return ours->bytes > 0 ? (double)mine->bytes / (double)ours->bytes
                           : (double)mine->flops / (double)ours->flops;
}

// 1 when the account of every run of the student's has an exact term, a count that needs no clock,
// and the row was judged right all the same: verdict and account are one thing.
static int contradicts_its_account(const struct grading *grading, const struct row *row) {
    enum { MOST_PAIRS = 64 };
    static const double rounding = 5e-3; // of a count of work, as judge/factors.c; not measured
    struct claim_pair pairs[MOST_PAIRS];
    int count = claim_pairs(&grading->seen, row->what, pairs, MOST_PAIRS), guilty = 0;
    for (int i = 0; i < count; i++) {
        const struct witness_facts *facts = run_facts(pairs[i].student_run, row->what);
        for (int k = 0; facts && k < facts->account.term_count; k++) {
            const struct account_term *term = &facts->account.terms[k];
            if (term->exact && !(fabs(term->factor / counted_runs(&pairs[i]) - 1) <= rounding)) {
                guilty++;
                break;
            }
        }
    }
    return row->right && count > 0 && guilty == count;
}

static void hold(struct tally *tally, const struct recording *recording) {
    char said[400];
    check_again(recording->grading);
    grading_brief(recording->grading, said);
    int twice = note_name(tally, recording->name);
    int unlike = strcmp(said, recording->expect) != 0;
    const struct judgement *judged = &recording->grading->judged;
    for (int i = 0; i < judged->row_count; i++)
        if (contradicts_its_account(recording->grading, &judged->rows[i])) {
            printf("FAILED %s: %s is right, and its account has an exact term\n", recording->name,
                   judged->rows[i].what);
            tally->failed++;
        }
    if (twice)
        printf("FAILED %s: two recordings have this name\n", recording->name);
    if (!recording->is[0])
        printf("FAILED %s: \"is\" names no known kind or mistake\n", recording->name);
    if (unlike)
        printf("FAILED %s: \"%s\", wanted \"%s\"\n", recording->name, said, recording->expect);
    tally->failed += twice || unlike || !recording->is[0];
    hold_against(&tally->matrix, recording);
}

// 0, or -1 after a message.
static int hold_file(struct tally *tally, const char *root, const char *path) {
    struct recording recording;
    char *text = load_text(path), why[200] = "it holds no recordings";
    const char *at = text;
    int result = text && recording_is_one(text) ? 1 : -1;
    while (result == 1 && (result = recording_next(&at, root, &recording, why)) == 1) {
        hold(tally, &recording);
        grading_free(recording.grading);
    }
    if (text && result < 0)
        fprintf(stderr, "tare: %s: %s\n", path, why);
    free(text);
    return result;
}

static int cmd_judged(int argc, char **argv) {
    struct tally tally = {0};
    char root[512], *astray = NULL;
    size_t size = 0;
    int broken = 0;
    int read = arguments_read(&judged_command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    if (argc < 2)
        return arguments_wrong(&judged_command);
    tally.matrix.astray = workbook_find(root) == 0 ? open_memstream(&astray, &size) : NULL;
    if (!tally.matrix.astray)
        return 2;
    for (int i = 1; i < argc && !broken; i++)
        broken = hold_file(&tally, root, argv[i]) != 0;
    fclose(tally.matrix.astray);
    print_matrix(&tally.matrix);
    if (size > 0)
        printf("named, and not so:\n%s", astray);
    printf("grader_judged: %d passed, %d failed, 0 skipped\n", tally.count - tally.failed,
           tally.failed);
    free(astray);
    free(tally.names);
    free(tally.matrix.lines);
    return broken ? 2 : tally.failed > 0 || tally.count == 0;
}

const struct command judged_command = {"judged",       cmd_judged,      CMD_JUDGED,
                                       CMD_JUDGED_USE, CMD_JUDGED_MORE, .words = ANY_WORDS};
