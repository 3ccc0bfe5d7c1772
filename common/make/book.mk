# The book: docs/book and the labs' handouts, built by pandoc. docs/README.md says how.

HELP += "book|book|build the workbook as HTML, English and 简体中文: build/book/index.html" \
	"book|figures|draw every figure of the book again and fill in its numbers, from docs/measured" \
	"book|book-pdf|build it as PDF: build/book/tare.en.pdf, tare.zh.pdf" \
	"book|book-epub|build it as EPUB" \
	"book|book-look|take pictures of its pages with Chromium: build/book/look" \
	"book|book-looked|keep how the pages look now: the tests then expect that"

BOOK := docs/book
BOOK_OUT := $(BUILD)/book
BOOK_LANGS := en zh
BOOK_PAGES := $(patsubst $(BOOK)/%.en.md,%,$(sort $(wildcard $(BOOK)/[0-9]*.en.md)))
BOOK_LABS := $(sort $(patsubst labs/%/,%,$(dir $(wildcard labs/[0-9]*_*/README.md labs/[0-9]*_*/README.zh-CN.md))))
BOOK_TOOLS := $(addprefix $(BOOK)/,book.lua quote.lua catalogue.lua paper.lua search.lua metrics.lua threads.lua template.html)
BOOK_FIGURES := $(patsubst $(BOOK)/figures/%.awk,%,$(filter-out %/svg.awk,$(wildcard $(BOOK)/figures/*.awk)))
BOOK_DRAWINGS := $(patsubst $(BOOK)/drawings/%.txt,%,$(wildcard $(BOOK)/drawings/*.txt))

PANDOC := pandoc
BOOK_PANDOC = LUA_PATH='$(BOOK)/?.lua' $(PANDOC) --from markdown-auto_identifiers+east_asian_line_breaks \
	--wrap=none --fail-if-warnings --lua-filter=$(BOOK)/book.lua -M target=$@ -M out=$(BOOK_OUT)
BOOK_HTML = --to html5 --columns=1000 --mathml --template=$(BOOK)/template.html

# $(1) language, $(2) page, $(3) source, $(4) the mark before the title
define book_page
$(BOOK_OUT)/$(1)/$(if $(filter 00-index,$(2)),index,$(2)).html: $(3) $(BOOK_OUT)/$(1).yaml $(BOOK_TOOLS) | $(BOOK_OUT)/pictures.tsv
	@mkdir -p $$(@D) $(BOOK_OUT)/facts
	$$(Q)$$(BOOK_PANDOC) $$(BOOK_HTML) --metadata-file=$(BOOK_OUT)/$(1).yaml -M book=$(1) \
		-M page=$(2) -M source=$(3) -M mark='$(4)' -M facts=$(BOOK_OUT)/facts/$(1).$(2) $(3) -o $$@
BOOK_$(1) += $(BOOK_OUT)/$(1)/$(if $(filter 00-index,$(2)),index,$(2)).html
BOOK_ORDER_$(1) += $(2)
BOOK_SOURCE_$(1).$(2) := $(3)
endef
book_mark = $(patsubst 0%,%,$(filter-out 00,$(firstword $(subst -, ,$(1)))))
$(foreach p,$(BOOK_PAGES),$(foreach l,$(BOOK_LANGS),$(eval $(call book_page,$(l),$(p),$(BOOK)/$(p).$(l).md,$(call book_mark,$(p))))))
book_lab = $(firstword $(subst _, ,$(1)))
# The handout in this language, or the only one.
book_handout = $(firstword $(wildcard labs/$(2)/README.$(patsubst en,,$(patsubst zh,zh-CN.,$(1)))md labs/$(2)/README*.md))
$(foreach n,$(BOOK_LABS),$(foreach l,$(BOOK_LANGS),$(eval $(call book_page,$(l),lab-$(call book_lab,$(n)),$(call book_handout,$(l),$(n)),$(call book_lab,$(n))))))

$(BOOK_OUT)/%.yaml: $(BOOK)/pages.sh $(BOOK)/ui.%.yaml $(wildcard $(BOOK)/[0-9]*.md labs/*/lab.meta labs/*/README*.md)
	@mkdir -p $(@D)
	$(Q)$(BOOK)/pages.sh $* >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BOOK_OUT)/%/search.js: $(BOOK_en) $(BOOK_zh)
	$(Q){ echo 'window.TARE_INDEX = ['; cat $(BOOK_ORDER_$*:%=$(BOOK_OUT)/facts/$*.%.index) | sed 's/$$/,/'; echo '];'; } >$@

# The grader's own catalogue, for chapter 10.
$(BOOK_OUT)/mistakes.tsv: $$(MISTAKES_OUT)/catalogue.c $(BOOK)/mistakes.jq | $(BUILD)/tare
	@mkdir -p $(@D)
	$(Q)$(BUILD)/tare mistakes --json | jq -r -f $(BOOK)/mistakes.jq >$@
$(BOOK_LANGS:%=$(BOOK_OUT)/%/10-mistakes.html): $(BOOK_OUT)/mistakes.tsv $(BOOK_OUT)/pictures.tsv

# A picture for each of them: of a trace that is kept, or of a line of pictures.txt.
$(BOOK_OUT)/pictures.tsv: $(BOOK)/pictures.sh $(BOOK)/figures/svg.awk $(wildcard $(BOOK)/figures/mistakes/* \
		docs/measured/traces/* labs/*/lab.meta) $$(MEASURED)/host/hundred_runs.csv \
		$(BOOK_OUT)/mistakes.tsv $(BUILD)/see
	$(Q)$(BOOK)/pictures.sh $(BOOK_OUT)

# A figure's second line names its data.
define book_figure
$(BOOK_OUT)/figures/$(1).$(2).svg: $(BOOK)/figures/svg.awk $(BOOK)/figures/$(1).awk $$$$(MEASURED_FILES)
	@mkdir -p $$(@D)
	$$(Q)LC_ALL=C awk -v lang=$(2) -f $(BOOK)/figures/svg.awk -f $(BOOK)/figures/$(1).awk \
		$$$$(sed -n "s|^# data: *||p" $(BOOK)/figures/$(1).awk | sed "s|docs/measured|$$(MEASURED)|g") >$$@
BOOK_SVG += $(BOOK_OUT)/figures/$(1).$(2).svg
endef
$(foreach f,$(BOOK_FIGURES),$(foreach l,$(BOOK_LANGS),$(eval $(call book_figure,$(f),$(l)))))

# The drawing of a concept, from its text in both languages.
define book_drawing
$(BOOK_OUT)/figures/$(1).$(2).svg: $(BOOK)/figures/svg.awk $(BOOK)/drawings/draw.awk $(BOOK)/drawings/$(1).txt
	@mkdir -p $$(@D)
	$$(Q)LC_ALL=C awk -v lang=$(2) -f $(BOOK)/figures/svg.awk -f $(BOOK)/drawings/draw.awk $(BOOK)/drawings/$(1).txt >$$@
BOOK_SVG += $(BOOK_OUT)/figures/$(1).$(2).svg
endef
$(foreach d,$(BOOK_DRAWINGS),$(foreach l,$(BOOK_LANGS),$(eval $(call book_drawing,$(d),$(l)))))

$(BOOK_OUT)/style.css $(BOOK_OUT)/script.js: $(BOOK_OUT)/%: $(BOOK)/%
	@mkdir -p $(@D)
	$(Q)cp $< $@
$(BOOK_OUT)/index.html: $(BOOK)/language.html
	@mkdir -p $(@D)
	$(Q)cp $< $@

BOOK_SITE := $(BOOK_en) $(BOOK_zh) $(BOOK_SVG) $(BOOK_LANGS:%=$(BOOK_OUT)/%/search.js) \
	$(addprefix $(BOOK_OUT)/,style.css script.js index.html)

# Every figure of the book, and every number in its text, from the stored data and traces; this needs no device.
.PHONY: book figures
figures:
	@common/make/deps.sh $(DEPS_FIGURES)
	$(Q)rm -rf $(BOOK_OUT)/figures $(BOOK_OUT)/pictures.tsv
	@$(MAKE) $(BOOK_OUT)/pictures.tsv $(BOOK_SVG)
	$(Q)$(BOOK)/numbers.sh fill
	@echo "$$(ls $(BOOK_OUT)/figures | wc -l) figures: $(BOOK_OUT)/figures"
book: $(BOOK_SITE)
	@echo "the book: $(BOOK_OUT)/index.html"

# ---- on paper: every page as pandoc's own JSON, then all of them as one book

DEPS_FIGURES := jq xz-utils libjansson-dev
DEPS_BOOK := pandoc texlive-xetex texlive-lang-chinese texlive-latex-extra texlive-fonts-recommended lmodern \
	fonts-noto-core fonts-noto-cjk fonts-dejavu-core librsvg2-bin jq xz-utils
BOOK_TITLE_en := Tare: CUDA performance, measured
BOOK_TITLE_zh := 去皮（Tare）：测准 CUDA 性能
# What pandoc has words for.
BOOK_LANG_en := en-GB
BOOK_LANG_zh := zh-Hans

define book_json
$(BOOK_OUT)/json/$(1).$(2).json: $(BOOK_SOURCE_$(1).$(2)) $(BOOK_OUT)/$(1).yaml $(BOOK_TOOLS) | $(BOOK_OUT)/pictures.tsv
	@mkdir -p $$(@D)
	$$(Q)$$(BOOK_PANDOC) --to json --metadata-file=$(BOOK_OUT)/$(1).yaml -M book=$(1) -M page=$(2) \
		-M source=$(BOOK_SOURCE_$(1).$(2)) -M facts=$$(@:.json=) $(BOOK_SOURCE_$(1).$(2)) -o $$@
BOOK_JSON_$(1) += $(BOOK_OUT)/json/$(1).$(2).json
endef
$(foreach l,$(BOOK_LANGS),$(foreach p,$(BOOK_ORDER_$(l)),$(eval $(call book_json,$(l),$(p)))))

BOOK_WHOLE = $(PANDOC) --from json --file-scope --standalone --fail-if-warnings --toc --number-sections \
	--metadata title="$(BOOK_TITLE_$(1))" $(BOOK_JSON_$(1)) -o $@
BOOK_PDF = --pdf-engine=xelatex --top-level-division=chapter --toc-depth=2 -V documentclass=report \
	-V papersize=a4 -V geometry=margin=24mm -V colorlinks -V mainfont="Noto Serif" -V monofont="DejaVu Sans Mono" \
	-V monofontoptions=Scale=0.88 -V CJKmainfont="Noto Serif CJK SC" -V CJKsansfont="Noto Sans CJK SC" \
	-V CJKmonofont="Noto Sans Mono CJK SC" --include-in-header=$(BOOK)/book.tex
$(BOOK_OUT)/tare.en.pdf: $(BOOK_JSON_en) $(BOOK_SVG) $(BOOK)/book.tex $(BOOK)/book.en.tex
	$(Q)$(call BOOK_WHOLE,en) $(BOOK_PDF) -M lang=en-GB -H $(BOOK)/book.en.tex
$(BOOK_OUT)/tare.zh.pdf: $(BOOK_JSON_zh) $(BOOK_SVG) $(BOOK)/book.tex $(BOOK)/book.zh.tex
	$(Q)$(call BOOK_WHOLE,zh) $(BOOK_PDF) -V toc-title=目录 -H $(BOOK)/book.zh.tex
$(BOOK_OUT)/tare.en.epub: $(BOOK_JSON_en) $(BOOK_SVG) $(BOOK)/epub.css
	$(Q)$(call BOOK_WHOLE,en) -M lang=$(BOOK_LANG_en) --to epub3 --mathml --css=$(BOOK)/epub.css
$(BOOK_OUT)/tare.zh.epub: $(BOOK_JSON_zh) $(BOOK_SVG) $(BOOK)/epub.css
	$(Q)$(call BOOK_WHOLE,zh) -M lang=$(BOOK_LANG_zh) --to epub3 --mathml --css=$(BOOK)/epub.css

.PHONY: book-pdf book-epub deps-book
deps-book:
	@common/make/deps.sh $(DEPS_BOOK)
book-pdf: deps-book
	@$(MAKE) $(BOOK_LANGS:%=$(BOOK_OUT)/tare.%.pdf)
	@echo "PDF: $(BOOK_LANGS:%=$(BOOK_OUT)/tare.%.pdf)"
book-epub: $(BOOK_LANGS:%=$(BOOK_OUT)/tare.%.epub)
	@echo "EPUB: $^"

DEPS_TEST += aspell aspell-en xz-utils
TESTS += book book_numbers book_terms book_code book_screen
LONG += book
.PHONY: test-book test-book_numbers test-book_terms test-book_code test-book_screen book-quiet book-look book-looked
book-quiet: $(BOOK_SITE)
test-book: $(BUILD)/tare
	@docs/book/test/book.sh
test-book_numbers:
	@docs/book/test/numbers.sh
test-book_terms:
	@docs/book/test/terms.sh
test-book_code: $$(AUDIT_NEEDS)
	@NVCC="$(NVCC)" docs/book/test/code.sh
test-book_screen: book-quiet
	@docs/book/test/screen.sh
# Pictures for people to look at. PAGES="en/02-time zh/index" takes only some pages.
book-look: book
	@docs/book/test/look.sh $(PAGES)
book-looked: book
	@docs/book/test/screen.sh --keep
