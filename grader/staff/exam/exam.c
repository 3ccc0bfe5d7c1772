// exam.c: what an examination is made of, and how one is drawn.
#include "exam/exam.h"

#include <math.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"

static const struct kernel {
    const char *name, *value; // @K@: the row's constant
    int arrays;               // read and written
    int needs_before;         // reads what an earlier row left in c
} kernels[] = {
    {"copy", "a[i]", 2, 0},
    {"scale", "@K@.0f * a[i]", 2, 0},
    {"square", "a[i] * a[i]", 2, 0},
    {"shift", "a[i] + @K@.0f", 2, 0},
    {"negate", "@K@.0f - a[i]", 2, 0},
    {"add", "a[i] + b[i]", 3, 0},
    {"triad", "a[i] + @K@.0f * b[i]", 3, 0},
    {"product", "a[i] * b[i]", 3, 0},
    {"subtract", "a[i] - @K@.0f * b[i]", 3, 0},
    {"saxpy", "@K@.0f * a[i] + c[i]", 3, 1},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

// A true row; @I@: its number, @A@: its arrays, @N@: its name.
static const char right_row[] =
    "    table[@I@] = row_of(\"@N@\", @A@ * array, timed(p, @I@, 5, RUNS) / RUNS);\n";
static const char warm_up[] = "    (void)timed(p, 0, 1, RUNS); // warm up\n";

const struct exam_mistake exam_mistakes[] = {
    {"units/gib-as-gb", 1e9 / (1 << 30), 1, 1, 0, 0,
     "    table[@I@] = row_of(\"@N@\", @A@ * array, timed(p, @I@, 5, RUNS) / RUNS);\n"
     "    table[@I@].rate = @A@ * array / table[@I@].seconds / (1 << 30);\n"},
    {"units/bits-for-bytes", 8, 1, 1, 0, 0,
     "    table[@I@] = row_of(\"@N@\", @A@ * array, timed(p, @I@, 5, RUNS) / RUNS);\n"
     "    table[@I@].rate = 8 * @A@ * array / table[@I@].seconds / 1e9;\n"},
    {"work/two-of-three", 1, 2. / 3, 1, 3, 0,
     "    table[@I@] = row_of(\"@N@\", 2 * array, timed(p, @I@, 5, RUNS) / RUNS);\n"},
    {"work/three-of-two", 1, 1.5, 1, 2, 0,
     "    table[@I@] = row_of(\"@N@\", 3 * array, timed(p, @I@, 5, RUNS) / RUNS);\n"},
    {"work/elements-not-bytes", 1, 0.25, 1, 0, 0,
     "    table[@I@] = row_of(\"@N@\", @A@ * p->n, timed(p, @I@, 5, RUNS) / RUNS);\n"},
    {"time/batch-not-divided", 1, 1, -1, 0, 0,
     "    table[@I@] = row_of(\"@N@\", @A@ * array, timed(p, @I@, 5, RUNS));\n"},
    {"time/launch-only", 1, 1, 0, 0, 0,
     "    p->row = @I@;\n    double start = tare_now();\n    TARE_CHECK((cudaError_t)run(p, 0));\n"
     "    table[@I@] = row_of(\"@N@\", @A@ * array, tare_now() - start);\n"},
    {"time/first-run", 1, 1, -2, 0, 1,
     "    table[@I@] = row_of(\"@N@\", @A@ * array, timed(p, @I@, 1, 1));\n"},
    {NULL, 0, 0, 0, 0, 0, NULL},
};

// ---- to draw ------------------------------------------------------------------------

struct dice {
    uint64_t seed, rolled;
};

static int roll(struct dice *dice, int sides) {
    return (int)(random_at(dice->seed, dice->rolled++) % (uint64_t)sides);
}

static void draw_kernels(struct dice *dice, struct exam *exam) {
    for (int i = 0; i < EXAM_ROWS; i++) {
        int taken = 1, kernel = 0;
        while (taken) {
            kernel = roll(dice, KERNELS);
            taken = i == 0 && kernels[kernel].needs_before;
            for (int k = 0; k < i; k++)
                taken |= exam->rows[k].kernel == kernel;
        }
        exam->rows[i] = (struct exam_row){kernel, -1, 2 + roll(dice, 8)};
    }
}

static int fits(const struct exam *exam, int row, int mistake) {
    const struct exam_mistake *m = &exam_mistakes[mistake];
    if (exam->rows[row].mistake >= 0 || (m->first && row != 0) ||
        (m->arrays && kernels[exam->rows[row].kernel].arrays != m->arrays))
        return 0;
    for (int k = 0; k < EXAM_ROWS; k++)
        if (exam->rows[k].mistake == mistake)
            return 0;
    return 1;
}

// reported / true, as far as arithmetic tells it.
static double rate_of(const struct exam *exam, const struct exam_mistake *m) {
    double time = m->time == 0    ? 100
                  : m->time == -1 ? 1. / exam->runs
                  : m->time == -2 ? 0.2
                                  : m->time;
    return m->unit * m->work * time;
}

// Every wrong row is off by more than any tolerance of the time, or by an exact factor that is not
// 1; and no two rows are off in the same way.
static int is_sound(const struct exam *exam) {
    for (int i = 0; i < EXAM_ROWS; i++) {
        if (exam->rows[i].mistake < 0)
            continue;
        const struct exam_mistake *m = &exam_mistakes[exam->rows[i].mistake];
        if (m->unit == 1 && m->work == 1 && fabs(log(rate_of(exam, m))) < log(2))
            return 0;
        for (int k = 0; k < i; k++)
            if (exam->rows[k].mistake == exam->rows[i].mistake)
                return 0;
    }
    return 1;
}

int exam_draw(const char *student, const char *secret, int wrong, struct exam *exam,
              char why[200]) {
    char text[400], sha[65];
    struct dice dice = {0};
    memset(exam, 0, sizeof *exam);
    if (!*student || strlen(student) > 64 || strpbrk(student, "/\\ \t\n") || *student == '.') {
        snprintf(why, 200, "\"%.64s\" is no id: up to 64 letters, without blanks and slashes",
                 student);
        return -1;
    }
    if (wrong < 1 || wrong > EXAM_ROWS) {
        snprintf(why, 200, "%d mistakes: the table has %d rows", wrong, EXAM_ROWS);
        return -1;
    }
    text_copy(exam->student, sizeof exam->student, student);
    snprintf(text, sizeof text, "%d:%.64s:%.200s", wrong, student, secret);
    text_sha256(text, strlen(text), sha);
    for (int i = 0; i < 16; i++)
        dice.seed = dice.seed << 4 | (uint64_t)(sha[i] <= '9' ? sha[i] - '0' : sha[i] - 'a' + 10);
    draw_kernels(&dice, exam);
    exam->runs = 3 + roll(&dice, 4);
    exam->size = 4 + roll(&dice, 4);
    int mistakes = 0;
    while (exam_mistakes[mistakes].id)
        mistakes++;
    while (exam->wrong < wrong) {
        int row = roll(&dice, EXAM_ROWS), mistake = roll(&dice, mistakes);
        if (fits(exam, row, mistake)) {
            exam->rows[row].mistake = mistake;
            exam->wrong++;
        }
    }
    if (!is_sound(exam)) {
        snprintf(why, 200, "the arithmetic of this exam is not sound: a mistake of ours");
        return -1;
    }
    return 0;
}

// ---- to write
// ------------------------------------------------------------------------------------

// Prints the text with its @words@ filled in.
static void fill(const struct exam *exam, int row, const char *text, FILE *out) {
    const struct kernel *kernel = &kernels[exam->rows[row].kernel];
    for (; *text; text++) {
        if (*text != '@') {
            fputc(*text, out);
            continue;
        }
        switch (text[1]) {
        case 'I':
            fprintf(out, "%d", row);
            break;
        case 'A':
            fprintf(out, "%d", kernel->arrays);
            break;
        case 'K':
            fprintf(out, "%d", exam->rows[row].scale);
            break;
        default:
            fputs(kernel->name, out);
        }
        text += 2;
    }
}

static void write_rows(const struct exam *exam, FILE *out) {
    for (int i = 0; i < EXAM_ROWS; i++) {
        fprintf(out, "ROW(%s, ", kernels[exam->rows[i].kernel].name);
        fill(exam, i, kernels[exam->rows[i].kernel].value, out);
        fputs(")\n", out);
    }
    fputs("ROW(settle, 0.5f * (a[i] + b[i]))\n", out);
}

static void write_names(const struct exam *exam, const char *ending, FILE *out) {
    for (int i = 0; i < EXAM_ROWS; i++)
        fprintf(out, "%s%s%s", i ? ", " : "", kernels[exam->rows[i].kernel].name, ending);
}

static void write_publish(const struct exam *exam, int solved, FILE *out) {
    int cold = exam->rows[0].mistake >= 0 && exam_mistakes[exam->rows[0].mistake].first;
    fputs("static void publish(struct problem *p, tare_claim *table) {\n"
          "    uint64_t array = p->n * sizeof(float);\n",
          out);
    if (solved || !cold)
        fputs(warm_up, out);
    for (int i = 0; i < EXAM_ROWS; i++) {
        int mistake = solved ? -1 : exam->rows[i].mistake;
        fill(exam, i, mistake < 0 ? right_row : exam_mistakes[mistake].wrong, out);
    }
    fputs("}\n", out);
}

// Copies the lab line by line; the lines that differ from exam to exam are written anew.
int exam_program(const struct exam *exam, const char *lab, int solved, FILE *out) {
    int rows = 0, launches = 0, cpus = 0, sizes = 0, published = 0, skipping = 0;
    char line[400];
    while (*lab) {
        size_t length = strcspn(lab, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, lab);
        lab += length + (lab[length] == '\n');
        if (skipping) { // up to the end of what was written anew
            skipping = !(strchr(line, ';') || !strcmp(line, "}")) ||
                               (skipping == 2 && strcmp(line, "}") != 0)
                           ? skipping
                           : 0;
            continue;
        }
        if (!strncmp(line, "ROW(", 4)) {
            if (!rows++)
                write_rows(exam, out);
        } else if (!strncmp(line, "// 18 published", 15)) {
            fputs("// 90 exam: a table of bandwidths. Some of its rows are not true.\n", out);
        } else if (strstr(line, "*const launch[])")) {
            fputs(line, out);
            fputs("\n        ", out);
            write_names(exam, "_run", out);
            fputs("};\n", out);
            skipping = 1;
            launches++;
        } else if (strstr(line, "*const on_cpu[])")) {
            fputs("    static void (*const on_cpu[])(uint64_t, const float *, const float *,\n"
                  "                                  float *) = {",
                  out);
            write_names(exam, "_cpu", out);
            fputs("};\n", out);
            skipping = 1;
            cpus++;
        } else if (strstr(line, "uint64_t n = tare_memory_working_set()")) {
            fprintf(out,
                    "    uint64_t n = tare_memory_working_set() / (12 * sizeof(float)) * %d;\n",
                    exam->size);
            sizes++;
        } else if (!strncmp(line, "enum { COPY", 11)) {
            fprintf(out, "enum { ROWS = %d, SETTLES = 4 };\n", EXAM_ROWS);
        } else if (!strncmp(line, "enum { RUNS", 11)) {
            fprintf(out, "enum { RUNS = %d };\n", exam->runs);
        } else if (strstr(line, "// Every row is warmed up")) {
            fputs(solved ? "// Every row is true.\n"
                         : "// TODO: make every row of the table true.\n",
                  out);
        } else if (!strncmp(line, "static void publish(", 20)) {
            write_publish(exam, solved, out);
            skipping = 2;
            published++;
        } else {
            char *name = strstr(line, "\"published\""), *copy = strstr(line, "COPY");
            if (name)
                fprintf(out, "%.*s\"exam\"%s\n", (int)(name - line), line, name + 11);
            else if (copy)
                fprintf(out, "%.*s0%s\n", (int)(copy - line), line, copy + 4);
            else
                fprintf(out, "%s\n", line);
        }
    }
    return rows && launches == 1 && cpus == 1 && sizes == 1 && published == 1 ? 0 : -1;
}

// A row that is true from the beginning earns little: finding out that it is true is worth
// something.
enum { POINTS = 100, POINTS_TRUE = 5 };
static double points_of(const struct exam *exam, int row) {
    return exam->rows[row].mistake < 0
               ? POINTS_TRUE
               : (POINTS - POINTS_TRUE * (double)(EXAM_ROWS - exam->wrong)) / exam->wrong;
}

void exam_meta(const struct exam *exam, FILE *out) {
    fputs("number     = 90\nname       = exam\ntitle.en   = A table of bandwidths\n"
          "title.zh   = 一张带宽表\ngoal.en    = Check every row of a table.\n"
          "goal.zh    = 核对表的每一行。\nteaches.en = Whether each row of a table is true.\n"
          "teaches.zh = 表里的每一行是否真实。\ndevice     = any\ntolerance  = 0.25\n",
          out);
    fprintf(out, "points     = 100\nchapter    = reading\nfeedback   = picture\n");
    for (int i = 0; i < EXAM_ROWS; i++)
        fprintf(out, "row        = %s %s %.4g\n", kernels[exam->rows[i].kernel].name,
                exam->rows[i].mistake < 0 ? "none" : exam_mistakes[exam->rows[i].mistake].id,
                points_of(exam, i));
}

void exam_handout(const struct exam *exam, int chinese, FILE *out) {
    static const char *const texts[] = {
        "# 90 · A table of bandwidths\n\n[简体中文](README.zh-CN.md)\n\n"
        "This table has %d rows, and %d of them are not true. The result of every kernel is "
        "right.\n\n"
        "## The question\n\nWhich rows are wrong, and is it the unit, the work or the time?\n\n"
        "Edit the lines between `tare: begin` and `tare: end` of `lab.cu` until every row is true. "
        "A\n"
        "row earns its points when it is true: a row that you repair many, a row that was true and "
        "still\n"
        "is a few.\n",
        "# 90 · 一张带宽表\n\n[English](README.md)\n\n这张表有 %d 行，其中 %d "
        "行不真实。每个核函数的结果都是对的。\n\n"
        "## 问题\n\n哪几行是错的？错在单位、工作量还是时间？\n\n"
        "只改 `lab.cu` 中 `tare: begin` 与 `tare: end` "
        "之间的行，直到每一行都真实。真实的行得到它的分数：\n"
        "你修好的行得分多，本来就真实、现在仍然真实的行得分少。\n",
    };
    fprintf(out, texts[chinese], EXAM_ROWS, exam->wrong);
}

void exam_key(const struct exam *exam, FILE *out) {
    fprintf(out, "# row\tmistake\tunit\twork\ttime\n");
    for (int i = 0; i < EXAM_ROWS; i++) {
        const struct exam_mistake *m =
            exam->rows[i].mistake < 0 ? NULL : &exam_mistakes[exam->rows[i].mistake];
        fprintf(out, "%s\t%s", kernels[exam->rows[i].kernel].name, m ? m->id : "true");
        fprintf(out, "\t%.6g\t%.6g\t", m ? m->unit : 1, m ? m->work : 1);
        if (m && m->time == 0)
            fputs(">2\n", out);
        else if (m && m->time == -2)
            fputs("<0.5\n", out);
        else
            fprintf(out, "%.6g\n", m && m->time == -1 ? 1. / exam->runs : 1);
    }
}
