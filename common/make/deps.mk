# What the project needs, by Debian's names (packages.txt has others): for a lab, for a class besides,
# and for the tests besides. `make demo`, `make class` and `make test` install by themselves what is
# missing, where they can; silent when nothing is.

DEPS_DEMO += gcc g++ libjansson-dev
DEPS_CLASS += libcunit1-dev
DEPS_TEST += pandoc jq libxml2-utils

HELP += "developer|deps|install what the project needs (make demo and make test do it too)"

.PHONY: deps deps-demo deps-class deps-missing
deps:
	@common/make/deps.sh $(DEPS_DEMO) $(DEPS_CLASS) $(DEPS_TEST)
deps-demo:
	@common/make/deps.sh $(DEPS_DEMO)
deps-class:
	@common/make/deps.sh $(DEPS_DEMO) $(DEPS_CLASS)
deps-missing: # for make doctor: what the labs lack, and what a class and the tests lack
	@common/make/deps.sh --list $(DEPS_DEMO); common/make/deps.sh --list $(DEPS_CLASS) $(DEPS_TEST)

# Before the first program is built, and where the compiler is gone, each goal asks for what it needs: one
# sentence instead of a compiler's errors.
FIRST_NEEDS := $(if $(and $(wildcard $(BUILD)/tare),$(shell command -v $(firstword $(CC)))),,deps-demo)
