// lab_meta.c: reads lab.meta: "field = value" on each line, # begins a comment. A field that is
// not in the table is refused: a misspelt field must not become a silent default.
#include "grade/workbook.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "naming/work_model.h"

static int number_of(const char *value, double *number) {
    char *end;
    if (strspn(value, "0123456789.eE+-") != strlen(value) || !*value)
        return -1;
    *number = strtod(value, &end); // the program stays in the C locale for numbers
    return *end == '\0' && isfinite(*number) ? 0 : -1;
}

static int keep(char *to, size_t size, const char *value) {
    return *value && text_copy(to, size, value) == 0 ? 0 : -1;
}

static int read_row(struct lab_meta *lab, const char *value) {
    if (lab->row_count == LAB_ROWS)
        return -1;
    struct lab_row *row = &lab->rows[lab->row_count];
    char points[32], rest[2];
    if (sscanf(value, "%63s %47s %31s %1s", row->what, row->mistake, points, rest) != 3 ||
        number_of(points, &row->points) != 0 || row->points < 0)
        return -1;
    lab->row_count++;
    return 0;
}

int is_no_mistake(const char *mistake) {
    return strcmp(mistake, "none") == 0;
}

static int read_term(struct lab_meta *lab, const struct lab_field *field, const char *value) {
    int of_work = field->at == offsetof(struct lab_meta, terms);
    int *count = of_work ? &lab->term_count : &lab->beside_count;
    char(*lines)[200] = of_work ? lab->terms : lab->beside;
    struct work_term term;
    if (*count == LAB_TERMS || work_term_read(value, &term) != 0)
        return -1;
    return keep(lines[(*count)++], sizeof lines[0], value);
}

#define AT(member) offsetof(struct lab_meta, member), sizeof(((struct lab_meta *)0)->member)
const struct lab_field lab_fields[] = {
    {"number", FIELD_TEXT, 1, AT(number), "two digits; never used for another lab"},
    {"name", FIELD_TEXT, 1, AT(name), "the situation in a word or two, never the mistake"},
    {"languages", FIELD_LANGUAGES, 0, AT(written),
     "en or zh where the lab is in one language: nothing is wanted in the other, whose readers get "
     "this one"},
    {"title.en", FIELD_TEXT, 1, AT(title[ENGLISH]), "the lab's question, in English"},
    {"title.zh", FIELD_TEXT, 1, AT(title[CHINESE]), "the same in Chinese"},
    {"goal.en", FIELD_TEXT, 1, AT(goal[ENGLISH]),
     "what a learner is to find out, as a task that holds no answer"},
    {"goal.zh", FIELD_TEXT, 1, AT(goal[CHINESE]), "the same in Chinese"},
    {"teaches.en", FIELD_TEXT, 1, AT(teaches[ENGLISH]),
     "what a learner knows afterwards; said after the pass, and never before"},
    {"teaches.zh", FIELD_TEXT, 1, AT(teaches[CHINESE]), "the same in Chinese"},
    {"device", FIELD_DEVICE, 0, AT(gpu_only), "any, or gpu where only a card shows the mistake"},
    {"tolerance", FIELD_SHARE, 1, AT(tolerance), "how far off a true time may be: 0.15 is 15 %"},
    {"pairs", FIELD_YES, 0, AT(by_pairs),
     "yes: the reference's time beside it is the true one, not the run's own trace"},
    {"mistake", FIELD_TEXT, 0, AT(mistake), "the id of the mistake it ships with (or row)"},
    {"off", FIELD_OFF, 0, AT(off),
     "what is wrong as shipped, of unit, work, time, rate: work < 0.6"},
    {"off_host", FIELD_TEXT, 0, AT(off[0]), "the same, on the host device alone"},
    {"off_gpu", FIELD_TEXT, 0, AT(off[1]), "the same, on a card alone"},
    {"points", FIELD_NUMBER, 1, AT(points), "for a pass"},
    {"row", FIELD_ROW, 0, AT(rows),
     "one line for each of several claims: CLAIM MISTAKE POINTS, or none where it ships right"},
    {"work", FIELD_TERMS, 0, AT(terms),
     "what the kernel does, a line for each term: [CLAIM:] [flops] [COUNT of] 4 * n | reads x | "
     "读 x; a term is numbers and n, multiplied or divided: no sums, no brackets, and no quotient "
     "is rounded; COUNT of multiplies it; a lab in one language says its words alone: 4 * n | "
     "reads x"},
    {"beside", FIELD_TERMS, 0, AT(beside),
     "what one is tempted to count too, in the same form; a fourth part names that mistake"},
    {"extent", FIELD_TEXT, 0, AT(extent),
     "what n is, in words: the side of the matrix | 矩阵的边长"},
    {"weighed", FIELD_COUNTED, 0, AT(counted),
     "what the claim's bytes are, of what the host device counts: asked (when it is not given), "
     "lines, lines read, or apart WHY"},
    {"actual", FIELD_YES, 0, AT(shows_actual),
     "yes: a pass on the host device ends with what the kernel asked for and what moved"},
    {"feedback", FIELD_FEEDBACK, 0, AT(feedback),
     "the most that a check says: picture, name or all (all when it is not given)"},
    {"chapter", FIELD_TEXT, 1, AT(chapter), "the book's chapter that teaches it: time"},
    {"drawing", FIELD_TEXT, 0, AT(drawings),
     "the drawings on its page, with blanks between: queue; lint-lab wants one of "
     "docs/book/drawings"},
    {"also", FIELD_TEXT, 0, AT(also), "further chapters that list it, with blanks between"},
    {"session", FIELD_TEXT, 0, AT(session), "its session in the plan of the instructor's guide"},
    {"minutes", FIELD_NUMBER, 0, AT(minutes), "that a course plans for it: 30"},
    {"after", FIELD_TEXT, 0, AT(after), "the labs that come before it: 01 03"},
    {"remedy", FIELD_TESTED, 0, 0, 0, "a word that no handout may say before \"After you pass\""},
    {"says", FIELD_TESTED, 0, 0, 0, "FILE SENTENCE: its {expressions} are filled in from the code"},
    {0},
};
#undef AT

static const char *const feedbacks[] = {
    [FEEDBACK_ALL] = "all", [FEEDBACK_NAME] = "name", [FEEDBACK_PICTURE] = "picture"};

const char *feedback_name(enum feedback feedback) {
    return feedbacks[feedback];
}

static int read_feedback(struct lab_meta *lab, const char *value) {
    for (int i = 0; i <= FEEDBACK_PICTURE; i++)
        if (strcmp(value, feedbacks[i]) == 0) {
            lab->feedback = (enum feedback)i;
            return 0;
        }
    return -1;
}

static const char *const languages[] = {
    [IN_BOTH] = "both", [IN_ENGLISH] = "en", [IN_CHINESE] = "zh"};

static int read_languages(struct lab_meta *lab, const char *value) {
    for (int i = 0; i <= IN_CHINESE; i++)
        if (strcmp(value, languages[i]) == 0) {
            lab->written = (enum written)i;
            return 0;
        }
    return -1;
}

enum language lab_language(const struct lab_meta *lab, enum language reader) {
    if (lab->written == IN_BOTH)
        return reader;
    return lab->written == IN_ENGLISH ? ENGLISH : CHINESE;
}

// The other language gets the words of the lab's only one, and behind the title that it is alone:
// so every list and every page says it.
static int share_words(struct lab_meta *lab) {
    static const char *const alone[LANGUAGES] = {" (Chinese only)", "（只有英文版）"};
    enum language other = lab->written == IN_ENGLISH ? CHINESE : ENGLISH;
    enum language only = lab_language(lab, other);
    if (only == other || !lab->title[only][0])
        return 0;
    memcpy(lab->goal[other], lab->goal[only], sizeof lab->goal[only]);
    memcpy(lab->teaches[other], lab->teaches[only], sizeof lab->teaches[only]);
    char title[sizeof lab->title[other] + 40];
    snprintf(title, sizeof title, "%s%s", lab->title[only], alone[other]);
    return text_copy(lab->title[other], sizeof lab->title[other], title) == 0 ? 0 : -1;
}

const char *counted_name(enum counted counted) {
    static const char *const names[] = {"asked", "lines", "lines read", "apart"};
    return names[counted];
}

static int read_counted(struct lab_meta *lab, const char *value) {
    for (lab->counted = COUNTS_ASKED; lab->counted < COUNTS_APART; lab->counted++)
        if (strcmp(value, counted_name(lab->counted)) == 0)
            return 0;
    return strncmp(value, "apart ", 6) == 0 ? keep(lab->apart, sizeof lab->apart, value + 6) : -1;
}

static int set(struct lab_meta *lab, const struct lab_field *field, const char *value) {
    char *member = (char *)lab + field->at;
    double number = 0;
    switch (field->kind) {
    case FIELD_TEXT:
        return keep(member, field->size, value);
    case FIELD_NUMBER:
    case FIELD_SHARE:
        if (number_of(value, &number) != 0 || number <= 0 ||
            (field->kind == FIELD_SHARE && number >= 1))
            return -1;
        memcpy(member, &number, sizeof number);
        return 0;
    case FIELD_DEVICE:
        lab->gpu_only = strcmp(value, "gpu") == 0;
        return lab->gpu_only || strcmp(value, "any") == 0 ? 0 : -1;
    case FIELD_YES:
        *(int *)member = strcmp(value, "yes") == 0;
        return *(int *)member ? 0 : -1;
    case FIELD_OFF:
        for (int device = 0; device < 2; device++)
            if (!lab->off[device][0] && keep(lab->off[device], sizeof lab->off[device], value))
                return -1;
        return 0;
    case FIELD_ROW:
        return read_row(lab, value);
    case FIELD_TERMS:
        return read_term(lab, field, value);
    case FIELD_FEEDBACK:
        return read_feedback(lab, value);
    case FIELD_LANGUAGES:
        return read_languages(lab, value);
    case FIELD_COUNTED:
        return read_counted(lab, value);
    case FIELD_TESTED:
        return *value ? 0 : -1;
    }
    return -1;
}

// What read_line() says of a value that set() refuses: no more bytes than are left in its message.
static const char *const wanted[] = {
    [FIELD_TEXT] = "words, and fewer of them",
    [FIELD_NUMBER] = "a number above 0",
    [FIELD_SHARE] = "a number between 0 and 1",
    [FIELD_DEVICE] = "any, or gpu",
    [FIELD_YES] = "yes, or no such line",
    [FIELD_OFF] = "an expression, as work < 0.6",
    [FIELD_ROW] = "CLAIM MISTAKE POINTS",
    [FIELD_TERMS] = "numbers * and / n | words; no sum, no brackets",
    [FIELD_FEEDBACK] = "picture, name or all",
    [FIELD_LANGUAGES] = "both, en or zh",
    [FIELD_COUNTED] = "asked, lines, lines read, or apart WHY",
    [FIELD_TESTED] = "words",
};

// The end of a long path tells which lab it is.
static const char *end_of(const char *path) {
    enum { SHOWN = 48 };
    size_t length = strlen(path);
    const char *slash = length > SHOWN ? strchr(path + length - SHOWN, '/') : NULL;
    return slash ? slash + 1 : path;
}

const struct lab_field *lab_field_named(const char *name) {
    for (const struct lab_field *field = lab_fields; field->name; field++)
        if (strcmp(field->name, name) == 0)
            return field;
    return NULL;
}

const char *lab_meta_value(const struct lab_meta *lab, const char *name, char text[32]) {
    const struct lab_field *field = lab_field_named(name);
    if (strcmp(name, "folder") == 0)
        return lab->folder;
    if (!field)
        return NULL;
    const char *member = (const char *)lab + field->at;
    double number;
    switch (field->kind) {
    case FIELD_TEXT:
        return member;
    case FIELD_NUMBER:
    case FIELD_SHARE:
        memcpy(&number, member, sizeof number);
        snprintf(text, 32, "%g", number);
        return text;
    case FIELD_DEVICE:
        return lab->gpu_only ? "gpu" : "any";
    case FIELD_FEEDBACK:
        return feedbacks[lab->feedback];
    case FIELD_LANGUAGES:
        return languages[lab->written];
    default:
        return NULL;
    }
}

static const char *missing_field(const struct lab_meta *lab) {
    for (const struct lab_field *field = lab_fields; field->name; field++) {
        char text[32];
        const char *value = field->needed ? lab_meta_value(lab, field->name, text) : "";
        if (field->needed && (!*value || strcmp(value, "0") == 0))
            return field->name;
    }
    return lab->mistake[0] || lab->row_count ? NULL : "mistake or row";
}

static int read_line(const char *path, int number, char *line, struct lab_meta *lab,
                     char why[160]) {
    char *start = text_trim(line);
    if (*start == '\0' || *start == '#')
        return 0;
    char *equals = strchr(start, '=');
    if (!equals) {
        snprintf(why, 160, "%.90s:%d: no \"=\" in \"%.40s\"", path, number, start);
        return -1;
    }
    *equals = '\0';
    char *name = text_trim(start), *value = text_trim(equals + 1);
    const struct lab_field *field = lab_field_named(name);
    if (field && set(lab, field, value) == 0)
        return 0;
    if (field)
        snprintf(why, 160, "%.48s:%d: bad value of \"%.10s\"; wanted: %.60s", end_of(path), number,
                 name, wanted[field->kind]);
    else
        snprintf(why, 160, "%.48s:%d: unknown field \"%.40s\": see `tare lab --fields`",
                 end_of(path), number, name);
    return -1;
}

// What a course says otherwise of this lab; no file is no course.
static int read_course(const char *path, struct lab_meta *lab, char why[160]) {
    const char *asked = getenv("TARE_COURSE");
    char file[1200], line[200];
    text_copy(file, sizeof file, path);
    char *name = strstr(file, lab->folder); // labs/course.meta is beside the lab's folder
    if (asked && *asked)
        text_copy(file, sizeof file, asked);
    else if (name)
        strcpy(name, "course.meta");
    FILE *course = fopen(file, "r");
    int failed = 0;
    if (!course && asked && *asked) {
        snprintf(why, 160, "TARE_COURSE=%.90s: %s", file, strerror(errno));
        return -1;
    }
    for (int number = 1; course && !failed && fgets(line, sizeof line, course); number++)
        if (strncmp(line, lab->number, 2) == 0 && line[2] == ' ')
            failed = read_line(file, number, line + 3, lab, why);
    if (course)
        fclose(course);
    return failed;
}

int lab_meta_read(const char *path, struct lab_meta *lab, char why[160]) {
    memset(lab, 0, sizeof *lab);
    FILE *file = fopen(path, "r");
    if (!file) {
        snprintf(why, 160, "%.90s: %s", path, strerror(errno));
        return -1;
    }
    char line[1024];
    int failed = 0;
    for (int number = 1; !failed && fgets(line, sizeof line, file); number++)
        failed = read_line(path, number, line, lab, why);
    fclose(file);
    if (!failed && share_words(lab) != 0) {
        snprintf(why, 160, "%.90s: the title leaves no room to say that it is in one language",
                 path);
        failed = -1;
    }
    const char *missing = failed ? NULL : missing_field(lab);
    if (missing)
        snprintf(why, 160, "%.90s: no %s", path, missing);
    snprintf(lab->folder, sizeof lab->folder, "%.3s_%.31s", lab->number, lab->name);
    return failed || missing ? -1 : read_course(path, lab, why);
}
