# `make test` runs every test program and adds up their closing lines. A .mk file registers
# TESTS += NAME and a rule test-NAME. A test that measures time is also in MEASURING: one of these runs at
# a time. A test that takes half a minute is in LONG: these begin first. Those in SELDOM (recipes,
# packages, other compilers, sanitized twins) run with ALL=1. CI runs a fifth of them after each change,
# by turns: TURN=n, the number of the commit, and then course_run grades a third of the labs. ONLY=word runs the tests whose name contains the word, these too.

HELP += "developer|all|build every program that a check needs, and the sandbox" \
	"developer|test|run the tests of every day; ALL=1 for all; ONLY=word for some" "developer|clean|remove build/"

SUITE := $(BUILD)/c/common/test/suite.o
SELDOM_NOW = $(if $(TURN),$(shell printf '%s\n' $(SELDOM) | awk 'NR % 5 == $(TURN) % 5'))
TESTS_ASKED = $(sort $(if $(ONLY),$(foreach t,$(TESTS),$(if $(findstring $(ONLY),$(t)),$(t))),\
	$(if $(ALL),$(TESTS),$(filter-out $(SELDOM),$(TESTS)) $(SELDOM_NOW))))

TESTS_QUIET = $(filter-out $(MEASURING),$(TESTS_ASKED))

.PHONY: all test clean
all: device-ready $(BUILD)/confine

# First everything that the tests need is built, on every core, so that no two tests build the
# same file.
test: deps
	$(if $(TESTS_ASKED),,$(error No suite has "$(ONLY)" in its name. There are: $(sort $(TESTS))))
	@mkdir -p $(BUILD)
	@common/make/build.sh -k NEEDS_ONLY=1 $(TESTS_ASKED:%=test-%) 2>$(BUILD)/needs.log || true
	@common/make/run_tests.sh $(filter $(LONG),$(TESTS_QUIET)) -- $(filter-out $(LONG),$(TESTS_QUIET)) \
		-- $(filter $(MEASURING),$(TESTS_ASKED))
ifdef NEEDS_ONLY
test-%: private SHELL := /bin/true
endif

clean:
	$(Q)rm -rf $(BUILD) dist

# If nvcc is installed, it also compiles every .cu; this needs no card.
TESTS += nvcc
LONG += nvcc
SELDOM += nvcc
NVCC_PROGRAMS = $(BUILD)/gpu/libtare.a $(BUILD)/gpu/tare $(BUILD)/gpu/witness.so \
	$(EXAMPLES:%=$(BUILD)/gpu/examples/%) \
	$(foreach room,labs solutions,$(LABS:%=$(BUILD)/gpu/$(room)/%))
.PHONY: test-nvcc
test-nvcc:
	@command -v $(NVCC) >/dev/null || { echo "nvcc: 0 passed, 0 failed, 1 skipped"; exit; }; \
	$(MAKE) -k -j2 DEVICE=gpu $(NVCC_PROGRAMS); passed=0; failed=0; \
	for program in $(NVCC_PROGRAMS); do if [ -e $$program ]; then passed=$$((passed + 1)); \
		else failed=$$((failed + 1)); echo "  FAILED  $$program"; fi; done; \
	echo "nvcc: $$passed passed, $$failed failed, 0 skipped"
