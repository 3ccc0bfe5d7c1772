# The labs, as the learner has them and as they were shipped, and their solutions: one
# program each on either device, all compiled alike.

HELP += "learner|lab|build a lab and run it: make lab LAB=04" \
	"developer|shipped|keep the labs' fences as what is shipped: grader/shipped/"

LABS := $(notdir $(patsubst %/lab.cu,%,$(wildcard labs/*/lab.cu)))
LAB_FILE := $(BUILD)/lab_file
LAB_HEADERS := common/tare.h common/tare_lab.h common/tare_device.h

$(LAB_FILE): $(addprefix $(BUILD)/c/,common/make/lab_file.o grader/fence.o grader/workbook.o \
		grader/lab_meta.o grader/text.o)
	$(Q)$(CC) $^ -lm -o $@

$(BUILD)/c/common/make/lab_file.o: INCLUDES += -Igrader

# As shipped: the solution's frozen lines with the shipped fence.
$(BUILD)/shipped/%.cu: solutions/%/lab.cu grader/shipped/%.fence $(LAB_FILE)
	@mkdir -p $(@D)
	$(Q)$(LAB_FILE) splice $< grader/shipped/$*.fence >$@

define lab_program
	@mkdir -p $(@D)
	$(Q)$(CU) $(CU_FLAGS) -Icommon $< $(BUILD)/$(DEVICE)/libtare.a $(CU_LIBS) -o $@
endef
LAB_NEEDS = $(BUILD)/$(DEVICE)/libtare.a $(CU_NEEDS) $(LAB_HEADERS)

$(BUILD)/$(DEVICE)/labs/%: labs/%/lab.cu $(LAB_NEEDS)
	$(lab_program)
$(BUILD)/$(DEVICE)/solutions/%: solutions/%/lab.cu $(LAB_NEEDS)
	$(lab_program)
$(BUILD)/$(DEVICE)/shipped/%: $(BUILD)/shipped/%.cu $(LAB_NEEDS)
	$(lab_program)

.PHONY: lab shipped
lab: $(LAB_FILE)
	@name=$$($(LAB_FILE) folder '$(LAB)') && $(MAKE) -s $(BUILD)/$(DEVICE)/labs/$$name && \
		$(BUILD)/$(DEVICE)/labs/$$name

shipped: $(LAB_FILE)
	$(Q)mkdir -p grader/shipped
	$(Q)set -e; for lab in $(LABS); do \
		$(LAB_FILE) fence labs/$$lab/lab.cu >$(BUILD)/fence; \
		cmp -s $(BUILD)/fence grader/shipped/$$lab.fence || \
			cp $(BUILD)/fence grader/shipped/$$lab.fence; done

# The course's own tests: every lab as a text, then as a program on this device.
TESTS += course
COURSE_OBJECTS := $(addprefix $(BUILD)/c/,grader/test/course.o grader/test/course_files.o \
	grader/test/course_text.o grader/fence.o grader/workbook.o grader/lab_meta.o grader/text.o)
$(COURSE_OBJECTS): INCLUDES += -Igrader

$(BUILD)/course: $(COURSE_OBJECTS) $(BUILD)/c/common/test/suite.o
	$(Q)$(CC) $^ -lcunit -lm -o $@

.PHONY: test-course
test-course: $(BUILD)/course $(LAB_FILE)
	@$(BUILD)/course
