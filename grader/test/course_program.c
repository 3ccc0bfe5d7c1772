// course_program.c: the rules of a lab's folder and of its program: which files there are,
// what lab.meta says, one mistake in one fence, and a solution that differs in little else.
#include <dirent.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "course.h"
#include "intake/fence.h"
#include "naming/naming.h"

enum { MOST_LINES = 120, MOST_COLUMNS = 80, MOST_CHANGED = 12 };
static const char *const lab_files[] = {"lab.cu",         "shipped.fence", "lab.meta",
                                        "README.md",      "hints.en.md",   "README.zh-CN.md",
                                        "hints.zh-CN.md", "Makefile",      NULL};
static const char *const solution_files[] = {"lab.cu", NULL};

struct source {
    char *text, *inside; // inside: a copy of what stands between the marks of its fence
    struct fence fence;
};

static int read_source(const char *top, const char *folder, struct source *source) {
    memset(source, 0, sizeof *source);
    source->text = course_file("%s/%s/lab.cu", top, folder);
    if (!source->text)
        return 0; // lab_has_its_files() tells
    enum refusal refusal = fence_find(source->text, &source->fence);
    EXPECT(refusal == REFUSED_NOT,
           "%s/%s/lab.cu: wants one \"// tare: begin\" and one \"// tare: end\" after it", top,
           folder);
    if (refusal == REFUSED_NOT)
        source->inside = strndup(source->fence.inside, source->fence.length);
    return source->inside != NULL;
}

static void free_source(struct source *source) {
    free(source->text);
    free(source->inside);
}

// ---- the folder -----------------------------------------------------------------------------

// What a learner keeps beside (lab.cu.kept-1) and what an editor leaves is not the course's.
static int is_somebody_elses(const char *name) {
    return strncmp(name, "lab.cu.", 7) == 0 || name[0] == '.';
}

// A lab in one language has no text of the other.
static int belongs(const struct lab_meta *lab, const char *file) {
    int chinese = strstr(file, ".zh-CN.") != NULL;
    if (lab->written == IN_ENGLISH)
        return !chinese;
    return lab->written != IN_CHINESE || chinese || !strstr(file, ".md");
}

static void check_files(const char *top, const struct lab_meta *lab, const char *const files[]) {
    const char *folder = lab->folder;
    char path[1024];
    for (int i = 0; files[i]; i++) {
        if (!belongs(lab, files[i]))
            continue;
        char *text = course_file("%s/%s/%s", top, folder, files[i]);
        EXPECT(text != NULL, "%s/%s/%s is missing", top, folder, files[i]);
        free(text);
    }
    snprintf(path, sizeof path, "%s/%s/%s", course_root, top, folder);
    DIR *opened = opendir(path);
    for (struct dirent *entry; opened && (entry = readdir(opened));) {
        int known = is_somebody_elses(entry->d_name);
        for (int i = 0; files[i] && !known; i++)
            known = strcmp(entry->d_name, files[i]) == 0;
        EXPECT(known, "%s/%s/%s: no file of a lab has this name", top, folder, entry->d_name);
        EXPECT(belongs(lab, entry->d_name), "%s/%s/%s: lab.meta says languages = %s", top, folder,
               entry->d_name, lab->written == IN_ENGLISH ? "en" : "zh");
    }
    if (opened)
        closedir(opened);
}

void lab_has_its_files(const struct lab_meta *lab) {
    check_files("labs", lab, lab_files);
    check_files("solutions", lab, solution_files);
}

static void check_gaps(const char *top, const char *folder, const char *name) {
    char *text = course_file("%s/%s/%s", top, folder, name);
    struct lines lines = text ? course_lines(text) : (struct lines){0};
    for (int i = 0; i < lines.count; i++) {
        const char *gap = strstr(lines.at[i], "TODO(lab)");
        EXPECT(!gap, "%s/%s/%s:%d: %s", top, folder, name, i + 1, gap);
    }
    free(lines.at);
    free(text);
}

void lab_has_no_gap(const struct lab_meta *lab) {
    for (int i = 0; lab_files[i]; i++)
        check_gaps("labs", lab->folder, lab_files[i]);
    check_gaps("solutions", lab->folder, "lab.cu");
}

// ---- lab.meta -------------------------------------------------------------------------------

// Of a lab in two languages, each line says its words in both.
static void check_words(const struct lab_meta *lab, const char (*lines)[200], int count) {
    for (int i = 0; i < count; i++)
        EXPECT(lab->written != IN_BOTH || course_occurrences(lines[i], "|") >= 2,
               "labs/%s/lab.meta: \"%s\": wants its words in both languages: | words | 文字",
               lab->folder, lines[i]);
}

static void check_mistake(const struct lab_meta *lab, const char *mistake) {
    EXPECT(mistake_named(mistake) != NULL,
           "labs/%s/lab.meta: the grader knows no mistake %s: see grader/mistakes/README.md",
           lab->folder, mistake);
}

void lab_meta_holds(const struct lab_meta *lab) {
    char *text = course_file("labs/%s/lab.cu", lab->folder), named[80];
    if (lab->mistake[0])
        check_mistake(lab, lab->mistake);
    EXPECT(lab->row_count || (lab->off[1][0] && (lab->off[0][0] || lab->gpu_only)),
           "labs/%s/lab.meta: no \"off\": how far off is the lab as shipped?", lab->folder);
    EXPECT(strcmp(lab->title[ENGLISH], lab->title[CHINESE]) != 0,
           "labs/%s/lab.meta: title.en and title.zh are the same", lab->folder);
    check_words(lab, lab->terms, lab->term_count);
    check_words(lab, lab->beside, lab->beside_count);
    snprintf(named, sizeof named, "tare_lab_begin(\"%s\"", lab->name);
    EXPECT(text && strstr(text, named), "labs/%s/lab.cu: no %s: its name is that of lab.meta",
           lab->folder, named);
    for (int row = 0; row < lab->row_count; row++) {
        if (!is_no_mistake(lab->rows[row].mistake))
            check_mistake(lab, lab->rows[row].mistake);
        snprintf(named, sizeof named, "\"%.60s\"", lab->rows[row].what);
        EXPECT(text && strstr(text, named), "labs/%s/lab.cu: claims no %s: lab.meta has that row",
               lab->folder, named);
    }
    free(text);
}

// lab.meta's expression is awk's.
static int holds_for(const char *expression, double time) {
    char assignments[80];
    snprintf(assignments, sizeof assignments, "unit = 1; work = 1; time = rate = %.9g;", time);
    return course_value(assignments, expression) != 0;
}

void lab_off_is_wrong(const struct lab_meta *lab) {
    for (int device = 0; device < 2; device++)
        for (int side = -1; side <= 1 && lab->off[device][0]; side++) {
            double time = 1 + side * lab->tolerance;
            EXPECT(!holds_for(lab->off[device], time),
                   "labs/%s/lab.meta: \"%s\" holds for a rate of %g, which passes", lab->folder,
                   lab->off[device], time);
        }
}

// ---- the program ----------------------------------------------------------------------------

void lab_has_one_task(const struct lab_meta *lab) {
    struct source solution;
    char *shipped = course_file("labs/%s/shipped.fence", lab->folder);
    int tasks = shipped ? course_occurrences(shipped, "TODO") : 1;
    EXPECT(tasks == 1, "labs/%s/shipped.fence: %d times TODO in the fence, and one task wanted",
           lab->folder, tasks);
    if (read_source("solutions", lab->folder, &solution))
        EXPECT(!strstr(solution.inside, "TODO"), "solutions/%s/lab.cu: a TODO is left",
               lab->folder);
    free_source(&solution);
    free(shipped);
}

void lab_and_solution_agree(const struct lab_meta *lab) {
    struct source ours, solution;
    int read = read_source("labs", lab->folder, &ours);
    if (read_source("solutions", lab->folder, &solution) && read) {
        char *spliced = fence_splice(solution.text, &solution.fence, &ours.fence);
        EXPECT(spliced && strcmp(spliced, ours.text) == 0,
               "labs/%s/lab.cu: differs from the solution outside the fence", lab->folder);
        free(spliced);
    }
    free_source(&ours);
    free_source(&solution);
}

static void check_shape(const char *top, const char *folder, char *text) {
    if (!text)
        return; // lab_has_its_files() tells
    EXPECT(!strchr(text, '\t') && !strchr(text, '\r'), "%s/%s/lab.cu: a tab or a CR", top, folder);
    EXPECT(!strstr(text, "#if"), "%s/%s/lab.cu: #if: a lab reads the same on every device", top,
           folder);
    EXPECT(strlen(text) && text[strlen(text) - 1] == '\n', "%s/%s/lab.cu: its last line has no end",
           top, folder);
    struct lines lines = course_lines(text);
    EXPECT(lines.count <= MOST_LINES, "%s/%s/lab.cu: %d lines, and %d are the most", top, folder,
           lines.count, MOST_LINES);
    for (int i = 0; i < lines.count; i++) {
        size_t length = strlen(lines.at[i]);
        EXPECT(length <= MOST_COLUMNS, "%s/%s/lab.cu:%d: %zu columns, and %d are the most", top,
               folder, i + 1, length, MOST_COLUMNS);
        EXPECT(!length || lines.at[i][length - 1] != ' ', "%s/%s/lab.cu:%d: blanks at its end", top,
               folder, i + 1);
    }
    free(lines.at);
    free(text);
}

// As it was shipped: what a learner makes of it may be of any shape.
static char *as_shipped(const char *folder) {
    struct source solution;
    char *shipped = course_file("labs/%s/shipped.fence", folder), *whole = NULL;
    if (read_source("solutions", folder, &solution) && shipped) {
        struct fence theirs = {.inside = shipped, .length = strlen(shipped)};
        whole = fence_splice(solution.text, &solution.fence, &theirs);
    }
    free(shipped);
    free_source(&solution);
    return whole;
}

void lab_is_short(const struct lab_meta *lab) {
    check_shape("labs", lab->folder, as_shipped(lab->folder));
    check_shape("solutions", lab->folder, course_file("solutions/%s/lab.cu", lab->folder));
}

void lab_is_a_small_diff(const struct lab_meta *lab) {
    char *shipped = course_file("labs/%s/shipped.fence", lab->folder);
    struct source solution;
    if (read_source("solutions", lab->folder, &solution) && shipped) {
        int removed, added;
        struct lines before = course_lines(shipped), after = course_lines(solution.inside);
        course_diff(&before, &after, &removed, &added);
        EXPECT(removed <= MOST_CHANGED && added <= MOST_CHANGED,
               "solutions/%s/lab.cu: removes %d lines and adds %d, and %d are the most",
               lab->folder, removed, added, MOST_CHANGED);
        EXPECT(added > 0, "solutions/%s/lab.cu: is the lab as shipped", lab->folder);
        free(before.at);
        free(after.at);
    }
    free(shipped);
    free_source(&solution);
}

// A learner's own edit is no fault of the course: then git knows what was shipped.
static int committed_as(const char *folder) {
    char command[1400];
    snprintf(command, sizeof command,
             "cd '%s' && git show 'HEAD:labs/%s/lab.cu' 2>/dev/null | build/lab_file fence "
             "/dev/stdin 2>/dev/null | cmp -s - 'labs/%s/shipped.fence'",
             course_root, folder, folder);
    int status = system(command);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void lab_is_as_recorded(const struct lab_meta *lab) {
    struct source ours;
    char *shipped = course_file("labs/%s/shipped.fence", lab->folder);
    if (read_source("labs", lab->folder, &ours) && shipped)
        EXPECT(strcmp(shipped, ours.inside) == 0 || committed_as(lab->folder),
               "labs/%s/shipped.fence: is not the fence of lab.cu: make shipped", lab->folder);
    free(shipped);
    free_source(&ours);
}
