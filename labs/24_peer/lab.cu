// 24 peer: how fast do bytes get from one card to another?
//
// Two cards send each other a buffer. The program reports the bandwidth
// from card 0 to card 1. It needs two cards that reach each other.
//
//   make lab LAB=24      build and run it
//   make check LAB=24    is the number true?
#include "tare_lab.h"

enum { RUNS = 31, CARDS = 2 };
static float *source[CARDS], *arrived[CARDS]; // [i] is in the memory of card i
static cudaStream_t stream[CARDS];

// Puts a copy of n floats into the stream of the card that they come from.
static void send(int from, int to, uint64_t n) {
    TARE_CHECK(cudaMemcpyPeerAsync(arrived[to], to, source[from], from,
                                   n * sizeof(float), stream[from]));
}

static void wait_for(int card) {
    TARE_CHECK(cudaStreamSynchronize(stream[card]));
}

// tare: begin
// TODO: report the bandwidth from card 0 to card 1.
static tare_claim measure(uint64_t n) {
    double samples[RUNS];
    for (int i = 0; i < RUNS; i++) {
        double start = tare_now();
        send(0, 1, n);
        send(1, 0, n);
        wait_for(0);
        wait_for(1);
        samples[i] = tare_now() - start;
    }

    tare_claim claim = {};
    claim.what = "card_0_to_card_1";
    claim.bytes = 2 * n * sizeof(float);
    claim.seconds = tare_median(samples, RUNS);
    claim.rate = tare_gb_per_s(claim.bytes, claim.seconds);
    claim.unit = TARE_GB_PER_S;
    claim.statistic = "median";
    return claim;
}
// tare: end

// Lets this card use the memory of the other one. Without it a copy between
// the two goes through the host's memory.
static void reach(int card, int other) {
    TARE_CHECK(cudaSetDevice(card));
    TARE_CHECK(cudaDeviceEnablePeerAccess(other, 0));
}

int main(void) {
    uint64_t n = tare_memory_working_set() / (4 * sizeof(float));
    tare_lab lab = tare_lab_begin("peer", n);
    tare_lab_needs_cards(CARDS);
    n = lab.count;
    float *data = tare_lab_random(&lab, n);
    reach(0, 1);
    reach(1, 0);
    for (int card = CARDS - 1; card >= 0; card--) { // ends with card 0
        TARE_CHECK(cudaSetDevice(card));
        TARE_CHECK(cudaStreamCreate(&stream[card]));
        source[card] = tare_lab_to_device(data, n);
        arrived[card] = tare_lab_poisoned(n);
    }

    tare_claim claim = measure(n);
    tare_lab_check(&lab, "copy", arrived[1], data, n, 0.0f);

    tare_report(&claim);
    return tare_lab_end(&lab);
}
