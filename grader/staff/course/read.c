// read.c: what course.toml says, checked against the labs that there are.
#define _GNU_SOURCE
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/whole.h"
#include "course/course.h"

enum { DAY = 24 * 3600, PER_WEEK = 6 };

static const char *const systems[] = {"gradescope",   "github",  "gitlab", "classroom50",
                                      "prairielearn", "autolab", NULL};
static const char *const weekdays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", NULL};

struct wanted {
    const char *path;
    const struct toml *toml;
    struct course *course;
    char *why;
    int due_day; // 0: Sunday
    double points, tolerance;
    const char *feedback;
    const struct toml_entry *labs;
};

static int wrong(const struct wanted *w, const struct toml_entry *entry, const char *what) {
    snprintf(w->why, 300, "%.100s:%d: %s: %.160s", w->path, entry ? entry->line : 1,
             entry ? entry->key : "the course", what);
    return -1;
}

static int index_of(const char *const *names, const char *name) {
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static int day_of(const char *text, time_t *day) {
    struct tm parts = {0};
    char again[16];
    if (sscanf(text, "%4d-%2d-%2d", &parts.tm_year, &parts.tm_mon, &parts.tm_mday) != 3)
        return -1;
    parts.tm_year -= 1900;
    parts.tm_mon--;
    *day = timegm(&parts);
    course_day(*day, again);
    return strcmp(text, again) == 0 ? 0 : -1; // the 31st of February is another day
}

static int is_timezone(const char *name) {
    char path[120];
    if ((*name == '+' || *name == '-') && strlen(name) == 6 && name[3] == ':')
        return strspn(name + 1, "0123456789:") == 5 && atoi(name + 1) <= 14 && atoi(name + 4) < 60;
    if (!*name || strstr(name, "..") || *name == '/')
        return 0;
    snprintf(path, sizeof path, "/usr/share/zoneinfo/%.60s", name);
    return access("/usr/share/zoneinfo", R_OK) != 0 || access(path, R_OK) == 0;
}

// ---- the keys
// ------------------------------------------------------------------------------------

static int take_title(struct wanted *w, const struct toml_entry *e) {
    return text_copy(w->course->title, sizeof w->course->title, e->text) ? wrong(w, e, "too long")
                                                                         : 0;
}
static int take_language(struct wanted *w, const struct toml_entry *e) {
    int right = !strcmp(e->text, "en") || !strcmp(e->text, "zh");
    w->course->language = language_named(e->text);
    return right ? 0 : wrong(w, e, "the languages are \"en\" and \"zh\"");
}
static int take_weeks(struct wanted *w, const struct toml_entry *e) {
    w->course->weeks = whole_of(e->number);
    return e->number >= 1 && e->number <= COURSE_WEEKS && e->number == w->course->weeks
               ? 0
               : wrong(w, e, "a whole number from 1 to 20");
}
static int take_start(struct wanted *w, const struct toml_entry *e) {
    return day_of(e->text, &w->course->start) ? wrong(w, e, "there is no such day") : 0;
}
static int take_due(struct wanted *w, const struct toml_entry *e) {
    char day[4] = "", rest[2];
    int hour = -1, minute = -1;
    int read = sscanf(e->text, "%3s %2d:%2d%1s", day, &hour, &minute, rest);
    w->due_day = index_of(weekdays, day);
    if (read != 3 || w->due_day < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59)
        return wrong(w, e, "say a weekday and a time: \"Sun 23:59\"");
    snprintf(w->course->due_time, sizeof w->course->due_time, "%02d:%02d", hour, minute);
    return 0;
}
static int take_timezone(struct wanted *w, const struct toml_entry *e) {
    text_copy(w->course->timezone, sizeof w->course->timezone, e->text);
    return is_timezone(e->text) ? 0 : wrong(w, e, "say \"Europe/Berlin\" or \"+01:00\"");
}
static int take_labs(struct wanted *w, const struct toml_entry *e) {
    w->labs = e;
    return e->count ? 0 : wrong(w, e, "name at least one lab: [\"01\", \"02\"]");
}
static int take_points(struct wanted *w, const struct toml_entry *e) {
    w->points = e->number;
    return e->number > 0 ? 0 : wrong(w, e, "a number above 0");
}
static int take_project(struct wanted *w, const struct toml_entry *e) {
    w->course->project = e->number;
    return e->number > 0 ? 0 : wrong(w, e, "its points: a number above 0");
}
static int take_tolerance(struct wanted *w, const struct toml_entry *e) {
    w->tolerance = e->number;
    return e->number > 0 && e->number < 1 ? 0 : wrong(w, e, "a share between 0 and 1: 0.15");
}
static int take_feedback(struct wanted *w, const struct toml_entry *e) {
    static const char *const levels[] = {"all", "name", "picture", NULL};
    w->feedback = e->text;
    return index_of(levels, e->text) >= 0 ? 0 : wrong(w, e, "say \"all\", \"name\" or \"picture\"");
}
static int take_device(struct wanted *w, const struct toml_entry *e) {
    text_copy(w->course->device, sizeof w->course->device, e->text);
    return !strcmp(e->text, "host") || !strcmp(e->text, "gpu")
               ? 0
               : wrong(w, e, "say \"host\" or \"gpu\"");
}
static int take_systems(struct wanted *w, const struct toml_entry *e) {
    for (int i = 0; i < e->count; i++)
        if (i >= COURSE_SYSTEMS || index_of(systems, e->texts[i]) < 0)
            return wrong(
                w, e,
                "the systems are gradescope, github, gitlab, classroom50, prairielearn, autolab");
    w->course->system_count = e->count;
    memcpy(w->course->systems, e->texts, sizeof w->course->systems);
    return 0;
}
// An image as a registry names it. Without a tag it would be another one after each push. The name
// stands in scripts, and none of these characters is markup there.
static int is_image(const char *text) {
    regex_t form;
    regcomp(&form,
            "^([a-z0-9][a-z0-9.-]*(:[0-9]+)?/)?([a-z0-9]+([._-]+[a-z0-9]+)*/)*"
            "[a-z0-9]+([._-]+[a-z0-9]+)*(:[A-Za-z0-9_][A-Za-z0-9_.-]*|@sha256:[0-9a-f]{64})$",
            REG_EXTENDED | REG_NOSUB);
    int is = regexec(&form, text, 0, NULL, 0) == 0;
    regfree(&form);
    return is;
}
static int take_image(struct wanted *w, const struct toml_entry *e, char image[160]) {
    const struct course *course = w->course;
    text_copy(image, 160, e->text);
    if (!is_image(e->text))
        return wrong(w, e,
                     "say the image as its registry names it, with a tag: "
                     "\"registry.example.org/course/tare-staff:1\"");
    return strcmp(course->staff_image, course->student_image)
               ? 0
               : wrong(w, e,
                       "students could read the solutions in the staff's image; "
                       "make image IMAGE=student makes one without");
}
static int take_staff_image(struct wanted *w, const struct toml_entry *e) {
    return take_image(w, e, w->course->staff_image);
}
static int take_student_image(struct wanted *w, const struct toml_entry *e) {
    return take_image(w, e, w->course->student_image);
}
// The day of one lab; settle_lab() has read it already.
static int take_nothing(struct wanted *w, const struct toml_entry *e) {
    (void)w, (void)e;
    return 0;
}

static const struct key {
    const char *name;
    int (*take)(struct wanted *wanted, const struct toml_entry *entry);
    enum toml_kind kind;
    int of_lab; // 1: may stand in [lab.NN], too; 2: only there
} keys[] = {
    {"title", take_title, TOML_TEXT, 0},
    {"language", take_language, TOML_TEXT, 0},
    {"weeks", take_weeks, TOML_NUMBER, 0},
    {"start", take_start, TOML_DATE, 0},
    {"due", take_due, TOML_TEXT, 0},
    {"timezone", take_timezone, TOML_TEXT, 0},
    {"labs", take_labs, TOML_TEXTS, 0},
    {"points", take_points, TOML_NUMBER, 1},
    {"project", take_project, TOML_NUMBER, 0},
    {"tolerance", take_tolerance, TOML_NUMBER, 1},
    {"feedback", take_feedback, TOML_TEXT, 1},
    {"device", take_device, TOML_TEXT, 0},
    {"systems", take_systems, TOML_TEXTS, 0},
    {"week", take_nothing, TOML_NUMBER, 2},
    {"day", take_nothing, TOML_DATE, 2},
    {"staff_image", take_staff_image, TOML_TEXT, 0},
    {"student_image", take_student_image, TOML_TEXT, 0},
};
enum { KEYS = sizeof keys / sizeof *keys };

static const struct key *key_of(const struct wanted *w, const struct toml_entry *entry) {
    static const char *const kinds[] = {"this wants a text in quotes", "this wants a number",
                                        "this wants a day: 2027-01-11",
                                        "this wants a list: [\"01\"]"};
    const char *near = NULL;
    char what[160];
    for (int i = 0, least = 4; i < KEYS; i++) {
        int distance = text_distance(keys[i].name, entry->key);
        int here = *entry->table ? keys[i].of_lab != 0 : keys[i].of_lab < 2;
        if (distance == 0 && here) {
            if (keys[i].kind == entry->kind)
                return &keys[i];
            wrong(w, entry, kinds[keys[i].kind]);
            return NULL;
        }
        if (distance < least && here) {
            least = distance;
            near = keys[i].name;
        }
    }
    snprintf(what, sizeof what,
             near ? "there is no such key%s; did you mean \"%s\"?" : "there is no such key%s",
             *entry->table ? " for a lab" : "", near);
    wrong(w, entry, what);
    return NULL;
}

// ---- the labs
// ------------------------------------------------------------------------------------

static int by_week(const void *a, const void *b) {
    const struct course_lab *left = a, *right = b;
    return left->week - right->week ? left->week - right->week
                                    : strcmp(left->meta.number, right->meta.number);
}

static time_t due_of_week(const struct wanted *w, int week) {
    time_t first = w->course->start + (time_t)(week - 1) * 7 * DAY;
    struct tm parts;
    gmtime_r(&first, &parts);
    return first + (time_t)((w->due_day - parts.tm_wday + 7) % 7) * DAY;
}

// The course's words for this lab: those of its table, else those of the top.
static int settle_lab(struct wanted *w, struct course_lab *lab) {
    char table[24];
    struct wanted own = *w;
    snprintf(table, sizeof table, "lab.%s", lab->meta.number);
    for (int i = 0; i < w->toml->count; i++) {
        const struct toml_entry *entry = &w->toml->entries[i];
        const struct key *key = strcmp(entry->table, table) == 0 ? key_of(w, entry) : NULL;
        if (strcmp(entry->table, table) != 0)
            continue;
        if (!key || key->take(&own, entry) != 0)
            return -1;
        if (strcmp(entry->key, "week") == 0) {
            lab->week = whole_of(entry->number);
            if (entry->number < 1 || entry->number > w->course->weeks)
                return wrong(w, entry, "the course has no such week");
        }
        if (strcmp(entry->key, "day") == 0 && day_of(entry->text, &lab->due) != 0)
            return wrong(w, entry, "there is no such day");
        if (strcmp(entry->key, "day") == 0 && lab->due < w->course->start)
            return wrong(w, entry, "this day is before the course begins");
    }
    if (own.points > 0 && lab->meta.row_count == 0) {
        lab->own_points = 1;
        lab->meta.points = own.points;
    }
    if (own.tolerance > 0) {
        lab->own_tolerance = 1;
        lab->meta.tolerance = own.tolerance;
    }
    lab->own_feedback = own.feedback != NULL;
    if (own.feedback)
        lab->meta.feedback = !strcmp(own.feedback, "all")    ? FEEDBACK_ALL
                             : !strcmp(own.feedback, "name") ? FEEDBACK_NAME
                                                             : FEEDBACK_PICTURE;
    return 0;
}

static int settle_labs(struct wanted *w) {
    struct course *course = w->course;
    char reason[160], what[160];
    course->count = w->labs->count;
    if (course->count > course->weeks * PER_WEEK) {
        snprintf(what, sizeof what, "%d weeks of at most %d labs hold %d, and these are %d",
                 course->weeks, PER_WEEK, course->weeks * PER_WEEK, course->count);
        return wrong(w, w->labs, what);
    }
    for (int i = 0; i < course->count; i++) {
        struct course_lab *lab = &course->labs[i];
        if (workbook_lab(course->root, w->labs->texts[i], &lab->meta, reason) != 0)
            return wrong(w, w->labs, reason);
        for (int k = 0; k < i; k++)
            if (!strcmp(course->labs[k].meta.number, lab->meta.number)) {
                snprintf(what, sizeof what, "lab %s is named twice", lab->meta.number);
                return wrong(w, w->labs, what);
            }
        lab->week = 1 + i * course->weeks / course->count;
        if (settle_lab(w, lab) != 0)
            return -1;
        if (!lab->due)
            lab->due = due_of_week(w, lab->week);
    }
    qsort(course->labs, (size_t)course->count, sizeof *course->labs, by_week);
    return 0;
}

// Every table is one of a lab that the course has.
static int check_tables(const struct wanted *w) {
    for (int i = 0; i < w->toml->count; i++) {
        const struct toml_entry *entry = &w->toml->entries[i];
        int known = !*entry->table;
        for (int k = 0; k < w->course->count && !known; k++)
            known = !strncmp(entry->table, "lab.", 4) &&
                    !strcmp(entry->table + 4, w->course->labs[k].meta.number);
        if (!known) {
            char what[160];
            snprintf(what, sizeof what,
                     "the course has no [%.24s]: name it in labs, as in [lab.08]", entry->table);
            return wrong(w, entry, what);
        }
    }
    return 0;
}

int course_read(const char *root, const char *path, struct course *course, char why[300]) {
    static struct toml toml; // too large for the stack
    struct wanted w = {.path = path, .toml = &toml, .course = course, .why = why};
    memset(course, 0, sizeof *course);
    course->root = root;
    course->weeks = 8;
    strcpy(course->title, "Tare");
    strcpy(course->timezone, "+00:00");
    strcpy(course->due_time, "23:59");
    strcpy(course->device, "host");
    if (toml_read(path, &toml, why) != 0)
        return -1;
    for (int i = 0; i < toml.count; i++) {
        const struct key *key = *toml.entries[i].table ? NULL : key_of(&w, &toml.entries[i]);
        if (!*toml.entries[i].table && (!key || key->take(&w, &toml.entries[i]) != 0))
            return -1;
    }
    if (!w.labs)
        return wrong(&w, NULL, "it names no labs: labs = [\"01\", \"02\"]");
    if (!course->start)
        return wrong(&w, NULL, "it does not say when it begins: start = 2027-01-11");
    return settle_labs(&w) != 0 || check_tables(&w) != 0 ? -1 : 0;
}
