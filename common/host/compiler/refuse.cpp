// refuse.cpp: what device code may hold on a card and not here, told at the user's line.
#include "rewrite.h"

#include "fail.h"

#include <cstdio>
#include <cstring>

static bool is_asm(const Source &source, int i) {
    return source.is(i, "asm") || source.is(i, "__asm__") || source.is(i, "__asm");
}

// asm volatile("" ::: "memory") keeps the compiler from moving code, on any machine.
static bool holds_instructions(const Source &source, int i) {
    int open = source.next(i);
    while (source.is_word(open))
        open = source.next(open);
    return source.is(open, '(') && source.at(source.next(open)) != "\"\"";
}

static void refuse_in(const Source &source, int body) {
    for (int i = body; i < source.partner(body); i++) {
        if (is_asm(source, i) && holds_instructions(source, i))
            fail_at(source, i, "inline PTX needs a card: the host device has another processor");
        if (source.is(i, '<') && source.is(i + 1, '<') && source.is(i + 2, '<') &&
            source.touches(i) && source.touches(i + 1))
            fail_at(source, i,
                    "a launch in device code (dynamic parallelism) is not supported on the host "
                    "device");
    }
}

// The { of the function that this __device__ or __global__ belongs to; -1 for a declaration, a
// variable, and a function that the host may call too: its code for a card is left out.
static int device_body(const Source &source, int word) {
    int i = word;
    while (source.is_word(source.previous(i)))
        i = source.previous(i);
    for (; i < source.count() && !source.is(i, ';') && !source.is(i, '='); i++) {
        if (source.is(i, "__host__"))
            return -1;
        if (source.is(i, '{'))
            return i;
        if (source.is(i, '(') || source.is(i, '['))
            i = source.partner(i);
    }
    return -1;
}

void refuse(const Source &source) {
    for (int i = 0; i < source.count(); i++) {
        if (source.tokens[i].ours || !(source.is(i, "__device__") || source.is(i, "__global__")))
            continue;
        int body = device_body(source, i);
        if (body >= 0)
            refuse_in(source, body);
    }
}

static std::string between(const std::string &text, const char *before, const char *after) {
    size_t end = text.find(after);
    size_t begin = end == text.npos ? end : text.rfind(before, end - 1);
    return begin == text.npos ? ""
                              : text.substr(begin + strlen(before), end - begin - strlen(before));
}

void explain_missing_header(const std::string &errors) {
    std::string name = between(errors, "error: ", ": No such file"); // gcc
    if (name.empty())
        name = between(errors, "'", "' file not found"); // clang
    for (const char *one : {"cooperative_groups",
                            "cuda/",
                            "cuda_",
                            "cub/",
                            "cublas",
                            "cudnn",
                            "cufft",
                            "curand",
                            "cusolver",
                            "cusparse",
                            "cutlass/",
                            "mma.h",
                            "npp",
                            "nvml",
                            "nvrtc",
                            "nvtx",
                            "nvToolsExt",
                            "surface_",
                            "texture_",
                            "thrust/"})
        if (name.compare(0, strlen(one), one) == 0) {
            fprintf(stderr,
                    "hostcc: the host device has CUDA's language and its runtime API; %s is of the "
                    "CUDA toolkit, and is not here\n",
                    name.c_str());
            return;
        }
}
