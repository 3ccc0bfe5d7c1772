# What was measured: docs/measured. Lists of more than a hundred lines are kept packed, as
# NAME.csv.xz; figures and tests read $(MEASURED), where all of them lie as text.

MEASURED := $(BUILD)/measured
MEASURED_FILES := $(patsubst docs/measured/%.xz,$(MEASURED)/%,$(wildcard docs/measured/*/*.csv.xz)) \
	$(patsubst docs/measured/%,$(MEASURED)/%,$(wildcard docs/measured/*/*.csv))

$(MEASURED)/%.csv: docs/measured/%.csv.xz
	@mkdir -p $(@D)
	$(Q)xz -dc $< >$@
$(MEASURED)/%.csv: docs/measured/%.csv
	@mkdir -p $(@D)
	$(Q)cp $< $@
