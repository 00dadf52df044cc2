/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of units of work, and counts of what is done. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Units first .. first + count - 1 of a ring. */
struct pm_range {
    size_t ring;
    uint64_t first, count;
};

/* Who computed how many units. */
struct pm_shares {
    uint64_t threads, devices;
    char refusal[160]; /* why a device first left a range to threads; "": none did */
};

struct pm_tally {
    uint64_t total, done, free; /* units; those that are neither done nor free are being computed */
    uint64_t wanted;            /* the number of units that waiting workers would take */
};
