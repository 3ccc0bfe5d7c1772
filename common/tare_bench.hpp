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
// `flops` are the work of one run; each other value is a column. `tare audit` proves a row that is
// run with --prove: the time by the witness, the work by the scales.
#ifndef TARE_BENCH_HPP
#define TARE_BENCH_HPP

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tare.h"
#include "tare_device.h"

namespace tare {

// ---- the values of a benchmark -----------------------------------------------------------

// The values of one benchmark in the order of their declaration, while its struct is made.
struct making {
    struct slot {
        std::string text; // of this point
        double real;
        size_t of; // an axis of so many values; 0: computed from others
    };
    std::vector<size_t> chosen; // the value of each axis
    std::vector<slot> slots;
    size_t axes = 0;
};
inline making *now_making = nullptr;

inline std::string text_of(long long whole) {
    return std::to_string(whole);
}
inline std::string text_of(int whole) {
    return std::to_string(whole);
}
inline std::string text_of(double real) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", real);
    return text;
}
inline std::string text_of(const char *text) {
    return text;
}
inline double real_of(const char *) {
    return NAN;
}
template <typename T> double real_of(T number) {
    return static_cast<double>(number);
}

struct value {
    double real = 0;
    std::string text;

    template <typename T> value(std::initializer_list<T> all) {
        choose(all.begin(), all.size());
    }
    value(std::initializer_list<long long> all) {
        choose(all.begin(), all.size());
    }
    value(const std::vector<long long> &all) {
        choose(all.data(), all.size());
    }
    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    value(T number) : real(static_cast<double>(number)), text(text_of(real)) {
        whole = static_cast<long long>(number);
        note(0);
    }
    value(const value &other) : real(other.real), text(other.text), whole(other.whole) {
        note(0);
    }
    operator dim3() const {
        return dim3((unsigned)whole);
    } // of a launch
    operator long long() const {
        return whole;
    }

  private:
    long long whole = 0;

    template <typename T> void choose(const T *all, size_t count) {
        size_t at = now_making && now_making->axes < now_making->chosen.size()
                        ? now_making->chosen[now_making->axes]
                        : 0;
        real = real_of(all[at]);
        whole = std::isnan(real) ? 0 : static_cast<long long>(real);
        text = text_of(all[at]);
        if (now_making)
            now_making->axes++;
        note(count);
    }
    void note(size_t of) {
        if (now_making)
            now_making->slots.push_back({text, real, of});
    }
};

// from, from * times ... to, as an axis.
inline std::vector<long long> range(long long from, long long to, long long times = 2) {
    std::vector<long long> all;
    for (long long at = from; at <= to && at > 0 && times > 1; at *= times)
        all.push_back(at);
    return all;
}

// ---- one row: a benchmark at one point ---------------------------------------------------

struct row {
    std::string name; // of the benchmark
    std::vector<size_t> chosen;
    std::vector<std::pair<std::string, std::string>> axes;
    std::vector<std::pair<std::string, double>> counters;
    double bytes = 0, flops = 0, share = NAN; // share: of the roof
    tare_time time = {};
    int measured = 0, on_host = 0;
    std::string error, proof = "unproven";

    std::string label() const {
        std::string text = name;
        for (auto &axis : axes)
            text += " " + axis.first + "=" + axis.second;
        return text;
    }
};

struct settings {
    tare_options measuring = {};
    int list = 0, json = 0, csv = 0, markdown = 0, profile = 0, prove = 0;
    int only = -1; // one row, for a proof
    const char *filter = "", *svg = nullptr, *roofline = nullptr, *hand_over = nullptr;
    std::string self;
};
inline settings asked;

struct failure {
    std::string why;
};

class bench {
  public:
    virtual ~bench() {
        for (void *memory : owned)
            (void)cudaFree(memory);
    }
    virtual void run() = 0;
    row *to = nullptr;

  protected:
    // The time of what `launch(stream)` queues.
    template <typename F> void measure(F launch) {
        time_device(
            [](void *f, tare_stream stream) {
                (*static_cast<F *>(f))(stream);
                return static_cast<int>(cudaPeekAtLastError());
            },
            &launch);
    }
    // The time of a function of the CPU, which waits for what it queues.
    template <typename F> void measure_host(F function) {
        time_host([](void *f) { (*static_cast<F *>(f))(); }, &function);
    }
    // Memory of the device, all zero, until this point is over.
    template <typename T> T *device(size_t count) {
        return static_cast<T *>(memory(count * sizeof(T)));
    }
    // One more column, for example of to->time.
    void count(const std::string &name, double number) {
        to->counters.emplace_back(name, number);
    }

  private:
    std::vector<void *> owned;

    void *memory(size_t bytes) {
        void *got = nullptr;
        cudaError_t error = cudaMalloc(&got, bytes ? bytes : 1);
        if (error == cudaSuccess) {
            owned.push_back(got);
            error = cudaMemset(got, 0, bytes);
        }
        if (error != cudaSuccess) {
            (void)cudaGetLastError();
            throw failure{"device<T>() of " + std::to_string(bytes) +
                          " bytes: " + cudaGetErrorString(error) + ": take a smaller size"};
        }
        return got;
    }
    void time_device(tare_launch launch, void *context) {
        to->measured++;
        if (asked.profile) {
            int error = launch(context, nullptr);
            cudaError_t after = cudaDeviceSynchronize();
            if (error || after != cudaSuccess)
                throw failure{std::string("the launch that is measured: ") +
                              cudaGetErrorString(error ? (cudaError_t)error : after)};
        } else if (tare_measure(launch, context, nullptr, &asked.measuring, &to->time) != TARE_OK) {
            throw failure{tare_why()};
        }
    }
    static double waiting() {
        double begin = tare_now();
        (void)cudaDeviceSynchronize();
        return tare_now() - begin;
    }
    void time_host(void (*function)(void *), void *context);
};

inline void bench::time_host(void (*function)(void *), void *context) {
    enum { FEWEST = 6, MOST = 1 << 16 };
    tare_clock clock = {};
    double budget = asked.measuring.budget > 0 ? asked.measuring.budget : 0.25;
    double precision = asked.measuring.precision > 0 ? asked.measuring.precision : 0.005;
    to->measured++;
    to->on_host = 1;
    if (tare_host_clock(&clock) != TARE_OK)
        throw failure{tare_why()};
    double begin = tare_now();
    function(context);
    double first = tare_now() - begin, left = waiting(), idle = waiting();
    idle = std::min(idle, waiting());
    if (asked.profile)
        return;
    long batch = std::clamp(std::lround(std::max(20e-6, 200 * clock.tick) / first), 1L, 100000L);
    std::vector<double> seconds, waited;
    // One long run is a sample already: the budget is not for a second one.
    if (first > budget / 2) {
        seconds.push_back(first);
        waited.push_back(left);
    }
    size_t look = FEWEST;
    while (seconds.size() < MOST && (seconds.empty() || tare_now() - begin < budget)) {
        double start = tare_now();
        for (long i = 0; i < batch; i++)
            function(context);
        seconds.push_back((tare_now() - start) / batch);
        waited.push_back(waiting());
        if (seconds.size() < look)
            continue;
        look *= 2;
        if (tare_summarise(seconds.data(), (int)seconds.size(), clock.tick / batch, &to->time))
            throw failure{tare_why()};
        if (to->time.high - to->time.low <= 2 * precision * to->time.median)
            break;
    }
    if (tare_summarise(seconds.data(), (int)seconds.size(), clock.tick / batch, &to->time))
        throw failure{tare_why()};
    to->time.batch = (int)batch;
    to->time.first = first;
    if (!(to->time.high - to->time.low <= 2 * precision * to->time.median))
        to->time.warnings |= TARE_NOT_PRECISE;
    // A device that is idle answers at once; what it still had to do was not in the time.
    static const double share = 0.05; // of the time; by convention
    left = tare_median(waited.data(), (int)waited.size());
    if (left > 5 * idle + 2e-6 && left > share * to->time.median * batch)
        throw failure{"time/launch-only: the function returned while the device still had " +
                      text_of(1e6 * left) +
                      " us of its work to do: synchronise at its end, or use measure()"};
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
inline std::vector<std::string> split(const char *text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (; *text; text++) {
        depth += (std::strchr("({[", *text) != nullptr) - (std::strchr(")}]", *text) != nullptr);
        if (*text == ',' && depth == 0)
            parts.emplace_back();
        else if (*text != ' ' || !parts.back().empty())
            parts.back() += *text;
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
bool add_types(const std::string &name, std::string names, const char *values, types<T...>) {
    std::vector<std::string> of = split(names.substr(1, names.size() - 2).c_str());
    size_t at = 0;
    return (add<B<T>>(name + "<" + of[at++] + ">", values) && ...);
}

inline std::unique_ptr<bench> made(const registered &from, making &values) {
    values.slots.clear();
    values.axes = 0;
    now_making = &values;
    std::unique_ptr<bench> one = from.make();
    now_making = nullptr;
    return one;
}

inline void describe(const registered &from, const making &values, row &to) {
    to.name = from.name;
    for (size_t i = 0; i < values.slots.size() && i < from.values.size(); i++) {
        const making::slot &slot = values.slots[i];
        if (slot.of)
            to.axes.emplace_back(from.values[i], slot.text);
        else if (from.values[i] == "bytes")
            to.bytes = slot.real;
        else if (from.values[i] == "flops")
            to.flops = slot.real;
        else
            to.counters.emplace_back(from.values[i], slot.real);
    }
}

// All points of one benchmark, the last axis first.
inline void sweep(const registered &from, std::vector<std::pair<const registered *, row>> &rows) {
    making values;
    (void)made(from, values);
    std::vector<size_t> size;
    for (auto &slot : values.slots)
        if (slot.of)
            size.push_back(slot.of);
    values.chosen.assign(size.size(), 0);
    for (bool more = true; more;) {
        row one;
        (void)made(from, values);
        describe(from, values, one);
        one.chosen = values.chosen;
        if (one.label().find(asked.filter) != std::string::npos)
            rows.emplace_back(&from, one);
        more = false;
        for (size_t i = size.size(); i-- > 0 && !more;) {
            more = ++values.chosen[i] < size[i];
            if (!more)
                values.chosen[i] = 0;
        }
    }
}

inline void run_row(const registered &from, row &to) {
    making values;
    values.chosen = to.chosen;
    std::unique_ptr<bench> one = made(from, values);
    one->to = &to;
    try {
        one->run();
        if (to.measured != 1)
            to.error = "the body called measure or measure_host " + std::to_string(to.measured) +
                       " times: call one of them once";
    } catch (const failure &failed) {
        to.error = failed.why;
    }
}

// ---- the proof: the row once more, under tare audit --------------------------------------

inline void hand_over(const row &of) {
    FILE *out = std::fopen(asked.hand_over, "w");
    if (!out)
        return;
    std::fwrite(&of.time, sizeof of.time, 1, out);
    std::fprintf(out, "%d\n%s\n", of.on_host, of.error.c_str());
    for (auto &counter : of.counters)
        std::fprintf(out, "%s\t%.17g\n", counter.first.c_str(), counter.second);
    std::fclose(out);
}

// For the audit: many digits, and one number on a line.
inline void print_claims(const row &of) {
    const char *label = of.name.c_str();
    if (!of.error.empty() || of.on_host)
        return;
    std::printf("%s kernel: median of one run %.9g us\n", label, 1e6 * of.time.median);
    if (of.bytes > 0)
        std::printf("%s: %.9g GB/s\n", label, of.bytes / of.time.median / 1e9);
    if (of.flops > 0)
        std::printf("%s: %.9g GFLOP/s\n", label, of.flops / of.time.median / 1e9);
}

inline int start(const std::vector<std::string> &words) {
    std::vector<char *> arguments;
    for (auto &word : words)
        arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    std::fflush(nullptr);
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        for (int i = 0; i < 3; i++)
            dup2(nowhere, i);
        execvp(arguments[0], arguments.data());
        _exit(127);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0)
        ;
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

inline bool read_row(const std::string &path, row &to) {
    char line[2048];
    FILE *in = std::fopen(path.c_str(), "r");
    bool read =
        in && std::fread(&to.time, sizeof to.time, 1, in) == 1 && std::fgets(line, sizeof line, in);
    to.time.flush = nullptr; // an address of the other process
    if (read) {
        to.on_host = std::atoi(line);
        to.counters.clear();
        to.error = std::fgets(line, sizeof line, in) ? line : "";
        to.error.erase(to.error.find_last_not_of('\n') + 1);
        while (std::fgets(line, sizeof line, in))
            if (char *tab = std::strchr(line, '\t'))
                to.counters.emplace_back(std::string(line, tab), std::strtod(tab, nullptr));
    }
    if (in)
        std::fclose(in);
    return read;
}

// What `tare audit --csv` says: line,verdict,mistake,unit,number,"why" for each number.
inline bool judge(const std::string &path, row &to) {
    char line[2048];
    int numbers = 0, weighed = 0, flops_alone = 0;
    FILE *in = std::fopen(path.c_str(), "r");
    to.proof = "";
    for (int head = 1; in && std::fgets(line, sizeof line, in); head = 0) {
        std::vector<std::string> cells = split(line);
        if (head || cells.size() < 6)
            continue;
        bool rate = cells[3].find("/s") != std::string::npos, right = cells[1] == "right";
        std::string why(std::strchr(line, '"') ? std::strchr(line, '"') + 1 : "");
        why.erase(std::min(why.find_last_of('"'), why.size()));
        numbers++;
        weighed += rate && right;
        flops_alone += rate && cells[1] == "time-right" && cells[3] != "GB/s";
        if (!right && cells[1] != "time-right" && (rate || cells[1] != "note"))
            to.proof = cells[1] + " " + cells[2] + (cells[2].empty() ? "" : ": ") + why;
    }
    if (in)
        std::fclose(in);
    if (!to.proof.empty())
        return false;
    if (numbers == 0)
        to.proof = "unproven: the audit saw no number";
    else if (to.bytes <= 0 && to.flops <= 0)
        to.proof = "time proven, no work claimed";
    else if (weighed)
        to.proof = flops_alone ? "time proven, bytes weighed, flops not counted on this device"
                               : "time proven, work weighed";
    else
        to.proof = "time proven, work not weighed: on the host device build " + asked.self +
                   ".weigh with hostcc --weigh";
    return numbers && (weighed || to.proof.find("no work") != std::string::npos);
}

inline bool prove(int index, row &to) {
    char folder[] = "/tmp/tare-bench-XXXXXX", number[64];
    const char *program = std::getenv("TARE_PROGRAM");
    tare_device facts;
    if (!mkdtemp(folder) || tare_device_facts(&facts) != TARE_OK)
        return to.proof = std::string("unproven: ") + tare_why(), false;
    std::string said = std::string(folder) + "/audit.csv", row_file = std::string(folder) + "/row";
    std::string twin = asked.self + ".weigh";
    std::vector<std::string> words = {
        program ? program : "tare", "audit", "--csv", said, "--device", "gpu", "--weigh"};
    if (facts.is_host) {
        words[5] = "host";
        if (access(twin.c_str(), X_OK) == 0)
            words.insert(words.end(), {"--scales", twin});
    }
    words.insert(words.end(), {asked.self, "--filter", asked.filter, "--only",
                               std::to_string(index), "--hand-over", row_file});
    std::snprintf(number, sizeof number, "%.17g", asked.measuring.budget);
    words.insert(words.end(), {"--budget", number});
    std::snprintf(number, sizeof number, "%.17g", asked.measuring.precision);
    words.insert(words.end(), {"--precision", number});
    if (asked.measuring.cold)
        words.push_back("--cold");
    int code = start(words);
    bool proven = false, read = read_row(row_file, to);
    if (!read)
        to.error = code == 127 ? words[0] + " is not here: install it, or set TARE_PROGRAM to it"
                               : "the run under the witness gave no row: run it with " + words[0] +
                                     " audit to see why";
    else if (to.on_host && to.error.empty())
        proven = (to.proof = "a time of the CPU: the witness sees the device", true);
    else if (to.error.empty())
        proven = judge(said, to);
    std::remove(said.c_str());
    std::remove(row_file.c_str());
    rmdir(folder);
    return proven;
}

// ---- what people and programs read -------------------------------------------------------

inline std::string us(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.5g", 1e6 * seconds);
    return std::isnan(seconds) ? "?" : text;
}
inline std::string rate(double work, double seconds) {
    return work > 0 && seconds > 0 ? text_of(work / seconds / 1e9) : "";
}

// The cells of a row, and their heads, for each of the three tables.
inline std::vector<std::pair<std::string, std::string>> cells_of(const row &of) {
    std::vector<std::pair<std::string, std::string>> cells = {{"benchmark", of.label()}};
    if (!of.error.empty())
        return cells.push_back({"error", of.error}), cells;
    cells.push_back({"time_us", us(of.time.median)});
    cells.push_back({"low_us", us(of.time.low)});
    cells.push_back({"high_us", us(of.time.high)});
    cells.push_back({"GB/s", rate(of.bytes, of.time.median)});
    cells.push_back({"GFLOP/s", rate(of.flops, of.time.median)});
    for (auto &counter : of.counters)
        cells.push_back({counter.first, text_of(counter.second)});
    if (!std::isnan(of.share))
        cells.push_back({"% of roof", text_of(std::round(1000 * of.share) / 10)});
    cells.push_back({"proof", of.proof});
    return cells;
}

template <typename F> void each_warning(const row &of, F say) {
    for (unsigned bit = 1; bit <= TARE_NOT_PRECISE; bit *= 2)
        if (of.time.warnings & bit)
            say(tare_advice((enum tare_warning)bit));
}

inline std::string quoted(const std::string &text, const char *escape) {
    std::string out = "\"";
    for (char c : text) {
        if (c == '"' || (c == '\\' && *escape == '\\'))
            out += escape;
        out += (unsigned char)c < ' ' ? ' ' : c;
    }
    return out + "\"";
}

// A new head where the columns change.
inline void say_cells(const std::vector<row> &rows, const char *between, bool markdown) {
    std::string last;
    for (const row &one : rows) {
        std::string head, rule, line;
        for (auto &cell : cells_of(one)) {
            head += (head.empty() ? "" : between) + cell.first;
            rule += "---|";
            bool plain = markdown || cell.second.find_first_of(",\"") == std::string::npos;
            line +=
                (line.empty() ? "" : between) + (plain ? cell.second : quoted(cell.second, "\""));
        }
        if (head != last)
            std::printf(markdown ? "%s| %s |\n|%s\n" : "%s%s\n",
                        markdown && !last.empty() ? "\n" : "", head.c_str(), rule.c_str());
        std::printf(markdown ? "| %s |\n" : "%s\n", line.c_str());
        last = head;
    }
}

inline void say_json(const std::vector<row> &rows, const char *device) {
    auto number = [](const char *key, double value) {
        std::printf(std::isfinite(value) ? ", \"%s\": %.9g" : ", \"%s\": null", key, value);
    };
    std::printf("{\"schema\": \"tare-bench-1\", \"device\": %s, \"rows\": [",
                quoted(device, "\\").c_str());
    for (size_t i = 0; i < rows.size(); i++) {
        const row &of = rows[i];
        std::printf("%s\n {\"name\": %s, \"axes\": {", i ? "," : "",
                    quoted(of.label(), "\\").c_str());
        for (size_t k = 0; k < of.axes.size(); k++)
            std::printf("%s%s: %s", k ? ", " : "", quoted(of.axes[k].first, "\\").c_str(),
                        quoted(of.axes[k].second, "\\").c_str());
        std::printf("}");
        if (of.error.empty()) {
            number("time_us", 1e6 * of.time.median);
            number("low_us", 1e6 * of.time.low);
            number("high_us", 1e6 * of.time.high);
            std::printf(", \"samples\": %d, \"batch\": %d", of.time.samples, of.time.batch);
            if (of.bytes > 0)
                number("GB/s", of.bytes / of.time.median / 1e9);
            if (of.flops > 0)
                number("GFLOP/s", of.flops / of.time.median / 1e9);
            for (auto &counter : of.counters)
                number(counter.first.c_str(), counter.second);
            if (asked.prove)
                number("share_of_roof", of.share);
            std::printf(", \"proof\": %s, \"warnings\": [", quoted(of.proof, "\\").c_str());
            int said = 0;
            each_warning(of, [&](const char *advice) {
                std::printf("%s%s", said++ ? ", " : "", quoted(advice, "\\").c_str());
            });
            std::printf("]}");
        } else {
            std::printf(", \"error\": %s}", quoted(of.error, "\\").c_str());
        }
    }
    std::printf("\n]}\n");
}

inline void say_row(const row &of, int width) {
    std::printf("%-*s ", width, of.label().c_str());
    if (!of.error.empty()) {
        std::printf("ERROR  %s\n", of.error.c_str());
        return;
    }
    std::printf("%8s us (%s to %s)", us(of.time.median).c_str(), us(of.time.low).c_str(),
                us(of.time.high).c_str());
    auto cells = cells_of(of);
    for (size_t i = 4; i + 1 < cells.size(); i++)
        if (!cells[i].second.empty())
            std::printf("  %s %s", cells[i].second.c_str(), cells[i].first.c_str());
    std::printf("  [%s]\n", of.proof.c_str());
    each_warning(of,
                 [&](const char *advice) { std::printf("%*s warning: %s\n", width, "", advice); });
}

// ---- pictures ----------------------------------------------------------------------------

// The times of all rows with their intervals, the time on a scale of tens.
inline bool draw_sweep(const std::vector<row> &rows, const char *path) {
    enum { LEFT = 300, WIDTH = 900, LINE = 24 };
    double least = INFINITY, most = 0;
    for (const row &of : rows)
        if (of.error.empty())
            least = std::min(least, of.time.median), most = std::max(most, of.time.median);
    FILE *out = std::isfinite(least) ? std::fopen(path, "w") : nullptr;
    if (!out)
        return false;
    double from = std::floor(std::log10(least)), to = std::ceil(std::log10(most) + 0.01);
    auto x = [&](double s) {
        return LEFT + (std::log10(s) - from) / (to - from) * (WIDTH - LEFT - 40);
    };
    int height = LINE * ((int)rows.size() + 2);
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
    for (size_t i = 0; i < rows.size(); i++) {
        const row &of = rows[i];
        double y = LINE * ((double)i + 1);
        std::string label;
        for (char c : of.label())
            label += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
        std::fprintf(out, "<text x=\"10\" y=\"%.0f\">%s</text>\n", y + 4, label.c_str());
        if (of.error.empty() && of.time.low > 0)
            std::fprintf(out, "<path d=\"M%.1f %.0fH%.1f\" stroke=\"#246\" stroke-width=\"5\"/>\n",
                         x(of.time.low), y, x(of.time.high));
        if (of.error.empty())
            std::fprintf(out, "<circle cx=\"%.1f\" cy=\"%.0f\" r=\"4\" fill=\"#c40\"/>\n",
                         x(of.time.median), y);
    }
    std::fprintf(out, "</svg>\n");
    return std::fclose(out) == 0;
}

inline bool draw_roofline(const std::vector<row> &rows, const char *path) {
    tare_ceilings ceilings;
    tare_device facts;
    std::vector<std::string> labels;
    std::vector<tare_point> points;
    labels.reserve(rows.size());
    for (const row &of : rows)
        if (of.error.empty() && of.bytes > 0 && of.flops > 0) {
            labels.push_back(of.label());
            points.push_back(
                {labels.back().c_str(), of.flops / of.bytes, of.flops / of.time.median});
        }
    if (tare_measure_ceilings(&ceilings) != TARE_OK || tare_device_facts(&facts) != TARE_OK)
        return false;
    tare_roofline roofline = {ceilings.copy, facts.peak_flop_per_s, points.data(),
                              (int)points.size(), "en"};
    FILE *out = std::fopen(path, "w");
    bool drawn = out && tare_roofline_svg(&roofline, out) == TARE_OK;
    return out && std::fclose(out) == 0 && drawn;
}

// ---- the program -------------------------------------------------------------------------

inline int usage(const char *wrong) {
    std::fprintf(
        wrong ? stderr : stdout,
        "%s%s%s"
        "--list            the rows, and no measurement\n"
        "--filter WORD     the rows whose text contains the word\n"
        "--prove           each row under the witness and on the scales; 1 if one is not proven\n"
        "--json --csv --markdown   instead of the table for people\n"
        "--svg FILE        the times with their intervals; --roofline FILE: the rates under the "
        "roofs\n"
        "--cold            empty caches before each run\n"
        "--budget SECONDS  of each row (0.25); --precision SHARE: half the interval (0.005)\n"
        "--profile         each row once, and nothing else, for a profiler\n",
        wrong ? "no option " : "", wrong ? wrong : "", wrong ? ", or its value is missing\n" : "");
    return wrong ? 2 : 0;
}

// -1: go on; else the exit code.
inline int read_options(int count, char **words) {
    const std::pair<const char *, int *> flags[] = {
        {"--list", &asked.list},          {"--json", &asked.json},       {"--csv", &asked.csv},
        {"--markdown", &asked.markdown},  {"--profile", &asked.profile}, {"--prove", &asked.prove},
        {"--cold", &asked.measuring.cold}};
    const std::pair<const char *, const char **> texts[] = {{"--filter", &asked.filter},
                                                            {"--svg", &asked.svg},
                                                            {"--roofline", &asked.roofline},
                                                            {"--hand-over", &asked.hand_over}};
    const std::pair<const char *, double *> numbers[] = {
        {"--budget", &asked.measuring.budget}, {"--precision", &asked.measuring.precision}};
    for (int i = 1; i < count; i++) {
        bool known = false;
        if (std::strcmp(words[i], "--help") == 0)
            return usage(nullptr);
        for (auto &flag : flags)
            if (std::strcmp(words[i], flag.first) == 0)
                known = (*flag.second = 1, true);
        const char *option = words[i], *value = i + 1 < count ? words[i + 1] : nullptr;
        char *end = nullptr;
        double number = value ? std::strtod(value, &end) : -1;
        bool is_number = value && end != value && !*end && number >= 0;
        for (auto &text : texts)
            if (value && std::strcmp(option, text.first) == 0)
                known = (*text.second = words[++i], true);
        for (auto &of : numbers)
            if (is_number && std::strcmp(option, of.first) == 0)
                known = (*of.second = number, ++i, true);
        if (is_number && std::strcmp(option, "--only") == 0)
            known = (asked.only = (int)number, ++i, true);
        if (!known)
            return usage(option);
    }
    asked.profile |= std::getenv("TARE_WEIGH_FILE") != nullptr; // it is on the scales
    return -1;
}

// On a terminal: which row, and how long all others take at this pace.
inline void progress(size_t done, size_t all, double begin) {
    if (!isatty(STDERR_FILENO) || asked.only >= 0)
        return;
    std::fprintf(stderr, done < all ? "\r%zu of %zu, about %.0f s left \033[K" : "\r\033[K",
                 done + 1, all, done ? (tare_now() - begin) / done * (all - done) : 0.0);
}

inline int run_all(std::vector<std::pair<const registered *, row>> &rows, std::vector<row> &done) {
    int bad = 0, quiet = asked.json || asked.csv || asked.markdown || asked.profile;
    size_t width = 0;
    double begin = tare_now();
    tare_ceilings ceilings = {};
    double roof = 0;
    if (asked.prove && tare_measure_ceilings(&ceilings) == TARE_OK)
        roof = std::max({ceilings.read, ceilings.write, ceilings.copy, ceilings.triad});
    for (auto &one : rows)
        width = std::max(width, one.second.label().size());
    for (size_t i = 0; i < rows.size(); i++) {
        row &of = rows[i].second;
        if (asked.only >= 0 && (size_t)asked.only != i)
            continue;
        progress(i, rows.size(), begin);
        if (asked.prove)
            bad |= !prove((int)i, of);
        else
            run_row(*rows[i].first, of);
        if (asked.prove && roof > 0 && of.bytes > 0 && of.error.empty() && !of.on_host)
            of.share = of.bytes / of.time.median / roof;
        bad |= !of.error.empty();
        progress(rows.size(), rows.size(), begin);
        if (asked.hand_over && !asked.profile)
            print_claims(of), hand_over(of);
        else if (!quiet || (asked.profile && !of.error.empty()))
            say_row(of, (int)width);
        std::fflush(stdout);
        done.push_back(of);
    }
    return bad;
}

inline int run_main(int count, char **words) {
    int code = read_options(count, words);
    if (code >= 0)
        return code;
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    asked.self = std::string(self, length > 0 ? (size_t)length : 0);
    std::vector<std::pair<const registered *, row>> rows;
    std::vector<row> done;
    for (auto &one : benchmarks())
        sweep(one, rows);
    if (asked.list) {
        for (auto &one : rows)
            std::printf("%s\n", one.second.label().c_str());
        return 0;
    }
    if (rows.empty())
        return std::fprintf(stderr, "no row contains \"%s\": --list shows all rows\n",
                            asked.filter),
               2;
    tare_device facts;
    if (tare_device_facts(&facts) != TARE_OK)
        return std::fprintf(stderr, "%s\n", tare_why()), 2;
    int bad = run_all(rows, done);
    if (asked.profile || asked.hand_over)
        return bad;
    if (asked.json)
        say_json(done, facts.name);
    else if (asked.csv || asked.markdown)
        say_cells(done, asked.csv ? "," : " | ", asked.markdown);
    if ((asked.svg && !draw_sweep(done, asked.svg)) ||
        (asked.roofline && !draw_roofline(done, asked.roofline)))
        return std::fprintf(stderr,
                            "a picture could not be written: name a file of a folder that is "
                            "yours, and have a row without an error\n"),
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
