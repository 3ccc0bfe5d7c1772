// hint: one more of the lab's three hints at each call; --again shows those given so far.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/typed.h"
#include "cmd/cmd.h"
#include "learner/learner.h"

enum { HINTS = LEARNER_HINTS };

// What stands between two lines that are joined: nothing between Chinese characters and after
// Chinese punctuation, else a blank.
static const char *joined_by(const char *text, size_t used, const char *next) {
    int chinese = (unsigned char)text[used - 1] >= 0x80;
    int punctuation = chinese && (!strncmp(text + used - 3, "\xe3\x80", 2) || // U+3000, U+FF00
                                  !strncmp(text + used - 3, "\xef\xbc", 2));
    return punctuation || (chinese && (unsigned char)*next >= 0x80) ? "" : " ";
}

// Joins the lines of a paragraph, so that the text breaks where the terminal ends.
static void say_line(char *paragraph, size_t size, const char *line) {
    size_t used = strlen(paragraph), length = strcspn(line, "\n");
    if (length == 0) {
        if (used) {
            paragraph[used++] = '\n';
            paragraph[used] = '\0';
            char *plain = typed_anew(paragraph);
            print_hanging(plain ? plain : paragraph, 2);
            free(plain);
        }
        paragraph[0] = '\0';
        return;
    }
    snprintf(paragraph + used, size - used - 1, "%s%.*s",
             !used ? "  " : joined_by(paragraph, used, line), (int)length, line);
}

// Prints the hints first..last (from 1) of the file; 0, or -1 when it has fewer.
static int print_hints(FILE *file, int first, int last, enum language language) {
    char *line = NULL, paragraph[4000] = "";
    size_t room = 0;
    int number = 1, titled = 0;
    while (getline(&line, &room, file) > 0) {
        if (!strncmp(line, "---", 3)) {
            say_line(paragraph, sizeof paragraph, "");
            number++;
            titled = 0;
            continue;
        }
        int mark = !strncmp(line, "<!--", 4); // of a number in it: docs/README.md
        if (number < first || number > last || mark || (!titled && line[0] == '\n'))
            continue;
        if (!titled)
            printf(learner_text(language, LEARNER_HINT_NUMBER), number, HINTS);
        titled = 1;
        say_line(paragraph, sizeof paragraph, line);
    }
    say_line(paragraph, sizeof paragraph, "");
    free(line);
    return number >= last ? 0 : -1;
}

static int again;
static const struct argument options[] = {
    {"--again", ARGUMENT_FLAG, CMD_AGAIN_HINTS, .to = &again},
    {.name = NULL},
};

static int cmd_hint(int argc, char **argv) {
    static struct learner learner;
    int begun = learner_begin(&learner, &hint_command, &argc, argv);
    if (begun != ARGUMENTS_READ)
        return arguments_code(begun);
    const struct lab_meta *lab = learner_lab(&learner, argc, argv);
    if (!lab)
        return 2;
    char path[700];
    snprintf(path, sizeof path, "%s/labs/%s/hints.%s.md", learner.root, lab->folder,
             learner_text(lab_language(lab, learner.language), LEARNER_HINT_FILE));
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return 2;
    }
    int given = learner_progress(&learner, lab)->hints;
    int more = !again && given < HINTS;
    int first = more ? given + 1 : 1, last = more ? given + 1 : (given > HINTS ? HINTS : given);
    int short_file = last > 0 && print_hints(file, first, last, learner.language) != 0;
    fclose(file);
    if (short_file) {
        fprintf(stderr, "tare: %s holds fewer than %d hints\n", path, last);
        return 2;
    }
    if (more)
        progress_note(learner.root, lab, PROGRESS_HINT);
    if (learner.in_watch)
        puts(last < HINTS ? learner_text(learner.language, LEARNER_HINT_MORE_KEY)
                          : learner_text(learner.language, LEARNER_HINT_LAST_KEY));
    else if (last == 0)
        printf(learner_text(learner.language, LEARNER_HINT_NONE_YET), lab->number);
    else if (last < HINTS)
        printf(learner_text(learner.language, LEARNER_HINT_MORE), lab->number);
    else
        printf(learner_text(learner.language, LEARNER_HINT_LAST), lab->number);
    return 0;
}

const struct command hint_command = {"hint",      cmd_hint, CMD_HINT,         CMD_HINT_USE,
                                     CMD_NOTHING, options,  .asks = ASKS_LAB, .words = 1};
