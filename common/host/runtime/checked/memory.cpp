// memory.cpp: every allocation that there is or was, and what is known of its words.
#include "checked/checked.h"

#include <link.h>
#include <malloc.h>
#include <stdio.h>
#include <sys/mman.h>

#include <map>
#include <mutex>

namespace checked {

namespace {

struct all_memory {
    std::mutex lock;
    std::map<uintptr_t, part *> parts; // by address; freed ones, too
};

all_memory &memory() {
    static all_memory *all = new all_memory;
    return *all;
}

uintptr_t end_of(const part *p) {
    return p->start + p->size;
}

// Memory of the program, registered and given back, may become something else.
void forget_between(all_memory &all, uintptr_t begin, uintptr_t end) {
    auto at = all.parts.lower_bound(begin);
    while (at != all.parts.begin() && end_of(std::prev(at)->second) > begin)
        --at;
    while (at != all.parts.end() && at->first < end)
        at = at->second->of == STATIC || end_of(at->second) <= begin ? std::next(at)
                                                                     : all.parts.erase(at);
}

part *add_part(uintptr_t start, size_t size, cell *cells, long number, kind of, place made) {
    all_memory &all = memory();
    part *p = new part{start, size, cells, number, made, 0, of, false, of != DEVICE};
    std::lock_guard<std::mutex> guard(all.lock);
    forget_between(all, start, start + size);
    all.parts[start] = p;
    return p;
}

place caller() {
    return place_of(__builtin_return_address(0), (void *const *)__builtin_frame_address(0));
}

void told(const range *r, bool freed) {
    if (r->symbol) // in the program's own memory, which is a part
        return;
    place here = caller();
    if (!freed) {
        add_part((uintptr_t)r->start, r->size, new_cells(r->size), r->number,
                 r->mapped && r->type == cudaMemoryTypeDevice ? DEVICE : HOSTS, here);
        return;
    }
    all_memory &all = memory();
    std::lock_guard<std::mutex> guard(all.lock);
    auto found = all.parts.find((uintptr_t)r->start);
    if (found == all.parts.end())
        return;
    if (r->mapped) {
        found->second->is_freed = true;
        found->second->freed = here;
    } else {
        all.parts.erase(found);
    }
}

int add_program(dl_phdr_info *info, size_t, void *) {
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) &segment = info->dlpi_phdr[i];
        if (segment.p_type == PT_LOAD && segment.p_memsz)
            add_part(info->dlpi_addr + segment.p_vaddr, segment.p_memsz, new_cells(segment.p_memsz),
                     -1, STATIC, 0);
    }
    return 1; // the program itself comes first
}

// The program's own: a heap, a stack, an array of the C library's.
bool is_hosts(uintptr_t at) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    bool is = false;
    while (maps && !is && fgets(line, sizeof line, maps)) {
        unsigned long begin, end;
        char read;
        is = sscanf(line, "%lx-%lx %c", &begin, &end, &read) == 3 && at >= begin && at < end &&
             read == 'r';
    }
    if (maps)
        fclose(maps);
    return is;
}

} // namespace

cell *new_cells(size_t size) {
    size_t words = size / sizeof(uint32_t) + 2; // it may begin and end within a word
    void *cells = mmap(nullptr, words * sizeof(cell), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return cells == MAP_FAILED ? nullptr : (cell *)cells;
}

void made_by_kernel(uintptr_t start, size_t size) {
    add_part(start, size, nullptr, -1, HOSTS, 0);
}

void memory_begin() {
    dl_iterate_phdr(add_program, nullptr);
    memory_told = told;
}

std::vector<part *> parts_now() {
    all_memory &all = memory();
    std::lock_guard<std::mutex> guard(all.lock);
    std::vector<part *> parts;
    for (auto &[start, p] : all.parts)
        if (!p->is_freed)
            parts.push_back(p);
    return parts;
}

void have_values() {
    all_memory &all = memory();
    std::lock_guard<std::mutex> guard(all.lock);
    for (auto &[start, p] : all.parts)
        p->has_values = true;
}

void moved_to(const moved *m) {
    all_memory &all = memory();
    std::lock_guard<std::mutex> guard(all.lock);
    uintptr_t to = (uintptr_t)m->to;
    auto after = all.parts.upper_bound(to);
    part *p = after == all.parts.begin() ? nullptr : std::prev(after)->second;
    if (!p || p->is_freed || to - p->start >= p->size || p->has_values || !p->cells || !m->rows)
        return;
    if (m->bytes == p->size) {
        p->has_values = true;
        return;
    }
    size_t width = m->bytes / m->rows;
    for (size_t y = 0; y < m->rows; y++)
        for (size_t x = 0; x < width; x++) {
            uintptr_t at = to + y * m->pitch + x;
            if (at < end_of(p))
                p->cells[at / 4 - p->start / 4].written |= (uint8_t)(1 << at % 4);
        }
}

wrong why_outside(uintptr_t at, part *near, size_t *distance) {
    enum : size_t { PAGE = 4096, NEAR = 1 << 20, LOWEST = 64 << 10, CLOSE = 256 };
    all_memory &all = memory();
    std::lock_guard<std::mutex> guard(all.lock);
    auto after = all.parts.upper_bound(at);
    auto before = after;
    part *below = nullptr, *above = after == all.parts.end() ? nullptr : after->second;
    while (before != all.parts.begin() && !below) {
        --before;
        if (before->second->of != STATIC)
            below = before->second;
    }
    if (at < LOWEST)
        return NULL_POINTER;
    if (below && at - below->start < below->size) {
        *near = *below;
        *distance = at - below->start;
        return below->is_freed ? FREED : FINE; // it is newer than the launch
    }
    size_t past = below ? at - end_of(below) : SIZE_MAX;
    size_t in_front = above && above->of != STATIC ? above->start - at : SIZE_MAX;
    bool hosts = past >= PAGE && in_front > CLOSE && is_hosts(at);
    if (hosts)
        return HOST_POINTER;
    if (in_front <= PAGE && past >= PAGE) {
        *near = *above;
        *distance = in_front;
        return BEFORE;
    }
    if (!below)
        return OUTSIDE;
    *near = *below;
    *distance = past;
    return past < NEAR ? PAST : OUTSIDE;
}

} // namespace checked
