// card_options.cpp: what nvcc takes and only a card's compiler has a use for.
#include "arguments.h"
#include "fail.h"

static const char flags[] =
    "lineinfo generate-line-info extended-lambda expt-extended-lambda "
    "expt-relaxed-constexpr restrict m64 res-usage resource-usage keep save-temps "
    "Wno-deprecated-gpu-targets Wno-deprecated-declarations no-compress src-in-ptx "
    "source-in-ptx extra-device-vectorization objtemp objdir-as-tempdir "
    "allow-unsupported-compiler use-local-env dlto dlink-time-opt lto gen-opt-lto "
    "nohdinitlist no-host-device-initializer-list nohdmoveforward "
    "no-host-device-move-forward no-align-double nodlink no-device-link "
    "keep-device-functions ewp extensible-whole-program relocatable-ptx reloc-ptx noprof "
    "dont-use-profile err-no display-error-number no-err-no no-display-error-number "
    "forward-unknown-to-host-linker jobserver";

static const char with_a_value[] =
    "gpu-architecture gpu-code generate-code gencode arch code rdc relocatable-device-code "
    "maxrregcount cudart cudadevrt Xptxas ptxas-options fmad ftz prec-div prec-sqrt threads "
    "t Xnvlink nvlink-options Xcudafe Xfatbin Xarchive archive-options diag-suppress "
    "diag-error diag-warn keep-dir machine m split-compile split-compile-extended dopt "
    "opt-info optimization-info Ofc Ofast-compile entries e arbin archiver-binary ldir "
    "libdevice-directory target-dir target-directory compress-mode jump-table-density jtd "
    "brief-diagnostics brief-diag frandom-seed fdevice-time-trace time "
    "static-global-template-stub device-entity-has-hidden-visibility device-stack-protector "
    "qpp-config";

bool is_for_cards(Arguments &arguments) {
    for (const std::string &one : split_list(flags))
        if (arguments.flag(one.c_str()))
            return true;
    for (const std::string &one : split_list(with_a_value))
        if (arguments.valued(one.c_str()))
            return true;
    if (!arguments.valued("default-stream"))
        return false;
    if (arguments.value != "legacy" && arguments.value != "null")
        fail_with("hostcc: error: the host device has the legacy default stream only");
    return true;
}
