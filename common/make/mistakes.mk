# The catalogue of mistakes: a folder for each, grader/mistakes/FAMILY/NAME/. A course with
# mistakes of its own adds a folder: make MISTAKES="grader/mistakes ../ours".

HELP += "course|mistakes|list every mistake that the grader knows, and its proof"

MISTAKES ?= grader/mistakes
MISTAKE_TEXTS := $(wildcard $(MISTAKES:%=%/*/*/mistake.txt))
MISTAKES_OUT := $(BUILD)/c/grader/mistakes

# The list of texts and labs: written again only when it has changed.
$(MISTAKES_OUT)/list: FORCE
	@mkdir -p $(@D)
	@echo "$(MISTAKE_TEXTS) $(wildcard labs/[0-9]*_*)" | cmp -s - $@ || \
		echo "$(MISTAKE_TEXTS) $(wildcard labs/[0-9]*_*)" >$@
.PHONY: FORCE
FORCE:

$(MISTAKES_OUT)/catalogue.c: grader/mistakes/catalogue.awk grader/mistakes/catalogue.txt $(MISTAKE_TEXTS) $(MISTAKES_OUT)/list
	$(Q)LC_ALL=C awk -v labs="$(foreach l,$(notdir $(wildcard labs/[0-9]*_*)),$(firstword $(subst _, ,$l)))" \
		-f $(filter-out %/list,$^) >$@
$(MISTAKES_OUT)/catalogue.o: $(MISTAKES_OUT)/catalogue.c
	$(Q)$(CC) -std=gnu11 $(WARN) $(CFLAGS) -fPIC $(INCLUDES) -c $< -o $@

.PHONY: mistakes
mistakes: $(BUILD)/tare
	@$(BUILD)/tare mistakes

# The recipe of grader/mistakes/README.md, followed in a copy of the tree.
TESTS += recipe_mistake
SELDOM += recipe_mistake
.PHONY: test-recipe_mistake
test-recipe_mistake: $(BUILD)/tare $(BUILD)/lab_file $(BUILD)/course $(BUILD)/test/grader_catalogue
	@grader/test/recipe_mistake.sh
