# The grader's own tests: on logic, with recorded or invented runs.

GRADER_TESTS := claims decide grade intake
TESTS += $(GRADER_TESTS:%=grader_%)

$(BUILD)/test/grader_%: $(BUILD)/c/grader/test/%_test.o $(BUILD)/c/grader/test/fake_tree.o \
		$(BUILD)/c/common/test/suite.o $(TARE_TESTED)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $^ $(GRADER_LIBS) -o $@

.PHONY: $(GRADER_TESTS:%=test-grader_%)
$(GRADER_TESTS:%=test-grader_%): test-grader_%: $(BUILD)/test/grader_%
	@$<
