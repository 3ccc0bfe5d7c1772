// json.c: the account as members of a JSON object.
#include <math.h>

#include "witness/facts.h"

void account_json(const struct account *account, FILE *out) {
    if (!account->known && !account->term_count)
        return;
    fprintf(out,
            "  \"account\": {\"windows\": %d, \"window_ns\": %.17g, \"read_ns\": %.17g, "
            "\"divided\": %.17g, \"runs\": %.17g, \"own_ns\": %.17g",
            account->windows, account->window, account->read, account->divided, account->runs,
            account->own);
    for (int i = 0; i < ACCOUNT_PARTS; i++)
        fprintf(out, ", \"%s\": %.17g", account_part_name((enum account_part)i), account->part[i]);
    fputs("},\n  \"terms\": [", out);
    for (int i = 0; i < account->term_count; i++) {
        const struct account_term *term = &account->terms[i];
        fprintf(out, "%s{\"mistake\": \"%s\", \"factor\": ", i ? ", " : "", term->mistake);
        fprintf(out, isfinite(term->factor) ? "%.17g" : "null", term->factor);
        fprintf(out, ", \"exact\": %s, \"set\": %d}", term->exact ? "true" : "false", term->set);
    }
    fputs("],\n", out);
}
