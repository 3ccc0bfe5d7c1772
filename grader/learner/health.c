// health.c: see health.h. TARE_SYSTEM is a folder in place of / for what the kernel tells: the
// doctor's test plays machines with it.
#include "learner/health.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

int first_line(const char *command, char line[240]) {
    char text[240] = "";
    line[0] = '\0';
    FILE *pipe = popen(command, "r");
    if (!pipe)
        return 127;
    if (fgets(text, sizeof text, pipe))
        text_printable(line, 240, text, strcspn(text, "\n"));
    while (fgets(text, sizeof text, pipe))
        ; // a reader that leaves early looks like a failure of the writer
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

void condition_say(struct condition *found, enum health health, const char *mend,
                   const char *english, const char *chinese, ...) {
    va_list arguments;
    va_start(arguments, chinese);
    vsnprintf(found->what, sizeof found->what, found->language == CHINESE ? chinese : english,
              arguments);
    va_end(arguments);
    found->health = health;
    snprintf(found->mend, sizeof found->mend, "%s", health == FINE ? "" : mend);
}

const char *path_of_system(const char *path) {
    static char full[600];
    const char *other = getenv("TARE_SYSTEM");
    snprintf(full, sizeof full, "%s%s", other ? other : "", path);
    return full;
}

int card_here(void) {
    return access(path_of_system("/dev/nvidiactl"), F_OK) == 0 ||
           access(path_of_system("/dev/dxg"), F_OK) == 0;
}
