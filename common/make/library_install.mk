# The library for use outside this project, and what a shell and man know of build/tare:
# make install PREFIX=/usr/local [DEVICE=gpu].

HELP += "developer|install|install the measuring library and tare to PREFIX (/usr/local), with pkg-config, CMake, completions and manual pages"
PREFIX ?= /usr/local
TARE_VERSION := $(shell sed -n 's/^\#define TARE_VERSION "\([^"]*\)".*/\1/p' grader/cmd/cmd.h)

$(addprefix $(BUILD)/host/,$(TARE_CU)): CU_FLAGS_host += -Xcompiler -fPIC
# libtare.so is loaded beside other CUDA programs, so it brings its runtime and keeps to it: torch's own
# libcudart may be another version. A kernel compiled for the host device finds its runtime in here.
SHARED_gpu = $(NVCC) -shared -Xlinker --exclude-libs=ALL
SHARED_host = $(CXX) -shared -pthread -Wl,-Bsymbolic-functions
RUNTIME_host := -Wl,--whole-archive $(BUILD)/host/runtime.a -Wl,--no-whole-archive -ldl
$(BUILD)/host/libtare.so: $(BUILD)/host/runtime.a
$(BUILD)/$(DEVICE)/libtare.so: $(TARE_OBJECTS) common/make/library_install.mk
	$(Q)$(SHARED_$(DEVICE)) $(TARE_OBJECTS) $(RUNTIME_$(DEVICE)) -lm -o $@

# The layers access, weigh and checked listen in programs that were compiled for them only.
HOST_LISTENERS := $(addprefix common/host/runtime/,access/% weigh/% checked/%)
$(BUILD)/host/runtime.a: $(patsubst common/%,$(BUILD)/obj/%.o,$(filter-out $(HOST_LISTENERS),$(HOST_RUNTIME)))
	@mkdir -p $(@D)
	$(Q)rm -f $@
	$(Q)ar rcs $@ $^
	$(Q)common/make/hide.sh $@ common/host/include $(wildcard common/host/runtime/*/*.h)

define TARE_PC
prefix=$(abspath $(PREFIX))
includedir=$${prefix}/include
libdir=$${prefix}/lib

Name: tare
Description: measures CUDA kernels: time with an interval, rate with its unit, peak with its source
Version: $(TARE_VERSION)
Cflags: -I$${includedir}
Libs: -L$${libdir} -ltare
Libs.private: -lm
endef
export TARE_PC

# A manual page, in both languages; man.sh says what each is made from.
MAN_en := share/man/man
MAN_zh := share/man/zh_CN/man
man_in = $(foreach page,$2,$(MAN_$1)$(subst .,,$(suffix $(page)))/$(page))
man_page = $(Q)$(foreach l,en zh,install -d "$(DESTDIR)$(PREFIX)/$(dir $(call man_in,$l,$1))" && \
	common/make/package/man.sh $1 $l $(TARE_VERSION) $(BUILD)/$(basename $1) >"$(DESTDIR)$(PREFIX)/$(call man_in,$l,$1)" &&) true

.PHONY: install uninstall package
install: $(BUILD)/$(DEVICE)/libtare.a $(BUILD)/$(DEVICE)/libtare.so $(BUILD)/tare $(BUILD)/$(DEVICE)/tare $(BUILD)/$(DEVICE)/witness.so
	$(Q)install -d $(addprefix "$(DESTDIR)$(PREFIX)"/,bin include lib/pkgconfig lib/cmake/tare lib/tare/$(DEVICE))
	$(Q)install -m 644 common/tare.h common/tare_device.h common/tare_bench.hpp "$(DESTDIR)$(PREFIX)/include"
	$(Q)install -m 644 $(BUILD)/$(DEVICE)/libtare.a "$(DESTDIR)$(PREFIX)/lib"
	$(Q)install -m 755 $(BUILD)/$(DEVICE)/libtare.so "$(DESTDIR)$(PREFIX)/lib"
	$(Q)install -m 644 common/make/package/tare-config.cmake "$(DESTDIR)$(PREFIX)/lib/cmake/tare"
	$(Q)sed 's/@VERSION@/$(TARE_VERSION)/' common/make/package/tare-config-version.cmake \
		>"$(DESTDIR)$(PREFIX)/lib/cmake/tare/tare-config-version.cmake"
	$(Q)install -m 755 $(BUILD)/tare "$(DESTDIR)$(PREFIX)/lib/tare"
	$(Q)install -m 755 $(BUILD)/$(DEVICE)/tare $(BUILD)/$(DEVICE)/witness.so "$(DESTDIR)$(PREFIX)/lib/tare/$(DEVICE)"
	$(Q)ln -sf ../lib/tare/tare "$(DESTDIR)$(PREFIX)/bin/tare"
	$(Q)printf '%s\n' "$$TARE_PC" >"$(DESTDIR)$(PREFIX)/lib/pkgconfig/tare.pc"
	$(Q)share="$(DESTDIR)$(PREFIX)/share"; \
	put() { install -d "$$share/$$(dirname "$$1")" && TARE_LANG=en $(BUILD)/tare completion $$2 >"$$share/$$1"; }; \
	put bash-completion/completions/tare bash && \
	put zsh/site-functions/_tare zsh && \
	put fish/vendor_completions.d/tare.fish fish
	$(call man_page,tare.1)
	$(call man_page,tare.h.3)
	@echo "installed for DEVICE=$(DEVICE) in $(DESTDIR)$(PREFIX): pkg-config --cflags --libs tare"

# All that install and install-hostcc bring, whichever of the two was used.
HELP += "developer|uninstall|remove from PREFIX what install and install-hostcc brought"
INSTALLED := bin/tare bin/hostcc include/tare.h include/tare_device.h include/tare_bench.hpp lib/libtare.a lib/libtare.so \
	lib/pkgconfig/tare.pc lib/cmake/tare lib/tare lib/hostcc $(foreach l,en zh,$(call man_in,$l,tare.1 tare.h.3 hostcc.1)) \
	share/bash-completion/completions/tare share/zsh/site-functions/_tare share/fish/vendor_completions.d/tare.fish
uninstall:
	$(Q)rm -rf $(addprefix "$(DESTDIR)$(PREFIX)"/,$(INSTALLED))

HELP += "developer|package|pack dist/tare_VERSION_MACHINE.deb: the library, tare and hostcc, without root"
package:
	@common/make/package/deb.sh $(TARE_VERSION) $(DEVICE)
