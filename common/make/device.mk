# The device that kernels run on, and the one way in which a .cu is compiled for it.
#
#   DEVICE=auto   a card that a trusted program could run a kernel on, else the host device
#   DEVICE=gpu    nvcc and a card      DEVICE=host   this machine's CPU

DEVICE ?= auto
ASKED_DEVICE := $(DEVICE)
ifeq ($(ASKED_DEVICE),auto)
override DEVICE := $(shell NVCC='$(NVCC)' common/make/device.sh)
DEVICE_WHY := $(shell cat $(BUILD)/device.why 2>/dev/null)
else ifeq ($(filter $(ASKED_DEVICE),gpu host),)
$(error DEVICE=$(ASKED_DEVICE): say auto, gpu or host)
else
DEVICE_WHY := as asked
endif
export DEVICE

# What is different between the two, as variables of each device.
CU_host := $(BUILD)/hostcc
CU_NEEDS_host := $(BUILD)/hostcc $(BUILD)/hostdevice.a
CU_FLAGS_host := -O3 -g $(WARN)
CU_LIBS_host := -lm
CC_host = $(CC) -std=gnu11 $(WARN) $(CFLAGS) -fPIC -Icommon/host/include

# A card's own architecture where there is one; nvcc's default where this only compiles.
ARCH ?= $(if $(wildcard /dev/nvidiactl /dev/dxg),native)
# With -arch=native nvcc asks the card again each time, which takes most of a second. So programs that
# are compiled at every check get the answer itself, if all cards have the same architecture.
CARD_ARCHS = $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | \
	grep -x '[0-9]*\.[0-9]*' | tr -d . | sort -u)
THIS_ARCH = $(if $(filter 1,$(words $(CARD_ARCHS))),sm_$(CARD_ARCHS),native)
CU_gpu := $(NVCC)
CU_NEEDS_gpu :=
comma := ,
WARN_gpu := -Wall,-Wextra$(if $(WERROR),$(comma)-Werror)
CU_FLAGS_gpu := -O3 -g -lineinfo $(if $(WERROR),--Werror all-warnings) $(if $(ARCH),-arch=$(ARCH)) \
	-Xcompiler $(WARN_gpu),-fPIC
CU_LIBS_gpu := -lm
# nvcc compiles the C too: only it knows where its headers are.
CC_gpu = $(NVCC) -O2 -g -Xcompiler -std=gnu11,$(WARN_gpu),-fPIC

# A learner's own program: warnings are printed, but are not errors.
LAB_FLAGS_host := $(filter-out -Werror,$(CU_FLAGS_host))
LAB_FLAGS_gpu := $(filter-out --Werror all-warnings,$(subst $(comma)-Werror,,$(CU_FLAGS_gpu)))

CU = $(CU_$(DEVICE))
CU_NEEDS = $(CU_NEEDS_$(DEVICE))
CU_FLAGS = $(CU_FLAGS_$(DEVICE))
CU_LIBS = $(CU_LIBS_$(DEVICE))

.PHONY: print-device
print-device: # "gpu: why", for make doctor
	@echo "$(DEVICE): $(DEVICE_WHY)"

# Objects of either device, from any room.
define device_objects
$(BUILD)/$(1)/%.o: %.c
	@mkdir -p $$(@D)
	$$(Q)$$(CC_$(1)) $$(INCLUDES) -MD -MF $$(@:.o=.d) -c $$< -o $$@
$(BUILD)/$(1)/%.o: %.cu $$(CU_NEEDS_$(1))
	@mkdir -p $$(@D)
	$$(Q)$$(CU_$(1)) $$(CU_FLAGS_$(1)) $$(INCLUDES) -MD -MF $$(@:.o=.d) -c $$< -o $$@

# The command that the grader compiles a submission with: a lab's own.
$(BUILD)/compile.$(1): common/make/device.mk Makefile
	@mkdir -p $$(@D)
	@echo '$$(CU_$(1)) $$(subst -arch=native,-arch=$$(THIS_ARCH),$$(LAB_FLAGS_$(1))) -Icommon @IN@ $(BUILD)/$(1)/libtare.a $$(CU_LIBS_$(1)) -o @OUT@' >$$@
endef
$(eval $(call device_objects,host))
$(eval $(call device_objects,gpu))

# Objects of programs that need no device. The grader spends its time in the programs that it runs, so -O1
# serves it: 37 s of processor for its files in place of 57 s.
$(BUILD)/c/grader/%.o $(BUILD)/c/common/witness/test/%.o: private CFLAGS += -O1
$(BUILD)/c/%.o: %.c | $(FIRST_NEEDS)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 $(WARN) $(CFLAGS) -fPIC $(INCLUDES) -MD -MF $(@:.o=.d) -c $< -o $@

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
.SECONDARY:
