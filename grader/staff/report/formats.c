// formats.c: the table of formats, and how a report becomes a file.
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/report.h"

const struct report_format report_formats[] = {
#define FORMAT(name, writer, scope, ending, english, chinese) {name, writer, scope, ending},
#include "report/formats.def"
#undef FORMAT
    {NULL, NULL, EVERYBODY, NULL},
};

const struct report_format *report_format_named(const char *name) {
    for (const struct report_format *format = report_formats; format->name; format++)
        if (!strcmp(format->name, name))
            return format;
    return NULL;
}

static int failed(const char *path, char why[200]) {
    snprintf(why, 200, "%.140s: %s", path, strerror(errno));
    return -1;
}

// Opens "PATH.new"; NULL and why.
static FILE *open_beside(const char *path, char beside[PATH_MAX], char why[200]) {
    if (snprintf(beside, PATH_MAX, "%s.new", path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return failed(path, why), NULL;
    }
    FILE *out = fopen(beside, "w");
    if (!out)
        failed(path, why);
    return out;
}

static int write_file(const struct report *report, const struct report_format *format,
                      const char *path, char why[200]) {
    char beside[PATH_MAX];
    FILE *out = open_beside(path, beside, why);
    if (!out)
        return -1;
    errno = 0;
    int bad = format->write(report, out) != 0;
    bad |= fclose(out) != 0;
    if (bad || rename(beside, path) != 0) {
        errno = errno ? errno : ENOMEM;
        failed(path, why);
        unlink(beside);
        return -1;
    }
    return 0;
}

static int make_folder(const char *path, char why[200]) {
    return mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : failed(path, why);
}

// Writes one file for each student. The gradings are sorted by student, so those of one student
// stand together.
static int write_each(const struct report *all, const struct report_format *format,
                      const char *folder, char why[200]) {
    char path[PATH_MAX];
    if (make_folder(folder, why) != 0)
        return -1;
    for (int first = 0, end; first < all->count; first = end) {
        const char *id = all->gradings[first]->seen.submission.id;
        for (end = first + 1;
             end < all->count && !strcmp(all->gradings[end]->seen.submission.id, id);)
            end++;
        struct report one = *all;
        one.gradings = all->gradings + first;
        one.count = end - first;
        if (snprintf(path, sizeof path, "%s/%s.%s", folder, *id ? id : "student", format->ending) >=
            (int)sizeof path) {
            errno = ENAMETOOLONG;
            return failed(folder, why);
        }
        if (write_file(&one, format, path, why) != 0)
            return -1;
    }
    return 0;
}

int report_write(const struct report *report, const struct report_format *format, const char *path,
                 char why[200]) {
    if (format->scope == ONE_STUDENT)
        return write_each(report, format, path, why);
    if (strcmp(path, "-") != 0)
        return write_file(report, format, path, why);
    return format->write(report, stdout) == 0 && fflush(stdout) == 0
               ? 0
               : failed("standard output", why);
}

int report_try(const struct report_format *format, const char *path, char why[200]) {
    char beside[PATH_MAX], inside[PATH_MAX];
    if (format->scope == ONE_STUDENT) {
        if (make_folder(path, why) != 0)
            return -1;
        if (snprintf(inside, sizeof inside, "%s/.try", path) >= (int)sizeof inside) {
            errno = ENAMETOOLONG;
            return failed(path, why);
        }
    } else if (strcmp(path, "-") == 0) {
        return 0;
    } else {
        snprintf(inside, sizeof inside, "%s", path);
    }
    struct stat about;
    if (format->scope == EVERYBODY && stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return failed(path, why);
    }
    FILE *out = open_beside(inside, beside, why);
    if (!out)
        return -1;
    fclose(out);
    unlink(beside);
    return 0;
}
