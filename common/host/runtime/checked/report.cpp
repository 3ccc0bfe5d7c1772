// report.cpp: the file of what was found. $TARE_CHECKED_FILE names it; common/checked/ reads it.
#include "checked/checked.h"

#include <stdlib.h>

#include <mutex>
#include <set>
#include <tuple>

namespace checked {

namespace {

struct book {
    int file = -1;
    std::mutex lock;
    std::set<std::tuple<std::string, std::string, std::string, unsigned>> told;
};

book *all;

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

} // namespace

void begin_file(int file) {
    all = new book();
    all->file = file;
}

void put(const std::string &line) {
    std::lock_guard<std::mutex> guard(all->lock);
    if (!put_line(all->file, line))
        abort(); // the disk is full: what follows would be missing
}

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
    put(line);
}

} // namespace checked
