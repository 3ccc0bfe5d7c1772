// audit: runs any program under the witness, and says of each number that it prints whether it is
// true.
#define _GNU_SOURCE // mkdtemp
#include <elf.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit/audit.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "weigh/weigh.h"
#include "witness/picture.h"
#include "witness/words.h"

enum { NOTHING_WRONG = 0, SOMETHING_WRONG = 1, CANNOT = 2, PROGRAM_FAILED = 3 };

struct auditing {
    const char *json, *junit, *csv, *svg, *trace, *claims, *device, *scales;
    enum verdict fail_on;
    double limit, peak;
    int colourless, ascii, weigh;
    enum language language;
    char **program; // NULL: the trace and the claims are there
    struct heard heard;
};

// ---- options ---------------------------------------------------------------------------------

static struct auditing asked = {.limit = 600};
static int fail_on = 1, language;

static const struct argument options[] = {
    {"--json", ARGUMENT_TEXT, CMD_JSON, .to = &asked.json},
    {"--junit", ARGUMENT_TEXT, CMD_JUNIT, .to = &asked.junit},
    {"--csv", ARGUMENT_TEXT, CMD_CSV_NUMBERS, .to = &asked.csv},
    {"--svg", ARGUMENT_TEXT, CMD_SVG_WORST, .to = &asked.svg},
    {"--trace", ARGUMENT_TEXT, CMD_TRACE, .to = &asked.trace},
    {"--claims", ARGUMENT_TEXT, CMD_CLAIMS, .to = &asked.claims},
    {"--fail-on", ARGUMENT_CHOICE, CMD_FAIL_ON, .to = &fail_on, .choices = "suspect wrong"},
    {"--limit", ARGUMENT_TIME, CMD_ALONE, .to = &asked.limit, .low = 0.01, .high = 1e7},
    {"--weigh", ARGUMENT_FLAG, CMD_WEIGH_TOO, .to = &asked.weigh},
    {"--scales", ARGUMENT_TEXT, CMD_SCALES, .to = &asked.scales},
    {"--peak", ARGUMENT_TIME, CMD_PEAK_MEMORY, .to = &asked.peak, .low = 0.001, .high = 1e9},
    {"--no-color", ARGUMENT_FLAG, CMD_NO_COLOR, .to = &asked.colourless},
    {"--ascii", ARGUMENT_FLAG, CMD_ASCII, .to = &asked.ascii},
    {"--lang", ARGUMENT_CHOICE, CMD_LANG, .to = &language, .choices = "en zh"},
    {"--device", ARGUMENT_TEXT, CMD_WITNESS_OF, .to = &asked.device, .choices = "gpu host"},
    {.name = NULL},
};

static int read_options(int *argc, char **argv) {
    language = language_of_environment();
    int read = arguments_read(&audit_command, argc, argv);
    asked.language = (enum language)language;
    asked.fail_on = fail_on ? VERDICT_WRONG : VERDICT_SUSPECT;
    asked.program = *argc > 1 ? argv + 1 : NULL;
    return read == ARGUMENTS_READ && !asked.program && !(asked.trace && asked.claims)
               ? arguments_wrong(&audit_command)
               : read;
}

#define SAY(audit, name, ...)                                                                      \
    fprintf(stderr, audit_text((audit)->language, AUDIT_##name), __VA_ARGS__)

// ---- why nothing was seen --------------------------------------------------------------------

static int is_static(const char *path) {
    unsigned char head[4096];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    Elf64_Ehdr elf;
    if (size < sizeof elf || memcmp(head, ELFMAG, SELFMAG) != 0 || head[EI_CLASS] != ELFCLASS64)
        return 0;
    memcpy(&elf, head, sizeof elf);
    for (int i = 0; i < elf.e_phnum; i++) {
        Elf64_Phdr part;
        size_t at = elf.e_phoff + (size_t)i * sizeof part;
        if (at + sizeof part > size)
            return 0;
        memcpy(&part, head + at, sizeof part);
        if (part.p_type == PT_INTERP)
            return 0;
    }
    return elf.e_type == ET_EXEC || elf.e_type == ET_DYN;
}

// Where the shell would find the program.
static void find_program(const char *name, char *path, size_t size) {
    const char *folders = strchr(name, '/') ? NULL : getenv("PATH");
    text_copy(path, size, name);
    for (const char *end; folders && *folders; folders = *end ? end + 1 : end) {
        end = strchrnul(folders, ':');
        text_format(path, size, "%.*s/%s", (int)(end - folders), folders, name);
        if (access(path, X_OK) == 0)
            return;
    }
}

static const char *why_unseen(const struct auditing *audit) {
    char path[4096];
    struct stat there;
    find_program(audit->program[0], path, sizeof path);
    if (stat(path, &there) == 0 && (there.st_mode & (S_ISUID | S_ISGID)))
        return audit_text(audit->language, AUDIT_BECAUSE_SETUID);
    return is_static(path) ? audit_text(audit->language, AUDIT_BECAUSE_STATIC) : "";
}

// ---- reports ---------------------------------------------------------------------------------

enum form { AS_JSON, AS_JUNIT, AS_CSV };

static int write_to(const char *path, const struct audit_report *report, enum verdict fail_on,
                    enum form form) {
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    int done = out != NULL;
    if (out && form == AS_JUNIT)
        audit_junit(report, fail_on, out);
    else if (out && form == AS_CSV)
        audit_csv(report, out);
    else if (out)
        done = audit_json(report, out);
    if (out && (ferror(out) || (out == stdout ? fflush(out) : fclose(out)) != 0))
        done = 0;
    if (!done)
        fprintf(stderr, "tare audit: %s: %s\n", path, strerror(errno ? errno : ENOMEM));
    return done;
}

static int draw_worst(const struct auditing *audit, const struct audit_report *report) {
    const struct audited *worst = audit_worst(report);
    struct drawing drawing = {.width = report->width,
                              .language = audit->language,
                              .device = report->device,
                              .program = report->program};
    FILE *out = worst ? fopen(audit->svg, "w") : NULL;
    int done = !worst || (out && draw_svg(report->view, &worst->facts, &drawing, out));
    if (out && fclose(out) != 0)
        done = 0;
    if (!done)
        fprintf(stderr, "tare audit: %s: %s\n", audit->svg, strerror(errno));
    return done;
}

static void hash_trace(const char *path, char sha256[65]) {
    FILE *file = fopen(path, "rb");
    struct stat there;
    char *bytes =
        file && fstat(fileno(file), &there) == 0 ? malloc((size_t)there.st_size + 1) : NULL;
    sha256[0] = 0;
    if (bytes && fread(bytes, 1, (size_t)there.st_size, file) == (size_t)there.st_size)
        text_sha256(bytes, (size_t)there.st_size, sha256);
    free(bytes);
    if (file)
        fclose(file);
}

static int report_all(const struct auditing *audit, const struct trace *trace,
                      const struct view *view, const struct audited *of) {
    struct audit_report report = {
        .numbers = &audit->heard.numbers,
        .of = of,
        .view = view,
        .program = audit->program ? audit->program[0] : trace->program,
        .device = trace->device,
        .heard = &audit->heard,
        .language = audit->language,
        .colour = terminal_colour(STDOUT_FILENO) && !audit->colourless,
        .ascii = audit->ascii || !terminal_utf8(),
        .width = terminal_width(STDOUT_FILENO),
    };
    int counts[VERDICTS], done = 1;
    if (audit->json)
        hash_trace(audit->trace, report.sha256);
    int to_stdout = audit->json && strcmp(audit->json, "-") == 0;
    audit_say(&report, to_stdout ? stderr : stdout);
    if (audit->json)
        done &= write_to(audit->json, &report, audit->fail_on, AS_JSON);
    if (audit->junit)
        done &= write_to(audit->junit, &report, audit->fail_on, AS_JUNIT);
    if (audit->csv)
        done &= write_to(audit->csv, &report, audit->fail_on, AS_CSV);
    if (audit->svg)
        done &= draw_worst(audit, &report);
    audit_counts(&report, counts);
    if (!done)
        return CANNOT;
    int bad = counts[VERDICT_WRONG];
    if (audit->fail_on == VERDICT_SUSPECT)
        bad += counts[VERDICT_SUSPECT];
    return bad ? SOMETHING_WRONG : NOTHING_WRONG;
}

// The run whose time is judged is never the run that is weighed.
static int weigh_again(const struct auditing *audit, struct weighing *weighing) {
    if (!(audit->weigh || audit->scales) || !audit->program)
        return 0;
    fputs(audit_text(audit->language, AUDIT_WEIGHING), stderr);
    char *judged = audit->program[0];
    if (audit->scales)
        audit->program[0] = (char *)audit->scales;
    int done = weigh_quietly(audit->program, audit->limit, weighing);
    audit->program[0] = judged;
    if (done)
        return 1;
    SAY(audit, NOT_WEIGHED, audit->program[0]);
    return 0;
}

static int audit_trace(const struct auditing *audit) {
    struct trace trace;
    struct view view;
    char why[200];
    const struct numbers *numbers = &audit->heard.numbers;
    int code = CANNOT;
    if (!trace_read(audit->trace, &trace, why, sizeof why)) {
        SAY(audit, CANNOT_READ, audit->trace, witness_reason(why, audit->language));
        return CANNOT;
    }
    if (trace.cut_short && (!audit->program || audit->heard.ended == ENDED_BY_SIGNAL))
        fputs(audit_text(audit->language, AUDIT_CUT_SHORT), stderr);
    struct audited *of = calloc(numbers->count + 1, sizeof *of);
    struct weighing weighing = {0};
    int weighed = weigh_again(audit, &weighing);
    if (of && view_make(&trace, &view)) {
        if (view_windows_around(&view) &&
            audit_numbers(&view, numbers, 1e9 * audit->peak, weighed ? &weighing : NULL, of))
            code = report_all(audit, &trace, &view, of);
        else
            fputs("tare audit: out of memory\n", stderr);
        view_free(&view);
    }
    weighing_free(&weighing);
    free(of);
    trace_free(&trace);
    return code;
}

// ---- the program -----------------------------------------------------------------------------

// The numbers of a file, which all came at the end.
static int read_claims(struct auditing *audit) {
    struct numbers *numbers = &audit->heard.numbers;
    FILE *file = fopen(audit->claims, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    numbers_free(numbers);
    while (file && (length = getline(&line, &room, file)) >= 0) {
        numbers_line(numbers, line, (size_t)length, INT64_MAX);
        audit->heard.bytes += (uint64_t)length;
    }
    free(line);
    if (!file || ferror(file)) {
        SAY(audit, CANNOT_READ, audit->claims, strerror(errno));
        if (file)
            fclose(file);
        return 0;
    }
    fclose(file);
    return 1;
}

// How the program ended; 0 when it did well.
static int say_end(const struct auditing *audit) {
    const struct heard *heard = &audit->heard;
    fflush(stdout);
    if (heard->strays)
        SAY(audit, STRAYS, heard->strays);
    switch (heard->ended) {
    case ENDED_BY_LIMIT:
        SAY(audit, LIMIT, audit->limit);
        return PROGRAM_FAILED;
    case ENDED_BY_SIGNAL:
        SAY(audit, SIGNALLED, heard->code, strsignal(heard->code));
        return PROGRAM_FAILED;
    case ENDED_ITSELF:
        if (heard->code)
            SAY(audit, FAILED, heard->code);
        return heard->code ? PROGRAM_FAILED : 0;
    default:
        return PROGRAM_FAILED;
    }
}

// A failed launch is told of a program too that prints no number.
static void say_refused(const struct auditing *audit) {
    struct trace trace;
    char why[200];
    if (!trace_read(audit->trace, &trace, why, sizeof why))
        return;
    audit_say_refused(&trace, audit->language, terminal_width(STDOUT_FILENO), stdout);
    trace_free(&trace);
}

static int audit_what_ran(struct auditing *audit) {
    const struct numbers *numbers = &audit->heard.numbers;
    struct stat there;
    int failed = audit->program ? say_end(audit) : 0, code;
    if (audit->heard.ended == ENDED_BY_US)
        return 130;
    if (audit->claims && !read_claims(audit))
        return CANNOT;
    trace_mend(audit->trace);
    if (stat(audit->trace, &there) != 0 || there.st_size == 0) {
        SAY(audit, NO_CALL, audit->program ? why_unseen(audit) : "");
        code = CANNOT;
    } else if (audit->heard.bytes == 0) {
        fputs(audit_text(audit->language, AUDIT_NO_OUTPUT), stderr);
        say_refused(audit);
        code = CANNOT;
    } else if (numbers->count == 0 || numbers->failed) {
        SAY(audit, NO_NUMBER, (unsigned long long)audit->heard.bytes);
        say_refused(audit);
        code = CANNOT;
    } else {
        code = audit_trace(audit);
    }
    return code == SOMETHING_WRONG || !failed ? code : failed;
}

static int audit_program(struct auditing *audit) {
    char witness[600], folder[] = "/tmp/tare-audit-XXXXXX", kept[sizeof folder + 16] = "";
    if (!find_beside(audit->device, "witness.so", witness, sizeof witness)) {
        fputs(audit_text(audit->language, AUDIT_NO_WITNESS), stderr);
        return CANNOT;
    }
    if (!audit->trace) {
        if (!mkdtemp(folder)) {
            SAY(audit, CANNOT_READ, "/tmp", strerror(errno));
            return CANNOT;
        }
        text_format(kept, sizeof kept, "%s/trace.json", folder);
        audit->trace = kept;
    }
    struct under_witness run = {witness, audit->trace,
                                audit->json && strcmp(audit->json, "-") == 0 ? ASIDE_STDERR
                                                                             : ASIDE_NO,
                                audit->language, audit->program};
    int code = CANNOT;
    unlink(audit->trace);
    if (listen_to(&run, audit->limit, &audit->heard) != 0)
        SAY(audit, NO_TERMINAL, strerror(errno));
    else if (audit->heard.ended == NOT_STARTED)
        SAY(audit, NOT_STARTED, audit->program[0], strerror(audit->heard.code));
    else
        code = audit_what_ran(audit);
    if (kept[0]) {
        unlink(kept);
        rmdir(folder);
    }
    return code;
}

static int cmd_audit(int argc, char **argv) {
    int read = read_options(&argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    int code = asked.program ? audit_program(&asked) : audit_what_ran(&asked);
    numbers_free(&asked.heard.numbers);
    return code;
}

const struct command audit_command = {"audit",           cmd_audit,          CMD_AUDIT,
                                      CMD_AUDIT_USE,     CMD_AUDIT_MORE,     options,
                                      .asks = ASKS_FILE, .words = ANY_WORDS, .before_words = 1};
