# The measuring library: build/$(DEVICE)/libtare.a.

TARE_C := $(patsubst %.c,%.o,$(wildcard common/*.c))
TARE_CU := $(patsubst %.cu,%.o,$(wildcard common/*.cu))
TARE_OBJECTS = $(addprefix $(BUILD)/$(DEVICE)/,$(TARE_C) $(TARE_CU))

$(BUILD)/$(DEVICE)/libtare.a: $(TARE_OBJECTS)
	$(Q)rm -f $@
	$(Q)ar rcs $@ $^
