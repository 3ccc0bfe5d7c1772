# The host device's compiler: build/hostcc, which finds its headers and build/hostdevice.a
# from where it lies.
HOSTCC_SOURCES := $(wildcard common/host/compiler/*.cpp)
HOSTCC_OBJECTS := $(patsubst common/%.cpp,$(BUILD)/obj/%.o,$(HOSTCC_SOURCES))
HOSTCC_DEFAULT := $(shell command -v $(firstword $(CXX)) 2>/dev/null || echo g++)

$(BUILD)/hostcc: $(HOSTCC_OBJECTS)
	$(Q)$(CXX) $(CXXFLAGS) $^ -o $@

$(BUILD)/obj/host/compiler/%.o: common/host/compiler/%.cpp
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 $(CXXFLAGS) $(WARN) -DHOSTCC_DEFAULT_CXX='"$(HOSTCC_DEFAULT)"' \
		-MMD -MP -c $< -o $@

-include $(HOSTCC_OBJECTS:.o=.d)

# Speed against plain C; by hand only, on an idle machine.
$(BUILD)/host/bench: common/host/bench/bench.cu common/host/bench/kernels.cuh \
		common/host/bench/team.h $(BUILD)/hostcc $(BUILD)/hostdevice.a
	$(Q)mkdir -p $(@D)
	$(Q)$(BUILD)/hostcc -O3 $(WARN) $< -o $@

.PHONY: bench-host
bench-host: $(BUILD)/host/bench
	@$<
