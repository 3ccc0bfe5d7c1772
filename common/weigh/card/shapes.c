// shapes.c: which kernels have been seen, by name, grid and block, and how often.
#include <stdlib.h>
#include <string.h>

#include "weigh/card/card.h"

enum { FIRST_ROOM = 64, MOST = 1 << 20 };

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length) { // FNV-1a
    static const uint64_t prime = 1099511628211u;
    for (const unsigned char *at = bytes; length > 0; length--)
        hash = (hash ^ *at++) * prime;
    return hash;
}

static uint64_t hash_of(const char *name, const unsigned grid[3], const unsigned block[3]) {
    static const uint64_t basis = 14695981039346656037u;
    uint64_t hash = hash_bytes(basis, name, strlen(name));
    hash = hash_bytes(hash, grid, 3 * sizeof *grid);
    return hash_bytes(hash, block, 3 * sizeof *block);
}

static int is(const struct card_shape *shape, const char *name, const unsigned grid[3],
              const unsigned block[3]) {
    return memcmp(shape->grid, grid, sizeof shape->grid) == 0 &&
           memcmp(shape->block, block, sizeof shape->block) == 0 && strcmp(shape->name, name) == 0;
}

// The slot of a shape, or the empty one where it belongs. Half of the slots are always empty.
static uint32_t *find(const struct card_shapes *shapes, const char *name, const unsigned grid[3],
                      const unsigned block[3]) {
    size_t mask = 2 * shapes->room - 1;
    size_t at = hash_of(name, grid, block) & mask;
    while (shapes->slots[at] && !is(&shapes->of[shapes->slots[at] - 1], name, grid, block))
        at = (at + 1) & mask;
    return &shapes->slots[at];
}

static int grow(struct card_shapes *shapes) {
    size_t room = shapes->room ? 2 * shapes->room : FIRST_ROOM;
    if (room > MOST)
        return 0;
    struct card_shape *of = realloc(shapes->of, room * sizeof *of);
    if (of)
        shapes->of = of;
    uint32_t *slots = of ? calloc(2 * room, sizeof *slots) : NULL;
    if (!slots)
        return 0;
    free(shapes->slots);
    shapes->slots = slots;
    shapes->room = room;
    for (size_t i = 0; i < shapes->count; i++)
        *find(shapes, of[i].name, of[i].grid, of[i].block) = (uint32_t)i + 1;
    return 1;
}

struct card_shape *card_shape_seen(struct card_shapes *shapes, const char *name,
                                   const unsigned grid[3], const unsigned block[3]) {
    uint32_t *slot = shapes->room ? find(shapes, name, grid, block) : NULL;
    if (!slot || (!*slot && shapes->count == shapes->room)) {
        if (!grow(shapes))
            return NULL;
        slot = find(shapes, name, grid, block);
    }
    if (!*slot) {
        struct card_shape new = {.name = strdup(name)};
        if (!new.name)
            return NULL;
        memcpy(new.grid, grid, sizeof new.grid);
        memcpy(new.block, block, sizeof new.block);
        shapes->of[shapes->count] = new;
        *slot = (uint32_t)++shapes->count;
    }
    struct card_shape *shape = &shapes->of[*slot - 1];
    shape->launches++;
    return shape;
}

void card_shapes_free(struct card_shapes *shapes) {
    for (size_t i = 0; i < shapes->count; i++)
        free(shapes->of[i].name);
    free(shapes->of);
    free(shapes->slots);
    *shapes = (struct card_shapes){0};
}
