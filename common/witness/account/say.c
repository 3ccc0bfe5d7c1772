// say.c: the account as a learner sees it: what is claimed, what that time was made of, and what is
// true for one run. The parts that are printed add up to the time above them.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "witness/facts.h"
#include "witness/words.h"

enum { MOST_PARTS = 3, LABEL = 16, AMOUNT = 10, TEXT = 160, NAME = 25 };

// A smaller part is told with the others of its kind. Not measured: a tenth of a percent is
// printed.
static const double worth_a_line = 0.001;

// What is nearer to 1 is printed as the whole: of three digits.
static const double one = 0.005;

struct saying {
    const struct account *account;
    enum language language;
    FILE *out;
    const char *unit; // of the window and all its parts
    double step;      // ns: of the last decimal that is printed
    int decimals, lines;
};

static const char *word(const struct saying *to, enum witness_word name) {
    return witness_text(to->language, name);
}

// Four digits of the window.
static void choose_unit(struct saying *to) {
    static const char *const names[] = {"ns", "us", "ms", "s"};
    double window = to->account->window, size = 1;
    int unit = 0;
    for (; unit < 3 && window >= 999.95 * size; unit++)
        size *= 1e3;
    to->decimals = unit == 0 || window / size >= 999.95 ? 0
                   : window / size >= 99.995            ? 1
                   : window / size >= 9.9995            ? 2
                                                        : 3;
    to->unit = names[unit];
    to->step = size / pow(10, to->decimals);
}

static void amount_of(const struct saying *to, double steps, char text[TEXT]) {
    text_format(text, TEXT, "%.*f %s", to->decimals, steps / pow(10, to->decimals), to->unit);
}

// Fills columns, and a line goes on to column 80 at most.
static void put_line(struct saying *to, const char *label, const char *amount, const char *text) {
    int columns = columns_of(label);
    fprintf(to->out, "%s%*s%*s   %.*s\n", label, columns < LABEL ? LABEL - columns : 1, "", AMOUNT,
            amount, (int)columns_line(text, 80 - LABEL - AMOUNT - 3), text);
    to->lines++;
}

// ---- names ------------------------------------------------------------------------------------

static void name_own(const struct saying *to, char text[TEXT]) {
    const struct account *account = to->account;
    char name[NAME];
    text_copy(name, sizeof name,
              account->own_copies ? word(to, WITNESS_SAYS_ACCOUNT_COPIES) : account->kernel);
    text_format(
        text, TEXT,
        word(to, account->runs == 1 ? WITNESS_SAYS_ACCOUNT_ONE_RUN : WITNESS_SAYS_ACCOUNT_RUNS),
        name, account->runs);
}

static void name_part(const struct saying *to, enum account_part part, char text[TEXT]) {
    static const enum witness_word words[ACCOUNT_PARTS] = {
        [PART_EARLIER] = WITNESS_SAYS_ACCOUNT_EARLIER,
        [PART_COPIES] = WITNESS_SAYS_ACCOUNT_COPIES,
        [PART_MEMSETS] = WITNESS_SAYS_ACCOUNT_MEMSETS,
        [PART_KERNELS] = WITNESS_SAYS_ACCOUNT_KERNELS,
        [PART_CONTEXT] = WITNESS_SAYS_ACCOUNT_CONTEXT,
        [PART_ALLOCATION] = WITNESS_SAYS_ACCOUNT_ALLOCATION,
        [PART_CALLS] = WITNESS_SAYS_ACCOUNT_CALLS,
        [PART_HOST] = WITNESS_SAYS_ACCOUNT_HOST,
        [PART_OTHERS] = WITNESS_SAYS_ACCOUNT_OTHERS,
        [PART_BEFORE] = WITNESS_SAYS_ACCOUNT_BEFORE,
        [PART_AFTER] = WITNESS_SAYS_ACCOUNT_AFTER,
        [PART_APART] = WITNESS_SAYS_ACCOUNT_APART,
    };
    if (part == PART_OWN)
        name_own(to, text);
    else if (part == PART_KERNELS && to->account->fresh)
        text_copy(text, TEXT, word(to, WITNESS_SAYS_ACCOUNT_FRESH));
    else
        text_copy(text, TEXT, word(to, words[part]));
}

// ---- the lines --------------------------------------------------------------------------------

struct part {
    enum account_part part;   // ACCOUNT_PARTS: the rest
    double ns, steps, tenths; // tenths of a per cent
};

static int by_size(const void *left, const void *right) {
    const struct part *a = left, *b = right;
    return (a->ns < b->ns) - (a->ns > b->ns);
}

// The own work, the largest of the others, and the rest of them together.
static int list_parts(const struct account *account, struct part list[MOST_PARTS + 2]) {
    struct part all[ACCOUNT_INSIDE] = {{.ns = 0}};
    int count = 0, others = 0;
    double rest = 0;
    if (account->part[PART_OWN] > 0)
        list[count++] = (struct part){.part = PART_OWN, .ns = account->part[PART_OWN]};
    for (int i = PART_OWN + 1; i < ACCOUNT_INSIDE; i++)
        if (account->part[i] > 0)
            all[others++] = (struct part){.part = (enum account_part)i, .ns = account->part[i]};
    qsort(all, (size_t)others, sizeof *all, by_size);
    for (int i = 0; i < others; i++) {
        if (i < MOST_PARTS && all[i].ns >= worth_a_line * account->window)
            list[count++] = all[i];
        else
            rest += all[i].ns;
    }
    if (rest >= worth_a_line * account->window || count == 0)
        list[count++] = (struct part){.part = ACCOUNT_PARTS, .ns = rest};
    return count;
}

// Rounds shares of a whole so that they add up to it: what is left goes to the largest.
static void share_out(struct part *list, int count, double whole, double window, int as_steps) {
    double left = whole;
    int largest = 0;
    for (int i = 0; i < count; i++) {
        double share = round(list[i].ns / window * whole);
        *(as_steps ? &list[i].steps : &list[i].tenths) = share;
        left -= share;
        largest = list[i].ns > list[largest].ns ? i : largest;
    }
    *(as_steps ? &list[largest].steps : &list[largest].tenths) += left;
}

static void say_inside(struct saying *to, enum account_view how) {
    const struct account *account = to->account;
    struct part list[MOST_PARTS + 2];
    int count = list_parts(account, list);
    share_out(list, count, round(account->window / to->step), account->window, 1);
    share_out(list, count, 1000, account->window, 0);
    for (int i = 0; i < count; i++) {
        char label[TEXT], amount[TEXT], name[TEXT], text[2 * TEXT];
        int guilty = how == ACCOUNT_IN_FULL && list[i].part < ACCOUNT_PARTS &&
                     account_is_guilty(account, list[i].part);
        text_format(label, sizeof label, "  %s%s", guilty ? "> " : "",
                    i == 0 ? word(to, WITNESS_SAYS_ACCOUNT_OF_THESE) : "");
        if (list[i].part == ACCOUNT_PARTS)
            text_copy(name, sizeof name, word(to, WITNESS_SAYS_ACCOUNT_REST));
        else
            name_part(to, list[i].part, name);
        amount_of(to, list[i].steps, amount);
        text_format(text, sizeof text, "%5.1f %%  %s", list[i].tenths / 10, name);
        put_line(to, label, amount, text);
    }
}

// What is not in the window, the largest of it.
static void say_outside(struct saying *to, enum account_view how) {
    const struct account *account = to->account;
    int most = ACCOUNT_INSIDE;
    char name[TEXT], label[TEXT];
    for (int part = most; part < ACCOUNT_PARTS; part++)
        most = account->part[part] > account->part[most] ? part : most;
    if (account->part[most] < worth_a_line * fmax(account->window, account->own))
        return;
    int guilty = how == ACCOUNT_IN_FULL && account_is_guilty(account, (enum account_part)most);
    text_format(label, sizeof label, "  %s%s", guilty ? "> " : "",
                word(to, WITNESS_SAYS_ACCOUNT_WITHOUT));
    name_part(to, (enum account_part)most, name);
    put_line(to, label, duration_of(account->part[most]).text, name);
}

// The factor as a learner reads it: 5.07 times as much, or 0.0155 of it. What other programs added
// to the claim is no part of it, and where that changes the digits, the line says so: a reader who
// divides the lines above finds another factor.
static void say_factor(const struct saying *to, double claim, double truth, char text[TEXT]) {
    const struct account *account = to->account;
    double alone = 1 - account->part[PART_OTHERS] / account->window, factor = claim * alone / truth;
    char with[TEXT], factored[TEXT];
    if (!(claim > 0) || fabs(factor - 1) < one) {
        text_copy(text, TEXT, word(to, WITNESS_SAYS_ACCOUNT_ONE));
        return;
    }
    text_format(with, sizeof with, "%.3g", claim / truth);
    text_format(factored, sizeof factored, "%.3g", factor);
    int apart = strcmp(with, factored) != 0;
    enum witness_word more = apart ? WITNESS_SAYS_ACCOUNT_MORE_APART : WITNESS_SAYS_ACCOUNT_MORE;
    enum witness_word less = apart ? WITNESS_SAYS_ACCOUNT_LESS_APART : WITNESS_SAYS_ACCOUNT_LESS;
    text_format(text, TEXT, word(to, factor > 1 ? more : less), factor);
}

static void say_true(struct saying *to, double claim) {
    double truth = account_truth(to->account);
    char text[TEXT];
    if (!(truth > 0))
        return;
    say_factor(to, claim, truth, text);
    put_line(to, word(to, WITNESS_SAYS_ACCOUNT_TRUE), duration_of(truth).text, text);
}

static void say_claim(struct saying *to, const struct witness_facts *facts, double claim) {
    static const double multiplied = 0.9; // not measured
    static const double digits = 1e-3;    // of the divisor; not measured
    const struct account *account = &facts->account;
    char whole[TEXT], text[TEXT], marks[TEXT];
    text_copy(marks, sizeof marks,
              word(to, facts->library                 ? WITNESS_SAYS_ACCOUNT_LIBRARY
                       : facts->kind == WINDOW_EVENTS ? WITNESS_SAYS_ACCOUNT_EVENTS
                                                      : WITNESS_SAYS_ACCOUNT_CLOCK));
    amount_of(to, round(account->window / to->step), whole);
    double divided = claim > 0 ? account->window / claim : 1;
    if (account->processor)
        text_format(text, sizeof text, word(to, WITNESS_SAYS_ACCOUNT_PROCESSOR), whole);
    else if (account->one_of > 1)
        text_format(text, sizeof text, word(to, WITNESS_SAYS_ACCOUNT_ONE_OF), account->one_of,
                    whole);
    else if (!(claim > 0) || fabs(divided - 1) < one)
        text_copy(text, sizeof text, marks);
    else if (divided < multiplied)
        text_format(text, sizeof text, "= %s x %.6g: %s", whole, 1 / divided, marks);
    else
        text_format(text, sizeof text, "= %s / %.6g: %s", whole,
                    fabs(divided - round(divided)) < digits * divided ? round(divided) : divided,
                    marks);
    put_line(to, word(to, claim > 0 ? WITNESS_SAYS_ACCOUNT_CLAIM : WITNESS_SAYS_ACCOUNT_SAW),
             claim > 0 && fabs(divided - 1) >= one ? duration_of(claim).text : whole, text);
}

static void ask(struct saying *to) {
    const struct account *account = to->account;
    char name[NAME];
    text_copy(name, sizeof name,
              account->own_copies ? word(to, WITNESS_SAYS_ACCOUNT_COPY) : account->kernel);
    fprintf(to->out,
            word(to, account->part[PART_OWN] > 0 ? WITNESS_SAYS_ACCOUNT_QUESTION
                                                 : WITNESS_SAYS_ACCOUNT_WHEN),
            name);
    to->lines++;
}

// The largest term; NULL: nothing but the machine's own share.
static const struct account_term *largest_term(const struct account *account) {
    static const double told = 0.2; // of idle time, which each launch has; not measured
    const struct account_term *largest = NULL;
    for (int i = 0; i < account->term_count; i++) {
        const struct account_term *term = &account->terms[i];
        double size = fabs(log(term->factor));
        int idle = strcmp(term->mistake, "time/host-overhead") == 0;
        if (*term->mistake && (!idle || size > told) &&
            (!largest || size > fabs(log(largest->factor))))
            largest = term;
    }
    return largest;
}

int account_say(const struct witness_facts *facts, enum account_view how, enum language language,
                FILE *out) {
    struct saying to = {.account = &facts->account, .language = language, .out = out};
    double claim = 1e9 * facts->claim_seconds;
    if (!facts->account.known || !(facts->account.window > 0))
        return 0;
    choose_unit(&to);
    say_claim(&to, facts, claim);
    say_inside(&to, how);
    if (how == ACCOUNT_AS_QUESTION) {
        if (largest_term(&facts->account))
            ask(&to);
        return to.lines;
    }
    say_outside(&to, how);
    say_true(&to, claim);
    return to.lines;
}

// ---- one term -----------------------------------------------------------------------------------

// The largest part that the term is made of; ACCOUNT_PARTS: it is none of parts.
static enum account_part part_of(const struct account *account, const struct account_term *term) {
    enum account_part largest = ACCOUNT_PARTS;
    struct account alone = *account;
    alone.term_count = 1;
    alone.terms[0] = *term;
    for (int part = PART_EARLIER; part < ACCOUNT_PARTS; part++)
        if (account_is_guilty(&alone, (enum account_part)part) &&
            (largest == ACCOUNT_PARTS || account->part[part] > account->part[largest]))
            largest = (enum account_part)part;
    return largest;
}

// What the program did with its readings.
static void say_expression(const struct saying *to, const struct witness_facts *facts,
                           const struct account_term *term, char *text, size_t size) {
    const struct account *account = to->account;
    const struct duration read = duration_of(account->read);
    const struct duration claim = duration_of(1e9 * facts->claim_seconds);
    int divided = round(account->divided) > 1;
    enum { FEW = 10 }; // "one in 20 of the threads" reads better than "0.05 of the threads"
    double all = account->divided * (facts->reading.form == READING_MEAN ? account->windows : 1);
    if (strncmp(term->mistake, "units/", 6) == 0)
        text_format(text, size, word(to, WITNESS_SAYS_TERM_TIMES), read.text, claim.text,
                    term->factor);
    else if (strncmp(term->mistake, "statistic/", 10) == 0)
        text_format(text, size, word(to, WITNESS_SAYS_TERM_MEAN), claim.text, facts->reading.count,
                    duration_of(facts->reading.usual).text);
    else if (account->windows > 1 || facts->reading.form == READING_SUM)
        text_format(text, size,
                    word(to, all > 1.5 ? WITNESS_SAYS_TERM_SUM_DIVIDED : WITNESS_SAYS_TERM_SUM),
                    read.text, account->windows > 1 ? account->windows : facts->reading.count, all);
    else if (account->runs * FEW < 1 && !account->own_copies)
        text_format(text, size, word(to, WITNESS_SAYS_TERM_PART_FEW), read.text, 1 / account->runs);
    else if (account->runs < 1)
        text_format(
            text, size,
            word(to, account->own_copies ? WITNESS_SAYS_TERM_BYTES : WITNESS_SAYS_TERM_PART),
            read.text, account->runs);
    else if (!divided)
        text_format(text, size, word(to, WITNESS_SAYS_TERM_WHOLE), read.text, account->runs);
    else if (account->runs == 1)
        text_format(text, size, word(to, WITNESS_SAYS_TERM_DIVIDED_ONE), read.text,
                    account->divided);
    else
        text_format(text, size, word(to, WITNESS_SAYS_TERM_DIVIDED), read.text, account->runs,
                    account->divided);
}

static void say_part(const struct saying *to, enum account_part part, char *text, size_t size) {
    const struct account *account = to->account;
    const struct duration saw = duration_of(account->read), ns = duration_of(account->part[part]);
    const struct duration own = duration_of(account->part[PART_OWN]);
    char name[TEXT];
    const char *work =
        account->own_copies ? word(to, WITNESS_SAYS_ACCOUNT_COPIES) : account->kernel;
    name_part(to, part, name);
    if ((int)part >= ACCOUNT_INSIDE)
        text_format(text, size, word(to, WITNESS_SAYS_TERM_OUTSIDE), saw.text, ns.text, name);
    else if (part == PART_CALLS || part == PART_HOST)
        text_format(text, size,
                    word(to, part == PART_CALLS ? WITNESS_SAYS_TERM_CALLS : WITNESS_SAYS_TERM_HOST),
                    saw.text, ns.text, work, own.text);
    else
        text_format(text, size, word(to, WITNESS_SAYS_TERM_INSIDE), saw.text, ns.text, name, work,
                    own.text);
}

void account_term_say(const struct witness_facts *facts, const struct account_term *term,
                      enum language language, char *text, size_t size) {
    const struct account *account = &facts->account;
    const struct saying to = {.account = account, .language = language};
    enum account_part part = part_of(account, term);
    int nothing = strcmp(term->mistake, "launch/nothing-ran") == 0;
    if (isnan(term->factor) && (nothing || facts->finding != FOUND_STOPWATCH)) {
        struct witness_facts as = *facts;
        as.finding = nothing ? FOUND_NOTHING : facts->finding;
        witness_sentence(&as, language, text, size);
    } else if (account->other_stream > 0 && strstr(term->mistake, "stream")) {
        int all = account->other_stream >= account->launches;
        text_format(text, size,
                    word(&to, all ? WITNESS_SAYS_TERM_STREAM_ALL : WITNESS_SAYS_TERM_STREAM),
                    duration_of(account->read).text, account->other_stream, account->launches);
    } else if (part == PART_AFTER && account->windows == 1) {
        witness_say_running(facts, language, text, size);
    } else if (strcmp(term->mistake, "time/first-run") == 0 && isnan(term->factor)) {
        text_format(text, size, word(&to, WITNESS_SAYS_TERM_FIRST), duration_of(account->read).text,
                    account->kernel);
    } else if (strcmp(term->mistake, "time/first-run") == 0 &&
               account->cold > account->part[PART_CONTEXT]) {
        text_format(text, size, word(&to, WITNESS_SAYS_TERM_COLD), duration_of(account->read).text,
                    account->kernel, duration_of(account->cold).text);
    } else if (part < ACCOUNT_PARTS) {
        say_part(&to, part, text, size);
    } else if (strcmp(term->mistake, "time/stale-elapsed") == 0) {
        text_copy(text, size, word(&to, WITNESS_SAYS_TERM_STALE));
    } else if (strcmp(term->mistake, "work/other-kernel") == 0) {
        text_format(text, size, word(&to, WITNESS_SAYS_TERM_KERNEL), account->kernel);
    } else if (strcmp(term->mistake, "time/cpu-clock") == 0) {
        text_format(text, size, word(&to, WITNESS_SAYS_TERM_CLOCK), duration_of(account->read).text,
                    duration_of(account->window).text);
    } else {
        say_expression(&to, facts, term, text, size);
    }
}

const char *account_shows(const struct witness_facts *facts) {
    const struct account_term *term = largest_term(&facts->account);
    return term ? term->mistake : witness_finding_name(facts->finding);
}

void account_sentence(const struct witness_facts *facts, enum language language, char *text,
                      size_t size) {
    const struct account_term *term = largest_term(&facts->account);
    if (term)
        account_term_say(facts, term, language, text, size);
    else
        witness_sentence(facts, language, text, size);
}
