#include "reach.h"

#include "lockstep.h"

bool is_barrier_word(std::string_view word) {
    static const std::set<std::string_view> words = {"__syncthreads", "__syncthreads_count",
                                                     "__syncthreads_and", "__syncthreads_or"};
    return words.count(word) != 0;
}

bool is_warp_word(std::string_view word) {
    static const std::set<std::string_view> words = {
        "__syncwarp",        "__shfl_sync",       "__shfl_up_sync",    "__shfl_down_sync",
        "__shfl_xor_sync",   "__ballot_sync",     "__any_sync",        "__all_sync",
        "__match_any_sync",  "__match_all_sync",  "__activemask",      "__reduce_add_sync",
        "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync",
        "__reduce_xor_sync"};
    return words.count(word) != 0;
}

bool is_index_word(std::string_view word) {
    return word == "threadIdx" || word == "blockIdx" || word == "blockDim" || word == "gridDim" ||
           word == "__assert_fail";
}

static bool waits_by_itself(std::string_view word) {
    return is_barrier_word(word) || is_warp_word(word) || word == "__nanosleep" ||
           word == "cooperative_groups" || word == "hostcu_wait";
}

// while (flag == 0) ; and while (atomicCAS(...)): a thread that waits for what another does;
// and warps in step.
bool spins(const Source &source, int i) {
    if (lockstep_statement(source, i).value >= 0)
        return true;
    if (!source.is(i, "while"))
        return false;
    int open = source.next(i);
    if (!source.is(open, '('))
        return false;
    int close = source.partner(open), after = source.next(close);
    for (int t = open; t < close; t++)
        if (source.is_word(t) && source.at(t).compare(0, 6, "atomic") == 0)
            return true;
    bool of_do = source.is(source.previous(i), '}');
    if (of_do) // do { ... } while (x); spins by what is inside it
        of_do = source.is(source.previous(source.partner(source.previous(i))), "do");
    if (of_do)
        return false;
    return source.is(after, ';') ||
           (source.is(after, '{') && source.next(after) == source.partner(after));
}

Reaches::Reaches(const Source &source, const std::vector<Kernel> &kernels) : source_(source) {
    find_functions(kernels);
    close_over_names();
    look_for_pointers(kernels);
}

// At namespace or class scope: the functions with a body. The name is the word before the
// first parameter list of the declaration.
void Reaches::find_functions(const std::vector<Kernel> &kernels) {
    std::set<int> kernel_bodies;
    for (const Kernel &k : kernels)
        kernel_bodies.insert(k.body);
    int name = -1;
    bool named = false, device_declared = false, scope = false;
    auto forget = [&] {
        name = -1;
        named = device_declared = scope = false;
    };
    for (int i = 0; i < source_.count(); i++) {
        const Token &t = source_.tokens[i];
        if (t.kind == Kind::line || t.ours)
            continue;
        if (source_.is(i, "namespace") || source_.is(i, "struct") || source_.is(i, "class") ||
            source_.is(i, "union") || source_.is(i, "enum")) {
            scope = !named; // inside a parameter list it would be skipped below
        } else if (t.kind == Kind::text && source_.is(source_.previous(i), "extern")) {
            scope = true;
        } else if (source_.is(i, "__device__")) {
            device_declared = true;
        } else if (source_.is(i, '<') && source_.is(source_.previous(i), "template")) {
            int close = source_.angle_close(i);
            if (close > i)
                i = close;
        } else if (source_.is(i, "operator")) {
            named = true;
            name = -1;
        } else if (source_.is(i, '(')) {
            int before = source_.previous(i);
            std::string_view word = source_.is_word(before) ? source_.at(before) : "";
            bool attribute = word == "__attribute__" || word == "alignas" || word == "decltype" ||
                             word == "noexcept" || word == "__launch_bounds__";
            if (!named && !attribute) {
                named = true;
                name = word.empty() ? -1 : before;
            }
            i = source_.partner(i);
        } else if (source_.is(i, '[')) {
            i = source_.partner(i);
        } else if (source_.is(i, ';')) {
            // A device function of another file may do anything.
            if (device_declared && named && name >= 0 && !t.system) {
                bool defined = false;
                for (int j = 0; j + 1 < source_.count() && !defined; j++)
                    defined = j != name && source_.tokens[j].kind == Kind::word &&
                              source_.at(j) == source_.at(name) && source_.is(j + 1, '(') &&
                              source_.is(source_.next(source_.partner(j + 1)), '{');
                if (!defined) {
                    waiting_.insert(std::string(source_.at(name)));
                    asking_.insert(std::string(source_.at(name)));
                }
            }
            forget();
        } else if (source_.is(i, '}')) {
            forget();
        } else if (source_.is(i, '=') && !named) {
            // an initialiser: its braces are no body, its lambda is nameless
            named = true;
            name = -1;
        } else if (source_.is(i, '{')) {
            if (scope && !named) {
                forget();
                continue; // go inside
            }
            int end = source_.partner(i);
            if (!kernel_bodies.count(i)) {
                Function f = {name < 0 ? "" : std::string(source_.at(name)), i, end, false, false};
                bool host_only = !device_declared;
                for (int j = i; j < end; j++) {
                    if (source_.tokens[j].kind != Kind::word)
                        continue;
                    f.waits |= waits_by_itself(source_.at(j)) ||
                               (!t.system && !host_only && spins(source_, j));
                    f.asks |= is_index_word(source_.at(j)) &&
                              !(host_only && source_.at(j) == "__assert_fail");
                }
                // Host code that reads threadIdx does so in a lambda for a kernel. But a
                // function without __device__ may be a template or constexpr: keep its name.
                functions_.push_back(f);
                if (host_only && (f.waits || f.asks)) {
                    nameless_waits_ |= f.waits;
                    nameless_asks_ |= f.asks;
                }
            }
            i = end;
            if (source_.is(source_.next(end), ';') || !named)
                forget();
            else if (!source_.is(source_.next(end), ','))
                forget(); // else a constructor's a{1}, b{2} { body }
        }
    }
}

void Reaches::close_over_names() {
    for (bool more = true; more;) {
        more = false;
        for (Function &f : functions_) {
            bool waits = f.waits, asks = f.asks;
            if (!waits || !asks)
                for (int i = f.begin; i < f.end; i++)
                    if (source_.tokens[i].kind == Kind::word) {
                        waits = waits || waiting_.count(source_.at(i));
                        asks = asks || asking_.count(source_.at(i));
                    }
            f.waits = waits;
            f.asks = asks;
            if (f.name.empty()) {
                nameless_waits_ |= waits;
                nameless_asks_ |= asks;
            } else {
                more |= waits && waiting_.insert(f.name).second;
                more |= asks && asking_.insert(f.name).second;
            }
        }
    }
}

// A function whose address is taken may be called from anywhere.
void Reaches::look_for_pointers(const std::vector<Kernel> &) {
    for (int i = 0; i < source_.count(); i++) {
        const Token &t = source_.tokens[i];
        if (t.kind != Kind::word || t.system)
            continue;
        bool waits = waiting_.count(source_.at(i)) != 0, asks = asking_.count(source_.at(i)) != 0;
        if (!waits && !asks)
            continue;
        int after = source_.next(i);
        if (source_.is(after, '(') || source_.is(after, '<') || source_.is_scope(after) ||
            source_.is(after, '{'))
            continue;
        nameless_waits_ |= waits;
        nameless_asks_ |= asks;
    }
}

bool Reaches::waits(std::string_view word) const {
    return waits_by_itself(word) || waiting_.count(word);
}

Reach Reaches::of(const Kernel &k) const {
    Reach reach = {nameless_waits_, nameless_asks_};
    for (int i = k.open; i < k.end; i++)
        if (source_.tokens[i].kind == Kind::word) {
            reach.waits = reach.waits || waits(source_.at(i)) || spins(source_, i);
            reach.asks_index = reach.asks_index || asking_.count(source_.at(i)) ||
                               source_.at(i) == "__assert_fail";
        }
    return reach;
}

static void rewrite_spins_in(const Source &source, int begin, int end, Edits &edits) {
    for (int i = begin; i < end; i++) {
        rewrite_lockstep(source, i, edits);
        if (!source.is(i, "while") || !spins(source, i))
            continue;
        int after = source.next(source.partner(source.next(i)));
        if (source.is(after, ';'))
            edits.replace(after, "::hostcu::let_others_run();");
        else if (source.is(after, '{'))
            edits.after(after, " ::hostcu::let_others_run();");
    }
}

void Reaches::rewrite_spins(const std::vector<Kernel> &kernels, Edits &edits) const {
    for (const Kernel &k : kernels)
        if (k.body >= 0)
            rewrite_spins_in(source_, k.body, k.end, edits);
    for (const Function &f : functions_)
        if (f.waits)
            rewrite_spins_in(source_, f.begin, f.end, edits);
}
