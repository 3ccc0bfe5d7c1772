#include "phases.h"

#include <algorithm>
#include <map>

#include "fragment.h"

// A kernel with barriers runs as phases: between two barriers every thread of the block in a
// loop. Where each thread's variable lives follows from how it is used:
//   uniform   the same for all threads: one variable of the block
//   computed  from threadIdx and uniform ones, cheaply: computed anew in each phase
//   kept      an array with an element for each thread
// The statements around barriers (loops, conditions) must be uniform; a condition around warp
// functions alone may differ from thread to thread: then a mask says who takes part.
// What does not fit is refused here and takes the general path: slow, but right.

namespace {

struct Refused {};

enum class Storage { uniform, computed, kept };

struct Variable {
    std::string name, type, dims, value; // value: the initialiser's text
    Storage storage;
    bool changed = false;   // assigned somewhere after its declaration
    bool outermost = false; // declared in the kernel's own block
    int value_first = -1, value_last = -1, place = -1;
};

struct Statement {
    enum Form { leaf, declaration, barrier, block, condition, loop, while_loop } form;
    int first, last; // pieces
    bool waits;
    int open = -1; // of the condition's brackets
    std::vector<Statement> inside, otherwise;
};

bool in(const std::set<std::string> &set, const std::string &word) {
    return set.count(word) != 0;
}

// A sum of threadIdx.x and what is the same along a row of threads, counted as a signed number
// so that the compiler can see it grow by one.
struct RowSum {
    std::string name, rest, type; // type: of the sum
    bool index;                   // a subscript
};

class Phases {
  public:
    Phases(const Source &source, const Kernel &kernel, const Reaches &reaches, const Edits &edits,
           bool gcc, bool asks)
        : source_(source), k_(kernel), reaches_(reaches), edits_(edits), gcc_(gcc), asks_(asks) {}

    std::string run() {
        refuse_spinning(k_.body, k_.end);
        f_ = Fragment::cut(source_, edits_, k_.body + 1, k_.end - 1);
        inline_functions();
        for (int i = 0; i < f_.count(); i++)
            for (const char *word :
                 {"goto", "asm", "__asm__", "switch", "struct", "class", "__activemask", "static",
                  "try", "__func__", "using", "typedef", "enum", "union", "__nanosleep"})
                if (f_.is(i, word))
                    throw Refused();
        std::vector<Statement> all = statements(0, f_.count() - 1);
        find_variables(all, true);
        classify(all);
        for (int i = 0; i < f_.count(); i++)
            returns_ |= f_.is(i, "return");
        if (returns_)
            out_ += " bool hostcu_gone[1024] = {};";
        emit_list(all, "");
        Place place = source_.place(k_.body);
        if (!top_.empty())
            top_ = " const size_t hostcu_lanes = ((size_t)blockDim.x * blockDim.y * blockDim.z + "
                   "31) / 32 * 32;" +
                   top_;
        // Warnings about how we laid the user's words out are no news to the user.
        std::string quiet = "\n#pragma GCC diagnostic push\n";
        for (const char *one : {"misleading-indentation", "uninitialized", "unused-value"})
            quiet += std::string("#pragma GCC diagnostic ignored \"-W") + one + "\"\n";
        if (gcc_)
            quiet += "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n";
        return quiet + top_ + out_ + "\n#pragma GCC diagnostic pop\n# " +
               std::to_string(place.line) + " \"" + place.file + "\"\n";
    }

  private:
    const Source &source_;
    const Kernel &k_;
    const Reaches &reaches_;
    const Edits &edits_;
    bool gcc_, asks_, returns_ = false;
    Fragment f_;
    std::vector<Variable> variables_;
    std::map<std::string, int> by_name_;
    std::vector<int> visible_;
    std::set<std::string> locals_, changed_uniform_;
    std::string out_, top_; // top_: what lasts as long as the block
    // The threads of a row that take part, when a condition on threadIdx.x leaves out the rest.
    std::string row_begin_ = "0", row_end_ = "(int)blockDim.x";
    std::vector<RowSum> sums_; // that the phase being gathered counts along
    int made_ = 0;

    void refuse_spinning(int first, int last) const {
        for (int i = first; i < last; i++)
            if (spins(source_, i))
                throw Refused();
    }

    // ---- statements

    bool is_wait(int i) const {
        return f_.is_word(i) && reaches_.waits(f_.at(i));
    }
    bool has_wait(int first, int last) const {
        for (int i = first; i <= last; i++)
            if (is_wait(i))
                return true;
        return false;
    }

    int statement_end(int i) const {
        if (i >= f_.count())
            throw Refused();
        if (f_.is(i, "{"))
            return f_.partner(i);
        if (f_.is(i, "if")) {
            int open = f_.is(i + 1, "constexpr") ? i + 2 : i + 1;
            int end = statement_end(f_.partner(open) + 1);
            return f_.is(end + 1, "else") ? statement_end(end + 2) : end;
        }
        if (f_.is(i, "for") || f_.is(i, "while"))
            return statement_end(f_.partner(i + 1) + 1);
        if (f_.is(i, "do")) {
            int end = statement_end(i + 1);
            return f_.partner(end + 2) + 1;
        }
        if (f_.pieces[i].opaque && f_.at(i).back() == ';')
            return i;
        for (int j = i; j < f_.count(); j++) {
            if (f_.is(j, "(") || f_.is(j, "{") || f_.is(j, "["))
                j = f_.partner(j);
            else if (f_.is(j, ";"))
                return j;
        }
        throw Refused();
    }

    std::vector<Statement> statements(int first, int last) {
        std::vector<Statement> list;
        for (int i = first; i <= last;) {
            int end = statement_end(i);
            list.push_back(statement(i, end));
            i = end + 1;
        }
        return list;
    }

    std::vector<Statement> body(int first) { // of a loop or a condition
        int end = statement_end(first);
        return f_.is(first, "{") ? statements(first + 1, end - 1) : statements(first, end);
    }

    Statement statement(int i, int end) {
        Statement s = {Statement::leaf, i, end, has_wait(i, end), -1, {}, {}};
        if (!s.waits) {
            if (is_declaration(i, end)) {
                s.form = Statement::declaration;
            } else if (only_stores(i, end)) {
                s.form = Statement::loop;
                s.open = i + 1;
                s.inside = body(f_.partner(i + 1) + 1);
            }
            return s;
        }
        if ((f_.is(i, "__syncthreads") || f_.is(i, "__syncwarp")) && f_.is(i + 1, "(") &&
            f_.is(f_.partner(i + 1) + 1, ";")) {
            s.form = Statement::barrier;
        } else if (f_.is(i, "{")) {
            s.form = Statement::block;
            s.inside = statements(i + 1, end - 1);
        } else if (f_.is(i, "if")) {
            if (f_.is(i + 1, "constexpr"))
                throw Refused();
            s.form = Statement::condition;
            s.open = i + 1;
            int close = f_.partner(i + 1), then_end = statement_end(close + 1);
            s.inside = body(close + 1);
            if (f_.is(then_end + 1, "else"))
                s.otherwise = body(then_end + 2);
        } else if (f_.is(i, "for") || f_.is(i, "while")) {
            s.form = f_.is(i, "for") ? Statement::loop : Statement::while_loop;
            s.open = i + 1;
            for (int j = i; j <= end; j++)
                if (f_.is(j, "break") || f_.is(j, "continue"))
                    throw Refused();
            s.inside = body(f_.partner(i + 1) + 1);
        } else if (is_declaration(i, end)) {
            s.form = Statement::declaration;
        } else if (f_.is(i, "do") || f_.is(i, "return")) {
            throw Refused();
        }
        return s;
    }

    // for (T i = ...; ...; ...) { a[...] = ...; } and nothing else in it: each step may as well be
    // a loop over the threads, which then go along the rows of what they load and store.
    bool only_stores(int i, int end) const {
        if (!f_.is(i, "for") || !is_type(f_.at(i + 2)))
            return false;
        int first = f_.partner(i + 1) + 1, last = end;
        if (f_.is(first, "{")) {
            first++;
            last--;
        }
        for (int j = first; j <= last;) {
            int stop =
                f_.is(j, "{") || !f_.is_word(j) || !f_.is(j + 1, "[") ? -1 : statement_end(j);
            int after = j + 1;
            while (f_.is(after, "["))
                after = f_.partner(after) + 1;
            if (stop < 0 || f_.pieces[(size_t)j].opaque || !f_.is_assignment(after))
                return false;
            for (int k = j; k < stop; k++)
                if ((f_.is_word(k) && f_.is(k + 1, "(") && !is_type(f_.at(k))) ||
                    (k >= after + 2 && f_.is_assignment(k)) ||
                    (f_.is(k, "+") && f_.is(k + 1, "+")) || (f_.is(k, "-") && f_.is(k + 1, "-")))
                    return false;
            j = stop + 1;
        }
        return first <= last;
    }

    // Two words or more in front of = ; [ { ( or a comma: a type and a name.
    int declared_name(int i, int end) const {
        static const std::set<std::string> not_types = {
            "return",    "else",  "delete",   "new",    "throw", "case",   "goto",
            "co_return", "break", "continue", "sizeof", "using", "typedef"};
        if (!f_.is_word(i) || in(not_types, f_.at(i)))
            return -1;
        int words = 0;
        for (int j = i; j <= end; j++) {
            if (f_.is_word(j)) {
                words++;
                if (words > 1 && !(f_.is(j - 1, ":")) && !f_.is_word(j + 1) && !f_.is(j + 1, ":") &&
                    !f_.is(j + 1, "<") && !f_.is(j + 1, "*") && !f_.is(j + 1, "&"))
                    return j;
                continue;
            }
            if (f_.is(j, "<") && f_.angle_close(j) > 0) {
                j = f_.angle_close(j);
                words++;
                continue;
            }
            if (f_.is(j, ":") || ((f_.is(j, "*") || f_.is(j, "&")) && words > 0))
                continue;
            return -1;
        }
        return -1;
    }
    bool is_declaration(int i, int end) const {
        int name = declared_name(i, end);
        return name > 0 &&
               (f_.is(name + 1, "=") || f_.is(name + 1, ";") || f_.is(name + 1, "[") ||
                f_.is(name + 1, ",") || f_.is(name + 1, "{") || f_.is(name + 1, "(")) &&
               !f_.is(name + 2, "=");
    }

    // ---- variables

    struct Declared {
        std::string name, type, dims;
        int first, last; // the initialiser's expression, or -1
        int place;
        bool braces, brackets;
    };

    std::vector<Declared> read_declaration(int i, int end) const {
        int name = declared_name(i, end);
        std::string type;
        int declarator = name;
        while (f_.is(declarator - 1, "*") || f_.is(declarator - 1, "&") ||
               f_.is(declarator - 1, "__restrict__") ||
               (f_.is(declarator - 1, "const") && f_.is(declarator - 2, "*")))
            declarator--;
        for (int j = i; j < declarator; j++)
            if (!f_.is(j, "const") && !f_.is(j, "constexpr"))
                type += f_.at(j) + (f_.is(j, ":") || f_.is(j + 1, ":") ? "" : " ");
        std::vector<Declared> all;
        for (auto [a, z] : f_.split(declarator, f_.is(end, ";") ? end - 1 : end)) {
            Declared d = {"", type, "", -1, -1, a, false, false};
            int j = a;
            for (; f_.is(j, "*") || f_.is(j, "__restrict__") || f_.is(j, "const"); j++)
                if (f_.is(j, "*"))
                    d.type += "*";
            if (!f_.is_word(j))
                throw Refused(); // a reference, a pointer to a function
            d.name = f_.at(j++);
            int room = 1;
            while (f_.is(j, "[")) {
                int close = f_.partner(j);
                if (close != j + 2 || f_.pieces[j + 1].kind != Kind::number)
                    throw Refused();
                room *= std::max(1, atoi(f_.at(j + 1).c_str()));
                d.dims += f_.text(j, close);
                j = close + 1;
            }
            if (room > 64)
                throw Refused(); // times the threads: too much for a stack
            if (j <= z) {
                d.braces = f_.is(j, "{");
                d.brackets = f_.is(j, "(");
                if (!d.braces && !d.brackets && !f_.is(j, "="))
                    throw Refused();
                d.first = j + 1;
                d.last = d.braces || d.brackets ? f_.partner(j) - 1 : z;
                if (f_.is(j, "=") && f_.is(j + 1, "{")) {
                    d.braces = true;
                    d.first = j + 2;
                    d.last = f_.partner(j + 1) - 1;
                }
            }
            all.push_back(d);
        }
        return all;
    }

    void add_variable(const Declared &d, bool outermost) {
        if (by_name_.count(d.name))
            throw Refused(); // one name for two variables
        Variable v = {d.name, d.type, d.dims, "", Storage::uniform};
        v.outermost = outermost;
        v.place = d.place;
        v.value_first = d.first;
        v.value_last = d.last;
        if (d.first >= 0)
            v.value =
                d.braces ? v.type + "{" + f_.text(d.first, d.last) + "}" : f_.text(d.first, d.last);
        by_name_[d.name] = (int)variables_.size();
        variables_.push_back(v);
    }

    // The same name in two scopes: the later one gets another, to the end of its scope.
    void rename_duplicates(int first, int end, int scope_last) {
        for (const Declared &d : read_declaration(first, end)) {
            if (!by_name_.count(d.name))
                continue;
            std::string fresh = d.name + "_hostcu_s" + std::to_string(made_++);
            for (int i = first; i <= scope_last; i++)
                if (f_.is_variable(i) && f_.at(i) == d.name)
                    f_.pieces[(size_t)i].text = fresh;
        }
    }

    void find_variables(const std::vector<Statement> &list, bool outermost) {
        for (const Statement &s : list) {
            if (s.form == Statement::declaration) {
                rename_duplicates(s.first, s.last, list.back().last);
                for (const Declared &d : read_declaration(s.first, s.last))
                    add_variable(d, outermost);
            }
            if (s.form == Statement::loop) {
                int semicolon = s.open + 1;
                while (!f_.is(semicolon, ";"))
                    semicolon++;
                if (is_declaration(s.open + 1, semicolon))
                    rename_duplicates(s.open + 1, semicolon, s.last);
                if (is_declaration(s.open + 1, semicolon))
                    for (const Declared &d : read_declaration(s.open + 1, semicolon))
                        add_variable(d, false);
            }
            find_variables(s.inside, false);
            find_variables(s.otherwise, false);
        }
    }

    bool is_parameter(const std::string &word) const {
        for (const Parameter &p : k_.parameters)
            if (p.name == word)
                return true;
        return false;
    }

    // Declared constexpr or const outside kernels, or a parameter of the kernel's template.
    bool is_constant(const std::string &word) const {
        static const std::set<std::string> known = {"warpSize", "true", "false", "nullptr"};
        if (in(known, word))
            return true;
        for (int i = 0; i < source_.count(); i++) {
            if (source_.tokens[i].system || !source_.is(i, word))
                continue;
            for (int j = i - 1; j > i - 8 && j >= 0; j--) {
                if (source_.is(j, "constexpr") || source_.is(j, "const") ||
                    source_.is(j, "template"))
                    return true;
                if (!source_.is_word(j) && !source_.is(j, ':') && !source_.is(j, '<') &&
                    !source_.is(j, ','))
                    break;
            }
        }
        return false;
    }
    bool is_type(const std::string &word) const {
        static const std::set<std::string> types = {
            "int",    "unsigned",    "long",     "short",   "char",     "float",
            "double", "size_t",      "uint64_t", "int64_t", "uint32_t", "int32_t",
            "std",    "static_cast", "bool",     "uint",    "signed"};
        return in(types, word);
    }

    // The expression is the same number for every thread of the block; with `cheap`, or one
    // that costs little to compute from threadIdx.
    bool expression(int first, int last, bool cheap) const {
        for (int i = first; i <= last; i++) {
            const Piece &p = f_.pieces[i];
            if (p.opaque)
                return false;
            if (p.kind == Kind::number)
                continue;
            if (p.kind == Kind::text)
                return false;
            if (p.kind == Kind::word) {
                if (f_.is(i - 1, ".") && i > first)
                    continue;
                if (is_changed_here(i))
                    return false;
                if (p.text == "blockIdx" || p.text == "blockDim" || p.text == "gridDim" ||
                    is_type(p.text))
                    continue;
                if (p.text == "threadIdx") {
                    if (!cheap)
                        return false;
                    continue;
                }
                bool call = f_.is(i + 1, "(");
                if (call) {
                    if (p.text == "min" || p.text == "max")
                        continue;
                    return false;
                }
                auto found = by_name_.find(p.text);
                if (found != by_name_.end()) {
                    const Variable &v = variables_[(size_t)found->second];
                    bool fixed = !cheap || !in(changed_uniform_, p.text);
                    if ((v.storage == Storage::uniform && v.dims.empty() && fixed) ||
                        (cheap && v.storage == Storage::computed && !v.changed))
                        continue;
                    return false;
                }
                if (in(locals_, p.text))
                    return false;
                if (is_parameter(p.text) || is_constant(p.text))
                    continue;
                return false;
            }
            if (f_.is(i, "[") || f_.is(i, "{") || f_.is(i, "}") || f_.is(i, "?"))
                return false;
            if (f_.is(i, "*") && (i == first || (f_.pieces[i - 1].kind == Kind::mark &&
                                                 !f_.is(i - 1, ")") && !f_.is(i - 1, "]"))))
                return false; // a load
            if (f_.is(i, "-") && f_.is(i + 1, ">"))
                return false;
            if (cheap && (f_.is(i, "/") || f_.is(i, "%")) &&
                f_.pieces[(size_t)i + 1].kind != Kind::number)
                return false;
        }
        return first <= last;
    }
    bool is_changed_here(int i) const {
        return f_.is_changed_at(i);
    }

    // Passed on by its bare name to a function of the user's, which may take a reference.
    bool escapes_at(int i) const {
        bool bare =
            (f_.is(i - 1, "(") || f_.is(i - 1, ",")) && (f_.is(i + 1, ",") || f_.is(i + 1, ")"));
        if (!bare)
            return false;
        int open = i - 1;
        for (int depth = 0; open >= 0; open--) {
            if (f_.is(open, ")"))
                depth++;
            else if (f_.is(open, "(") && depth-- == 0)
                break;
            else if (f_.is(open, ";") || f_.is(open, "{"))
                return false;
        }
        if (open < 1 || !f_.is_word(open - 1))
            return false;
        const std::string &name = f_.at(open - 1);
        if (name == "if" || name == "while" || name == "for" || name == "return" ||
            name == "switch" || name == "sizeof" || name.compare(0, 2, "__") == 0 ||
            name.compare(0, 6, "atomic") == 0 || is_type(name))
            return false;
        static const std::set<std::string> by_value = {
            "min",    "max",   "fminf", "fmaxf",  "fabsf",       "sqrtf",       "expf",
            "logf",   "sinf",  "cosf",  "powf",   "fmaf",        "rsqrtf",      "abs",
            "fmin",   "fmax",  "sqrt",  "exp",    "make_float2", "make_float4", "make_int2",
            "printf", "tanhf", "fma",   "floorf", "ceilf"};
        return !in(by_value, name);
    }

    // The leaf statement at the top of the kernel's block that begins at this piece, if any.
    static const Statement *leaf_at(const std::vector<Statement> &list, int first) {
        for (const Statement &s : list) {
            if (s.form == Statement::leaf && s.first == first)
                return &s;
            for (const auto *more : {&s.inside, &s.otherwise})
                if (const Statement *found = leaf_at(*more, first))
                    return found;
        }
        return nullptr;
    }

    // How many conditions around this piece may differ from thread to thread.
    int divergence(const std::vector<Statement> &list, int piece) const {
        for (const Statement &s : list) {
            if (piece < s.first || piece > s.last)
                continue;
            bool differs = s.form == Statement::condition &&
                           !expression(s.open + 1, f_.partner(s.open) - 1, false);
            return differs + divergence(s.inside, piece) + divergence(s.otherwise, piece);
        }
        return 0;
    }

    // name op= uniform; as a statement of its own, or a loop's step.
    bool uniform_change(const std::vector<Statement> &all, const Variable &v, int i) const {
        const Statement *s = leaf_at(all, i);
        if (!s && (f_.is(i - 1, "+") || f_.is(i - 1, "-")))
            s = leaf_at(all, i - 2);
        if (divergence(all, i) != divergence(all, v.place))
            return false;
        if (!s)
            return in_loop_step(all, i);
        int after = f_.after_assignment(i + 1);
        return after == i + 1 || expression(after, s->last - 1, false);
    }
    bool in_loop_step(const std::vector<Statement> &list, int i) const {
        for (const Statement &s : list) {
            if (s.form == Statement::loop && i > s.open && i < f_.partner(s.open)) {
                int second = f_.partner(s.open);
                while (!f_.is(second, ";"))
                    second--;
                int after = f_.after_assignment(i + 1);
                return i > second &&
                       (after == i + 1 || expression(after, f_.partner(s.open) - 1, false));
            }
            if (in_loop_step(s.inside, i) || in_loop_step(s.otherwise, i))
                return true;
        }
        return false;
    }

    void classify(const std::vector<Statement> &all) {
        for (int i = 0; i < f_.count(); i++) // what leaves declare inside themselves
            if (f_.is_word(i) && f_.is_word(i - 1) && !by_name_.count(f_.at(i)))
                locals_.insert(f_.at(i));
        for (const Parameter &p : k_.parameters)
            for (int i = 0; i < f_.count(); i++)
                if (f_.is_variable(i) && f_.at(i) == p.name &&
                    (f_.is_changed_at(i) && !f_.is(i + 1, "[")))
                    throw Refused(); // a parameter used as a variable
        // Most hopeful first; each round takes back what does not hold.
        for (bool more = true; more;) {
            more = false;
            for (Variable &v : variables_) {
                v.changed = false;
                if (v.storage == Storage::uniform && !stays_uniform(all, v)) {
                    v.storage = Storage::computed;
                    more = true;
                }
            }
        }
        for (bool more = true; more;) {
            more = false;
            for (Variable &v : variables_)
                if (v.storage == Storage::computed && !stays_computed(all, v)) {
                    v.storage = Storage::kept;
                    more = true;
                }
        }
        for (Variable &v : variables_)
            if (v.storage != Storage::uniform && v.type.find("auto") != v.type.npos &&
                v.storage == Storage::kept)
                throw Refused();
    }

    bool stays_uniform(const std::vector<Statement> &all, const Variable &v) {
        if (!v.dims.empty() ||
            (v.value_first >= 0 && !expression(v.value_first, v.value_last, false)))
            return false;
        bool changed = false;
        for (int i = 0; i < f_.count(); i++) {
            if (!f_.is_variable(i) || f_.at(i) != v.name || i == v.value_first - 2)
                continue;
            if (escapes_at(i))
                return false;
            if (i + 1 == v.value_first - 1)
                continue; // its own declaration
            if (f_.is_changed_at(i)) {
                if (f_.is(i + 1, ".") || f_.is(i + 1, "[") || !uniform_change(all, v, i))
                    return false;
                changed = true;
            }
        }
        if (v.value_first < 0 && !changed)
            return false;
        if (changed)
            changed_uniform_.insert(v.name);
        return true;
    }

    // Computed from threadIdx at its declaration, and changed, if at all, only by statements of
    // the kernel's own block that compute it anew.
    bool stays_computed(const std::vector<Statement> &all, Variable &v) {
        v.changed = false;
        if (!v.dims.empty() || v.value_first < 0 || !expression(v.value_first, v.value_last, true))
            return false;
        for (int i = 0; i < f_.count(); i++) {
            if (!f_.is_variable(i) || f_.at(i) != v.name || i + 1 == v.value_first - 1)
                continue;
            if (escapes_at(i))
                return false;
            if (!f_.is_changed_at(i))
                continue;
            bool own = false;
            for (const Statement &s : all)
                own |= s.form == Statement::leaf && s.first == i && f_.is(i + 1, "=") &&
                       !f_.has_word(i + 1, s.last, v.name) && expression(i + 2, s.last - 1, true);
            if (!own || !v.outermost)
                return false;
            v.changed = true;
        }
        if (v.changed) // nobody else may be computed from it
            for (const Variable &other : variables_)
                if (&other != &v && other.storage == Storage::computed &&
                    f_.has_word(other.value_first, other.value_last, v.name))
                    return false;
        return true;
    }

    // ---- emission

    std::string marker(int i) const { // the user's own line
        for (; i < f_.count(); i++)
            if (f_.pieces[i].token >= 0) {
                Place place = source_.place(f_.pieces[i].token);
                return "\n# " + std::to_string(place.line) + " \"" + place.file + "\"\n";
            }
        return "";
    }

    Variable &variable(const std::string &name) {
        return variables_[(size_t)by_name_.at(name)];
    }

    // What the phase must declare so that its text finds its variables.
    std::string prelude(const std::string &text) {
        Fragment words = Fragment::of(text);
        std::set<std::string> needed;
        for (int i = 0; i < words.count(); i++)
            if (words.is_word(i))
                needed.insert(words.at(i));
        std::string out;
        for (auto n = visible_.rbegin(); n != visible_.rend(); ++n) {
            const Variable &v = variables_[(size_t)*n];
            if (!in(needed, v.name) || v.storage == Storage::uniform)
                continue;
            if (v.storage == Storage::computed) {
                Fragment value = Fragment::of(v.value);
                for (int i = 0; i < value.count(); i++)
                    if (value.is_word(i))
                        needed.insert(value.at(i));
                std::string type, rest = rest_of_sum(value, 0, value.count() - 1, type);
                std::string number = v.value;
                if (!rest.empty()) {
                    std::string name = "hostcu_b" + std::to_string(made_++);
                    sums_.push_back({name, rest, type, false});
                    number = "(" + type + ")(" + name + " + (hostcu_x - hostcu_from))";
                }
                out =
                    " [[maybe_unused]] const " + v.type + " " + v.name + " = " + number + ";" + out;
            } else {
                out = " [[maybe_unused]] auto &" + v.name + " = hostcu_v_" + v.name +
                      "[hostcu_t];" + out;
            }
        }
        return out;
    }

    void phase(const std::string &text, const std::string &mask, bool independent = true) {
        if (text.empty())
            return;
        std::string tests;
        if (returns_)
            tests += " if (hostcu_gone[hostcu_t]) continue;";
        if (!mask.empty())
            tests += " if (!" + mask + "[hostcu_t]) continue;";
        bool leaves = false;
        std::string body = text;
        Fragment words = Fragment::of(text);
        for (int i = 0; i < words.count(); i++)
            leaves |= words.is(i, "return");
        if (leaves)
            body = " [&]() __attribute__((always_inline)) {" + replace_returns(text) + " }();";
        if (asks_)
            tests += " ::threadIdx = threadIdx;";
        std::string declared = prelude(text);
        std::string start = row_begin_, end = row_end_, close;
        out_ += " for (unsigned hostcu_z = 0, hostcu_first = 0; hostcu_z < blockDim.z; hostcu_z++)"
                " for (unsigned hostcu_y = 0; hostcu_y < blockDim.y; hostcu_y++, hostcu_first += "
                "blockDim.x)";
        if (!sums_.empty()) { // as far as no sum passes the largest number
            out_ += " for (int hostcu_from = " + start + ", hostcu_to; hostcu_from < " + end +
                    "; hostcu_from = hostcu_to) { [[maybe_unused]] uint3 threadIdx = {0, "
                    "hostcu_y, hostcu_z}; hostcu_to = " +
                    end + ";";
            for (const RowSum &sum : sums_)
                out_ += " const auto " + sum.name +
                        " = ::hostcu::" + (sum.index ? "row_index<" : "row_sum<") + sum.type +
                        ">(" + sum.rest + ", hostcu_from, hostcu_to);";
            start = "hostcu_from";
            end = "hostcu_to";
            close = " }";
            sums_.clear();
        }
        if (independent && !asks_)
            out_ +=
                gcc_ ? "\n#pragma GCC ivdep\n" : "\n#pragma clang loop vectorize(assume_safety)\n";
        out_ +=
            " for (int hostcu_x = " + start + "; hostcu_x < " + end +
            "; hostcu_x++) { [[maybe_unused]] const int hostcu_t = (int)hostcu_first + hostcu_x;"
            " [[maybe_unused]] const uint3 threadIdx = {(unsigned)hostcu_x, hostcu_y, hostcu_z};" +
            tests + declared + body + " }" + close;
    }

    // rest + threadIdx.x, in any order: the rest as text, or "" when it is something else.
    std::string rest_of_sum(const Fragment &f, int first, int last, std::string &type) const {
        std::string rest, counted = "threadIdx.x";
        bool found = false;
        for (int term = first, i = first; i <= last + 1; i++) {
            if (i <= last && (f.is(i, "(") || f.is(i, "["))) {
                i = f.partner(i);
                continue;
            }
            if (i <= last && !f.is(i, "+")) {
                for (const char *mark :
                     {"-", "<", ">", "&", "|", "^", "?", ",", "=", "~", "!", "{"})
                    if (f.is(i, mark))
                        return "";
                continue;
            }
            if (i == term) // ++ or a sign
                return "";
            bool index = (i - term == 3 && f.is(term, "threadIdx") && f.is(term + 2, "x")) ||
                         (i - term == 1 && is_thread_index(f, term));
            if (index && found)
                return "";
            found |= index;
            if (index && i - term == 1 && is_signed_index(f, term))
                counted = "(int)threadIdx.x";
            if (!index) {
                for (int j = term; j < i; j++)
                    if (f.is_variable(j) &&
                        ((f.is(j, "threadIdx") && f.is(j + 2, "x")) || differs(f.at(j))))
                        return "";
                rest += (rest.empty() ? "" : " + ") + f.text(term, i - 1);
            }
            term = i + 1;
        }
        type = "decltype((" + rest + ") + " + counted + ")";
        return found ? rest : "";
    }
    bool differs(const std::string &name) const { // from thread to thread, perhaps
        auto found = by_name_.find(name);
        return in(locals_, name) || (found != by_name_.end() &&
                                     variables_[(size_t)found->second].storage != Storage::uniform);
    }
    // A variable that is threadIdx.x under another name.
    bool is_thread_index(const Fragment &f, int i) const {
        auto found = by_name_.find(f.at(i));
        if (!f.is_variable(i) || found == by_name_.end())
            return false;
        const Variable &v = variables_[(size_t)found->second];
        return v.storage == Storage::computed && !v.changed && v.value == "threadIdx.x" &&
               (v.type == "unsigned " || v.type == "int " || v.type == "unsigned int " ||
                v.type == "auto " || v.type == "uint32_t " || v.type == "uint ");
    }
    bool is_signed_index(const Fragment &f, int i) const {
        return variables_[(size_t)by_name_.at(f.at(i))].type == "int ";
    }

    // A word of a subscript that means the same in front of the statement: no call, no variable
    // that the statement declares or changes.
    bool same_outside(int i, int first, int last) const {
        if (f_.is(i, "["))
            return false;
        if (!f_.is_word(i) || f_.is(i - 1, "."))
            return true;
        const std::string &word = f_.at(i);
        if (is_type(word) || is_index_word(word))
            return true;
        if (f_.is(i + 1, "("))
            return false;
        for (int j = first; j <= last; j++)
            if (f_.at(j) == word && f_.is_variable(j) &&
                (f_.is_changed_at(j) || (f_.is_word(j - 1) && j > first)))
                return false;
        auto found = by_name_.find(word);
        if (found == by_name_.end())
            return is_parameter(word) || is_constant(word);
        bool visible = std::count(visible_.begin(), visible_.end(), found->second) != 0;
        return visible && !(is_thread_index(f_, i) && is_signed_index(f_, i));
    }

    // The statement's text, with subscripts that count along the row.
    std::string counted_text(int first, int last) {
        Fragment out;
        for (int i = first; i <= last; i++) {
            out.pieces.push_back(f_.pieces[(size_t)i]);
            if (!f_.is(i, "[") || f_.pieces[(size_t)i].opaque)
                continue;
            int close = f_.partner(i);
            std::string type, rest = rest_of_sum(f_, i + 1, close - 1, type);
            bool simple = !rest.empty();
            for (int j = i + 1; j < close && simple; j++)
                simple = same_outside(j, first, last);
            if (!simple)
                continue;
            std::string name = "hostcu_b" + std::to_string(made_++);
            sums_.push_back({name, rest, type, true});
            out.pieces.push_back(
                {name + " + (hostcu_x - hostcu_from)", Kind::number, -1, false, true});
            i = close - 1;
        }
        return out.text(0, out.count() - 1);
    }

    // threadIdx.x < uniform, or == uniform: which threads of a row.
    struct RowPart {
        bool is, equal;
        std::string type, bound;
    };
    RowPart row_part(int first, int last) const {
        RowPart part = {false, false, "unsigned", ""};
        int i = first;
        if (f_.is(i, "(") && (f_.is(i + 1, "int") || f_.is(i + 1, "unsigned")) &&
            f_.is(i + 2, ")")) {
            part.type = f_.at(i + 1);
            i += 3;
        }
        if (f_.is(i, "threadIdx") && f_.is(i + 1, ".") && f_.is(i + 2, "x"))
            i += 3;
        else if (i == first && is_thread_index(f_, i))
            part.type = is_signed_index(f_, i++) ? "int" : "unsigned";
        else
            return part;
        if (f_.is(i, "=") && f_.is(i + 1, "=")) {
            part.equal = true;
            i += 2;
        } else if (f_.is(i, "<") && !f_.is(i + 1, "<") && !f_.is(i + 1, "=")) {
            i++;
        } else {
            return part;
        }
        for (int j = i; j <= last; j++)
            for (const char *mark : {"&", "|", "<", ">", "=", "?", "^", "!", ","})
                if (f_.is(j, mark))
                    return part;
        part.is = expression(i, last, false);
        part.bound = f_.text(i, last);
        return part;
    }

    // Emits what `inside` does for that part of each row.
    template <class F> void emit_part(const RowPart &part, F inside) {
        std::string begin = row_begin_, end = row_end_, n = std::to_string(made_++);
        out_ += " { const int hostcu_i" + n + " = ::hostcu::row_" +
                (part.equal ? "only<" : "below<") + part.type + ">(" + part.bound + ", " + begin +
                ", " + end + ");";
        if (part.equal) {
            row_begin_ = "hostcu_i" + n;
            out_ += " const int hostcu_j" + n + " = hostcu_i" + n + " < " + end + " ? hostcu_i" +
                    n + " + 1 : " + end + ";";
            row_end_ = "hostcu_j" + n;
        } else {
            row_end_ = "hostcu_i" + n;
        }
        inside();
        row_begin_ = begin;
        row_end_ = end;
        out_ += " }";
    }

    // if (threadIdx.x < uniform) statement, and no else
    bool is_guarded(const Statement &s) const {
        if (s.form != Statement::leaf || !f_.is(s.first, "if") || !f_.is(s.first + 1, "("))
            return false;
        int close = f_.partner(s.first + 1);
        return statement_end(close + 1) == s.last && row_part(s.first + 2, close - 1).is;
    }
    void emit_guarded(const Statement &s, const std::string &mask) {
        int close = f_.partner(s.first + 1);
        out_ += marker(s.first);
        emit_part(row_part(s.first + 2, close - 1),
                  [&] { phase(marker(close + 1) + counted_text(close + 1, s.last), mask); });
    }

    static std::string replace_returns(const std::string &text) {
        std::string out;
        for (size_t i = 0; i < text.size(); i++) {
            bool word = text.compare(i, 6, "return") == 0 &&
                        (i == 0 || !(isalnum((unsigned char)text[i - 1]) || text[i - 1] == '_')) &&
                        !(isalnum((unsigned char)text[i + 6]) || text[i + 6] == '_');
            if (word) {
                out += "{ hostcu_gone[hostcu_t] = true; return; }";
                i = text.find(';', i);
            } else {
                out += text[i];
            }
        }
        return out;
    }

    bool is_uniform_statement(const Statement &s) const {
        if (s.form != Statement::leaf || !f_.is_word(s.first))
            return false;
        auto found = by_name_.find(f_.at(s.first));
        int name = s.first;
        if (found == by_name_.end())
            return false;
        return variables_[(size_t)found->second].storage == Storage::uniform &&
               f_.is_changed_at(name) && !f_.is(name + 1, "[") && !f_.is(name + 1, ".");
    }

    // x = value; of a computed variable of the kernel's own block
    bool is_recomputed(const Statement &s) const {
        if (s.form != Statement::leaf || !f_.is_word(s.first) || !f_.is(s.first + 1, "="))
            return false;
        auto found = by_name_.find(f_.at(s.first));
        return found != by_name_.end() &&
               variables_[(size_t)found->second].storage == Storage::computed;
    }

    // Declares what is declared; returns the assignments that its values are.
    std::string declare(const Statement &s) {
        std::string values;
        for (const Declared &d : read_declaration(s.first, s.last)) {
            Variable &v = variable(d.name);
            visible_.push_back(by_name_.at(d.name));
            if (v.storage == Storage::uniform)
                out_ += " [[maybe_unused]] " + v.type + " " + v.name +
                        (v.value.empty() ? "" : " = " + v.value) + ";";
            if (v.storage != Storage::kept)
                continue;
            out_ += " " + v.type + " hostcu_v_" + v.name + "[1024]" + v.dims + ";";
            if (d.first < 0)
                continue;
            if (!v.dims.empty()) {
                std::string list = f_.text(d.first, d.last);
                if (!d.braces || (!list.empty() && list != "0" && list != "0.0f" && list != "0.f" &&
                                  list != "0.0"))
                    throw Refused();
                values += " memset(&" + v.name + ", 0, sizeof " + v.name + ");";
            } else if (d.brackets && f_.split(d.first, d.last).size() != 1) {
                throw Refused();
            } else {
                values += " " + v.name + " = " + v.value + ";";
            }
        }
        return values;
    }

    void emit_list(const std::vector<Statement> &list, const std::string &mask) {
        size_t scope = visible_.size();
        std::string text; // of the phase that is being gathered
        auto flush = [&] {
            phase(text, mask);
            text.clear();
        };
        for (const Statement &s : list) {
            if (f_.pieces[(size_t)s.first].opaque && s.first == s.last) { // a shared variable
                flush();
                out_ += marker(s.first) + f_.at(s.first);
            } else if (s.form == Statement::declaration && !s.waits) {
                bool uniform = false;
                for (const Declared &d : read_declaration(s.first, s.last))
                    uniform |= variable(d.name).storage == Storage::uniform;
                if (uniform)
                    flush();
                std::string before = out_;
                out_.clear();
                std::string values = declare(s), declared = out_;
                out_ = before;
                if (!declared.empty()) { // must stand before the phase that uses it
                    out_ += marker(s.first) + declared;
                }
                if (!values.empty())
                    text += marker(s.first) + values;
            } else if (is_uniform_statement(s)) {
                flush();
                out_ += marker(s.first) + f_.text(s.first, s.last);
            } else if (is_recomputed(s)) {
                flush();
                variable(f_.at(s.first)).value = f_.text(s.first + 2, s.last - 1);
            } else if (s.form == Statement::loop && !s.waits && stores_to_memory(s) &&
                       is_uniform_loop(s)) {
                flush();
                out_ += marker(s.first);
                emit_loop(s, mask);
            } else if (is_guarded(s)) {
                flush();
                emit_guarded(s, mask);
            } else if (!s.waits) {
                text += marker(s.first) + counted_text(s.first, s.last);
            } else {
                flush();
                emit_waiting(s, mask);
            }
        }
        flush();
        visible_.resize(scope);
    }

    void emit_waiting(const Statement &s, const std::string &mask) {
        out_ += marker(s.first);
        bool block_wait = false;
        for (int i = s.first; i <= s.last; i++)
            block_wait |= f_.is_word(i) && is_barrier_word(f_.at(i));
        if (block_wait && !mask.empty())
            throw Refused(); // a barrier that not all may reach
        switch (s.form) {
        case Statement::barrier:
            return; // the end of one loop and the beginning of the next
        case Statement::block:
            out_ += " {";
            emit_list(s.inside, mask);
            out_ += " }";
            return;
        case Statement::condition:
            emit_condition(s, mask, block_wait);
            return;
        case Statement::loop:
        case Statement::while_loop:
            emit_loop(s, mask);
            return;
        default:
            emit_exchange(s, mask);
        }
    }

    static bool waits(const std::vector<Statement> &list) {
        return std::any_of(list.begin(), list.end(), [](const Statement &s) { return s.waits; });
    }
    // A warp function whose mask is not, to the eye, some of the lanes only.
    bool names_all_lanes(const std::vector<Statement> &list) const {
        if (list.empty())
            return false;
        for (int i = list.front().first; i <= list.back().last; i++) {
            if (!f_.is_word(i) || !is_warp_word(f_.at(i)))
                continue;
            bool number = f_.pieces[(size_t)i + 2].kind == Kind::number &&
                          (f_.is(i + 3, ",") || f_.is(i + 3, ")"));
            if (!number || (unsigned)strtoull(f_.at(i + 2).c_str(), nullptr, 0) == 0xffffffffu)
                return true;
        }
        return false;
    }

    void emit_condition(const Statement &s, const std::string &mask, bool block_wait) {
        int close = f_.partner(s.open);
        std::string condition = f_.text(s.open + 1, close - 1);
        if (has_wait(s.open, close))
            throw Refused();
        if (expression(s.open + 1, close - 1, false)) {
            out_ += " if (" + condition + ") {";
            emit_list(s.inside, mask);
            out_ += " }";
            if (!s.otherwise.empty()) {
                out_ += " else {";
                emit_list(s.otherwise, mask);
                out_ += " }";
            }
            return;
        }
        if (block_wait)
            throw Refused();
        RowPart part = row_part(s.open + 1, close - 1);
        if (part.is && s.otherwise.empty()) {
            emit_part(part, [&] { emit_list(s.inside, mask); });
            return;
        }
        // Lanes on both sides may be meant to meet: then neither side can go before the other.
        if (!s.otherwise.empty() && (names_all_lanes(s.inside) || names_all_lanes(s.otherwise)) &&
            waits(s.inside) && waits(s.otherwise))
            throw Refused();
        std::string inside = "hostcu_m" + std::to_string(made_++);
        std::string outside = "hostcu_m" + std::to_string(made_++);
        out_ += " { bool " + inside + "[1024] = {}, " + outside + "[1024] = {};";
        phase(" " + inside + "[hostcu_t] = (" + condition + "); " + outside + "[hostcu_t] = !" +
                  inside + "[hostcu_t];",
              mask);
        emit_list(s.inside, inside);
        emit_list(s.otherwise, outside);
        out_ += " (void)" + outside + "; }";
    }

    void emit_loop(const Statement &s, const std::string &mask) {
        int close = f_.partner(s.open), first = s.open + 1, last = close - 1;
        std::string header = f_.text(first, last);
        if (s.form == Statement::while_loop) {
            if (!expression(first, last, false))
                throw Refused();
            out_ += " while (" + header + ") {";
            emit_list(s.inside, mask);
            out_ += " }";
            return;
        }
        if (!is_uniform_loop(s))
            throw Refused();
        size_t scope = visible_.size();
        int a = semicolon(first);
        if (is_declaration(first, a))
            for (const Declared &d : read_declaration(first, a))
                visible_.push_back(by_name_.at(d.name));
        out_ += " for (" + header + ") {";
        emit_list(s.inside, mask);
        out_ += " }";
        visible_.resize(scope);
    }
    bool stores_to_memory(const Statement &loop) const { // not to arrays of the thread
        for (const Statement &s : loop.inside)
            if (by_name_.count(f_.at(s.first)))
                return false;
        return true;
    }
    int semicolon(int i) const {
        while (!f_.is(i, ";"))
            i++;
        return i;
    }
    // for (...): its variables and its header are the same for all threads.
    bool is_uniform_loop(const Statement &s) {
        int first = s.open + 1, last = f_.partner(s.open) - 1, a = semicolon(first),
            b = semicolon(a + 1);
        if (is_declaration(first, a)) {
            for (const Declared &d : read_declaration(first, a))
                if (variable(d.name).storage != Storage::uniform)
                    return false;
        } else if (a > first && !uniform_assignment(first, a - 1)) {
            return false;
        }
        return (b == a + 1 || expression(a + 1, b - 1, false)) && uniform_step(b + 1, last);
    }
    bool is_uniform_variable(int i) const {
        auto found = by_name_.find(f_.at(i));
        return f_.is_word(i) && found != by_name_.end() &&
               variables_[(size_t)found->second].storage == Storage::uniform;
    }
    bool uniform_assignment(int first, int last) const {
        int after = f_.after_assignment(first + 1);
        return is_uniform_variable(first) && after > first + 1 && expression(after, last, false);
    }
    bool uniform_step(int first, int last) const { // i++ ++i i += x, one or more
        for (auto [a, z] : f_.split(first, last)) {
            bool post = is_uniform_variable(a) && z == a + 2;
            bool pre = z == a + 2 && is_uniform_variable(z);
            if (!post && !pre && !uniform_assignment(a, z))
                return false;
        }
        return first <= last;
    }

    // A statement with warp functions or votes in it: first every thread lays down its value,
    // then every thread runs the statement with what it takes from the others.
    void emit_exchange(const Statement &s, const std::string &mask) {
        static const std::map<std::string, std::string> shuffles = {
            {"__shfl_sync", "taken"},
            {"__shfl_up_sync", "taken_up"},
            {"__shfl_down_sync", "taken_down"},
            {"__shfl_xor_sync", "taken_xor"}};
        out_ += " {";
        std::string give, zero;
        Fragment taken;
        bool independent = true;
        for (int i = s.first; i <= s.last; i++) {
            if (!is_wait(i)) {
                taken.pieces.push_back(f_.pieces[(size_t)i]);
                continue;
            }
            const std::string name = f_.at(i);
            if (!f_.is(i + 1, "("))
                throw Refused();
            int close = f_.partner(i + 1);
            if (has_wait(i + 2, close))
                throw Refused();
            auto arguments = f_.split(i + 2, close - 1);
            auto text = [&](size_t n) { return f_.text(arguments[n].first, arguments[n].second); };
            std::string slot = "hostcu_s" + std::to_string(made_++), take;
            auto shuffle = shuffles.find(name);
            if (shuffle != shuffles.end() && arguments.size() >= 3) {
                top_ += " uint64_t " + slot +
                        "[::hostcu::slot_words]; if (hostcu_lanes != blockDim.x * "
                        "blockDim.y * blockDim.z) memset(" +
                        slot + ", 0, sizeof " + slot + ");";
                std::string lanes =
                    "::hostcu::lanes<std::decay_t<decltype(" + text(1) + ")>>(" + slot + ")";
                give += " " + lanes + "[hostcu_t] = " + text(1) + ";";
                std::string width = arguments.size() > 3 ? text(3) : "32";
                take = "((void)(" + text(0) + "), ::hostcu::" + shuffle->second + "(" + lanes +
                       ", hostcu_t, " + text(2) + ", " + width + "))";
            } else if ((name == "__ballot_sync" || name == "__any_sync" || name == "__all_sync") &&
                       arguments.size() == 2) {
                independent = false;
                out_ += " unsigned " + slot + "[32] = {};";
                bool all = name == "__all_sync";
                give += " " + slot + "[hostcu_t / 32] |= (unsigned)(" + (all ? "!" : "!!") + "(" +
                        text(1) + ")) << (hostcu_t & 31);";
                std::string bits = "(" + slot + "[hostcu_t / 32] & (" + text(0) + "))";
                take = name == "__ballot_sync" ? bits
                       : all                   ? "(" + bits + " == 0 ? 1 : 0)"
                                               : "(" + bits + " != 0 ? 1 : 0)";
            } else if (is_barrier_word(name) && arguments.size() == 1 && name != "__syncthreads") {
                independent = false;
                out_ += " int " + slot + " = 0;";
                bool all = name == "__syncthreads_and";
                give += " " + slot + " += " + (all ? "!" : "!!") + "(" + text(0) + ");";
                take = name == "__syncthreads_count" ? slot
                       : all                         ? "(" + slot + " == 0 ? 1 : 0)"
                                                     : "(" + slot + " != 0 ? 1 : 0)";
            } else {
                throw Refused();
            }
            taken.pieces.push_back({take, Kind::number, -1, false, true});
            i = close;
        }
        phase(give, mask, independent);
        if (s.form != Statement::declaration) {
            phase(taken.text(0, taken.count() - 1), mask);
            out_ += " }";
            return;
        }
        // A declaration's variable outlives the slots: it stands before them.
        auto declared = read_declaration(s.first, s.last);
        if (declared.size() != 1 || !declared[0].dims.empty() || declared[0].braces ||
            declared[0].brackets)
            throw Refused();
        Variable &v = variable(declared[0].name);
        if (v.storage != Storage::kept)
            throw Refused();
        int equals = 0;
        while (!taken.is(equals, "="))
            equals++;
        visible_.push_back(by_name_.at(v.name));
        std::string array = " " + v.type + " hostcu_v_" + v.name + "[1024];";
        phase(" " + v.name + taken.text(equals, taken.count() - 1).insert(0, " "), mask);
        out_ = pull_out(out_, array);
        out_ += " }";
    }

    // Puts the text in front of the brace that is still open.
    static std::string pull_out(const std::string &text, const std::string &declared) {
        int depth = 0;
        for (size_t i = text.size(); i-- > 0;) {
            if (text[i] == '}')
                depth++;
            else if (text[i] == '{' && depth-- == 0)
                return text.substr(0, i) + declared + text.substr(i);
        }
        throw Refused();
    }

    // ---- device functions that wait

    // The definition: name ( parameters ) { body }, neither template nor member.
    int definition(const std::string &name) const {
        int found = -1;
        for (int i = 0; i < source_.count(); i++) {
            if (source_.tokens[i].system || !source_.is(i, name) || !source_.is(i + 1, '('))
                continue;
            int after = source_.next(source_.partner(i + 1));
            if (!source_.is(after, '{') || source_.is(i - 1, ':') || source_.is(i - 1, '.'))
                continue;
            if (found >= 0)
                throw Refused(); // overloaded
            found = i;
            for (int j = i; j > 0 && !source_.is(j, ';') && !source_.is(j, '}'); j--)
                if (source_.is(j, "template"))
                    throw Refused();
        }
        if (found < 0)
            throw Refused();
        return found;
    }

    bool is_function_that_waits(int i) const {
        return f_.is_word(i) && f_.is(i + 1, "(") && is_wait(i) && !is_barrier_word(f_.at(i)) &&
               !is_warp_word(f_.at(i));
    }

    // Statement by statement: x = f(a); becomes { T p = a; body; x = result; }.
    void inline_functions() {
        for (int round = 0; round < 32; round++) {
            int call = -1;
            for (int i = 0; i < f_.count() && call < 0; i++)
                if (is_function_that_waits(i))
                    call = i;
            if (call < 0)
                return;
            inline_call(call, round);
        }
        throw Refused();
    }

    void inline_call(int call, int round) {
        int close = f_.partner(call + 1);
        if (!f_.is(close + 1, ";"))
            throw Refused(); // part of a larger expression
        int first = call;
        while (first > 0 && !f_.is(first - 1, ";") && !f_.is(first - 1, "{") &&
               !f_.is(first - 1, "}") && !f_.is(first - 1, ")") && !f_.is(first - 1, "else") &&
               !f_.pieces[(size_t)first - 1].opaque)
            first--;
        Fragment left;
        left.pieces.assign(f_.pieces.begin() + first, f_.pieces.begin() + call);
        int name = definition(f_.at(call));
        int open = name + 1, end = source_.partner(open), body = source_.next(end);
        refuse_spinning(body, source_.partner(body));
        Fragment inner = Fragment::cut(source_, edits_, body + 1, source_.partner(body) - 1);
        std::string suffix = "_hostcu" + std::to_string(round);
        std::set<std::string> renamed;
        std::string made = "{ ";
        auto arguments = f_.split(call + 2, close - 1);
        auto parameters = split_at_commas(source_, open + 1, end - 1);
        if (end == open + 1)
            parameters.clear();
        if (arguments.size() != parameters.size())
            throw Refused();
        for (size_t n = 0; n < parameters.size(); n++) {
            auto [a, z] = parameters[n];
            std::string type;
            for (int i = a; i < z; i++) {
                if (source_.is(i, '&') || source_.is(i, '[') || source_.is(i, '('))
                    throw Refused();
                if (!source_.is(i, "const"))
                    type += std::string(source_.at(i)) + " ";
            }
            if (!source_.is_word(z))
                throw Refused();
            renamed.insert(std::string(source_.at(z)));
            made += type + std::string(source_.at(z)) + suffix + " = " +
                    f_.text(arguments[n].first, arguments[n].second) + " ; ";
        }
        // Its own variables: a word after a type, in a declaration.
        for (int i = 1; i < inner.count(); i++)
            if (inner.is_word(i) && (inner.is_word(i - 1) || inner.is(i - 1, "*")) &&
                (inner.is(i + 1, "=") || inner.is(i + 1, ";") || inner.is(i + 1, "[") ||
                 inner.is(i + 1, ",") || inner.is(i + 1, "{")) &&
                !inner.is(i - 1, "return"))
                renamed.insert(inner.at(i));
        for (int i = 0; i < inner.count(); i++)
            if (inner.is_variable(i) && in(renamed, inner.at(i)))
                inner.pieces[(size_t)i].text += suffix;
        int result = -1;
        for (int i = 0; i < inner.count(); i++)
            if (inner.is(i, "return")) {
                if (result >= 0)
                    throw Refused();
                result = i;
            } else if (inner.pieces[(size_t)i].opaque &&
                       inner.at(i).find("thread_local") != std::string::npos) {
                throw Refused(); // its shared variables would need new names
            }
        Fragment all, start = Fragment::of(made);
        int assigned = 0;
        while (assigned < left.count() && !left.is_assignment(assigned))
            assigned++;
        bool declares = false;
        if (left.count() > 0) {
            if (result < 0 || assigned == left.count())
                throw Refused();
            declares = assigned > 1 && left.is_word(assigned - 1) && left.is_word(assigned - 2);
        }
        if (result >= 0) {
            int semicolon = result;
            while (semicolon < inner.count() && !inner.is(semicolon, ";"))
                semicolon++;
            if (semicolon != inner.count() - 1)
                throw Refused(); // returns from the middle
        }
        auto append = [&all](const Fragment &f, int a, int z) {
            for (int i = a; i <= z; i++)
                all.pieces.push_back(f.pieces[(size_t)i]);
        };
        if (declares) { // T x = f(a);
            append(left, 0, assigned - 1);
            append(Fragment::of(";"), 0, 0);
        }
        for (Piece &p : start.pieces)
            p.token = -1;
        append(start, 0, start.count() - 1);
        append(inner, 0, result >= 0 ? result - 1 : inner.count() - 1);
        if (left.count() > 0) {
            append(left, declares ? assigned - 1 : 0, left.count() - 1);
            append(Fragment::of("("), 0, 0);
            append(inner, result + 1, inner.count() - 2);
            append(Fragment::of(")"), 0, 0);
            append(Fragment::of(";"), 0, 0);
        }
        Piece brace = {"}", Kind::mark, -1, false, false};
        all.pieces.push_back(brace);
        f_.pieces.erase(f_.pieces.begin() + first, f_.pieces.begin() + close + 2);
        f_.pieces.insert(f_.pieces.begin() + first, all.pieces.begin(), all.pieces.end());
    }
};

} // namespace

std::string phased_body(const Source &source, const Kernel &kernel, const Reaches &reaches,
                        const Edits &edits, bool gcc, bool asks_index) {
    try {
        return Phases(source, kernel, reaches, edits, gcc, asks_index).run();
    } catch (const Refused &) {
        return "";
    }
}
