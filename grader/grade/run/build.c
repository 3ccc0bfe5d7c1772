// build.c: the compile command with @IN@ and @OUT@ filled in, run in a child.
#define _GNU_SOURCE
#include "run/build.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/text.h"
#include "intake/intake.h"

enum { MOST_WORDS = 64, LARGEST_SOURCE = 16 << 20, LARGEST_PROGRAM = 256 << 20 };

extern char **environ;

char **environment_of(const char *const *names, char *const *given) {
    size_t count = 0, room = 1;
    for (size_t i = 0; names[i]; i++)
        room++;
    for (size_t i = 0; given && given[i]; i++)
        room++;
    char **result = calloc(room, sizeof *result);
    if (!result)
        return NULL;
    for (size_t i = 0; names[i]; i++) {
        size_t length = strlen(names[i]);
        for (char **e = environ; e && *e; e++)
            if (strncmp(*e, names[i], length) == 0 && (*e)[length] == '=')
                result[count++] = *e;
    }
    for (size_t i = 0; given && given[i]; i++)
        result[count++] = given[i];
    return result;
}

int make_folders(const char *path) {
    char part[600];
    if (text_copy(part, sizeof part, path))
        return errno = ENAMETOOLONG, -1;
    for (char *s = part + 1;; s++) {
        if (*s != '/' && *s != '\0')
            continue;
        char kept = *s;
        *s = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return -1;
        *s = kept;
        if (kept == '\0')
            return 0;
    }
}

// ---- the command --------------------------------------------------------------------

struct command {
    char *text;
    char *words[MOST_WORDS + 1];
    int count;
};

static char weigh[] = "--weigh";

static int read_command(const struct build_request *request, struct command *command) {
    char path[700];
    size_t length;
    snprintf(path, sizeof path, "%s/build/compile.%s", request->root, request->device);
    command->text = file_read(path, 16384, &length);
    command->count = 0;
    if (!command->text)
        return -1;
    char *rest = NULL;
    for (char *word = strtok_r(command->text, " \t\n", &rest); word && command->count < MOST_WORDS;
         word = strtok_r(NULL, " \t\n", &rest)) {
        command->words[command->count++] = word;
        // hostcc is the first word
        if (command->count == 1 && request->weighed)
            command->words[command->count++] = weigh;
    }
    command->words[command->count] = NULL;
    return command->count > 0 ? 0 : -1;
}

// ---- the source ---------------------------------------------------------------------

// Compilers and checks name the file that a person knows, not the copy that is compiled. The
// part behind the fence is not for the fence to read.
static char *source_text(const struct build_request *request) {
    static const char once[] = "#ifdef TARE_INCLUDED\n#error \"the file includes itself\"\n"
                               "#endif\n#define TARE_INCLUDED\n";
    char *text = NULL;
    int length = request->shown ? asprintf(&text, "%s#line 1 \"%s\"\n%s",
                                           request->compiled ? once : "", request->shown,
                                           request->compiled ? request->compiled : request->source)
                                : asprintf(&text, "%s", request->source);
    return length < 0 ? NULL : text;
}

static int write_source(const char *path, const struct build_request *request) {
    char *text = source_text(request);
    int given = text ? process_file_new(text, strlen(text)) : -1;
    int result = given < 0 ? -1 : process_file_keep(given, LARGEST_SOURCE, path, 0644);
    int why = errno;
    if (given >= 0)
        close(given);
    free(text);
    errno = why;
    return result;
}

// ---- compiling ----------------------------------------------------------------------

// Behind walls the source is its input, and the program comes back in request->file.
static int compile(const struct build_request *request, const struct command *command,
                   const char *source, const char *output, int file, struct process *process) {
    static const char *const names[] = {
        "PATH",      "HOME",      "TMPDIR",          "CXX",        "CC", "NVCC",
        "CUDA_HOME", "CUDA_PATH", "LD_LIBRARY_PATH", "CCACHE_DIR", NULL};
    char locale[] = "LC_ALL=C";
    char *given[] = {locale, NULL};
    char *words[MOST_WORDS + 1];
    for (int i = 0; i <= command->count; i++) {
        words[i] = command->words[i];
        if (words[i] && strcmp(words[i], "@IN@") == 0)
            words[i] = (char *)source;
        else if (words[i] && strcmp(words[i], "@OUT@") == 0)
            words[i] = (char *)output;
    }
    char **environment = environment_of(names, given);
    char *text = file < 0 ? NULL : source_text(request);
    int input = text ? process_file_new(text, strlen(text)) : -1;
    free(text);
    if (!environment || (file >= 0 && input < 0)) {
        free(environment);
        return -1;
    }
    *process = (struct process){PROCESS_NONE,
                                .argv = words,
                                .environment = environment,
                                .folder = request->root,
                                .limit = request->limit,
                                .output_limit = PROCESS_OUTPUT_LIMIT,
                                .sandbox = request->sandbox};
    process->input = input;
    process->file = file;
    int result = process_run(process);
    process->argv = process->environment = NULL; // the child had its own
    if (input >= 0)
        close(input);
    free(environment);
    return result;
}

// By the file system's own word: what a compiler prints, a student can make it print.
static int is_full(const char *folder) {
    enum { LEAST = 1 << 20 };
    struct statvfs about;
    return folder && statvfs(folder, &about) == 0 && about.f_blocks > 0 &&
           ((unsigned long long)about.f_bavail * about.f_frsize < LEAST ||
            (about.f_files > 0 && about.f_favail == 0));
}

static int not_ours(const struct build_request *request, const struct process *process,
                    const char *program, enum cannot *cannot, char why[240]) {
    const char *no_walls = process_without_walls(process);
    if (process->end == PROCESS_INTERRUPTED) {
        *cannot = CANNOT_INTERRUPTED;
        text_copy(why, 240, "interrupted");
        return -1;
    }
    if (process->end == PROCESS_NOT_STARTED) {
        *cannot = CANNOT_NO_COMPILER;
        text_format(why, 240, "%s: %s", program, strerror(process->start_error));
        return -1;
    }
    if (no_walls) {
        *cannot = CANNOT_SANDBOX;
        text_copy(why, 240, no_walls);
        return -1;
    }
    int failed = process->end != PROCESS_EXITED || process->exit_code != 0;
    const char *scratch = getenv("TMPDIR");
    if (failed && !request->sandbox &&
        (is_full(request->folder) || is_full(scratch && *scratch ? scratch : "/tmp"))) {
        *cannot = CANNOT_STORE;
        text_copy(why, 240, "the disk is full");
        return -1;
    }
    return 0;
}

// In place: a linker names the copy that was compiled, which is no name that a person knows.
static void rename_in(char *text, const char *path, const char *shown) {
    size_t length = strlen(path), fresh = shown ? strlen(shown) : 0;
    if (!shown || fresh > length)
        return;
    for (char *at = text; (at = strstr(at, path)); at += fresh) {
        memcpy(at, shown, fresh); // NOLINT(bugprone-not-null-terminated-result): within a text
        memmove(at + fresh, at + length, strlen(at + length) + 1);
    }
}

static void judge(const struct build_request *request, const char *source, struct process *process,
                  struct build_result *result) {
    rename_in(process->output, source, request->shown);
    process->output_length = strlen(process->output);
    result->done = 1;
    result->seconds = process->seconds;
    result->timed_out = process->end == PROCESS_TIMED_OUT;
    result->ok = process->end == PROCESS_EXITED && process->exit_code == 0;
    text_printable(result->log, sizeof result->log, process->output, process->output_length);
    if (!result->ok)
        build_first_error(process->output, request, result);
}

// Into fresh, from where nobody has seen a half of it. 0, or -1 with errno.
static int make(const struct build_request *request, const struct command *command,
                const char *source, const char *fresh, struct process *process) {
    const char *room = request->sandbox ? request->sandbox->room : NULL;
    if (!room)
        return compile(request, command, source, fresh, -1, process);
    char inside[PATH_MAX];
    snprintf(inside, sizeof inside, "%s/program", room);
    int file = process_file_new("", 0);
    int result = file < 0 ? -1 : compile(request, command, source, inside, file, process);
    if (result == 0 && process->end == PROCESS_EXITED && process->exit_code == 0)
        result = process_file_keep(file, LARGEST_PROGRAM, fresh, 0755);
    if (file >= 0)
        close(file);
    return result;
}

static int build_in(const struct build_request *request, const struct command *command,
                    struct build_result *result, char program[600], enum cannot *cannot,
                    char why[240]) {
    char key[17], source[PATH_MAX], fresh[640];
    int has_source = !request->object && !(request->sandbox && request->sandbox->room);
    if (request->object && access(request->object, R_OK) != 0) {
        *cannot = CANNOT_REFERENCE;
        return text_format(why, 240, "the reference %.150s: %s", request->object, strerror(errno)),
               -1;
    }
    *cannot = CANNOT_STORE;
    if (make_folders(request->folder) != 0 ||
        build_key(request, command->words, command->count, key) != 0)
        return text_format(why, 240, "%.150s: %s", request->folder, strerror(errno)), -1;
    snprintf(program, 600, "%.500s/%s-%s", request->folder, request->name, key);
    if (has_source || request->object)
        snprintf(source, sizeof source, "%s%s", request->object ? request->object : program,
                 request->object ? "" : ".cu");
    else
        snprintf(source, sizeof source, "%s/lab.cu", request->sandbox->room);
    snprintf(fresh, sizeof fresh, "%s.%d", program, (int)getpid());
    if (!request->anew && access(program, X_OK) == 0) {
        result->done = result->ok = result->cached = 1;
        utimensat(AT_FDCWD, program, NULL, 0);
        if (has_source)
            utimensat(AT_FDCWD, source, NULL, 0);
        return 0;
    }
    if (has_source && write_source(source, request) != 0)
        return text_format(why, 240, "%.150s: %s", source, strerror(errno)), -1;
    char compiler[128];
    text_copy(compiler, sizeof compiler, command->words[0]);
    struct process process = {PROCESS_NONE};
    if (make(request, command, source, fresh, &process) != 0) {
        process_free(&process);
        text_format(why, 240, "%.150s: %s", compiler, strerror(errno));
        return -1;
    }
    int failed = not_ours(request, &process, compiler, cannot, why);
    if (failed == 0) {
        char name[64];
        judge(request, source, &process, result);
        if (!result->ok && build_lacks(request, process.output, name)) {
            *cannot = CANNOT_LACKS;
            text_format(why, 240, BUILD_LACKS "%s", name);
            result->done = 0;
            failed = -1;
        }
        if (result->ok && rename(fresh, program) != 0) {
            *cannot = CANNOT_STORE;
            text_format(why, 240, "%.150s: %s", program, strerror(errno));
            failed = -1;
        }
    }
    process_free(&process);
    unlink(fresh);
    if (has_source && (failed != 0 || !result->ok))
        unlink(source);
    build_prune(request->folder, request->name);
    return failed;
}

int build_program(const struct build_request *request, struct build_result *result,
                  char program[600], enum cannot *cannot, char why[240]) {
    struct command command;
    memset(result, 0, sizeof *result);
    const char *changed = seal_broken(request->seal);
    if (changed) {
        *cannot = CANNOT_STORE;
        text_format(why, 240, "%.180s has changed since the class began", changed);
        return -1;
    }
    if (read_command(request, &command) != 0) {
        free(command.text);
        *cannot = CANNOT_NO_COMPILER;
        text_format(why, 240, "build/compile.%s is missing: make build/compile.%s", request->device,
                    request->device);
        return -1;
    }
    int failed = build_in(request, &command, result, program, cannot, why);
    free(command.text);
    return failed;
}
