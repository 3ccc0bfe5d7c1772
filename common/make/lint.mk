# What the compilers do not say: clang-tidy and cppcheck, and the one format.

HELP += "developer|lint|run clang-tidy, cppcheck, shellcheck, clang-format: silent when all is well (DEEP=1: minutes)" \
	"developer|format|run clang-format on every source"
DEPS_LINT := clang-tidy cppcheck clang-format shellcheck

FORMATTED = $(shell git ls-files '*.c' '*.h' '*.def' '*.cpp' '*.cu' 2>/dev/null)
LINT_C = $(shell git ls-files '*.c' | grep -v '/gpu/')
LINT_INCLUDES = $(INCLUDES) $(GRADER_INCLUDES) $(HOST_INCLUDES)
# The analyzer follows paths through a function and into those that it calls; shallow it takes a quarter
# of the time, which is most of lint's.
LINT_DEPTH = $(if $(DEEP),deep,shallow)

.PHONY: lint format
lint:
	@common/make/deps.sh $(DEPS_LINT)
	$(Q)clang-format --dry-run -Werror $(FORMATTED)
	$(Q)cppcheck -j$$(nproc) --quiet --error-exitcode=1 --inline-suppr --enable=warning,performance,portability \
		--suppress=missingIncludeSystem --std=c11 $(LINT_INCLUDES) $(LINT_C)
	$(Q)printf '%s\n' $(LINT_C) | awk 'NR % 3 == $(or $(TURN),NR) % 3' | xargs -P$$(nproc) -n8 sh -c 'clang-tidy --quiet "$$@" -- -std=gnu11 \
		-Xclang -analyzer-config -Xclang mode=$(LINT_DEPTH) $(LINT_INCLUDES) 2>/dev/null' tidy
	$(Q)shellcheck --severity=warning $$(git ls-files '*.sh') .ci/run

format:
	$(Q)clang-format -i $(FORMATTED)
