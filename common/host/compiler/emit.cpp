// emit.cpp: the statements around the phases: blocks, conditions, loops, and what lanes of a warp
// take from each other.
#include "split.h"

#include <cstdlib>

// ---- what a list of statements becomes

void Emitter::emit_list(const std::vector<Node *> &list, const std::string &mask) {
    Work work; // of the phase that is being gathered
    for (const Node *s : list)
        emit_one(s, mask, work);
    phase(work, mask);
}

void Emitter::emit_one(const Node *s, const std::string &mask, Work &work) {
    if (s->is(Form::empty))
        return;
    if (s->is(Form::shared) || s->is(Form::types)) {
        phase(work, mask);
        out_ += text(s);
    } else if (s->is(Form::declaration)) {
        declare(s, mask, work);
    } else if (plan_.is_uniform_statement(s)) {
        phase(work, mask);
        tell("once for the block:");
        tell_lines({s}, false);
        out_ += text(s);
    } else if (const Kept *v = recomputed(s)) {
        phase(work, mask);
        now_[v] = s->parts[0]->parts[1];
    } else if (plan_.is_around(s) || plan_.waits(s)) {
        phase(work, mask);
        emit_around(s, mask);
    } else if (s->is(Form::condition) && s->parts.size() == 2 && row_part(s->parts[0]).bound) {
        phase(work, mask);
        emit_part(row_part(s->parts[0]), [&] {
            Work then = {text(s->parts[1]), {s->parts[1]}, s};
            phase(then, mask);
        });
    } else {
        work.text += text(s);
        work.nodes.push_back(s);
    }
}

// x = value; of a computed variable, in the kernel's own block
const Kept *Emitter::recomputed(const Node *s) const {
    if (!s->is(Form::expression) || !s->parts[0]->is(Form::assignment, "="))
        return nullptr;
    const Kept *v = plan_.kept(s->parts[0]->parts[0]);
    return v && v->storage == Storage::computed ? v : nullptr;
}

// Declares what is declared; values of each thread's own are work of the phase.
void Emitter::declare(const Node *s, const std::string &mask, Work &work) {
    for (const Node *one : s->parts) {
        const Kept &v = *plan_.of(one->variable);
        const Variable &variable = *v.variable;
        bool takes = v.value && plan_.waits(v.value), list = v.value && v.value->is(Form::list);
        if (v.storage == Storage::computed)
            continue;
        if (v.storage == Storage::uniform || takes)
            phase(work, mask);
        if (v.storage == Storage::uniform) {
            out_ += marker(one) + " [[maybe_unused]] " +
                    (variable.constant && !variable.points() && !v.changed ? "const " : "") +
                    v.type + " " + v.name + (v.value ? " =" + text(v.value) : "") + ";" +
                    must_be_number(v, one);
            tell("once for the block:");
            tell_lines({one}, false);
            continue;
        }
        const bool number = is_number_type(v.type);
        out_ += marker(one);
        if (number)
            out_ += v.type + " hostcu_v_" + v.name + "[1024]" + variable.dims + ";";
        else
            out_ += "typedef " + v.type + " hostcu_t_" + v.name + variable.dims +
                    "; static_assert(::hostcu::is_plain<hostcu_t_" + v.name +
                    ">, \"hostcc: " + v.name +
                    " is of a class with members that C++ calls by itself\"); ::hostcu::room<"
                    "hostcu_t_" +
                    v.name + "> hostcu_v_" + v.name + "[1024];";
        if (!variable.dims.empty() && variable.room == 0) {
            enum { MOST_ELEMENTS = 64 };
            for (const Node *part : one->parts)
                if (part != v.value && any_of(part, [&](const Node &n) {
                        const Kept *size = plan_.kept(&n);
                        return n.is(Form::name) && n.variable &&
                               !(size && size->storage == Storage::uniform && !size->changed &&
                                 n.variable->constant && size->name == n.word);
                    }))
                    refuse(one, "an array of each thread's own with a size that is no constant");
            out_ += " static_assert(sizeof *hostcu_v_" + v.name +
                    " <= " + std::to_string(MOST_ELEMENTS) + " * sizeof(" + v.type +
                    "), \"hostcc: the array " + v.name + " has more than 64 elements\");";
        }
        if (!v.value && number)
            continue;
        if (takes) {
            emit_exchange(one, v.value, &v, mask);
            continue;
        }
        if (!variable.dims.empty() && v.value && !list)
            refuse(one, "an array that is not given a list of values");
        work.text += store(v, v.value ? text(v.value) : "");
        work.nodes.push_back(one);
    }
}

// Gives a variable its first value, as the user wrote it.
std::string Emitter::store(const Kept &v, const std::string &value) const {
    bool equals = v.variable->begin == Variable::equals || is_number_type(v.type);
    bool list = v.value && v.value->is(Form::list);
    if (is_number_type(v.type) && v.variable->dims.empty())
        return " " + v.name + " =" + (list && v.value->parts.empty() ? " {}" : value) + ";";
    return " { " + v.type + " hostcu_first" + v.variable->dims + (equals && v.value ? " =" : "") +
           value + "; memcpy(&" + v.name + ", &hostcu_first, sizeof " + v.name + "); }";
}

// What the C++ compiler must find so that the plan holds: names outside the kernel are constants,
// and they, parameters and their members are numbers.
std::string Emitter::checks() const {
    std::map<std::string, const Node *> each;
    std::set<std::string_view> local; // enumerators of the kernel's own
    walk(k_.tree->body, [&](const Node &n) {
        for (int i = n.first; n.is(Form::types) && i <= n.last; i++)
            local.insert(source_.at(i));
    });
    for (const Node *e : plan_.relied_on()) {
        const Node *base = e;
        while (base->is(Form::member))
            base = base->parts[0];
        bool known = base->variable && e == base && is_number_type(base->variable->type);
        bool builtin =
            !base->variable && e != base && one_of(base->word, "blockIdx blockDim gridDim");
        if (!known && !builtin && !local.count(base->word) && e->glue.empty())
            each[source_.flat(e->first, e->last)] = e;
    }
    std::string out;
    for (const auto &[name, e] : each) {
        const Node *base = e;
        while (base->is(Form::member))
            base = base->parts[0];
        bool fixed = base->variable || plan_.is_set_by_host(base->word);
        out += marker(e) + " static_assert(::hostcu::is_" +
               (fixed ? "number<decltype(" + name + ")" : "constant<decltype((" + name + "))") +
               enums() + ">, \"hostcc: " + name + " is not a number that stays the same\");";
    }
    return out;
}

void Emitter::emit_around(const Node *s, const std::string &mask) {
    bool block_wait =
        any_of(s, [this](const Node &n) { return reaches_.waits(n) && is_barrier_word(n.word); });
    if (block_wait && !mask.empty())
        refuse(s, "a barrier that not all threads may reach: a condition around it differs from "
                  "thread to thread");
    switch (s->form) {
    case Form::block:
        out_ += " {";
        emit_list(s->parts, mask);
        out_ += " }";
        return;
    case Form::condition:
        emit_condition(s, mask, block_wait);
        return;
    case Form::for_loop:
    case Form::while_loop:
    case Form::do_loop:
        emit_loop(s, mask);
        return;
    case Form::jump:
        out_ += text(s);
        return;
    default:
        break;
    }
    if (!s->is(Form::expression))
        refuse(s, "a wait in a statement that hostcc cannot split");
    const Node *call = bare(s->parts[0]);
    bool barrier = call->is(Form::call) && (call->parts[0]->word == "__syncthreads" ||
                                            call->parts[0]->word == "__syncwarp");
    if (barrier) // the end of one loop and the beginning of the next
        tell("-- " + call->parts[0]->word + ": every thread has come here, line " +
             std::to_string(source_.place(s->first).line));
    else
        emit_exchange(s, s->parts[0], nullptr, mask);
}

void Emitter::emit_body(const Node *s, const std::string &mask) {
    depth_++;
    if (s->is(Form::block) && plan_.is_around(s))
        emit_list(s->parts, mask);
    else
        emit_list({const_cast<Node *>(s)}, mask);
    depth_--;
}

// ---- conditions and loops

void Emitter::emit_condition(const Node *s, const std::string &mask, bool block_wait) {
    const Node *test = s->parts[0], *then = s->parts[1];
    const Node *otherwise = s->parts.size() > 2 ? s->parts[2] : nullptr;
    if (plan_.waits(test))
        refuse(test, "a wait inside a condition");
    if (plan_.same(test, Over::block) || s->word == "constexpr") {
        tell("the block as a whole, line " + std::to_string(source_.place(s->first).line) +
             ": if (" + source_.flat(test->first, test->last) + ")");
        out_ += " if " + s->word + " (" + text(test) + ") {";
        emit_body(then, mask);
        out_ += " }";
        if (!otherwise)
            return;
        tell("else");
        out_ += " else {";
        emit_body(otherwise, mask);
        out_ += " }";
        return;
    }
    if (plan_.leaves_others_out(s)) {
        Work work = {" if (!(" + text(test) + ")) hostcu_gone[hostcu_t] = hostcu_some_gone = true;",
                     {test},
                     test};
        phase(work, mask);
        tell("those for which that is true; the others have come to their end:");
        out_ += " {";
        emit_body(then, mask);
        out_ += " }";
        return;
    }
    if (block_wait)
        refuse(s, "a barrier under a condition that may differ from thread to thread");
    if (jumps_out(s))
        refuse(s, "a loop that waits is left under a condition that may differ from thread to "
                  "thread");
    RowPart part = row_part(test);
    if (part.bound && !otherwise) {
        tell("the threads with " + source_.flat(test->first, test->last) + ":");
        emit_part(part, [&] { emit_body(then, mask); });
        return;
    }
    // Lanes on both sides may be meant to meet: then neither side can go before the other.
    if (otherwise && plan_.waits(then) && plan_.waits(otherwise) &&
        (names_all_lanes(then) || names_all_lanes(otherwise)))
        refuse(s, "both sides of a condition wait, perhaps for each other");
    std::string in = fresh("hostcu_m"), out = fresh("hostcu_m");
    out_ += " { bool " + in + "[1024] = {}, " + out + "[1024] = {}, " + in +
            "_not = " + not_all(mask) + ", " + out + "_not = " + in + "_not;";
    Work work = {" " + in + "[hostcu_t] = (" + text(test) + "); " + out + "[hostcu_t] = !" + in +
                     "[hostcu_t]; " + in + "_not |= " + out + "[hostcu_t]; " + out +
                     "_not |= " + in + "[hostcu_t];",
                 {test},
                 test};
    phase(work, mask);
    tell("where that is true:");
    emit_body(then, in);
    if (otherwise) {
        tell("else");
        emit_body(otherwise, out);
    }
    out_ += " (void)" + out + "; }";
}

void Emitter::emit_loop(const Node *s, const std::string &mask) {
    const bool is_do = s->is(Form::do_loop), is_while = s->is(Form::while_loop);
    const Node *test = s->parts[is_while ? 0 : 1];
    if (!is_while && !is_do && plan_.strides(s)) {
        tell("each step of all threads, line " + std::to_string(source_.place(s->first).line) +
             ": " + source_.flat(s->first, s->parts.back()->first - 1));
        strider_ = s->parts[0]->parts[0]->variable;
        Work step = {text(s->parts[3]), {s->parts[3]}, s->parts[3], s};
        phase(step, mask);
        strider_ = nullptr;
        return;
    }
    if (is_while || is_do ? !plan_.same(test, Over::block) : !plan_.is_uniform_loop(s))
        refuse(s, "a loop that waits, whose steps may differ from thread to thread");
    tell("the block as a whole, line " + std::to_string(source_.place(s->first).line) + ": " +
         (is_do ? "do ... while (" + source_.flat(test->first, test->last) + ")"
                : source_.flat(s->first, s->parts.back()->first - 1)));
    if (is_while || is_do) {
        out_ += is_do ? " do {" : " while (" + text(test) + ") {";
        emit_body(s->parts[is_do ? 0 : 1], mask);
        out_ += is_do ? " } while (" + text(test) + ");" : " }";
        return;
    }
    const Node *begin = s->parts[0], *step = s->parts[2];
    out_ += " {";
    if (begin->is(Form::declaration)) {
        for (const Node *one : begin->parts) {
            const Kept &v = *plan_.of(one->variable);
            out_ += " " + v.type + " " + v.name + (v.value ? " =" + text(v.value) : "") + ";" +
                    must_be_number(v, one);
        }
    } else if (!begin->is(Form::empty)) {
        out_ += text(begin);
    }
    out_ += " for (; " + text(test) + "; " + text(step) + ") {";
    emit_body(s->parts[3], mask);
    out_ += " } }";
}

// ---- shuffles, votes and counting barriers: every thread lays down its value in one phase and
// takes the others' in the next

// A warp function whose mask is not, to the eye, some of the lanes only.
bool Emitter::names_all_lanes(const Node *s) const {
    return any_of(s, [](const Node &n) {
        if (!n.is(Form::call) || !is_warp_word(n.parts[0]->word))
            return false;
        return n.parts.size() < 2 || !n.parts[1]->is(Form::number) ||
               (unsigned)strtoull(n.parts[1]->word.c_str(), nullptr, 0) == 0xffffffffu;
    });
}

// What the call takes; what it gives is work of the phase before.
std::string Emitter::exchange(const Node *call, Work &give, bool &independent) {
    static const std::map<std::string, std::string> shuffles = {{"__shfl_sync", "taken"},
                                                                {"__shfl_up_sync", "taken_up"},
                                                                {"__shfl_down_sync", "taken_down"},
                                                                {"__shfl_xor_sync", "taken_xor"}};
    const std::string &name = call->parts[0]->word;
    const size_t arguments = call->parts.size() - 1;
    auto of = [&](size_t n) { return call->parts[n + 1]; };
    for (size_t n = 0; n < arguments; n++) {
        if (plan_.waits(of(n)))
            refuse(call, "a wait inside another");
        give.nodes.push_back(of(n));
    }
    std::string slot = fresh("hostcu_s");
    auto shuffle = shuffles.find(name);
    if (shuffle != shuffles.end() && arguments >= 3) {
        top_ += " ::uint64_t " + slot +
                "[::hostcu::slot_words]; if (hostcu_lanes != blockDim.x * blockDim.y * "
                "blockDim.z) memset(" +
                slot + ", 0, sizeof " + slot + ");";
        std::string lanes =
            "::hostcu::lanes<::std::decay_t<decltype(" + plain_text(of(1)) + ")>>(" + slot + ")";
        give.text += " " + lanes + "[hostcu_t] = " + text(of(1)) + ";";
        bool all = of(0)->is(Form::number) && names_all_lanes(call);
        return "::hostcu::" + shuffle->second + "(" +
               (all ? "" : "::hostcu::masked(" + plain_text(of(0)) + "), ") + lanes +
               ", hostcu_t, " + plain_text(of(2)) + ", " +
               (arguments > 3 ? plain_text(of(3)) : "32") + ")";
    }
    if (name.compare(0, 7, "hostcu_") == 0) { // a reduction or scan of a tile, between the phases
        top_ += " ::uint64_t " + slot +
                "[::hostcu::slot_words]; if (hostcu_lanes != blockDim.x * blockDim.y * "
                "blockDim.z) memset(" +
                slot + ", 0, sizeof " + slot + ");";
        std::string type = "::std::decay_t<decltype(" + plain_text(of(1)) + ")>";
        std::string lanes = "::hostcu::lanes<" + type + ">(" + slot + ")", fold = fresh("hostcu_f");
        independent = false; // only inside the phase are the variables known that the types name
        out_ += " void (*" + fold + ")(::uint64_t *, ::size_t, ::size_t) = nullptr;";
        give.text += " " + lanes + "[hostcu_t] = " + text(of(1)) + "; " + fold +
                     " = ::hostcu::fold_lanes<'" + name.substr(7, 1) + "', " + type +
                     ", ::std::decay_t<decltype(" + plain_text(of(2)) + ")>>;";
        between_ += " if (" + fold + ") " + fold + "(" + slot + ", hostcu_lanes, " +
                    plain_text(of(0)) + ");";
        return lanes + "[hostcu_t]";
    }
    independent = false;
    bool all = name == "__all_sync" || name == "__syncthreads_and";
    std::string no = all ? "!" : "!!";
    if ((name == "__ballot_sync" || name == "__any_sync" || name == "__all_sync") &&
        arguments == 2) {
        out_ += " unsigned " + slot + "[32] = {};";
        give.text += " " + slot + "[hostcu_t / 32] |= (unsigned)(" + no + "(" + text(of(1)) +
                     ")) << (hostcu_t & 31);";
        std::string bits = "(" + slot + "[hostcu_t / 32] & (" + plain_text(of(0)) + "))";
        return name == "__ballot_sync" ? bits
                                       : "(" + bits + (all ? " == 0" : " != 0") + " ? 1 : 0)";
    }
    if (is_barrier_word(name) && arguments == 1 && name != "__syncthreads") {
        out_ += " int " + slot + " = 0;";
        give.text += " " + slot + " += " + no + "(" + text(of(0)) + ");";
        return name == "__syncthreads_count" ? slot
                                             : "(" + slot + (all ? " == 0" : " != 0") + " ? 1 : 0)";
    }
    refuse(call, name + " is not split");
}

// Its arguments can be computed by a thread that does not call it.
static bool is_harmless(const Node &call) {
    return !any_of(&call, [&](const Node &n) {
        return n.is(Form::subscript) || n.is(Form::assignment) || n.is(Form::postfix) ||
               n.is(Form::unary, "*") || n.is(Form::unary, "++") || n.is(Form::unary, "--") ||
               n.op == "->" || (n.is(Form::call) && &n != &call) ||
               ((n.is(Form::binary, "/") || n.is(Form::binary, "%")) &&
                !n.parts[1]->is(Form::number));
    });
}

// First every thread lays down its value, then every thread does the statement, or gives the
// variable its value, with what it takes from the others.
void Emitter::emit_exchange(const Node *s, const Node *value, const Kept *to,
                            const std::string &mask) {
    Work give, take;
    give.told = s;
    bool independent = true;
    out_ += " {";
    walk(value, [&](const Node &n) {
        if (!n.is(Form::call) || !reaches_.waits(*n.parts[0]))
            return;
        for (const Node *in = &n, *up = n.parent; up && in != value; in = up, up = up->parent)
            if ((up->is(Form::conditional) || up->is(Form::binary, "&&") ||
                 up->is(Form::binary, "||")) &&
                in != up->parts[0] && !is_harmless(n))
                refuse(&n, n.parts[0]->word + " is not called by every thread");
        std::string take = exchange(&n, give, independent);
        instead_[&n] = take;
    });
    if (instead_.empty())
        refuse(s, "a function that waits is not called here");
    phase(give, mask, independent);
    out_ += between_;
    between_.clear();
    tell("-- the lanes have laid down what they give; each takes what it is given");
    take.text = to ? store(*to, text(value)) : text(s);
    take.nodes.push_back(s);
    phase(take, mask);
    instead_.clear();
    out_ += " }";
}

// ---- the whole kernel

Split Emitter::run() {
    if (plan_.returns)
        out_ += " bool hostcu_gone[1024] = {}, hostcu_some_gone = false;";
    for (const Kept &v : plan_.variables())
        if (v.variable->origin == Variable::parameter) {
            bool number = is_number_type(v.type);
            if (v.storage == Storage::uniform) {
                out_ += " " + v.type + " " + v.name + " = " + v.variable->name + ";";
                continue;
            }
            out_ += number ? " " + v.type
                           : marker(k_.tree->body) + " static_assert(::hostcu::is_plain<" + v.type +
                                 ">, \"hostcc: " + v.variable->name +
                                 " is of a class with members that C++ calls by itself\"); "
                                 "::hostcu::room<" +
                                 v.type + ">";
            out_ += " hostcu_v_" + v.name + "[1024];";
            Work begin = {" hostcu_v_" + v.name + "[hostcu_t]" + (number ? "" : ".value") + " = " +
                              v.variable->name + ";",
                          {},
                          nullptr};
            phase(begin, "");
        }
    emit_list(k_.tree->body->parts, "");
    if (!top_.empty())
        top_ = " const ::size_t hostcu_lanes = ((::size_t)blockDim.x * blockDim.y * blockDim.z + "
               "31) / 32 * 32;" +
               top_;
    // Warnings about how we laid the user's words out are no news to the user.
    std::string quiet = "\n#pragma GCC diagnostic push\n";
    for (const char *one : {"misleading-indentation", "uninitialized", "unused-value"})
        quiet += std::string("#pragma GCC diagnostic ignored \"-W") + one + "\"\n";
    if (gcc_)
        quiet += "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n";
    Place place = source_.place(k_.body);
    return {quiet + checks() + top_ + out_ + "\n#pragma GCC diagnostic pop\n# " +
                std::to_string(place.line) + " \"" + place.file + "\"\n",
            k_.body, "", explained_};
}

Split split_kernel(const Source &source, const Vocabulary &words, const Kernel &kernel,
                   const Reaches &reaches, const Edits &edits, bool gcc) {
    Split refusal;
    for (bool interchanges : {true, false})
        try {
            Kernel own = kernel; // a plan changes the tree
            own.tree = std::make_shared<Tree>();
            parse_body(source, words, own.parameters, own.body, *own.tree);
            Plan plan(source, words, own, reaches, interchanges);
            if (!plan.waits() && !plan.interchanges())
                return {"", kernel.body, "", ""};
            return Emitter(source, own, plan, reaches, edits, gcc).run();
        } catch (const Refused &refused) { // perhaps only for a loop that need not be interchanged
            refusal = {"", refused.token, refused.why, ""};
        }
    return refusal;
}
