/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries of one matrix as terms.h takes them: in doubles, scaled, and rounded so that all x_j
 * are exact. */
#ifndef PM_BATCH_TERMS_ENTRIES_H
#define PM_BATCH_TERMS_ENTRIES_H

#include "batch/repeated_lines.h"
#include "batch/terms_table.h"
#include "engine/glynn/rounded.h"

struct pm_terms_entries {
    const struct pm_lines *lines;
    int parts;
    bool right;                     /* doubles hold the scaled entries */
    double *entry;                  /* [factors][signed][parts] */
    int exp[2][PM_TERM_MOST + 1];   /* taken off the lines of a side */
    double floor[PM_TERM_MOST + 1]; /* [factors]: t eta_j */
    double stretch;                 /* t */
    double lost; /* at most what numbers below the range of doubles add to a term */
};

/* The parts of what signed line i and factor line j have in common. */
static inline double *pm_terms_entry(const struct pm_terms_entries *e, int i, int j)
{
    return e->entry + (j * e->lines->count[PM_SIGNED] + i) * e->parts;
}

/* Takes matrix k into the caller's memory e->entry.  Errors: PM_INPUT (it is not finite). */
pm_status pm_terms_take(struct pm_terms_entries *e, const struct pm_batch *b,
                        const struct pm_lines *lines, size_t k);

#endif
