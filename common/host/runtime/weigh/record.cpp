// record.cpp: which launches are weighed, and what is written of them. $TARE_WEIGH_FILE names the
// file; common/weigh/ reads it. The line of a kernel is written when its launch ends, and again
// when the program ends if the shape was launched again: the last line of a shape counts.
#include "weigh/weigh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <tuple>

namespace weigh {

struct shape {        // a kernel, a grid and a block; its first launch is weighed
    std::string line; // of its kernel, but for how often it was launched
    std::string name;
    uint64_t launches;
};

namespace {

using key =
    std::tuple<const host_kernel *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned>;

struct sum_moved { // by all copies of one kind
    uint64_t bytes, count;
};

struct book {
    int file = -1;
    size_t shapes_most = 1000;
    double seconds_most = 60;
    uint64_t begin = now_ns();
    std::map<key, shape> shapes;
    std::map<std::string, sum_moved> copies;
    std::map<std::string, std::vector<const host_kernel *>> kernels; // of one name
    bool full = false, late = false;
};

book *all; // under the device's lock

void put(const std::string &line) {
    if (!put_line(all->file, line))
        all->full = all->late = true; // the disk is full: tare weigh finds half a line
}

// Two kernels of one name, k<float> and k<double>, are told apart by a number.
std::string name_of(const host_kernel *kernel) {
    std::vector<const host_kernel *> &same = all->kernels[kernel->name];
    size_t place = (size_t)(std::find(same.begin(), same.end(), kernel) - same.begin());
    if (place == same.size())
        same.push_back(kernel);
    return escaped(kernel->name) + (place ? " (" + std::to_string(place + 1) + ")" : "");
}

std::string named(const char *as, const host_launch *of) {
    std::string line = as + name_of(of->kernel);
    add(line, "\tgrid=%u,%u,%u\tblock=%u,%u,%u", of->grid[0], of->grid[1], of->grid[2],
        of->block[0], of->block[1], of->block[2]);
    return line;
}

// The reason once, and what it concerns.
bool beyond(bool is, bool *told, const char *why, double limit) {
    if (is && !*told) {
        std::string line = "unweighed\twhy=";
        add(line, "%s\tdetail=%g", why, limit);
        put(line);
        *told = true;
    }
    return is;
}

void take_parts(launch *l) {
    std::vector<range> ranges(64);
    size_t count;
    while ((count = memory_list(ranges.data(), ranges.size())) > ranges.size())
        ranges.resize(2 * count);
    for (size_t i = 0; i < count; i++) {
        const range &r = ranges[i];
        if (r.symbol) // a card's caches know them apart, and this device does not: README.md
            continue;
        part p = {r.start, r.size, r.number, "", {}};
        for (uint8_t *&lines : p.lines)
            lines = (uint8_t *)calloc(r.size / LINE + 2, 1);
        l->parts.push_back(p);
    }
}

// An allocation has the name of the parameter that the kernel knows it by.
void name_parts(const host_launch *of, launch *l) {
    std::vector<const void *> pointers(of->kernel->parameters + 1);
    of->kernel->pointers(of->closure, pointers.data());
    std::istringstream names(of->kernel->names);
    std::string name;
    std::vector<unsigned> known(l->parts.size());
    for (size_t i = 0; i < of->kernel->parameters && names >> name; i++)
        for (size_t k = 0; k < l->parts.size(); k++) {
            part &p = l->parts[k];
            if ((uintptr_t)pointers[i] - (uintptr_t)p.start < p.size)
                p.name = known[k]++ ? "" : name;
        }
}

void *begin(const host_launch *of) {
    const unsigned *g = of->grid, *b = of->block;
    key k = {of->kernel, g[0], g[1], g[2], b[0], b[1], b[2]};
    auto found = all->shapes.find(k);
    if (found != all->shapes.end()) {
        found->second.launches++;
        return nullptr;
    }
    if (!of->kernel->weighable) {
        all->shapes[k] = {"", "", 1};
        if (strncmp(of->kernel->name, "tare_", 5) != 0) // not the measuring library's own
            put("unweighed\twhy=compile\tkernel=" + escaped(of->kernel->name));
        return nullptr;
    }
    double seconds = (double)(now_ns() - all->begin) / 1e9;
    if (beyond(all->shapes.size() >= all->shapes_most, &all->full, "limit",
               (double)all->shapes_most) ||
        beyond(seconds > all->seconds_most, &all->late, "time", all->seconds_most))
        return nullptr;
    shape &s = all->shapes[k];
    s = {named("kernel\tname=", of), name_of(of->kernel), 1};
    put(named("weighing\tname=", of));
    launch *l = new launch();
    l->shape = &s;
    l->vector = of->kernel->vector_bytes;
    take_parts(l);
    name_parts(of, l);
    l->begin = now_ns();
    return l;
}

uint64_t touched(const part &p, way w) {
    uint64_t lines = 0;
    for (size_t i = 0; p.lines[w] && i < p.size / LINE + 2; i++)
        lines += p.lines[w][i];
    return LINE * lines;
}

uint64_t touched(const launch *l, way w) {
    uint64_t bytes = 0;
    for (const part &p : l->parts)
        bytes += touched(p, w);
    return bytes;
}

tally sum(const launch *l) {
    tally all_workers;
    for (std::vector<uint64_t> &bytes : all_workers.of_part)
        bytes.resize(l->parts.size());
    for (const tally *t : l->of_worker) {
        if (!t)
            continue;
        all_workers.no_sectors |= t->no_sectors;
        for (way w : {READ, WRITTEN}) {
            all_workers.asked[w] += t->asked[w];
            all_workers.shared[w] += t->shared[w];
            all_workers.sectors[w] += t->sectors[w];
            for (size_t i = 0; i < l->parts.size(); i++)
                all_workers.of_part[w][i] += t->of_part[w][i];
        }
    }
    return all_workers;
}

void pair(std::string &line, const char *name, const uint64_t bytes[WAYS]) {
    add(line, "\t%s_read=%llu\t%s_written=%llu", name, (unsigned long long)bytes[READ], name,
        (unsigned long long)bytes[WRITTEN]);
}

std::string measures(const launch *l, const tally &t) {
    std::string line;
    add(line, "\tseconds=%.6f", (double)(now_ns() - l->begin) / 1e9);
    pair(line, "asked", t.asked);
    if (!t.no_sectors)
        pair(line, "sector", t.sectors);
    uint64_t lines[WAYS] = {touched(l, READ), touched(l, WRITTEN)};
    pair(line, "line", lines);
    pair(line, "shared", t.shared);
    return line;
}

void put_kernel(const shape &s) {
    std::string line = s.line;
    add(line, "\tlaunches=%llu", (unsigned long long)s.launches);
    put(line);
}

void put_parts(const launch *l, const tally &t) {
    std::string head = "part\tkernel=" + l->shape->line.substr(strlen("kernel\tname="));
    for (size_t i = 0; i < l->parts.size(); i++) {
        if (l->parts[i].number < 0 || !(t.of_part[READ][i] + t.of_part[WRITTEN][i]))
            continue;
        const part &p = l->parts[i];
        uint64_t lines[WAYS] = {touched(p, READ), touched(p, WRITTEN)};
        std::string line = head + "\tname=" + p.name;
        add(line, "\tallocation=%ld\tbytes=%zu\tread=%llu\twritten=%llu", p.number, p.size,
            (unsigned long long)t.of_part[READ][i], (unsigned long long)t.of_part[WRITTEN][i]);
        pair(line, "line", lines);
        put(line);
    }
}

void end(void *begun) {
    launch *l = static_cast<launch *>(begun);
    tally t = sum(l);
    if (device_failed() == cudaSuccess) {
        put_parts(l, t);
        l->shape->line += measures(l, t);
        put_kernel(*l->shape);
    } else {
        put("unweighed\twhy=fault\tkernel=" + l->shape->name);
    }
    for (tally *&of_worker : l->of_worker)
        delete of_worker;
    for (part &p : l->parts)
        for (uint8_t *lines : p.lines)
            free(lines);
    delete l;
}

void count_moved(const struct moved *moved) {
    sum_moved &m = all->copies[moved->kind];
    m.bytes += moved->bytes;
    m.count++;
}

void no_fence() {}

double from_environment(const char *name, double otherwise) {
    const char *text = getenv(name);
    double value = text ? strtod(text, nullptr) : 0;
    return value > 0 ? value : otherwise;
}

__attribute__((destructor)) void finish() {
    if (!all || !listener)
        return;
    device_lock();
    for (const auto &[k, s] : all->shapes)
        if (s.launches > 1 && s.line.find("\tseconds=") != s.line.npos)
            put_kernel(s);
    for (const auto &[kind, m] : all->copies) {
        std::string line = "copy\tkind=" + kind;
        add(line, "\tbytes=%llu\tcount=%llu", (unsigned long long)m.bytes,
            (unsigned long long)m.count);
        put(line);
    }
    all->full = all->late = true; // a worker may still run
    device_unlock();
}

} // namespace

void start() {
    const char *path = getenv("TARE_WEIGH_FILE");
    if (!path || all)
        return;
    all = new book();
    all->file = open_lines(path);
    if (all->file < 0)
        return;
    all->shapes_most = (size_t)from_environment("TARE_WEIGH_SHAPES", (double)all->shapes_most);
    all->seconds_most = from_environment("TARE_WEIGH_SECONDS", all->seconds_most);
    put("device\tkind=host\tname=host device");
    static const struct listener ours = {begin, enter, met, touch, no_fence, end, count_moved};
    listener = &ours;
}

} // namespace weigh
