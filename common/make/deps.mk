# What the project needs of Debian or Ubuntu, in one list. `make demo` and `make test`
# install what is missing by themselves; silent when nothing is.

DEPS_DEMO += gcc g++ libjansson-dev libcunit1-dev
DEPS_TEST += pandoc jq libxml2-utils

HELP += "developer|deps|install what the project needs (make demo and make test do it too)"

.PHONY: deps deps-demo deps-missing
deps:
	@common/make/deps.sh $(DEPS_DEMO) $(DEPS_TEST)
deps-demo:
	@common/make/deps.sh $(DEPS_DEMO)
deps-missing: # one line, for make doctor; empty when nothing is
	@common/make/deps.sh --list $(sort $(DEPS_DEMO) $(DEPS_TEST))
