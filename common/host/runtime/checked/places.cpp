// places.cpp: the line of the source for an address of the program, from the line table that the
// compiler left in it (DWARF 4, section 6.2); and the first line of the user's among those that
// called. Functions of --checked keep their frames. What the compiler has put into another function
// has its own lines there; in front of those of a header stands the line that called it.
#include "checked/checked.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <unordered_map>

namespace checked {

namespace {

struct row {
    uint64_t address;
    const std::string *file;
    unsigned line; // 0: a sequence ends
};

// ---- the line table

class Reader {
  public:
    Reader(const uint8_t *at, const uint8_t *end) : at(at), end(end) {}
    const uint8_t *at, *end;

    template <class T> T take() {
        T value = T();
        if ((size_t)(end - at) < sizeof value)
            at = end;
        else
            memcpy(&value, at, sizeof value), at += sizeof value;
        return value;
    }
    uint64_t uleb() {
        uint64_t value = 0;
        for (unsigned shift = 0; at < end; shift += 7) {
            uint8_t byte = *at++;
            value |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
            if (!(byte & 0x80))
                break;
        }
        return value;
    }
    int64_t sleb() {
        const uint8_t *begin = at;
        int64_t value = (int64_t)uleb();
        unsigned bits = 7 * (unsigned)(at - begin);
        if (at > begin && (at[-1] & 0x40) && bits < 64)
            value |= -((int64_t)1 << bits);
        return value;
    }
    const char *text() {
        const char *begin = (const char *)at;
        at = std::find(at, end, 0);
        if (at == end)
            return "";
        at++;
        return begin;
    }
};

struct table {
    std::deque<std::string> files;
    std::vector<row> rows;
    std::vector<uint64_t> functions; // where they begin
    uintptr_t base = 0;              // where the program was loaded

    table();
    std::vector<span> shared; // variables of namespaces, from the beginning of the TLS
    void read_symbols(const ElfW(Sym) * symbols, size_t count, const char *names);
    void read(Reader unit);
    void run(Reader &code, const std::vector<const std::string *> &names);

    // Of the unit that is read:
    uint8_t shortest = 1, range = 1, first_special = 13;
    int8_t low = 0;
    std::vector<uint8_t> operands;
};

enum { COPY = 1, ADVANCE_PC, ADVANCE_LINE, SET_FILE, CONST_ADD_PC = 8, FIXED_ADVANCE_PC };
enum { END_SEQUENCE = 1, SET_ADDRESS };
enum { FIRST_PAGE = 4096 }; // the linker puts what it has dropped below

void table::run(Reader &code, const std::vector<const std::string *> &names) {
    while (code.at < code.end) {
        uint64_t address = 0, file = 1;
        int64_t line = 1;
        bool dropped = false;
        auto put = [&](bool ends) {
            if (!dropped && file < names.size())
                rows.push_back({address, names[file], ends ? 0 : (unsigned)line});
        };
        for (bool ended = false; !ended && code.at < code.end;) {
            uint8_t op = code.take<uint8_t>();
            if (op >= first_special) {
                address += (uint64_t)((op - first_special) / range * shortest);
                line += low + (op - first_special) % range;
                put(false);
            } else if (op == 0) {
                uint64_t length = code.uleb();
                const uint8_t *next = code.at + std::min<uint64_t>(length, code.end - code.at);
                uint8_t extended = code.take<uint8_t>();
                if (extended == SET_ADDRESS) {
                    address = code.take<uint64_t>();
                    dropped = address < FIRST_PAGE;
                } else if (extended == END_SEQUENCE) {
                    put(true);
                    ended = true;
                }
                code.at = next;
            } else if (op == COPY) {
                put(false);
            } else if (op == ADVANCE_PC) {
                address += code.uleb() * shortest;
            } else if (op == ADVANCE_LINE) {
                line += code.sleb();
            } else if (op == SET_FILE) {
                file = code.uleb();
            } else if (op == CONST_ADD_PC) {
                address += (uint64_t)((255 - first_special) / range * shortest);
            } else if (op == FIXED_ADVANCE_PC) {
                address += code.take<uint16_t>();
            } else {
                for (unsigned i = 0; i < operands[op - 1]; i++)
                    code.uleb();
            }
        }
    }
}

void table::read(Reader unit) {
    if (unit.take<uint16_t>() != 4) // not of a file that was compiled with --checked
        return;
    uint32_t header = unit.take<uint32_t>();
    if (header > (size_t)(unit.end - unit.at))
        return;
    Reader code(unit.at + header, unit.end);
    shortest = unit.take<uint8_t>();
    unit.take<uint16_t>(); // operations of an instruction, and whether it is a statement
    low = unit.take<int8_t>();
    range = std::max<uint8_t>(1, unit.take<uint8_t>());
    first_special = std::max<uint8_t>(1, unit.take<uint8_t>());
    operands.clear();
    for (int i = 1; i < first_special; i++)
        operands.push_back(unit.take<uint8_t>());
    std::vector<std::string> folders{""};
    for (const char *name; *(name = unit.text());)
        folders.push_back(std::string(name) + "/");
    std::vector<const std::string *> names{nullptr};
    for (const char *name; *(name = unit.text());) {
        uint64_t folder = unit.uleb();
        unit.uleb();
        unit.uleb();
        files.push_back((*name == '/' || folder >= folders.size() ? "" : folders[folder]) + name);
        names.push_back(&files.back());
    }
    run(code, names);
}

void table::read_symbols(const ElfW(Sym) * symbols, size_t count, const char *names) {
    uintptr_t guard = 0; // behind it are the runtime's own
    for (size_t i = 0; i < count; i++) {
        const char *name = names + symbols[i].st_name;
        int type = symbols[i].st_info & 15;
        if (type == STT_FUNC && symbols[i].st_value)
            functions.push_back(symbols[i].st_value);
        else if (type == STT_TLS && strcmp(name, "hostcu_guard") == 0)
            guard = symbols[i].st_value;
        else if (type == STT_TLS && strncmp(name, "_ZZ", 3) != 0) // of no function
            shared.push_back({symbols[i].st_value, symbols[i].st_value + symbols[i].st_size});
    }
    std::sort(functions.begin(), functions.end());
    shared.erase(std::remove_if(shared.begin(), shared.end(),
                                [=](const span &s) { return s.begin >= guard; }),
                 shared.end());
}

int find_base(dl_phdr_info *info, size_t, void *base) {
    *static_cast<uintptr_t *>(base) = info->dlpi_addr;
    return 1; // the program itself comes first
}

table::table() {
    struct stat facts;
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &facts) != 0)
        return;
    size_t size = (size_t)facts.st_size;
    void *mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (mapped == MAP_FAILED)
        return;
    const uint8_t *all = (const uint8_t *)mapped;
    const auto *elf = (const ElfW(Ehdr) *)all;
    const auto *sections = (const ElfW(Shdr) *)(all + elf->e_shoff);
    const char *names = (const char *)all + sections[elf->e_shstrndx].sh_offset;
    for (int i = 0; i < elf->e_shnum; i++) {
        if (sections[i].sh_type == SHT_SYMTAB)
            read_symbols((const ElfW(Sym) *)(all + sections[i].sh_offset),
                         sections[i].sh_size / sizeof(ElfW(Sym)),
                         (const char *)all + sections[sections[i].sh_link].sh_offset);
        if (strcmp(names + sections[i].sh_name, ".debug_line") != 0 ||
            sections[i].sh_flags & SHF_COMPRESSED)
            continue;
        Reader units(all + sections[i].sh_offset,
                     all + sections[i].sh_offset + sections[i].sh_size);
        while (units.at < units.end) {
            uint32_t length = units.take<uint32_t>();
            if (length > (size_t)(units.end - units.at))
                break;
            read(Reader(units.at, units.at + length));
            units.at += length;
        }
    }
    munmap(mapped, size);
    std::stable_sort(rows.begin(), rows.end(),
                     [](const row &a, const row &b) { return a.address < b.address; });
    dl_iterate_phdr(find_base, &base);
}

// ---- places

struct known_places {
    std::mutex lock;
    table lines;
    std::vector<source> all{source()};
    std::unordered_map<const void *, place> of;
};

known_places &places() {
    static known_places *all = new known_places;
    return *all;
}

bool is_users(const std::string &file) {
    return file.find("/host/include/") == file.npos && file.find("/include/c++/") == file.npos &&
           file.compare(0, 5, "/usr/") != 0;
}

bool is_of_textures(const std::string &file) {
    return file.find("texture") != file.npos || file.find("surface") != file.npos;
}

source look_up(const table &lines, const void *at) {
    source found = {at, nullptr, 0, false, false, false};
    uint64_t address = (uintptr_t)at - lines.base - 1; // the call that returns there
    auto row = std::upper_bound(lines.rows.begin(), lines.rows.end(), address,
                                [](uint64_t a, const struct row &r) { return a < r.address; });
    auto function = std::upper_bound(lines.functions.begin(), lines.functions.end(), address);
    if (row == lines.rows.begin() || function == lines.functions.begin() || !(--row)->line)
        return found;
    found.textures = !is_users(*row->file) && is_of_textures(*row->file);
    found.groups = row->file->find("cooperative_groups") != row->file->npos;
    while (row != lines.rows.begin() && !is_users(*row->file) &&
           std::prev(row)->address >= function[-1] && std::prev(row)->line)
        --row;
    found.file = row->file->c_str();
    found.line = row->line;
    found.users = is_users(*row->file);
    return found;
}

struct guess {
    const void *at;
    place id;
    bool users, textures, groups;
};

const guess &intern(const void *at) {
    enum { GUESSES = 4096 };
    static __thread guess guesses[GUESSES];
    guess &g = guesses[(uintptr_t)at / 2 % GUESSES];
    if (g.at == at)
        return g;
    known_places &known = places();
    std::lock_guard<std::mutex> guard(known.lock);
    auto [found, fresh] = known.of.try_emplace(at, (place)0);
    if (fresh && known.all.size() <= UINT16_MAX) {
        found->second = (place)known.all.size();
        known.all.push_back(look_up(known.lines, at));
    }
    const source &s = known.all[found->second];
    g = {at, found->second, s.users, s.textures, s.groups};
    return g;
}

} // namespace

place place_of(const void *from, void *const *frame) {
    enum { DEEP = 64, LARGEST_FRAME = 1 << 20 };
    const guess &here = intern(from);
    if (here.users)
        return here.id;
    for (int i = 0; i < DEEP; i++) {
        void *const *caller = (void *const *)*frame;
        if (caller <= frame || (uintptr_t)caller % sizeof(void *) ||
            (uintptr_t)caller - (uintptr_t)frame > LARGEST_FRAME)
            break;
        const guess &g = intern(caller[1]);
        if (g.users)
            return g.id;
        frame = caller;
    }
    return 0;
}

span shared_of_namespace(uintptr_t offset) {
    for (const span &s : places().lines.shared)
        if (within(offset, s))
            return s;
    return {0, 0};
}

source source_of(place p) {
    known_places &known = places();
    std::lock_guard<std::mutex> guard(known.lock);
    return known.all[p];
}

bool is_in_textures(const void *from) {
    return intern(from).textures;
}

bool is_in_groups(const void *from) {
    return intern(from).groups;
}

} // namespace checked
