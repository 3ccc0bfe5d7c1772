// gate_test.c: programs that wait at their gate, and those that do not. Shell scripts: no
// device, no number of a clock.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "intake/intake.h"
#include "run/run.h"
#include "suite.h"

static char folder[] = "/tmp/tare-gate-XXXXXX";

static int begin(void) {
    return mkdtemp(folder) ? 0 : -1;
}
static int end(void) {
    char command[80];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static int start(const char *script, struct running *running) {
    static int number;
    static char paths[32][80];
    char *path = paths[number % 32];
    snprintf(path, sizeof paths[0], "%s/%d.sh", folder, number++);
    FILE *file = fopen(path, "w");
    if (!file)
        return -1;
    fprintf(file, "#!/bin/bash\n%s\n", script);
    fclose(file);
    chmod(path, 0755);
    struct run_request request = {
        .program = path, .lab = "fake", .device = "host", .limit = 20, .gate = "check"};
    return run_start(&request, 1000, 7, running);
}

static const char waits[] = "echo ready; printf r >&4; read -r -n 1 <&4; echo measured";

static void one_goes_on_and_the_other_waits(void) {
    struct running a = {RUNNING_NONE}, b = {RUNNING_NONE}, *const both[] = {&a, &b};
    struct run run = {0};
    CU_ASSERT_EQUAL_FATAL(start(waits, &a), 0);
    CU_ASSERT_EQUAL_FATAL(start(waits, &b), 0);
    gate_gather(both, 2);
    CU_ASSERT(a.process.at_gate && b.process.at_gate);
    CU_ASSERT(gate_is_quiet(&a) && gate_is_quiet(&b));
    CU_ASSERT_EQUAL(gate_open(&a), 0);
    run_wait(&a, &run);
    CU_ASSERT_EQUAL(run.end, RUN_EXITED);
    CU_ASSERT_PTR_NOT_NULL(strstr(run.output, "measured"));
    CU_ASSERT(b.process.child > 0 && kill(b.process.child, 0) == 0); // not taken for a stray
    pid_t waiting = b.process.child;
    process_drop(&b.process);
    CU_ASSERT(kill(waiting, 0) != 0);
}

// A place that is not used reads from nothing: what a person types must stay theirs.
static void the_terminal_is_left_alone(void) {
    struct running one = {RUNNING_NONE}, unused = {RUNNING_NONE}, *const all[] = {&one, &unused};
    int typed[2], before = dup(0);
    char key = 0;
    CU_ASSERT_EQUAL_FATAL(pipe(typed), 0);
    CU_ASSERT_EQUAL(write(typed[1], "k", 1), 1);
    dup2(typed[0], 0);
    CU_ASSERT_EQUAL_FATAL(start(waits, &one), 0);
    close(typed[1]); // so that whoever reads on does not hang
    gate_gather(all, 2);
    CU_ASSERT(read(0, &key, 1) == 1 && key == 'k');
    process_drop(&one.process);
    dup2(before, 0);
    close(before);
    close(typed[0]);
}

static void who_does_not_wait_is_not_let_through(void) {
    static const char *const scripts[] = {
        "exit 0",                                                  // ends
        "exec 4>&-; sleep 20",                                     // closes it
        "echo 'claim what=x' >&3; printf r >&4; read -r -n 1 <&4", // claims before
        "kill -9 $$",                                              // crashes
    };
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        struct running one = {RUNNING_NONE}, *const all[] = {&one};
        CU_ASSERT_EQUAL_FATAL(start(scripts[i], &one), 0);
        pid_t child = one.process.child;
        gate_gather(all, 1);
        CU_ASSERT_EQUAL(gate_open(&one), -1);
        CU_ASSERT(kill(child, 0) != 0);
    }
}

static void work_while_waiting_is_seen(void) {
    static const char *const scripts[] = {"printf r >&4; sleep 20 & wait",
                                          "printf r >&4; while :; do :; done"};
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        struct running one = {RUNNING_NONE}, *const all[] = {&one};
        int quiet = 1;
        CU_ASSERT_EQUAL_FATAL(start(scripts[i], &one), 0);
        gate_gather(all, 1);
        for (int look = 0; quiet && look < 100; look++) {
            usleep(50000);
            quiet = gate_is_quiet(&one);
        }
        CU_ASSERT_FALSE(quiet);
        process_drop(&one.process);
    }
}

static const char measures[] = "knock() { printf r >&4; read -r -n 1 byte <&4; echo \"$1 $byte\"; "
                               "}; knock first; knock second";

static int measured(const char *script, struct running *running) {
    struct running *const all[] = {running};
    CU_ASSERT_EQUAL_FATAL(start(script, running), 0);
    gate_gather(all, 1);
    return gate_measure(running);
}

// What follows the measuring, both do at once, and the time between does not count.
static void who_has_measured_makes_room(void) {
    enum { HELD = 500000 }; // microseconds
    struct running a = {RUNNING_NONE}, b = {RUNNING_NONE};
    struct run run = {0};
    double begin = seconds_now();
    CU_ASSERT_EQUAL(measured(measures, &a), 0);
    CU_ASSERT_EQUAL(measured(measures, &b), 0);
    CU_ASSERT(a.process.at_gate && b.process.at_gate);
    CU_ASSERT(gate_is_quiet(&a) && gate_is_quiet(&b));
    usleep(HELD);
    process_drain(&a.process);
    CU_ASSERT_PTR_NOT_NULL(strstr(a.process.output, "first"));
    CU_ASSERT_PTR_NULL(strstr(a.process.output, "second"));
    gate_release(&a);
    gate_release(&b);
    run_wait(&a, &run);
    CU_ASSERT_EQUAL(run.end, RUN_EXITED);
    CU_ASSERT_PTR_NOT_NULL(strstr(run.output, "second"));
    CU_ASSERT(run.wall_seconds <= seconds_now() - begin - 1e-6 * HELD);
    CU_ASSERT_FALSE(a.process.left_early);
    run_wait(&b, &run);
    CU_ASSERT_PTR_NOT_NULL(strstr(run.output, "second"));
}

static void the_next_hears_that_the_device_is_warm(void) {
    int warm = 0;
    for (int attempt = 0; attempt < 5 && !warm; attempt++) {
        struct running a = {RUNNING_NONE}, b = {RUNNING_NONE}, *const both[] = {&a, &b};
        struct run run = {0};
        usleep(100000); // it cools down
        CU_ASSERT_EQUAL_FATAL(start(measures, &a), 0);
        CU_ASSERT_EQUAL_FATAL(start(measures, &b), 0);
        gate_gather(both, 2);
        CU_ASSERT(gate_measure(&a) == 0 && gate_measure(&b) == 0);
        gate_release(&a);
        gate_release(&b);
        run_wait(&a, &run);
        CU_ASSERT_PTR_NOT_NULL(strstr(run.output, "first g"));
        run_wait(&b, &run);
        warm = strstr(run.output, "first w") != NULL;
    }
    CU_ASSERT(warm);
}

static void who_never_comes_to_the_second_gate_is_waited_for(void) {
    static const char *const scripts[] = {
        "printf r >&4; read -r -n 1 <&4; echo over",            // ends
        "printf r >&4; read -r -n 1 <&4; echo over; sleep 60 &" // and a child has the gate
    };
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        struct running one = {RUNNING_NONE};
        struct run run = {0};
        double begin = seconds_now();
        CU_ASSERT_EQUAL(measured(scripts[i], &one), 0);
        CU_ASSERT_FALSE(one.process.at_gate);
        CU_ASSERT(seconds_now() - begin < 15); // its limit is 20
        gate_release(&one);
        run_wait(&one, &run);
        CU_ASSERT_EQUAL(run.end, RUN_EXITED);
        CU_ASSERT_PTR_NOT_NULL(strstr(run.output, "over"));
    }
}

static void who_left_before_it_had_measured_says_so(void) {
    char script[300];
    struct running one = {RUNNING_NONE};
    struct run run = {0};
    snprintf(script, sizeof script, "%s; printf e >&4", measures);
    CU_ASSERT_EQUAL(measured(script, &one), 0);
    gate_release(&one);
    run_wait(&one, &run);
    CU_ASSERT_EQUAL(run.end, RUN_EXITED);
    CU_ASSERT(one.process.left_early);
}

static void every_lab_has_its_gates(void) {
    static const struct {
        const char *lab, *gate, *leave;
    } labs[] = {{"01_kernel_time", "check", "report"}, {"05_first_run", "data", "host"},
                {"08_peak", "data", "check"},          {"09_units", "data", "check"},
                {"10_bytes_moved", "check", "report"}, {"11_transfer", "data", "check"},
                {"16_roofline", "check", "report"},    {"18_published", "data", "report"}};
    for (size_t i = 0; i < sizeof labs / sizeof labs[0]; i++) {
        char path[80];
        size_t length;
        snprintf(path, sizeof path, "solutions/%s/lab.cu", labs[i].lab);
        char *text = file_read(path, 1 << 20, &length);
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        CU_ASSERT_STRING_EQUAL(gate_place(text), labs[i].gate);
        CU_ASSERT_STRING_EQUAL(gate_leave(text), labs[i].leave);
        free(text);
    }
}

static void the_gate_comes_before_the_measuring(void) {
    CU_ASSERT_STRING_EQUAL(
        gate_place("int main(void) { tare_lab_poisoned(n); tare_lab_check(&lab); "
                   "measure(n); }"),
        "check");
    CU_ASSERT_STRING_EQUAL(gate_place("int main(void) { tare_lab_poisoned(n); measure(n); "
                                      "tare_lab_check(&lab); }"),
                           "data");
    CU_ASSERT_PTR_NULL(gate_place("int main(void) { measure(n); tare_lab_check(&lab); }"));
    CU_ASSERT_PTR_NULL(gate_place("nothing"));
}

static const struct test tests[] = {
    {"one goes on and the other waits", one_goes_on_and_the_other_waits},
    {"who does not wait is not let through", who_does_not_wait_is_not_let_through},
    {"the terminal is left alone", the_terminal_is_left_alone},
    {"work while waiting is seen", work_while_waiting_is_seen},
    {"who has measured makes room", who_has_measured_makes_room},
    {"the next hears that the device is warm", the_next_hears_that_the_device_is_warm},
    {"who never comes to the second gate is waited for",
     who_never_comes_to_the_second_gate_is_waited_for},
    {"who left before it had measured says so", who_left_before_it_had_measured_says_so},
    {"every lab has its gates", every_lab_has_its_gates},
    {"the gate comes before the measuring", the_gate_comes_before_the_measuring},
};

int main(int argc, char **argv) {
    if (begin() != 0)
        return 1;
    int code = suite_main("grader_gate", tests, (int)(sizeof tests / sizeof tests[0]), argc, argv);
    return end() != 0 ? 1 : code;
}
