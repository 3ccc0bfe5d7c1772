# What the compilers do not say: clang-tidy and cppcheck, and the one format.

HELP += "developer|lint|run clang-tidy, cppcheck, shellcheck, clang-format: silent when all is well" \
	"developer|format|run clang-format on every source"
DEPS_LINT := clang-tidy cppcheck clang-format shellcheck

FORMATTED = $(shell git ls-files '*.c' '*.h' '*.def' '*.cpp' '*.cu' 2>/dev/null)
LINT_C = $(shell git ls-files '*.c' | grep -v '/gpu/')

.PHONY: lint format
lint:
	@common/make/deps.sh $(DEPS_LINT)
	$(Q)clang-format --dry-run -Werror $(FORMATTED)
	$(Q)cppcheck --quiet --error-exitcode=1 --inline-suppr --enable=warning,performance,portability \
		--suppress=missingIncludeSystem --std=c11 $(INCLUDES) $(GRADER_INCLUDES) $(HOST_INCLUDES) $(LINT_C)
	$(Q)printf '%s\n' $(LINT_C) | xargs -P2 -n8 sh -c 'clang-tidy --quiet "$$@" -- -std=gnu11 \
		$(INCLUDES) $(GRADER_INCLUDES) $(HOST_INCLUDES) 2>/dev/null' tidy
	$(Q)shellcheck --severity=warning $$(git ls-files '*.sh')

format:
	$(Q)clang-format -i $(FORMATTED)
