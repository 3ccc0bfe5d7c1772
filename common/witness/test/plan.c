// plan.c: see plan.h.
#include "plan.h"

#include "suite.h"
#include "witness/record/record.h"

#include <stdlib.h>
#include <string.h>

static void add_text(struct plan *plan, const char *text, size_t length) {
    if (plan->length + length + 1 > plan->room) {
        plan->room = 2 * (plan->length + length + 1);
        plan->text = realloc(plan->text, plan->room);
        if (!plan->text)
            abort();
    }
    memcpy(plan->text + plan->length, text, length);
    plan->length += length;
    plan->text[plan->length] = 0;
}

void plan_begin(struct plan *plan) {
    static const char head[] =
        "[\n{\"name\":\"tare_witness\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"args\":{\"version\":1,"
        "\"device\":\"host\",\"program\":\"plan\"}}";
    memset(plan, 0, sizeof *plan);
    plan->zero = 5000000000000; // so long has the machine been up
    plan->thread = 41;
    plan->blocks = 64;
    add_text(plan, head, strlen(head));
}

void plan_free(struct plan *plan) {
    free(plan->text);
}

void plan_end(struct plan *plan) {
    static const char end[] = ",\n{\"name\":\"tare_witness_end\",\"ph\":\"M\",\"pid\":1,\"tid\":1,"
                              "\"args\":{\"left_out\":0}}\n]\n";
    add_text(plan, end, strlen(end));
}

void plan_add(struct plan *plan, struct witness_note note) {
    char line[TRACE_LINE];
    size_t length = trace_format(&note, plan->thread, line);
    add_text(plan, ",\n", 2);
    add_text(plan, line, length);
}

static uint64_t at(const struct plan *plan, double us) {
    return plan->zero + (uint64_t)(us * 1000 + 0.5);
}

// Marks, and the calls in which the host waits, say how long it has waited for a processor.
static uint64_t host_delay(const struct plan *plan, enum witness_kind kind, const char *name) {
    int says = kind == WITNESS_CLOCK || kind == WITNESS_RECORD ||
               (kind == WITNESS_CALL && strstr(name, "Synchronize"));
    return says ? (uint64_t)(plan->host_delay * 1000 + 0.5) : 0;
}

static void add_between(struct plan *plan, enum witness_kind kind, const char *name, double begin,
                        double end, uint64_t correlation, int result) {
    plan_add(plan, (struct witness_note){.kind = kind,
                                         .name = name,
                                         .begin = at(plan, begin),
                                         .end = at(plan, end),
                                         .correlation = correlation,
                                         .delay = host_delay(plan, kind, name),
                                         .result = result});
}

uint64_t plan_call(struct plan *plan, const char *name, double us) {
    add_between(plan, WITNESS_CALL, name, plan->now, plan->now + us, ++plan->correlation, 0);
    plan->now += us + 0.1;
    return plan->correlation;
}

void plan_failed(struct plan *plan, const char *name, double us, int result) {
    add_between(plan, WITNESS_CALL, name, plan->now, plan->now + us, ++plan->correlation, result);
    plan->now += us + 0.1;
}

void plan_wait_until(struct plan *plan, const char *name, double until) {
    ++plan->correlation;
    add_between(plan, WITNESS_WAIT, name, plan->now + 0.1, until, plan->correlation, 0);
    add_between(plan, WITNESS_CALL, name, plan->now, until + 0.2, plan->correlation, 0);
    plan->now = until + 0.3;
}

void plan_clock(struct plan *plan) {
    add_between(plan, WITNESS_CLOCK, "tare_now", plan->now, plan->now, 0, 0);
    plan->now += 0.1;
}

void plan_idle(struct plan *plan, double us) {
    plan->now += us;
}

void plan_library(struct plan *plan, const char *name, double begin) {
    add_between(plan, WITNESS_CALL, name, begin, plan->now, 0, 0);
    plan->now += 0.1;
}

void plan_claim(struct plan *plan, const char *what, double us) {
    plan_add(plan, (struct witness_note){.kind = WITNESS_CLAIM,
                                         .name = what,
                                         .begin = at(plan, plan->now),
                                         .end = at(plan, plan->now),
                                         .value = us * 1e-6});
    plan->now += 1;
}

void plan_context(struct plan *plan, double begin) {
    add_between(plan, WITNESS_CONTEXT, "context", begin, plan->now, 0, 0);
}

static void add_work(struct plan *plan, enum witness_kind kind, const char *name, uint64_t stream,
                     double begin, double us) {
    double delay = kind == WITNESS_KERNEL ? 1000 * plan->kernel_delay + 0.5 : 0;
    plan_add(plan, (struct witness_note){.kind = kind,
                                         .name = name,
                                         .stream = stream,
                                         .non_blocking = stream != 0,
                                         .begin = at(plan, begin),
                                         .end = at(plan, begin + us),
                                         .correlation = plan->correlation,
                                         .bytes = kind == WITNESS_KERNEL ? 0 : 1 << 20,
                                         .delay = (uint64_t)delay,
                                         .grid = {plan->blocks, 1, 1},
                                         .block = {256, 1, 1}});
}

void plan_kernel(struct plan *plan, const char *name, uint64_t stream, double begin, double us) {
    plan_call(plan, "cudaLaunchKernel", 3);
    add_work(plan, WITNESS_KERNEL, name, stream, begin, us);
}

void plan_copy(struct plan *plan, double begin, double us) {
    plan_call(plan, "cudaMemcpyAsync", 4);
    add_work(plan, WITNESS_COPY, "HtoD", 0, begin, us);
}

void plan_copy_sync(struct plan *plan, double us) {
    double begin = plan->now;
    plan_call(plan, "cudaMemcpy", us);
    add_work(plan, WITNESS_COPY, "HtoD", 0, begin + 1, us - 2);
}

void plan_memset(struct plan *plan, double begin, double us) {
    plan_call(plan, "cudaMemset", 3);
    add_work(plan, WITNESS_MEMSET, "memset", 0, begin, us);
}

static void add_event(struct plan *plan, enum witness_kind kind, uint64_t event, uint64_t stream,
                      double when) {
    plan_add(plan, (struct witness_note){.kind = kind,
                                         .name = "event",
                                         .stream = stream,
                                         .event = event,
                                         .begin = at(plan, when),
                                         .end = at(plan, when),
                                         .delay = host_delay(plan, kind, "event"),
                                         .correlation = plan->correlation});
}

void plan_event(struct plan *plan, uint64_t event, uint64_t stream, double reached) {
    double when = plan->now + 0.5;
    plan_call(plan, "cudaEventRecord", 1);
    add_event(plan, WITNESS_RECORD, event, stream, when);
    if (reached >= 0)
        add_event(plan, WITNESS_REACHED, event, stream, reached);
}

void plan_elapsed(struct plan *plan, uint64_t start, uint64_t stop, double us, int result) {
    plan_add(plan, (struct witness_note){.kind = WITNESS_ELAPSED,
                                         .name = "cudaEventElapsedTime",
                                         .event = start,
                                         .other_event = stop,
                                         .value = us * 1e-3,
                                         .begin = at(plan, plan->now + 0.2),
                                         .end = at(plan, plan->now + 0.2),
                                         .result = result});
    add_between(plan, WITNESS_CALL, "cudaEventElapsedTime", plan->now, plan->now + 0.4,
                ++plan->correlation, result);
    plan->now += 0.5;
}

void plan_see(const struct plan *plan, struct seen *seen) {
    char why[200] = "";
    memset(seen, 0, sizeof *seen);
    int read = trace_parse(plan->text, plan->length, &seen->trace, why, sizeof why);
    CU_ASSERT_TRUE_FATAL(read);
    CU_ASSERT_TRUE_FATAL(view_make(&seen->trace, &seen->view));
    size_t claims = witness_claims(&seen->trace);
    CU_ASSERT_TRUE(witness_facts_of(&seen->view, claims ? claims - 1 : 0, &seen->facts));
}

void seen_free(struct seen *seen) {
    view_free(&seen->view);
    trace_free(&seen->trace);
}
