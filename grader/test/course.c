// course.c: what must hold for every lab and its solution as texts: one flaw in one
// fence, one task, frozen lines alike, short, and as it was shipped.
#include <dirent.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "course.h"
#include "intake/fence.h"
#include "naming/mistakes.h"
#include "suite.h"

enum { MOST_LINES = 120, MOST_COLUMNS = 80, MOST_CHANGED = 12, LABS_OF_THE_WORKBOOK = 18 };

void course_handouts(void);
void course_hints(void);
void course_numbers(void);
void course_remedies(void);
void course_numbers_of_the_code(void);
void course_corpus(void);
void course_predictions(void);
void course_corpus_seen(void);

struct source {
    char *text, *inside; // inside: a copy of what is between its fences
    struct fence fence;
};

static int read_source(const char *room, const char *folder, struct source *source) {
    memset(source, 0, sizeof *source);
    source->text = course_file("%s/%s/lab.cu", room, folder);
    EXPECT(source->text != NULL, "%s/%s/lab.cu is not there", room, folder);
    if (!source->text)
        return 0;
    enum refusal refusal = fence_find(source->text, &source->fence);
    EXPECT(refusal == REFUSED_NOT, "%s/%s/lab.cu: wants exactly one fence", room, folder);
    if (refusal == REFUSED_NOT)
        source->inside = strndup(source->fence.inside, source->fence.length);
    return source->inside != NULL;
}

static void free_source(struct source *source) {
    free(source->text);
    free(source->inside);
}

static void all_numbers_are_there(void) {
    EXPECT(course_count == LABS_OF_THE_WORKBOOK, "there are %d labs", course_count);
    for (int i = 0; i < course_count; i++)
        EXPECT(atoi(course_labs[i].number) == i + 1, "lab %s comes as number %d",
               course_labs[i].folder, i + 1);
}

static int expected_entry(const char *room, const char *name) {
    static const char *const files[] = {"lab.cu",          "lab.meta",    "README.md",
                                        "README.zh-CN.md", "hints.en.md", "hints.zh-CN.md",
                                        "shipped.fence"};
    int count = strcmp(room, "labs") == 0 ? (int)(sizeof files / sizeof files[0]) : 1;
    for (int i = 0; i < count; i++)
        if (strcmp(name, files[i]) == 0)
            return 1;
    return strncmp(name, "lab.cu.", 7) == 0 || name[0] == '.'; // a learner's and editors' own
}

static void no_file_is_missing_or_stray(void) {
    static const char *const rooms[] = {"labs", "solutions"};
    for (int i = 0; i < course_count; i++)
        for (int room = 0; room < 2; room++) {
            char path[1024];
            int known = 0;
            snprintf(path, sizeof path, "%s/%s/%s", course_root, rooms[room],
                     course_labs[i].folder);
            DIR *folder = opendir(path);
            EXPECT(folder != NULL, "%s is not there", path);
            for (struct dirent *entry; folder && (entry = readdir(folder));) {
                int expected = expected_entry(rooms[room], entry->d_name);
                EXPECT(expected, "%s holds %s: what is it?", path, entry->d_name);
                known += expected && entry->d_name[0] != '.' &&
                         strncmp(entry->d_name, "lab.cu.", 7) != 0;
            }
            EXPECT(known == (room ? 1 : 7), "%s holds %d of its files", path, known);
            if (folder)
                closedir(folder);
        }
}

static int chapter_is_there(const char *chapter) {
    char pattern[600];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/docs/book/[0-9][0-9]-%s.en.md", course_root, chapter);
    int there = glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc == 1;
    globfree(&found);
    return there;
}

static void metadata_is_complete(void) {
    for (int i = 0; i < course_count; i++) {
        const struct lab_meta *lab = &course_labs[i];
        struct source source;
        char named[64];
        if (lab->mistake[0])
            EXPECT(mistake_named(lab->mistake) != NULL, "%s: %s is not in the grader's catalogue",
                   lab->folder, lab->mistake);
        for (int row = 0; row < lab->row_count; row++)
            EXPECT(mistake_named(lab->rows[row].mistake) != NULL, "%s: %s is not in the catalogue",
                   lab->folder, lab->rows[row].mistake);
        EXPECT(lab->row_count || (lab->off[1][0] && (lab->off[0][0] || lab->gpu_only)),
               "%s: lab.meta does not say how far off it is", lab->folder);
        EXPECT(chapter_is_there(lab->chapter), "%s: docs/book has no chapter %s", lab->folder,
               lab->chapter);
        EXPECT(strcmp(lab->title[0], lab->title[1]) != 0, "%s: one title twice", lab->folder);
        if (read_source("solutions", lab->folder, &source)) {
            snprintf(named, sizeof named, "tare_lab_begin(\"%s\"", lab->name);
            EXPECT(strstr(source.text, named) != NULL, "%s: no %s", lab->folder, named);
        }
        for (int row = 0; row < lab->row_count && source.text; row++) {
            snprintf(named, sizeof named, "\"%.60s\"", lab->rows[row].what);
            EXPECT(strstr(source.text, named) != NULL, "%s: claims no %s", lab->folder, named);
        }
        free_source(&source);
    }
}

static void one_task_in_the_lab_and_none_in_the_solution(void) {
    for (int i = 0; i < course_count; i++) {
        const char *folder = course_labs[i].folder;
        struct source solution;
        char *shipped = course_file("labs/%s/shipped.fence", folder);
        EXPECT(shipped && course_occurrences(shipped, "TODO") == 1,
               "%s: one TODO in what is shipped", folder);
        if (read_source("solutions", folder, &solution))
            EXPECT(!strstr(solution.text, "TODO"), "solutions/%s: a TODO is left", folder);
        free_source(&solution);
        free(shipped);
    }
}

static void frozen_lines_are_the_same(void) {
    for (int i = 0; i < course_count; i++) {
        const char *folder = course_labs[i].folder;
        struct source lab, solution;
        int read = read_source("labs", folder, &lab);
        read = read_source("solutions", folder, &solution) && read;
        char *spliced = read ? fence_splice(solution.text, &solution.fence, &lab.fence) : NULL;
        EXPECT(spliced && strcmp(spliced, lab.text) == 0,
               "%s: lab and solution differ outside the fence", folder);
        free(spliced);
        free_source(&lab);
        free_source(&solution);
    }
}

static void check_shape(const char *room, const char *folder, char *text) {
    EXPECT(text != NULL, "%s/%s/lab.cu is not there", room, folder);
    if (!text)
        return;
    EXPECT(!strchr(text, '\t') && !strchr(text, '\r'), "%s/%s: tabs or CR", room, folder);
    EXPECT(!strstr(text, "#if"), "%s/%s: a lab has no #if", room, folder);
    EXPECT(strlen(text) && text[strlen(text) - 1] == '\n', "%s/%s: no last newline", room, folder);
    struct lines lines = course_lines(text);
    EXPECT(lines.count <= MOST_LINES, "%s/%s: %d lines", room, folder, lines.count);
    for (int i = 0; i < lines.count; i++) {
        size_t length = strlen(lines.at[i]);
        EXPECT(length <= MOST_COLUMNS, "%s/%s/lab.cu:%d: %zu columns", room, folder, i + 1, length);
        EXPECT(!length || lines.at[i][length - 1] != ' ', "%s/%s/lab.cu:%d: blank at its end", room,
               folder, i + 1);
    }
    free(lines.at);
    free(text);
}

// As it was shipped: what a learner makes of it may be of any shape.
static char *pristine(const char *folder) {
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

static void programs_are_short(void) {
    for (int i = 0; i < course_count; i++) {
        const char *folder = course_labs[i].folder;
        check_shape("labs", folder, pristine(folder));
        check_shape("solutions", folder, course_file("solutions/%s/lab.cu", folder));
    }
}

static void the_lesson_is_a_small_diff(void) {
    for (int i = 0; i < course_count; i++) {
        const char *folder = course_labs[i].folder;
        char *shipped = course_file("labs/%s/shipped.fence", folder);
        struct source solution;
        if (read_source("solutions", folder, &solution) && shipped) {
            int removed, added;
            struct lines before = course_lines(shipped), after = course_lines(solution.inside);
            course_diff(&before, &after, &removed, &added);
            EXPECT(removed <= MOST_CHANGED && added <= MOST_CHANGED,
                   "%s: the solution removes %d lines and adds %d", folder, removed, added);
            EXPECT(added > 0, "%s: the solution is the lab", folder);
            free(before.at);
            free(after.at);
        }
        free(shipped);
        free_source(&solution);
    }
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

static void the_record_is_what_is_shipped(void) {
    for (int i = 0; i < course_count; i++) {
        const char *folder = course_labs[i].folder;
        struct source lab;
        char *shipped = course_file("labs/%s/shipped.fence", folder);
        EXPECT(shipped != NULL, "labs/%s/shipped.fence is not there: make shipped", folder);
        if (read_source("labs", folder, &lab) && shipped)
            EXPECT(strcmp(shipped, lab.inside) == 0 || committed_as(folder),
                   "labs/%s and labs/%s/shipped.fence differ: make shipped", folder, folder);
        free(shipped);
        free_source(&lab);
    }
}

int main(int argc, char **argv) {
    static const struct test tests[] = {
        {"all_numbers_are_there", all_numbers_are_there},
        {"no_file_is_missing_or_stray", no_file_is_missing_or_stray},
        {"metadata_is_complete", metadata_is_complete},
        {"one_task_in_the_lab_and_none_in_the_solution",
         one_task_in_the_lab_and_none_in_the_solution},
        {"frozen_lines_are_the_same", frozen_lines_are_the_same},
        {"programs_are_short", programs_are_short},
        {"the_lesson_is_a_small_diff", the_lesson_is_a_small_diff},
        {"the_record_is_what_is_shipped", the_record_is_what_is_shipped},
        {"the_corpus_can_be_read", course_corpus},
        {"what_was_seen_is_of_this_corpus", course_corpus_seen},
        {"a_prediction_is_read_strictly", course_predictions},
        {"handouts_say_the_same_in_both_languages", course_handouts},
        {"three_hints_in_both_languages", course_hints},
        {"numbers_agree_between_languages", course_numbers},
        {"no_handout_gives_the_remedy_away", course_remedies},
        {"numbers_are_the_code's", course_numbers_of_the_code},
    };
    course_read_labs();
    return suite_main("course", tests, (int)(sizeof tests / sizeof tests[0]), argc, argv);
}
