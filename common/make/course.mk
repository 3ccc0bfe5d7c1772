# The rules for every lab, and how to make a new lab. The rules are one table in
# grader/test/course*.c: the test applies it to all labs, and lint-lab to one.

HELP += "developer|new-lab|begin a lab with its mistake: make new-lab NAME=fused MISTAKE=units/gib-as-gb, LANGUAGES=en for one language" \
	"developer|lint-lab|say what a lab still lacks, and why it is wanted: LAB=19, which is drawn, graded and weighed, or all labs" \
	"developer|shipped|record each lab's fence as the shipped one: labs/NN_name/shipped.fence" \
	"staff|own-labs|say how you make labs of your own, outside this tree: TARE_LABS=/their/folder with any goal" \
	"developer|lab-list|write the list of all labs anew: labs/README.md"

.PHONY: new-lab own-labs lint-lab shipped lab-list
own-labs:
	@common/make/help.sh --own

new-lab: $(BUILD)/tare $$(LAB_FILE)
	@common/make/new_lab.sh '$(NAME)' '$(MISTAKE)' '$(LANGUAGES)'
	@$(MAKE) -s lab-list

# First the picture and the account of the program as shipped, then what is missing.
lint-lab: $(BUILD)/course $$(LAB_FILE) $$(HOST_CHECK_NEEDS) $$(CHECK_NEEDS)
ifneq ($(LAB),)
	@folder=$$($(BUILD)/tare lab "$(LAB)" folder) || exit 2; $(MAKE) -s $(BUILD)/shipped/$$folder.cu $(BUILD)/$(DEVICE)/shipped/$$folder && \
		$(BUILD)/tare see --device $(DEVICE) $(BUILD)/$(DEVICE)/shipped/$$folder || true
endif
	@DEVICE=$(DEVICE) $(BUILD)/course --lint $(if $(LAB),$(LAB) graded)

shipped: $$(LAB_FILE)
	$(Q)set -e; for lab in $(LABS); do \
		$(LAB_FILE) fence labs/$$lab/lab.cu >$(BUILD)/fence; \
		cmp -s $(BUILD)/fence labs/$$lab/shipped.fence || \
			cp $(BUILD)/fence labs/$$lab/shipped.fence; done

lab-list: $(BUILD)/tare
	$(Q)common/make/lab_list.sh >$(BUILD)/lab-list && cp $(BUILD)/lab-list labs/README.md

# Every lab as a text, then as a program on this device: as shipped and solved.
TESTS += course course_run recipe_lab own_labs
MEASURING += course_run
LONG += own_labs recipe_lab
SELDOM += own_labs recipe_lab
COURSE_RULES := $(addprefix $(BUILD)/c/grader/test/,course.o course_program.o course_files.o course_text.o course_weigh.o \
	course_graded.o course_lists.o course_corpus.o course_numbers.o corpus_read.o) $(BUILD)/host/common/peak.o
COURSE_RUN := $(addprefix $(BUILD)/c/grader/test/,course_run.o course_graded.o course_files.o)
COURSE_LABS = $(LABS:%=$(BUILD)/shipped/%.cu)

$(BUILD)/course: $(COURSE_RULES) $$(SUITE) $$(TARE_TESTED)
	$(Q)$(CC) $^ $(GRADER_LIBS) -o $@
$(BUILD)/course_run: $(COURSE_RUN) $$(SUITE) $$(TARE_TESTED)
	$(Q)$(CC) $^ $(GRADER_LIBS) -o $@

# A lab's claim and lab.meta against the scales; what the scales say after a check.
TESTS += grader_weighed grader_weighed_all
SELDOM += grader_weighed
MEASURING += grader_weighed grader_weighed_all
SELDOM += grader_weighed_all
.PHONY: test-grader_weighed test-grader_weighed_all
test-grader_weighed: $(BUILD)/course $$(HOST_CHECK_NEEDS)
	@grader/test/weighed.sh
test-grader_weighed_all: $(BUILD)/course $$(HOST_CHECK_NEEDS)
	@grader/test/weighed.sh all

.PHONY: test-own_labs
test-own_labs: device-ready $(BUILD)/course $$(LAB_FILE) $(BUILD)/confine
	@grader/test/own_labs.sh

.PHONY: test-course test-course_run test-recipe_lab
test-course: $(BUILD)/course $$(LAB_FILE) $$(MEASURED)/host/corpus.csv $$(MEASURED)/h200/corpus.csv
	@$(BUILD)/course
test-course_run: $(BUILD)/course_run $$(COURSE_LABS) $$(CHECK_NEEDS)
	@TURN=$(TURN) $(BUILD)/course_run $(LAB)
test-recipe_lab: device-ready $$(MEASURED)/host/corpus.csv $$(MEASURED)/h200/corpus.csv $(BUILD)/course $(BUILD)/course_run $$(LAB_FILE)
	@grader/test/recipe_lab.sh
