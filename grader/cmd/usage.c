// usage.c: how a command is used, made from its table.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cmd/cmd.h"

const char *option_says(const struct argument *option, char head[80]) {
    enum language language = language_of_environment();
    const char *text = option->text
                           ? option->text[language] ? option->text[language] : option->text[ENGLISH]
                           : command_text(option->says);
    const char *bar = option->kind == ARGUMENT_FLAG ? NULL : strchr(text, '|');
    text_format(head, 80, "%s%s%.*s", option->name, bar ? " " : "", bar ? (int)(bar - text) : 0,
                text);
    return bar ? bar + 1 : text;
}

void command_help(const struct command *command, FILE *out) {
    char head[80];
    int most = 0;
    const char *begin = command_text(CMD_USE);
    for (const char *use = command_text(command->use), *end; use; use = *end ? end + 1 : NULL) {
        end = use + strcspn(use, "\n");
        fprintf(out,
                "%s"
                "tare %s%s%.*s\n",
                begin, command->name, end > use ? " " : "", (int)(end - use), use);
        begin = command_text(CMD_USE_ALSO);
    }
    fprintf(out, "  %s\n", command_text(command->does));
    for (const struct argument *option = command->options; option && option->name; option++)
        if (option->says || option->text) {
            option_says(option, head);
            most = columns_of(head) > most ? columns_of(head) : most;
        }
    for (const struct argument *option = command->options; option && option->name; option++)
        if (option->says || option->text) {
            const char *says = option_says(option, head);
            fprintf(out, "  %s%*s%s\n", head, most + 3 - columns_of(head), "", says);
        }
    fputs(command_text(command->more), out);
}
