# The witness: what is loaded into a program that is watched, and what reads and draws its
# trace (a part of build/tare, listed in grader.mk).

HELP += "learner|see|where your stopwatch ran and where the kernel ran: make see LAB=01" \
	"developer|witness|build what is loaded into a watched program"

WITNESS_WRITER := format hub kinds preload trace
WITNESS_CARD := calls cupti_library inject records streams work
WITNESS_SO = $(BUILD)/$(DEVICE)/witness.so
WITNESS_EXPORTS := common/witness/exports.map
witness_link = $(Q)$(CC) $(CFLAGS) -shared -Wl,--version-script=$(WITNESS_EXPORTS) \
	$(filter %.o,$^) -ldl -lpthread -o $@

$(BUILD)/host/witness.so: $(WITNESS_WRITER:%=$(BUILD)/c/common/witness/%.o) $(WITNESS_EXPORTS)
	@mkdir -p $(@D)
	$(witness_link)

# CUPTI's headers and library stand where nvcc says that its toolkit is.
CUDA_TOP = $(shell $(NVCC) --dryrun -x c /dev/null 2>&1 | sed -n 's/^\#\$$ TOP=//p')
CUPTI_FOLDERS = $(CUDA_TOP)/extras/CUPTI/lib64:$(CUDA_TOP)/lib64:$(CUDA_TOP)/lib
$(BUILD)/gpu/common/witness/gpu/%.o: common/witness/gpu/%.c
	@mkdir -p $(@D)
	$(Q)$(CC_gpu) $(INCLUDES) -I$(CUDA_TOP)/extras/CUPTI/include \
		-DCUPTI_FOLDERS='\"$(CUPTI_FOLDERS)\"' -MD -MF $(@:.o=.d) -c $< -o $@
$(BUILD)/gpu/witness.so: $(WITNESS_WRITER:%=$(BUILD)/c/common/witness/%.o) \
		$(WITNESS_CARD:%=$(BUILD)/gpu/common/witness/gpu/%.o) $(WITNESS_EXPORTS)
	@mkdir -p $(@D)
	$(witness_link)

.PHONY: see witness
witness: $(WITNESS_SO)
see: $(LAB_FILE) $(BUILD)/tare $(WITNESS_SO)
	@name=$$($(LAB_FILE) folder '$(LAB)') && $(MAKE) -s $(BUILD)/$(DEVICE)/labs/$$name && \
		$(BUILD)/tare see --device $(DEVICE) $(SEE) $(BUILD)/$(DEVICE)/labs/$$name
