// check.cpp: what is asked at each access: is the memory the kernel's, has it a value, and is no
// other thread at the same word? Threads are in order when they have met since, or when one has
// let the others see its work (a fence, an ordered atomic) and the other has looked (an atomic or
// volatile access). This takes too much for ordered rather than too little: a program without a
// fault must not be accused.
#include "checked/checked.h"

#include <malloc.h>
#include <string.h>

#include <algorithm>

namespace checked {

enum { LANES = hostcu::lanes, WARPS = hostcu::most_warps, THREADS = hostcu::most_threads };
enum { WORD = 4, LARGEST = 16 };

namespace {

struct doubt { // two wrote to a word: a fault, unless they wrote the same
    finding what;
    uintptr_t at;
    size_t size; // 0: none
    char old[LARGEST];
};

struct worker {
    launch *of;
    part *last; // that was touched
    part static_part, dynamic_part;
    size_t arguments;                       // bytes of the launch's
    std::vector<span> shared;               // of this kernel
    uint32_t block, met, seen;              // when its threads met; when it last looked at others
    uint32_t in_order[WARPS][LANES][LANES]; // what the other did before is before the first's
    uint32_t released[WARPS], looked[WARPS];
    bool ended[THREADS]; // the body, at its end
    place waits[THREADS];
    unsigned last_waiting;
    doubt open;
};

__thread worker *mine; // null outside the blocks of a launch that is checked
__thread worker *kept;
std::atomic<uint32_t> moment{1};

uint32_t now() {
    return moment.load(std::memory_order_relaxed);
}

// Workers that touch the same page one after the other.
struct page_lock {
    static std::atomic_flag all[1024];
    std::atomic_flag &mine;
    explicit page_lock(uintptr_t at) : mine(all[at / 4096 % 1024]) {
        while (mine.test_and_set(std::memory_order_acquire))
            relax();
    }
    ~page_lock() {
        mine.clear(std::memory_order_release);
    }
};
std::atomic_flag page_lock::all[1024];

agent running(place at) {
    return {mine->block, thread_of_block(), at};
}

finding about(const char *kind, const char *what, const access *a, place at) {
    finding f = {};
    f.kind = kind;
    f.what = what;
    f.who = running(at);
    f.way = (access_way)a->way;
    f.size = a->size;
    return f;
}

void tell(const finding &f) {
    if (is_new(mine->of, f.kind, f.who.at))
        report(mine->of, f);
}

void end_doubt(worker *me) {
    if (me->open.size && memcmp((void *)me->open.at, me->open.old, me->open.size) != 0)
        tell(me->open.what);
    me->open.size = 0;
}

// ---- order

bool is_before(const worker *me, const mark &m, unsigned thread) {
    if (m.time < me->of->begin)
        return true;
    // Atomic operations on a word are in order by themselves.
    bool is_atomic = m.how == ATOMIC;
    if (m.block != me->block)
        return m.time < me->of->met.load(std::memory_order_relaxed) ||
               (m.block < me->of->blocks && (is_atomic || me->of->released[m.block] > m.time) &&
                me->seen > m.time);
    unsigned warp = thread / LANES, others = m.thread / LANES;
    if (m.thread == thread || m.time < me->met)
        return true;
    if (warp == others && m.time < me->in_order[warp][thread % LANES][m.thread % LANES])
        return true;
    return (is_atomic || me->released[others] > m.time) && me->looked[warp] > m.time;
}

// Threads that poll a variable declare it volatile; in shared memory those of one warp more often
// do so because they take it that they run in step, which they do not.
bool may_meet(const mark &m, unsigned how, unsigned thread, bool shared) {
    if (m.how == ATOMIC && how == ATOMIC)
        return true;
    return m.how != PLAIN && how != PLAIN && (!shared || m.thread / LANES != thread / LANES);
}

bool clash(const worker *me, const mark &m, const mark &now, bool shared) {
    if (shared && m.block != now.block) // of a block that this worker ran before
        return false;
    return m.time && (m.bytes & now.bytes) && !is_before(me, m, now.thread) &&
           !may_meet(m, now.how, now.thread, shared);
}

void put_mark(mark &to, const mark &now) {
    bool again = to.time == now.time && to.block == now.block && to.thread == now.thread &&
                 to.how == now.how;
    unsigned bytes = again ? to.bytes | now.bytes : now.bytes;
    to = now;
    to.bytes = (uint16_t)(bytes & 15);
}

void tell_race(worker *me, const access *a, const mark &now, const mark &m, access_way other) {
    finding f = about("racecheck", m.block == me->block ? "threads" : "blocks", a, now.place);
    f.other = {m.block, m.thread, m.place};
    f.has_other = true;
    f.other_way = other;
    if (a->way == READ || other == READ || a->size > LARGEST) {
        tell(f);
        return;
    }
    end_doubt(me);
    me->open.what = f;
    me->open.at = (uintptr_t)a->at;
    me->open.size = a->size;
    memcpy(me->open.old, a->at, a->size);
}

void check_word(worker *me, cell &c, const access *a, const mark &now, bool shared) {
    mark other = {};
    if (clash(me, c.writer, now, shared))
        other = c.writer;
    if (other.time)
        tell_race(me, a, now, other, WRITTEN);
    if (a->way == READ) {
        if (c.readers[0].block != now.block || c.readers[0].thread != now.thread)
            c.readers[1] = c.readers[0];
        put_mark(c.readers[0], now);
        return;
    }
    for (const mark &reader : c.readers)
        if (!other.time && clash(me, reader, now, shared))
            tell_race(me, a, now, other = reader, READ);
    put_mark(c.writer, now);
    c.written |= (uint8_t)now.bytes;
}

void check_words(worker *me, const part *p, const access *a, place here, bool shared) {
    if (!p->cells)
        return;
    uintptr_t begin = (uintptr_t)a->at, end = std::min(begin + a->size, p->start + p->size);
    mark m = {now(), me->block, here, 0, 0, 0};
    m.thread = (uint16_t)(thread_of_block() & (THREADS - 1));
    m.how = (uint16_t)(a->how & 3);
    bool any = false; // a structure has bytes that nobody writes
    for (uintptr_t word = begin / WORD; word <= (end - 1) / WORD; word++) {
        unsigned bytes = 15;
        if (word == begin / WORD)
            bytes &= 15u << begin % WORD;
        if (word == (end - 1) / WORD)
            bytes &= 15u >> (WORD - 1 - (end - 1) % WORD);
        m.bytes = (uint16_t)(bytes & 15);
        cell &c = p->cells[word - p->start / WORD];
        page_lock lock(word * WORD);
        any |= (c.written & bytes) != 0;
        check_word(me, c, a, m, shared);
    }
    if (a->way == READ && !any && !p->has_values && !shared) {
        finding f = about("initcheck", "unwritten", a, here);
        f.near = p;
        f.distance = begin - p->start;
        tell(f);
    }
}

// ---- whose memory it is

part *find_part(worker *me, uintptr_t at) {
    part *last = me->last;
    if (last && at - last->start < last->size)
        return last;
    std::vector<part *> &parts = me->of->parts;
    auto after =
        std::upper_bound(parts.begin(), parts.end(), at,
                         [](uintptr_t address, const part *p) { return address < p->start; });
    if (after == parts.begin() || at - after[-1]->start >= after[-1]->size)
        return nullptr;
    return me->last = after[-1];
}

bool in_known_shared(const worker *me, uintptr_t at, size_t size) {
    for (const span &s : me->shared)
        if (at >= s.begin && at + size <= s.end)
            return true;
    return false;
}

bool in_shared_of_namespace(worker *me, uintptr_t at, size_t size) {
    uintptr_t begin = me->static_part.start;
    span s = shared_of_namespace(at - begin);
    if (s.end)
        me->shared.push_back({begin + s.begin, begin + s.end});
    return s.end && in_known_shared(me, at, size);
}

void tell_past(const access *a, const part *p, size_t distance, const char *what, place here) {
    finding f = about("memcheck", what, a, here);
    f.near = p;
    f.distance = distance;
    tell(f);
}

// The nearest array of this kernel that ends before the address.
void tell_past_shared(worker *me, const access *a, place here) {
    uintptr_t at = (uintptr_t)a->at;
    part nearest = {};
    for (const span &s : me->shared)
        if (s.begin <= at && s.begin >= nearest.start)
            nearest.start = s.begin, nearest.size = s.end - s.begin;
    if (nearest.size)
        tell_past(a, &nearest, at - nearest.start - nearest.size, "shared", here);
    else
        tell_past(a, nullptr, 0, "shared", here);
}

// Shared memory, right or wrong.
bool check_shared(worker *me, const access *a, place here) {
    enum { NEAR = 4096 };
    uintptr_t at = (uintptr_t)a->at;
    part &dynamic = me->dynamic_part, &fixed = me->static_part;
    if (at - dynamic.start < dynamic.size + NEAR) {
        if (at + a->size <= dynamic.start + dynamic.size)
            check_words(me, &dynamic, a, here, true);
        else
            tell_past(a, &dynamic,
                      std::max(at, dynamic.start + dynamic.size) - dynamic.start - dynamic.size,
                      "dynamic", here);
        return true;
    }
    bool beyond = !me->shared.empty() && at - fixed.start >= fixed.size &&
                  (at - fixed.start < fixed.size + NEAR || fixed.start - at <= NEAR);
    if (at - fixed.start >= fixed.size && !beyond)
        return false;
    if (in_known_shared(me, at, a->size) ||
        (!is_built_in(at) && in_shared_of_namespace(me, at, a->size)))
        check_words(me, &fixed, a, here, true);
    else if (!is_built_in(at) && !is_in_groups(a->from))
        tell_past_shared(me, a, here);
    return true;
}

void check_outside(worker *me, const access *a, place here) {
    static const char *const names[] = {"", "past", "before", "freed", "host", "outside", "null"};
    uintptr_t at = (uintptr_t)a->at, closure = (uintptr_t)me->of->of->closure;
    if (is_in_groups(a->from) || is_built_in(at) || at - closure < me->arguments ||
        hostcu::on_a_stack(at))
        return;
    part near = {};
    size_t distance = 0;
    wrong why = why_outside(at, &near, &distance);
    if (why != FINE)
        tell_past(a, near.size ? &near : nullptr, distance, names[why], here);
}

} // namespace

uint32_t tick() {
    return moment.fetch_add(1, std::memory_order_relaxed) + 1;
}

static void let_see(worker *me) {
    uint32_t time = tick();
    me->released[thread_of_block() / LANES] = time;
    if (me->block < me->of->blocks)
        me->of->released[me->block] = time;
}

static void look(worker *me) {
    me->seen = me->looked[thread_of_block() / LANES] = tick();
}

void fence() {
    worker *me = mine;
    if (!me)
        return;
    let_see(me);
    look(me);
}

void touch(const access *a) {
    worker *me = mine;
    uintptr_t at = (uintptr_t)a->at;
    if (!me || !hostcu::current_launch) // before its first block
        return;
    if (me->open.size)
        end_doubt(me);
    part *p = find_part(me, at);
    if (!p && hostcu::on_this_stack(at))
        return;
    if (is_in_textures(a->from)) { // checked when it was bound
        if (p)
            p->has_values = true;
        return;
    }
    place here = place_of(a->from, a->frame);
    if (a->how != PLAIN && a->way == READ)
        look(me);
    if (a->aligned && (a->size & (a->size - 1)) == 0 && at % a->size) {
        if (p || !hostcu::on_a_stack(at))
            tell(about("memcheck", "misaligned", a, here));
    }
    if (p && at + a->size <= p->start + p->size)
        check_words(me, p, a, here, false);
    else if (p)
        tell_past(a, p, 0, "past", here);
    else if (!check_shared(me, a, here))
        check_outside(me, a, here);
    if (a->orders && a->way == WRITTEN)
        let_see(me);
}

// ---- a worker's blocks

static void begin_block(worker *me) {
    me->block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    memset(me->ended, 0, sizeof me->ended);
    me->met = tick();
    me->seen = 0;
}

static void tell_barrier(worker *me, const char *what, unsigned waiting, unsigned first_away,
                         unsigned count) {
    finding f = {};
    f.kind = "synccheck";
    f.what = what;
    f.who = {me->block, waiting, me->waits[waiting]};
    f.other = {me->block, first_away, 0};
    f.has_other = true;
    f.count = count;
    tell(f);
}

// Threads that came to the end of the kernel while others waited have gone round the barrier. Those
// that returned before may do so.
static void find_absent(worker *me, const char *what, unsigned first, unsigned end,
                        unsigned asked) {
    unsigned count = 0, away = 0;
    for (unsigned t = end; t-- > first;)
        if (me->ended[t] && asked >> (t - first) % LANES & 1) {
            away = t;
            count++;
        }
    if (count)
        tell_barrier(me, what, me->last_waiting, away, count);
}

static void meet_in_warp(worker *me, unsigned warp, unsigned lanes) {
    uint32_t time = tick();
    auto &order = me->in_order[warp];
    uint32_t latest[LANES] = {};
    for (unsigned left = lanes; left; left &= left - 1)
        for (int i = 0; i < LANES; i++)
            latest[i] = std::max(latest[i], order[__builtin_ctz(left)][i]);
    for (unsigned left = lanes; left; left &= left - 1)
        for (int i = 0; i < LANES; i++)
            order[__builtin_ctz(left)][i] = lanes >> i & 1 ? time : latest[i];
}

void met(const struct met *m) {
    worker *me = mine;
    if (!me)
        return;
    end_doubt(me);
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned first = (unsigned)m->first;
    switch (m->how) {
    case BLOCK_BEGINS:
        begin_block(me);
        break;
    case THREAD_WAITS:
        me->last_waiting = thread_of_block();
        me->waits[me->last_waiting] =
            place_of(__builtin_return_address(0), (void *const *)__builtin_frame_address(0));
        break;
    case BLOCK_MEETS:
        find_absent(me, "barrier", 0, threads, ~0u);
        me->met = tick();
        break;
    case TILE_MEETS:
        me->met = tick();
        break;
    case GRID_MEETS:
        me->of->met = me->met = tick();
        break;
    case WARP_MEETS:
        find_absent(me, "warp", first, std::min(first + LANES, threads), m->asked);
        meet_in_warp(me, first / LANES, m->lanes);
        break;
    case BARRIERS_DIFFER:
        tell_barrier(me, "differ", me->last_waiting, thread_of_block(), 1);
        break;
    case BLOCK_STUCK:
        tell_barrier(me, "stuck", me->last_waiting, thread_of_block(), 1);
        break;
    }
}

static void set_shared(part &p, span s) {
    if (p.start == s.begin && p.size == s.end - s.begin)
        return;
    p = part();
    p.start = s.begin;
    p.size = s.end - s.begin;
    p.cells = new_cells(p.size);
    p.has_values = true;
}

void enter(void *checked) {
    if (mine)
        end_doubt(mine);
    mine = nullptr;
    launch *of = static_cast<launch *>(checked);
    hostcu::counting = of != nullptr;
    if (!of)
        return;
    if (!kept)
        kept = new worker();
    set_shared(kept->static_part, static_shared());
    const host_launch *before = hostcu::current_launch;
    hostcu::current_launch = of->of;
    set_shared(kept->dynamic_part, dynamic_shared_now());
    hostcu::current_launch = before;
    kept->shared.clear();
    kept->of = of;
    kept->arguments = of->of->closure ? malloc_usable_size(of->of->closure) : 0;
    kept->last = nullptr;
    mine = kept;
}

} // namespace checked

// ---- what a kernel of --checked calls

void hostcu::body_ends() {
    if (checked::mine)
        checked::mine->ended[thread_of_block()] = true;
}

void hostcu::shared_here(const volatile void *variable, size_t size) {
    if (!checked::mine)
        return;
    uintptr_t at = (uintptr_t)variable;
    if (!checked::in_known_shared(checked::mine, at, size))
        checked::mine->shared.push_back({at, at + size});
}

// malloc() and new in a kernel: hostcc --checked has the linker turn them into these.
extern "C" {
void *__libc_malloc(size_t size);

void *__wrap_malloc(size_t size) {
    static __thread bool inside;
    void *made = __libc_malloc(size);
    if (!checked::mine || !hostcu::current_launch || inside || !made)
        return made;
    inside = true;
    checked::made_by_kernel((uintptr_t)made, size);
    inside = false;
    return made;
}
void *__wrap__Znwm(size_t size) {
    return __wrap_malloc(size);
}
void *__wrap__Znam(size_t size) {
    return __wrap_malloc(size);
}
}
