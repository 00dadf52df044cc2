/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every pattern is visited once: from the least one of an orbit, all others are found by the
 * generators.  A generator maps a pattern by tables for each of its bytes. */
#include "engine/sparse/sign_orbits.h"

#include "base/alloc.h"

#include <stdlib.h>

enum { BYTES = (PM_ORBIT_COLUMNS + 7) / 8 };

struct map {
    uint32_t image[BYTES][256];
};

struct visit {
    int columns;
    struct map *map; /* one for each generator that moves a column of the set */
    size_t maps;
    bool *seen;
    uint32_t *waiting;
};

static void fill_map(struct map *map, const int *place, int columns)
{
    for (int byte = 0; byte < BYTES; byte++)
        for (int x = 0; x < 256; x++)
            for (int bit = 0; bit < 8 && 8 * byte + bit < columns; bit++)
                if (x >> bit & 1)
                    map->image[byte][x] |= UINT32_C(1) << place[8 * byte + bit];
}

static pm_status fill_maps(struct visit *v, const struct pm_symmetry *group, const int *column)
{
    int place[PM_ORBIT_COLUMNS], *of;

    PM_NEW(of, group->vertices);
    for (int k = 0; k < v->columns; k++)
        of[column[k]] = k;
    for (size_t g = 0; g < group->generators; g++) {
        bool moves = false;
        for (int k = 0; k < v->columns; k++) {
            place[k] = of[group->image[g * (size_t)group->vertices + (size_t)column[k]]];
            moves = moves || place[k] != k;
        }
        if (moves)
            fill_map(&v->map[v->maps++], place, v->columns);
    }
    free(of);
    return PM_OK;
}

static pm_status visit_init(struct visit *v, const struct pm_symmetry *group, const int *column)
{
    PM_NEW(v->map, group->generators);
    PM_NEW(v->seen, (size_t)1 << (v->columns - 1));
    PM_NEW(v->waiting, (size_t)1 << (v->columns - 1));
    return fill_maps(v, group, column);
}

static uint32_t image_of(const struct visit *v, const struct map *map, uint32_t pattern)
{
    uint32_t image = 0;

    for (int byte = 0; byte < BYTES; byte++)
        image |= map->image[byte][pattern >> 8 * byte & 255];
    return image >> (v->columns - 1) & 1 ? image ^ ((UINT32_C(1) << v->columns) - 1) : image;
}

/* The number of patterns in the orbit of `first`, all of which are marked. */
static uint32_t orbit_length(struct visit *v, uint32_t first)
{
    uint32_t length = 0;
    size_t waiting = 0;

    v->waiting[waiting++] = first;
    v->seen[first] = true;
    while (waiting > 0) {
        const uint32_t pattern = v->waiting[--waiting];
        length++;
        for (size_t g = 0; g < v->maps; g++) {
            const uint32_t image = image_of(v, &v->map[g], pattern);
            if (!v->seen[image]) {
                v->seen[image] = true;
                v->waiting[waiting++] = image;
            }
        }
    }
    return length;
}

static pm_status list(struct pm_sign_orbits *o, struct visit *v)
{
    for (uint32_t pattern = 0; pattern >> (v->columns - 1) == 0; pattern++) {
        if (v->seen[pattern])
            continue;
        PM_TRY(pm_alloc_grow((void **)&o->orbit, &o->room, o->count + 1, sizeof *o->orbit));
        o->orbit[o->count++] = (struct pm_sign_orbit){pattern, orbit_length(v, pattern)};
    }
    return PM_OK;
}

pm_status pm_sign_orbits_init(struct pm_sign_orbits *o, const struct pm_symmetry *group,
                              const int *column, int columns)
{
    struct visit v = {.columns = columns};

    *o = (struct pm_sign_orbits){.count = 0};
    pm_status status = visit_init(&v, group, column);
    PM_THEN(status, list(o, &v));
    PM_FREE(v.map, v.seen, v.waiting);
    return status;
}

void pm_sign_orbits_clear(struct pm_sign_orbits *o)
{
    free(o->orbit);
    *o = (struct pm_sign_orbits){.count = 0};
}
