# `make` alone lists every target, grouped by what a person wants to do. Each .mk file adds
# lines of "group|target|what it does" to HELP; help.zh has the same in Chinese.

.PHONY: help
help: # whoever reads only the first lines, as head does, has seen enough
	@printf '%s\n' $(HELP) | common/make/help.sh "$(DEVICE)" "$(DEVICE_WHY)" || [ $$? = 141 ]

# What no rule makes: a slip of the fingers, mostly. Under -B make asks this of every source, too.
ifeq ($(findstring B,$(firstword -$(MAKEFLAGS))),)
.DEFAULT:
	+@printf '%s\n' $(HELP) | common/make/help.sh --near "$@"
endif

TESTS += help
.PHONY: test-help
test-help:
	@printf '%s\n' $(HELP) | common/make/help_test.sh
