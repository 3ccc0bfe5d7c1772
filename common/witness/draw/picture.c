// picture.c: a picture as a whole, and the words around it: whose claim it shows on what device,
// and what its signs mean.
#include <stdlib.h>
#include <string.h>

#include "witness/draw/draw.h"

int picture_make(const struct view *view, const struct witness_facts *facts,
                 const struct page *page, struct picture *picture) {
    memset(picture, 0, sizeof *picture);
    picture->facts = facts;
    if (picture_collect(view, page, picture) && picture_scale(page, picture)) {
        picture_place(page, picture);
        return 1;
    }
    picture_free(picture);
    return 0;
}

void picture_free(struct picture *picture) {
    for (int i = 0; i < picture->lane_count; i++)
        free(picture->lanes[i].items);
    free(picture->stretches);
    memset(picture, 0, sizeof *picture);
}

int events_reach(const struct picture *picture, const struct lane *lane) {
    return picture->facts->kind == WINDOW_EVENTS && lane->kind == LANE_STREAM &&
           lane->of == picture->facts->stream;
}

// ---- words -----------------------------------------------------------------------------

static enum witness_word device_name(const char *device) {
    if (strcmp(device, "host") == 0)
        return WITNESS_SAYS_DEVICE_HOST;
    return strcmp(device, "gpu") == 0 ? WITNESS_SAYS_DEVICE_GPU : WITNESS_SAYS_DEVICE_UNKNOWN;
}

void picture_title(const struct witness_facts *facts, const struct drawing *drawing, char *text,
                   size_t size) {
    enum language language = drawing->language;
    char claim[160] = "", window[80] = "";
    if (facts->claim[0])
        snprintf(claim, sizeof claim, witness_text(language, WITNESS_SAYS_TITLE_CLAIM),
                 facts->claim, duration_of(facts->claim_seconds * 1e9).text);
    if (facts->kind != WINDOW_NONE && facts->windows > 1)
        snprintf(window, sizeof window, witness_text(language, WITNESS_SAYS_TITLE_WINDOW),
                 facts->window + 1, facts->windows);
    snprintf(text, size, "%s%s · %s%s%s", claim, drawing->program,
             witness_text(language, device_name(drawing->device)), window,
             drawing->cut_short ? witness_text(language, WITNESS_SAYS_TITLE_CUT_SHORT) : "");
    if (drawing->ascii)
        for (char *dot; (dot = strstr(text, "·"));) {
            dot[0] = '-';
            memmove(dot + 1, dot + 2, strlen(dot + 2) + 1);
        }
}

const char *kind_means(int kind, enum language language) {
    return words_text(&witness_words, language, WITNESS_SAYS_MEANS_CALL + kind - ITEM_CALL);
}

void kinds_seen(const struct picture *picture, int seen[ITEM_KINDS + 1]) {
    memset(seen, 0, (ITEM_KINDS + 1) * sizeof seen[0]);
    for (int l = 0; l < picture->lane_count; l++)
        for (size_t i = 0; i < picture->lanes[l].count; i++)
            seen[picture->lanes[l].items[i].kind] = 1;
    for (size_t i = 0; i < picture->stretch_count; i++)
        seen[ITEM_KINDS] |= picture->stretches[i].broken;
}
