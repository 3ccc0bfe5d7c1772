HELP += "developer|judged|judge every recording again: what each is, and what was named"

# The grader's own tests: on logic, with recorded or invented runs.

GRADER_TESTS := names sum claims decide sight noise gate grade intake catalogue recorded words arguments compare
TESTS += $(GRADER_TESTS:%=grader_%)

$(BUILD)/test/grader_%: $(BUILD)/c/grader/test/%_test.o $(BUILD)/c/grader/test/fake_tree.o \
		$(BUILD)/c/common/test/suite.o $(TARE_TESTED)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $^ $(GRADER_LIBS) -o $@

.PHONY: $(GRADER_TESTS:%=test-grader_%)
$(GRADER_TESTS:%=test-grader_%): test-grader_%: $(BUILD)/test/grader_%
	@$<

TESTS += grader_check
$(BUILD)/test/fake_tree: $(BUILD)/c/grader/test/fake_tree_main.o $(BUILD)/c/grader/test/fake_tree.o \
		$(TARE_TESTED)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $^ $(GRADER_LIBS) -o $@
.PHONY: test-grader_check
test-grader_check: $(BUILD)/test/fake_tree $(BUILD)/tare
	@grader/test/check.sh

# ---- the claim's reader against any bytes ------------------------------------------------

HELP += "developer|fuzz|feed the reader of claims any bytes, by libFuzzer: RUNS=10000000 (clang)"
FUZZ_CORPUS := grader/test/fuzz/claims
FUZZED := grader/test/fuzz/claims_fuzz.c common/base/text.c $(addprefix grader/grade/,run/claim_reader.c grading/grading.c)
FUZZ_FLAGS = -std=gnu11 -g -O1 $(INCLUDES) $(GRADER_INCLUDES) -fsanitize=address,undefined -fno-sanitize-recover=all
TESTS += grader_fuzz

$(BUILD)/test/claims_fuzz: $(FUZZED)
	@mkdir -p $(@D)
	$(Q)clang $(FUZZ_FLAGS) -fsanitize=fuzzer $^ -lm -o $@
$(BUILD)/test/claims_replay: $(FUZZED)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FUZZ_FLAGS) -DREPLAY $^ -lm -o $@

.PHONY: fuzz test-grader_fuzz
fuzz: $(BUILD)/test/claims_fuzz
	@mkdir -p $(BUILD)/fuzz
	$(BUILD)/test/claims_fuzz -runs=$(or $(RUNS),1000000) -max_len=8192 $(BUILD)/fuzz $(FUZZ_CORPUS)
test-grader_fuzz: $(BUILD)/test/claims_replay
	@$< $(FUZZ_CORPUS)/*

# Every recorded grading is judged again, and must give the verdict that it expects.
RECORDINGS = $(wildcard $(MISTAKES:%=%/*/*/recordings.jsonl) grader/repairs/recordings.jsonl grader/test/gradings/*.jsonl)
TESTS += grader_judged
.PHONY: judged test-grader_judged
judged test-grader_judged: $(BUILD)/tare
	@$(BUILD)/tare judged $(RECORDINGS)

# Each number that decides is moved by a factor of two, and a test must fall.
TESTS += grader_thresholds
SELDOM += grader_thresholds
MOVABLE := $(shell grep -lE "static const (double|int|uint64_t) [a-z_0-9]+ =" \
	$(wildcard grader/grade/judge/*.c grader/grade/naming/*.c common/witness/account/*.c common/witness/read/*.c \
	common/witness/audit/scales.c))
FEELING := $(patsubst %,$(BUILD)/c/grader/test/%_test.o,names sight noise) $(TARE_MAIN) \
	$(patsubst %,$(BUILD)/c/grader/test/%_test.o,recorded decide) \
	$(patsubst %,$(BUILD)/c/common/witness/test/test_%.o,facts reading account picture audit)
FELT = $(TARE_TESTED) $(patsubst %,$(BUILD)/c/%.o,grader/test/fake_tree common/test/suite \
	common/witness/test/plan common/witness/test/plans common/witness/record/trace)
.PHONY: test-grader_thresholds
test-grader_thresholds: $(FEELING) $(FELT)
	@COMPILE="$(CC) -std=gnu11 $(CFLAGS) $(INCLUDES) $(GRADER_INCLUDES)" OBJECTS="$(FELT)" PROGRAMS="$(FEELING)" \
		LIBRARIES="$(GRADER_LIBS)" RECORDINGS="$(RECORDINGS)" grader/test/thresholds.sh $(MOVABLE)

TESTS += grader_semicolon
.PHONY: test-grader_semicolon
test-grader_semicolon: $(HOST_CHECK_NEEDS)
	@grader/test/semicolon.sh

TESTS += grader_commands
.PHONY: test-grader_commands
test-grader_commands: device-ready $(BUILD)/host/tare
	@grader/test/commands.sh

# Recipes of CONTRIBUTING.md, each executed in a copy of the tree.
TESTS += recipe_report recipe_language
SELDOM += recipe_report recipe_language
.PHONY: test-recipe_report test-recipe_language
test-recipe_report: device-ready $(BUILD)/confine
	@grader/test/recipe_report.sh
test-recipe_language: $(BUILD)/tare
	@grader/test/recipe_language.sh
