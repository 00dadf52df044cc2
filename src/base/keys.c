/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Open addressing with linear probing (Knuth, The Art of Computer Programming 3, section 6.4).  The
 * table is at most half full. */
#include "base/keys.h"

#include "base/alloc.h"
#include "base/splitmix.h"

/* The place of a key, or the empty one where it belongs. */
static size_t *place_of(const struct pm_keys *k, uint64_t key)
{
    size_t place = pm_random_mix(key) & (k->places - 1);

    while (k->at[place] != 0 && k->key[k->at[place] - 1] != key)
        place = (place + 1) & (k->places - 1);
    return &k->at[place];
}

static pm_status make_room(struct pm_keys *k)
{
    if (k->count < k->room)
        return PM_OK;
    PM_TRY(pm_alloc_grow((void **)&k->key, &k->room, k->count + 1, sizeof *k->key));
    free(k->at);
    k->places = 2 * k->room;
    PM_NEW(k->at, k->places);
    for (size_t i = 0; i < k->count; i++)
        *place_of(k, k->key[i]) = i + 1;
    return PM_OK;
}

pm_status pm_keys_number(size_t *number, struct pm_keys *k, uint64_t key)
{
    PM_TRY(make_room(k));
    size_t *const at = place_of(k, key);
    if (*at == 0) {
        k->key[k->count] = key;
        *at = ++k->count;
    }
    *number = *at - 1;
    return PM_OK;
}

void pm_keys_clear(struct pm_keys *k)
{
    PM_FREE(k->key, k->at);
    *k = (struct pm_keys){0};
}
