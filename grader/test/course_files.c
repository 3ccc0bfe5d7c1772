// course_files.c: reads the labs and their files for the rules of the course.
#include "course.h"

#include <CUnit/CUnit.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

char course_root[512];
struct lab_meta course_labs[WORKBOOK_LABS];
int course_count;
int course_lints;
static int failed;

void course_read_labs(void) {
    char why[160];
    if (workbook_find(course_root) != 0)
        exit(2);
    course_count = workbook_labs(course_root, course_labs, why);
    if (course_count < 0) {
        printf("%s\n", why);
        if (!course_lints)
            printf("course: 0 passed, 1 failed, 0 skipped\n");
        exit(1);
    }
}

int course_failed(void) {
    return failed;
}

void course_expect(int ok, const char *file, unsigned line, const char *format, ...) {
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    failed += !ok;
    if (!course_lints)
        CU_assertImplementation(ok ? CU_TRUE : CU_FALSE, line, message, file, "", CU_FALSE);
    else if (!ok)
        puts(message);
}

void course_later(int there, const char *format, ...) {
    va_list arguments;
    if (there || !course_lints)
        return;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

char *course_text(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    enum { MOST = 1 << 20 };
    char *text = malloc(MOST);
    size_t kept = text ? fread(text, 1, MOST - 1, file) : 0;
    fclose(file);
    if (text)
        text[kept] = '\0';
    return text;
}

char *course_file(const char *format, ...) {
    char path[1024];
    int length = snprintf(path, sizeof path, "%s/", course_root);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path + length, sizeof path - (size_t)length, format, arguments);
    va_end(arguments);
    return course_text(path);
}

int course_occurrences(const char *text, const char *word) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
        count++;
    return count;
}

struct lines course_lines(char *text) {
    struct lines lines = {0};
    int most = course_occurrences(text, "\n") + 1;
    lines.at = calloc((size_t)most, sizeof *lines.at);
    if (!lines.at)
        exit(2);
    for (char *end; *text; text = end) {
        lines.at[lines.count++] = text;
        end = strchr(text, '\n');
        if (!end)
            break;
        *end++ = '\0';
    }
    return lines;
}

double course_value(const char *assignments, const char *expression) {
    char command[12000], said[64] = "";
    snprintf(command, sizeof command, "LC_ALL=C awk 'BEGIN { %s printf \"%%.12g\", (%s) }'",
             assignments, expression);
    FILE *awk = popen(command, "r");
    if (awk) {
        if (!fgets(said, sizeof said, awk))
            said[0] = '\0';
        pclose(awk);
    }
    return strtod(said, NULL);
}

int course_values(const struct lab_meta *lab, const char *field,
                  void (*each)(const struct lab_meta *lab, char *value, void *with), void *with) {
    char *text = course_file("labs/%s/lab.meta", lab->folder);
    int count = 0;
    if (!text)
        return 0;
    struct lines lines = course_lines(text);
    for (int i = 0; i < lines.count; i++) {
        char *line = lines.at[i], *equals = strchr(line, '=');
        if (strncmp(line, field, strlen(field)) != 0 || !strchr(" =", line[strlen(field)]) ||
            !equals)
            continue;
        each(lab, equals + 1 + strspn(equals + 1, " "), with);
        count++;
    }
    free(lines.at);
    free(text);
    return count;
}

static int is_same_line(const void *texts, int i, int j) {
    const struct lines *const *both = texts;
    return strcmp(both[0]->at[i], both[1]->at[j]) == 0;
}

void course_diff(const struct lines *a, const struct lines *b, int *removed, int *added) {
    const struct lines *both[] = {a, b};
    unsigned short *common = common_lengths(a->count, b->count, is_same_line, both);
    if (!common)
        exit(2);
    *removed = a->count - common[0];
    *added = b->count - common[0];
    free(common);
}
