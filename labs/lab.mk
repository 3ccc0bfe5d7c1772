# In a lab's own folder: every goal is the workbook's, and those of one lab are about this lab.
# `make check` here is `make check LAB=01` two folders above.
MAKEFLAGS += --no-builtin-rules --no-print-directory
LAB := $(lastword $(subst /, ,$(CURDIR)))
OF_ONE_LAB := check diff hint lab predict reset see watch

.PHONY: help $(MAKECMDGOALS)
$(or $(MAKECMDGOALS),help):
	@$(MAKE) -C ../.. $@ $(if $(filter $@,$(OF_ONE_LAB)),LAB=$(LAB))
