// tare_bench.hpp: benchmarks of kernels and of functions, in C++17 over tare.h.
//
//     TARE_BENCH(saxpy, n = {1 << 16, 1 << 20, 1 << 24}, bytes = 12 * n, flops = 2 * n) {
//         float *x = device<float>(n), *y = device<float>(n);
//         measure([&](tare_stream s) { saxpy<<<(n + 255) / 256, 256, 0, s>>>(n, 2, x, y); });
//     }
//     TARE_BENCH_MAIN
//
// The body runs once for each value of n; what it does outside of `measure` is not in the time.
// The arguments are members of a struct, with their initialisers; so it is `bytes = 12 * n` and not
// `bytes(12 * n)`, which C++ does not allow there. A list or tare::range() is an axis. `bytes` and
// `flops` are the work of one run; each other value is a column. With --prove, a row is run once
// more under `tare audit`, which proves it: the time by the witness, the work by the scales.
#ifndef TARE_BENCH_HPP
#define TARE_BENCH_HPP

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "tare.h"
#include "tare_device.h"

namespace tare {

// ---- the options of a program ------------------------------------------------------------

struct option {
    const char *name, *value,
        *help; // value: "" for a flag; WORD and FILE are texts, others numbers
    const char *given = nullptr;
};
inline option options[] = {
    {"--list", "", "the rows, and no measurement"},
    {"--filter", "WORD", "the rows whose text contains the word; its last number is a whole one"},
    {"--prove", "",
     "each row once more, under the witness and on the scales; 1 if one is not proven"},
    {"--json", "", "instead of the table for people"},
    {"--csv", "", "the same"},
    {"--markdown", "", "the same"},
    {"--svg", "FILE", "a picture of the times with their intervals"},
    {"--roofline", "FILE", "a picture of the rates under the roofs"},
    {"--cold", "", "empty caches before each run"},
    {"--budget", "SECONDS", "of each row (0.25)"},
    {"--precision", "SHARE", "half the interval (0.005)"},
    {"--profile", "", "each row once, and nothing else, for a profiler"},
    {"--claim", "ROW", "for --prove: this row alone, and what it says to the audit"}};

inline option *find(const char *name) {
    for (option &one : options)
        if (std::strcmp(one.name, name) == 0)
            return &one;
    return nullptr;
}
// The value of an option, "" of a flag; null: it is not given.
inline const char *asked(const char *name) {
    return find(name)->given;
}
inline double number(const char *name, double otherwise) {
    return asked(name) ? std::atof(asked(name)) : otherwise;
}

inline int usage(const char *wrong) {
    if (wrong)
        std::fprintf(stderr, "no option %s, or its value is missing\n", wrong);
    for (const option &one : options)
        std::fprintf(wrong ? stderr : stdout, "%-11s %-8s %s\n", one.name, one.value, one.help);
    return wrong ? 2 : 0;
}

// -1: go on; else the exit code.
inline int read_options(int count, char **words) {
    for (int i = 1; i < count; i++) {
        option *one = find(words[i]);
        char *end = nullptr;
        if (std::strcmp(words[i], "--help") == 0)
            return usage(nullptr);
        if (!one || (*one->value && i + 1 == count))
            return usage(words[i]);
        one->given = *one->value ? words[++i] : "";
        bool text = std::strchr("WF", *one->value) != nullptr; // or the empty one of a flag
        if (!text && (std::strtod(one->given, &end) < 0 || end == one->given || *end))
            return usage(one->name);
    }
    if (std::getenv("TARE_WEIGH_FILE")) // it is on the scales
        find("--profile")->given = "";
    return -1;
}

// ---- a row: a benchmark at one point of its axes -----------------------------------------

template <typename T> std::string text_of(T of) {
    char text[32];
    if constexpr (std::is_convertible_v<T, std::string>)
        return of;
    else if constexpr (std::is_integral_v<T>)
        return std::to_string(of);
    else
        return std::string(text, std::snprintf(text, sizeof text, "%.6g", of));
}

struct value;
// The values of the benchmark whose struct is being made, in the order of their declaration.
struct making {
    size_t point = 0, points = 1; // which one, of so many: the product of the axes so far
    size_t left = 1;              // so many points have the same values of all axes so far
    std::vector<const value *> values;
};
inline making *now_making = nullptr;

struct value {
    double real = 0;
    std::string text;
    bool axis = false;

    template <typename T> value(const T *all, size_t count) : axis(true) {
        size_t at = 0;
        if (now_making) {
            now_making->points *= count;
            now_making->left /= count;
            at = now_making->point / std::max<size_t>(now_making->left, 1) % count;
        }
        if constexpr (std::is_arithmetic_v<T>)
            real = static_cast<double>(all[at]), whole = static_cast<long long>(all[at]);
        text = text_of(all[at]);
        note();
    }
    template <typename T> value(std::initializer_list<T> all) : value(all.begin(), all.size()) {}
    value(std::initializer_list<long long> all) : value(all.begin(), all.size()) {}
    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    value(T of) : real(static_cast<double>(of)), text(text_of(real)), whole((long long)of) {
        note();
    }
    value(const value &other) : real(other.real), text(other.text), whole(other.whole) {
        note();
    }
    operator dim3() const { // of a launch
        return dim3((unsigned)whole);
    }
    operator long long() const {
        return whole;
    }

  private:
    long long whole = 0;
    void note() {
        if (now_making)
            now_making->values.push_back(this);
    }
};

// from, from * times ... to, as an axis.
inline value range(long long from, long long to, long long times = 2) {
    std::vector<long long> all = {from};
    while (from > 0 && times > 1 && all.back() <= to / times)
        all.push_back(all.back() * times);
    return value(all.data(), all.size());
}

struct row {
    std::string name; // of the benchmark
    std::vector<std::pair<std::string, std::string>> axes;
    std::vector<std::pair<std::string, double>> counters;
    double bytes = 0, flops = 0, roof = 0; // roof: of the memory; 0: not asked for
    tare_time time = {};
    std::vector<double> calls; // under the audit: of a function of the CPU, in seconds
    double alone = 0;          // of one that found the device idle
    int measured = 0, on_host = 0;
    std::string error, proof = "unproven";

    std::string label() const {
        std::string text = name;
        for (auto &axis : axes)
            text += " " + axis.first + "=" + axis.second;
        return text;
    }
};

// ---- what a body calls -------------------------------------------------------------------

inline void check(tare_status status) {
    if (status != TARE_OK)
        throw std::runtime_error(tare_why());
}
inline void check(cudaError_t error, const std::string &what, const char *advice = "") {
    if (error != cudaSuccess)
        throw std::runtime_error(what + ": " + cudaGetErrorString(error) + advice);
}

class bench {
  public:
    row result;
    virtual ~bench() = default;
    virtual void run() = 0;
    void free_memory() {
        for (void *memory : owned)
            (void)cudaFree(memory);
        owned.clear();
    }

  protected:
    // The time of what `launch(stream)` queues.
    template <typename F> void measure(F launch) {
        auto queue = [](void *f, tare_stream stream) {
            (*static_cast<F *>(f))(stream);
            return static_cast<int>(cudaPeekAtLastError());
        };
        result.measured++;
        if (asked("--profile")) {
            check((cudaError_t)queue(&launch, nullptr), "the launch that is measured");
            check(cudaDeviceSynchronize(), "the launch that is measured");
            return;
        }
        tare_options how = {};
        how.cold = asked("--cold") != nullptr;
        how.budget = number("--budget", 0);
        how.precision = number("--precision", 0);
        check(tare_measure(queue, &launch, nullptr, &how, &result.time));
    }
    // The time of a function of the CPU, which waits for what it queues.
    void measure_host(const std::function<void()> &function);
    // Memory of the device, all zero, until this point is over.
    template <typename T> T *device(size_t count) {
        void *got = nullptr;
        std::string what = "device<T>() of " + std::to_string(count * sizeof(T)) + " bytes";
        check(cudaMalloc(&got, std::max<size_t>(count * sizeof(T), 1)), what,
              ": take a smaller size");
        owned.push_back(got);
        check(cudaMemset(got, 0, count * sizeof(T)), what);
        return static_cast<T *>(got);
    }
    // One more column, for example of result.time.
    void count(const std::string &name, double number) {
        result.counters.emplace_back(name, number);
    }

  private:
    std::vector<void *> owned;
};

inline void bench::measure_host(const std::function<void()> &function) {
    static const double missing = 0.05; // of the time, what the device may still have to do
    const size_t fewest = 6, most = 1 << 16, of_claim = 21; // samples
    double budget = number("--budget", 0.25), precision = number("--precision", 0.005);
    tare_clock clock = {};
    result.measured++;
    result.on_host = 1;
    check(tare_host_clock(&clock));
    auto waiting = [] {
        double begin = tare_now();
        (void)cudaDeviceSynchronize();
        return tare_now() - begin;
    };
    std::vector<double> seconds, waited;
    auto take = [&](long runs) {
        double begin = tare_now();
        for (long i = 0; i < runs; i++)
            function();
        seconds.push_back((tare_now() - begin) / runs);
        waited.push_back(waiting());
        return seconds.back();
    };
    double begin = tare_now(), first = take(1), idle = std::min(waiting(), waiting());
    if (asked("--profile"))
        return;
    if (asked(
            "--claim")) { // the device has work before each call: what does not wait is done later
        char *before = device<char>(64 << 20);
        for (size_t i = 0; i < of_claim && tare_now() - begin < budget; i++) {
            (void)cudaMemsetAsync(before, 0, 64 << 20, nullptr);
            result.calls.push_back(take(1));
        }
        result.alone = take(1);
        return;
    }
    long batch = std::clamp(std::lround(std::max(20e-6, 200 * clock.tick) / first), 1L, 100000L);
    if (first <= budget / 2) // else it is a sample: there is no time for many
        seconds.clear(), waited.clear();
    auto precise = [&] {
        check(
            tare_summarise(seconds.data(), (int)seconds.size(), clock.tick / batch, &result.time));
        return result.time.high - result.time.low <= 2 * precision * result.time.median;
    };
    for (size_t look = fewest; seconds.empty() || tare_now() - begin < budget;) {
        take(batch);
        if (seconds.size() == most || (seconds.size() == look && precise()))
            break;
        look *= seconds.size() == look ? 2 : 1;
    }
    if (!precise())
        result.time.warnings |= TARE_NOT_PRECISE;
    result.time.batch = (int)batch;
    result.time.first = first;
    // A device that is idle answers at once; what it still had to do was not in the time.
    double left = tare_median(waited.data(), (int)waited.size());
    if (left > 5 * idle + 2e-6 && left > missing * result.time.median * batch)
        throw std::runtime_error(
            "time/launch-only: the function returned while the device still had " +
            text_of(1e6 * left) +
            " us of its work to do: synchronise at its end, or use measure()");
}

// ---- the benchmarks of a program ---------------------------------------------------------

struct registered {
    std::string name;
    std::vector<std::string> values; // their names
    std::unique_ptr<bench> (*make)();
};
inline std::vector<registered> &benchmarks() {
    static std::vector<registered> all;
    return all;
}

// "n = {1, 2}, bytes = 4 * n" into the texts between the outer commas.
inline std::vector<std::string> split(const std::string &text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (char c : text) {
        depth += (std::strchr("({[", c) != nullptr) - (std::strchr(")}]", c) != nullptr);
        if (c == ',' && depth == 0)
            parts.emplace_back();
        else if (c != ' ' || !parts.back().empty())
            parts.back() += c;
    }
    return parts;
}

template <typename B> bool add(const std::string &name, const char *values) {
    registered added = {name, split(values), [] { return std::unique_ptr<bench>(new B); }};
    for (std::string &value : added.values)
        value = value.substr(0, value.find_first_of(" =({"));
    benchmarks().push_back(std::move(added));
    return true;
}

template <typename... T> struct types {};
template <template <typename> class B, typename... T>
bool add_types(const std::string &name, const std::string &names, const char *values, types<T...>) {
    std::vector<std::string> of = split(names.substr(1, names.size() - 2));
    size_t at = 0;
    return (add<B<T>>(name + "<" + of[at++] + ">", values) && ...);
}

using benches = std::vector<std::unique_ptr<bench>>;

// The word's last number is a whole one: n=1000 is not in n=10000.
inline bool contains(const std::string &text, const std::string &word) {
    auto digit = [](char c) { return std::isdigit((unsigned char)c) != 0; };
    for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at++)
        if (word.empty() || !digit(word.back()) || !digit(text.c_str()[at + word.size()]))
            return true;
    return false;
}

// All points of one benchmark, the last axis first.
inline void sweep(const registered &from, benches &rows) {
    making made;
    for (size_t point = 0, points = 1; point < points; point++, points = made.points) {
        made = {point, 1, made.points, {}};
        now_making = &made;
        std::unique_ptr<bench> one = from.make();
        now_making = nullptr;
        one->result.name = from.name;
        for (size_t i = 0; i < made.values.size() && i < from.values.size(); i++) {
            const value &of = *made.values[i];
            if (of.axis)
                one->result.axes.emplace_back(from.values[i], of.text);
            else if (from.values[i] == "bytes" || from.values[i] == "flops")
                (from.values[i] == "bytes" ? one->result.bytes : one->result.flops) = of.real;
            else
                one->result.counters.emplace_back(from.values[i], of.real);
        }
        if (!asked("--filter") || contains(one->result.label(), asked("--filter")))
            rows.push_back(std::move(one));
    }
}

inline void run(bench &one) {
    row &to = one.result;
    try {
        one.run();
        if (to.measured != 1)
            to.error = "the body called measure or measure_host " + std::to_string(to.measured) +
                       " times: call one of them once";
    } catch (const std::exception &failed) {
        (void)cudaGetLastError();
        to.error = failed.what();
    }
    one.free_memory();
}

// ---- the proof: the row once more, under tare audit --------------------------------------

// The text between quotes, with `escape` before each character of `special`.
inline std::string quoted(const std::string &text, char quote, const char *special,
                          const char *escape) {
    std::string out(1, quote);
    for (char c : text) {
        out += std::strchr(special, c) ? escape : "";
        out += (unsigned char)c < ' ' ? ' ' : c;
    }
    return out + quote;
}

// The name says that a cache's rate would be a wrong one.
inline bool is_of_memory(const std::string &name) {
    for (const char *word : {"dram", "hbm", "memory", "bandwidth"})
        if (strcasestr(name.c_str(), word))
            return true;
    return false;
}

// For the audit: many digits. The rates stand behind the time that they were made of.
inline void print_claims(const row &of) {
    const char *name = of.name.c_str();
    double seconds = of.on_host ? of.alone : of.time.median;
    for (double call : of.calls)
        std::printf("%s function: one run %.9g us\n", name, 1e6 * call);
    std::printf(of.on_host ? "%s function: one run %.9g us" : "%s kernel: median of one run %.9g us",
                name, 1e6 * seconds);
    if (of.bytes > 0)
        std::printf(", %s%.9g GB/s", is_of_memory(of.name) ? "DRAM bandwidth " : "",
                    of.bytes / seconds / 1e9);
    if (of.flops > 0)
        std::printf(", %.9g GFLOP/s", of.flops / seconds / 1e9);
    std::puts("");
}

// What `tare audit --csv` says of each number: line,verdict,mistake,unit,number,"why".
struct audited {
    int numbers = 0, weighed = 0, flops_alone = 0;
    std::string wrong;

    void read(const std::string &line, bool on_host, bool counts_flops) {
        static const char
            *const leaves_work = // on the device; all else is in a CPU's time by right
            "time/launch-only time/not-waited-copy time/one-of-streams time/other-stream "
            "time/queue-full";
        std::vector<std::string> cells = split(line);
        if (cells.size() < 6 || cells[0] == "line")
            return;
        const std::string &verdict = cells[1], &mistake = cells[2];
        bool rate = cells[3].find("/s") != std::string::npos, right = verdict == "right";
        bool uncounted = cells[3] == "GFLOP/s" && !counts_flops &&
                         (verdict == "time-right" || verdict == "cannot-tell");
        bool bad = on_host ? !mistake.empty() && (std::strstr(leaves_work, mistake.c_str()) ||
                                                  (rate && mistake.compare(0, 5, "work/") == 0))
                           : !right && !uncounted && verdict != "time-right" &&
                                 (rate || verdict != "note");
        numbers++;
        weighed += rate && right;
        flops_alone += uncounted;
        size_t why = line.find('"') + 1;
        if (bad)
            wrong = verdict + " " + mistake + (mistake.empty() ? "" : ": ") +
                    line.substr(why, line.rfind('"') - why);
    }
};

// The words of `tare audit` with this row, for a shell.
inline std::string audit_of(const char *tare, size_t index, bool is_host, const std::string &self) {
    std::vector<std::string> words = {
        tare, "audit", "--csv", "/dev/fd/3", "--weigh", "--device", is_host ? "host" : "gpu"};
    if (is_host && access((self + ".weigh").c_str(), X_OK) == 0)
        words.insert(words.end(), {"--scales", self + ".weigh"});
    words.insert(words.end(), {self, "--claim", std::to_string(index)});
    for (const char *name : {"--filter", "--budget", "--precision", "--cold"})
        if (asked(name))
            words.insert(words.end(), {name, asked(name)});
    std::string command;
    for (const std::string &word : words)
        if (!word.empty()) // the value of a flag
            command += quoted(word, '\'', "'", "'\\'") + " ";
    return command + "3>&1 >/dev/null 2>&1 </dev/null";
}

inline bool prove(size_t index, const tare_device &device, row &to) {
    static const double above_roof = 1.02; // as the audit
    char line[2048], self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    std::string program(self, length > 0 ? (size_t)length : 0);
    const char *tare = std::getenv("TARE_PROGRAM");
    tare = tare ? tare : "tare";
    FILE *said = popen(audit_of(tare, index, device.is_host, program).c_str(), "r");
    audited all;
    while (said && std::fgets(line, sizeof line, said))
        all.read(line, to.on_host, !device.is_host);
    int status = said ? pclose(said) : -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        to.proof =
            std::string("unproven: ") + tare + " is not here: install it, or set TARE_PROGRAM";
    else if (all.numbers == 0)
        to.proof = std::string("unproven: run it with ") + tare + " audit, which saw no number";
    else if (!all.wrong.empty())
        to.proof = all.wrong;
    else if (to.on_host && (to.bytes > 0 || to.flops > 0) && !all.weighed)
        to.proof = "a time of the CPU, whose work is not weighed: leave bytes and flops away";
    else if (to.on_host)
        return to.proof = std::string("a time of the CPU, which left no work on the device") +
                          (all.weighed ? ", work weighed" : ""),
               true;
    else if (to.bytes <= 0 && to.flops <= 0)
        return to.proof = "time proven, no work claimed", true;
    else if (all.weighed)
        return to.proof =
                   std::string("time proven, ") +
                   (all.flops_alone ? "bytes weighed, flops not counted on this device"
                                    : "work weighed") +
                   (to.roof > 0 && to.bytes > above_roof * to.time.median * to.roof
                        ? "; a cache gave it"
                        : ""),
               true;
    else if (to.bytes <= 0 && all.flops_alone)
        to.proof = "time proven, work not weighed: flops are not counted on the host device";
    else
        to.proof = "time proven, work not weighed: on the host device build " + program +
                   ".weigh with hostcc --weigh";
    return false;
}

// ---- what people and programs read -------------------------------------------------------

struct cell {
    std::string head;
    double number;
    std::string text; // empty: the number

    std::string shown() const {
        return !text.empty() ? text : std::isnan(number) ? "?" : text_of(number);
    }
};
enum { TIMES = 5 }; // the first cells of a row that has no error

// What a row says, once for all forms.
inline std::vector<cell> cells_of(const row &of) {
    if (!of.error.empty())
        return {{"error", 0, of.error}};
    const tare_time &time = of.time;
    std::vector<cell> cells = {{"time_us", 1e6 * time.median, ""},
                               {"low_us", 1e6 * time.low, ""},
                               {"high_us", 1e6 * time.high, ""},
                               {"samples", (double)time.samples, ""},
                               {"batch", (double)time.batch, ""}};
    if (of.bytes > 0)
        cells.push_back({"GB/s", of.bytes / time.median / 1e9, ""});
    if (of.flops > 0)
        cells.push_back({"GFLOP/s", of.flops / time.median / 1e9, ""});
    for (auto &counter : of.counters)
        cells.push_back({counter.first, counter.second, ""});
    if (of.roof > 0 && of.bytes > 0 && !of.on_host)
        cells.push_back({"% of roof", 100 * of.bytes / time.median / of.roof, ""});
    cells.push_back({"proof", 0, of.proof});
    return cells;
}

inline std::vector<std::string> warnings_of(const row &of) {
    std::vector<std::string> all;
    for (unsigned bit = 1; bit <= TARE_NOT_PRECISE; bit *= 2)
        if (of.error.empty() && of.time.warnings & bit)
            all.emplace_back(tare_advice((enum tare_warning)bit));
    return all;
}

inline std::string joined(const std::vector<std::string> &words, const std::string &between) {
    std::string out;
    for (size_t i = 0; i < words.size(); i++)
        out += (i ? between : "") + words[i];
    return out;
}

// One table with the columns of all rows.
inline void say_table(const benches &rows, bool markdown) {
    std::vector<std::string> heads = {"name"};
    auto cells_and_warnings = [](const row &of) {
        std::vector<cell> cells = cells_of(of);
        std::string warnings = joined(warnings_of(of), "; ");
        if (!warnings.empty())
            cells.push_back({"warnings", 0, warnings});
        return cells;
    };
    for (auto &one : rows)
        for (const cell &of : cells_and_warnings(one->result))
            if (std::find(heads.begin(), heads.end(), of.head) == heads.end())
                heads.push_back(of.head);
    auto say = [markdown](const std::vector<std::string> &words) {
        std::printf(markdown ? "| %s |\n" : "%s\n", joined(words, markdown ? " | " : ",").c_str());
    };
    say(heads);
    if (markdown)
        say(std::vector<std::string>(heads.size(), "---"));
    for (auto &one : rows) {
        std::vector<std::string> line(heads.size());
        line[0] = one->result.label();
        for (const cell &of : cells_and_warnings(one->result))
            *(line.begin() + (std::find(heads.begin(), heads.end(), of.head) - heads.begin())) =
                of.shown();
        for (std::string &word : line)
            if (!markdown && word.find_first_of(",\"") != std::string::npos)
                word = quoted(word, '"', "\"", "\"");
        say(line);
    }
}

inline void say_json(const benches &rows, const char *device) {
    auto text = [](const std::string &of) { return quoted(of, '"', "\"\\", "\\"); };
    std::vector<std::string> lines;
    for (auto &one : rows) {
        const row &of = one->result;
        std::vector<std::string> axes, fields, warnings = warnings_of(of);
        for (auto &axis : of.axes)
            axes.push_back(text(axis.first) + ": " + text(axis.second));
        fields = {"\"name\": " + text(of.label()), "\"axes\": {" + joined(axes, ", ") + "}"};
        for (const cell &cell : cells_of(of)) {
            char number[32];
            std::snprintf(number, sizeof number, std::isfinite(cell.number) ? "%.9g" : "null",
                          cell.number);
            fields.push_back(text(cell.head) + ": " +
                             (cell.text.empty() ? number : text(cell.text)));
        }
        std::transform(warnings.begin(), warnings.end(), warnings.begin(), text);
        fields.push_back("\"warnings\": [" + joined(warnings, ", ") + "]");
        lines.push_back("\n {" + joined(fields, ", ") + "}");
    }
    std::printf("{\"schema\": \"tare-bench-1\", \"device\": %s, \"rows\": [%s\n]}\n",
                text(device).c_str(), joined(lines, ",").c_str());
}

inline void say_row(const row &of, int width) {
    std::vector<cell> cells = cells_of(of);
    std::printf("%-*s ", width, of.label().c_str());
    if (!of.error.empty()) {
        std::printf("ERROR  %s\n", of.error.c_str());
        return;
    }
    std::printf("%8s us (%s to %s)", cells[0].shown().c_str(), cells[1].shown().c_str(),
                cells[2].shown().c_str());
    for (size_t i = TIMES; i + 1 < cells.size(); i++)
        std::printf("  %s %s", cells[i].shown().c_str(), cells[i].head.c_str());
    std::printf("  [%s]\n", of.proof.c_str());
    for (const std::string &advice : warnings_of(of))
        std::printf("%*s warning: %s\n", width, "", advice.c_str());
}

// ---- pictures ----------------------------------------------------------------------------

// The times of all rows with their intervals, on a scale of tens.
inline bool draw_sweep(const benches &rows, const char *path) {
    enum { LEFT = 300, RIGHT = 860, WIDTH = 900, LINE = 24 };
    double least = INFINITY, most = 0;
    for (auto &one : rows)
        if (one->result.error.empty()) {
            least = std::min(least, one->result.time.median);
            most = std::max(most, one->result.time.median);
        }
    FILE *out = std::isfinite(least) ? std::fopen(path, "w") : nullptr;
    if (!out)
        return false;
    double from = std::floor(std::log10(least)), to = std::ceil(std::log10(most) + 0.01);
    auto x = [&](double seconds) {
        return LEFT + (std::log10(seconds) - from) / (to - from) * (RIGHT - LEFT);
    };
    int y = 0, height = LINE * ((int)rows.size() + 2);
    std::fprintf(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                 "font-family=\"sans-serif\" font-size=\"12\">\n",
                 WIDTH, height);
    for (double tens = from; tens <= to; tens++)
        std::fprintf(out,
                     "<path d=\"M%.1f 10V%d\" stroke=\"#ccc\"/><text x=\"%.1f\" y=\"%d\" "
                     "text-anchor=\"middle\">%g us</text>\n",
                     x(std::pow(10, tens)), height - LINE, x(std::pow(10, tens)), height - 8,
                     1e6 * std::pow(10, tens));
    for (auto &one : rows) {
        const tare_time &time = one->result.time;
        std::string label;
        for (char c : one->result.label())
            label += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
        std::fprintf(out, "<text x=\"10\" y=\"%d\">%s</text>\n", (y += LINE) + 4, label.c_str());
        if (one->result.error.empty() && time.low > 0)
            std::fprintf(out, "<path d=\"M%.1f %dH%.1f\" stroke=\"#246\" stroke-width=\"5\"/>\n",
                         x(time.low), y, x(time.high));
        if (one->result.error.empty())
            std::fprintf(out, "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"#c40\"/>\n",
                         x(time.median), y);
    }
    std::fprintf(out, "</svg>\n");
    return std::fclose(out) == 0;
}

inline bool draw_roofline(const benches &rows, const tare_device &device, const char *path) {
    tare_ceilings ceilings;
    std::vector<std::string> labels;
    std::vector<tare_point> points;
    labels.reserve(rows.size()); // the points keep the addresses
    for (auto &one : rows) {
        const row &of = one->result;
        if (!of.error.empty() || of.bytes <= 0 || of.flops <= 0)
            continue;
        labels.push_back(of.label());
        points.push_back({labels.back().c_str(), of.flops / of.bytes, of.flops / of.time.median});
    }
    if (tare_measure_ceilings(&ceilings) != TARE_OK)
        return false;
    tare_roofline roofline = {ceilings.copy, device.peak_flop_per_s, points.data(),
                              (int)points.size(), "en"};
    FILE *out = std::fopen(path, "w");
    bool drawn = out && tare_roofline_svg(&roofline, out) == TARE_OK;
    return out && std::fclose(out) == 0 && drawn;
}

// ---- the program -------------------------------------------------------------------------

// On a terminal: which row, and how long all others take at this pace.
inline void progress(size_t done, size_t all, double begin) {
    if (isatty(STDERR_FILENO))
        std::fprintf(stderr, done < all ? "\r%zu of %zu, about %.0f s left \033[K" : "\r\033[K",
                     done + 1, all, done ? (tare_now() - begin) / done * (all - done) : 0.0);
}

// 1 if a row has an error, or is not proven as was asked.
inline int run_all(benches &rows, const tare_device &device) {
    int bad = 0;
    bool for_people = !asked("--json") && !asked("--csv") && !asked("--markdown");
    size_t width = 0;
    double begin = tare_now();
    tare_ceilings roofs = {};
    if (asked("--prove"))
        (void)tare_measure_ceilings(&roofs);
    for (auto &one : rows)
        width = std::max(width, one->result.label().size());
    for (size_t i = 0; i < rows.size(); i++) {
        row &of = rows[i]->result;
        of.roof = std::max({roofs.read, roofs.write, roofs.copy, roofs.triad});
        progress(i, rows.size(), begin);
        run(*rows[i]);
        if (asked("--prove") && of.error.empty())
            bad |= !prove(i, device, of);
        bad |= !of.error.empty();
        progress(rows.size(), rows.size(), begin);
        if (for_people && !(asked("--profile") && of.error.empty()))
            say_row(of, (int)width);
        std::fflush(stdout);
    }
    return bad;
}

// One row under the audit, on the scales once.
inline int run_claim(benches &rows) {
    size_t index = (size_t)number("--claim", 0);
    if (index >= rows.size())
        return 2;
    run(*rows[index]);
    if (rows[index]->result.error.empty() && !asked("--profile"))
        print_claims(rows[index]->result);
    return !rows[index]->result.error.empty();
}

inline int run_main(int count, char **words) {
    benches rows;
    tare_device device;
    int code = read_options(count, words);
    if (code >= 0)
        return code;
    for (auto &one : benchmarks())
        sweep(one, rows);
    if (asked("--list")) {
        for (auto &one : rows)
            std::printf("%s\n", one->result.label().c_str());
        return 0;
    }
    if (rows.empty())
        return std::fprintf(stderr, "no row contains \"%s\": --list shows all rows\n",
                            asked("--filter")),
               2;
    if (tare_device_facts(&device) != TARE_OK)
        return std::fprintf(stderr, "%s\n", tare_why()), 2;
    if (asked("--claim"))
        return run_claim(rows);
    int bad = run_all(rows, device);
    if (asked("--profile"))
        return bad;
    if (asked("--json"))
        say_json(rows, device.name);
    else if (asked("--csv") || asked("--markdown"))
        say_table(rows, asked("--markdown"));
    if ((asked("--svg") && !draw_sweep(rows, asked("--svg"))) ||
        (asked("--roofline") && !draw_roofline(rows, device, asked("--roofline"))))
        return std::fprintf(stderr, "a picture could not be written: name a file of a folder that "
                                    "is yours, and have a row without an error\n"),
               2;
    return bad;
}

} // namespace tare

// TARE_BENCH(name, values) { body }
#define TARE_BENCH(name, ...)                                                                      \
    struct tare_bench_##name : tare::bench {                                                       \
        tare::value __VA_ARGS__;                                                                   \
        void run() override;                                                                       \
    };                                                                                             \
    [[maybe_unused]] static const bool tare_bench_added_##name =                                   \
        tare::add<tare_bench_##name>(#name, #__VA_ARGS__);                                         \
    void tare_bench_##name::run()

// TARE_BENCH_TYPES(name, T, (float, double), values) { body with T }
#define TARE_BENCH_TYPES(name, T, list, ...)                                                       \
    template <typename T> struct tare_bench_##name : tare::bench {                                 \
        tare::value __VA_ARGS__;                                                                   \
        void run() override;                                                                       \
    };                                                                                             \
    [[maybe_unused]] static const bool tare_bench_added_##name =                                   \
        tare::add_types<tare_bench_##name>(#name, #list, #__VA_ARGS__,                             \
                                           tare::types<TARE_BENCH_PLAIN list>{});                  \
    template <typename T> void tare_bench_##name<T>::run()
#define TARE_BENCH_PLAIN(...) __VA_ARGS__

#define TARE_BENCH_MAIN                                                                            \
    int main(int count, char **words) {                                                            \
        return tare::run_main(count, words);                                                       \
    }

#endif
