# What a course hands out: a tree for students, without solutions; a tree for staff; and a zip
# file for Gradescope.

HELP += "staff|student-dist|pack dist/: a tree for students, without solutions, and one for staff" \
	"staff|gradescope|pack dist/gradescope-08.zip: make gradescope LAB=08"

# A tree without solutions has the reference programs as objects, which the grader links there.
# Lab and reference are compiled for the same processors, so that their times can be compared.
# The objects hold no debug information and no text of calls, so that they do not show the
# source.
MARCH ?= $(if $(filter x86_64,$(shell uname -m)),-Xcompiler -march=x86-64-v3)
REFERENCE_DEVICES ?= host $(if $(shell command -v $(NVCC)),gpu)
REFERENCE_SAY := '-DTARE_CALL_TEXT(text)="a call"'
REFERENCE_host := -O3 $(MARCH) $(REFERENCE_SAY)
REFERENCE_gpu := -O3 -arch=all-major $(REFERENCE_SAY)
DIST_LABS ?= $(LABS)
SHIPPED_FILES = $(LABS:%=$(BUILD)/shipped/%.cu)
REFERENCES = $(foreach d,$(REFERENCE_DEVICES),$(DIST_LABS:%=$(BUILD)/reference/$(d)/%.o))

define reference_object
$(BUILD)/reference/$(1)/%.o: solutions/%/lab.cu $(LAB_HEADERS) $$$$(CU_NEEDS_$(1))
	@mkdir -p $$(@D)
	$$(Q)cp $$< $$(@:.o=.cu)
	$$(Q)$$(CU_$(1)) $$(REFERENCE_$(1)) -Icommon -c $$(@:.o=.cu) -o $$@
	$$(Q)strip --strip-debug --remove-section=.comment $$@
	$$(Q)rm $$(@:.o=.cu)
endef
$(eval $(call reference_object,host))
$(eval $(call reference_object,gpu))

HELP += "staff|course|a course from one file: make course COURSE=course.toml (OUT=dist/course)"
OUT ?= dist/course
.PHONY: course
course: $(BUILD)/tare $(BUILD)/confine $$(LAB_FILE)
	@[ -n "$(COURSE)" ] || { echo "which course? make course COURSE=course.toml; the book's chapter 12 shows one"; exit 2; }
	@mkdir -p $(dir $(OUT))
	@$(MAKE) -s figures >/dev/null
	@$(BUILD)/tare course $(COURSE) --out $(OUT)
	@$(MAKE) -s -j$$(nproc) -C $(OUT) TREE="$$PWD"

.PHONY: student-dist staff-dist gradescope
student-dist: staff-dist $$(REFERENCES) $$(SHIPPED_FILES)
	@MARCH='$(MARCH)' common/make/dist.sh student $(REFERENCE_DEVICES)
staff-dist:
	@common/make/dist.sh staff
gradescope: $(BUILD)/tare
	@number=$$($(BUILD)/tare lab "$(LAB)" number) && grader/gradescope/pack.sh $$number

DEPS_TEST += zip unzip binutils
# The archives are packed and unpacked, and labs are graded in the unpacked trees.
TESTS += dist
LONG += dist gradescope course_file
SELDOM += dist gradescope course_file exam
.PHONY: test-dist
test-dist: device-ready $$(LAB_FILE)
	@grader/test/dist.sh
TESTS += course_file
.PHONY: test-course_file
test-course_file: device-ready $(BUILD)/confine $$(BOOK_SVG)
	@grader/test/course_file.sh
TESTS += gradescope
.PHONY: test-gradescope
test-gradescope: device-ready $(BUILD)/confine
	@grader/test/gradescope.sh

# Not one of TESTS: it needs root, and a minute to notice that a node is gone.
HELP += "developer|slurm-test|grade a class over a Slurm that is started here, and lose a node meanwhile"
.PHONY: slurm-test
slurm-test: device-ready $(BUILD)/confine
	@grader/test/slurm.sh

# An examination for each student. STUDENTS is a file with an id on each line; COUNT makes that many.
HELP += "staff|exams|make and prove an exam for each student: STUDENTS=ids.txt, or COUNT=200 (MISTAKES_EACH=3 MINUTES=60)" \
	"staff|exam-grade|grade what was handed in for the exams: DIR=handed-in"
EXAMS ?= exams
.PHONY: exams exam-grade
exams: $$(CHECK_NEEDS)
	@grader/staff/exam/exams.sh $(EXAMS) $(or $(MISTAKES_EACH),3) $(if $(STUDENTS),$$(cat $(STUDENTS)),$$(seq -f 'student%03g' $(or $(COUNT),1)))
exam-grade: $$(CHECK_NEEDS) $(BUILD)/confine
	@grader/staff/exam/grade.sh $(EXAMS) $(DIR)

TESTS += exam
.PHONY: test-exam
test-exam: $(BUILD)/test/exam_test $$(CHECK_NEEDS) $(BUILD)/confine
	@$(BUILD)/test/exam_test && grader/test/exam.sh
$(BUILD)/test/exam_test: $(BUILD)/c/grader/test/exam_test.o $(BUILD)/c/common/test/suite.o $$(TARE_TESTED)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $^ $(GRADER_LIBS) -o $@

TESTS += term
.PHONY: test-term
test-term:
	@grader/test/term.sh

# The answer key, in the staff's tree alone.
HELP += "staff|key|the answer key: accepted repairs, answers, a rubric, exam questions: dist/key.en.md"
.PHONY: key test-key
key: $$(LAB_FILE)
	@mkdir -p dist
	$(Q)for language in en zh; do grader/staff/key/key.sh $$language >dist/key.$$language.md; done
	@echo "dist/key.en.md, dist/key.zh.md"
TESTS += key
test-key: $$(LAB_FILE)
	@grader/test/key.sh
