// random_kernels.cpp: random_kernels SEED COUNT writes a CUDA program of COUNT small kernels that
// wait, in forms in which C++ calls functions that the code does not name. While it writes a
// statement, it computes what that does in each thread: the program compares, and says which
// kernels are wrong. Every second kernel is of another kind: loops and guards of threads that are
// on their own, in several blocks with rows; the program has the same text as a function of plain
// C, and calls it for each thread. The same seed writes the same program.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace {

enum { THREADS = 64, WARP = 32, OTHER_P = 77 };
using Values = std::array<unsigned, THREADS>;

struct Expression {
    std::string text;
    Values values;
};

struct Made { // a kernel
    std::string helpers, body;
    Values result;
};

std::string operator+(const std::string &a, unsigned b) {
    return a + std::to_string(b);
}

unsigned input(unsigned i) { // what a[i] holds
    return (i * 2654435761u) >> 7;
}

class Writer {
  public:
    explicit Writer(unsigned seed) : state_(seed * 2654435761u + 1) {
        asks_ =
            chance(2); // whole files without a function that asks, or that waits, take other ways
        waits_ = chance(6);
    }

    Made kernel(unsigned number);
    std::string grid_body();
    std::string guard_terms(const std::string &between);
    std::string guarded_body();

  private:
    unsigned state_, number_ = 0, used_ = 0;
    bool asks_, waits_;
    std::string helpers_, body_;
    std::vector<Expression> variables_;

    unsigned random(unsigned below) {
        state_ = state_ * 1664525u + 1013904223u;
        return (unsigned)(((unsigned long long)(state_ ^ (state_ >> 15)) * below) >> 32);
    }
    bool chance(unsigned one_in) {
        return random(one_in) == 0;
    }
    std::string name(const char *begin) { // nobody else's
        return begin + std::to_string(number_) + "_" + std::to_string(used_++);
    }
    void helper(const std::string &text) {
        helpers_ += text + "\n";
    }
    void line(const std::string &text) {
        body_ += "    " + text + "\n";
    }

    // What one of the functions adds to its result: its text, and its value for a thread.
    struct Term {
        std::string text;
        unsigned constant, factor;
        unsigned of(unsigned t) const {
            return constant + factor * t;
        }
    };
    Term term() {
        Term one = {"", random(100), asks_ && !chance(3) ? 1 + random(9) : 0};
        one.text = std::string(" + ") + one.constant + "u";
        if (one.factor)
            one.text += std::string(" + threadIdx.x * ") + one.factor + "u";
        return one;
    }
    Values added(const Values &to, const Term &term) const {
        Values sum;
        for (unsigned t = 0; t < THREADS; t++)
            sum[t] = to[t] + term.of(t);
        return sum;
    }
    static Values both(const Values &a, const Values &b, unsigned (*how)(unsigned, unsigned)) {
        Values out;
        for (unsigned t = 0; t < THREADS; t++)
            out[t] = how(a[t], b[t]);
        return out;
    }

    Expression expression(unsigned depth = 2);
    Expression leaf();
    void keep(const std::string &variable, const Values &values) {
        variables_.push_back({variable, values});
    }
    void declare(const std::string &value, const Values &values) {
        std::string x = name("x");
        line("unsigned " + x + " = " + value + ";");
        keep(x, values);
    }
    // A class: its members, where $ is its name. Returns its name.
    std::string a_class(std::string members) {
        std::string c = name("C");
        for (size_t at; (at = members.find('$')) != members.npos;)
            members.replace(at, 1, c);
        helper("struct " + c + " { unsigned v; " + members + " };");
        return c;
    }

    void converts();
    void made_of_nothing();
    void has_operator();
    void changes_operand();
    void is_called();
    void default_argument();
    void ends();
    void members();
    void tests();
    void subscripts();
    void steps();
    void enumerated();
    void lambda();
    void shadows();
    void inlined_name();
    void keeps_reference();
    void deduced();
    void nested();
    void shuffles();
    void votes();
    void exchanges();
    void loops();
    void condition();
    void do_loop();
    void uniform_do_loop();
    void waiting_template();
    void shared_in_function();
    void sized_array();
    void reference();
    void last_condition(std::string &all, Values &result);
    void range();
    void array();
    void switches();
    void own_loop();
    void counts();
    std::string bound();
    std::string pick(std::initializer_list<const char *> all);
    void stride_loop(const std::string &inner);
    void plain_loop(const std::string &inner);
    void grid_loop(const std::string &inner);
    void function_argument();
    void waits_unseen();
    void global();
    void copies();
    void named_min();
    void exchange(const std::string &to, Values &values);
};

// ---- expressions

Expression Writer::leaf() {
    Expression e = {"", {}};
    unsigned kind = random(6);
    if (!variables_.empty() && kind < 3)
        return variables_[random((unsigned)variables_.size())];
    unsigned constant = random(50);
    e.text = kind == 3 ? "threadIdx.x" : kind == 4 ? "p.n" : std::string() + constant + "u";
    if (kind == 5)
        e.text = "a[threadIdx.x]";
    for (unsigned t = 0; t < THREADS; t++)
        e.values[t] = kind == 3 ? t : kind == 4 ? 7 : kind == 5 ? input(t) : constant;
    return e;
}

Expression Writer::expression(unsigned depth) {
    if (depth == 0 || chance(3))
        return leaf();
    static const struct {
        const char *text;
        unsigned (*of)(unsigned, unsigned);
    } operators[] = {
        {" + ", [](unsigned a, unsigned b) { return a + b; }},
        {" - ", [](unsigned a, unsigned b) { return a - b; }},
        {" * ", [](unsigned a, unsigned b) { return a * b; }},
        {" ^ ", [](unsigned a, unsigned b) { return a ^ b; }},
        {" & ", [](unsigned a, unsigned b) { return a & b; }},
    };
    Expression a = expression(depth - 1), b = expression(depth - 1);
    const auto &how = operators[random(sizeof operators / sizeof *operators)];
    return {"(" + a.text + how.text + b.text + ")", both(a.values, b.values, how.of)};
}

// ---- what C++ calls by itself

void Writer::converts() {
    Term in = term(), out = term();
    std::string c =
        a_class("__device__ $(unsigned a) : v(a" + in.text +
                ") {} __device__ operator unsigned() const { return v" + out.text + "; }");
    Expression e = expression();
    std::string r = name("r");
    line(c + " " + r + (chance(2) ? " = " + e.text + ";" : "(" + e.text + ");"));
    if (chance(2))
        line("__syncthreads();");
    declare(r, added(added(e.values, in), out));
}

void Writer::made_of_nothing() {
    Term one = term();
    Expression e = expression();
    std::string c, r = name("r");
    if (chance(2)) {
        c = a_class("__device__ $() : v(1u" + one.text + ") {}");
    } else {
        c = name("C");
        helper("struct " + c + " { unsigned v = 1u" + one.text + "; };");
    }
    line(c + " " + r + ";");
    Values values = added(e.values, one);
    for (unsigned &v : values)
        v++;
    declare(r + ".v + " + e.text, values);
}

void Writer::has_operator() {
    Term one = term();
    std::string c = a_class(""), r = name("r"), reference = chance(2) ? "const " : "";
    std::string mark = reference.empty() ? " " : " &";
    helper("__device__ unsigned operator+(" + reference + c + mark + "a, " + reference +
           "unsigned" + mark + "b) { return a.v + b" + one.text + "; }");
    Expression e = expression(), f = expression();
    if (chance(2))
        e = {"3u", {}}, e.values.fill(3);
    line(c + " " + r + " = {" + e.text + "};");
    declare(r + " + " + f.text,
            added(both(e.values, f.values, [](unsigned a, unsigned b) { return a + b; }), one));
}

void Writer::changes_operand() {
    Term one = term();
    std::string c = a_class(""), r = name("r"), x = name("x");
    helper("__device__ void operator<<(" + c + " &a, unsigned &b) { a.v += b; b += 1u" + one.text +
           "; }");
    Expression e = expression(), f = chance(2) ? expression() : leaf();
    line(c + " " + r + " = {" + e.text + "};");
    line("unsigned " + x + " = " + f.text + ";");
    if (chance(2))
        line("__syncthreads();");
    line(r + " << " + x + ";");
    Values changed = added(f.values, one);
    for (unsigned &v : changed)
        v++;
    keep(x, changed);
    keep(r + ".v", both(e.values, f.values, [](unsigned a, unsigned b) { return a + b; }));
}

void Writer::is_called() {
    Term one = term();
    std::string c = a_class(chance(2) ? "template <class T> __device__ T operator()(T a) const { "
                                        "return a + v" +
                                            one.text + "; }"
                                      : "__device__ unsigned operator()(unsigned a) const { return "
                                        "a + v" +
                                            one.text + "; }");
    Expression e = expression(), f = expression();
    std::string r = name("r");
    line(c + " " + r + "{" + e.text + "};");
    declare(r + "(" + f.text + ")",
            added(both(e.values, f.values, [](unsigned a, unsigned b) { return a + b; }), one));
}

void Writer::default_argument() {
    Term one = term();
    std::string f = name("f");
    helper("__device__ unsigned " + f + "(unsigned a, unsigned b = 0u" + one.text +
           ") { return a ^ b; }");
    Expression e = expression();
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = e.values[t] ^ one.of(t);
    declare(f + "(" + e.text + ")", values);
}

void Writer::ends() {
    Term one = term();
    std::string c = name("C"), x = name("x");
    helper("struct " + c + " { unsigned *p; __device__ ~" + c + "() { *p += 2u" + one.text +
           "; } };");
    Expression e = expression(), f = expression();
    line("unsigned " + x + " = " + e.text + ";");
    line("{");
    line("    " + c + " guard{&" + x + "};");
    bool wait = chance(2);
    if (wait)
        line("    __syncthreads();");
    line("    " + x + " ^= " + f.text + ";");
    line("}");
    Values values =
        added(both(e.values, f.values, [](unsigned a, unsigned b) { return a ^ b; }), one);
    for (unsigned &v : values)
        v += 2;
    keep(x, values);
}

void Writer::members() {
    Term one = term(), two = term();
    std::string base =
        a_class("__device__ unsigned of(unsigned a) const { return a + v" + one.text + "; }");
    std::string c = name("C"), r = name("r");
    helper("struct " + c + " : " + base +
           " { static __device__ unsigned twice(unsigned a) { return "
           "2 * a" +
           two.text + "; } };");
    Expression e = expression(), f = expression();
    line(c + " " + r + ";");
    line(r + ".v = " + e.text + ";");
    Values values =
        added(both(e.values, f.values, [](unsigned a, unsigned b) { return a + b; }), one);
    declare(r + ".of(" + f.text + ")", values);
    for (unsigned &v : values)
        v *= 2;
    declare(c + "::twice(" + variables_.back().text + ")", added(values, two));
}

void Writer::tests() {
    Term one = term();
    std::string c =
        a_class("__device__ operator bool() const { return (v" + one.text + ") & 1u; }");
    Expression e = expression(), yes = expression(), no = expression();
    std::string r = name("r"), x = name("x");
    line(c + " " + r + " = {" + e.text + "};");
    line("unsigned " + x + ";");
    line("if (" + r + ")");
    line("    " + x + " = " + yes.text + ";");
    line("else");
    line("    " + x + " = " + no.text + ";");
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = (e.values[t] + one.of(t)) & 1 ? yes.values[t] : no.values[t];
    keep(x, values);
}

void Writer::subscripts() {
    Term one = term();
    std::string c = a_class("__device__ unsigned operator[](unsigned i) const { return v * i" +
                            one.text + "; }");
    Expression e = expression(), f = expression();
    std::string r = name("r");
    line("const " + c + " " + r + " = {" + e.text + "};");
    declare(r + "[" + f.text + "]",
            added(both(e.values, f.values, [](unsigned a, unsigned b) { return a * b; }), one));
}

void Writer::steps() {
    Term one = term();
    std::string c = a_class("__device__ $ &operator++() { v += 1u" + one.text +
                            "; return *this; } __device__ $ &operator+=(unsigned b) { v = 3 * v + "
                            "b; return *this; }");
    Expression e = expression(), f = expression();
    std::string r = name("r");
    line(c + " " + r + "{" + (chance(2) ? e.text : (e.values.fill(4), std::string("4u"))) + "};");
    line("++" + r + ";");
    line(r + " += " + f.text + ";");
    Values values = added(e.values, one);
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = 3 * (values[t] + 1) + f.values[t];
    keep(r + ".v", values);
}

void Writer::enumerated() {
    Term one = term();
    std::string e = name("E"), x = name("x");
    helper("enum " + e + " { " + e + "_a = 2, " + e + "_b = 5 };\n__device__ unsigned operator*(" +
           e + " a, unsigned b) { return (unsigned)a + b" + one.text + "; }");
    Expression f = expression();
    line(e + " " + x + " = " + e + "_b;");
    Values values = added(f.values, one);
    for (unsigned &v : values)
        v += 5;
    declare(x + " * " + f.text, values);
}

void Writer::lambda() {
    Expression e = expression(), f = expression();
    std::string x = name("x");
    line("auto " + x + " = [&](unsigned b) { return b * (" + e.text + ") + threadIdx.x; };");
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = f.values[t] * e.values[t] + t;
    declare(x + "(" + f.text + ")", values);
}

// ---- names

void Writer::shadows() {
    Expression e = expression(), f = expression();
    std::string x = name("x"), fn = name("f");
    helper("__device__ unsigned " + fn + "(unsigned a) { return a + threadIdx.x; }");
    line("unsigned " + x + " = " + e.text + ";");
    line("{");
    line("    unsigned inner = " + x + ", " + fn + " = 3u * threadIdx.x;");
    line("    { unsigned " + x + " = inner + " + fn + "; inner ^= " + x + "; __syncthreads(); }");
    line("    " + x + " += inner;");
    line("}");
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = e.values[t] + (e.values[t] ^ (e.values[t] + 3 * t));
    keep(x, values);
    for (unsigned t = 0; t < THREADS; t++)
        f.values[t] += t;
    declare(fn + "(" + f.text + ")", f.values);
}

// A function that waits becomes part of the kernel, which has other things of the same names.
void Writer::inlined_name() {
    bool captured = chance(3); // by the kernel's parameter
    std::string base = captured ? "p" : name("x"), f = name("f");
    unsigned value = captured ? (unsigned)OTHER_P : random(100);
    if (!captured)
        helper("__device__ unsigned " + base + " = " + std::to_string(value) + "u;");
    helper("__device__ unsigned " + f +
           "(unsigned v) { v += __shfl_xor_sync(~0u, v, 3); return v "
           "+ " +
           base + "; }");
    Expression e = expression();
    std::string x = captured ? name("x") : base;
    line("unsigned " + x + " = " + e.text + ";");
    keep(x, e.values);
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = e.values[t] + e.values[t ^ 3] + value;
    declare(f + "(" + x + ")", values);
}

void Writer::keeps_reference() {
    bool constant = chance(2);
    std::string c = name("C"), x = name("x"), r = name("r");
    std::string reference = constant ? "const unsigned &" : "unsigned &";
    helper("struct " + c + " { " + reference + "v; __device__ " + c + "(" + reference +
           "a) : v(a) {} };");
    Expression e = expression(1), f = expression();
    line("unsigned " + x + " = " + e.text + ";");
    line(c + " " + r + (chance(2) ? " = " + x : "(" + x + ")") + ";");
    line("__syncthreads();");
    if (!constant) {
        line(r + ".v += " + f.text + ";");
        e.values = both(e.values, f.values, [](unsigned a, unsigned b) { return a + b; });
    }
    line("__syncthreads();");
    keep(x, e.values);
    declare(r + ".v", e.values);
}

void Writer::deduced() {
    Term one = term();
    std::string c = a_class("__device__ $(unsigned a) : v(a" + one.text + ") {}");
    std::string alias = name("T"), make = name("f"), r = name("r");
    helper("using " + alias + " = " + c + ";");
    helper("template <class T> __device__ T " + make + "(unsigned a) { return a; }");
    Expression e = expression();
    if (chance(2))
        line(alias + " " + r + " = " + make + "<" + alias + ">(" + e.text + ");");
    else
        line("const " + alias + " " + r + "(" + e.text + ");");
    line("__syncthreads();");
    declare(r + ".v", added(e.values, one));
}

void Writer::nested() {
    Term one = term();
    std::string f = name("f"), g = name("f"), h = name("f");
    helper("__device__ unsigned " + f + "(unsigned a) { return a" + one.text + "; }");
    helper("template <class T> __device__ T " + g + "(T a) { return " + f + "(a) * 3; }");
    helper("namespace n { inline __device__ unsigned " + h + "(unsigned a) { return " + g +
           "<unsigned>(a) ^ 5u; } }");
    Expression e = expression();
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = ((e.values[t] + one.of(t)) * 3) ^ 5u;
    declare("n::" + h + "(" + e.text + ")", values);
}

void Writer::function_argument() {
    Term one = term();
    std::string f = name("f"), g = name("f");
    helper("__device__ unsigned " + f + "(unsigned a) { return a" + one.text + "; }");
    helper("template <unsigned (*F)(unsigned)> __device__ unsigned " + g +
           "(unsigned a) { return F(a); }");
    Expression e = expression();
    declare(g + "<" + f + ">(" + e.text + ")", added(e.values, one));
}

void Writer::named_min() {
    Term one = term();
    std::string c = name("C");
    helper("struct " + c +
           " { __device__ unsigned operator()(unsigned a, unsigned b) const { return"
           " a + b" +
           one.text + "; } };");
    std::string x = name("x");
    line("unsigned " + x + ";");
    line("{");
    line("    " + c + " min;");
    line("    " + x + " = min(4u, 5u);");
    line("    __syncthreads();");
    line("}");
    Values nine;
    nine.fill(9);
    keep(x, added(nine, one));
}

// ---- what waits

void Writer::shuffles() {
    Expression e = expression();
    unsigned how = random(4), by = 1 + random(WARP - 1);
    static const char *const names[] = {"", "_up", "_down", "_xor"};
    Values values;
    for (unsigned t = 0; t < THREADS; t++) {
        unsigned lane = t % WARP, from = how == 0   ? by
                                         : how == 1 ? (lane >= by ? lane - by : lane)
                                         : how == 2 ? (lane + by < WARP ? lane + by : lane)
                                                    : lane ^ by;
        values[t] = e.values[t - lane + from];
    }
    declare(std::string("__shfl") + names[how] + "_sync(~0u, " + e.text + ", " + by + ")", values);
}

void Writer::votes() {
    Expression e = expression();
    unsigned how = random(3);
    static const char *const names[] = {"__ballot_sync", "__any_sync", "__all_sync"};
    Values values;
    for (unsigned t = 0; t < THREADS; t++) {
        unsigned bits = 0;
        for (unsigned lane = 0; lane < WARP; lane++)
            bits |= (e.values[t - t % WARP + lane] & 1) << lane;
        values[t] = how == 0 ? bits : how == 1 ? bits != 0 : bits == ~0u;
    }
    declare(std::string("(unsigned)") + names[how] + "(~0u, " + e.text + " & 1u)", values);
}

// s[t] = to; barrier; to += s of another thread; barrier
void Writer::exchange(const std::string &to, Values &values) {
    unsigned by = 1 + random(THREADS - 1);
    line("s[threadIdx.x] = " + to + ";");
    line("__syncthreads();");
    line(to + " += s[(threadIdx.x + " + std::to_string(by) + ") % 64];");
    line("__syncthreads();");
    Values before = values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] += before[(t + by) % THREADS];
}

void Writer::exchanges() {
    Expression e = expression();
    std::string x = name("x");
    line("unsigned " + x + " = " + e.text + ";");
    exchange(x, e.values);
    keep(x, e.values);
}

void Writer::loops() {
    Expression e = expression(), f = expression();
    std::string x = name("x"), i = name("i");
    unsigned by = 1 + random(THREADS - 1);
    line("unsigned " + x + " = " + e.text + ";");
    line("for (unsigned " + i + " = 1; " + i + " < p.n; " + i + " *= 2) {");
    line("    s[threadIdx.x] = " + x + " + " + i + ";");
    line("    __syncthreads();");
    line("    " + x + " = s[(threadIdx.x + " + by + ") % 64] ^ " + f.text + ";");
    line("    __syncthreads();");
    line("}");
    for (unsigned step = 1; step < 7; step *= 2) {
        Values before = e.values;
        for (unsigned t = 0; t < THREADS; t++)
            e.values[t] = (before[(t + by) % THREADS] + step) ^ f.values[t];
    }
    keep(x, e.values);
}

void Writer::condition() {
    Expression e = expression();
    std::string x = name("x");
    unsigned below = random(14);
    line("unsigned " + x + " = " + e.text + ";");
    line("if (p.n > " + std::to_string(below) + "u) {");
    Values then = e.values;
    exchange(x, then);
    line("}");
    keep(x, 7 > below ? then : e.values);
}

void Writer::do_loop() {
    Expression e = expression();
    std::string x = name("x"), i = name("i");
    line("unsigned " + x + " = " + e.text + ", " + i + " = 0;");
    line("do {");
    Values once = e.values;
    unsigned state = state_;
    exchange(x, once);
    std::string body = body_;
    state_ = state; // the same step again, for its values
    exchange(x, once);
    body_ = body;
    line("} while (++" + i + " < 2);");
    keep(x, once);
}

void Writer::uniform_do_loop() {
    Expression e = expression();
    std::string x = name("x"), i = name("i");
    unsigned times = 1 + random(3);
    line("unsigned " + x + " = " + e.text + ", " + i + " = " + times + ";");
    line("do {");
    line("    s[threadIdx.x] = " + x + " + " + i + ";");
    line("    __syncthreads();");
    line("    " + x + " ^= s[(threadIdx.x + 7) % 64];");
    line("    __syncthreads();");
    line("    " + i + "--;");
    line("} while (" + i + " > 0);");
    for (unsigned n = times; n > 0; n--) {
        Values before = e.values;
        for (unsigned t = 0; t < THREADS; t++)
            e.values[t] ^= before[(t + 7) % THREADS] + n;
    }
    keep(x, e.values);
}

// T and N are deduced, said, or have another meaning in the kernel.
void Writer::waiting_template() {
    Term one = term();
    std::string f = name("f"), x = name("x");
    unsigned by = 1 + random(WARP - 1);
    bool says = chance(2);
    helper("template <class T" + std::string(says ? ", int N" : "") + "> __device__ T " + f +
           "(T v) { const T w = T(__shfl_xor_sync(~0u, v, " + (says ? "N" : std::to_string(by)) +
           ")); return v * 3 + w" + one.text + "; }");
    Expression e = expression();
    line("unsigned " + x + " = " + e.text + ";");
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = e.values[t] * 3 + e.values[t ^ by] + one.of(t);
    keep(x, e.values);
    declare(f + (says ? std::string("<unsigned, ") + by + ">" : "") + "(" + x + ")", values);
}

// Its variable is one, however often it is called: what a call left there, the next one finds.
void Writer::shared_in_function() {
    std::string f = name("f"), room = name("room"), x = name("x");
    helper("__device__ unsigned " + f + "(unsigned v, bool first) { " +
           (chance(2) ? "static " : "") + "__shared__ unsigned " + room + "[64]; if (first) " +
           room + "[threadIdx.x] = v; __syncthreads(); unsigned r = " + room +
           "[63 - threadIdx.x]; __syncthreads(); return r + v; }");
    Expression e = expression(), g = expression();
    line("unsigned " + x + " = " + f + "(" + e.text + ", true);");
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = e.values[THREADS - 1 - t] + e.values[t];
    keep(x, values);
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = e.values[THREADS - 1 - t] + g.values[t];
    declare(f + "(" + g.text + ", false)", values);
}

void Writer::sized_array() {
    Expression e = expression(), f = expression();
    std::string x = name("x"), n = name("n"), i = name("i");
    if (chance(2))
        helper("const int " + n + " = 3;");
    else
        line((chance(2) ? "const" : "constexpr") + std::string(" int ") + n + " = 3;");
    line("unsigned " + x + "[" + n + "] = {" + e.text + "};");
    line("for (int " + i + " = 1; " + i + " < " + n + "; " + i + "++)");
    line("    " + x + "[" + i + "] = " + x + "[" + i + " - 1] + " + f.text + ";");
    line("__syncthreads();");
    for (unsigned t = 0; t < THREADS; t++)
        e.values[t] += 2 * f.values[t];
    keep(x + "[2]", e.values);
}

void Writer::reference() {
    Term one = term();
    std::string f = name("f"), x = name("x");
    helper("__device__ void " + f +
           "(unsigned &v, unsigned by) { unsigned w = v; v += __shfl_xor_sync(~0u, w, 9) * by" +
           one.text + "; }");
    Expression e = expression(), g = expression();
    line("unsigned " + x + " = " + e.text + ";");
    line(f + "(" + x + ", " + g.text + ");");
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = e.values[t] + e.values[t ^ 9] * g.values[t] + one.of(t);
    keep(x, values);
}

// A barrier under a condition behind which nothing comes.
void Writer::last_condition(std::string &all, Values &result) {
    unsigned below = 1 + random(THREADS);
    line("unsigned last = " + all + ";");
    line("if (threadIdx.x < " + std::to_string(below) + "u && p.n == 7u) {");
    line("    s[threadIdx.x] = last;");
    line("    __syncthreads();");
    line("    o[threadIdx.x] = s[" + std::to_string(below) + "u - 1u - threadIdx.x] + last;");
    line("}");
    Values before = result;
    for (unsigned t = 0; t < THREADS; t++)
        result[t] = t < below ? before[below - 1 - t] + before[t] : 0;
}

void Writer::waits_unseen() {
    if (!waits_)
        return;
    Expression e = expression();
    std::string r = name("r"), c;
    unsigned kind = random(3);
    const std::string shuffle = "__shfl_xor_sync(~0u, v, 5)";
    if (kind == 0)
        c = a_class("__device__ operator unsigned() const { return " + shuffle + "; }");
    else if (kind == 1)
        c = a_class("__device__ unsigned operator-() const { return " + shuffle + "; }");
    else
        c = a_class("__device__ unsigned operator[](int) const { return " + shuffle + "; }");
    line(c + " " + r + "{" + e.text + "};");
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = e.values[t ^ 5];
    declare(kind == 0 ? r : kind == 1 ? "-" + r : r + "[0]", values);
}

// ---- each thread by itself

void Writer::range() {
    Term one = term();
    std::string c = name("C"), x = name("x");
    helper("struct " + c + " { unsigned v[3]; __device__ unsigned *begin() { v[0]" + " = 1u" +
           one.text + "; return v; } __device__ unsigned *end() { return v + 3; } };");
    Expression e = expression(), f = expression();
    line("unsigned " + x + " = " + e.text + ";");
    line("{");
    line("    " + c + " all = {{0u, " + f.text + ", 9u}};");
    line("    for (unsigned one : all)");
    line("        " + x + " = 5 * " + x + " + one;");
    line("}");
    for (unsigned t = 0; t < THREADS; t++)
        e.values[t] = 5 * (5 * (5 * e.values[t] + 1 + one.of(t)) + f.values[t]) + 9;
    keep(x, e.values);
}

void Writer::array() {
    Expression e = expression(), f = expression();
    std::string x = name("x");
    line("unsigned " + x + "[2] = {" + e.text + ", " + f.text + "};");
    line("__syncthreads();");
    line(x + "[threadIdx.x & 1] += 3;");
    for (unsigned t = 0; t < THREADS; t++)
        (t & 1 ? f : e).values[t] += 3;
    keep(x + "[0]", e.values);
    keep(x + "[1]", f.values);
}

void Writer::switches() {
    Expression e = expression(), f = expression();
    std::string x = name("x");
    line("unsigned " + x + " = " + e.text + ";");
    line("switch (" + x + " % 3) {");
    line("case 0: " + x + " += 5; // fallthrough");
    line("case 1: " + x + " ^= " + f.text + "; break;");
    line("default: " + x + " = threadIdx.x;");
    line("}");
    for (unsigned t = 0; t < THREADS; t++) {
        unsigned &v = e.values[t], of = v % 3, operand = f.values[t];
        v = of == 2 ? t : of == 0 ? (v + 5) ^ operand : v ^ operand;
    }
    keep(x, e.values);
}

void Writer::own_loop() {
    Expression e = expression();
    std::string x = name("x"), i = name("i");
    line("unsigned " + x + " = " + e.text + ", " + i + " = threadIdx.x % 5;");
    line("while (" + i + "-- > 0) {");
    line("    if (" + x + " % 7 == 3) break;");
    line("    " + x + " = " + x + " * 3 + 1;");
    line("}");
    for (unsigned t = 0; t < THREADS; t++)
        for (unsigned n = t % 5; n > 0 && e.values[t] % 7 != 3; n--)
            e.values[t] = e.values[t] * 3 + 1;
    keep(x, e.values);
}

// Read before a barrier, changed behind it: nobody may read it again. The name is a constant's,
// too.
void Writer::global() {
    std::string g = name("g"), x = name("x");
    unsigned value = random(100);
    helper("__device__ unsigned " + g + " = " + std::to_string(value) + ";");
    helper("template <int " + g + "> struct " + name("C") + " { enum { of = " + g + " }; };");
    line("unsigned " + x + " = " + g + " + threadIdx.x;");
    line("__syncthreads();");
    line("if (threadIdx.x == 0) " + g + " = 1000;");
    line("__syncthreads();");
    Values values;
    for (unsigned t = 0; t < THREADS; t++)
        values[t] = value + t;
    keep(x, values);
}

void Writer::copies() {
    Term one = term();
    std::string c = a_class("__device__ $(unsigned a) : v(a) {} __device__ $(const $ &o) : v(o.v" +
                            one.text + ") {} __device__ $ &operator=(const $ &o) { v = o.v + 2u" +
                            one.text + "; return *this; }");
    Expression e = expression(), f = expression();
    std::string r = name("r"), q = name("r");
    line(c + " " + r + "(" + e.text + "), " + q + "(" + r + ");");
    line("__syncthreads();");
    keep(q + ".v", added(e.values, one));
    line(r + " = " + q + ";");
    Values values = added(added(e.values, one), one);
    for (unsigned &v : values)
        v += 2;
    keep(r + ".v", values);
}

// Atomic functions of __shared__ memory
void Writer::counts() {
    Expression e = expression(), f = expression();
    std::string x = name("x");
    unsigned most = random(2);
    line("s[threadIdx.x] = 0;");
    line("__syncthreads();");
    line(std::string(most ? "atomicMax" : "atomicAdd") + "(&s[(" + e.text + ") % 64u], " + f.text +
         ");");
    line("__syncthreads();");
    line("unsigned " + x + " = s[threadIdx.x];");
    line("__syncthreads();");
    Values values;
    values.fill(0);
    for (unsigned t = 0; t < THREADS; t++) {
        unsigned &at = values[e.values[t] % 64];
        at = most ? std::max(at, f.values[t]) : at + f.values[t];
    }
    keep(x, values);
}

// ---- threads on their own, in a grid: u, v, f and total are their variables, x and y their place

std::string Writer::pick(std::initializer_list<const char *> all) {
    return all.begin()[random((unsigned)all.size())];
}

std::string Writer::bound() {
    return pick({"n", "n", "w", "p.n", "(int)p.n * 9", "-3", "100u", "n - 1", "h * w", "(short)90",
                 "300.5f", "n / 2", "2147483647", "4294967295u"});
}

void Writer::stride_loop(const std::string &inner) {
    std::string i = name("i"), type = pick({"int", "unsigned", "size_t", "long long", "short"});
    std::string end = bound();
    if (end[0] == '-' && (type[0] == 'u' || type == "size_t"))
        end = "n";
    if (end[0] == '2' || end[0] == '4') { // near the largest number
        line("for (unsigned " + i + " = 4294967280u + threadIdx.x; " + i + " < 100u; " + i +
             " += 40u)");
        line("    u += a[" + i + " % 64u];");
        line("for (unsigned " + i + " = 2147483600u + threadIdx.x; " + i + " < 2147483700u; " + i +
             " += " + pick({"1u", "5u", "60u"}) + ")");
        line("    v += a[" + i + " % 64u];");
        line("for (unsigned " + i + " = 4294967200u + threadIdx.x; " + i + " < 4294967280u; " + i +
             " += " + pick({"1u", "5u"}) + ")");
        line("    { u += a[" + i + " % 64u] + " + i + "; if (" + i + " > 4294967200u) u++; }" +
             inner);
        return;
    }
    line("for (" + type + " " + i + " = " +
         pick({"x", "threadIdx.x", "blockIdx.x * blockDim.x + threadIdx.x", "x + 5", "column",
               "(int)threadIdx.x - 20", "threadIdx.y * 3 + threadIdx.x", "x * 2", "y"}) +
         "; " + i + " < " + end + "; " + i + " += " +
         pick({"blockDim.x * gridDim.x", "blockDim.x", "stride", "7", "64u", "h"}) + ") {");
    if (chance(3))
        line("    const unsigned twice = a[(size_t)" + i + " % 64] * 2; v ^= twice;");
    line("    " + pick({"u += a[(unsigned)$ % 64];", "f += (float)(a[(unsigned)$ % 64] & 255);",
                        "total += $;", "if ($ % 3 == 1) u ^= $; else v += 3;",
                        "u = u * 31 + b[($ & 1023)];", "total += b[((int)$ + 7) & 1023], v++;"}));
    for (size_t at; (at = body_.find('$')) != body_.npos;)
        body_.replace(at, 1, i);
    line(inner + "}");
}

void Writer::plain_loop(const std::string &inner) {
    std::string i = name("i");
    line("for (int " + i + " = " + pick({"0", "1", "y"}) + "; " + i + " < " +
         pick({"(int)p.n", "n / 8", "5", "h"}) + "; " + i + "++) {");
    line("    " + pick({"u += a[(y * 8 + $) % 64] * b[($ * 16 + x) & 1023];",
                        "f += (float)(b[($ + x) & 1023] & 63);", "v ^= $ + u;",
                        "total += b[(x + $ * 3) & 1023] & 7;"}));
    for (size_t at; (at = body_.find('$')) != body_.npos;)
        body_.replace(at, 1, i);
    line(inner + "}");
}

void Writer::grid_loop(const std::string &inner) {
    if (chance(2))
        stride_loop(inner);
    else
        plain_loop(inner);
}

std::string Writer::grid_body() {
    body_ = "";
    used_ = 0;
    static const char *const sums[] = {"blockIdx.$ * blockDim.$ + threadIdx.$",
                                       "threadIdx.$ + blockDim.$ * blockIdx.$"};
    for (const char *axis : {"x", "y"}) {
        std::string sum = sums[random(2)];
        for (size_t at; (at = sum.find('$')) != sum.npos;)
            sum.replace(at, 1, axis);
        line("const int " + std::string(axis) + " = " + sum + ";");
    }
    line("int n = p.n * 30, w = blockDim.x * gridDim.x, h = blockDim.y * gridDim.y;");
    line("unsigned u = 1, v = 2, stride = blockDim.x * gridDim.x; float f = 0; long long total = "
         "0;");
    line("unsigned column = threadIdx.x;");
    unsigned at = random(4);
    const bool waits = chance(3);
    if (at == 0)
        line("if (x >= " + pick({"w - 2", "n / 9", "30", "w"}) + " || y >= h - 1) return;");
    if (at == 1 || at == 2)
        line("if (" +
             pick({"x > 0 && y > 0 && x < w - 1 && y < h - 1", "x < n / 9 && y < h",
                   "y < 3 && x < w", "x >= 2 && 40 > x", "x < 20u", "x == 3 || y > 1",
                   "y > 0 && x != 5"}) +
             ") {");
    for (unsigned k = 1 + random(3); k > 0; k--) {
        if (chance(4))
            line(pick({"if (x < 25)", "if (y < 2 && x < w)", "if (u & 1)"}) + " {"), grid_loop("}");
        else
            grid_loop("");
        if (waits && at == 3)
            line("__syncthreads();");
    }
    if (at == 1 || at == 2)
        line("o[y * w + x] = a[(x + y) % 64] + u; }");
    line("o[y * w + x] += u * 7 + v * 3 + (unsigned)total + (unsigned)f;");
    return body_;
}

// ---- guards of a kernel in which only x and y tell the threads apart

std::string Writer::guard_terms(const std::string &between) {
    std::string terms;
    for (unsigned k = 1 + random(3); k > 0; k--) {
        std::string bound =
                        pick({"n / 7", "w - 1", "-3", "3", "0", "p.n", "(int)p.n * 4", "y", "y * 9",
                              "4294967295u", "(short)20", "7.5f", "w / 2", "2147483647", "h + 1"}),
                    mark = pick({"<", "<=", ">", ">=", "<", ">="});
        terms += terms.empty() ? "" : " " + between + " ";
        if (chance(3))
            terms += pick({"y > 0", "y < h - 1", "y == 1", "n > 40", "w != 33", "!(y < 2)",
                           "y < n - 300", "y >= n - 300"});
        else
            terms += chance(3) ? bound + " " + mark + " x" : "x " + mark + " " + bound;
    }
    return terms;
}

std::string Writer::guarded_body() {
    body_ = "";
    used_ = 0;
    line(pick({"int", "const int", "unsigned", "size_t", "long long", "auto"}) +
         " x = blockIdx.x * blockDim.x + threadIdx.x;");
    line("const int y = blockIdx.y * blockDim.y + threadIdx.y;");
    line("const int w = blockDim.x * gridDim.x, h = blockDim.y * gridDim.y; int n = p.n * 30;");
    for (unsigned k = random(3); k > 0; k--)
        line("if (" + guard_terms("||") + ") return;");
    const bool last = chance(2);
    line(last ? "if (" + guard_terms("&&") + ") {" : "{");
    line("unsigned u = a[(x + y) % 64]; float f = 0;");
    line("for (int k = 0; k < " + pick({"9", "n / 9", "y"}) + "; k++)");
    line("    u = u * 3 + b[(k * 8 + x) & 1023], f += (float)b[(k + x) & 1023] * 0.37f;");
    line("o[y * w + x] += u + (unsigned)f; }");
    if (!last)
        line("if (" + guard_terms("&&") + ") o[y * w + x] ^= 5;");
    return body_;
}

// ---- a kernel

Made Writer::kernel(unsigned number) {
    static void (Writer::*const forms[])() = {&Writer::converts,
                                              &Writer::made_of_nothing,
                                              &Writer::has_operator,
                                              &Writer::changes_operand,
                                              &Writer::is_called,
                                              &Writer::default_argument,
                                              &Writer::ends,
                                              &Writer::members,
                                              &Writer::tests,
                                              &Writer::subscripts,
                                              &Writer::steps,
                                              &Writer::enumerated,
                                              &Writer::lambda,
                                              &Writer::shadows,
                                              &Writer::inlined_name,
                                              &Writer::keeps_reference,
                                              &Writer::deduced,
                                              &Writer::nested,
                                              &Writer::shuffles,
                                              &Writer::votes,
                                              &Writer::exchanges,
                                              &Writer::loops,
                                              &Writer::condition,
                                              &Writer::do_loop,
                                              &Writer::uniform_do_loop,
                                              &Writer::waiting_template,
                                              &Writer::shared_in_function,
                                              &Writer::sized_array,
                                              &Writer::reference,
                                              &Writer::range,
                                              &Writer::array,
                                              &Writer::switches,
                                              &Writer::own_loop,
                                              &Writer::counts,
                                              &Writer::function_argument,
                                              &Writer::waits_unseen,
                                              &Writer::global,
                                              &Writer::copies,
                                              &Writer::named_min};
    number_ = number;
    used_ = 0;
    helpers_ = body_ = "";
    variables_.clear();
    for (unsigned n = 2 + random(4); n > 0; n--)
        (this->*forms[random(sizeof forms / sizeof *forms)])();
    exchanges(); // so that each waits, and all before it lives across a wait
    bool leaves = chance(4);
    if (leaves)
        line("if (threadIdx.x >= 32u) return;");
    if (leaves && chance(2))
        line("__syncthreads();");
    std::string all = "1u";
    Made made = {helpers_, "", {}};
    made.result.fill(1);
    for (const Expression &v : variables_) {
        all = "(" + all + ") * 31u + " + v.text;
        for (unsigned t = 0; t < THREADS; t++)
            made.result[t] = made.result[t] * 31 + v.values[t];
    }
    if (!leaves && chance(4))
        last_condition(all, made.result);
    else
        line("o[threadIdx.x] = " + all + ";");
    for (unsigned t = WARP; t < THREADS && leaves; t++)
        made.result[t] = 0;
    made.body = body_;
    return made;
}

// Runs a kernel in grids of several shapes, and the same for each thread in plain C.
const char *const compare_text =
    R"(static int compare(const char *name, void (*k)(unsigned *, const unsigned *, const unsigned *, P),
                   void (*h)(uint3, uint3, dim3, dim3, unsigned *, const unsigned *, const unsigned *, P)) {
    static unsigned *got, *b, right[1024];
    if (!got) {
        cudaMallocManaged(&got, sizeof right);
        cudaMallocManaged(&b, sizeof right);
        for (unsigned i = 0; i < 1024; i++) b[i] = i * 2246822519u >> 3;
    }
    static const dim3 shapes[][2] = {{{1, 1}, {64, 1}}, {{3, 2}, {16, 4}}, {{2, 3}, {33, 2}}, {{4, 1}, {7, 5}}, {{8, 1}, {32, 2}}};
    for (const auto &shape : shapes) {
        dim3 grid = shape[0], block = shape[1];
        for (unsigned i = 0; i < 1024; i++) got[i] = right[i] = i;
        k<<<grid, block>>>(got, a, b, P{7, 0});
        cudaError_t error = cudaDeviceSynchronize();
        for (unsigned Y = 0; Y < grid.y; Y++) for (unsigned X = 0; X < grid.x; X++)
            for (unsigned y = 0; y < block.y; y++) for (unsigned x = 0; x < block.x; x++)
                h(uint3{x, y, 0}, uint3{X, Y, 0}, block, grid, right, a, b, P{7, 0});
        for (int i = 0; i < 1024; i++)
            if (error || got[i] != right[i]) {
                printf("%s: element %d: %u, it must be %u: %s\n", name, i, got[i], right[i], cudaGetErrorString(error));
                return 1;
            }
    }
    return 0;
}
)";

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "random_kernels SEED COUNT: writes a CUDA program of COUNT kernels that "
                        "check themselves\n");
        return 2;
    }
    const unsigned seed = (unsigned)atoi(argv[1]), count = (unsigned)atoi(argv[2]);
    Writer writer(seed);
    std::string runs;
    printf("#include <cstdio>\nstruct P { unsigned n, unused; };\n__device__ unsigned p = %uu;\n",
           (unsigned)OTHER_P);
    // Host code and classes that read threadIdx make every kernel of their file ask for it. So some
    // files are without them.
    const bool only_grids = seed % 2 == 0;
    for (unsigned k = 0; k < count; k++) {
        if (only_grids || k % 2) {
            std::string body = k % 4 < 2 ? writer.guarded_body() : writer.grid_body(), plain = body;
            for (auto [word, instead] :
                 {std::pair{"__syncthreads();", ";"}, std::pair{"threadIdx", "thread"},
                  std::pair{"blockIdx", "block"}, std::pair{"blockDim", "size"},
                  std::pair{"gridDim", "grid"}})
                for (size_t at; (at = plain.find(word)) != plain.npos;)
                    plain.replace(at, strlen(word), instead);
            printf("__global__ void k%u(unsigned *o, const unsigned *a, const unsigned *b, P p) "
                   "{\n%s}\nstatic void h%u(uint3 thread, uint3 block, dim3 size, dim3 grid, "
                   "unsigned *o, const unsigned *a, const unsigned *b, P p) {\n%s}\n",
                   k, body.c_str(), k, plain.c_str());
            runs += std::string("    wrong += compare(\"k") + k + "\", k" + k + ", h" + k + ");\n";
            continue;
        }
        Made made = writer.kernel(k);
        printf("%s__global__ void k%u(unsigned *o, const unsigned *a, P p) {\n"
               "    __shared__ unsigned s[64];\n%s}\n"
               "static const unsigned right%u[64] = {",
               made.helpers.c_str(), k, made.body.c_str(), k);
        for (unsigned v : made.result)
            printf("%uu,", v);
        puts("};");
        runs += std::string("    wrong += check(\"k") + k + "\", k" + k + ", right" + k + ");\n";
    }
    printf("static unsigned *a, *o;\n"
           "static int check(const char *name, void (*k)(unsigned *, const unsigned *, P), const "
           "unsigned *right) {\n"
           "    cudaMemset(o, 0, 256);\n"
           "    k<<<1, 64>>>(o, a, P{7, 0});\n"
           "    cudaError_t error = cudaDeviceSynchronize();\n"
           "    for (int t = 0; t < 64; t++)\n"
           "        if (error || o[t] != right[t]) {\n"
           "            printf(\"%%s: thread %%d: %%u, it must be %%u: %%s\\n\", name, t, o[t], "
           "right[t], cudaGetErrorString(error));\n"
           "            return 1;\n"
           "        }\n"
           "    return 0;\n}\n%s"
           "int main() {\n    int wrong = 0;\n    cudaMallocManaged(&o, 256);\n"
           "    cudaMallocManaged(&a, 256);\n"
           "    for (unsigned i = 0; i < 64; i++) a[i] = (i * 2654435761u) >> 7;\n%s"
           "    return wrong ? 1 : 0;\n}\n",
           compare_text, runs.c_str());
    return 0;
}
