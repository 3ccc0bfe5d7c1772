// gpu_measure.cu: compares the library with published figures. Writes one CSV for each question
// into the given folder; docs/measured/library/README.md has the answers.
#include "gpu_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime.h>

#include "plain_stream.h"
#include "tare_device.h"
#include "tare_internal.h"

// The kernels behind the published figures: those of every introduction, with an int as count.
__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void copy(uint64_t n, const float *x, float *y) {
    uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}

int launch_saxpy(void *context, tare_stream stream) {
    const struct work *w = (const struct work *)context;
    saxpy<<<(unsigned)((w->n + 255) / 256), 256, 0, stream>>>((int)w->n, 2.0f, w->x, w->y);
    return (int)cudaGetLastError();
}

int launch_copy(void *context, tare_stream stream) {
    const struct work *w = (const struct work *)context;
    copy<<<(unsigned)((w->n + 255) / 256), 256, 0, stream>>>(w->n, w->x, w->y);
    return (int)cudaGetLastError();
}

static int launch_spin(void *context, tare_stream stream) {
    const struct work *w = (const struct work *)context;
    return (int)tare_launch_cycles(w->nanoseconds, w->cycles, stream);
}

void must(tare_status status) {
    if (status != TARE_OK && status != TARE_TOO_SHORT) {
        fprintf(stderr, "gpu_measure: %s\n", tare_why());
        exit(1);
    }
}

static const char *about = ""; // the first lines of each table: where its numbers are from

FILE *table(const char *folder, const char *name, const char *columns) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    FILE *out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "gpu_measure: %s cannot be written\n", path);
        exit(1);
    }
    if (about[0])
        fprintf(out, "%s\n", about);
    fprintf(out, "%s\n", columns);
    return out;
}

static const char *const modes[] = {"hot", "cold", "cold-read", "cold-write"};

static tare_options options_of(int mode) {
    tare_options options = {};
    options.cold = mode > 0;
    options.flush = mode > 1 ? mode - 1 : TARE_FLUSH_CHOSEN;
    return options;
}

// ---- saxpy and copy, 2^12 to 2^largest, hot and cold --------------------------------------

static void points(const char *folder, struct work *w, int largest) {
    FILE *out =
        table(folder, "points",
              "kernel,log2_n,mode,samples,batch,median_us,low_us,high_us,minimum_us,first_us,"
              "floor_us,gb_per_s,warnings,flush,flush_bytes,bias_bound,wall_s");
    for (int kernel = 0; kernel < 2; kernel++)
        for (int log2_n = 12; log2_n <= largest; log2_n += 2)
            for (int mode = 0; mode < 4; mode++) {
                tare_options options = options_of(mode);
                tare_time t;
                w->n = UINT64_C(1) << log2_n;
                double start = tare_now();
                must(tare_measure(kernel ? launch_copy : launch_saxpy, w, NULL, &options, &t));
                uint64_t bytes = (kernel ? 2 : 3) * w->n * sizeof(float);
                fprintf(out,
                        "%s,%d,%s,%d,%d,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.2f,%u,%s,%llu,%.4f,%.4f\n",
                        kernel ? "copy" : "saxpy", log2_n, modes[mode], t.samples, t.batch,
                        1e6 * t.median, 1e6 * t.low, 1e6 * t.high, 1e6 * t.minimum, 1e6 * t.first,
                        1e6 * t.floor, tare_gb_per_s(bytes, t.median), t.warnings,
                        t.flush ? t.flush : "", (unsigned long long)t.flush_bytes, t.bias_bound,
                        tare_now() - start);
            }
    fclose(out);
}

// Seven sizes of both kernels to the default precision, in one pass. at_the_tick: intervals that
// are wider, but as narrow as the clock allows: two neighbouring readings and a tick each side.
static void wall(const char *folder, struct work *w, int largest, double budget) {
    FILE *out = table(folder, "wall",
                      "mode,points,seconds,widest_half_interval,to_half_a_percent,at_the_tick");
    tare_clock clock;
    must(tare_device_clock(NULL, &clock));
    for (int mode = 0; mode < 2; mode++) {
        double start = tare_now(), widest = 0;
        int count = 0, narrow = 0, at_tick = 0;
        for (int kernel = 0; kernel < 2; kernel++)
            for (int log2_n = largest - 12; log2_n <= largest; log2_n += 2, count++) {
                tare_options options = options_of(mode);
                options.budget = budget;
                tare_time t;
                w->n = UINT64_C(1) << log2_n;
                must(tare_measure(kernel ? launch_copy : launch_saxpy, w, NULL, &options, &t));
                double half = (t.high - t.low) / 2;
                widest = fmax(widest, half / t.median);
                narrow += half <= 0.005 * t.median;
                at_tick += half > 0.005 * t.median && half <= 1.501 * clock.tick / t.batch;
            }
        fprintf(out, "%s,%d,%.4f,%.5f,%d,%d\n", modes[mode], count, tare_now() - start, widest,
                narrow, at_tick);
    }
    // The kernel of lab 01 to 1 %: as long as a learner waits.
    tare_options options = {};
    options.precision = 0.01;
    tare_time t;
    w->n = UINT64_C(1) << (largest - 2);
    double start = tare_now();
    must(tare_measure(launch_saxpy, w, NULL, &options, &t));
    fprintf(out, "to 1 %%,1,%.4f,%.5f,,\n", tare_now() - start, (t.high - t.low) / 2 / t.median);
    fclose(out);
}

// ---- kernels whose length is known --------------------------------------------------------

static void spins(const char *folder, struct work *w) {
    FILE *out = table(
        folder, "spins",
        "length_us,counted_us,mode,median_us,error_us,floor_us,error_less_floor_us,samples,batch");
    static const int lengths[] = {10, 30, 100, 300, 1000, 3000};
    for (int i = 0; i < 6; i++)
        for (int mode = 0; mode < 2; mode++) {
            tare_options options = options_of(mode);
            tare_time t;
            w->nanoseconds = 1000u * (unsigned)lengths[i];
            must(tare_measure(launch_spin, w, NULL, &options, &t));
            uint64_t counted[2]; // by the kernel's own clock: cycles, nanoseconds
            TARE_CHECK(cudaMemcpy(counted, w->cycles, sizeof counted, cudaMemcpyDeviceToHost));
            double length = 1e-3 * (double)counted[1]; // of the last run only
            if (length > 1.01 * lengths[i])
                length = lengths[i];
            double error = 1e6 * t.median - length;
            fprintf(out, "%d,%.3f,%s,%.4f,%.4f,%.4f,%.4f,%d,%d\n", lengths[i], length, modes[mode],
                    1e6 * t.median, error, 1e6 * t.floor, error - 1e6 * t.floor, t.samples,
                    t.batch);
        }
    fclose(out);
}

// ---- how often the interval holds the median of all -----------------------------------------

static void coverage(const char *folder, struct work *w, int log2_small, int log2_large,
                     double budget) {
    enum { REPEATS = 200 };
    FILE *all = table(folder, "repeats", "case,repeat,samples,median_us,low_us,high_us");
    FILE *out = table(folder, "coverage", "case,repeats,held,grand_median_us,spread,note");
    tare_clock clock;
    must(tare_device_clock(NULL, &clock));
    const struct {
        const char *name;
        int log2_n, mode; // log2_n 0: a spin
    } cases[] = {{"hot small", log2_small, 0},
                 {"hot large", log2_large, 0},
                 {"cold small", log2_small, 1},
                 {"cold large", log2_large, 1},
                 {"spin 20 us", 0, 0}};
    for (int c = 0; c < 5; c++) {
        static tare_time t[REPEATS];
        static double medians[REPEATS];
        tare_options options = options_of(cases[c].mode);
        options.budget = budget;
        w->n = UINT64_C(1) << cases[c].log2_n;
        w->nanoseconds = 20000;
        // After other work a card needs a fifth of a second to settle; do not measure that.
        for (double start = tare_now(); tare_now() - start < 0.5;)
            must(tare_measure(cases[c].log2_n ? launch_saxpy : launch_spin, w, NULL, &options,
                              &t[0]));
        for (int i = 0; i < REPEATS; i++) {
            must(tare_measure(cases[c].log2_n ? launch_saxpy : launch_spin, w, NULL, &options,
                              &t[i]));
            medians[i] = t[i].median;
            fprintf(all, "%s,%d,%d,%.5f,%.5f,%.5f\n", cases[c].name, i, t[i].samples,
                    1e6 * t[i].median, 1e6 * t[i].low, 1e6 * t[i].high);
        }
        double grand = tare_median(medians, REPEATS), least = medians[0], most = medians[0];
        double tick = clock.tick / t[0].batch * 1.001; // and the rounding of a float
        int held = 0, within = 0;
        for (int i = 0; i < REPEATS; i++) {
            held += t[i].low <= grand && grand <= t[i].high;
            within += fabs(medians[i] - grand) <= tick;
            least = fmin(least, medians[i]);
            most = fmax(most, medians[i]);
        }
        // Nineteen of twenty medians are at most a tick away: the tick in the interval covers them.
        fprintf(out, "%s,%d,%.4f,%.5f,%.5f,%s\n", cases[c].name, REPEATS, (double)held / REPEATS,
                1e6 * grand, (most - least) / grand,
                within >= REPEATS * 19 / 20 ? "below a tick" : "");
    }
    fclose(all);
    fclose(out);
}

// ---- the ceilings, and every launch shape that was tried -------------------------------------

static void ceilings(const char *folder, struct work *w, uint64_t bytes) {
    static const char *const patterns[] = {"read", "write", "copy", "triad"};
    FILE *out = table(folder, "shapes", "pattern,shape,gb_per_s,low,high");
    for (int pattern = 0; pattern < TARE_PATTERNS; pattern++)
        for (int shape = 0; shape < tare_traffic_shapes(); shape++) {
            int arrays = pattern == TARE_COPY ? 2 : pattern == TARE_TRIAD ? 3 : 1;
            uint64_t each = bytes / (uint64_t)arrays / 16;
            float4 *a = (float4 *)w->x;
            struct tare_traffic traffic = {
                (enum tare_pattern)pattern, shape, each, a, a + each, a + 2 * each};
            if (arrays == 1)
                traffic.b = a;
            tare_options options = {};
            options.samples = 11;
            tare_time t;
            must(tare_measure(tare_launch_traffic, &traffic, NULL, &options, &t));
            double moved = 16.0 * (double)each * arrays / 1e9;
            fprintf(out, "%s,%d,%.1f,%.1f,%.1f\n", patterns[pattern], shape, moved / t.median,
                    moved / t.high, moved / t.low);
        }
    fclose(out);
    tare_ceilings c;
    double start = tare_now();
    must(tare_measure_ceilings(&c));
    double seconds = tare_now() - start;
    out = table(folder, "ceilings", "read,write,copy,triad,bytes,wall_s");
    fprintf(out, "%.1f,%.1f,%.1f,%.1f,%llu,%.3f\n", c.read / 1e9, c.write / 1e9, c.copy / 1e9,
            c.triad / 1e9, (unsigned long long)c.bytes, seconds);
    fclose(out);
    tare_device d;
    struct plain_stream plain;
    must(tare_device_facts(&d));
    if (!d.is_host || plain_stream_measure(c.bytes, d.multiprocessors, &plain))
        return;
    out = table(folder, "plain", "read,write,copy,triad");
    fprintf(out, "%.1f,%.1f,%.1f,%.1f\n", plain.read / 1e9, plain.write / 1e9, plain.copy / 1e9,
            plain.triad / 1e9);
    fclose(out);
}

static void clocks(const char *folder) {
    tare_clock host, device;
    tare_device d;
    must(tare_host_clock(&host));
    must(tare_device_clock(NULL, &device));
    must(tare_device_facts(&d));
    FILE *out = table(folder, "device",
                      "name,host_tick_ns,event_tick_ns,empty_kernel_us,"
                      "peak_gb_per_s,l2_bytes");
    fprintf(out, "\"%s\",%.1f,%.2f,%.3f,%.1f,%llu\n", d.name, 1e9 * host.tick, 1e9 * device.tick,
            1e6 * device.floor, d.peak_bytes_per_s / 1e9, (unsigned long long)d.l2_bytes);
    fclose(out);
}

int main(int count, char **words) {
    if (count < 2) {
        fprintf(stderr, "usage: gpu_measure FOLDER [ABOUT [TABLES]]\n");
        return 2;
    }
    if (count > 2)
        about = words[2];
    const char *folder = words[1];
    tare_device d;
    must(tare_device_facts(&d));
    int largest = d.is_host ? 24 : 28;
    size_t bytes = sizeof(float) << largest;
    struct work w = {};
    // One block of memory: it is also the working set of the ceilings.
    TARE_CHECK(cudaMalloc((void **)&w.x, 2 * bytes));
    TARE_CHECK(cudaMemset(w.x, 0, 2 * bytes));
    w.y = w.x + (UINT64_C(1) << largest);
    TARE_CHECK(cudaMalloc((void **)&w.cycles, 2 * sizeof *w.cycles));
    const char *which = count > 3 ? words[3] : "points wall spins ceilings beside copies coverage";
    clocks(folder);
    if (strstr(which, "points"))
        points(folder, &w, largest);
    if (strstr(which, "wall"))
        wall(folder, &w, largest, d.is_host ? 0.25 : 1);
    if (strstr(which, "spins"))
        spins(folder, &w);
    if (strstr(which, "ceilings"))
        ceilings(folder, &w, 2 * bytes);
    if (!d.is_host && strstr(which, "beside"))
        beside(folder, &w, largest);
    if (!d.is_host && strstr(which, "copies"))
        copies(folder, &w, largest);
    if (strstr(which, "coverage"))
        coverage(folder, &w, d.is_host ? 14 : 20, d.is_host ? 20 : 24, d.is_host ? 0.02 : 0.25);
    return 0;
}
