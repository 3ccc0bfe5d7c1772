// random_kernels.cpp: random_kernels SEED COUNT writes a CUDA program of COUNT small kernels, which
// random_kernels.h compares with the same text in plain C++. Every second kernel waits, in forms in
// which C++ calls functions that the code does not name; the others are loops and guards of threads
// that are on their own, in several blocks with rows. The same seed writes the same program.
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

namespace {

enum { THREADS = 64, WARP = 32 };

std::string as_text(unsigned number) {
    return std::to_string(number);
}
std::string as_text(const std::string &text) {
    return text;
}

// The text with the arguments in place of $0, $1, $2, ...
template <class... A> std::string filled(const std::string &text, const A &...arguments) {
    const std::vector<std::string> all = {as_text(arguments)...};
    std::string out;
    for (size_t i = 0; i < text.size(); i++)
        out += text[i] == '$' ? all.at((size_t)(text[++i] - '0')) : std::string(1, text[i]);
    return out;
}

class Writer {
  public:
    explicit Writer(unsigned seed) : state_(seed * 2654435761u + 1) {
        asks_ =
            chance(2); // whole files without a function that asks, or that waits, take other ways
        waits_ = chance(6);
    }

    std::string waiting(unsigned number); // both write a kernel, with what it calls
    std::string on_their_own(unsigned number);

  private:
    unsigned state_, number_ = 0, used_ = 0;
    bool asks_, waits_;
    std::string helpers_, body_;
    std::vector<std::string> variables_;

    unsigned random(unsigned below) {
        state_ = state_ * 1664525u + 1013904223u;
        return (unsigned)(((unsigned long long)(state_ ^ (state_ >> 15)) * below) >> 32);
    }
    bool chance(unsigned one_in) {
        return random(one_in) == 0;
    }
    std::string pick(std::initializer_list<const char *> all) {
        return all.begin()[random((unsigned)all.size())];
    }
    std::string name(const char *begin) { // nobody else's
        return filled("$0$1_$2", std::string(begin), number_, used_++);
    }
    template <class... A> void helper(const std::string &text, const A &...arguments) {
        helpers_ += filled(text, arguments...) + "\n";
    }
    template <class... A> void line(const std::string &text, const A &...arguments) {
        body_ += "    " + filled(text, arguments...) + "\n";
    }
    // What one of the functions adds to its result.
    std::string term() {
        std::string one = filled(" + $0u", random(100));
        return asks_ && !chance(3) ? filled("$0 + threadIdx.x * $1u", one, 1 + random(9)) : one;
    }
    std::string leaf();
    std::string expression(unsigned depth = 2);
    void keep(const std::string &variable) {
        variables_.push_back(variable);
    }
    std::string variable(const std::string &value) {
        std::string x = name("x");
        line("unsigned $0 = $1;", x, value);
        return x;
    }
    void declare(const std::string &value) {
        keep(variable(value));
    }
    // A class: its members, where $0 is its name. Returns its name.
    template <class... A> std::string a_class(const std::string &members, const A &...arguments) {
        std::string c = name("C");
        helper("struct $0 { unsigned v; " + members + " };", c, arguments...);
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
    void function_argument();
    void named_min();
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
    void waits_unseen();
    void range();
    void array();
    void switches();
    void own_loop();
    void global();
    void copies();
    void counts();
    void exchange(const std::string &to);
    void last_condition(const std::string &all);
    std::string bound();
    void stride_loop(const std::string &inner);
    void plain_loop(const std::string &inner);
    void grid_loop(const std::string &inner);
    void grid_body();
    std::string guard_terms(const std::string &between);
    void guarded_body();
};

// ---- expressions

std::string Writer::leaf() {
    unsigned kind = random(6);
    if (!variables_.empty() && kind < 3)
        return variables_[random((unsigned)variables_.size())];
    unsigned constant = random(50);
    return kind == 3   ? "threadIdx.x"
           : kind == 4 ? "p.n"
           : kind == 5 ? "a[threadIdx.x]"
                       : filled("$0u", constant);
}

std::string Writer::expression(unsigned depth) {
    if (depth == 0 || chance(3))
        return leaf();
    std::string a = expression(depth - 1), b = expression(depth - 1);
    return filled("($0 $1 $2)", a, pick({"+", "-", "*", "^", "&"}), b);
}

// ---- what C++ calls by itself

void Writer::converts() {
    std::string c = a_class("__device__ $0(unsigned a) : v(a$1) {} "
                            "__device__ operator unsigned() const { return v$2; }",
                            term(), term());
    std::string r = name("r");
    line(pick({"$0 $1 = $2;", "$0 $1($2);"}), c, r, expression());
    if (chance(2))
        line("__syncthreads();");
    declare(r);
}

void Writer::made_of_nothing() {
    std::string c = name("C"), r = name("r");
    helper(pick({"struct $0 { unsigned v; __device__ $0() : v(1u$1) {} };",
                 "struct $0 { unsigned v = 1u$1; };"}),
           c, term());
    line("$0 $1;", c, r);
    declare(r + ".v + " + expression());
}

void Writer::has_operator() {
    std::string c = a_class(""), r = name("r");
    helper(
        pick({"__device__ unsigned operator+(const $0 &a, const unsigned &b) { return a.v + b$1; }",
              "__device__ unsigned operator+($0 a, unsigned b) { return a.v + b$1; }"}),
        c, term());
    line("$0 $1 = {$2};", c, r, chance(2) ? "3u" : expression());
    declare(r + " + " + expression());
}

void Writer::changes_operand() {
    std::string c = a_class(""), r = name("r");
    helper("__device__ void operator<<($0 &a, unsigned &b) { a.v += b; b += 1u$1; }", c, term());
    line("$0 $1 = {$2};", c, r, expression());
    std::string x = variable(chance(2) ? expression() : leaf());
    if (chance(2))
        line("__syncthreads();");
    line("$0 << $1;", r, x);
    keep(x);
    keep(r + ".v");
}

void Writer::is_called() {
    std::string c =
        a_class(pick({"template <class T> __device__ T operator()(T a) const { return a + v$1; }",
                      "__device__ unsigned operator()(unsigned a) const { return a + v$1; }"}),
                term());
    std::string r = name("r");
    line("$0 $1{$2};", c, r, expression());
    declare(filled("$0($1)", r, expression()));
}

void Writer::default_argument() {
    std::string f = name("f");
    helper("__device__ unsigned $0(unsigned a, unsigned b = 0u$1) { return a ^ b; }", f, term());
    declare(filled("$0($1)", f, expression()));
}

void Writer::ends() {
    std::string c = name("C"), x = variable(expression());
    helper("struct $0 { unsigned *p; __device__ ~$0() { *p += 2u$1; } };", c, term());
    line("{ $0 guard{&$1};", c, x);
    if (chance(2))
        line("    __syncthreads();");
    line("    $0 ^= $1; }", x, expression());
    keep(x);
}

void Writer::members() {
    std::string base =
        a_class("__device__ unsigned of(unsigned a) const { return a + v$1; }", term());
    std::string c = name("C"), r = name("r");
    helper("struct $0 : $1 { static __device__ unsigned twice(unsigned a) { return 2 * a$2; } };",
           c, base, term());
    line("$0 $1;", c, r);
    line("$0.v = $1;", r, expression());
    declare(filled("$0.of($1)", r, expression()));
    declare(filled("$0::twice($1)", c, variables_.back()));
}

void Writer::tests() {
    std::string c = a_class("__device__ operator bool() const { return (v$1) & 1u; }", term());
    std::string r = name("r"), x = name("x");
    line("$0 $1 = {$2};", c, r, expression());
    line("unsigned $0;", x);
    line("if ($0) $1 = $2;", r, x, expression());
    line("else $0 = $1;", x, expression());
    keep(x);
}

void Writer::subscripts() {
    std::string c =
        a_class("__device__ unsigned operator[](unsigned i) const { return v * i$1; }", term());
    std::string r = name("r");
    line("const $0 $1 = {$2};", c, r, expression());
    declare(filled("$0[$1]", r, expression()));
}

void Writer::steps() {
    std::string c =
        a_class("__device__ $0 &operator++() { v += 1u$1; return *this; } "
                "__device__ $0 &operator+=(unsigned b) { v = 3 * v + b; return *this; }",
                term());
    std::string r = name("r");
    line("$0 $1{$2};", c, r, chance(2) ? expression() : "4u");
    line("++$0;", r);
    line("$0 += $1;", r, expression());
    keep(r + ".v");
}

void Writer::enumerated() {
    std::string e = name("E"), x = name("x");
    helper("enum $0 { $0_a = 2, $0_b = 5 };\n"
           "__device__ unsigned operator*($0 a, unsigned b) { return (unsigned)a + b$1; }",
           e, term());
    line("$0 $1 = $0_b;", e, x);
    declare(x + " * " + expression());
}

void Writer::lambda() {
    std::string x = name("x");
    line("auto $0 = [&](unsigned b) { return b * ($1) + threadIdx.x; };", x, expression());
    declare(filled("$0($1)", x, expression()));
}

// ---- names

void Writer::shadows() {
    std::string f = name("f"), x = variable(expression());
    helper("__device__ unsigned $0(unsigned a) { return a + threadIdx.x; }", f);
    line("{");
    line("    unsigned inner = $0, $1 = 3u * threadIdx.x;", x, f);
    line("    { unsigned $0 = inner + $1; inner ^= $0; __syncthreads(); }", x, f);
    line("    $0 += inner;", x);
    line("}");
    keep(x);
    declare(filled("$0($1)", f, expression()));
}

// A function that waits becomes part of the kernel, which has other things of the same names.
void Writer::inlined_name() {
    bool captured = chance(3); // by the kernel's parameter
    std::string base = captured ? "p" : name("x"), f = name("f");
    if (!captured)
        helper("__device__ unsigned $0 = $1u;", base, random(100));
    helper("__device__ unsigned $0(unsigned v) { v += __shfl_xor_sync(~0u, v, 3); return v + $1; }",
           f, base);
    std::string x = captured ? name("x") : base;
    line("unsigned $0 = $1;", x, expression());
    keep(x);
    declare(filled("$0($1)", f, x));
}

void Writer::keeps_reference() {
    bool constant = chance(2);
    std::string c = name("C"), r = name("r"), x = variable(expression(1));
    helper("struct $0 { $1v; __device__ $0($1a) : v(a) {} };", c,
           std::string(constant ? "const unsigned &" : "unsigned &"));
    line(pick({"$0 $1 = $2;", "$0 $1($2);"}), c, r, x);
    line("__syncthreads();");
    if (!constant)
        line("$0.v += $1;", r, expression());
    line("__syncthreads();");
    keep(x);
    declare(r + ".v");
}

void Writer::deduced() {
    std::string c = a_class("__device__ $0(unsigned a) : v(a$1) {}", term());
    std::string alias = name("T"), make = name("f"), r = name("r");
    helper("using $0 = $1;", alias, c);
    helper("template <class T> __device__ T $0(unsigned a) { return a; }", make);
    line(pick({"$0 $1 = $2<$0>($3);", "const $0 $1($3);"}), alias, r, make, expression());
    line("__syncthreads();");
    declare(r + ".v");
}

void Writer::nested() {
    std::string f = name("f"), g = name("f"), h = name("f");
    helper("__device__ unsigned $0(unsigned a) { return a$1; }", f, term());
    helper("template <class T> __device__ T $0(T a) { return $1(a) * 3; }", g, f);
    helper("namespace n { inline __device__ unsigned $0(unsigned a) { return $1<unsigned>(a) ^ 5u; "
           "} }",
           h, g);
    declare(filled("n::$0($1)", h, expression()));
}

void Writer::function_argument() {
    std::string f = name("f"), g = name("f");
    helper("__device__ unsigned $0(unsigned a) { return a$1; }", f, term());
    helper("template <unsigned (*F)(unsigned)> __device__ unsigned $0(unsigned a) { return F(a); }",
           g);
    declare(filled("$0<$1>($2)", g, f, expression()));
}

void Writer::named_min() {
    std::string c = name("C"), x = name("x");
    helper("struct $0 { __device__ unsigned operator()(unsigned a, unsigned b) const { "
           "return a + b$1; } };",
           c, term());
    line("unsigned $0;", x);
    line("{ $0 min; $1 = min(4u, 5u); __syncthreads(); }", c, x);
    keep(x);
}

// ---- what waits

void Writer::shuffles() {
    declare(filled("__shfl$0_sync(~0u, $1, $2)", pick({"", "_up", "_down", "_xor"}), expression(),
                   1 + random(WARP - 1)));
}

void Writer::votes() {
    declare(filled("(unsigned)$0(~0u, $1 & 1u)",
                   pick({"__ballot_sync", "__any_sync", "__all_sync"}), expression()));
}

void Writer::exchange(const std::string &to) {
    line("s[threadIdx.x] = $0;", to);
    line("__syncthreads();");
    line("$0 += s[(threadIdx.x + $1) % 64];", to, 1 + random(THREADS - 1));
    line("__syncthreads();");
}

void Writer::exchanges() {
    std::string x = variable(expression());
    exchange(x);
    keep(x);
}

void Writer::loops() {
    std::string x = variable(expression()), i = name("i");
    line("for (unsigned $0 = 1; $0 < p.n; $0 *= 2) {", i);
    line("    s[threadIdx.x] = $0 + $1;", x, i);
    line("    __syncthreads();");
    line("    $0 = s[(threadIdx.x + $1) % 64] ^ $2;", x, 1 + random(THREADS - 1), expression());
    line("    __syncthreads();");
    line("}");
    keep(x);
}

void Writer::condition() {
    std::string x = variable(expression());
    line("if (p.n > $0u) {", random(14));
    exchange(x);
    line("}");
    keep(x);
}

void Writer::do_loop() {
    std::string x = variable(expression()), i = name("i");
    line("unsigned $0 = 0;", i);
    line("do {");
    exchange(x);
    line("} while (++$0 < 2);", i);
    keep(x);
}

void Writer::uniform_do_loop() {
    std::string x = variable(expression()), i = name("i");
    line("unsigned $0 = $1;", i, 1 + random(3));
    line("do {");
    line("    s[threadIdx.x] = $0 + $1;", x, i);
    line("    __syncthreads();");
    line("    $0 ^= s[(threadIdx.x + 7) % 64];", x);
    line("    __syncthreads();");
    line("    $0--;", i);
    line("} while ($0 > 0);", i);
    keep(x);
}

// T and N are deduced, said, or have another meaning in the kernel.
void Writer::waiting_template() {
    std::string f = name("f"), x = variable(expression()), by = as_text(1 + random(WARP - 1));
    bool says = chance(2);
    helper("template <class T$0> __device__ T $1(T v) { "
           "const T w = T(__shfl_xor_sync(~0u, v, $2)); return v * 3 + w$3; }",
           std::string(says ? ", int N" : ""), f, says ? "N" : by, term());
    keep(x);
    declare(filled(says ? "$0<unsigned, $1>($2)" : "$0($2)", f, by, x));
}

// Its variable is one, however often it is called: what a call left there, the next one finds.
void Writer::shared_in_function() {
    std::string f = name("f"), room = name("room");
    helper("__device__ unsigned $0(unsigned v, bool first) { $1__shared__ unsigned $2[64]; "
           "if (first) $2[threadIdx.x] = v; __syncthreads(); unsigned r = $2[63 - threadIdx.x]; "
           "__syncthreads(); return r + v; }",
           f, pick({"STATIC ", ""}), room);
    declare(filled("$0($1, true)", f, expression()));
    declare(filled("$0($1, false)", f, expression()));
}

void Writer::sized_array() {
    std::string x = name("x"), n = name("n"), i = name("i");
    if (chance(2))
        helper("const int $0 = 3;", n);
    else
        line(pick({"const", "constexpr"}) + " int $0 = 3;", n);
    line("unsigned $0[$1] = {$2};", x, n, expression());
    line("for (int $0 = 1; $0 < $1; $0++)", i, n);
    line("    $0[$1] = $0[$1 - 1] + $2;", x, i, expression());
    line("__syncthreads();");
    keep(x + "[2]");
}

void Writer::reference() {
    std::string f = name("f"), x = variable(expression());
    helper("__device__ void $0(unsigned &v, unsigned by) { unsigned w = v; "
           "v += __shfl_xor_sync(~0u, w, 9) * by$1; }",
           f, term());
    line("$0($1, $2);", f, x, expression());
    keep(x);
}

// A barrier under a condition behind which nothing comes.
void Writer::last_condition(const std::string &all) {
    unsigned below = 1 + random(THREADS);
    line("unsigned last = $0;", all);
    line("if (threadIdx.x < $0u && p.n == 7u) {", below);
    line("    s[threadIdx.x] = last;");
    line("    __syncthreads();");
    line("    o[threadIdx.x] = s[$0u - 1u - threadIdx.x] + last;", below);
    line("}");
}

void Writer::waits_unseen() {
    if (!waits_)
        return;
    static const struct {
        const char *member, *use;
    } kinds[] = {{"operator unsigned()", "$0"},
                 {"unsigned operator-()", "-$0"},
                 {"unsigned operator[](int)", "$0[0]"}};
    const auto &kind = kinds[random(3)];
    std::string c = a_class("__device__ $1 const { return __shfl_xor_sync(~0u, v, 5); }",
                            std::string(kind.member));
    std::string r = name("r");
    line("$0 $1{$2};", c, r, expression());
    declare(filled(kind.use, r));
}

// ---- each thread by itself

void Writer::range() {
    std::string c = name("C"), x = variable(expression());
    helper("struct $0 { unsigned v[3]; __device__ unsigned *begin() { v[0] = 1u$1; return v; } "
           "__device__ unsigned *end() { return v + 3; } };",
           c, term());
    line("{ $0 all = {{0u, $1, 9u}}; for (unsigned one : all) $2 = 5 * $2 + one; }", c,
         expression(), x);
    keep(x);
}

void Writer::array() {
    std::string x = name("x");
    line("unsigned $0[2] = {$1, $2};", x, expression(), expression());
    line("__syncthreads();");
    line("$0[threadIdx.x & 1] += 3;", x);
    keep(x + "[0]");
    keep(x + "[1]");
}

void Writer::switches() {
    std::string x = variable(expression());
    line("switch ($0 % 3) {", x);
    line("case 0: $0 += 5; // fallthrough", x);
    line("case 1: $0 ^= $1; break;", x, expression());
    line("default: $0 = threadIdx.x;", x);
    line("}");
    keep(x);
}

void Writer::own_loop() {
    std::string x = variable(expression()), i = name("i");
    line("unsigned $0 = threadIdx.x % 5;", i);
    line("while ($0-- > 0) {", i);
    line("    if ($0 % 7 == 3) break;", x);
    line("    $0 = $0 * 3 + 1;", x);
    line("}");
    keep(x);
}

// Read before a barrier, changed behind it: nobody may read it again. The name is a constant's,
// too.
void Writer::global() {
    std::string g = name("g"), x = name("x");
    helper("__device__ unsigned $0 = $1;", g, random(100));
    helper("template <int $0> struct $1 { enum { of = $0 }; };", g, name("C"));
    line("unsigned $0 = $1 + threadIdx.x;", x, g);
    line("__syncthreads();");
    line("if (threadIdx.x == 0) $0 = 1000;", g);
    line("__syncthreads();");
    keep(x);
}

void Writer::copies() {
    std::string c =
        a_class("__device__ $0(unsigned a) : v(a) {} "
                "__device__ $0(const $0 &o) : v(o.v$1) {} "
                "__device__ $0 &operator=(const $0 &o) { v = o.v + 2u$1; return *this; }",
                term());
    std::string r = name("r"), q = name("r");
    line("$0 $1($2), $3($1);", c, r, expression(), q);
    line("__syncthreads();");
    keep(q + ".v");
    line("$0 = $1;", r, q);
    keep(r + ".v");
}

// Atomic functions of __shared__ memory
void Writer::counts() {
    line("s[threadIdx.x] = 0;");
    line("__syncthreads();");
    line("$0(&s[($1) % 64u], $2);", pick({"atomicMax", "atomicAdd"}), expression(), expression());
    line("__syncthreads();");
    declare("s[threadIdx.x]");
    line("__syncthreads();");
}

// ---- threads on their own, in a grid: u, v, f and total are their variables, x and y their place

std::string Writer::bound() {
    return pick({"n", "n", "w", "p.n", "(int)p.n * 9", "-3", "100u", "n - 1", "h * w", "(short)90",
                 "300.5f", "n / 2", "2147483647", "4294967295u"});
}

// $0 of the lines is the loop's variable.
void Writer::stride_loop(const std::string &inner) {
    std::string i = name("i"), type = pick({"int", "unsigned", "size_t", "long long", "short"});
    std::string end = bound();
    if (end[0] == '-' && (type[0] == 'u' || type == "size_t"))
        end = "n";
    if (end[0] == '2' || end[0] == '4') { // near the largest number
        line("for (unsigned $0 = 4294967280u + threadIdx.x; $0 < 100u; $0 += 40u)", i);
        line("    u += a[$0 % 64u];", i);
        line("for (unsigned $0 = 2147483600u + threadIdx.x; $0 < 2147483700u; $0 += $1)", i,
             pick({"1u", "5u", "60u"}));
        line("    v += a[$0 % 64u];", i);
        line("for (unsigned $0 = 4294967200u + threadIdx.x; $0 < 4294967280u; $0 += $1)", i,
             pick({"1u", "5u"}));
        line("    { u += a[$0 % 64u] + $0; if ($0 > 4294967200u) u++; }" + inner, i);
        return;
    }
    std::string from =
        pick({"x", "threadIdx.x", "blockIdx.x * blockDim.x + threadIdx.x", "x + 5", "column",
              "(int)threadIdx.x - 20", "threadIdx.y * 3 + threadIdx.x", "x * 2", "y"});
    line("for ($0 $1 = $2; $1 < $3; $1 += $4) {", type, i, from, end,
         pick({"blockDim.x * gridDim.x", "blockDim.x", "stride", "7", "64u", "h"}));
    if (chance(3))
        line("    const unsigned twice = a[(size_t)$0 % 64] * 2; v ^= twice;", i);
    line("    " + pick({"u += a[(unsigned)$0 % 64];", "f += (float)(a[(unsigned)$0 % 64] & 255);",
                        "total += $0;", "if ($0 % 3 == 1) u ^= $0; else v += 3;",
                        "u = u * 31 + b[($0 & 1023)];", "total += b[((int)$0 + 7) & 1023], v++;"}),
         i);
    line(inner + "}");
}

void Writer::plain_loop(const std::string &inner) {
    std::string i = name("i");
    line("for (int $0 = $1; $0 < $2; $0++) {", i, pick({"0", "0", "1", "y"}),
         pick({"(int)p.n", "n / 8", "5", "h"}));
    line("    " + pick({"u += a[(y * 8 + $0) % 64] * b[($0 * 16 + x) & 1023];",
                        "f += (float)(b[($0 + x) & 1023] & 63);", "v ^= $0 + u;",
                        "total += b[(x + $0 * 3) & 1023] & 7;",
                        "u += a[(y * 8 + $0) % 64] * b[($0 * w + x) & 1023];",
                        "if (b[(x + w * $0) & 1023] & 1) v += u, total--;",
                        "o[y * w + x] += b[($0 * w + x) & 1023] + $0;"}),
         i);
    line(inner + "}");
}

void Writer::grid_loop(const std::string &inner) {
    if (chance(2))
        stride_loop(inner);
    else
        plain_loop(inner);
}

void Writer::grid_body() {
    for (const char *axis : {"x", "y"})
        line("const int $0 = " + pick({"blockIdx.$0 * blockDim.$0 + threadIdx.$0;",
                                       "threadIdx.$0 + blockDim.$0 * blockIdx.$0;"}),
             std::string(axis));
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

void Writer::guarded_body() {
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
    // A product with 0.25 is exact: whether the C++ compiler rounds it before the sum may differ.
    line(pick({"    u = u * 3 + b[(k * 8 + x) & 1023], f += (float)b[(k + x) & 1023] * 0.37f;",
               "    u = u * 3 + b[(k * w + x) & 1023], f += (float)b[(k + x) & 1023] * 0.25f;"}));
    line("o[y * w + x] += u + (unsigned)f; }");
    if (!last)
        line("if (" + guard_terms("&&") + ") o[y * w + x] ^= 5;");
}

// ---- a kernel

std::string Writer::waiting(unsigned number) {
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
                                              &Writer::function_argument,
                                              &Writer::named_min,
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
                                              &Writer::waits_unseen,
                                              &Writer::range,
                                              &Writer::array,
                                              &Writer::switches,
                                              &Writer::own_loop,
                                              &Writer::global,
                                              &Writer::copies,
                                              &Writer::counts};
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
    for (const std::string &v : variables_)
        all = filled("($0) * 31u + $1", all, v);
    if (!leaves && chance(4))
        last_condition(all);
    else
        line("o[threadIdx.x] = $0;", all);
    return filled("$0KERNEL(k$1) {\n    __shared__ unsigned s[64];\n$2}\n", helpers_, number,
                  body_);
}

std::string Writer::on_their_own(unsigned number) {
    number_ = number;
    used_ = 0;
    body_ = "";
    if (number % 4 < 2)
        guarded_body();
    else
        grid_body();
    return filled("KERNEL(k$0) {\n$1}\n", number, body_);
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "random_kernels SEED COUNT: writes a CUDA program of COUNT kernels that "
                        "check themselves\n");
        return 2;
    }
    const unsigned seed = (unsigned)atoi(argv[1]), count = (unsigned)atoi(argv[2]);
    Writer writer(seed);
    std::string cases;
    puts("#include \"random_kernels.h\"\nBEGIN\n__device__ unsigned p = 77u;");
    for (unsigned k = 0; k < count; k++) {
        // Classes that read threadIdx make every kernel of their file ask for it. So some files are
        // without them.
        const bool alone = seed % 2 == 0 || k % 2;
        fputs((alone ? writer.on_their_own(k) : writer.waiting(k)).c_str(), stdout);
        cases += filled(alone ? "{k$0, SHAPES}, " : "{k$0, 1}, ", k);
    }
    printf("END(%s)\n", cases.c_str());
    return 0;
}
