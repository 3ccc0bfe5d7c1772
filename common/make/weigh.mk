# What a kernel reads, writes and computes: `tare weigh`, and a lab under it.

HELP += "learner|weigh|count what a lab's kernel reads and writes: make weigh LAB=13, or RUN=./program"

# On the host device a program is compiled so that the compiler tells of each access; on a card any
# program will do.
$(BUILD)/host/weigh/%: labs/%/lab.cu $(BUILD)/host/libtare.a $(CU_NEEDS_host) $(LAB_HEADERS)
	@mkdir -p $(@D)
	$(Q)$(CU_host) --weigh $(LAB_FLAGS_host) -Icommon $< $(BUILD)/host/libtare.a $(CU_LIBS_host) -o $@
# What a kernel does for an element does not depend on how many there are: a fiftieth is enough.
WEIGHED_host = $(BUILD)/host/weigh/$$name
WEIGHED_SIZE_host = TARE_N=$${TARE_N:-20}
WEIGHED_gpu = $(BUILD)/gpu/labs/$$name

.PHONY: weigh
weigh:
ifdef RUN
	$(call ready,device-ready) $(BUILD)/tare weigh $(WEIGH) $(RUN)
else
	$(call ready,deps-demo device-ready) name=$$($(BUILD)/tare lab "$(LAB)" folder) && $(MAKE) -s $(WEIGHED_$(DEVICE)) && \
		$(WEIGHED_SIZE_$(DEVICE)) $(BUILD)/tare weigh $(WEIGH) $(WEIGHED_$(DEVICE))
endif

# ---- tests ---------------------------------------------------------------------------

# Kernels of known work: the numbers that were worked out by hand, and what the host device counted.
TESTS += weigh_host weigh_read weigh_picture weigh_command
.PHONY: test-weigh_host test-weigh_read test-weigh_picture test-weigh_command
WEIGHED_TEST := $(BUILD)/host/test/weighed
$(WEIGHED_TEST): common/weigh/test/weighed.cu $(CU_NEEDS_host)
	@mkdir -p $(@D)
	$(Q)$(BUILD)/hostcc --weigh $(WARN) $< -o $@
test-weigh_host: $(WEIGHED_TEST) $(BUILD)/tare
	@common/weigh/test/weighed.sh $<
# clang calls other hooks than gcc.
TESTS += weigh_clang
SELDOM += weigh_clang
.PHONY: test-weigh_clang
test-weigh_clang: $(BUILD)/tare $(CU_NEEDS_host)
	@command -v clang++ >/dev/null || { echo "weigh_clang: 0 passed, 0 failed, 1 skipped: clang is not installed"; exit; }; \
	HOSTCC_CXX=clang++ $(BUILD)/hostcc --weigh common/weigh/test/weighed.cu -o $(WEIGHED_TEST)-clang && \
	common/weigh/test/weighed.sh $(WEIGHED_TEST)-clang

$(BUILD)/test/weigh_read $(BUILD)/test/weigh_picture: $(BUILD)/test/weigh_%: $(BUILD)/sanitized/common/weigh/test/test_%.o \
		$(patsubst %.c,$(BUILD)/sanitized/%.o,common/test/suite.c $(BASE) common/weigh/follow.c $(WEIGH_READER))
	@mkdir -p $(@D)
	$(Q)$(CC) $(WITNESS_SANITIZED) $^ -lm -lcunit -ljansson -o $@
test-weigh_read test-weigh_picture: test-%: $(BUILD)/test/%
	@$<
test-weigh_command: $(BUILD)/tare $(BUILD)/hostcc $(BUILD)/hostdevice.a $(BUILD)/host/libtare.a
	@common/weigh/test/command.sh
