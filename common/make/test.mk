# `make test` runs every test program one after another (timing wants the machine to
# itself) and adds up their closing lines. A room registers TESTS += NAME and a rule
# test-NAME. ONLY=word runs those whose name contains the word.

HELP += "developer|test|every test; ONLY=word for some" "developer|clean|remove build/"

SUITE := $(BUILD)/c/common/test/suite.o

.PHONY: test clean
test: deps
	@common/make/run_tests.sh $(sort $(if $(ONLY),$(foreach t,$(TESTS),$(if $(findstring $(ONLY),$(t)),$(t))),$(TESTS)))

clean:
	$(Q)rm -rf $(BUILD) dist

# With nvcc here, every .cu is compiled by it too, warnings as errors; no card is needed.
TESTS += nvcc
NVCC_PROGRAMS = $(BUILD)/gpu/libtare.a $(BUILD)/gpu/tare $(BUILD)/gpu/witness.so \
	$(foreach room,labs solutions,$(LABS:%=$(BUILD)/gpu/$(room)/%))
.PHONY: test-nvcc
test-nvcc:
	@command -v $(NVCC) >/dev/null || { echo "nvcc: 0 passed, 0 failed, 1 skipped"; exit; }; \
	$(MAKE) -k -j2 DEVICE=gpu $(NVCC_PROGRAMS); passed=0; failed=0; \
	for program in $(NVCC_PROGRAMS); do if [ -e $$program ]; then passed=$$((passed + 1)); \
		else failed=$$((failed + 1)); echo "  FAILED  $$program"; fi; done; \
	echo "nvcc: $$passed passed, $$failed failed, 0 skipped"
