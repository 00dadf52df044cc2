/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries of one matrix for terms.h: doubles, scaled, and rounded so that all x_j are exact. */
#ifndef PM_BATCH_TERMS_ENTRIES_H
#define PM_BATCH_TERMS_ENTRIES_H

#include "batch/repeated_lines.h"
#include "batch/terms_table.h"
#include "engine/glynn/rounded.h"

struct pm_terms_entries {
    const struct pm_lines *lines;
    int parts;
    bool right;                     /* the scaled entries are exact */
    double *entry;                  /* [factors][signed][parts] */
    int exp[2][PM_TERM_MOST + 1];   /* of the scales of the lines of a side */
    double floor[PM_TERM_MOST + 1]; /* [factors]: t eta_j */
    double stretch;                 /* t */
    struct pm_mag lost;             /* bound of what underflow adds to all terms */
};

/* The parts of the entry of signed line i and factor line j. */
static inline double *pm_terms_entry(const struct pm_terms_entries *e, int i, int j)
{
    return e->entry + (j * e->lines->count[PM_SIGNED] + i) * e->parts;
}

/* Reads matrix k into e->entry, which the caller has allocated.  Errors: PM_INPUT (not finite). */
pm_status pm_terms_take(struct pm_terms_entries *e, const struct pm_batch *b,
                        const struct pm_lines *lines, size_t k);

#endif
