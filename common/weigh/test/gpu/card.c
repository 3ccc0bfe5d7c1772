// card.c: a program as the collector sees one. card.sh looks at the file.
//   card weigh.so    launches and copies        card FILE    adds up the turns of a file
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"
#include "weigh/card/card.h"

#define ID(name) CUPTI_DRIVER_TRACE_CBID_##name

static void launch(const char *name, unsigned grid, size_t stream, int result) {
    const cuLaunchKernel_params plain = {.gridDimX = grid,
                                         .gridDimY = 1,
                                         .gridDimZ = 1,
                                         .blockDimX = 256,
                                         .blockDimY = 1,
                                         .blockDimZ = 1,
                                         .hStream = (CUstream)stream};
    fake_call(ID(cuLaunchKernel), name, &plain, result);
}

static void launch_configured(const char *name, unsigned grid) {
    CUlaunchConfig config = {.gridDimX = grid,
                             .gridDimY = 2,
                             .gridDimZ = 3,
                             .blockDimX = 4,
                             .blockDimY = 5,
                             .blockDimZ = 6};
    const cuLaunchKernelEx_params given = {.config = &config};
    fake_call(ID(cuLaunchKernelEx_ptsz), name, &given, 0);
}

static void launch_all(void) {
    launch("_Z5saxpyfPf", 64, 0, 0);
    launch("_Z5saxpyfPf", 64, 0, 0);
    launch("_Z5saxpyfPf", 32, 0, 0);
    launch_configured("scale", 1);
    launch("refused", 1, 0, 1); // the program's own mistake: the next one is weighed
    launch("refused", 1, 0, 0);
    launch("captured", 1, 6, 0);
    launch("captured_first", 1, 6, 0);
    launch("captured_first", 1, 0, 0);
    fake_call(ID(cuGraphLaunch), NULL, NULL, 0);
}

static void copy_all(void) {
    const cuMemcpyHtoD_v2_params up = {.dstDevice = 4096, .ByteCount = 100};
    const cuMemcpyAsync_params down = {.dst = 16, .src = 8192, .ByteCount = 30};
    const cuMemsetD32_v2_params set = {.N = 5};
    CUDA_MEMCPY2D rows = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .WidthInBytes = 8,
                          .Height = 3};
    const cuMemcpy2D_v2_params rectangle = {.pCopy = &rows};
    fake_call(ID(cuMemcpyHtoD_v2), NULL, &up, 0);
    fake_call(ID(cuMemcpyHtoD_v2), NULL, &up, 0);
    fake_call(ID(cuMemcpyHtoD_v2), NULL, &up, 1); // failed: nothing was copied
    fake_call(ID(cuMemcpyAsync), NULL, &down, 0);
    fake_call(ID(cuMemcpy2D_v2), NULL, &rectangle, 0);
    fake_call(ID(cuMemsetD32_v2), NULL, &set, 0);
}

int main(int argc, char **argv) {
    int (*begin)(void);
    if (argc < 2)
        return 2;
    if (!strstr(argv[1], ".so"))
        return card_sum(argv[1]) == 0 ? 0 : 1;
    void *collector = dlopen(argv[1], RTLD_NOW);
    if (!collector)
        return 2;
    *(void **)&begin = dlsym(collector, "InitializeInjection");
    if (!begin || !begin())
        return 2;
    if (!getenv("FAKE_IDLE")) {
        launch_all();
        copy_all();
        fake_context_ends();
        launch("after", 1, 0, 0); // in a new context at the same address
    }
    puts("the program's own words");
    return 7;
}
