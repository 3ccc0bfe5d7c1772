// record.cpp: which launches are checked, and the lines of the file. $TARE_CHECKED_FILE names it;
// common/checked/ reads it.
#include "checked/checked.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <mutex>
#include <set>
#include <tuple>

namespace checked {

namespace {

struct book {
    int file = -1;
    std::mutex lock;
    std::set<std::tuple<std::string, std::string, std::string, unsigned>> told;
    std::set<std::string> refused;
    bool launched = false;
};

book *all;

void put(const std::string &line) {
    if (!put_line(all->file, line))
        abort(); // the disk is full: what follows would be missing
}

void add_place(std::string &line, const char *prefix, place at) {
    source s = source_of(at);
    if (s.file) {
        line += "\t" + std::string(prefix) + "file=" + escaped(s.file);
        add(line, "\t%sline=%u", prefix, s.line);
    }
}

void add_agent(std::string &line, const char *prefix, const launch *l, const agent &who) {
    const unsigned *g = l->of->grid, *b = l->of->block;
    add(line, "\t%sblock=%u,%u,%u\t%sthread=%u,%u,%u", prefix, who.block % g[0],
        who.block / g[0] % g[1], who.block / g[0] / g[1], prefix, who.thread % b[0],
        who.thread / b[0] % b[1], who.thread / b[0] / b[1]);
    add_place(line, prefix, who.at);
}

void *begin(const host_launch *of) {
    enum { CHECKED = 2 };
    if (of->kernel->weighable != CHECKED) {
        if (strncmp(of->kernel->name, "tare_", 5) == 0) // the measuring library's: its own memory
            return nullptr;
        have_values();
        if (all->refused.insert(of->kernel->name).second)
            put("unchecked\twhy=compile\tkernel=" + escaped(of->kernel->name));
        return nullptr;
    }
    if (!all->launched)
        put("checking");
    all->launched = true;
    launch *l = new launch();
    l->of = of;
    l->parts = parts_now();
    l->begin = tick();
    l->blocks = (size_t)of->grid[0] * of->grid[1] * of->grid[2];
    void *released = mmap(nullptr, l->blocks * sizeof *l->released, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    l->released = (std::atomic<uint32_t> *)released;
    if (released == MAP_FAILED)
        l->blocks = 0;
    return l;
}

void end(void *begun) {
    launch *l = static_cast<launch *>(begun);
    if (l->blocks)
        munmap((void *)l->released, l->blocks * sizeof *l->released);
    delete l;
}

} // namespace

bool is_new(const launch *l, const char *kind, place at) {
    source s = source_of(at);
    std::lock_guard<std::mutex> guard(all->lock);
    return all->told.emplace(kind, l->of->kernel->name, s.file ? s.file : "", s.line).second;
}

void report(const launch *l, const finding &f) {
    std::string line = "finding\tkind=" + std::string(f.kind) + "\twhat=" + f.what;
    line += "\tkernel=" + escaped(l->of->kernel->name);
    add_agent(line, "", l, f.who);
    if (f.has_other)
        add_agent(line, "other_", l, f.other);
    add(line, "\tway=%s\tother_way=%s\tsize=%zu\tcount=%u", f.way == READ ? "read" : "write",
        f.other_way == READ ? "read" : "write", f.size, f.count);
    if (f.near) {
        add(line, "\tdistance=%zu\tbytes=%zu", f.distance, f.near->size);
        if (f.near->number >= 0)
            add(line, "\tallocation=%ld", f.near->number);
        add_place(line, "made_", f.near->made);
        add_place(line, "freed_", f.near->freed);
    }
    std::lock_guard<std::mutex> guard(all->lock);
    put(line);
}

void start() {
    const char *path = getenv("TARE_CHECKED_FILE");
    if (!path || all)
        return;
    all = new book();
    all->file = open_lines(path);
    if (all->file < 0)
        return;
    memory_begin();
    static const struct listener ours = {begin, enter, met, touch, fence, end, moved_to};
    listener = &ours;
}

} // namespace checked
