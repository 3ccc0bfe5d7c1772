// completion: a shell's script, which asks this program for what can stand at the cursor:
// `tare completion of WORD ...`, where the last word is being typed.
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "learner/learner.h"
#include "naming/naming.h"

static const struct {
    const char *shell, *script;
} scripts[] = {
    {"bash", "_tare() {\n"
             "    local IFS=$'\\n'\n"
             "    COMPREPLY=($(compgen -W \"$(\"$1\" completion of "
             "\"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null | cut -f1)\" -- \"${2#=}\"))\n"
             "}\n"
             "complete -o default -F _tare tare\n"},
    {"zsh",
     "#compdef tare\n"
     "_tare() {\n"
     "    local -a found\n"
     "    found=(\"${(@f)$(${words[1]} completion of \"${(@)words[2,CURRENT]}\" 2>/dev/null |"
     " sed 's/:/\\\\:/g' | tr '\\t' ':')}\")\n"
     "    if [[ -n $found[1] ]]; then _describe tare found; else _files; fi\n"
     "}\n"
     "if [[ $funcstack[1] = _tare ]]; then _tare; else compdef _tare tare; fi\n"},
    {"fish", "function __tare\n"
             "    set -l line (commandline -opc)\n"
             "    set -l tare $line[1]\n"
             "    set -e line[1]\n"
             "    $tare completion of $line (commandline -ct) 2>/dev/null\n"
             "end\n"
             "complete -c tare -n 'count (__tare) >/dev/null' -f -a '(__tare)'\n"},
};
enum { SHELLS = sizeof scripts / sizeof scripts[0] };

static void list_commands(void) {
    for (const struct command *const *at = commands; *at; at++)
        printf("%s\t%s\n", (*at)->name, command_text((*at)->does));
}

static void list_options(const struct argument *option) {
    char head[80];
    for (; option && option->name; option++)
        if (option->says || option->text)
            printf("%s\t%s\n", option->name, option_says(option, head));
}

static void list_labs(int all) {
    static struct learner learner;
    if (learner_open(&learner) != 0)
        return;
    for (int i = 0; i < learner.count; i++)
        printf("%s\t%s\n", learner.labs[i].number, learner.labs[i].title[learner.language]);
    if (all)
        puts("all");
}

static void list_words(const struct command *command) {
    if (command->asks == ASKS_COMMAND)
        list_commands();
    else if (command->asks == ASKS_LAB || command->asks == ASKS_LAB_OR_ALL)
        list_labs(command->asks == ASKS_LAB_OR_ALL);
    for (const struct mistake *m = catalogue; command->asks == ASKS_MISTAKE && m->id; m++)
        printf("%s\t%s\n", m->id, mistake_words(m, language_asked())->seen);
    for (int i = 0; command == &completion_command && i < SHELLS; i++)
        puts(scripts[i].shell);
}

static void list_choices(const char *choices) {
    for (; choices && *choices; choices += strspn(choices, " ")) {
        size_t length = strcspn(choices, " ");
        printf("%.*s\n", (int)length, choices);
        choices += length;
    }
}

// What can stand in place of the last word.
static void complete(char **words, int count) {
    const struct command *command = count > 1 ? command_named(words[0]) : NULL;
    const struct argument *asks = NULL; // the option whose value comes next
    int given = 0;
    if (count <= 1) {
        list_commands();
        return;
    }
    for (int i = 1; command && i < count - 1; i++) {
        if (strcmp(words[i], "=") == 0) // bash makes three words of --device=gpu
            continue;
        int value = asks != NULL;
        asks = NULL;
        for (const struct argument *option = command->options; !value && option && option->name;
             option++)
            if (strcmp(words[i], option->name) == 0 && option->kind != ARGUMENT_FLAG)
                asks = option;
        given += !value && words[i][0] != '-';
    }
    if (!command || (command->before_words && given))
        return;
    if (asks)
        list_choices(asks->choices);
    else if (words[count - 1][0] == '-')
        list_options(command->options);
    else if (given == 0)
        list_words(command);
}

static int cmd_completion(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "of") == 0) {
        complete(argv + 2, argc - 2);
        return 0;
    }
    int read = arguments_read(&completion_command, &argc, argv);
    if (read != ARGUMENTS_READ)
        return arguments_code(read);
    for (int i = 0; argc == 2 && i < SHELLS; i++)
        if (strcmp(argv[1], scripts[i].shell) == 0)
            return fputs(scripts[i].script, stdout), 0;
    return arguments_wrong(&completion_command);
}

const struct command completion_command = {
    "completion",        cmd_completion,       CMD_COMPLETION, CMD_COMPLETION_USE,
    CMD_COMPLETION_MORE, .asks = ASKS_NOTHING, .words = 1};
