// phases_phase.cpp: one phase: what all threads of the block do up to the next barrier, as a
// loop over them.
#include "splitting.h"

// the user's own line
std::string Phases::marker(int i) const {
    for (; i < f_.count(); i++)
        if (f_.pieces[i].token >= 0) {
            Place place = source_.place(f_.pieces[i].token);
            return "\n# " + std::to_string(place.line) + " \"" + place.file + "\"\n";
        }
    return "";
}

// What the phase must declare so that its text finds its variables.
std::string Phases::prelude(const std::string &text) {
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
            out = " [[maybe_unused]] const " + v.type + " " + v.name + " = " + number + ";" + out;
        } else {
            out =
                " [[maybe_unused]] auto &" + v.name + " = hostcu_v_" + v.name + "[hostcu_t];" + out;
        }
    }
    return out;
}

void Phases::phase(const std::string &text, const std::string &mask, bool independent) {
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
                    " = ::hostcu::" + (sum.index ? "row_index<" : "row_sum<") + sum.type + ">(" +
                    sum.rest + ", hostcu_from, hostcu_to);";
        start = "hostcu_from";
        end = "hostcu_to";
        close = " }";
        sums_.clear();
    }
    if (independent && !asks_)
        out_ += gcc_ ? "\n#pragma GCC ivdep\n" : "\n#pragma clang loop vectorize(assume_safety)\n";
    out_ += " for (int hostcu_x = " + start + "; hostcu_x < " + end +
            "; hostcu_x++) { [[maybe_unused]] const int hostcu_t = (int)hostcu_first + hostcu_x;"
            " [[maybe_unused]] const uint3 threadIdx = {(unsigned)hostcu_x, hostcu_y, hostcu_z};" +
            tests + declared + body + " }" + close;
}

std::string Phases::replace_returns(const std::string &text) {
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
