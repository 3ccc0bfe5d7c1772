// lang_numbers.cu: intrinsics and mathematics of device code, against known values.
#include <unistd.h>

#include "semantics.h"

static double *out;

struct Checker {
    double *bad; // the line of the first wrong value
    __device__ void is(bool right, int line) {
        if (!right && *bad == 0)
            *bad = line;
    }
    __device__ void near(double value, double wanted, int line) {
        is(fabs(value - wanted) <= 1e-5 * (fabs(wanted) + 1), line);
    }
};
#define IS(x) c.is(x, __LINE__)
#define NEAR(x, y) c.near(x, y, __LINE__)

__global__ void bits(double *bad, unsigned one, long long wide) {
    Checker c = {bad};
    IS(__popc(0xf0f0u * one) == 8);
    IS(__popcll(~0ull * one) == 64);
    IS(__clz((int)one) == 31);
    IS(__clz((int)one - 1) == 32);
    IS(__clzll(wide) == 63);
    IS(__ffs(8 * (int)one) == 4);
    IS(__ffs((int)one - 1) == 0);
    IS(__ffsll(wide << 40) == 41);
    IS(__brev(one) == 0x80000000u);
    IS(__brevll((unsigned long long)one) == 1ull << 63);
    IS(__umulhi(0x80000000u * one, 6) == 3);
    IS(__mulhi(-2147483647 - (int)one, 4) == -2);
    IS(__umul64hi(1ull << 63, 4 * one) == 2);
    IS(__mul64hi(-(1ll << 62), 8 * wide) == -2);
    IS(__mul24(-3 * (int)one, 5) == -15);
    IS(__umul24(0x1000003u * one, 5) == 15);
    IS(__byte_perm(0x33221100u, 0x77665544u * one, 0x7531) == 0x77553311u);
    IS(__funnelshift_l(0x80000000u, one, 4) == 0x18);
    IS(__funnelshift_r(0x80000000u, one, 4) == 0x18000000u);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 610
    IS(__dp4a(0x01020304, 0x01010101, (int)one) == 11);
#endif
    IS(min(3, (int)one) == 1 && max(3u, one) == 3 && min(2.5f, (float)one) == 1);
    IS(max(wide, 5ll) == 5 && umin(3, one) == 1 && min((double)one, 0.5) == 0.5);
    IS(abs(-(int)one) == 1 && labs(-wide) == 1 && fabsf(-1.5f * one) == 1.5f);
}

__global__ void conversions(double *bad, float x, double y) {
    Checker c = {bad}; // x = 2.5, y = -3.5
    IS(__float2int_rn(x) == 2 && __float2int_rn(x + 1) == 4 && __float2int_rz(-x) == -2);
    IS(__float2int_ru(x) == 3 && __float2int_rd(-x) == -3 && __float2uint_rn(x) == 2);
    IS(__float2int_rn(x * 1e20f) == 2147483647 && __float2int_rn(-x * 1e20f) == -2147483647 - 1);
    IS(__float2uint_rz(-x) == 0 && __float2uint_rz(x * 1e20f) == 0xffffffffu);
    IS(__double2int_rn(y) == -4 && __double2ll_rd(y) == -4 && __double2int_rz(y) == -3);
    IS(__float2ll_rn(x * 1e30f) == 0x7fffffffffffffffll);
    IS(__double2ull_rz(-y * 1e30) == 0xffffffffffffffffull);
    IS(__int2float_rn(16777217) == 16777216.0f && __uint2float_rn(3) == 3);
    IS(__ll2double_rn(1ll << 40) == 1099511627776.0 && __double2float_rn(y) == -3.5f);
    IS(__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40200000) == x);
    IS(__float_as_uint(-0.0f) == 0x80000000u && __uint_as_float(0x3f800000u) == 1);
    IS(__double_as_longlong(1.0) == 0x3ff0000000000000ll);
    IS(__longlong_as_double(0x4000000000000000ll) == 2);
    IS(__double2hiint(1.0) == 0x3ff00000 && __hiloint2double(0x40000000, 0) == 2);
}

__global__ void mathematics(double *bad, float x, double y) {
    Checker c = {bad}; // x = 2.5, y = -3.5
    NEAR(__fmaf_rn(x, 2, 1), 6);
    NEAR(__fma_rn(y, 2, 1), -6);
    NEAR(__fadd_rn(x, 1) * __fmul_rn(x, 2) - __fsub_rn(x, 1) + __fdiv_rn(x, 5), 16.5);
    NEAR(__dadd_rn(y, 1) * __dmul_rn(y, 2), 17.5);
    NEAR(__expf(x), 12.18249);
    NEAR(__logf(x), 0.916291);
    NEAR(__log2f(x) + __log10f(x), 1.321928 + 0.39794);
    NEAR(__sinf(x) + __cosf(x), 0.598472 - 0.801144);
    NEAR(__powf(x, 3), 15.625);
    NEAR(__fdividef(x, 5), 0.5);
    NEAR(__frcp_rn(x) + __fsqrt_rn(x), 0.4 + 1.581139);
    NEAR(rsqrtf(x * 1.6f), 0.5);
    NEAR(rsqrt(-y * 2 - 3), 0.5);
    NEAR(__saturatef(x) + __saturatef(-x) + __saturatef(x / 5), 1.5);
    NEAR(rcbrtf(x * 3.2f), 0.5);
    NEAR(sinpif(x) + cospif(x * 2), 0);
    NEAR(norm3df(x, 0, 0) + normcdff(x - 2.5f), 3);
    NEAR(sqrtf(x) + expf(x) + sinf(x) + powf(x, 2) + fmaxf(x, 3) + floorf(x) + ceilf(x) +
             fmodf(x, 2) + hypotf(3, 4) + truncf(x) + rintf(x) + tanhf(0) + log1pf(0),
         1.581139 + 12.18249 + 0.598472 + 6.25 + 3 + 2 + 3 + 0.5 + 5 + 2 + 2);
    NEAR(fma(y, y, 1.0) + exp(y) + cbrt(8.0), 13.25 + 0.0301974 + 2);
    float s, k;
    sincosf(x, &s, &k);
    NEAR(s + k, 0.598472 - 0.801144);
    IS(isnan(x - x) == 0 && isinf(x / (x - 2.5f)) && copysignf(x, -1) == -2.5f);
    IS(signbit(y) && isfinite(x));
}

__global__ void loads(double *bad, const float *from, float *to) {
    Checker c = {bad};
    to[0] = __ldg(from) + __ldg(&from[1]);
    IS(to[0] == 3);
    __stcs(to + 1, __ldcs(from) + __ldcg(from + 1));
    IS(to[1] == 3);
}

__global__ void clocks(double *bad) {
    Checker c = {bad};
    long long start = clock64();
    clock_t coarse = clock();
    __nanosleep(100000);
    IS(clock64() > start);
    IS(clock() != coarse || clock64() - start > 0);
    IS(warpSize == 32);
}

__global__ void prints(int value) {
    printf("thread %d of %s: %.1f\n", (int)threadIdx.x, __func__, value * 0.5);
}

#define RUN(...)                                                                                   \
    do {                                                                                           \
        double line = 0;                                                                           \
        OK_FATAL(cudaMemset(out, 0, sizeof line));                                                 \
        __VA_ARGS__;                                                                               \
        OK_FATAL(cudaGetLastError());                                                              \
        OK_FATAL(cudaMemcpy(&line, out, sizeof line, cudaMemcpyDeviceToHost));                     \
        if (line != 0)                                                                             \
            printf("          wrong in line %d\n", (int)line);                                     \
        CU_ASSERT_EQUAL(line, 0);                                                                  \
    } while (0)

static void integers(void) {
    RUN(bits<<<1, 1>>>(out, 1, 1));
}
static void converted(void) {
    RUN(conversions<<<1, 1>>>(out, 2.5f, -3.5));
}
static void functions(void) {
    RUN(mathematics<<<1, 1>>>(out, 2.5f, -3.5));
}
static void memory(void) {
    float two[4] = {1, 2, 0, 0}, *device = (float *)(out + 2);
    OK(cudaMemcpy(device, two, sizeof two, cudaMemcpyHostToDevice));
    RUN(loads<<<1, 1>>>(out, device, device + 2));
}
static void time_passes(void) {
    RUN(clocks<<<1, 1>>>(out));
}
static void printing(void) {
    fflush(stdout);
    FILE *file = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    int kept = dup(1);
    dup2(fileno(file), 1);
    prints<<<1, 2>>>(5);
    OK(cudaDeviceSynchronize());
    fflush(stdout);
    dup2(kept, 1);
    close(kept);
    char line[100] = "";
    rewind(file);
    CU_ASSERT_PTR_NOT_NULL(fgets(line, sizeof line, file));
    CU_ASSERT_STRING_EQUAL(line, "thread 0 of prints: 2.5\n");
    fclose(file);
}

static const struct test tests[] = {
    {"integer intrinsics, min and max", integers},
    {"conversions", converted},
    {"mathematics", functions},
    {"loads and stores with hints", memory},
    {"clocks", time_passes},
    {"printf in a kernel", printing},
};

int main(int argc, char **argv) {
    if (cudaMalloc(&out, 64) != cudaSuccess)
        return 1;
    return suite_main("lang_numbers", tests, sizeof tests / sizeof tests[0], argc, argv);
}
