// sem_storm.cu: many streams, random work, random waits. Every operation checks that all the
// operations that it must follow are done.
#include "semantics.h"

enum { STREAMS = 6, STEPS = 30000, CELLS = STREAMS };

// A step of a stream adds one to the stream's cell. The cell `other` must be at `at_least` by then,
// because the stream waited for it.
__global__ void step(int *cells, int *wrong, int own, int expected, int other, int at_least) {
    if (atomicAdd(&cells[own], 1) != expected)
        atomicAdd(wrong, 1);
    if (other >= 0 && atomicAdd(&cells[other], 0) < at_least)
        atomicAdd(wrong, 1);
}

__global__ void wide(int *counter) {
    atomicAdd(counter, 1);
}

static unsigned random_number(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

struct storm {
    cudaStream_t streams[STREAMS];
    cudaEvent_t events[STREAMS];
    int marked[STREAMS]; // steps before the last record of each event
    int done[STREAMS];   // steps queued
    int waits_for[STREAMS], at_least[STREAMS];
    int *cells, *wrong, *wide_count, wide_expected;
};

static void begin(struct storm *s, unsigned flags) {
    memset(s, 0, sizeof *s);
    for (int i = 0; i < STREAMS; i++) {
        OK_FATAL(cudaStreamCreateWithFlags(&s->streams[i], flags));
        OK_FATAL(cudaEventCreateWithFlags(&s->events[i], cudaEventDisableTiming));
        s->waits_for[i] = -1;
    }
    OK_FATAL(cudaMalloc(&s->cells, CELLS * sizeof(int)));
    OK_FATAL(cudaMemset(s->cells, 0, CELLS * sizeof(int)));
    s->wrong = device_int(0);
    s->wide_count = device_int(0);
}

static void end(struct storm *s) {
    int cells[CELLS];
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(cells, s->cells, sizeof cells, cudaMemcpyDeviceToHost));
    for (int i = 0; i < STREAMS; i++) {
        CU_ASSERT_EQUAL(cells[i], s->done[i]);
        OK(cudaStreamDestroy(s->streams[i]));
        OK(cudaEventDestroy(s->events[i]));
    }
    CU_ASSERT_EQUAL(read_int(s->wrong), 0);
    CU_ASSERT_EQUAL(read_int(s->wide_count), s->wide_expected);
    OK(cudaFree(s->cells));
    OK(cudaFree(s->wrong));
    OK(cudaFree(s->wide_count));
}

static void one_step(struct storm *s, int i) {
    step<<<1, 1, 0, s->streams[i]>>>(s->cells, s->wrong, i, s->done[i], s->waits_for[i],
                                     s->at_least[i]);
    s->done[i]++;
}

static void act(struct storm *s, unsigned *state) {
    int i = (int)(random_number(state) % STREAMS), other = (int)(random_number(state) % STREAMS);
    switch (random_number(state) % 12) {
    case 0:
        OK(cudaEventRecord(s->events[i], s->streams[i]));
        s->marked[i] = s->done[i];
        break;
    case 1:
        OK(cudaStreamWaitEvent(s->streams[i], s->events[other]));
        s->waits_for[i] = other;
        s->at_least[i] = s->marked[other];
        break;
    case 2: {
        int blocks = 1 + (int)(random_number(state) % 200);
        wide<<<blocks, 8, 0, s->streams[i]>>>(s->wide_count);
        s->wide_expected += blocks * 8;
        break;
    }
    case 3:
        if (random_number(state) % 16 == 0)
            OK(cudaStreamSynchronize(s->streams[i]));
        break;
    default:
        one_step(s, i);
    }
}

static void storm(unsigned seed, unsigned flags) {
    struct storm s;
    begin(&s, flags);
    OK(cudaDeviceSynchronize());
    for (int n = 0; n < STEPS; n++)
        act(&s, &seed);
    end(&s);
}

static void test_non_blocking_streams(void) {
    storm(1, cudaStreamNonBlocking);
    storm(2, cudaStreamNonBlocking);
}

static void test_blocking_streams(void) {
    storm(3, cudaStreamDefault);
}

// Now and then the default stream checks the cells of all other streams.
static void test_default_stream_among_blocking_ones(void) {
    struct storm s;
    unsigned state = 4;
    begin(&s, cudaStreamDefault);
    for (int n = 0; n < STEPS; n++) {
        act(&s, &state);
        if (n % 40)
            continue;
        int i = (int)(random_number(&state) % STREAMS);
        step<<<1, 1>>>(s.cells, s.wrong, i, s.done[i], (i + 1) % STREAMS,
                       s.done[(i + 1) % STREAMS]);
        s.done[i]++;
    }
    end(&s);
}

static const struct test tests[] = {
    {"non-blocking streams", test_non_blocking_streams},
    {"blocking streams", test_blocking_streams},
    {"the default stream among them", test_default_stream_among_blocking_ones},
};

SUITE_MAIN("sem_storm", tests)
