# Grading a class: what staff type, and how it is tested.

HELP += "staff|class|grade a folder of submissions: make class DIR=... LAB=04" \
	"staff|attacks|every attack at every sandbox level that stands here" \
	"staff|attack-table|docs/attacks.md: the same, as root and as an ordinary user" \
	"developer|bench-class|a class of 200, here or SLURM=4: time, the grader's share, verdicts" \
	"developer|bench-class-both|plain, then SLURM=4: both verdicts side by side (COUNT=12)" \
	"developer|bench-killed|a class that is killed ten times, and gone on with"
TESTS += attacks attack_table class reports
BESIDE += attacks

CLASS_NEEDS = $(CHECK_NEEDS) $(BUILD)/confine

.PHONY: class attacks attack-table bench-class bench-class-both bench-killed test-attacks test-attack_table test-class \
	test-reports
class: $$(CLASS_NEEDS)
	@$(BUILD)/tare class $(DIR) --lab $(or $(LAB),all) $(CLASS)
attacks: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/attacks.sh
test-attacks: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/attacks.sh auto
test-class: $$(CLASS_NEEDS) $$(LAB_FILE) $(BUILD)/pty
	@grader/test/class.sh
test-reports: $(BUILD)/tare
	@grader/test/reports.sh
attack-table: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/attack_table.sh
test-attack_table:
	@grader/test/attack_table.sh check
bench-class: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/bench/class.sh
bench-class-both: $$(CLASS_NEEDS) $$(LAB_FILE)
	@SLURM='' grader/test/bench/class.sh; SLURM=$(or $(SLURM),4) grader/test/bench/class.sh
bench-killed: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/bench/class_killed.sh
