# The host device's runtime: build/hostdevice.a. Its folders are layers; a file calls its own layer
# and those before it:
#   machine  what the machine gives: clock, cores, threads, sleep, memory
#   kernel   inside a kernel: the threads of a block, their stacks, their faults
#   queue    streams of operations, the threads that do them, the threads that wait for them
#   api      CUDA's functions, a file for each section of cuda_runtime_api.h
#   access   tells a listener of each access to memory, in programs compiled with --weigh or --checked
#   weigh    a listener: counts what kernels read and write
#   checked  a listener: finds what kernels may not do
HOST_LAYERS := machine kernel queue api access weigh checked
HOST_RUNTIME := $(foreach layer,$(HOST_LAYERS),$(wildcard $(addprefix common/host/runtime/$(layer)/*,.c .cpp)))
HOST_RUNTIME_OBJECTS := $(patsubst common/%,$(BUILD)/obj/%.o,$(HOST_RUNTIME))
HOST_INCLUDES := -Icommon/host/include -Icommon/host/runtime
# With frames: checked looks for the user's line among those that called.
HOST_RUNTIME_FLAGS := -fPIC -pthread -fno-omit-frame-pointer $(HOST_INCLUDES)

# A program calls what the headers in include/ declare, and nothing that only the runtime knows.
$(BUILD)/hostdevice.a: $(HOST_RUNTIME_OBJECTS)
	$(Q)rm -f $@
	$(Q)ar rcs $@ $^
	$(Q)common/make/hide.sh $@ common/host/include $(wildcard common/host/runtime/*/*.h)

$(BUILD)/obj/host/runtime/%.c.o: common/host/runtime/%.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 $(CFLAGS) $(WARN) $(HOST_RUNTIME_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/host/runtime/%.cpp.o: common/host/runtime/%.cpp
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 $(CXXFLAGS) $(WARN) $(HOST_RUNTIME_FLAGS) -MMD -MP -c $< -o $@

-include $(HOST_RUNTIME_OBJECTS:.o=.d)

TESTS += host_layers
.PHONY: test-host_layers
test-host_layers: $(HOST_RUNTIME_OBJECTS)
	@common/host/test/layers.sh '$(HOST_LAYERS)' $^

# The tests of CUDA's semantics: the same sources for the host device and for a card.
SEMANTICS := $(notdir $(basename $(wildcard common/host/test/sem_*.cu)))
TESTS += $(addprefix host_,$(SEMANTICS))

$(BUILD)/host/test/sem_%: $(BUILD)/host/common/host/test/sem_%.o $(BUILD)/c/common/test/suite.o $(CU_NEEDS_host)
	@mkdir -p $(@D)
	$(Q)$(CU_host) $(filter %.o,$^) -lcunit -o $@

.PHONY: $(addprefix test-host_,$(SEMANTICS))
$(addprefix test-host_,$(SEMANTICS)): test-host_%: $(BUILD)/host/test/%
	@$<

TESTS += host_headers
.PHONY: test-host_headers
test-host_headers:
	@common/host/test/headers.sh

# Calls every function of the API, and compares docs/host-device-api.md with the results.
TESTS += host_api
HELP += "developer|support-table|write docs/host-device-api.md from its test, and lacking.txt without what it has"

$(BUILD)/host/test/api_table: $(BUILD)/host/common/host/test/api_table.o $(BUILD)/c/common/test/suite.o
	@mkdir -p $(@D)
	$(Q)$(CU_host) $^ -lcunit -o $@

.PHONY: test-host_api support-table
test-host_api: $(BUILD)/host/test/api_table
	@$<

support-table: $(BUILD)/host/test/api_table
	$(Q)$< --table >docs/host-device-api.md
	$(Q)common/host/lacking.sh drop

# What a toolkit declares and the host device does not: the grader says of these that it cannot grade.
TESTS += host_lacking
HELP += "developer|lacking-names|list CUDA's names that the host device lacks: TOOLKIT=/usr/local/cuda/include"
.PHONY: test-host_lacking lacking-names
test-host_lacking:
	@common/host/lacking.sh test
lacking-names:
	$(Q)common/host/lacking.sh list $(TOOLKIT) >$(BUILD)/lacking.txt && mv $(BUILD)/lacking.txt common/host/lacking.txt

# Follows the recipe of common/host/README.md for a new function, in a copy of the tree.
TESTS += recipe_runtime_function
SELDOM += recipe_runtime_function
.PHONY: test-recipe_runtime_function
test-recipe_runtime_function: $(BUILD)/host/test/api_table
	@common/host/test/recipe_runtime_function.sh

HELP += "developer|gpu-semantics|run the host device's semantics tests on a card, compiled by nvcc"
.PHONY: gpu-semantics
gpu-semantics:
	@NVCC='$(NVCC)' ARCH='$(ARCH)' common/host/test/gpu_sem.sh

# The semantics tests and the runtime under the sanitizers.
SANITIZE_asan := -O0 -g1 -fsanitize=address -fsanitize=undefined -fno-sanitize-recover=undefined \
	-fno-omit-frame-pointer
SANITIZE_tsan := -O1 -g -fsanitize=thread -Wno-tsan -fno-omit-frame-pointer
# As distributions that harden all programs compile them.
SANITIZE_hardened := -O2 -g -D_FORTIFY_SOURCE=2 -D_GLIBCXX_ASSERTIONS -fstack-protector-strong

define sanitized_tests
$(BUILD)/$(1)/suite.o: common/test/suite.c common/test/suite.h
	@mkdir -p $$(@D)
	$$(Q)$(CC) $(SANITIZE_$(1)) $(INCLUDES) -c $$< -o $$@
$(BUILD)/$(1)/test/%: common/host/test/%.cu $(BUILD)/hostcc $(BUILD)/$(1)/hostdevice.a $(BUILD)/$(1)/suite.o
	@mkdir -p $$(@D)
	$$(Q)$(BUILD)/hostcc $(addprefix -Xcompiler ,$(SANITIZE_$(1))) -Xcompiler -fno-sanitize=null \
		$(WARN) $(INCLUDES) -c $$< -o $$@.o
	$$(Q)$(CXX) $(SANITIZE_$(1)) $$@.o $(BUILD)/$(1)/suite.o $(BUILD)/$(1)/hostdevice.a -pthread -ldl -lcunit -o $$@
$(BUILD)/$(1)/hostdevice.a: $(HOST_RUNTIME) $(wildcard common/host/runtime/*/*.h common/host/include/host/runtime.h)
	$$(Q)$$(MAKE) $$@ BUILD=$(BUILD)/$(1) CFLAGS='$(SANITIZE_$(1))' CXXFLAGS='$(SANITIZE_$(1))'
endef
$(eval $(call sanitized_tests,asan))
$(eval $(call sanitized_tests,tsan))
$(eval $(call sanitized_tests,hardened))

# AddressSanitizer and UBSan belong to `make test`. ThreadSanitizer takes longer, and also runs the
# tests of the language, whose kernels switch stacks.
TESTS += host_asan
SELDOM += host_asan
HELP += "developer|test-host_tsan|run the host device's tests under ThreadSanitizer"
.PHONY: test-host_asan test-host_tsan
test-host_tsan: $(LANG_TESTS:%=$(BUILD)/tsan/test/%)
test-host_asan test-host_tsan: test-host_%: $(foreach t,$(SEMANTICS),$(BUILD)/%/test/$(t))
	@common/host/test/run_all.sh host_$* $^

TESTS += host_hardened
SELDOM += host_hardened
.PHONY: test-host_hardened
test-host_hardened: $(addprefix $(BUILD)/hardened/test/,lang_threads lang_failures sem_errors)
	@common/host/test/run_all.sh host_hardened $^

# What the runtime tells the witness. -rdynamic: the runtime looks for the program's witness_lend.
TESTS += host_notes
$(BUILD)/host/test/witness_notes: $(BUILD)/host/common/host/test/witness_notes.o \
		$(BUILD)/c/common/test/suite.o
	@mkdir -p $(@D)
	$(Q)$(CU_host) $^ -Xcompiler -rdynamic -lcunit -o $@

.PHONY: test-host_notes
test-host_notes: $(BUILD)/host/test/witness_notes
	@$<

TESTS += host_limits
$(BUILD)/host/test/limits: common/host/test/limits.c common/host/runtime/machine/limits.c \
		$(BUILD)/c/common/test/suite.o
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 $(WARN) $(CFLAGS) $(INCLUDES) $(HOST_INCLUDES) $^ -lcunit -o $@

.PHONY: test-host_limits
test-host_limits: $(BUILD)/host/test/limits
	@$<
