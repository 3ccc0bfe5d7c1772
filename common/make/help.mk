# `make` alone lists every target, grouped by what a person wants to do. Each .mk file adds
# lines of "group|target|what it does" to HELP; the groups appear in the order below.

HELP_GROUPS := learner course staff book developer
HELP_learner_title := Learn
HELP_learner_first := demo next predict lab check hint watch see list diff reset
HELP_course_title := Measure
HELP_staff_title := Teach and grade
HELP_book_title := Read
HELP_developer_title := Develop

.PHONY: help
help:
	@echo "Tare: CUDA programs that each report a wrong number. Find out why."
	@echo
	@printf '  device  %s (%s)\n' "$(DEVICE)" "$(DEVICE_WHY)"
	@printf '  set     DEVICE=auto|gpu|host  LAB=04  TARE_LANG=en|zh  V=1 shows commands\n'
	@$(foreach g,$(HELP_GROUPS),printf '%s\n' $(HELP) | awk -v group=$(g) -v title='$(HELP_$(g)_title)' \
		-v first='$(HELP_$(g)_first)' -f common/make/help.awk;)
