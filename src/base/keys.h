/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers 0, 1, ... for keys of 64 bits, in the order in which the keys come. */
#pragma once

#include "base/status.h"

#include <stdint.h>

struct pm_keys {
    size_t count, room; /* of keys */
    uint64_t *key;
    size_t places, *at; /* a hash table: 1 + the number of a key, 0: none */
};

/* *number = the number of a key, which may be new; zeroed memory is an empty table. */
pm_status pm_keys_number(size_t *number, struct pm_keys *k, uint64_t key);

void pm_keys_clear(struct pm_keys *k);
