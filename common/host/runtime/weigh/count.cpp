// count.cpp: bytes, lines and sectors of the accesses of one worker.
//
// A program that is weighed runs on the general path: the threads of a block run one after another,
// and each access belongs to the thread in threadIdx. A card moves memory in sectors for 32 threads
// at once, one instruction at a time. Here the n-th access that each of the 32 makes at one place
// of the code, since they last met at a barrier, is one instruction.
#include "weigh/weigh.h"

#include <string.h>

#include <algorithm>
#include <memory>
#include <unordered_map>

namespace weigh {

enum { LANES = hostcu::lanes, THREADS = hostcu::most_threads };
// All instructions between two barriers are kept, 132 bytes each: 70 MB for a worker.
enum : size_t { MOST_TURNS = 1 << 19 };

namespace {

struct turn { // one instruction of a warp
    uint32_t count = 0;
    uint32_t sectors[LANES]; // addresses / 32: 128 GiB apart, two sectors would be taken for one
};

struct place { // of the code that reads or writes
    const void *address;
    way w;
    bool live;
    uint32_t done[THREADS]; // accesses of each thread
    std::vector<turn> turns[LANES];
    place *next; // that was touched after this one, the last time
};

struct one {
    uintptr_t at;
    size_t size;
    way w;
    const void *place;
    unsigned thread;
};

struct worker {
    launch *of;
    tally *to;
    const part *last[WAYS];
    std::unordered_map<const void *, std::unique_ptr<place>> places[WAYS];
    std::vector<place *> live;
    place *before;
    size_t turns;
    one joined; // of a vector, until its next part comes; size 0: none
};

__thread worker *mine; // null outside the blocks of a weighed launch
__thread worker *kept;

// ---- whose memory it is

bool is_shared(uintptr_t at) {
    return within(at, dynamic_shared_now()) || (within(at, static_shared()) && !is_built_in(at));
}

const part *find_part(worker *me, uintptr_t at, way w) {
    const part *last = me->last[w];
    if (last && at - (uintptr_t)last->start < last->size)
        return last;
    const std::vector<part> &parts = me->of->parts;
    auto after = std::upper_bound(parts.begin(), parts.end(), at, [](uintptr_t a, const part &p) {
        return a < (uintptr_t)p.start;
    });
    if (after == parts.begin() || at - (uintptr_t)after[-1].start >= after[-1].size)
        return nullptr;
    return me->last[w] = &after[-1];
}

// ---- sectors

place *find_place(worker *me, const void *address, way w) {
    place *guess = me->before ? me->before->next : nullptr;
    if (!guess || guess->address != address || guess->w != w) {
        auto &known = me->places[w][address];
        if (!known) {
            known.reset(new place());
            known->address = address;
            known->w = w;
        }
        guess = known.get();
    }
    return guess;
}

void count_sector(worker *me, turn &t, uint32_t sector, way w) {
    for (uint32_t i = t.count; i-- > 0;)
        if (t.sectors[i] == sector)
            return;
    if (t.count == LANES)
        me->to->no_sectors = true; // accesses that cross the end of a sector
    else
        t.sectors[t.count++] = sector;
    me->to->sectors[w] += SECTOR;
}

void count_sectors(worker *me, const one &a) {
    place *p = find_place(me, a.place, a.w);
    if (!p->live) {
        p->live = true;
        me->live.push_back(p);
    }
    if (me->before)
        me->before->next = p;
    me->before = p;
    std::vector<turn> &turns = p->turns[a.thread / LANES];
    uint32_t n = p->done[a.thread]++;
    if (n >= turns.size()) {
        if (me->turns == MOST_TURNS) {
            me->to->no_sectors = true;
            return;
        }
        me->turns++;
        turns.resize(n + 1);
    }
    for (uintptr_t s = a.at / SECTOR; s <= (a.at + a.size - 1) / SECTOR; s++)
        count_sector(me, turns[n], (uint32_t)s, a.w);
}

void forget_turns(worker *me) {
    for (place *p : me->live) {
        memset(p->done, 0, sizeof p->done);
        for (std::vector<turn> &turns : p->turns)
            turns.clear();
        p->live = false;
    }
    me->live.clear();
    me->turns = 0;
}

// ---- vectors
//
// The compiler reads a float4 part by part, where a card reads it at once. In a kernel that names a
// vector type, accesses to neighbouring addresses are one. A structure without a vector's alignment
// is read part by part on a card, too.

void end_joined(worker *me) {
    if (me->joined.size)
        count_sectors(me, me->joined);
    me->joined.size = 0;
}

bool joins(const one &first, const one &next, size_t vector) {
    return first.size && next.w == first.w && next.thread == first.thread &&
           next.at == first.at + first.size && first.size + next.size <= vector &&
           first.at / vector == (next.at + next.size - 1) / vector;
}

void count_piece(worker *me, const one &piece) {
    size_t vector = me->of->vector;
    if (!vector)
        return count_sectors(me, piece);
    if (joins(me->joined, piece, vector)) {
        me->joined.size += piece.size;
    } else {
        end_joined(me);
        me->joined = piece;
    }
}

// A structure that is copied as a whole: a card copies it in words.
void count_pieces(worker *me, one whole) {
    size_t most = std::max((size_t)sizeof(uint64_t), (size_t)me->of->vector);
    if (whole.size <= most && (whole.size & (whole.size - 1)) == 0)
        return count_piece(me, whole);
    // Of structures of more than 16 bytes the compiler does not tell how they are aligned.
    if (whole.size > 16)
        me->to->no_sectors = true;
    size_t word = whole.size == 16 ? sizeof(uint64_t) : sizeof(uint32_t);
    one piece = whole;
    for (size_t done = 0; done < whole.size; done += word) {
        piece.at = whole.at + done;
        piece.size = std::min(word, whole.size - done);
        piece.place = (const char *)whole.place + done; // an instruction of its own
        count_piece(me, piece);
    }
}

} // namespace

// ---- an access

void touch(const access *access) {
    worker *me = mine;
    if (!me)
        return;
    uintptr_t at = (uintptr_t)access->at;
    size_t size = access->size;
    way w = (way)access->way;
    const part *p = find_part(me, at, w);
    if (!p) {
        if (is_shared(at))
            me->to->shared[w] += size;
        return;
    }
    me->to->asked[w] += size;
    me->to->of_part[w][(size_t)(p - me->of->parts.data())] += size;
    uintptr_t first = (uintptr_t)p->start / LINE;
    for (uintptr_t line = at / LINE; line <= (at + size - 1) / LINE; line++)
        if (p->lines[w])
            __atomic_store_n(&p->lines[w][line - first], 1, __ATOMIC_RELAXED);
    if (!me->to->no_sectors)
        count_pieces(me, {at, size, w, access->from, thread_of_block()});
}

// ---- a worker's parts of a grid

static void step() {
    if (!mine)
        return;
    end_joined(mine);
    forget_turns(mine);
}

void met(const struct met *met) {
    if (met->how == BLOCK_BEGINS || met->how == BLOCK_MEETS)
        step();
}

void enter(void *weighed) {
    step();
    mine = nullptr;
    launch *of = static_cast<launch *>(weighed);
    hostcu::counting = of != nullptr;
    if (!of)
        return;
    if (!kept)
        kept = new worker();
    static int workers;
    static __thread int number = -1;
    if (number < 0)
        number = __atomic_fetch_add(&workers, 1, __ATOMIC_RELAXED);
    tally *&to = of->of_worker[number];
    if (!to) {
        to = new tally();
        for (std::vector<uint64_t> &bytes : to->of_part)
            bytes.resize(of->parts.size());
    }
    kept->of = of;
    kept->to = to;
    kept->last[READ] = kept->last[WRITTEN] = nullptr;
    kept->before = nullptr;
    mine = kept;
}

} // namespace weigh
