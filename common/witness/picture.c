// picture.c: see picture.h.
#include "picture.h"

#include <stdlib.h>
#include <string.h>

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
