// fake_tree.c: see fake_tree.h.
#define _GNU_SOURCE
#include "fake_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/build.h"

const char fake_right[] = "bytes=${TARE_N}000000\nseconds=$(part 1)\nrate=1\nunit=GB/s\n";

// The lab takes a second for TARE_N = 1000 and moves 10^9 bytes in it.
static const char before[] =
    "say() { printf '%s\\n' \"$*\" >&3; }\n"
    "part() { echo | LC_ALL=C awk -v n=\"$TARE_N\" -v f=\"$1\" '{printf \"%.17g\", n / 1000 * f}'; "
    "}\n"
    "claim() { say \"claim what=saxpy bytes=$bytes flops=0 seconds=$seconds rate=$rate "
    "unit=$unit statistic=single count=0\"; }\n"
    "result=right\nclaims=1\n"
    "say \"tare 1 lab=fake device=host count=$TARE_N seed=$TARE_SEED nonce=$TARE_NONCE\"\n"
    "// tare: begin\n";
static const char after[] =
    "// tare: end\nclaim\nproof=$(sed -n 's/^#define TARE_PROOF \"\\(.*\\)\"/\\1/p' \"$0\")\n"
    "say \"end result=$result claims=$claims${proof:+ proof=$proof}\"\n";

static const char compiler[] =
    "#!/bin/sh\n"
    "sed -i '0,/^#line 1 /d' \"$1\"\n" // what stands before the file itself
    "if line=$(grep -n 'bad syntax' \"$1\"); then\n"
    "    echo \"$1:${line%%:*}:5: error: bad syntax is not good\"; exit 1\n"
    "fi\n"
    "grep -q 'frozen error' \"$1\" && { echo \"$1:2:1: error: frozen error\"; exit 1; }\n"
    "grep -q 'link error' \"$1\" && { echo \"x.o: undefined reference to \\`thing'\"; exit 1; }\n"
    "grep -q 'compile forever' \"$1\" && sleep 100\n"
    "grep -q 'disk full' \"$1\" && { echo 'write: No space left on device'; exit 1; }\n"
    "{ echo '#!/bin/sh'; grep -v '^//' \"$1\"; } >\"$2\" && chmod +x \"$2\"\n";

static const char meta[] =
    "number = 01\nname = fake\ntitle.en = A fake\ntitle.zh = 假的\ngoal.en = Ask\ngoal.zh = 问\n"
    "teaches.en = The answer\nteaches.zh = 答案\n"
    "device = any\ntolerance = 0.10\nmistake = units/gib-as-gb\noff = unit < 0.94\npoints = 10\n"
    "chapter = bandwidth\n";

int fake_tree_write(const struct fake_tree *tree, const char *path, const void *bytes,
                    size_t length) {
    char whole[400], folder[400];
    snprintf(whole, sizeof whole, "%s/%s", tree->root, path);
    snprintf(folder, sizeof folder, "%s", whole);
    *strrchr(folder, '/') = '\0';
    if (make_folders(folder) != 0)
        return -1;
    FILE *file = fopen(whole, "w");
    if (!file)
        return -1;
    size_t written = fwrite(bytes, 1, length, file);
    return fclose(file) == 0 && written == length ? 0 : -1;
}

static int write_text(const struct fake_tree *tree, const char *path, const char *text) {
    return fake_tree_write(tree, path, text, strlen(text));
}

static int write_lab(const struct fake_tree *tree, const char *path, const char *fence) {
    char text[20000];
    int length = snprintf(text, sizeof text, "%s%s%s", before, fence, after);
    return length < (int)sizeof text ? fake_tree_write(tree, path, text, (size_t)length) : -1;
}

int fake_tree_submit(const struct fake_tree *tree, const char *fence, char path[200]) {
    snprintf(path, 200, "%s/submitted.cu", tree->root);
    return write_lab(tree, "submitted.cu", fence);
}

int fake_tree_solve(const struct fake_tree *tree, const char *fence) {
    return write_lab(tree, "solutions/01_fake/lab.cu", fence);
}

int fake_tree_make(struct fake_tree *tree) {
    strcpy(tree->root, "/tmp/tare-test-XXXXXX");
    return mkdtemp(tree->root) ? fake_tree_fill(tree) : -1;
}

int fake_tree_fill(struct fake_tree *tree) {
    char command[200], path[200], why[160];
    static const char shipped[] = "bytes=${TARE_N}000000\nseconds=$(part 1)\nrate=0.931322575\n"
                                  "unit=GB/s # TODO\n";
    snprintf(command, sizeof command, "%s/compiler @IN@ @OUT@\n", tree->root);
    snprintf(path, sizeof path, "%s/compiler", tree->root);
    int failed = write_text(tree, "common/tare.h", "") || write_text(tree, "compiler", compiler) ||
                 chmod(path, 0755) || write_text(tree, "build/compile.host", command) ||
                 write_text(tree, "labs/01_fake/lab.meta", meta) ||
                 write_lab(tree, "labs/01_fake/lab.cu", shipped) ||
                 write_lab(tree, "solutions/01_fake/lab.cu", fake_right) ||
                 write_text(tree, "labs/01_fake/shipped.fence", shipped);
    snprintf(path, sizeof path, "%s/labs/01_fake/lab.meta", tree->root);
    if (failed || lab_meta_read(path, &tree->lab, why) != 0) {
        fprintf(stderr, "fake tree: %s\n", failed ? "cannot be written" : why);
        return -1;
    }
    return 0;
}

void fake_tree_remove(const struct fake_tree *tree) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", tree->root);
    if (strncmp(tree->root, "/tmp/tare-test-", 15) == 0 && system(command) != 0)
        fprintf(stderr, "fake tree: %s is left\n", tree->root);
}
