// beside.c: what was built beside this program. build/see links it without the rest of the tree.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "grade/workbook.h"

int find_beside(const char *device, const char *file, char *path, size_t size) {
    char self[512];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return 0;
    self[n] = 0;
    char *slash = strrchr(self, '/');
    if (!slash)
        return 0;
    *slash = 0;
    static const char *const devices[] = {"gpu", "host"};
    for (int i = 0; i < 2; i++) {
        if (device && strcmp(device, devices[i]) != 0)
            continue;
        snprintf(path, size, "%s/%s/%s", self, devices[i], file);
        if (access(path, R_OK) == 0)
            return 1;
    }
    return 0;
}
