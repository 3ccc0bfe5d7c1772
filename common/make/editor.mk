# Editors: clangd and VS Code read a lab as the compiler does, on either device.

HELP += "learner|editor|set up clangd (VS Code, vim, emacs) for the labs"
TESTS += editor
LONG += editor
SELDOM += editor

# clang itself can read CUDA: on the host device with our headers, even if a toolkit is installed; on
# a card with the toolkit's headers.
EDITOR_host = clang++ -x cuda --cuda-host-only --cuda-path=/none -nocudainc -nocudalib \
	-Wno-unknown-cuda-version -std=c++17 -include host/editor.h -Icommon -Icommon/host/include
EDITOR_gpu = clang++ -x cuda --cuda-host-only -nocudalib -Wno-unknown-cuda-version -std=c++17 \
	--cuda-path=$(CUDA_TOP) -Icommon
EDITOR_C = $(CC) -std=gnu11 $(INCLUDES) $(GRADER_INCLUDES) $(HOST_INCLUDES)
EDITOR_FILES = $(wildcard labs/*/lab.cu solutions/*/lab.cu)

.PHONY: editor test-editor
editor:
	@mkdir -p $(BUILD)/editor
	@{ echo '['; \
		for file in $(EDITOR_FILES); do printf '{"directory": "%s", "file": "%s", "command": "%s -c %s"},\n' \
			"$$PWD" "$$file" "$(EDITOR_$(DEVICE))" "$$file"; done; \
		for file in $$(find common grader -name '*.c'); do \
			printf '{"directory": "%s", "file": "%s", "command": "%s -c %s"},\n' \
			"$$PWD" "$$file" "$(EDITOR_C)" "$$file"; done | sed '$$ s/,$$//'; echo ']'; \
	} >$(BUILD)/editor/compile_commands.json
	@echo "build/editor/compile_commands.json is written: clangd finds it through .clangd"

test-editor: device-ready $$(LAB_FILE)
	@common/make/editor_test.sh
