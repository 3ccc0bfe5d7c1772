# The tarball for machines that have only g++: no root, no make, no library. common/make/package/tarball.sh packs
# it, and `tare init` copies a workbook out of it.

HELP += "staff|tarball|pack dist/tare_VERSION_MACHINE.tar.gz: tare, hostcc and the labs, for machines that have only g++"

# With their own libraries and libc inside. Where a static archive is missing, the linker names it.
$(BUILD)/static/tare: $(TARE_PARTS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -static $^ $(GRADER_LIBS) -o $@
$(BUILD)/static/hostcc: $$(HOSTCC_OBJECTS)
	@mkdir -p $(@D)
	$(Q)$(CXX) $(CXXFLAGS) -static $^ -o $@

.PHONY: tarball test-tarball
tarball: $(BUILD)/static/tare $(BUILD)/static/hostcc
	+@$(MAKE) -s student-dist REFERENCE_DEVICES=host
	+@common/make/package/tarball.sh $(TARE_VERSION)

TESTS += tarball
LONG += tarball
SELDOM += tarball
test-tarball: $(BUILD)/tare
	@grader/test/tarball.sh
