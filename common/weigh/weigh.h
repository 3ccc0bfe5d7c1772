// weigh.h: the weighings that a collector wrote: of each kernel what it read, wrote and computed. A
// collector is a part of a program: on the host device common/host/runtime/weigh/. The two meet
// only in the file, which README.md describes.
#ifndef WEIGH_H
#define WEIGH_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/words.h"

// ---- words.c, words_*.def

enum weigh_word {
#define WORD(name, text) WEIGH_##name,
#include "weigh/words_en.def"
#undef WORD
    WEIGH_WORDS
};
extern const struct words weigh_words;
const char *weigh_text(enum language language, enum weigh_word name);

// ---- read.c

enum measure { // the keys of the file, by name; NAN where it was not counted
#define MEASURE(name) name,
#include "weigh/measures.def"
#undef MEASURE
    MEASURES
};
extern const char *const measure_names[MEASURES];

struct weighed { // one shape of a kernel: its first launch
    char *name;
    unsigned grid[3], block[3];
    int ended; // 0: only that it began is known
    double launches, seconds;
    double of[MEASURES];
};

struct weighed_part { // the same for one allocation
    size_t kernel;    // index
    char name[32];    // of the kernel's parameter that points at it; "": not known
    double allocation, bytes, read, written, line_read, line_written;
};

enum moving { MOVED_H2D, MOVED_D2H, MOVED_D2D, MOVED_MEMSET, MOVINGS };
extern const char *const moving_names[MOVINGS];

// Why something was not weighed: the words of the file, in the order of their sentences,
// WEIGH_WHY_*.
enum why_not {
    WHY_PERMISSION,
    WHY_BUSY,
    WHY_MEMORY,
    WHY_GRAPH,
    WHY_LIMIT,
    WHY_TIME,
    WHY_METRIC,
    WHY_ASSEMBLY,
    WHY_CUPTI,
    WHY_NO_KERNEL,
    WHY_COMPILE,
    WHY_FAULT,
    WHYS
};
extern const char *const why_names[WHYS];

struct unweighed {
    enum why_not why;
    char *kernel; // "": the whole program
    char *detail;
};

struct weighing {
    char *device;
    int is_host;
    double peak_bytes_per_s, peak_flops; // NAN: not known
    struct weighed *kernels;
    size_t kernel_count;
    struct weighed_part *parts;
    size_t part_count;
    struct {
        double bytes, count;
    } moved[MOVINGS];
    struct unweighed *unweighed;
    size_t unweighed_count;
    int turns;      // runs of the program that count everything; 0: one does
    size_t damaged; // lines that could not be read
};

// 0: out of memory, or no such file (errno).
int weighing_read(const char *path, struct weighing *weighing);
void weighing_free(struct weighing *weighing);

// ---- follow.c: what follows from the counted; NAN where it cannot be known

int weighed_by_tiles(const struct weighed *kernel); // 1: "asked for" leaves out what copies itself
double weighed_moved(const struct weighed *kernel); // by DRAM; on the host device in lines
double weighed_flops(const struct weighed *kernel);
double weighed_intensity(const struct weighed *kernel);       // flops for each byte moved
double weighed_load_efficiency(const struct weighed *kernel); // asked for / moved for it
double weighed_store_efficiency(const struct weighed *kernel);

void weighed_plain_name(const char *name, char *to, size_t size); // what a reader calls it

// ---- name.c

// With its grid, unless that is more than so many columns and no other kernel has the name.
void weighed_name(const struct weighing *of, const struct weighed *k, int columns, char *name,
                  size_t size);
void weighed_shorten(const char *name, int columns, char *to, size_t size);

// ---- show.c, write.c, picture.c

struct weigh_view {
    enum language language;
    int width;
    int by_allocation; // a line for each allocation, too
};
// Four digits and a unit of powers of 1000: "8.389 MB".
void weigh_amount(double value, const char *unit, char *to, size_t size);
void weighing_show(const struct weighing *weighing, const struct weigh_view *view, FILE *out);
void weighing_json(const struct weighing *weighing, FILE *out); // by weigh.schema.json
void weighing_csv(const struct weighing *weighing, FILE *out);
// WEIGH_WORDS, or the sentence that says why there is no picture.
enum weigh_word weighing_undrawn(const struct weighing *weighing);
void weighing_svg(const struct weighing *weighing, enum language language, FILE *out);

#endif
