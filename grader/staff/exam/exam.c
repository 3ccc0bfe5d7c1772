// exam.c: what an examination is made of, and how one is drawn.
#include "exam/exam.h"

#include <math.h>
#include <string.h>

#include "base/order.h"
#include "base/text.h"

static const struct kernel {
    const char *name, *value; // @K@: the row's constant
    const char *reads;        // arrays, a letter each; c is what an earlier row left there
} kernels[] = {
    {"copy", "a[i]", "a"},
    {"scale", "@K@.0f * a[i]", "a"},
    {"square", "a[i] * a[i]", "a"},
    {"shift", "a[i] + @K@.0f", "a"},
    {"negate", "@K@.0f - a[i]", "a"},
    {"add", "a[i] + b[i]", "ab"},
    {"triad", "a[i] + @K@.0f * b[i]", "ab"},
    {"product", "a[i] * b[i]", "ab"},
    {"subtract", "a[i] - @K@.0f * b[i]", "ab"},
    {"saxpy", "@K@.0f * a[i] + c[i]", "ac"},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

// Read and written: each writes c.
static int arrays_of(const struct kernel *kernel) {
    return (int)strlen(kernel->reads) + 1;
}

static const char warm_up[] = "    (void)timed(p, 0, 1, RUNS); // warm up\n";

// The lines of a row, right in each spelling: so a row is not wrong because it is written
// otherwise.
// @I@: the row's number, @A@: its arrays, @N@: its name.
static const char *const spellings[EXAM_PARTS][EXAM_SPELLINGS] = {
    [EXAM_BYTES] =
        {
            "    bytes = @A@ * sizeof(float) * p->n;\n",
            "    bytes = @A@ * p->n * sizeof *p->a;\n",
            "    bytes = 4 * @A@ * p->n;\n",
            "    bytes = (@A@ * p->n) << 2;\n",
        },
    [EXAM_SECONDS] =
        {
            "    seconds = timed(p, @I@, 5, RUNS) / RUNS;\n",
            "    seconds = timed(p, @I@, 5, 1);\n",
            "    seconds = timed(p, @I@, 3, 2 * RUNS) / (2 * RUNS);\n",
            "    p->row = @I@;\n    seconds = tare_now();\n"
            "    for (int i = 0; i < RUNS; i++)\n"
            "        TARE_CHECK((cudaError_t)run(p, 0));\n"
            "    TARE_CHECK(cudaDeviceSynchronize());\n"
            "    seconds = (tare_now() - seconds) / RUNS;\n",
        },
    [EXAM_RATE] =
        {
            "    table[@I@].rate = bytes / seconds / 1e9;\n",
            "    table[@I@].rate = 1e-9 * bytes / seconds;\n",
            "    table[@I@].rate = 8 * bytes / seconds / 8e9;\n",
            "    table[@I@].rate = bytes / seconds / (1 << 30) * 1.073741824;\n",
        },
};

const struct exam_mistake exam_mistakes[] = {
    {"units/gib-as-gb", 1e9 / (1 << 30), 1, 1, 0, 0, EXAM_RATE,
     "    table[@I@].rate = bytes / seconds / (1 << 30);\n"},
    {"units/bits-for-bytes", 8, 1, 1, 0, 0, EXAM_RATE,
     "    table[@I@].rate = 8 * bytes / seconds / 1e9;\n"},
    {"work/two-of-three", 1, 2. / 3, 1, 3, 0, EXAM_BYTES,
     "    bytes = 2 * sizeof(float) * p->n;\n"},
    {"work/three-of-two", 1, 1.5, 1, 2, 0, EXAM_BYTES, "    bytes = 3 * sizeof(float) * p->n;\n"},
    {"work/elements-not-bytes", 1, 0.25, 1, 0, 0, EXAM_BYTES, "    bytes = @A@ * p->n;\n"},
    {"time/batch-not-divided", 1, 1, -1, 0, 0, EXAM_SECONDS,
     "    seconds = timed(p, @I@, 5, RUNS);\n"},
    {"time/launch-only", 1, 1, 0, 0, 0, EXAM_SECONDS,
     "    p->row = @I@;\n    seconds = tare_now();\n"
     "    TARE_CHECK((cudaError_t)run(p, 0));\n    seconds = tare_now() - seconds;\n"},
    {"time/first-run", 1, 1, -2, 0, 1, EXAM_SECONDS, "    seconds = timed(p, @I@, 1, 1);\n"},
    {NULL, 0, 0, 0, 0, 0, 0, NULL},
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
            taken = i == 0 && strchr(kernels[kernel].reads, 'c');
            for (int k = 0; k < i; k++)
                taken |= exam->rows[k].kernel == kernel;
        }
        exam->rows[i] = (struct exam_row){kernel, -1, 2 + roll(dice, 8), {0}};
        for (int part = 0; part < EXAM_PARTS; part++)
            exam->rows[i].spelling[part] = roll(dice, EXAM_SPELLINGS);
    }
}

static int fits(const struct exam *exam, int row, int mistake) {
    const struct exam_mistake *m = &exam_mistakes[mistake];
    if (exam->rows[row].mistake >= 0 || (m->first && row != 0) ||
        (m->arrays && arrays_of(&kernels[exam->rows[row].kernel]) != m->arrays))
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
            fprintf(out, "%d", arrays_of(kernel));
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
          "    uint64_t bytes;\n    double seconds;\n",
          out);
    if (solved || !cold)
        fputs(warm_up, out);
    for (int i = 0; i < EXAM_ROWS; i++) {
        const struct exam_row *row = &exam->rows[i];
        const struct exam_mistake *wrong =
            solved || row->mistake < 0 ? NULL : &exam_mistakes[row->mistake];
        fputc('\n', out);
        for (enum exam_part part = 0; part < EXAM_PARTS; part++) {
            if (part == EXAM_RATE)
                fill(exam, i, "    table[@I@] = row_of(\"@N@\", bytes, seconds);\n", out);
            fill(exam, i,
                 wrong && wrong->part == part ? wrong->wrong : spellings[part][row->spelling[part]],
                 out);
        }
    }
    fputs("}\n", out);
}

// Copies the lab line by line; the lines that differ from exam to exam are written anew.
int exam_program(const struct exam *exam, const char *lab, int solved, FILE *out) {
    int rows = 0, launches = 0, cpus = 0, sizes = 0, published = 0, skipping = 0, heading = 0;
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
        heading = heading && strncmp(line, "//", 2) == 0;
        if (heading)
            continue;
        if (!strncmp(line, "ROW(", 4)) {
            if (!rows++)
                write_rows(exam, out);
        } else if (!strncmp(line, "// 18 published", 15)) {
            fputs(
                "// exam: a table of bandwidths. Some of its rows are not true.\n//\n"
                "// Each row has lines of its own, right or wrong: for its bytes, its seconds and\n"
                "// its rate. README.md has the rules.\n",
                out);
            heading = 1;
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
    fputs("beside     = 4 * n | a read of c before its write | 写 c 之前先读 c\n", out);
    for (int i = 0; i < EXAM_ROWS; i++) { // by which a wrong count is named
        const struct kernel *kernel = &kernels[exam->rows[i].kernel];
        for (const char *array = kernel->reads; *array; array++)
            fprintf(out, "work       = %s: 4 * n | reads %c | 读 %c\n", kernel->name, *array,
                    *array);
        fprintf(out, "work       = %s: 4 * n | writes c | 写 c\n", kernel->name);
    }
}

static const char *const handouts[] = {
    "# A table of bandwidths\n\n[简体中文](README.zh-CN.md)\n\n"
    "| name | id | date | time | points |\n|---|---|---|---|---|\n"
    "| .............................. | %s | .................. | %d minutes | ...... of %d |\n\n"
    "The program `lab.cu` prints a table of %d rows, and %d of them are not true. The result of "
    "every kernel is right.\n\n"
    "## The question\n\nWhich rows are wrong, and is it the unit, the work or the time? Make every "
    "row true.\n\n"
    "## Points\n\n| a row that | each | rows | points |\n|---|--:|--:|--:|\n"
    "| was not true, and is true now | %g | %d | %g |\n"
    "| was true, and still is | %d | %d | %d |\n| **all** | | **%d** | **%d** |\n\n"
    "## Rules\n\n"
    "- Edit only the lines between `tare: begin` and `tare: end`.\n"
    "- Each row has lines of its own for its bytes, its seconds and its rate, whether it is right "
    "or wrong. An unusual way to write a line is no mistake.\n"
    "- You may run the program as often as you like: put it in place of "
    "`labs/18_published/lab.cu` and type `make lab LAB=18`. `make check` judges another program "
    "there: do not go by it.\n"
    "- The workbook, the book and your notes are allowed. Other people and language models are "
    "not.\n"
    "- Hand in `lab.cu` and this page. The points come from `lab.cu`. Where it does not compile, "
    "the table below is read.\n\n"
    "## What you found\n\n| row | unit, work, time, or true | what the program does, and what "
    "would be right | points |\n|---|---|---|---|\n",
    "# 一张带宽表\n\n[English](README.md)\n\n"
    "| 姓名 | 编号 | 日期 | 时间 | 得分 |\n|---|---|---|---|---|\n"
    "| .............................. | %s | .................. | %d 分钟 | ......，满分 %d |\n\n"
    "程序 `lab.cu` 打印一张 %d 行的表，其中 %d 行不真实。每个核函数的结果都是对的。\n\n"
    "## 问题\n\n哪几行是错的？错在单位、工作量还是时间？让每一行都真实。\n\n"
    "## 分数\n\n| 这样的一行 | 每行 | 行数 | 分数 |\n|---|--:|--:|--:|\n"
    "| 原来不真实，现在真实 | %g | %d | %g |\n| 原来真实，现在仍然真实 | %d | %d | %d |\n"
    "| **合计** | | **%d** | **%d** |\n\n"
    "## 规则\n\n"
    "- 只改 `tare: begin` 与 `tare: end` 之间的行。\n"
    "- 每一行不论对错，都有自己的几行代码，算它的字节数、秒数和速率。写法少见并不是错误。\n"
    "- 程序可以随便运行多少次：用它替换 `labs/18_published/lab.cu`，再输入 `make lab LAB=18`。"
    "`make check` 在那里评的是另一个程序，不要以它为准。\n"
    "- 可以用这套练习、这本书和自己的笔记；不可以问别人，不可以用语言模型。\n"
    "- 交 `lab.cu` 和这一页。分数由 `lab.cu` 决定；它不能编译时，才看下面的表。\n\n"
    "## 你的发现\n\n| 行 | 单位、工作量、时间，或真实 | 程序做了什么，怎样才对 | 得分 |\n"
    "|---|---|---|---|\n",
};

void exam_handout(const struct exam *exam, int minutes, int chinese, FILE *out) {
    int right = EXAM_ROWS - exam->wrong;
    double all_repaired = POINTS - (double)POINTS_TRUE * right;
    fprintf(out, handouts[chinese], exam->student, minutes, POINTS, EXAM_ROWS, exam->wrong,
            all_repaired / exam->wrong, exam->wrong, all_repaired, POINTS_TRUE, right,
            POINTS_TRUE * right, EXAM_ROWS, POINTS);
    for (int i = 0; i < EXAM_ROWS; i++)
        fprintf(out, "| %s | | | |\n", kernels[exam->rows[i].kernel].name);
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
