// test_read.c: a collector's file as it is read, and what is shown of it.
#define _GNU_SOURCE // open_memstream
#include "suite.h"
#include "weigh/weigh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

static struct weighing read_text(const char *text, size_t length) {
    char path[] = "/tmp/weigh-read-XXXXXX";
    struct weighing w;
    int file = mkstemp(path);
    CU_ASSERT_FATAL(file >= 0 && write(file, text, length) == (ssize_t)length);
    close(file);
    CU_ASSERT_FATAL(weighing_read(path, &w) == 1);
    unlink(path);
    return w;
}

#define READ(text) read_text(text, sizeof(text) - 1)
#define SHAPE "\tgrid=4,1,1\tblock=32,1,1"
static const char card[] =
    "device\tname=H200\tkind=card\tpeak_bytes_per_s=4.8e12\tpeak_flops_f32=6e13\n"
    "kernel\tname=saxpy" SHAPE "\tlaunches=2\tasked_read=1024\tasked_written=512\tsector_read=1024"
    "\tsector_written=2048\tdram_read=2048\tdram_written=1024\tflops_f32=256\n"
    "kernel\tname=matmul" SHAPE "\tdram_read=1000\tdram_written=0\tflops_f32=1000000\n";

static char *shown(const struct weighing *w, int width, enum language language) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const struct weigh_view view = {language, width, 1};
    weighing_show(w, &view, out);
    fclose(out);
    return text;
}

static int says(const struct weighing *w, const char *words) {
    char *text = shown(w, 80, ENGLISH);
    int found = strstr(text, words) != NULL;
    free(text);
    return found;
}

// ---- reading

static void reads_what_is_there(void) {
    struct weighing w = read_text(card, sizeof card - 1);
    const struct weighed *k = w.kernels;
    CU_ASSERT_FATAL(w.kernel_count == 2 && w.damaged == 0);
    CU_ASSERT_STRING_EQUAL(k->name, "saxpy");
    CU_ASSERT(k->grid[0] == 4 && k->block[0] == 32 && k->launches == 2);
    CU_ASSERT(k->of[asked_read] == 1024 && k->of[dram_written] == 1024);
    CU_ASSERT(isnan(k->of[line_read]) && isnan(k->of[ops_tensor]));
    CU_ASSERT(weighed_moved(k) == 3072 && weighed_flops(k) == 256);
    CU_ASSERT(weighed_intensity(k) == 256.0 / 3072);
    CU_ASSERT(weighed_load_efficiency(k) == 1 && weighed_store_efficiency(k) == 0.25);
    CU_ASSERT(isnan(weighed_load_efficiency(&w.kernels[1])));
    weighing_free(&w);
}

static void a_later_line_counts(void) {
    struct weighing w =
        READ("weighing\tname=k" SHAPE "\nkernel\tname=k" SHAPE "\tlaunches=1\tasked_read=8\n"
             "part\tkernel=k" SHAPE "\tallocation=3\tbytes=64\tread=8\twritten=0\n"
             "kernel\tname=k" SHAPE "\tlaunches=7\tasked_read=8\n");
    CU_ASSERT_FATAL(w.kernel_count == 1 && w.part_count == 1);
    CU_ASSERT(w.kernels->launches == 7 && w.parts->allocation == 3 && w.parts->kernel == 0);
    CU_ASSERT(says(&w, "allocation 3, 64 B"));
    weighing_free(&w);
}

static void names_are_unescaped(void) {
    struct weighing w = READ("kernel\tname=a\\tb\\\\c\\nd" SHAPE "\tasked_read=1\n");
    CU_ASSERT_FATAL(w.kernel_count == 1);
    CU_ASSERT_STRING_EQUAL(w.kernels->name, "a\tb\\c\nd");
    weighing_free(&w);
}

static void the_new_is_left_out(void) {
    struct weighing w =
        READ("clock\thz=5\nkernel\tname=k" SHAPE "\tasked_read=1\tcolour=red\tbare\n\n");
    CU_ASSERT(w.kernel_count == 1 && w.damaged == 0);
    weighing_free(&w);
}

static void damage_is_counted(void) {
    struct weighing w =
        READ("kernel\tgrid=1,1,1\nkernel\tname=k\tgrid=x\tblock=1,1,1\ncopy\tkind=up\tbytes=1\n"
             "unweighed\twhy=mood\npart\tkernel=k\nkernel\tname=k" SHAPE "\tasked_read=-5\n"
             "copy\tkind=h2d\tbytes=8\nkernel\tname=half");
    CU_ASSERT(w.damaged == 6 && w.kernel_count == 1 && isnan(w.kernels->of[asked_read]));
    CU_ASSERT(w.moved[MOVED_H2D].bytes == 8 && w.moved[MOVED_H2D].count == 1);
    CU_ASSERT(says(&w, "6 lines of the collector"));
    weighing_free(&w);
}

static void any_bytes(void) {
    char text[sizeof card];
    for (size_t cut = 0; cut < sizeof card; cut += 3)
        for (int byte = 0; byte < 256; byte += 51) { // a byte of every kind at every third place
            memcpy(text, card, sizeof card);
            text[cut] = (char)byte;
            struct weighing w = read_text(text, cut % 2 ? cut + 1 : sizeof card - 1);
            free(shown(&w, 80, ENGLISH));
            weighing_free(&w);
        }
    CU_PASS("the sanitizers found nothing");
}

// ---- showing

static void fits(const char *text, int width) {
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        char copy[1024];
        text_format(copy, sizeof copy, "%.*s", (int)length, line);
        if (columns_of(copy) > width)
            printf("  %d columns: %s\n", columns_of(copy), copy);
        CU_ASSERT(columns_of(copy) <= width);
        line += length + (line[length] == '\n');
    }
}

static void eighty_columns(void) {
    struct weighing w = read_text(card, sizeof card - 1);
    struct weighing host =
        READ("device\tname=h\tkind=host\nkernel\tname=a_kernel_with_a_very_long_name_"
             "that_no_table_has_room_for_at_all_v2" SHAPE "\tasked_read=999949\n"
             "weighing\tname=endless" SHAPE "\nunweighed\twhy=limit\tdetail=2\n");
    for (int language = 0; language < LANGUAGES; language++) {
        char *texts[] = {shown(&w, 80, (enum language)language),
                         shown(&host, 80, (enum language)language)};
        for (int i = 0; i < 2; i++) {
            fits(texts[i], 80);
            free(texts[i]);
        }
    }
    CU_ASSERT(says(&host, "_at_all_v2 ") && says(&host, "a_kernel_with") &&
              says(&host, "999.9 kB"));
    CU_ASSERT(says(&host, "had not ended"));
    struct weighing plain =
        READ("device\tname=h\tkind=host\nkernel\tname=void lab::(anonymous namespace)::scale<4, "
             "std::array<float, 2>, true>(int, std::array<float, 2> const*)" SHAPE "\n");
    CU_ASSERT(says(&plain, "\nscale 4x32 ") || says(&plain, "\nscale "));
    CU_ASSERT(!says(&plain, "array") && !says(&plain, "lab"));
    weighing_free(&plain);
    weighing_free(&w);
    weighing_free(&host);
}

static void under_the_roof(void) {
    struct weighing w = read_text(card, sizeof card - 1); // the roofs meet at 12.5 flop/byte
    CU_ASSERT(says(&w, "256 0.0833  memory") && says(&w, "1.000 M   1000 compute"));
    CU_ASSERT(says(&w, "25 %") && says(&w, "DRAM") && !says(&w, "not counted"));
    weighing_free(&w);
}

static void one_sentence_a_reason(void) {
    struct weighing w =
        READ("unweighed\twhy=graph\tkernel=a\nunweighed\twhy=permission\n"
             "unweighed\twhy=graph\tkernel=b\nunweighed\twhy=metric\tdetail=flops_f16\n"
             "unweighed\twhy=metric\tdetail=dram_read\n");
    CU_ASSERT(says(&w, "Not counted: flops_f16, dram_read. This card"));
    CU_ASSERT(says(&w, "Not weighed: a, b. It runs inside a CUDA graph"));
    CU_ASSERT(!says(&w, "Not weighed: b.") && says(&w, "NVreg_RestrictProfilingToAdminUsers=0"));
    weighing_free(&w);
}

// A product by tiles, and the last block of a dot product, so small that its own code is most of
// what crosses L2.
static void tiles_that_copy_themselves(void) {
    struct weighing w = READ("kernel\tname=product" SHAPE "\tsector_read=4096\tl2_read=1350000000\n"
                             "kernel\tname=dot_final" SHAPE "\tsector_read=1024\tl2_read=40000\n");
    CU_ASSERT_EQUAL_FATAL(w.kernel_count, 2);
    CU_ASSERT(weighed_by_tiles(&w.kernels[0]));
    CU_ASSERT(!weighed_by_tiles(&w.kernels[1]));
    weighing_free(&w);
}

static const struct test tests[] = {
    {"tiles that copy themselves", tiles_that_copy_themselves},
    {"reads what is there", reads_what_is_there},
    {"a later line counts", a_later_line_counts},
    {"names are unescaped", names_are_unescaped},
    {"the new is left out", the_new_is_left_out},
    {"damage is counted", damage_is_counted},
    {"any bytes", any_bytes},
    {"eighty columns", eighty_columns},
    {"under the roof", under_the_roof},
    {"one sentence a reason", one_sentence_a_reason},
};
SUITE_MAIN("weigh_read", tests)
