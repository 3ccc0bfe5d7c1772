// course.c: the rules of the course, in one table. A test holds all labs to them; with --lint LAB
// they are told of one lab, each with the reason for it; a further word grades and weighs it too.
// --weigh LABS only weighs them.
#define _GNU_SOURCE
#include "course.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

const struct rule course_rules[] = {
    {"a lab has its files and no others",
     "make, the book and the archives take the folder as it is", lab_has_its_files},
    {"no gap of the template is left", "make new-lab marked what only you can write",
     lab_has_no_gap},
    {"lab.meta agrees with the program and the catalogue",
     "the grader compares what it finds with what lab.meta says", lab_meta_holds},
    {"off excludes every rate that passes", "as shipped, a lab must never pass by chance",
     lab_off_is_wrong},
    {"one task in the lab and none in the solution",
     "a learner looks for the TODO, and the solution has done it", lab_has_one_task},
    {"lab and solution agree outside the fence",
     "only the fence of a submission is taken; all else comes from the solution",
     lab_and_solution_agree},
    {"programs are short", "a learner reads the whole program, on a narrow screen", lab_is_short},
    {"the lesson is a small diff", "`make diff` is the lesson: one idea, seen at a glance",
     lab_is_a_small_diff},
    {"shipped.fence is what is shipped",
     "\"not attempted\" and `make reset` go by it after a learner's edit", lab_is_as_recorded},
    {"handouts say the same in both languages", "a learner reads one of them, and misses nothing",
     lab_has_handouts},
    {"three hints in both languages", "`make hint` gives one, then a second, then a third",
     lab_has_hints},
    {"numbers agree between languages", "a number that differs is wrong in one of them",
     lab_says_the_same_numbers},
    {"no handout gives the remedy away", "the learner is to find it", lab_hides_its_remedy},
    {"the goal asks, and the answer comes after the pass",
     "a learner who has read the answer does not look for it", lab_asks_before_it_answers},
    {"numbers are the code's", "a program that changes leaves its handout behind",
     lab_says_the_numbers_of_the_code},
    {"every list names the lab", "a lab that no list names is not found", lab_is_listed},
    {"the answer key answers its question",
     "`make key` is what its graders read; students get none of it", lab_has_an_answer},
    {0},
};

static const struct rule graded = {
    "it is off as shipped, and solved it passes",
    "a learner is shown the mistake that lab.meta names, and the solution proves that it can be "
    "mended; a trace shows when a kernel ran, not which memory it read: \"pairs = yes\" compares "
    "with "
    "the solution's time",
    lab_is_as_graded};

static const struct rule weighed = {
    "the claim is what the scales say",
    "a rate is work over time, and only the scales have counted the work; the model that names a "
    "wrong count follows from lab.meta",
    lab_is_as_weighed};

static void keep(const struct rule *rule, const struct lab_meta *lab) {
    int before = course_failed();
    rule->check(lab);
    if (course_failed() > before)
        printf("    why: %s\n", rule->why);
}

static void lint(const struct lab_meta *lab, int runs) {
    int began = course_failed(), gaps = 0;
    for (const struct rule *rule = course_rules; rule->name; rule++) {
        int before = course_failed();
        keep(rule, lab);
        gaps += rule->check == lab_has_no_gap ? course_failed() - before : 0;
    }
    if (runs) {
        keep(&graded, lab);
        keep(&weighed, lab);
    }
    if (course_failed() > began)
        printf("lab %s %s: %d lines of the template to fill in, and %d faults to mend\n",
               lab->number, lab->name, gaps, course_failed() - began - gaps);
    else
        printf("lab %s %s is whole\n", lab->number, lab->name);
}

static int lint_asked(const char *asked, int runs) {
    struct lab_meta lab;
    char why[160];
    for (int i = 0; i < course_count && !*asked; i++)
        lint(&course_labs[i], runs);
    if (*asked && workbook_lab(course_root, asked, &lab, why) != 0) {
        puts(why);
        return 2;
    }
    if (*asked)
        lint(&lab, runs);
    return course_failed() > 0;
}

// Only the scales, for these labs, or for all.
static int weigh_asked(char *const *asked, int count) {
    int began = course_failed();
    for (int i = 0; i < course_count; i++)
        for (int k = 0; k < (count ? count : 1); k++)
            if (!count || strcmp(asked[k], course_labs[i].number) == 0)
                keep(&weighed, &course_labs[i]);
    return course_failed() > began;
}

// ---- as a test ------------------------------------------------------------------------------

static void every_lab_keeps_it(void) {
    const struct rule *rule = course_rules;
    while (strcmp(rule->name, suite_test_name()) != 0)
        rule++;
    for (int i = 0; i < course_count; i++)
        rule->check(&course_labs[i]);
}

static void labs_are_numbered_from_one(void) {
    EXPECT(course_count > 0, "labs/ holds no lab");
    for (int i = 0; i < course_count; i++)
        EXPECT(atoi(course_labs[i].number) == i + 1, "labs/%s: its number is not %d",
               course_labs[i].folder, i + 1);
}

static void count(const struct lab_meta *lab, char *value, void *with) {
    (void)lab, (void)value;
    ++*(int *)with;
}

// So that a rule over lines which a lab need not have cannot become one over nothing.
static void words_and_numbers_are_held(void) {
    enum { FEWEST_WORDS = 20, FEWEST_SENTENCES = 60 };
    int words = 0, sentences = 0;
    for (int i = 0; i < course_count; i++) {
        course_values(&course_labs[i], "remedy", count, &words);
        course_values(&course_labs[i], "says", count, &sentences);
    }
    EXPECT(words >= FEWEST_WORDS, "all lab.meta: %d words of a remedy", words);
    EXPECT(sentences >= FEWEST_SENTENCES, "all lab.meta: %d sentences of the code", sentences);
}

int main(int argc, char **argv) {
    enum { MOST = 40 };
    struct test tests[MOST] = {
        {"labs are numbered from one", labs_are_numbered_from_one},
        {"words and numbers are held", words_and_numbers_are_held},
        {"the corpus can be read", course_corpus},
        {"what was seen is of this corpus", course_corpus_seen},
        {"a prediction is read strictly", course_predictions},
    };
    int tested = 0;
    int weighs = argc > 1 && strcmp(argv[1], "--weigh") == 0;
    course_lints = weighs || (argc > 1 && strcmp(argv[1], "--lint") == 0);
    course_read_labs();
    if (weighs)
        return weigh_asked(argv + 2, argc - 2);
    if (course_lints)
        return lint_asked(argc > 2 ? argv[2] : "", argc > 3);
    while (tests[tested].name)
        tested++;
    for (const struct rule *rule = course_rules; rule->name && tested < MOST; rule++)
        tests[tested++] = (struct test){rule->name, every_lab_keeps_it};
    return suite_main("course", tests, tested, argc, argv);
}
