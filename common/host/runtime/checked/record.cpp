// record.cpp: which launches are checked.
#include "checked/checked.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <set>

namespace checked {

namespace {

std::set<std::string> refused;
bool launched;

void *begin(const host_launch *of) {
    enum { CHECKED = 2 };
    if (of->kernel->weighable != CHECKED) {
        if (strncmp(of->kernel->name, "tare_", 5) == 0) // the measuring library's: its own memory
            return nullptr;
        have_values();
        if (refused.insert(of->kernel->name).second)
            put("unchecked\twhy=compile\tkernel=" + escaped(of->kernel->name));
        return nullptr;
    }
    if (!launched)
        put("checking");
    launched = true;
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

void start() {
    const char *path = getenv("TARE_CHECKED_FILE");
    int file = path && !listener ? open_lines(path) : -1;
    if (file < 0)
        return;
    begin_file(file);
    memory_begin();
    static const struct listener ours = {begin, enter, met, touch, fence, end, moved_to};
    listener = &ours;
}

} // namespace checked
