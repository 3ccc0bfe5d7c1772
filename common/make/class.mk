# Grading a class: what staff type, and how it is tested.

HELP += "staff|class|grade a folder of submissions: make class DIR=... LAB=04" \
	"staff|attacks|every attack at every sandbox level that stands here"
TESTS += attacks class reports

CLASS_NEEDS = $(CHECK_NEEDS) $(BUILD)/confine

.PHONY: class attacks test-attacks test-class test-reports
class: $$(CLASS_NEEDS)
	@$(BUILD)/tare class $(DIR) --lab $(or $(LAB),all) $(CLASS)
attacks: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/attacks.sh
test-attacks: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/attacks.sh auto
test-class: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/class.sh
test-reports: $(BUILD)/tare
	@grader/test/reports.sh
