# The learner's loop: each target is a command of build/tare, so that `make` and the
# program say the same.

HELP += "learner|demo|a minute: a wrong number, its name, its picture, its remedy" \
	"learner|next|show the lab to work on next" \
	"learner|watch|keep it open beside your editor: it checks the lab at each save" \
	"learner|predict|write down a factor and a reason before you run: LAB=04 SAY=\"2 work\"" \
	"learner|hint|show one more of the lab's three hints: make hint LAB=04" \
	"learner|list|list the labs and how far you are" \
	"learner|diff|compare your file with the solution, after a pass (FORCE=1: before)" \
	"learner|reset|put a lab back as it was shipped; your file is kept beside it" \
	"learner|doctor|say what this machine has and lacks, and what to install"

.PHONY: demo demo-ready device-ready next watch predict hint list diff reset doctor
demo: deps-demo
	@common/make/build.sh demo-ready && common/make/demo/demo.sh $(DEVICE)
demo-ready: $(BUILD)/tare $(BUILD)/$(DEVICE)/witness.so $(BUILD)/$(DEVICE)/demo/bench $(BUILD)/$(DEVICE)/demo/mended
$(BUILD)/$(DEVICE)/demo/%: common/make/demo/%.cu $(CU_NEEDS)
	@mkdir -p $(@D)
	$(Q)$(CU) $(CU_FLAGS) $< $(CU_LIBS) -o $@
# Everything that a check and a picture need before a clock starts.
device-ready: $(BUILD)/tare $(BUILD)/compile.$(DEVICE) $(BUILD)/$(DEVICE)/libtare.a $(CU_NEEDS) \
	$(BUILD)/$(DEVICE)/witness.so
next list:
	$(call ready,$(BUILD)/tare) $(BUILD)/tare $@
hint reset:
	$(call ready,$(BUILD)/tare) $(BUILD)/tare $@ $(if $(LAB),"$(LAB)")
predict:
	$(call ready,$(BUILD)/tare) $(BUILD)/tare predict $(if $(LAB),"$(LAB)") $(SAY)
diff:
	$(call ready,$(BUILD)/tare) $(BUILD)/tare diff $(if $(LAB),"$(LAB)") $(if $(FORCE),--force)
watch: $(BUILD)/tare device-ready
	@$(BUILD)/tare watch $(if $(LAB),"$(LAB)") $(WATCH)
# The doctor finds the device again: the device that the top makefile chose was not asked for.
doctor:
	@DEVICE=$(ASKED_DEVICE) sh common/make/doctor.sh

# A kernel that really ran, on the device that is in use.
.PHONY: kernel-ran
kernel-ran: $(BUILD)/$(DEVICE)/kernel-ran
	@said=$$($<) && echo "$(DEVICE): $$said" || { echo "$$said"; exit 1; }
$(BUILD)/$(DEVICE)/kernel-ran: common/make/probe.cu $$(CU_NEEDS)
	@mkdir -p $(@D)
	$(Q)$(CU) $(CU_FLAGS) $< -o $@

TESTS += doctor
SELDOM += doctor
.PHONY: test-doctor
test-doctor:
	@grader/test/doctor.sh

# The loop as a learner lives it, at a terminal that a program plays.
TESTS += session session_tmux unattended
LONG += session
$(BUILD)/pty: $(BUILD)/c/grader/test/pty.o
	$(Q)$(CC) $^ -lutil -o $@
.PHONY: test-session test-session_tmux test-unattended
test-session: device-ready $(BUILD)/pty $$(LAB_FILE)
	@grader/test/session.sh
test-unattended: device-ready $$(LAB_FILE)
	@grader/test/unattended.sh
test-session_tmux: demo-ready $(BUILD)/confine
	@grader/test/session_tmux.sh

# The same where a name breaks lists: a folder with a space, a colon, an accent and many letters.
TESTS += anywhere
SELDOM += anywhere
.PHONY: test-anywhere
test-anywhere: demo-ready $(BUILD)/$(DEVICE)/labs/01_kernel_time $(BUILD)/confine
	@common/make/anywhere_test.sh
