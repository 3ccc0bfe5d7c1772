# A container image in which everything is built, so that an autograder compiles what a student wrote and
# nothing else. common/make/package/image.sh makes it from an empty root: no registry and no Docker is asked.

HELP += "staff|image|pack a container image for autograders; it holds the solutions, so keep it private (IMAGE=student: one without)"
IMAGE_ASKS = $(TARE_VERSION) make $(DEPS_DEMO) $(DEPS_CLASS)
.PHONY: image test-image
image:
	@common/make/package/image.sh $(or $(IMAGE),staff) $(IMAGE_ASKS)

TESTS += image
LONG += image
SELDOM += image
test-image: device-ready $(BUILD)/confine $$(LAB_FILE)
	@grader/test/image.sh $(IMAGE_ASKS)
