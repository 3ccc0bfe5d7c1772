// exam: an examination for one student, its solution and its key.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "exam/exam.h"
#include "grade/workbook.h"
#include "intake/fence.h"
#include "intake/intake.h"

static int put(const char *folder, const char *name, char *text) {
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = text ? fopen(path, "w") : NULL;
    int bad = !file || fputs(text, file) == EOF;
    bad |= file && fclose(file) != 0;
    if (bad)
        fprintf(stderr, "tare exam: %s: %s\n", path, strerror(errno));
    free(text);
    return bad;
}

// 64 hexadecimal digits that no student knows; made once.
static int read_secret(const char *out, char secret[65]) {
    char path[700];
    unsigned char bytes[32];
    snprintf(path, sizeof path, "%s/secret", out);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) {
        if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
            return -1;
        for (int i = 0; i < 32; i++)
            dprintf(fd, "%02x", bytes[i]);
        close(fd);
    }
    FILE *file = fopen(path, "r");
    int read = file && fscanf(file, "%64s", secret) == 1 && strlen(secret) == 64;
    if (file)
        fclose(file);
    if (!read)
        fprintf(stderr, "tare exam: %s: it should hold 64 digits\n", path);
    return read ? 0 : -1;
}

static int minutes = 60;

static char *text_of(const struct exam *exam, const char *lab, int what) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    int bad = 0;
    if (!out)
        return NULL;
    if (what < 2)
        bad = exam_program(exam, lab, what, out);
    else if (what == 2)
        exam_meta(exam, out);
    else if (what < 5)
        exam_handout(exam, minutes, what == 4, out);
    else
        exam_key(exam, out);
    bad |= fclose(out);
    if (bad) {
        fprintf(stderr, "tare exam: lab 18 is not as this command knows it\n");
        free(text);
        return NULL;
    }
    return text;
}

static int write_fence(const char *folder, const struct exam *exam, const char *lab) {
    struct fence fence;
    char *program = text_of(exam, lab, 0), *inside = NULL;
    if (program && fence_find(program, &fence) == REFUSED_NOT)
        inside = strndup(fence.inside, fence.length);
    free(program);
    return put(folder, "labs/90_exam/shipped.fence", inside);
}

// A workbook of its own, whose only lab is the exam; what is not the exam's stands in the real one.
// It holds the answers in three places (the solution, lab.meta, the key), so it is the staff's
// alone.
static int write_exam(const char *root, const char *folder, const struct exam *exam,
                      const char *lab) {
    static const char *const rooms[] = {"", "/labs", "/labs/90_exam", "/solutions",
                                        "/solutions/90_exam"};
    static const char *const shared[] = {"common", "build", "grader"};
    char path[1200], to[1200];
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        snprintf(path, sizeof path, "%s%s", folder, rooms[i]);
        if (mkdir(path, 0777) != 0)
            return fprintf(stderr, "tare exam: %s: %s\n", path, strerror(errno)), -1;
    }
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, shared[i]);
        snprintf(to, sizeof to, "%s/%s", root, shared[i]);
        if (symlink(to, path) != 0)
            return fprintf(stderr, "tare exam: %s: %s\n", path, strerror(errno)), -1;
    }
    return put(folder, "labs/90_exam/lab.cu", text_of(exam, lab, 0)) ||
                   put(folder, "solutions/90_exam/lab.cu", text_of(exam, lab, 1)) ||
                   put(folder, "labs/90_exam/lab.meta", text_of(exam, lab, 2)) ||
                   put(folder, "labs/90_exam/README.md", text_of(exam, lab, 3)) ||
                   put(folder, "labs/90_exam/README.zh-CN.md", text_of(exam, lab, 4)) ||
                   put(folder, "key.txt", text_of(exam, lab, 5)) || write_fence(folder, exam, lab)
               ? -1
               : 0;
}

static const char *student, *out = "exams";
static int mistakes = 3;
static const struct argument options[] = {
    {"--seed", ARGUMENT_TEXT, CMD_STUDENT, .to = &student},
    {"--mistakes", ARGUMENT_COUNT, CMD_MISTAKE_COUNT, .to = &mistakes, .low = 1, .high = EXAM_ROWS},
    {"--minutes", ARGUMENT_COUNT, CMD_EXAM_MINUTES, .to = &minutes, .low = 1, .high = 600},
    {"--out", ARGUMENT_TEXT, CMD_OUT_EXAMS, .to = &out},
    {.name = NULL},
};

static int cmd_exam(int argc, char **argv) {
    char root[512], why[200], secret[65] = "", path[700], fresh[720];
    struct exam exam = {.wrong = 0};
    int read = arguments_read(&exam_command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    if (argc != 1 || !student)
        return arguments_wrong(&exam_command);
    if (workbook_find(root) != 0)
        return 2;
    snprintf(path, sizeof path, "%s/solutions/18_published/lab.cu", root);
    size_t length;
    char *lab = file_read(path, SUBMISSION_LIMIT, &length);
    if (!lab) {
        fprintf(stderr, "tare exam: %s: %s; exams are made in the staff's tree\n", path,
                strerror(errno));
        return 2;
    }
    int code = 2;
    int made = mkdir(out, 0777) == 0 || errno == EEXIST;
    umask(077); // whatever the caller's is: what follows is for the staff alone
    snprintf(path, sizeof path, "%.500s/keys", out);
    if (!made || (mkdir(path, 0700) != 0 && errno != EEXIST) || chmod(path, 0700) != 0)
        fprintf(stderr, "tare exam: %s: %s\n", path, strerror(errno));
    else if (read_secret(out, secret) == 0 && exam_draw(student, secret, mistakes, &exam, why) != 0)
        fprintf(stderr, "tare exam: %s\n", why);
    else {
        snprintf(path, sizeof path, "%.500s/keys/%s", out, student);
        snprintf(fresh, sizeof fresh, "%.500s/keys/.%s.%d", out, student, (int)getpid());
        if (access(path, F_OK) == 0) {
            printf("%s: the exam of this student is there already, and stays\n", path);
            code = 0;
        } else if (write_exam(root, fresh, &exam, lab) == 0 && rename(fresh, path) == 0) {
            printf("%s: %d of %d rows are wrong; see key.txt there\n", path, exam.wrong, EXAM_ROWS);
            code = 0;
        } else
            code = 3;
    }
    free(lab);
    return code;
}

const struct command exam_command = {
    "exam",    cmd_exam, CMD_EXAM, CMD_EXAM_USE, CMD_EXAM_MORE, options, .asks = ASKS_NOTHING,
    .words = 0};
