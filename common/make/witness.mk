# The witness: what is loaded into a program that is watched, and what reads and draws its
# trace (a part of build/tare).

HELP += "learner|see|where your stopwatch ran and where the kernel ran: make see LAB=01" \
	"developer|witness|build what is loaded into a watched program"

WITNESS_WRITER := format hub kinds preload trace
WITNESS_SO = $(BUILD)/$(DEVICE)/witness.so

$(BUILD)/host/witness.so: $(WITNESS_WRITER:%=$(BUILD)/c/common/witness/%.o)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -shared $^ -ldl -lpthread -o $@

.PHONY: see witness
witness: $(WITNESS_SO)
see: $(LAB_FILE) $(BUILD)/tare $(WITNESS_SO)
	@name=$$($(LAB_FILE) folder '$(LAB)') && $(MAKE) -s $(BUILD)/$(DEVICE)/labs/$$name && \
		$(BUILD)/tare see --device $(DEVICE) $(SEE) $(BUILD)/$(DEVICE)/labs/$$name
