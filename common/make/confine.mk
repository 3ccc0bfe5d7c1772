# build/confine: the sandbox for compilers and students' programs when a class is graded.

CONFINE_SOURCES := $(wildcard grader/staff/confine/*.c)
DEPS_CLASS += libseccomp-dev bubblewrap
TESTS += confine confine_calls confine_device

$(BUILD)/confine: $(CONFINE_SOURCES:%.c=$(BUILD)/c/%.o)
	$(Q)$(CC) $^ -lseccomp -o $@

.PHONY: test-confine test-confine_calls test-confine_device
test-confine: $(BUILD)/confine
	@grader/staff/confine/test.sh
test-confine_calls: $(BUILD)/confine
	@$(MAKE) -s DEVICE=host $(BUILD)/hostcc $(BUILD)/host/witness.so $$(printf '$(BUILD)/host/%s\n' solutions/*/ | sed 's|/$$||')
	@grader/staff/confine/calls_test.sh
test-confine_device: $(BUILD)/confine $$(if $$(filter gpu,$(DEVICE)),$(BUILD)/gpu/solutions/01_kernel_time)
	@grader/staff/confine/device.sh
