# The host device's compiler: build/hostcc, which finds its headers and build/hostdevice.a
# from where it lies.
HOSTCC_SOURCES := $(wildcard common/host/compiler/*.cpp)
HOSTCC_OBJECTS := $(patsubst common/%.cpp,$(BUILD)/obj/%.o,$(HOSTCC_SOURCES))
HOSTCC_DEFAULT := $(shell command -v $(firstword $(CXX)) 2>/dev/null || echo g++)

$(BUILD)/hostcc: $(HOSTCC_OBJECTS)
	$(Q)$(CXX) $(CXXFLAGS) $^ -o $@

# It spends its time in the compiler that it calls, so -O1 serves: 21 s of processor for these files
# in place of 43 s.
$(BUILD)/obj/host/compiler/%.o: common/host/compiler/%.cpp | $(FIRST_NEEDS)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 $(CXXFLAGS) -O1 -g1 $(WARN) -DHOSTCC_DEFAULT_CXX='"$(HOSTCC_DEFAULT)"' \
		-MMD -MP -c $< -o $@

-include $(HOSTCC_OBJECTS:.o=.d)

# The host device alone: one program, its headers and its runtime.
HELP += "developer|install-hostcc|install the host device to PREFIX (/usr/local): hostcc compiles and links CUDA programs for this CPU" \
	"developer|test-host|run the host device's tests"
.PHONY: install-hostcc test-host
install-hostcc: $(BUILD)/hostcc $(BUILD)/hostdevice.a
	$(Q)install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/lib/hostcc"
	$(Q)install -m 755 $(BUILD)/hostcc "$(DESTDIR)$(PREFIX)/bin"
	$(Q)install -m 644 $(BUILD)/hostdevice.a "$(DESTDIR)$(PREFIX)/lib/hostcc"
	$(Q)cp -R common/host/include "$(DESTDIR)$(PREFIX)/lib/hostcc"
	$(call man_page,hostcc.1)
	@echo "installed in $(DESTDIR)$(PREFIX): hostcc program.cu -o program"
test-host:
	@$(MAKE) --no-print-directory test ONLY=host

# The language, feature by feature. Every program runs twice: compiled for speed, and with a separate
# stack for every thread. The second run shows what the first one should do.
LANG_TESTS := $(patsubst common/host/test/%.cu,%,$(wildcard common/host/test/lang_*.cu))
LANG_PROGRAMS := $(LANG_TESTS:%=$(BUILD)/host/test/%) $(LANG_TESTS:%=$(BUILD)/host/test/%-general)

$(BUILD)/host/test/lang_%: common/host/test/lang_%.cu common/host/test/semantics.h \
		common/host/test/language.h $(BUILD)/hostcc $(BUILD)/hostdevice.a \
		$(BUILD)/c/common/test/suite.o
	$(Q)mkdir -p $(@D)
	$(Q)$(BUILD)/hostcc $(WARN) $(INCLUDES) $< $(BUILD)/c/common/test/suite.o -lcunit -o $@

$(BUILD)/host/test/lang_%-general: common/host/test/lang_%.cu common/host/test/semantics.h \
		common/host/test/language.h $(BUILD)/hostcc $(BUILD)/hostdevice.a \
		$(BUILD)/c/common/test/suite.o
	$(Q)mkdir -p $(@D)
	$(Q)$(BUILD)/hostcc --general -O0 $(WARN) $(INCLUDES) $< $(BUILD)/c/common/test/suite.o \
		-lcunit -o $@

TESTS += host_lang host_features host_ways host_random hostcc
LONG += host_ways host_random hostcc
SELDOM += host_random
.PHONY: test-host_lang test-host_ways test-host_random test-host_features test-hostcc
test-host_features:
	@common/host/test/features.sh

test-host_ways: $(BUILD)/hostcc $(BUILD)/hostdevice.a
	@common/host/test/ways.sh $(BUILD)/hostcc

$(BUILD)/host/test/random_kernels: common/host/test/random_kernels.cpp
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 $(CXXFLAGS) $(WARN) $< -o $@

# RANDOM_KERNELS=2000 makes it a long one.
test-host_random: $(BUILD)/hostcc $(BUILD)/hostdevice.a $(BUILD)/host/test/random_kernels
	@common/host/test/random_kernels.sh $(BUILD)/hostcc $(BUILD)/host/test/random_kernels

test-hostcc: $(BUILD)/hostcc $(BUILD)/hostdevice.a
	@common/host/test/hostcc.sh $(BUILD)/hostcc

test-host_lang: $(LANG_PROGRAMS)
	@common/host/test/run_all.sh host_lang $(LANG_PROGRAMS)

# hostcc and a lab once more, by clang, which warns of other things than gcc does.
TESTS += clang
SELDOM += clang
CLANG_LAB := build/clang/host/labs/01_kernel_time
.PHONY: test-clang
test-clang:
	@command -v clang clang++ >/dev/null || { echo "clang: 0 passed, 0 failed, 1 skipped: clang is not installed"; exit; }; \
	$(MAKE) -s -j2 BUILD=build/clang CC=clang CXX=clang++ CFLAGS=-O0 CXXFLAGS=-O0 WERROR=1 DEVICE=host $(CLANG_LAB) && \
	$(CLANG_LAB) | grep '^result *right' && echo "clang: 1 passed, 0 failed" || { echo "clang: 0 passed, 1 failed"; exit 1; }
