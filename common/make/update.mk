# A newer workbook never conflicts with a learner's work in labs/: the first make gives git a
# merge driver for labs/, and lets a pull begin while files are not committed yet.

HELP += "learner|update|get a newer workbook (git pull); your fences stay as they are"

$(BUILD)/tare: | $(BUILD)/git-ready
$(BUILD)/git-ready: common/make/update.mk
	@mkdir -p $(@D)
	@! prefix=$$(git rev-parse --show-prefix 2>/dev/null) || { \
		git config merge.tare.name "the learner's fence, all else from the workbook" && \
		git config merge.tare.driver "'$${prefix}common/make/merge_lab.sh' %O %A %B %P" && \
		git config merge.autoStash true && git config rebase.autoStash true && \
		{ git config pull.rebase || git config pull.ff || git config pull.rebase false; }; } >/dev/null
	@touch $@

# A removed file of a lab is brought back first, because git would ask what to do with it.
.PHONY: update
update: $(BUILD)/git-ready
	@git ls-files -z --deleted labs | xargs -0r git checkout -q --
	@git pull && $(MAKE) -s $(BUILD)/tare && $(BUILD)/tare list

TESTS += update
.PHONY: test-update
test-update: $(BUILD)/tare
	@grader/test/update.sh
