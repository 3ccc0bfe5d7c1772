// sem_headers.cu: the headers that bring functions of their own: complex numbers, and the marks of
// NVTX, which do nothing without a profiler.
#include <cuComplex.h>
#include <math.h>
#include <nvtx3/nvToolsExt.h>

#include "semantics.h"

// One step of z = z * z + c, and what the other functions make of it.
__global__ void step(const cuFloatComplex *c, cuFloatComplex *z, double *sizes) {
    int i = threadIdx.x;
    z[i] = cuCaddf(cuCmulf(z[i], z[i]), c[i]);
    sizes[i] = cuCabs(cuComplexFloatToDouble(cuConjf(z[i])));
}

static void test_complex_in_a_kernel(void) {
    enum { COUNT = 64 };
    cuFloatComplex *c, *z;
    double *sizes;
    OK_FATAL(cudaMallocManaged(&c, COUNT * sizeof *c));
    OK_FATAL(cudaMallocManaged(&z, COUNT * sizeof *z));
    OK_FATAL(cudaMallocManaged(&sizes, COUNT * sizeof *sizes));
    for (int i = 0; i < COUNT; i++) {
        c[i] = make_cuFloatComplex(1, -i);
        z[i] = make_cuComplex(i, 2);
    }
    step<<<1, COUNT>>>(c, z, sizes);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < COUNT; i++) { // (i + 2j)^2 + 1 - ij = i*i - 3 + 3ij
        CU_ASSERT_EQUAL(cuCrealf(z[i]), i * i - 3);
        CU_ASSERT_EQUAL(cuCimagf(z[i]), 3 * i);
        CU_ASSERT_DOUBLE_EQUAL(sizes[i], hypot(i * i - 3, 3 * i), 1e-9);
    }
    OK(cudaFree(c));
    OK(cudaFree(z));
    OK(cudaFree(sizes));
}

static void test_complex_on_the_host(void) {
    cuDoubleComplex a = make_cuDoubleComplex(3, 4), b = make_cuDoubleComplex(1, -2);
    cuDoubleComplex product = cuCmul(a, b), quotient = cuCdiv(product, b);
    CU_ASSERT_EQUAL(cuCreal(product), 11);
    CU_ASSERT_EQUAL(cuCimag(product), -2);
    CU_ASSERT_DOUBLE_EQUAL(cuCreal(quotient), 3, 1e-14);
    CU_ASSERT_DOUBLE_EQUAL(cuCimag(quotient), 4, 1e-14);
    CU_ASSERT_EQUAL(cuCabs(a), 5);
    CU_ASSERT_EQUAL(cuCimag(cuCfma(a, b, cuConj(a))), -6);
    cuDoubleComplex huge = make_cuDoubleComplex(1e300, 1e300);
    CU_ASSERT_DOUBLE_EQUAL(cuCreal(cuCdiv(huge, huge)), 1, 1e-14); // its square overflows
    CU_ASSERT_EQUAL(cuCrealf(cuComplexDoubleToFloat(cuCsub(a, b))), 2);
}

static void test_marks_do_nothing(void) {
    nvtxEventAttributes_t attributes = {};
    attributes.version = NVTX_VERSION;
    attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    attributes.colorType = NVTX_COLOR_ARGB;
    attributes.color = 0xff00ff00;
    attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
    attributes.message.ascii = "a range";
    CU_ASSERT_EQUAL(nvtxRangePushEx(&attributes), NVTX_NO_PUSH_POP_TRACKING);
    CU_ASSERT_EQUAL(nvtxRangePop(), NVTX_NO_PUSH_POP_TRACKING);
    nvtxMark("a mark");
    nvtxRangeEnd(nvtxRangeStart("another range"));
    OK(cudaGetLastError());
}

static const struct test tests[] = {
    {"complex numbers in a kernel", test_complex_in_a_kernel},
    {"complex numbers on the host", test_complex_on_the_host},
    {"marks do nothing", test_marks_do_nothing},
};

SUITE_MAIN("sem_headers", tests)
