// intake.c: opens a submission once, looks at the open file, and reads it once.
#define _GNU_SOURCE
#include "intake/intake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/words.h"

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

// ---- opening ------------------------------------------------------------------------

// The folder that is trusted, and the submission's name below it.
static int open_base(const char *base, const char *path, const char **below) {
    size_t length = base ? strlen(base) : 0;
    if (base && strncmp(path, base, length) == 0 && path[length] == '/') {
        *below = path + length + strspn(path + length, "/");
        return open(base, O_PATH | O_DIRECTORY | O_CLOEXEC);
    }
    *below = "";
    int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0 || errno != ENOTDIR)
        return fd;
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    *below = slash ? slash + 1 : path;
    fd = folder ? open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    int why = errno;
    free(folder);
    errno = why;
    return fd;
}

static enum refusal refusal_of(int error) {
    return error == ELOOP                        ? REFUSED_LINK
           : error == ENOENT || error == ENOTDIR ? REFUSED_MISSING
                                                 : REFUSED_UNREADABLE;
}

// A regular file, or -1 and why not.
static int open_regular(int folder, const char *name, enum refusal *refusal) {
    struct stat about;
    int fd = open_beneath(folder, name);
    if (fd < 0) {
        *refusal = refusal_of(errno);
        return -1;
    }
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) {
        *refusal = REFUSED_NOT;
        return fd;
    }
    *refusal = S_ISDIR(about.st_mode) ? REFUSED_MISSING : REFUSED_NOT_A_FILE;
    close(fd);
    return -1;
}

// The file meant by path: itself, or lab.cu below it. -1 when there is none.
static int open_submission(const char *base, const char *path, const struct lab_meta *lab,
                           struct submission *submission) {
    // In a class a student reads it: the path below the class's folder, not the server's.
    static const char *const places[] = {"%1$s", "%1$s/lab.cu", "%1$s/%2$s/lab.cu",
                                         "%1$s/labs/%2$s/lab.cu"};
    const char *below;
    int folder = open_base(base, path, &below), fd = -1;
    const char *front = base && *below ? below : path;
    text_copy(submission->path, sizeof submission->path, front);
    submission->refusal = folder < 0 ? refusal_of(errno) : REFUSED_MISSING;
    for (int i = *below ? 0 : 1; submission->refusal == REFUSED_MISSING && folder >= 0 && i < 4;
         i++) {
        char *name = NULL;
        if (asprintf(&name, places[i], *below ? below : ".", lab->folder) < 0)
            break;
        fd = open_regular(folder, name, &submission->refusal);
        if (fd >= 0 && i > 0) // below what was handed in: said whole
            text_format(submission->path, sizeof submission->path, "%s%s", front,
                        name + (*below ? strlen(below) : 1));
        free(name);
    }
    if (folder >= 0)
        close(folder);
    return fd;
}

// ---- reading ------------------------------------------------------------------------

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

static enum refusal read_submission(const char *base, const char *path, const struct lab_meta *lab,
                                    struct submission *submission, struct intake *intake) {
    int fd = open_submission(base, path, lab, submission);
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
int intake_pristine(const char *root, const struct lab_meta *lab, struct intake *intake,
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
    if (intake_pristine(root, lab, &pristine, why) != 0) {
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

int intake_take(const char *root, const struct lab_meta *lab, const char *base, const char *path,
                struct submission *submission, struct intake *intake, char why[160]) {
    memset(intake, 0, sizeof *intake);
    if (intake_pristine(root, lab, intake, why) != 0)
        return -2;
    submission->refusal = read_submission(base, path, lab, submission, intake);
    if (submission->refusal != REFUSED_NOT)
        return -1;
    submission->fence_line = intake->theirs.line;
    fence_calls(&intake->theirs, submission->calls, sizeof submission->calls);
    text_format(submission->fence, sizeof submission->fence, "%.*s",
                intake->theirs.length < FENCE_TEXT ? (int)intake->theirs.length : 0,
                intake->theirs.inside);
    submission->attempted = !is_as_shipped(root, lab, &intake->theirs);
    fence_compare_frozen(intake->pristine, &intake->ours, intake->text, &intake->theirs,
                         submission);
    intake->spliced = fence_splice(intake->pristine, &intake->ours, &intake->theirs);
    if (!intake->spliced) {
        snprintf(why, 160, "out of memory");
        return -2;
    }
    return 0;
}

int intake_is_refused_built(const struct intake *intake, struct submission *submission) {
    if (!fence_redefines(intake->pristine, &intake->ours, &intake->theirs, submission))
        return 0;
    submission->refusal = REFUSED_REDEFINED;
    return 1;
}

// ---- the proof ----------------------------------------------------------------------

// Drawn once for a tree, so that an unchanged file is not compiled again.
static int secret_of_tree(const char *root, char secret[65]) {
    char path[1200];
    unsigned char bytes[32];
    size_t length = 0;
    snprintf(path, sizeof path, "%s/build/check/secret", root);
    char *kept = file_read(path, 64, &length);
    int good = kept && length == 64;
    if (good)
        memcpy(secret, kept, 65);
    free(kept);
    if (good)
        return 0;
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        return -1;
    text_sha256(bytes, sizeof bytes, secret);
    unlink(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return 0; // good for this once
    if (write(fd, secret, 64) != 64)
        unlink(path);
    close(fd);
    return 0;
}

int intake_prove(const char *root, const struct lab_meta *lab, const char *secret,
                 struct intake *intake) {
    char of_tree[65], sha[65], shown[80], *all = NULL;
    if (!secret && secret_of_tree(root, of_tree) != 0)
        return -1;
    int length = asprintf(&all, "%s %s", secret ? secret : of_tree, intake->spliced);
    if (length < 0)
        return -1;
    text_sha256(all, (size_t)length, sha);
    free(all);
    text_format(intake->proof, sizeof intake->proof, "%.32s", sha);
    snprintf(shown, sizeof shown, "%s/lab.cu", lab->folder);
    intake->proven =
        fence_splice_proven(intake->pristine, &intake->ours, &intake->theirs, intake->proof, shown);
    return intake->proven ? 0 : -1;
}

void intake_free(struct intake *intake) {
    free(intake->text);
    free(intake->pristine);
    free(intake->spliced);
    free(intake->proven);
    memset(intake, 0, sizeof *intake);
}

// ---- why not ------------------------------------------------------------------------

enum {
#define WORD(name, text) WORD_##name,
#include "intake/words_en.def"
#undef WORD
    WORDS,
};

#define WORD(name, text) [WORD_##name] = (text),
static const char *const english[WORDS] = {
#include "intake/words_en.def"
};
static const char *const chinese[WORDS] = {
#include "intake/words_zh.def"
};
#undef WORD
const struct words intake_words = {WORDS, {[ENGLISH] = english, [CHINESE] = chinese}};

void refusal_words(const struct submission *submission, char words[LANGUAGES][240]) {
    static const int word_of[] = {
#define WORD(name, text) [REFUSED_##name] = WORD_##name,
#include "intake/words_en.def"
#undef WORD
    };
    const char *path = submission->path;
    size_t length = strlen(path);
    for (int language = 0; language < LANGUAGES; language++) {
        char why[200];
        text_format(
            why, sizeof why,
            words_text(&intake_words, (enum language)language, word_of[submission->refusal]),
            submission->changed[0].line, submission->changed[0].theirs);
        text_format(words[language], 240, "%.60s%s: %s", length > 60 ? "..." : "",
                    path + (length > 60 ? length - 60 : 0), why);
    }
}
