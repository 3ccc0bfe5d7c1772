// limits.c: what the host device reads from a container's limits, in files as the kernel writes
// them.
#include "machine/machine.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suite.h"

static char root[] = "/tmp/host-limits-XXXXXX";

static void put(const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

static void drop(const char *name) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", root, name);
    remove(path);
}

static void folder(const char *name) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", root, name);
    mkdir(path, 0700);
}

static void test_no_groups(void) {
    CU_ASSERT_EQUAL(limits_cores(root), 0);
    CU_ASSERT_EQUAL(limits_memory(root), SIZE_MAX);
}

static void test_cores(void) {
    put("cpu.max", "max 100000\n");
    CU_ASSERT_EQUAL(limits_cores(root), 0);
    put("cpu.max", "200000 100000\n");
    CU_ASSERT_EQUAL(limits_cores(root), 2);
    put("cpu.max", "150000 100000\n");
    CU_ASSERT_EQUAL(limits_cores(root), 2);
    put("cpu.max", "5000 100000\n");
    CU_ASSERT_EQUAL(limits_cores(root), 1);
    put("cpu.max", "nonsense\n");
    CU_ASSERT_EQUAL(limits_cores(root), 0);
    drop("cpu.max");
}

static void test_memory(void) {
    put("memory.max", "1000000\n");
    put("memory.current", "600000\n");
    CU_ASSERT_EQUAL(limits_memory(root), 400000);
    put("memory.stat", "anon 5\ninactive_file 50000\nactive_file 7\n");
    CU_ASSERT_EQUAL(limits_memory(root), 450000);
    put("memory.current", "2000000\n");
    CU_ASSERT_EQUAL(limits_memory(root), 0);
    put("memory.max", "max\n");
    CU_ASSERT_EQUAL(limits_memory(root), SIZE_MAX);
    drop("memory.max");
    drop("memory.current");
    drop("memory.stat");
}

static void test_first_version(void) {
    folder("cpu");
    folder("memory");
    put("cpu/cpu.cfs_quota_us", "-1\n");
    put("cpu/cpu.cfs_period_us", "100000\n");
    CU_ASSERT_EQUAL(limits_cores(root), 0);
    put("cpu/cpu.cfs_quota_us", "400000\n");
    CU_ASSERT_EQUAL(limits_cores(root), 4);
    put("memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("memory/memory.usage_in_bytes", "5000\n");
    CU_ASSERT_EQUAL(limits_memory(root), SIZE_MAX);
    put("memory/memory.limit_in_bytes", "10000\n");
    CU_ASSERT_EQUAL(limits_memory(root), 5000);
    const char *names[] = {"cpu/cpu.cfs_quota_us",
                           "cpu/cpu.cfs_period_us",
                           "memory/memory.limit_in_bytes",
                           "memory/memory.usage_in_bytes",
                           "cpu",
                           "memory"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        drop(names[i]);
}

static const struct test tests[] = {
    {"no groups", test_no_groups},
    {"cores", test_cores},
    {"memory", test_memory},
    {"first version", test_first_version},
};

int main(int argc, char **argv) {
    if (!mkdtemp(root))
        return 2;
    int code = suite_main("limits", tests, 4, argc, argv);
    rmdir(root);
    return code;
}
