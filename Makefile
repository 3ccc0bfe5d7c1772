# Tare: a workbook on CUDA performance metrics. `make` alone lists what there is.
#
# One idea a file under common/make/; each appends to HELP, TESTS and the variables below.

MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
SHELL := /bin/bash

# A header that has moved has its users compiled again, whatever an older build noted.
%.h: ;
# What a compiler has not noted yet is no mistake: without this, .DEFAULT would be asked for it.
%.d: ;

Q := $(if $(V),,@)
BUILD := build

CC ?= gcc
CXX ?= g++
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
NVCC ?= nvcc
# Whoever develops says WERROR=1, as CI does. Whoever only builds may have a compiler that warns of more.
WARN := -Wall -Wextra $(if $(WERROR),-Werror)
CFLAGS ?= -O2 -g
CXXFLAGS ?= -O2 -g

# Every source includes by name from these rooms.
INCLUDES := -Icommon -Icommon/test

# So that a rule may need what a later file defines: it writes $$(NAME) among its needs.
.SECONDEXPANSION:

# A learner's command ends with its own last line, not with make's "*** [check] Error 1". Only with -q
# make takes an exit code of 1 for an answer: it says nothing, and ends with 1 itself. So such recipes
# run with -q, which "+" permits, and $(call ready,...) lets another make without -q build what they need.
ANSWERS := check verdict lab see weigh audit predict hint diff next list reset
ifeq ($(filter-out $(ANSWERS),$(or $(MAKECMDGOALS),help)),)
MAKEFLAGS += -q
WITHOUT_Q := export MAKEFLAGS="$${MAKEFLAGS/q/}";
endif
# The first build takes half a minute, so it counts its files.
ready = +@$(WITHOUT_Q) $(if $(wildcard $(BUILD)/tare),$(MAKE) $(if $(V),,-s),$(MAKE) -s deps-demo && common/make/build.sh) $1 || exit 1;

ifeq ($(TARE_LABS),)
include $(sort $(wildcard common/make/*.mk))
else # labs of one's own: the same goals, in a workbook that holds them too
.PHONY: $(MAKECMDGOALS) own-labs
$(or $(firstword $(MAKECMDGOALS)),own-labs):
	+@$(WITHOUT_Q) common/make/own_labs.sh "$(TARE_LABS)" $(MAKECMDGOALS) $(if $(DIR),DIR="$$(realpath -m "$(DIR)")")
$(wordlist 2,99,$(MAKECMDGOALS)):
	@:
endif
