# What the Makefile of a course includes: pages and slides of the Markdown, archives, autograders, and
# the commands that grade. TREE is the workbook, HERE the course, LABS the numbers of its labs, STAFF_IMAGE
# and STUDENT_IMAGE the images of `make image` in a registry, if the course has some.

ROOM := $(TREE)/grader/staff/course
PAGES := $(patsubst %.md,%.html,syllabus.md $(wildcard project.md labs/*.md slides/*.md))
ARCHIVES := tare-student.tar.gz tare-staff.tar.gz
TARE := $(MAKE) -s -C $(TREE) DEVICE=$(DEVICE)

.PHONY: all pages pdf archives autograders
all: pages archives autograders
pages: $(PAGES)
archives: $(ARCHIVES)
autograders: $(SYSTEMS:%=autograders/%)

# Each page is one file that needs no network. No text is read as HTML: what a title, a lab or a handout
# says is shown, never executed.
PANDOC := pandoc -s -f markdown+east_asian_line_breaks-raw_html-native_divs-native_spans -t html --self-contained
%.html: %.md $(ROOM)/page.html
	$(PANDOC) --template $(ROOM)/page.html $< -o $@.new && mv $@.new $@
# Slides quote the book, so pandoc runs in the tree.
slides/%.html: slides/%.md $(ROOM)/slides.html $(ROOM)/slides.lua $(wildcard $(TREE)/docs/book/0*.md $(TREE)/docs/book/drawings/*)
	cd $(TREE) && LUA_PATH='docs/book/?.lua' $(PANDOC) --mathml --lua-filter $(ROOM)/slides.lua --section-divs \
		--template $(ROOM)/slides.html $(HERE)/$< -o $(HERE)/$@.new && mv $(HERE)/$@.new $(HERE)/$@
# Slides on paper, where a browser is installed that prints. Only root has no sandbox: Chromium starts none
# for root, and refuses to start.
CHROMIUM := chromium --headless $(if $(filter 0,$(shell id -u)),--no-sandbox) --disable-gpu
pdf: $(patsubst %.md,%.pdf,$(wildcard slides/*.md))
%.pdf: %.html
	@$(CHROMIUM) --no-pdf-header-footer --print-to-pdf=$@ file://$(HERE)/$< 2>$@.log && rm $@.log || \
		{ tail -3 $@.log; echo "$@ was not printed: $@.log says why. Print $< from a browser instead."; exit 1; }

# Both trees, with this course's labs/course.meta.
SOURCES := $(wildcard $(TREE)/labs/*/* $(TREE)/solutions/*/* $(TREE)/common/* $(TREE)/grader/*/*/*)
tare-student.tar.gz: course.meta $(SOURCES)
	+$(TARE) student-dist && cp $(ARCHIVES:%=$(TREE)/dist/%) .
tare-staff.tar.gz: tare-student.tar.gz
	@touch $@
autograders/%: Makefile tare-staff.tar.gz $(wildcard $(ROOM)/systems/* $(TREE)/grader/gradescope/*)
	STAFF_IMAGE=$(STAFF_IMAGE) STUDENT_IMAGE=$(STUDENT_IMAGE) $(ROOM)/systems/pack.sh $* $(LABS)
	touch $@

# make grade-08 DIR=handed-in: the submissions of one lab, graded with this course's points, into
# results/08; make term: everything so far.
grade-%:
	@[ -n "$(DIR)" ] || { echo "which submissions? make grade-$* DIR=handed-in"; exit 2; }
	mkdir -p results feedback
	$(TARE) class DIR=$(abspath $(DIR)) LAB=$* CLASS="--results $(HERE)/results/$* --csv $(HERE)/results/$*.csv --html $(HERE)/feedback/$* $(CLASS)"
.PHONY: term
term:
	@$(TREE)/grader/staff/term/term.sh $(HERE)
