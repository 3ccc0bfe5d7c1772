# build/tare: the grader and the learner's tool. Plain C; it needs no device.

HELP += "learner|check|say whether the number of your lab is true: make check LAB=04 (REVEAL=1: say everything)" \
	"staff|verdict|judge a recorded grading again: make verdict FILE=grading.json"

TARE_MAIN := $(BUILD)/c/grader/cmd/main.o
# cmd/ reads the commands; grade/ is one grading, step by step; learner/ and staff/ are for one kind of
# user each. staff/confine is a program of its own.
TARE_ROOMS := grader/cmd grader/grade $(addprefix grader/grade/,grading intake run judge naming say) \
	grader/learner grader/audit $(addprefix grader/staff/,class course exam report)
GRADER_INCLUDES := -Igrader -Igrader/grade -Igrader/staff
TARE_PARTS = $(patsubst %.c,$(BUILD)/c/%.o,$(wildcard $(TARE_ROOMS:%=%/*.c)) $(BASE) \
	$(WITNESS_READER) $(WEIGH_READER) $(CHECKED_READER)) $(BUILD)/c/grader/mistakes/catalogue.o
# What all rooms share.
BASE := $(wildcard common/base/*.c)
# What reads a trace and draws it, without what writes one.
WITNESS_READER := $(wildcard common/witness/*.c $(addprefix common/witness/,read/*.c account/*.c draw/*.c audit/*.c)) common/weigh/follow.c
# What reads and shows what a collector counted.
WEIGH_READER := $(filter-out common/weigh/follow.c,$(wildcard common/weigh/*.c common/weigh/card/*.c)) common/roofline_svg.c
# What reads and shows what the checked mode found.
CHECKED_READER := $(wildcard common/checked/*.c)
TARE_TESTED = $(filter-out $(TARE_MAIN),$(TARE_PARTS))
GRADER_LIBS = -ljansson $(CUNIT) -lm
# CUnit judges for --questions, which staff use: a learner's machine need not have it. A machine that gets
# it later has questions.c compiled again.
colon := :
CUNIT := $(if $(wildcard $(addsuffix /CUnit/CUnit.h,/usr/include /usr/local/include \
	$(subst $(colon), ,$(CPATH):$(C_INCLUDE_PATH)))),-lcunit)
CUNIT_STATE := $(BUILD)/cunit.$(if $(CUNIT),here,lacks)
$(BUILD)/cunit.here $(BUILD)/cunit.lacks:
	@mkdir -p $(@D) && rm -f $(BUILD)/cunit.* && touch $@
$(BUILD)/c/grader/grade/say/questions.o: $(CUNIT_STATE)
$(BUILD)/c/grader/grade/say/questions.o: INCLUDES += $(CUNIT:-lcunit=-DTARE_CUNIT)

$(BUILD)/c/grader/%.o: INCLUDES += $(GRADER_INCLUDES)

$(BUILD)/tare: $(TARE_PARTS)
	$(Q)$(CC) $(CFLAGS) $^ $(GRADER_LIBS) -o $@

# Everything that a check needs before it starts a clock.
CHECK_NEEDS = $(BUILD)/tare $(BUILD)/compile.$(DEVICE) $(BUILD)/$(DEVICE)/libtare.a $(CU_NEEDS) \
	$(BUILD)/$(DEVICE)/witness.so # without it fewer mistakes can be named

.PHONY: check verdict
check:
	$(call ready,$(CHECK_NEEDS)) $(BUILD)/tare check $(if $(LAB),"$(LAB)") $(if $(SEED),--seed $(SEED)) $(if $(JSON),--json $(JSON)) $(if $(REVEAL),--reveal)
verdict:
	$(call ready,$(BUILD)/tare) $(BUILD)/tare verdict $(FILE)

# ---- how good the grader is: these are not tests, because they take long ------------------

HELP += "developer|bench-grader|count wrong verdicts over RUNS=30 gradings a lab (LOAD=1, SEEDS=20, SHARD=1/4)" \
	"developer|bench-naming|grade the corpus: right variants passed, mistakes named (LAB=04, SHARD=1/4)"

.PHONY: bench-grader bench-naming
bench-grader: $(CHECK_NEEDS) $(BUILD)/lab_file
	@grader/test/bench/grader.sh $(LAB)
bench-naming: WORDS ?= $(LAB:%=/%_)
bench-naming: corpus

# ---- any program's numbers --------------------------------------------------------------------

HELP += "learner|audit|say whether the numbers are true that any program prints (lab 00): make audit RUN=./program" \
	"developer|audit-set|audit programs of known truth: tied, named, accused (DIR=folder, or the sets here)" \
	"developer|audit-labs|audit what the labs print, as shipped and solved"

AUDIT_NEEDS := $(BUILD)/tare $(BUILD)/host/witness.so $(BUILD)/hostcc $(BUILD)/hostdevice.a
HOST_CHECK_NEEDS := $(AUDIT_NEEDS) $(BUILD)/compile.host $(BUILD)/host/libtare.a
.PHONY: audit audit-set audit-labs test-audit
audit:
	$(call ready,device-ready) $(BUILD)/tare audit --device $(DEVICE) $(AUDIT) -- $(RUN)
audit-set: $(AUDIT_NEEDS)
	@for set in $(or $(DIR),$(wildcard grader/test/audit/*.tar.xz)); do \
		grader/test/audit/set.sh $$set $(NAMES) || exit; done
audit-labs: $(AUDIT_NEEDS) $(BUILD)/host/libtare.a
	@$(MAKE) -s DEVICE=host $(foreach room,shipped solutions,$(LABS:%=$(BUILD)/host/$(room)/%))
	@grader/test/audit/labs.sh
TESTS += audit
MEASURING += audit
test-audit: $(AUDIT_NEEDS)
	@grader/test/audit/audit.sh
