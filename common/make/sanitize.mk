# make SAN=1 ...: build/tare, the grader's tests and its other tools under AddressSanitizer and
# UndefinedBehaviorSanitizer. What a student's program loads, and the walls, stay as they are.

HELP += "developer|build/tare SAN=1|the grader under ASan and UBSan; test-grader_grade SAN=1 and others too"

SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined
SANITIZED := $(BUILD)/tare $(BUILD)/lab_file $(BUILD)/course $(BUILD)/course_run $(BUILD)/corpus_check \
	$(BUILD)/test/fake_tree

# The objects are of one kind or the other.
ifneq ($(shell cat $(BUILD)/c/sanitized 2>/dev/null),$(SAN))
$(shell mkdir -p $(BUILD)/c && rm -rf $(BUILD)/c/grader $(SANITIZED) $(BUILD)/test/grader_* && echo $(SAN) >$(BUILD)/c/sanitized)
endif

ifdef SAN
$(BUILD)/c/grader/%.o: CFLAGS += $(SANITIZERS)
$(BUILD)/c/grader/staff/confine/%.o: private CFLAGS := $(CFLAGS)
$(SANITIZED) $(BUILD)/test/grader_%: private CC += $(SANITIZERS)
export ASAN_OPTIONS ?= detect_leaks=1:abort_on_error=0
endif
