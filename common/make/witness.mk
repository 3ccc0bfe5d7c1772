# The witness: the library that is loaded into a watched program. The code that reads and draws a
# trace is a part of build/tare: WITNESS_READER, in grader.mk.

HELP += "learner|see|draw when your stopwatch ran and when the kernel ran: make see LAB=01" \
	"developer|witness|build the library that is loaded into a watched program"

WITNESS_WRITER := common/base/typed.c common/base/words.c common/witness/words.c $(wildcard common/witness/record/*.c)
WITNESS_CARD := $(wildcard common/witness/gpu/*.c)
WITNESS_SO = $(BUILD)/$(DEVICE)/witness.so
WITNESS_EXPORTS := common/witness/exports.map
witness_link = $(Q)$(CC) $(CFLAGS) -shared -Wl,--version-script=$(WITNESS_EXPORTS) \
	$(filter %.o,$^) -ldl -lpthread -o $@

$(BUILD)/host/witness.so: $(WITNESS_WRITER:%.c=$(BUILD)/c/%.o) $(WITNESS_EXPORTS)
	@mkdir -p $(@D)
	$(witness_link)

# CUPTI's headers and library stand where nvcc says that its toolkit is.
CUDA_TOP = $(shell $(NVCC) --dryrun -x c /dev/null 2>&1 | sed -n 's/^\#\$$ TOP=//p')
# Without links: within walls no link on the way to a folder can be followed.
nothing :=
CUPTI_FOLDERS = $(subst $(nothing) ,:,$(realpath $(addprefix $(CUDA_TOP)/,extras/CUPTI/lib64 lib64 lib)))
$(BUILD)/gpu/common/witness/gpu/%.o: common/witness/gpu/%.c
	@mkdir -p $(@D)
	$(Q)$(CC_gpu) $(INCLUDES) -I$(CUDA_TOP)/extras/CUPTI/include \
		-DCUPTI_FOLDERS='\"$(CUPTI_FOLDERS)\"' -MD -MF $(@:.o=.d) -c $< -o $@
$(BUILD)/gpu/witness.so: $(WITNESS_WRITER:%.c=$(BUILD)/c/%.o) \
		$(WITNESS_CARD:%.c=$(BUILD)/gpu/%.o) $(WITNESS_EXPORTS)
	@mkdir -p $(@D)
	$(witness_link)

# `tare see` as a program of its own, for a machine without the grader's packages: cmd_see is its main.
SEE_ALONE := $(BASE) $(WITNESS_READER) $(addprefix grader/cmd/,arguments.c usage.c words.c) \
	$(addprefix grader/learner/,terminal.c under_witness.c words.c) grader/grade/beside.c
$(BUILD)/see.o: grader/cmd/see.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 $(WARN) $(CFLAGS) $(INCLUDES) $(GRADER_INCLUDES) -Dcmd_see=main -MD -MF $(@:.o=.d) -c $< -o $@
$(BUILD)/see: $(BUILD)/see.o $(SEE_ALONE:%.c=$(BUILD)/c/%.o)
	$(Q)$(CC) $(CFLAGS) $^ -lm -o $@

.PHONY: see witness
witness: $(WITNESS_SO)
see:
	$(call ready,deps-demo device-ready) name=$$($(BUILD)/tare lab "$(LAB)" folder) && $(MAKE) -s $(BUILD)/$(DEVICE)/labs/$$name && \
		$(BUILD)/tare see --device $(DEVICE) $$([ "$$($(BUILD)/tare lab "$(LAB)" told)" != picture ] || echo --ask) $(SEE) $(BUILD)/$(DEVICE)/labs/$$name

# ---- tests ---------------------------------------------------------------------------

WITNESS_TESTS := facts reading account picture trace damage numbers audit
TESTS += $(WITNESS_TESTS:%=witness_%) witness_see
WITNESS_TEST_PARTS := common/test/suite.c $(BASE) common/witness/test/plan.c common/witness/test/plans.c \
	$(WITNESS_READER) common/witness/record/trace.c
WITNESS_SANITIZED := -fsanitize=address,undefined -fno-sanitize-recover=undefined

$(BUILD)/c/common/witness/test/%.o: INCLUDES += -Icommon/witness/test
$(WITNESS_TESTS:%=$(BUILD)/test/witness_%): $(BUILD)/test/witness_%: \
		$(BUILD)/sanitized/common/witness/test/test_%.o \
		$(WITNESS_TEST_PARTS:%.c=$(BUILD)/sanitized/%.o)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WITNESS_SANITIZED) $^ -lm -lcunit -ljansson -o $@
$(BUILD)/sanitized/%.o: %.c
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 $(WARN) -O1 -g $(WITNESS_SANITIZED) $(INCLUDES) -Icommon/witness/test \
		-MD -MF $(@:.o=.d) -c $< -o $@

.PHONY: $(WITNESS_TESTS:%=test-witness_%) test-witness_see
$(WITNESS_TESTS:%=test-witness_%): test-%: $(BUILD)/test/%
	@$<
test-witness_see: $(BUILD)/tare $(BUILD)/host/witness.so $(BUILD)/hostcc $(BUILD)/hostdevice.a \
		$(BUILD)/host/libtare.a $(BUILD)/compile.host
	@$(MAKE) -s DEVICE=host $(BUILD)/host/shipped/01_kernel_time \
		$(BUILD)/host/solutions/01_kernel_time $(BUILD)/host/shipped/22_share_of_peak
	@common/witness/test/see.sh

# The witness's part for a card, tested without a card by a stand-in for CUPTI. Needs nvcc's headers.
TESTS += witness_card
CARD_TEST := $(BUILD)/test/witness_card
.PHONY: test-witness_card
test-witness_card: $(BUILD)/tare
	@printf '#include <cupti.h>\nCUpti_ActivityCudaEvent2 newest;\n' >$(BUILD)/cupti_there.c; \
	if ! $(NVCC) -I$(CUDA_TOP)/extras/CUPTI/include -x c -c $(BUILD)/cupti_there.c \
		-o $(BUILD)/cupti_there.o 2>/dev/null; then \
		echo "witness card: 0 passed, 0 failed, 1 skipped: no CUPTI of CUDA 12.8 or newer"; exit; fi; \
	$(MAKE) -s DEVICE=gpu witness $(CARD_TEST)/card && common/witness/test/card.sh $(CARD_TEST)
$(CARD_TEST)/card: common/witness/test/gpu/card.c common/witness/test/gpu/fake_cupti.c common/witness/note.h
	@mkdir -p $(@D)
	$(Q)name=libcupti.so.$$($(NVCC) --version | sed -n 's/.*release \(1[2-9]\|[2-9][0-9]\)\..*/\1/p'); \
	$(CC_gpu) $(INCLUDES) -I$(CUDA_TOP)/extras/CUPTI/include -shared -cudart none \
		common/witness/test/gpu/fake_cupti.c -Xlinker -soname,$$name -o $(@D)/$$name && \
	$(CC_gpu) $(INCLUDES) -I$(CUDA_TOP)/extras/CUPTI/include -cudart none common/witness/test/gpu/card.c \
		-Xlinker $(@D)/$$name,-rpath,'$(abspath $(@D))' -ldl -o $@
