// man: the manual page of all commands, as roff.
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"

// Text as it is: nothing in it is a request, an escape or a hyphen that may turn into a dash.
static void put(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if ((i == 0 || text[i - 1] == '\n') && (text[i] == '.' || text[i] == '\''))
            fputs("\\&", stdout);
        if (text[i] == '\\' || text[i] == '-')
            fputs(text[i] == '-' ? "\\-" : "\\e", stdout);
        else
            putchar(text[i]);
    }
}

static void put_all(const char *text) {
    put(text, strlen(text));
}

static void put_command(const struct command *command) {
    char head[80];
    printf(".SS %s\n", command->name);
    for (const char *use = command_text(command->use), *end; use; use = *end ? end + 1 : NULL) {
        end = use + strcspn(use, "\n");
        printf(".B tare %s\n", command->name);
        put(use, (size_t)(end - use));
        puts(end > use ? "\n.br" : ".br");
    }
    put_all(command_text(command->does));
    putchar('\n');
    for (const struct argument *option = command->options; option && option->name; option++)
        if (option->says || option->text) {
            const char *says = option_says(option, head);
            fputs(".TP\n.B ", stdout);
            put_all(head);
            putchar('\n');
            put_all(says);
            putchar('\n');
        }
    if (command->more)
        puts(".PP");
    put_all(command_text(command->more));
}

static int cmd_man(int argc, char **argv) {
    int read = arguments_read(&man_command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    puts(".TH TARE 1 \"\" \"tare " TARE_VERSION "\"");
    fputs(command_text(CMD_MAN_BEGIN), stdout);
    for (const struct command *const *at = commands; *at; at++)
        put_command(*at);
    fputs(command_text(CMD_MAN_END), stdout);
    return 0;
}

const struct command man_command = {"man", cmd_man, CMD_MAN, .asks = ASKS_NOTHING};
