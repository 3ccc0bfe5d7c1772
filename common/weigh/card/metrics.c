// metrics.c: which of a chip's metrics are asked for, in which turn, and what they add up to.
#include <string.h>

#include "weigh/card/card.h"

#define SECTORS "l1tex__t_bytes_pipe_lsu_mem_global_op_"
#define TENSOR "sm__ops_path_tensor_src_"

static const struct card_metric table[] = {
#define METRIC(name, key, factor) {name, #key, factor},
#include "weigh/card/metrics.def"
#undef METRIC
};
enum { ROWS = sizeof table / sizeof *table };

static int is_there(const char *name, const char *const *there, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, there[i]) == 0)
            return 1;
    return 0;
}

static int begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

const char *card_tensor_type(const char *metric) {
    return begins(metric, TENSOR) ? metric + strlen(TENSOR) : NULL;
}

// "…_fp8_sparsity_on" is a part of "…_fp8", which counts it already.
static int is_part(const char *name, const char *const *there, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(there[i]);
        if (card_tensor_type(there[i]) && strncmp(name, there[i], length) == 0 &&
            name[length] == '_')
            return 1;
    }
    return 0;
}

static void add(struct card_plan *plan, const char *name, int turn) {
    if (plan->count == CARD_METRICS || is_there(name, plan->names, (size_t)plan->count))
        return;
    plan->names[plan->count] = name;
    plan->turn[plan->count++] = turn;
    plan->turns = turn + 1;
}

// The hardware counts the first kind in one pass. The second kind is counted in the kernel's own
// code (SASS), also in one pass. Of the third kind each takes a pass.
enum kind { IN_HARDWARE, IN_CODE, A_PASS_EACH };

static enum kind kind_of(const char *name) {
    if (strstr(name, "__sass_"))
        return IN_CODE;
    if (begins(name, SECTORS) && strcmp(name, SECTORS "ld") != 0 && strcmp(name, SECTORS "st") != 0)
        return A_PASS_EACH;
    return IN_HARDWARE;
}

static void add_kind(struct card_plan *plan, const char *const *there, size_t count, enum kind kind,
                     int in_a_turn) {
    int turn = plan->turns;
    for (int i = 0, added = 0; i < ROWS; i++) {
        int before = plan->count;
        if (kind_of(table[i].name) == kind && is_there(table[i].name, there, count))
            add(plan, table[i].name, turn + added / in_a_turn);
        added += plan->count - before;
    }
}

void card_plan(struct card_plan *plan, const char *const *there, size_t count, int code_in_a_turn) {
    plan->count = plan->turns = 0;
    add_kind(plan, there, count, IN_HARDWARE, ROWS);
    add_kind(plan, there, count, IN_CODE, code_in_a_turn);
    int last = plan->turns;
    add_kind(plan, there, count, A_PASS_EACH, ROWS);
    for (size_t i = 0; i < count; i++)
        if (card_tensor_type(there[i]) && !is_part(there[i], there, count))
            add(plan, there[i], last);
}

const char *card_lacks(const struct card_plan *plan, size_t *at) {
    for (; *at < ROWS; ++*at) {
        size_t i = *at;
        int first = i == 0 || strcmp(table[i].key, table[i - 1].key) != 0;
        if (first && !is_there(table[i].name, plan->names, (size_t)plan->count)) {
            ++*at;
            return table[i].key;
        }
    }
    return NULL;
}

const struct card_metric *card_adds(const char *metric, size_t *at) {
    static const struct card_metric tensor = {TENSOR, "ops_tensor", 1};
    if (card_tensor_type(metric))
        return (*at)++ == 0 ? &tensor : NULL;
    while (*at < ROWS) {
        const struct card_metric *row = &table[(*at)++];
        if (strcmp(row->name, metric) == 0)
            return row;
    }
    return NULL;
}
