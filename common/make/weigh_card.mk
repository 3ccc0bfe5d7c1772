# The collector of `tare weigh` for a card: the library that the driver loads into a weighed program
# (CUDA_INJECTION64_PATH). CUPTI's folders are found in witness.mk.

HELP += "developer|weigh-card|build the library that weighs the kernels of a program on a card"

WEIGH_CARD := $(wildcard common/weigh/card/*.c)
WEIGH_CARD_GPU := $(wildcard common/weigh/card/gpu/*.c)
WEIGH_CARD_EXPORTS := common/weigh/card/exports.map

# CUPTI 13's headers for C include <string>, which an empty file of that name answers.
$(BUILD)/gpu/only_c/string:
	@mkdir -p $(@D) && touch $@
$(BUILD)/gpu/common/weigh/card/gpu/%.o: common/weigh/card/gpu/%.c $(BUILD)/gpu/only_c/string
	@mkdir -p $(@D)
	$(Q)$(CC_gpu) $(INCLUDES) -I$(CUDA_TOP)/extras/CUPTI/include -I$(BUILD)/gpu/only_c \
		-DCUPTI_FOLDERS='\"$(CUPTI_FOLDERS)\"' -MD -MF $(@:.o=.d) -c $< -o $@
$(BUILD)/gpu/weigh.so: $(WEIGH_CARD:%.c=$(BUILD)/c/%.o) $(BUILD)/gpu/common/peak.o $(BUILD)/gpu/common/witness/gpu/library.o \
		$(WEIGH_CARD_GPU:%.c=$(BUILD)/gpu/%.o) $(WEIGH_CARD_EXPORTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -shared -Wl,--version-script=$(WEIGH_CARD_EXPORTS) -Wl,-z,defs \
		$(filter %.o,$^) -ldl -lpthread -o $@

.PHONY: weigh-card
weigh-card: $(BUILD)/gpu/weigh.so

# ---- tests ---------------------------------------------------------------------------

TESTS += weigh_card
$(BUILD)/test/weigh_card: $(BUILD)/sanitized/common/weigh/test/test_card.o \
		$(BUILD)/sanitized/common/test/suite.o $(WEIGH_CARD:%.c=$(BUILD)/sanitized/%.o)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WITNESS_SANITIZED) $^ -lcunit -o $@
.PHONY: test-weigh_card
test-weigh_card: $(BUILD)/test/weigh_card
	@$<

# The library, loaded into a program, with stand-ins for CUPTI and the driver. Needs nvcc's headers.
TESTS += weigh_card_library
WEIGH_CARD_TEST := $(BUILD)/test/weigh_card_library
weigh_fake = $(CC_gpu) $(INCLUDES) -I$(CUDA_TOP)/extras/CUPTI/include -I$(BUILD)/gpu/only_c -cudart none
.PHONY: test-weigh_card_library
test-weigh_card_library:
	@if ! $(NVCC) -I$(CUDA_TOP)/extras/CUPTI/include -include cupti_range_profiler.h -x c -E /dev/null >/dev/null 2>&1; then \
		echo "weigh card library: 0 passed, 0 failed, 1 skipped: no CUPTI of CUDA 12.6 or newer"; exit; fi; \
	$(MAKE) -s DEVICE=gpu weigh-card $(WEIGH_CARD_TEST)/card && common/weigh/test/card.sh $(WEIGH_CARD_TEST)
$(WEIGH_CARD_TEST)/card: $(wildcard common/weigh/test/gpu/*.[ch]) $(WEIGH_CARD) $(BUILD)/gpu/only_c/string
	@mkdir -p $(@D)
	$(Q)name=libcupti.so.$$($(NVCC) --version | sed -n 's/.*release \(1[2-9]\|[2-9][0-9]\)\..*/\1/p'); \
	$(weigh_fake) -shared common/weigh/test/gpu/fake_cupti.c -Xlinker -soname,$$name -o $(@D)/$$name && \
	$(weigh_fake) -shared common/weigh/test/gpu/fake_driver.c -Xlinker -soname,libcuda.so.1 -o $(@D)/libcuda.so.1 && \
	$(weigh_fake) common/weigh/test/gpu/card.c $(WEIGH_CARD) -Xlinker $(@D)/$$name,-rpath,'$(abspath $(@D))' -ldl -o $@
