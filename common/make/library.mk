# The measuring library: build/$(DEVICE)/libtare.a.

TARE_C := $(patsubst %.c,%.o,$(wildcard common/*.c))
TARE_CU := $(patsubst %.cu,%.o,$(wildcard common/*.cu))
TARE_OBJECTS = $(addprefix $(BUILD)/$(DEVICE)/,$(TARE_C) $(TARE_CU))

$(BUILD)/$(DEVICE)/libtare.a: $(TARE_OBJECTS)
	$(Q)rm -f $@
	$(Q)ar rcs $@ $^
	$(Q)common/make/hide.sh $@ common/tare.h common/witness/tell.h

# The program: what a device is, what it can do, and how that is known.
TARE_CMD_OBJECTS = $(patsubst %.c,$(BUILD)/$(DEVICE)/%.o,$(wildcard common/cmd/*.c))
$(BUILD)/$(DEVICE)/tare: $(TARE_CMD_OBJECTS) $(BUILD)/$(DEVICE)/libtare.a $(CU_NEEDS)
	$(Q)$(CU) $(TARE_CMD_OBJECTS) $(BUILD)/$(DEVICE)/libtare.a $(CU_LIBS) -o $@

# One feature of the library each: make example EXAMPLE=cold
HELP += "course|example|run an example of the library: EXAMPLE=cold"
EXAMPLES := $(basename $(notdir $(wildcard common/examples/*.cu)))
$(BUILD)/$(DEVICE)/examples/%: common/examples/%.cu common/tare.h common/tare_device.h common/tare_bench.hpp \
		$(BUILD)/$(DEVICE)/libtare.a $(CU_NEEDS)
	@mkdir -p $(@D)
	$(Q)$(CU) $(CU_FLAGS) -Icommon $< $(BUILD)/$(DEVICE)/libtare.a $(CU_LIBS) -o $@

EXAMPLE ?= scale
.PHONY: example
example: $(BUILD)/$(DEVICE)/examples/$(EXAMPLE)
	@$<

# The twin of a program: on the host device its work can be weighed.
$(BUILD)/host/%.weigh: common/%.cu common/tare_bench.hpp $(BUILD)/host/libtare.a $(CU_NEEDS_host)
	@mkdir -p $(@D)
	$(Q)$(CU_host) --weigh $(CU_FLAGS_host) -Icommon $< $(BUILD)/host/libtare.a $(CU_LIBS_host) -o $@
