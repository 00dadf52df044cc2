/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Families of matrices for measuring precision. */
#ifndef PM_BENCH_FAMILIES_H
#define PM_BENCH_FAMILIES_H

#include <flint/fmpq.h>
#include <stdbool.h>

enum { SAMPLE_MOST = 50 };

/* Exact entries: integers over `denominator`.  n is given; re and im have room for n^2 numbers (im
 * is zero if the family is real). */
struct sample {
    int n;
    long denominator;
    fmpq *re, *im;
};

struct family {
    const char *name;
    bool complex_values;
    void (*fill)(struct sample *s);
    void (*known)(fmpq_t value, int n); /* NULL: must be computed */
};

extern const struct family families[]; /* the last name is NULL */

#endif
