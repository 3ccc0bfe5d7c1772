// test_card.c: the parts of weighing on a card that need no card.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suite.h"
#include "weigh/card/card.h"

// As an H200 names them, with what is not to be chosen between.
static const char *const chip[] = {"dram__bytes",
                                   "dram__bytes_read",
                                   "dram__bytes_write",
                                   "l1tex__t_bytes_pipe_lsu_mem_global_op_ld",
                                   "l1tex__t_bytes_pipe_lsu_mem_global_op_red",
                                   "l1tex__t_bytes_pipe_lsu_mem_global_op_ld_lookup_hit",
                                   "lts__t_sectors_op_read",
                                   "sm__ops_path_tensor_op_hmma_src_bf16_dst_fp32",
                                   "sm__ops_path_tensor_src_bf16_dst_fp32",
                                   "sm__ops_path_tensor_src_bf16_dst_fp32_realtime",
                                   "sm__ops_path_tensor_src_fp8",
                                   "sm__ops_path_tensor_src_fp8_sparsity_on",
                                   "smsp__sass_data_bytes_mem_global_op_atom",
                                   "smsp__sass_data_bytes_mem_global_op_ld",
                                   "smsp__sass_data_bytes_mem_global_op_st",
                                   "smsp__sass_thread_inst_executed_op_fadd_pred_on",
                                   "smsp__sass_thread_inst_executed_op_ffma_pred_on",
                                   "smsp__sass_thread_inst_executed_op_fmul_pred_on"};
enum { CHIP = sizeof chip / sizeof *chip };

static int turn_of(const struct card_plan *plan, const char *name) {
    for (int i = 0; i < plan->count; i++)
        if (strcmp(plan->names[i], name) == 0)
            return plan->turn[i];
    return -1;
}

static void the_kinds_of_metrics_have_turns_of_their_own(void) {
    struct card_plan plan;
    card_plan(&plan, chip, CHIP, 32);
    CU_ASSERT_EQUAL(plan.turns, 3);
    CU_ASSERT_EQUAL(plan.count, 13);
    CU_ASSERT_EQUAL(turn_of(&plan, "dram__bytes_write"), 0);
    CU_ASSERT_EQUAL(turn_of(&plan, "smsp__sass_data_bytes_mem_global_op_atom"), 1);
    CU_ASSERT_EQUAL(turn_of(&plan, "smsp__sass_thread_inst_executed_op_fmul_pred_on"), 1);
    CU_ASSERT_EQUAL(turn_of(&plan, "sm__ops_path_tensor_src_fp8"), 2);
    CU_ASSERT_EQUAL(turn_of(&plan, "l1tex__t_bytes_pipe_lsu_mem_global_op_ld"), 0);
    CU_ASSERT_EQUAL(turn_of(&plan, "l1tex__t_bytes_pipe_lsu_mem_global_op_red"), 2);
    CU_ASSERT_EQUAL(turn_of(&plan, "dram__bytes"), -1);
}

static void alone_each_metric_of_the_code_has_a_turn(void) {
    struct card_plan plan;
    card_plan(&plan, chip, CHIP, 1);
    CU_ASSERT_EQUAL(plan.turns, 8);
    for (int i = 0; i < plan.count; i++)
        for (int j = 0; j < i; j++)
            CU_ASSERT(plan.turn[i] != plan.turn[j] || plan.turn[i] == 0 || plan.turn[i] == 7);
}

static void a_part_of_a_tensor_type_is_not_counted_again(void) {
    struct card_plan plan;
    card_plan(&plan, chip, CHIP, 32);
    CU_ASSERT_EQUAL(turn_of(&plan, "sm__ops_path_tensor_src_fp8_sparsity_on"), -1);
    CU_ASSERT_EQUAL(turn_of(&plan, "sm__ops_path_tensor_src_bf16_dst_fp32_realtime"), -1);
    CU_ASSERT_EQUAL(turn_of(&plan, "sm__ops_path_tensor_op_hmma_src_bf16_dst_fp32"), -1);
    CU_ASSERT_STRING_EQUAL(card_tensor_type("sm__ops_path_tensor_src_fp8"), "fp8");
    CU_ASSERT_PTR_NULL(card_tensor_type("dram__bytes_read"));
}

static void what_a_chip_cannot_count_is_told(void) {
    struct card_plan plan;
    char lacks[400] = "";
    const char *key;
    card_plan(&plan, chip, CHIP, 32);
    for (size_t at = 0; (key = card_lacks(&plan, &at));)
        strcat(strcat(lacks, " "), key);
    CU_ASSERT_STRING_EQUAL(
        lacks, " sector_written l2_written flops_f64 flops_f16 shared_read shared_written");
}

static void a_chip_without_metrics_has_no_turn(void) {
    struct card_plan plan;
    card_plan(&plan, NULL, 0, 32);
    CU_ASSERT_EQUAL(plan.turns, 0);
    CU_ASSERT_EQUAL(plan.count, 0);
}

// ---- shapes ------------------------------------------------------------------------------

static void a_shape_is_a_name_a_grid_and_a_block(void) {
    struct card_shapes shapes = {0};
    static const unsigned one[3] = {1, 1, 1}, two[3] = {2, 1, 1};
    CU_ASSERT_EQUAL(card_shape_seen(&shapes, "saxpy", one, two)->launches, 1);
    CU_ASSERT_EQUAL(card_shape_seen(&shapes, "saxpy", two, one)->launches, 1);
    CU_ASSERT_EQUAL(card_shape_seen(&shapes, "scale", one, two)->launches, 1);
    CU_ASSERT_EQUAL(card_shape_seen(&shapes, "saxpy", one, two)->launches, 2);
    CU_ASSERT_EQUAL(shapes.count, 3);
    card_shapes_free(&shapes);
}

static void ten_thousand_shapes_are_kept_apart(void) {
    enum { MANY = 10000 };
    struct card_shapes shapes = {0};
    static const unsigned block[3] = {256, 1, 1};
    for (int round = 1; round <= 2; round++)
        for (unsigned i = 1; i <= MANY; i++) {
            const unsigned grid[3] = {i, 1, 1};
            struct card_shape *shape = card_shape_seen(&shapes, "k", grid, block);
            CU_ASSERT_FATAL(shape && shape->launches == (unsigned)round);
            shape->weighed = 1;
        }
    CU_ASSERT_EQUAL(shapes.count, MANY);
    card_shapes_free(&shapes);
}

// ---- the file ------------------------------------------------------------------------------

static void a_value_is_escaped(void) {
    static struct card_line line;
    card_begin(&line, "unweighed");
    card_text(&line, "detail", "a\tb\nc\\d");
    card_count(&line, "bytes", 9007199254740991.0);
    size_t length = card_end(&line);
    CU_ASSERT_EQUAL(length, strlen("unweighed\tdetail=a\\tb\\nc\\\\d\tbytes=9007199254740991\n"));
    CU_ASSERT_NSTRING_EQUAL(line.text, "unweighed\tdetail=a\\tb\\nc\\\\d\tbytes=9007199254740991\n",
                            length);
}

static void a_line_that_does_not_fit_is_not_written(void) {
    static struct card_line line;
    static char name[CARD_LINE + 1];
    memset(name, 'x', CARD_LINE);
    card_begin(&line, "kernel");
    card_text(&line, "name", name);
    CU_ASSERT_EQUAL(card_end(&line), 0);
    card_begin(&line, "kernel");
    CU_ASSERT_EQUAL(card_end(&line), 7);
}

static char *summed(const char *records) {
    static char got[4096];
    char path[] = "/tmp/tare_card_XXXXXX";
    int file = mkstemp(path);
    if (file < 0 || write(file, records, strlen(records)) != (ssize_t)strlen(records))
        abort();
    close(file);
    CU_ASSERT_EQUAL_FATAL(card_sum(path), 0);
    FILE *back = fopen(path, "r");
    if (!back || fseek(back, (long)strlen(records), SEEK_SET) != 0)
        abort();
    got[fread(got, 1, sizeof got - 1, back)] = 0;
    fclose(back);
    unlink(path);
    return got;
}

#define FFMA "smsp__sass_thread_inst_executed_op_ffma_pred_on"
#define FADD "smsp__sass_thread_inst_executed_op_fadd_pred_on"
#define ATOM "smsp__sass_data_bytes_mem_global_op_atom"
#define LD "smsp__sass_data_bytes_mem_global_op_ld"
#define BF16 "sm__ops_path_tensor_src_bf16_dst_fp32"
#define SHAPE "name=f(a\\tb)\tgrid=1,1,1\tblock=32,1,1"
#define TURNS "turns\tcount=3\tasked=" FFMA "," FADD "," ATOM "," LD "," BF16 "\n"

static void the_turns_of_a_kernel_add_up(void) {
    CU_ASSERT_STRING_EQUAL(summed(TURNS "counted\t" SHAPE "\t" FFMA "=100\n"
                                        "launched\t" SHAPE "\tlaunches=7\n" TURNS "counted\t" SHAPE
                                        "\t" FADD "=5\t" ATOM "=8\n"
                                        "counted\t" SHAPE "\t" LD "=64\t" BF16 "=4096\n"
                                        "launched\t" SHAPE "\tlaunches=7\n"),
                           "kernel\t" SHAPE "\tlaunches=7\tflops_f32=205\tasked_read=72\t"
                           "asked_written=8\tops_tensor=4096\tops_tensor_bf16_dst_fp32=4096\n");
}

static void a_sum_with_a_part_missing_is_left_out(void) {
    CU_ASSERT_STRING_EQUAL(summed(TURNS "counted\t" SHAPE "\t" FFMA "=100\t" ATOM "=8\n"),
                           "kernel\t" SHAPE "\tasked_written=8\n");
}

static void a_shape_counted_by_two_processes_is_counted_once(void) {
    CU_ASSERT_STRING_EQUAL(summed(TURNS "counted\t" SHAPE "\t" FFMA "=1\t" FADD "=1\n"
                                        "counted\t" SHAPE "\t" FFMA "=1\t" FADD "=1\n"),
                           "kernel\t" SHAPE "\tflops_f32=3\n");
}

static void a_record_that_was_cut_is_closed_and_not_read(void) {
    CU_ASSERT_STRING_EQUAL(
        summed(TURNS "launched\t" SHAPE "\tlaunches=2\ncounted\t" SHAPE "\t" FFMA "=10"),
        "\nkernel\t" SHAPE "\tlaunches=2\n");
    CU_ASSERT_STRING_EQUAL(summed(""), "");
    CU_ASSERT_EQUAL(card_sum("/nowhere/at all"), -1);
}

static const struct test tests[] = {
    {"the_kinds_of_metrics_have_turns_of_their_own", the_kinds_of_metrics_have_turns_of_their_own},
    {"alone_each_metric_of_the_code_has_a_turn", alone_each_metric_of_the_code_has_a_turn},
    {"a_part_of_a_tensor_type_is_not_counted_again", a_part_of_a_tensor_type_is_not_counted_again},
    {"what_a_chip_cannot_count_is_told", what_a_chip_cannot_count_is_told},
    {"a_chip_without_metrics_has_no_turn", a_chip_without_metrics_has_no_turn},
    {"a_shape_is_a_name_a_grid_and_a_block", a_shape_is_a_name_a_grid_and_a_block},
    {"ten_thousand_shapes_are_kept_apart", ten_thousand_shapes_are_kept_apart},
    {"a_value_is_escaped", a_value_is_escaped},
    {"a_line_that_does_not_fit_is_not_written", a_line_that_does_not_fit_is_not_written},
    {"the_turns_of_a_kernel_add_up", the_turns_of_a_kernel_add_up},
    {"a_sum_with_a_part_missing_is_left_out", a_sum_with_a_part_missing_is_left_out},
    {"a_shape_counted_by_two_processes_is_counted_once",
     a_shape_counted_by_two_processes_is_counted_once},
    {"a_record_that_was_cut_is_closed_and_not_read", a_record_that_was_cut_is_closed_and_not_read},
};

SUITE_MAIN("weigh card", tests)
