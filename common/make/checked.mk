# What a kernel may not do: `tare checked`. labs.mk runs a lab under it.

# ---- tests ---------------------------------------------------------------------------

TESTS += checked checked_read
.PHONY: test-checked test-checked_read
test-checked: $(BUILD)/tare $(BUILD)/hostcc $(BUILD)/hostdevice.a
	@common/checked/test/checked.sh
$(BUILD)/test/checked_read: $(BUILD)/sanitized/common/checked/test/test_read.o \
		$$(patsubst %.c,$(BUILD)/sanitized/%.o,common/test/suite.c $$(BASE) $$(CHECKED_READER))
	@mkdir -p $(@D)
	$(Q)$(CC) $(WITNESS_SANITIZED) $^ -lm -lcunit -ljansson -o $@
test-checked_read: $(BUILD)/test/checked_read
	@$<
