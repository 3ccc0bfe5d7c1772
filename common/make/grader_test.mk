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

# ---- the readers against any bytes -------------------------------------------------------

HELP += "developer|fuzz|give every reader any bytes, under ASan and UBSan: FUZZ_SECONDS=60 each, or FUZZ_RUNS=10000000 (TARGET=trace)"
# All of the grader once more, in a folder of its own: with the sanitizers and, where clang can, with what
# libFuzzer needs to follow an input. Without it the inputs are changed by chance alone.
FUZZ_CLANG = $(shell echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	clang -x c -fsanitize=fuzzer,address - -o /dev/null 2>/dev/null && echo clang)
FUZZ_FLAGS := -O2 -g -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
FUZZ_PARTS = $(patsubst %,$(BUILD)/c/%.o,grader/test/fuzz/targets common/witness/test/plan common/witness/test/plans \
	common/witness/record/trace) $(TARE_TESTED)
TESTS += grader_fuzz
SELDOM += grader_fuzz
LONG += grader_fuzz

$(BUILD)/test/fuzz_mutate: $(BUILD)/c/grader/test/fuzz/mutate.o $$(FUZZ_PARTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $^ $(GRADER_LIBS) -o $@
$(BUILD)/test/fuzz_libfuzzer: $(BUILD)/c/grader/test/fuzz/libfuzzer.o $$(FUZZ_PARTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(subst fuzzer-no-link,fuzzer,$(CFLAGS)) $^ $(GRADER_LIBS) -o $@

.PHONY: fuzz fuzz-built test-grader_fuzz
fuzz-built:
	+$(Q)clang=$(FUZZ_CLANG); here=$(BUILD)/fuzz/$${clang:-gcc}; \
	$(MAKE) -s BUILD=$$here SAN= CC=$${clang:-$(CC)} CFLAGS="$(FUZZ_FLAGS) $${clang:+-fsanitize=fuzzer-no-link}" \
		$$here/test/fuzz_mutate $${clang:+$$here/test/fuzz_libfuzzer} && ln -sfn $${clang:-gcc}/test $(BUILD)/fuzz/test
fuzz: fuzz-built
	@grader/test/fuzz/fuzz.sh $(BUILD)/fuzz $(or $(FUZZ_RUNS),0) $(or $(FUZZ_SECONDS),$(if $(FUZZ_RUNS),0,60)) $(TARGET)
test-grader_fuzz: fuzz-built
	@grader/test/fuzz/test.sh $(BUILD)/fuzz/test/fuzz_mutate

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
	common/witness/audit/*.c grader/audit/*.c))
FEELING := $(patsubst %,$(BUILD)/c/grader/test/%_test.o,names sight noise) $(TARE_MAIN) \
	$(patsubst %,$(BUILD)/c/grader/test/%_test.o,recorded compare decide) \
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
