// phases_statements.cpp: reads the body of a kernel as a tree of statements. What has no barrier
// and no warp function in it stays one leaf.
#include "splitting.h"

void Phases::refuse_spinning(int first, int last) const {
    for (int i = first; i < last; i++)
        if (spins(source_, i))
            throw Refused();
}

bool Phases::is_wait(int i) const {
    return f_.is_word(i) && reaches_.waits(f_.at(i));
}

bool Phases::has_wait(int first, int last) const {
    for (int i = first; i <= last; i++)
        if (is_wait(i))
            return true;
    return false;
}

int Phases::statement_end(int i) const {
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

std::vector<Statement> Phases::statements(int first, int last) {
    std::vector<Statement> list;
    for (int i = first; i <= last;) {
        int end = statement_end(i);
        list.push_back(statement(i, end));
        i = end + 1;
    }
    return list;
}

// of a loop or a condition
std::vector<Statement> Phases::body(int first) {
    int end = statement_end(first);
    return f_.is(first, "{") ? statements(first + 1, end - 1) : statements(first, end);
}

Statement Phases::statement(int i, int end) {
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
bool Phases::only_stores(int i, int end) const {
    if (!f_.is(i, "for") || !is_type(f_.at(i + 2)))
        return false;
    int first = f_.partner(i + 1) + 1, last = end;
    if (f_.is(first, "{")) {
        first++;
        last--;
    }
    for (int j = first; j <= last;) {
        int stop = f_.is(j, "{") || !f_.is_word(j) || !f_.is(j + 1, "[") ? -1 : statement_end(j);
        int after = j + 1;
        while (f_.is(after, "["))
            after = f_.partner(after) + 1;
        if (stop < 0 || f_.pieces[(size_t)j].opaque || !f_.is_assignment(after))
            return false;
        for (int k = j; k < stop; k++)
            if ((f_.is_word(k) && f_.is(k + 1, "(") && !is_type(f_.at(k))) ||
                (k >= after + 2 && f_.is_assignment(k)) || (f_.is(k, "+") && f_.is(k + 1, "+")) ||
                (f_.is(k, "-") && f_.is(k + 1, "-")))
                return false;
        j = stop + 1;
    }
    return first <= last;
}

// The leaf statement at the top of the kernel's block that begins at this piece, if any.
const Statement *Phases::leaf_at(const std::vector<Statement> &list, int first) {
    for (const Statement &s : list) {
        if (s.form == Statement::leaf && s.first == first)
            return &s;
        for (const auto *more : {&s.inside, &s.otherwise})
            if (const Statement *found = leaf_at(*more, first))
                return found;
    }
    return nullptr;
}

bool Phases::waits(const std::vector<Statement> &list) {
    return std::any_of(list.begin(), list.end(), [](const Statement &s) { return s.waits; });
}

int Phases::semicolon(int i) const {
    while (!f_.is(i, ";"))
        i++;
    return i;
}
