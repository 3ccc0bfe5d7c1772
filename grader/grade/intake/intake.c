// intake.c: opens once, looks at what was opened, reads it once.
#define _GNU_SOURCE
#include "intake/intake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

static char *read_open(int fd, size_t limit, size_t *length) {
    char *text = malloc(limit + 2);
    size_t used = 0;
    while (text && used <= limit) {
        ssize_t got = read(fd, text + used, limit + 1 - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            free(text);
            return NULL;
        }
        if (got == 0)
            break;
        used += (size_t)got;
    }
    if (text) {
        text[used] = '\0';
        *length = used;
    }
    return text;
}

char *file_read(const char *path, size_t limit, size_t *length) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    char *text = read_open(fd, limit, length);
    int why = errno;
    close(fd);
    errno = why;
    if (text && *length > limit) {
        free(text);
        errno = EFBIG;
        return NULL;
    }
    return text;
}

// The file meant by path: itself, or lab.cu below it. -1 when there is none.
static int open_submission(const char *path, const struct lab_meta *lab,
                           struct submission *submission) {
    struct stat about;
    int fd = -1;
    submission->refusal = REFUSED_MISSING;
    for (int i = 0; i < 4; i++) {
        char file[512];
        static const char *const below[] = {"", "/", "/", "/labs/"};
        int length =
            snprintf(file, sizeof file, "%s%s%s%s", path, below[i], i > 1 ? lab->folder : "",
                     i == 0   ? ""
                     : i == 1 ? "lab.cu"
                              : "/lab.cu");
        if (length < 0 || (size_t)length >= sizeof file)
            continue;
        fd = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
        if (fd < 0) {
            if (errno == ELOOP)
                submission->refusal = REFUSED_NOT_A_FILE;
            else if (errno != ENOENT && errno != ENOTDIR)
                submission->refusal = REFUSED_UNREADABLE;
            if (errno != ENOENT && errno != ENOTDIR)
                return -1;
            continue;
        }
        text_copy(submission->path, sizeof submission->path, file);
        if (fstat(fd, &about) == 0 && S_ISDIR(about.st_mode)) {
            submission->refusal = REFUSED_NOT_A_FILE;
            close(fd);
            continue;
        }
        if (!S_ISREG(about.st_mode)) {
            submission->refusal = REFUSED_NOT_A_FILE;
            close(fd);
            return -1;
        }
        submission->refusal = REFUSED_NOT;
        return fd;
    }
    return -1;
}

// \r\n and lone \r become \n. 1 when there were any.
static int normalise_lines(char *text) {
    char *to = text;
    int changed = 0;
    for (const char *from = text; *from; from++) {
        if (*from != '\r') {
            *to++ = *from;
            continue;
        }
        changed = 1;
        if (from[1] != '\n')
            *to++ = '\n';
    }
    *to = '\0';
    return changed;
}

static int is_blank(const char *text) {
    return text[strspn(text, " \t\r\n\v\f")] == '\0';
}

static enum refusal refuse_bytes(const char *text, size_t length) {
    if (length > SUBMISSION_LIMIT)
        return REFUSED_HUGE;
    if (length == 0)
        return REFUSED_EMPTY;
    if (memchr(text, '\0', length))
        return strncmp(text, "\177ELF", 4) == 0 ? REFUSED_BINARY : REFUSED_NUL;
    if (!text_is_utf8(text, length))
        return REFUSED_BINARY;
    return is_blank(text) ? REFUSED_EMPTY : REFUSED_NOT;
}

static enum refusal read_submission(const char *path, const struct lab_meta *lab,
                                    struct submission *submission, struct intake *intake) {
    text_copy(submission->path, sizeof submission->path, path);
    int fd = open_submission(path, lab, submission);
    if (fd < 0)
        return submission->refusal;
    size_t length = 0;
    intake->text = read_open(fd, SUBMISSION_LIMIT, &length);
    close(fd);
    if (!intake->text)
        return REFUSED_UNREADABLE;
    submission->bytes = length;
    text_sha256(intake->text, length, submission->sha256);
    enum refusal refusal = refuse_bytes(intake->text, length);
    if (refusal != REFUSED_NOT)
        return refusal;
    if (length >= 3 && memcmp(intake->text, "\xef\xbb\xbf", 3) == 0)
        memmove(intake->text, intake->text + 3, length - 2); // an editor's mark
    submission->had_crlf = normalise_lines(intake->text);
    return fence_find(intake->text, &intake->theirs);
}

// The frozen part is the solution's; a student release has no solutions, and takes it
// from the lab as it was shipped.
static int read_pristine(const char *root, const struct lab_meta *lab, struct intake *intake,
                         char why[160]) {
    static const char *const rooms[] = {"solutions", "grader/pristine"};
    char path[1200];
    size_t length;
    for (size_t i = 0; !intake->pristine && i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s/%s/lab.cu", root, rooms[i], lab->folder);
        intake->pristine = file_read(path, SUBMISSION_LIMIT, &length);
        intake->no_solution = i == 1;
    }
    if (!intake->pristine || fence_find(intake->pristine, &intake->ours) != REFUSED_NOT) {
        snprintf(why, 160, "solutions/%s/lab.cu is missing or has no fence", lab->folder);
        return -2;
    }
    return 0;
}

char *fence_as_shipped(const char *root, const char *folder, size_t *length) {
    char path[1200];
    snprintf(path, sizeof path, "%s/labs/%s/shipped.fence", root, folder);
    return file_read(path, SUBMISSION_LIMIT, length);
}

// Without the record of what was shipped nobody can say "not attempted".
static int is_as_shipped(const char *root, const struct lab_meta *lab, const struct fence *theirs) {
    size_t length;
    char *shipped = fence_as_shipped(root, lab->folder, &length);
    int same = shipped && fence_same_code(shipped, length, theirs->inside, theirs->length);
    free(shipped);
    return same;
}

char *lab_as_shipped(const char *root, const struct lab_meta *lab, char why[160]) {
    struct intake pristine = {0};
    size_t length = 0;
    if (read_pristine(root, lab, &pristine, why) != 0) {
        intake_free(&pristine);
        return NULL;
    }
    char *inside = fence_as_shipped(root, lab->folder, &length);
    struct fence shipped = {.inside = inside, .length = length};
    char *text = inside ? fence_splice(pristine.pristine, &pristine.ours, &shipped) : NULL;
    if (!text)
        snprintf(why, 160, "labs/%s/shipped.fence cannot be read", lab->folder);
    free(inside);
    intake_free(&pristine);
    return text;
}

int intake_take(const char *root, const struct lab_meta *lab, const char *path,
                struct submission *submission, struct intake *intake, char why[160]) {
    memset(intake, 0, sizeof *intake);
    if (read_pristine(root, lab, intake, why) != 0)
        return -2;
    submission->refusal = read_submission(path, lab, submission, intake);
    if (submission->refusal != REFUSED_NOT)
        return -1;
    submission->fence_line = intake->theirs.line;
    fence_calls(&intake->theirs, submission->calls, sizeof submission->calls);
    submission->attempted = !is_as_shipped(root, lab, &intake->theirs);
    fence_compare_frozen(intake->pristine, &intake->ours, intake->text, &intake->theirs,
                         submission);
    intake->spliced = fence_splice(intake->pristine, &intake->ours, &intake->theirs);
    if (!intake->spliced) {
        snprintf(why, 160, "memory is out");
        return -2;
    }
    return 0;
}

void intake_free(struct intake *intake) {
    free(intake->text);
    free(intake->pristine);
    free(intake->spliced);
    memset(intake, 0, sizeof *intake);
}
