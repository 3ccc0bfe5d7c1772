// gradebook.c: tables of grades: our own table as CSV, and a table that the course exported, with
// one column filled in. The rest of an exported table stays as it was.
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"

// ---- a row a student and lab -------------------------------------------------------------------

static void escape_csv(FILE *out, const char *text) {
    fputc('"', out);
    if (strchr("=+-@\t\r", text[0]) && text[0])
        fputc('\'', out); // a spreadsheet would calculate it
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text == '\n' ? ' ' : *text, out);
    }
    fputc('"', out);
}

static void number(FILE *out, double value) {
    fputc(',', out);
    if (isfinite(value))
        fprintf(out, "%.6g", value);
}

static void cell(FILE *out, const char *text) {
    fputc(',', out);
    escape_csv(out, text);
}

int report_csv(const struct report *report, FILE *out) {
    fputs(
        "id,name,lab,outcome,points,max_points,mistakes,unit,work,time,time_low,time_high,reported,"
        "expected,rate_unit,device,device_name,sandbox,seed,seconds,sha256\n",
        out);
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        static const struct row none = {.unit = NAN,
                                        .work = NAN,
                                        .time = NAN,
                                        .time_low = NAN,
                                        .time_high = NAN,
                                        .reported = NAN,
                                        .expected = NAN};
        const struct row *row = g->judged.row_count ? &g->judged.rows[0] : &none;
        char mistakes[400], seed[24];
        report_mistakes(g, mistakes);
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)g->seen.seed);
        escape_csv(out, g->seen.submission.id);
        cell(out, report_name(report, g->seen.submission.id));
        cell(out, g->seen.lab.folder);
        cell(out, outcome_name(g->judged.outcome));
        number(out, report_has_points(g) ? g->judged.points : NAN);
        number(out, g->judged.max_points);
        cell(out, mistakes);
        const double values[] = {row->unit,      row->work,     row->time,    row->time_low,
                                 row->time_high, row->reported, row->expected};
        for (size_t v = 0; v < sizeof values / sizeof *values; v++)
            number(out, values[v]);
        cell(out, row->unit_name);
        cell(out, g->seen.device);
        cell(out, g->seen.measured.device_name);
        cell(out, g->seen.sandbox);
        cell(out, seed);
        number(out, g->timings.total);
        cell(out, g->seen.submission.sha256);
        fputc('\n', out);
    }
    return ferror(out) ? -1 : 0;
}

// ---- the table of the course -------------------------------------------------------------------

enum { CELLS = 512, CELL = 1 << 16 };

struct table_row {
    char *cells[CELLS];
    int count;
};

// One cell from the file: RFC 4180, with \n and \r\n. Says what ended it: ',', '\n' or EOF.
static int read_cell(FILE *in, char *cell) {
    size_t used = 0;
    int c = fgetc(in), quoted = c == '"';
    if (quoted)
        c = fgetc(in);
    for (;; c = fgetc(in)) {
        if (quoted && c == '"') {
            c = fgetc(in);
            if (c != '"') {
                quoted = 0;
                if (c == '\r')
                    c = fgetc(in);
            }
        }
        if (c == EOF || (!quoted && (c == ',' || c == '\n')))
            break;
        if (used < CELL - 1 && !(!quoted && c == '\r'))
            cell[used++] = (char)c;
    }
    cell[used] = '\0';
    return c;
}

static void free_row(struct table_row *row) {
    for (int i = 0; i < row->count; i++)
        free(row->cells[i]);
    row->count = 0;
}

// 0, or -1 at the end of the file, out of memory, or when the row has too many cells.
static int read_row(FILE *in, struct table_row *row) {
    static char cell[CELL];
    int end;
    memset(row, 0, sizeof *row);
    do {
        end = read_cell(in, cell);
        if (end == EOF && row->count == 0 && !cell[0])
            return -1;
        if (row->count == CELLS || !(row->cells[row->count] = strdup(cell))) {
            free_row(row);
            return -1;
        }
        row->count++;
    } while (end == ',');
    return 0;
}

static void write_row(FILE *out, const struct table_row *row) {
    for (int i = 0; i < row->count; i++) {
        const char *text = row->cells[i];
        int quote = text[strcspn(text, "\",\n")] != '\0';
        if (i)
            fputc(',', out);
        if (quote)
            fputc('"', out);
        for (; *text; text++) {
            if (*text == '"')
                fputc('"', out);
            fputc(*text, out);
        }
        if (quote)
            fputc('"', out);
    }
    fputc('\n', out);
}

static const char *without_mark(const char *title) { // a spreadsheet's mark of UTF-8
    return strncmp(title, "\xef\xbb\xbf", 3) == 0 ? title + 3 : title;
}

static int column_titled(const struct table_row *head, const char *title) {
    for (int i = 0; i < head->count; i++)
        if (!strcasecmp(without_mark(head->cells[i]), title))
            return i;
    return -1;
}

// The column of the lab's grades: the column with the wanted title, or one that names the lab.
static int grade_column(const struct table_row *head, enum gradebook kind, const char *lab) {
    int exact = column_titled(head, lab);
    if (exact >= 0)
        return exact;
    if (kind == GRADEBOOK_MOODLE) {
        static const char *const grades[] = {"Grade", "成绩", "Bewertung", "Note", "Calificación"};
        for (size_t i = 0; i < sizeof grades / sizeof *grades; i++)
            if (column_titled(head, grades[i]) >= 0)
                return column_titled(head, grades[i]);
        return -1;
    }
    for (int i = 0; i < head->count; i++)
        if (strcasestr(head->cells[i], lab))
            return i;
    return -1;
}

// 1 when the row is this student's, by any column that identifies a student.
static int is_theirs(const struct table_row *head, const struct table_row *row, enum gradebook kind,
                     const char *id) {
    static const char *const canvas[] = {"ID", "SIS User ID", "SIS Login ID", NULL};
    static const char *const moodle[] = {"ID number", "Email address", "编号", NULL};
    if (kind == GRADEBOOK_MOODLE && row->count > 0) { // first, "Participant 12345" in any language
        const char *cell = row->cells[0], *end = cell + strlen(cell), *digits = end;
        while (digits > cell && isdigit((unsigned char)digits[-1]))
            digits--;
        if (digits < end && !strcmp(digits, id))
            return 1;
    }
    for (const char *const *title = kind == GRADEBOOK_CANVAS ? canvas : moodle; *title; title++) {
        int column = column_titled(head, *title);
        if (column < 0 || column >= row->count || !row->cells[column][0])
            continue;
        if (!strcmp(row->cells[column], id))
            return 1;
    }
    return 0;
}

static int fill(const struct report *report, const struct table_row *head, struct table_row *row,
                enum gradebook kind, int column, char *used) {
    char points[32];
    for (int i = 0; i < report->count; i++) {
        const struct grading *g = report->gradings[i];
        // Without points the cell stays as it was.
        if (!report_has_points(g) || column >= row->count ||
            !is_theirs(head, row, kind, g->seen.submission.id))
            continue;
        snprintf(points, sizeof points, "%g", g->judged.points);
        char *copy = strdup(points);
        if (!copy)
            return -1;
        free(row->cells[column]);
        row->cells[column] = copy;
        used[i] = 1;
        return 1;
    }
    return 0;
}

int report_gradebook(const struct report *report, enum gradebook kind, const char *lab, FILE *in,
                     FILE *out, struct gradebook_counts *counts, char why[200]) {
    struct table_row head = {.count = 0}, row = {.count = 0};
    memset(counts, 0, sizeof *counts);
    if (read_row(in, &head) != 0) {
        free_row(&head);
        snprintf(why, 200, "the gradebook is empty");
        return -1;
    }
    int column = grade_column(&head, kind, lab);
    if (column < 0) {
        snprintf(why, 200, "no column of the gradebook names %.60s; say --column TITLE", lab);
        free_row(&head);
        return -1;
    }
    char *used = calloc((size_t)report->count + 1, 1);
    int bad = !used;
    write_row(out, &head);
    while (!bad && read_row(in, &row) == 0) {
        int filled = fill(report, &head, &row, kind, column, used);
        bad = filled < 0;
        counts->filled += filled > 0;
        counts->unmatched_rows += filled == 0;
        write_row(out, &row);
        free_row(&row);
    }
    free_row(&row);
    for (int i = 0; !bad && i < report->count; i++)
        counts->unmatched_gradings += !used[i];
    free(used);
    free_row(&head);
    if (bad || ferror(in) || ferror(out)) {
        snprintf(why, 200, "the gradebook could not be read or written");
        return -1;
    }
    return 0;
}
