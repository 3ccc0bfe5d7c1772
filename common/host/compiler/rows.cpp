// rows.cpp: one phase: what all threads of the block do up to the next barrier, as a loop over
// them that the C++ compiler can vectorise: conditions on threadIdx.x are its bounds, and sums
// with threadIdx.x are counted along it.
#include "split.h"

// ---- text: the user's own, line by line where the user wrote it

void Emitter::print_tokens(int first, int end, std::string &out, int &last,
                           const Meanings *meant) const {
    for (int i = first; i < end; i++) {
        if (source_.is_line(i))
            continue;
        const Token &t = source_.tokens[(size_t)i];
        const Token *before = last < 0 ? nullptr : &source_.tokens[(size_t)last];
        if (!before || before->line != t.line || before->file != t.file)
            out += source_.resume(i, false);
        else if (last + 1 != i || !source_.touches(last))
            out += ' ';
        auto meaning = meant ? meant->find(source_.at(i)) : Meanings::const_iterator();
        if (meant && meaning != meant->end()) // a type may be of several words
            out += meaning->second[0] == '(' ? meaning->second
                                             : "::std::enable_if_t<true, " + meaning->second + ">";
        else
            out += edits_.render_one(source_, i);
        last = i;
    }
}

// An atomic function's name, called for a __shared__ variable. A block runs on one processor and
// only its own threads see the variable, so that a plain addition does.
bool Emitter::is_own_atomic(const Node *name) const {
    const Node *call = name->parent;
    if (!name->is(Form::name) || name->variable || !call || !call->is(Form::call) ||
        call->parts[0] != name || call->parts.size() != 3 || reaches_.defines(name->word) ||
        !one_of(name->word, "atomicAdd atomicSub atomicMin atomicMax atomicAnd atomicOr atomicXor"))
        return false;
    const Node *at = bare(call->parts[1]);
    bool address = at->is(Form::unary, "&");
    for (at = address ? bare(at->parts[0]) : at; address && at->is(Form::subscript);)
        at = bare(at->parts[0]);
    const Variable *v = at->is(Form::name) ? at->variable : nullptr;
    return v && v->origin == Variable::shared && (address || !v->dims.empty()) &&
           is_number_type(v->type) && v->type.find('*') == v->type.npos;
}

// `last`: the token behind which the text stands, or -1 behind something made.
void Emitter::print(const Node *node, std::string &out, int &last) {
    auto found = instead_.find(node);
    const Kept *v = plan_.kept(node);
    std::string made = found != instead_.end() ? found->second : v ? v->name : "";
    if (is_own_atomic(node)) {
        made = "::hostcu::alone::" + node->word;
        alone_ = true;
    }
    if (node->is(Form::leave))
        made = "{ hostcu_gone[hostcu_t] = hostcu_some_gone = true; return; }";
    else if (counts_ && node->is(Form::subscript) && found == instead_.end()) {
        std::string index = counted(node->parts[1], true);
        if (!index.empty()) {
            print(node->parts[0], out, last);
            out += "[" + index + "]";
            last = -1;
            return;
        }
    }
    if (!made.empty()) { // what follows it on its line finds its column again
        if (v && made == v->variable->name && node->glue.empty() && found == instead_.end() &&
            source_.at(node->first) == made) {
            print_tokens(node->first, node->last + 1, out, last, node->meant);
            return;
        }
        out += " " + made;
        last = -1;
        return;
    }
    if (!node->glue.empty()) {
        for (size_t n = 0; n < node->glue.size(); n++) {
            out += node->glue[n];
            if (n < node->parts.size())
                print(node->parts[n], out, last);
        }
        return;
    }
    int next = node->first;
    for (const Node *part : node->parts) {
        if (part->last < part->first || part->first < next)
            continue; // nothing there, or what a [ ] catches
        print_tokens(next, part->first, out, last, node->meant);
        print(part, out, last);
        next = part->last + 1;
    }
    print_tokens(next, node->last + 1, out, last, node->meant);
}

std::string Emitter::text(const Node *node) {
    std::string out;
    int last = -1;
    print(node, out, last);
    return out;
}

std::string Emitter::plain_text(const Node *node) {
    std::string out;
    int last = node->first;
    bool counts = counts_;
    counts_ = false;
    print(node, out, last);
    counts_ = counts;
    return out;
}

// ---- sums with threadIdx.x

// threadIdx.x, or a variable that is threadIdx.x under another name: what it is counted from.
const Node *Emitter::thread_index(const Node *e) const {
    if (is_threadIdx_x(e))
        return e;
    const Kept *v = plan_.kept(e);
    return v && v->storage == Storage::computed && !v->changed && v->value &&
                   is_threadIdx_x(v->value) &&
                   (v->type == "unsigned int" || one_of(v->type, "unsigned int auto uint32_t uint"))
               ? e
               : nullptr;
}

// rest + threadIdx.x, in any order: the rest as text, or "" when it is something else.
std::string Emitter::rest_of_sum(const Node *e, std::string &type) {
    std::vector<const Node *> terms;
    for (; e->is(Form::binary, "+"); e = e->parts[0])
        terms.insert(terms.begin(), e->parts[1]);
    terms.insert(terms.begin(), e);
    std::string rest;
    bool found = false, is_signed = false;
    const Variable *strider = nullptr;
    for (const Node *term : terms) {
        if (strider_ && term->is(Form::name) && term->variable == strider_ && !found) {
            found = true;
            strider = strider_;
            rest += rest.empty() ? "hostcu_base" : " + hostcu_base";
            continue;
        }
        if (thread_index(term) && !found) {
            found = true;
            is_signed = plan_.kept(term) && plan_.kept(term)->type == "int";
            continue;
        }
        if (!plan_.same(term, Over::row))
            return "";
        rest += (rest.empty() ? "" : " + ") + plain_text(term);
    }
    if (!found || rest.empty())
        return "";
    type = "decltype((" + rest + ") + " +
           (strider     ? "(" + strider->type + ")0"
            : is_signed ? "(int)threadIdx.x"
                        : "threadIdx.x") +
           ")";
    return rest;
}

// The sum counted along the row, or "".
std::string Emitter::counted(const Node *e, bool index) {
    if (!counts_)
        return "";
    if (index)
        for (const Node *n = e; n; n = n->is(Form::binary, "+") ? n->parts[0] : nullptr) {
            const Node *term = n->is(Form::binary, "+") ? n->parts[1] : n;
            if (plan_.kept(term) && plan_.kept(term)->type == "int" && thread_index(term))
                return ""; // a signed sum already
        }
    std::string type, rest = rest_of_sum(e, type);
    if (rest.empty())
        return "";
    std::string name = fresh("hostcu_b");
    sums_.push_back({name, rest, type, index});
    name += " + (hostcu_x - hostcu_from)";
    return index ? name : "(" + type + ")(" + name + ")";
}

// ---- conditions on threadIdx.x

RowPart Emitter::row_part(const Node *condition) const {
    RowPart part;
    const Node *test = bare(condition);
    if (!test->is(Form::binary))
        return part;
    const Node *index = bare(test->parts[test->word == ">"]),
               *bound = test->parts[test->word != ">"];
    if (test->word != "<" && test->word != ">" && test->word != "==")
        return part;
    part.type = "unsigned";
    if (index->is(Form::cast) && (index->word == "int" || index->word == "unsigned") &&
        is_threadIdx_x(bare(index->parts[0]))) {
        part.type = index->word;
    } else if (!thread_index(index)) {
        return part;
    } else if (plan_.kept(index) && plan_.kept(index)->type == "int") {
        part.type = "int";
    }
    part.equal = test->word == "==";
    if (plan_.same(bound, Over::block))
        part.bound = bound;
    return part;
}

// ---- what the C++ compiler must find of a variable that is computed once or anew

// An operator of an enumeration's may ask for the index.
std::string Emitter::enums() const {
    return reaches_.unseen_asks() ? ", false" : "";
}

std::string Emitter::must_be_number(const Kept &v, const Node *at) const {
    return is_number_type(v.type)
               ? ""
               : marker(at) + " static_assert(::hostcu::is_number<decltype(" + v.name + ")" +
                     enums() + ">, \"hostcc: " + v.name + " is not of a type that hostcc knows\");";
}

// ---- the loop

// What the phase must declare so that its text finds its variables.
std::string Emitter::prelude(const std::vector<const Node *> &nodes) {
    std::set<const Kept *> seen;
    std::string out;
    std::function<void(const Node *)> need = [&](const Node *root) {
        walk(root, [&](const Node &node) {
            const Kept *found = node.is(Form::name) || node.is(Form::declarator)
                                    ? plan_.of(node.variable)
                                    : nullptr;
            if (!found || found->storage == Storage::uniform || !seen.insert(found).second)
                return;
            const Kept &v = *found;
            if (v.storage == Storage::kept) {
                out += " [[maybe_unused]] auto &" + v.name + " = hostcu_v_" + v.name +
                       "[hostcu_t]" + (is_number_type(v.type) ? ";" : ".value;");
                return;
            }
            const Node *value = now_.count(&v) ? now_[&v] : v.value;
            need(value); // what it is computed from stands in front
            std::string sum = counted(value, false);
            out += " [[maybe_unused]] const " + v.type + " " + v.name + " = " +
                   (sum.empty() ? plain_text(value) : sum) + ";" +
                   must_be_number(v, v.variable->declarator);
        });
    };
    for (const Node *node : nodes)
        need(node);
    return out;
}

// The value of an expression for the thread hostcu_x of a row: a function.
std::string Emitter::at_thread(const std::string &type, const Node *e) {
    bool counts = counts_;
    counts_ = false;
    std::string out = "[&](int hostcu_x) -> " + type + " { [[maybe_unused]] const int hostcu_t = " +
                      "(int)hostcu_first + hostcu_x; [[maybe_unused]] const ::uint3 threadIdx = " +
                      "{(unsigned)hostcu_x, hostcu_y, hostcu_z};" + prelude({e}) + " return " +
                      plain_text(e) + "; }";
    counts_ = counts;
    return out;
}

// The steps of a loop that strides, around the loop over those threads of a row that do the step.
// The threads of which hostcc cannot prove that they begin one behind the other go one by one.
std::string Emitter::steps_along(const Node *loop, std::string &start, std::string &end) {
    const Variable *v = loop->parts[0]->parts[0]->variable;
    const Node *value = v->value->is(Form::list) ? v->value->parts[0] : v->value;
    std::string begin = start,
                out = " { [[maybe_unused]] const ::uint3 threadIdx = {0, hostcu_y, "
                      "hostcu_z}; const auto hostcu_limit = " +
                      plain_text(bare(loop->parts[1])->parts[1]) +
                      "; const auto hostcu_by = " + plain_text(bare(loop->parts[2])->parts[1]) +
                      "; const auto hostcu_begin = " + at_thread(v->type, value) + ";";
    out += " for (int hostcu_low = " + start + ", hostcu_high; hostcu_low < " + end +
           "; hostcu_low = hostcu_high) { hostcu_high = " + end + "; " + v->type +
           " hostcu_i = hostcu_begin(hostcu_low); if (!::hostcu::in_a_row(hostcu_i, "
           "hostcu_begin(hostcu_high - 1), hostcu_limit, hostcu_by, hostcu_high - hostcu_low)) "
           "hostcu_high = hostcu_low + 1; for (; hostcu_i < hostcu_limit; hostcu_i += hostcu_by) {"
           " const int hostcu_stop = hostcu_low + ::hostcu::below(hostcu_i, hostcu_limit, "
           "hostcu_high - hostcu_low); [[maybe_unused]] const auto hostcu_base = (" +
           v->type + ")((::size_t)hostcu_i - (::size_t)hostcu_low);";
    start = "hostcu_low";
    end = "hostcu_stop";
    return out;
}

void Emitter::phase(Work &work, const std::string &mask, bool independent) {
    if (work.text.empty())
        return;
    std::string tests, body = work.text;
    if (plan_.returns)
        tests += " if (hostcu_some_gone && hostcu_gone[hostcu_t]) continue;";
    if (!mask.empty())
        tests += " if (" + not_all(mask) + " && !" + mask + "[hostcu_t]) continue;";
    for (const Node *node : work.nodes)
        if (any_of(node, [](const Node &n) { return n.is(Form::leave); })) {
            body = " [&]() __attribute__((always_inline)) {" + body + " }();";
            break;
        }
    if (asks_)
        tests += " ::threadIdx = threadIdx;";
    std::string declared = prelude(work.nodes);
    if (work.loop) {
        const std::string name = fresh("hostcu_b"), &type = strider_->type;
        sums_.push_back({name, "hostcu_base", type, false});
        declared += " [[maybe_unused]] const " + type + " " + strider_->name + " = (" + type +
                    ")(" + name + " + (hostcu_x - hostcu_from));";
    }
    std::string start = row_begin_, end = row_end_, close;
    if (!work.nodes.empty())
        out_ += marker(work.nodes[0]);
    out_ += " for (unsigned hostcu_z = 0, hostcu_first = 0; hostcu_z < blockDim.z; hostcu_z++)"
            " for (unsigned hostcu_y = 0; hostcu_y < blockDim.y; hostcu_y++, hostcu_first += "
            "blockDim.x)";
    if (work.loop) {
        out_ += steps_along(work.loop, start, end);
        close = " } } }";
    }
    if (!sums_.empty()) { // as far as no sum passes the largest number
        out_ += " for (int hostcu_from = " + start + ", hostcu_to; hostcu_from < " + end +
                "; hostcu_from = hostcu_to) { [[maybe_unused]] ::uint3 threadIdx = {0, "
                "hostcu_y, hostcu_z}; hostcu_to = " +
                end + ";";
        for (const RowSum &sum : sums_)
            out_ += " const auto " + sum.name +
                    " = ::hostcu::" + (sum.index ? "row_index<" : "row_sum<") + sum.type + ">(" +
                    sum.rest + ", hostcu_from, hostcu_to);";
        start = "hostcu_from";
        end = "hostcu_to";
        close += " }";
        sums_.clear();
    }
    if (independent && !alone_ && !asks_ && !one_)
        out_ += gcc_ ? "\n#pragma GCC ivdep\n" : "\n#pragma clang loop vectorize(assume_safety)\n";
    out_ +=
        " for (int hostcu_x = " + start + "; hostcu_x < " + end +
        "; hostcu_x++) { [[maybe_unused]] const int hostcu_t = (int)hostcu_first + hostcu_x;"
        " [[maybe_unused]] const ::uint3 threadIdx = {(unsigned)hostcu_x, hostcu_y, hostcu_z};" +
        tests + declared + body + " }" + close;
    if (work.told)
        tell_lines({work.told}, true);
    else
        tell_lines(work.nodes, true);
    work = {};
    alone_ = false;
}

// Emits what `inside` does for that part of each row.
void Emitter::emit_part(const RowPart &part, const std::function<void()> &inside) {
    std::string begin = row_begin_, end = row_end_, n = std::to_string(made_++);
    out_ += " { const int hostcu_i" + n + " = ::hostcu::row_" + (part.equal ? "only<" : "below<") +
            part.type + ">(" + plain_text(part.bound) + ", " + begin + ", " + end + ");";
    if (part.equal) {
        row_begin_ = "hostcu_i" + n;
        out_ += " const int hostcu_j" + n + " = hostcu_i" + n + " < " + end + " ? hostcu_i" + n +
                " + 1 : " + end + ";";
        row_end_ = "hostcu_j" + n;
    } else {
        row_end_ = "hostcu_i" + n;
    }
    bool one = one_;
    one_ |= part.equal;
    inside();
    one_ = one;
    row_begin_ = begin;
    row_end_ = end;
    out_ += " }";
}

// ---- --explain

void Emitter::tell(const std::string &line) {
    explained_ += std::string((size_t)depth_ * 4, ' ') + line + "\n";
}

void Emitter::tell_lines(const std::vector<const Node *> &nodes, bool phase) {
    int first = -1, last = -1;
    if (phase)
        tell("phase " + std::to_string(++phases_) + ", a loop over the threads:");
    for (const Node *node : nodes) {
        bool follows =
            first >= 0 &&
            source_.tokens[(size_t)node->first].line >= source_.tokens[(size_t)last].line &&
            source_.tokens[(size_t)node->first].line <= source_.tokens[(size_t)last].line + 1;
        if (first >= 0 && !follows)
            explained_ += quote_lines(source_, first, last, depth_);
        first = follows ? first : node->first;
        last = node->last;
    }
    if (first >= 0)
        explained_ += quote_lines(source_, first, last, depth_);
}
