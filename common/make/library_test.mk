# Tests of the measuring library: its logic on a calculated device, under the sanitizers, and the
# whole library on DEVICE.

LIBRARY_LOGIC := statistics rounds measure_logic facts claim roofline
TESTS += $(addprefix library_,$(LIBRARY_LOGIC))

# With the headers of the host device and no runtime: fake_cuda.c is the runtime and the kernels.
LIBRARY_FAKE := $(patsubst %,$(BUILD)/sanitized/%,$(TARE_C) common/test/fake_cuda.o common/test/suite.o)
LIBRARY_SANITIZED := $(LIBRARY_FAKE) $(LIBRARY_LOGIC:%=$(BUILD)/sanitized/common/test/%_test.o)
$(LIBRARY_SANITIZED): INCLUDES += -Icommon/host/include
$(BUILD)/test/library_%: $(BUILD)/sanitized/common/test/%_test.o $(LIBRARY_FAKE)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WITNESS_SANITIZED) $^ -lcunit -lm -ldl -pthread -o $@
$(addprefix test-library_,$(LIBRARY_LOGIC)): test-library_%: $(BUILD)/test/library_%
	$(Q)$<

# What all rooms share, under the sanitizers.
TESTS += base
$(BUILD)/test/base: $(patsubst %.c,$(BUILD)/sanitized/%.o,common/test/base_test.c common/test/suite.c $(BASE))
	@mkdir -p $(@D)
	$(Q)$(CC) $(WITNESS_SANITIZED) $^ -lm -lcunit -o $@
.PHONY: test-base
test-base: $(BUILD)/test/base
	$(Q)$<

TESTS += library_circles grader_circles hostcc_circles
.PHONY: test-library_circles test-grader_circles test-hostcc_circles
test-library_circles: $(addprefix $(BUILD)/host/,$(TARE_C) $(TARE_CU))
test-grader_circles: $$(TARE_PARTS)
test-hostcc_circles: $$(HOSTCC_OBJECTS)
test-library_circles test-grader_circles test-hostcc_circles: test-%:
	$(Q)common/test/circles.sh $* $^

# The program behind docs/measured/library: common/test/gpu_measure.sh runs it.
$(BUILD)/$(DEVICE)/gpu_measure: $(BUILD)/$(DEVICE)/common/test/gpu_measure.o \
		$(BUILD)/$(DEVICE)/common/test/gpu_beside.o \
		$(BUILD)/$(DEVICE)/common/test/plain_stream.o \
		$(BUILD)/$(DEVICE)/libtare.a $(CU_NEEDS)
	$(Q)$(CU) $(filter %.o %.a,$^) $(CU_LIBS) -o $@

TESTS += library_measure
MEASURING += library_measure library_commands library_examples library_python
$(BUILD)/$(DEVICE)/test_measure: $(BUILD)/$(DEVICE)/common/test/measure_test.o \
		$(BUILD)/$(DEVICE)/libtare.a $(BUILD)/c/common/test/suite.o $(CU_NEEDS)
	$(Q)$(CU) $(filter %.o,$^) $(BUILD)/$(DEVICE)/libtare.a $(CU_LIBS) -lcunit -o $@
.PHONY: test-library_measure
test-library_measure: $(BUILD)/$(DEVICE)/test_measure
	$(Q)$<

TESTS += library_commands library_install
.PHONY: test-library_commands test-library_install
test-library_commands: $(BUILD)/$(DEVICE)/tare $(BUILD)/tare
	$(Q)common/test/commands.sh $<
test-library_install: $(BUILD)/$(DEVICE)/libtare.a $(CU_NEEDS)
	$(Q)common/test/install.sh '$(CU) $(CU_FLAGS)'

TESTS += library_examples
.PHONY: test-library_examples
test-library_examples: $(EXAMPLES:%=$(BUILD)/$(DEVICE)/examples/%)
	$(Q)common/test/examples.sh $(BUILD)/$(DEVICE)/examples

# On the host device, whatever DEVICE is: there their work can be weighed without a profiler.
TESTS += library_bench library_proofs
MEASURING += library_bench library_proofs
SELDOM += library_proofs
BENCHES := $(addprefix $(BUILD)/host/test/bench_,program faults honest)
$(BENCHES): $(BUILD)/host/test/%: common/test/%.cu common/tare_bench.hpp $(BUILD)/host/libtare.a $(CU_NEEDS_host)
	@mkdir -p $(@D)
	$(Q)$(CU_host) $(CU_FLAGS_host) -Icommon $< $(BUILD)/host/libtare.a $(CU_LIBS_host) -o $@
.PHONY: test-library_bench test-library_proofs
test-library_bench: $(BUILD)/host/test/bench_program $(BUILD)/host/test/bench_program.weigh \
		$(BUILD)/tare $(BUILD)/host/witness.so
	$(Q)common/test/bench.sh $(BUILD)/tare $<
test-library_proofs: $(BENCHES) $(BENCHES:=.weigh) $(BUILD)/tare $(BUILD)/host/witness.so
	$(Q)common/test/bench_expected.sh $(BUILD)/tare $(BUILD)/host/test

TESTS += library_lab
$(BUILD)/$(DEVICE)/test_lab: $(BUILD)/$(DEVICE)/common/test/lab_program.o \
		$(BUILD)/$(DEVICE)/libtare.a $(CU_NEEDS)
	$(Q)$(CU) $(filter %.o %.a,$^) $(CU_LIBS) -o $@
.PHONY: test-library_lab
test-library_lab: $(BUILD)/$(DEVICE)/test_lab
	$(Q)common/test/lab.sh $<

TESTS += library_python
$(BUILD)/$(DEVICE)/python_kernel.so: common/test/python_kernel.cu $(CU_NEEDS)
	@mkdir -p $(@D)
	$(Q)$(CU) $(CU_FLAGS) -shared $< -o $@
.PHONY: test-library_python
test-library_python: $(BUILD)/$(DEVICE)/libtare.so $(BUILD)/$(DEVICE)/python_kernel.so \
		$(BUILD)/$(DEVICE)/witness.so $(CHECK_NEEDS) $(BUILD)/$(DEVICE)/labs/01_kernel_time
	$(Q)common/test/python.sh $(BUILD)/$(DEVICE)
