# The host device's runtime: build/hostdevice.a, of the runtime's C and the compiled side's C++.
HOST_RUNTIME := $(wildcard common/host/runtime/*.c common/host/runtime/*.cpp)
HOST_RUNTIME_OBJECTS := $(patsubst common/%,$(BUILD)/obj/%.o,$(HOST_RUNTIME))
HOST_RUNTIME_FLAGS := -D_GNU_SOURCE -fPIC -pthread -Icommon/host/include -Icommon/host/runtime

$(BUILD)/hostdevice.a: $(HOST_RUNTIME_OBJECTS)
	$(Q)rm -f $@
	$(Q)ar rcs $@ $^

$(BUILD)/obj/host/runtime/%.c.o: common/host/runtime/%.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 $(CFLAGS) $(WARN) $(HOST_RUNTIME_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj/host/runtime/%.cpp.o: common/host/runtime/%.cpp
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 $(CXXFLAGS) $(WARN) $(HOST_RUNTIME_FLAGS) -MMD -MP -c $< -o $@

-include $(HOST_RUNTIME_OBJECTS:.o=.d)

# The tests of CUDA's semantics: the same sources for the host device and for a card.
SEMANTICS := $(notdir $(basename $(wildcard common/host/test/sem_*.cu)))
TESTS += $(addprefix host_,$(SEMANTICS))

$(BUILD)/host/test/sem_%: $(BUILD)/host/common/host/test/sem_%.o $(BUILD)/c/common/test/suite.o $(CU_NEEDS_host)
	@mkdir -p $(@D)
	$(Q)$(CU_host) $(filter %.o,$^) -lcunit -o $@

.PHONY: $(addprefix test-host_,$(SEMANTICS))
$(addprefix test-host_,$(SEMANTICS)): test-host_%: $(BUILD)/host/test/%
	@$<

# Every function of the API, called: the page in docs/ is written from it, and compared.
TESTS += host_api
HELP += "developer|support-table|write docs/host-device-api.md from calls made now"

$(BUILD)/host/test/api_table: $(BUILD)/host/common/host/test/api_table.o $(BUILD)/c/common/test/suite.o
	@mkdir -p $(@D)
	$(Q)$(CU_host) $^ -lcunit -o $@

.PHONY: test-host_api support-table
test-host_api: $(BUILD)/host/test/api_table
	@$<

support-table: $(BUILD)/host/test/api_table
	$(Q)$< --table >docs/host-device-api.md

HELP += "developer|gpu-semantics|the host device's semantics tests, by nvcc on a card"
.PHONY: gpu-semantics
gpu-semantics:
	@NVCC='$(NVCC)' ARCH='$(ARCH)' common/host/test/gpu_sem.sh
