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
