// course_lists.c: every list that names the labs names this one, with a place for its list in
// each chapter that it says it belongs to; and the answer key answers its question.
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course.h"

// A lab in a folder of its own is in none of the lists that stand in this tree.
static int is_own(const struct lab_meta *lab) {
    return atoi(lab->number) >= FIRST_OWN_LAB;
}

static const char *const suffix[LANGUAGES] = {"en", "zh"};

// The text of a chapter, or of the first page whose name ends like this.
static char *chapter_text(const char *chapter, enum language language) {
    char pattern[700], *text = NULL;
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/docs/book/[0-9][0-9]-%s.%s.md", course_root, chapter,
             suffix[language]);
    if (glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc == 1)
        text = course_file("%s", found.gl_pathv[0] + strlen(course_root) + 1);
    globfree(&found);
    return text;
}

static void check_chapter(const struct lab_meta *lab, const char *chapter) {
    for (int language = 0; language < LANGUAGES; language++) {
        char *text = chapter_text(chapter, (enum language)language);
        EXPECT(text != NULL, "labs/%s/lab.meta: docs/book has no chapter %s", lab->folder, chapter);
        EXPECT(!text || strstr(text, "\n::: labs\n"),
               "docs/book/*-%s.%s.md: no \"::: labs\" to list lab %s", chapter, suffix[language],
               lab->number);
        free(text);
    }
}

static void check_session(const struct lab_meta *lab) {
    char span[40];
    snprintf(span, sizeof span, "[]{.labs session=%s}", lab->session);
    EXPECT(lab->session[0], "labs/%s/lab.meta: no \"session\" of the instructor's plan",
           lab->folder);
    for (int language = 0; language < LANGUAGES && lab->session[0]; language++) {
        char *text = chapter_text("instructor", (enum language)language);
        EXPECT(text && strstr(text, span),
               "labs/%s/lab.meta: the plan in docs/book/*-instructor.%s.md has no session %s",
               lab->folder, suffix[language], lab->session);
        free(text);
    }
}

// labs/README.md is written by `make lab-list`; its lines are those of lab_list.sh.
static void check_index(const struct lab_meta *lab) {
    char *text = course_file("labs/README.md"), cell[400];
    for (int language = 0; language < LANGUAGES; language++) {
        snprintf(cell, sizeof cell, "| [%s](%s/%s)<br>%s |", lab->title[language], lab->folder,
                 handout_name(lab, (enum language)language), lab->goal[language]);
        EXPECT(text && strstr(text, cell), "labs/README.md: has no \"%s\": make lab-list", cell);
    }
    free(text);
}

static void check_measured(const struct lab_meta *lab, const char *device, const char *machine) {
    char *csv = course_file("docs/measured/%s/labs.csv", device), start[8];
    snprintf(start, sizeof start, "\n%s,", lab->number);
    course_later(csv && strstr(csv, start),
                 "wants %s: docs/measured/%s/labs.csv has no line of lab %s. There: DEVICE=%s "
                 "docs/measured/labs.sh build/lab-%s %s | grep ^%s, >>docs/measured/%s/labs.csv",
                 machine, device, lab->number, strcmp(device, "host") == 0 ? device : "gpu",
                 lab->number, lab->number, lab->number, device);
    free(csv);
}

static void check_drawings(const struct lab_meta *lab) {
    char names[sizeof lab->drawings], *rest = names;
    memcpy(names, lab->drawings, sizeof names);
    EXPECT(lab->drawings[0],
           "labs/%s/lab.meta: no \"drawing\": the lab's page shows one. Name a file of "
           "docs/book/drawings without its ending: drawing = queue",
           lab->folder);
    for (char *name; (name = strsep(&rest, " "));) {
        char *text = *name ? course_file("docs/book/drawings/%s.txt", name) : NULL;
        EXPECT(!*name || text, "labs/%s/lab.meta: docs/book/drawings has no %s.txt", lab->folder,
               name);
        free(text);
    }
}

void lab_is_listed(const struct lab_meta *lab) {
    char also[sizeof lab->also], *rest = also;
    memcpy(also, lab->also, sizeof also);
    check_chapter(lab, lab->chapter);
    for (char *chapter; (chapter = strsep(&rest, " "));)
        if (*chapter)
            check_chapter(lab, chapter);
    check_session(lab);
    check_drawings(lab);
    // Without it, a wrong count gets no name. A lab about a peak has no kernel to count.
    EXPECT(lab->term_count > 0 || strncmp(lab->mistake, "peak/", 5) == 0,
           "labs/%s/lab.meta: no \"work\": what its kernel reads, writes or computes", lab->folder);
    check_index(lab);
    if (is_own(lab))
        return;
    if (!lab->gpu_only)
        check_measured(lab, "host", "a quiet machine");
    check_measured(lab, "h200", "a card");
}

void lab_has_an_answer(const struct lab_meta *lab) {
    char head[8];
    snprintf(head, sizeof head, "\n%s\n:", lab->number);
    for (int language = 0; language < LANGUAGES && !is_own(lab); language++) {
        char *key = course_file("grader/staff/key/key.%s.md", suffix[language]);
        EXPECT(lab_language(lab, (enum language)language) != (enum language)language || !key ||
                   strstr(key, head),
               "grader/staff/key/key.%s.md: no answer to the harder question of lab %s. Write it "
               "behind the last one: a line \"%s\", and the answer below, after \":   \"",
               suffix[language], lab->number, lab->number);
        free(key);
    }
}
