# Grading a class: what staff type, and how it is tested.

HELP += "staff|class|grade a folder of submissions: make class DIR=... LAB=04" \
	"staff|attacks|run every attack on the grader, at each sandbox level (make test: one of each kind, at the best)" \
	"staff|attack-table|write docs/attacks.md: the attacks, as root and as an ordinary user" \
	"developer|bench-class|grade a class of 200, here or with SLURM=4: time, the grader's share, verdicts (COUNT=12 HOSTILE=4)" \
	"developer|bench-class-both|grade it plain, then with SLURM=4, and compare the verdicts (COUNT=12)" \
	"developer|bench-killed|kill the grading of a class ten times, and resume it"
TESTS += attacks attacks_tree attack_table class reports
MEASURING += class
LONG += attacks attacks_tree
SELDOM += attacks_tree

CLASS_NEEDS = $(CHECK_NEEDS) $(BUILD)/confine

.PHONY: class attacks attack-table bench-class bench-class-both bench-killed test-attacks test-attacks_tree test-attack_table test-class \
	test-reports
class: deps-class $$(CLASS_NEEDS)
	@$(BUILD)/tare class "$(DIR)" --lab "$(or $(LAB),all)" $(CLASS)
attacks: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/attacks.sh && LEVELS=3 grader/test/attacks_tree.sh
test-attacks: $$(CLASS_NEEDS) $$(LAB_FILE)
	@FEW=$${FEW:-1} LIMIT=$${LIMIT:-3} grader/test/attacks.sh auto
test-attacks_tree: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/attacks_tree.sh
test-class: deps-class $$(CLASS_NEEDS) $$(LAB_FILE) $(BUILD)/pty
	@grader/test/class.sh
test-reports: $(BUILD)/tare
	@grader/test/reports.sh
attack-table: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/attack_table.sh
test-attack_table: $$(LAB_FILE)
	@grader/test/attack_table.sh check
bench-class: deps-class $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/bench/class.sh
bench-class-both: $$(CLASS_NEEDS) $$(LAB_FILE)
	@SLURM='' grader/test/bench/class.sh; SLURM=$(or $(SLURM),4) grader/test/bench/class.sh
bench-killed: $$(CLASS_NEEDS) $$(LAB_FILE)
	@grader/test/bench/class_killed.sh
