// phases_warps.cpp: shuffles, votes and counting barriers: every thread lays down its value in
// one phase and takes the others' in the next.
#include "splitting.h"

// A warp function whose mask is not, to the eye, some of the lanes only.
bool Phases::names_all_lanes(const std::vector<Statement> &list) const {
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

// A statement with warp functions or votes in it: first every thread lays down its value,
// then every thread runs the statement with what it takes from the others.
void Phases::emit_exchange(const Statement &s, const std::string &mask) {
    static const std::map<std::string, std::string> shuffles = {{"__shfl_sync", "taken"},
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
std::string Phases::pull_out(const std::string &text, const std::string &declared) {
    int depth = 0;
    for (size_t i = text.size(); i-- > 0;) {
        if (text[i] == '}')
            depth++;
        else if (text[i] == '{' && depth-- == 0)
            return text.substr(0, i) + declared + text.substr(i);
    }
    throw Refused();
}
