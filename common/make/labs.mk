# The programs of a lab: as the learner has it, as it was shipped, and its solution. All are
# compiled in the same way, for either device.

HELP += "learner|lab|build a lab and run it: make lab LAB=04 (CHECKED=1: find faults of its kernels, on the host device)"

LABS := $(notdir $(patsubst %/lab.cu,%,$(wildcard labs/*/lab.cu)))
LAB_FILE := $(BUILD)/lab_file
LAB_HEADERS := common/tare.h common/tare_lab.h common/tare_device.h

$(LAB_FILE): $(addprefix $(BUILD)/c/,common/make/lab_file.o grader/grade/intake/fence.o grader/grade/intake/fences.o common/base/order.o common/base/text.o)
	$(Q)$(CC) $^ -lm -o $@

$(BUILD)/c/common/make/lab_file.o: INCLUDES += $(GRADER_INCLUDES)

# A lab as shipped is the solution with the shipped fence: only their fences differ.
$(BUILD)/shipped/%.cu: solutions/%/lab.cu labs/%/shipped.fence $(LAB_FILE)
	@mkdir -p $(@D)
	$(Q)$(LAB_FILE) splice $< labs/$*/shipped.fence >$@

define lab_program
	@mkdir -p $(@D)
	$(Q)$(CU) $(CU_FLAGS) -Icommon $< $(BUILD)/$(DEVICE)/libtare.a $(CU_LIBS) -o $@
endef
LAB_NEEDS = $(BUILD)/$(DEVICE)/libtare.a $(CU_NEEDS) $(LAB_HEADERS)

$(BUILD)/$(DEVICE)/labs/%: CU_FLAGS = $(LAB_FLAGS_$(DEVICE))
$(BUILD)/$(DEVICE)/labs/%: labs/%/lab.cu $(LAB_NEEDS)
	$(lab_program)
$(BUILD)/$(DEVICE)/solutions/%: solutions/%/lab.cu $(LAB_NEEDS)
	$(lab_program)
$(BUILD)/$(DEVICE)/shipped/%: $(BUILD)/shipped/%.cu $(LAB_NEEDS)
	$(lab_program)

# Checked, a lab takes a hundred times as long, so it gets a fiftieth of its size: TARE_N=20.
.PHONY: lab
ifneq ($(CHECKED),)
lab:
	$(call ready,deps-demo $(BUILD)/tare $(BUILD)/hostcc $(BUILD)/hostdevice.a $(BUILD)/host/libtare.a) \
		name=$$($(BUILD)/tare lab "$(LAB)" folder) && TARE_N=$${TARE_N:-20} $(BUILD)/tare checked labs/$$name/lab.cu
else
lab:
	$(call ready,deps-demo device-ready) name=$$($(BUILD)/tare lab "$(LAB)" folder) && $(MAKE) -s $(BUILD)/$(DEVICE)/labs/$$name && \
		common/make/run_lab.sh $(BUILD)/$(DEVICE)/labs/$$name "$(LAB)" $(DEVICE)
endif

# What the device reports about itself and what it can do, by the measuring library.
HELP += "course|device|print what the device reports about itself" \
	"course|peak|print the theoretical peak and the values that it is made of" \
	"course|ceilings|measure how fast this device moves bytes" \
	"course|roofline|measure the roofline of this device"
.PHONY: device peak ceilings roofline
device peak ceilings roofline: deps-demo $(BUILD)/tare $(BUILD)/$(DEVICE)/tare
	@$(BUILD)/tare $@

# Fences as students write them, right and wrong, and what the grader says about each.
# WORDS chooses some: make corpus WORDS="01_ units/chrono". SHARD=1/4 grades a quarter of them, so
# that four can run side by side, each in a copy of the tree and with its own
# CUDA_VISIBLE_DEVICES. docs/measured/corpus.sh makes a table of what they print.
HELP += "developer|corpus|grade right and wrong fences: WORDS=04_ for some, SHARD=1/4"
CORPUS := $(addprefix $(BUILD)/c/grader/test/,corpus.o corpus_read.o course_files.o)
$(BUILD)/corpus_check: $(CORPUS) $(TARE_TESTED)
	$(Q)$(CC) $^ $(GRADER_LIBS) -o $@

.PHONY: corpus
corpus: $(BUILD)/corpus_check $(CHECK_NEEDS) $(BUILD)/$(DEVICE)/witness.so
	@docs/measured/header.sh "make corpus$(if $(WORDS), WORDS='$(WORDS)')"
	@MISTAKES="$(MISTAKES)" $(BUILD)/corpus_check $(SHARD:%=--shard %) $(WORDS)

# Files that the rules were not written from, with a key; DIR is a folder of them, WORD chooses some.
HELP += "developer|outside|grade student files that the rules were not written from: DIR=folder WORD=04_"
OUTSIDE_SETS := grader/test/outside
OUTSIDE := $(BUILD)/c/grader/test/outside.o $(BUILD)/c/grader/test/course_files.o
$(BUILD)/outside_check: $(OUTSIDE) $(TARE_TESTED)
	$(Q)$(CC) $(CFLAGS) $^ $(GRADER_LIBS) -o $@

$(BUILD)/outside/%/unpacked: $(OUTSIDE_SETS)/%.tar.xz
	$(Q)mkdir -p $(@D) && tar -xJf $< -C $(@D) && touch $@

.PHONY: outside
outside: DIR ?= $(BUILD)/outside/wild
outside: $(BUILD)/outside_check $(CHECK_NEEDS) $(BUILD)/$(DEVICE)/witness.so $(BUILD)/outside/wild/unpacked
	@$(BUILD)/outside_check $(DIR) $(WORD)

# A few fences of the corpus, to see that it compiles.
TESTS += corpus
.PHONY: test-corpus
test-corpus: $(BUILD)/corpus_check $(CHECK_NEEDS)
	@$(BUILD)/corpus_check --build 06_short_kernel/ch 08_peak/by 09_units/in
