/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Families of matrices on which precision is measured. */
#ifndef PM_BENCH_FAMILIES_H
#define PM_BENCH_FAMILIES_H

#include <flint/fmpq.h>
#include <stdbool.h>

enum { SAMPLE_MOST = 50 };

/* Entries, exact: integers over `denominator`.  n is given, re and im (zeros where the family is
 * real) have room for n^2. */
struct sample {
    int n;
    long denominator;
    fmpq *re, *im;
};

struct family {
    const char *name;
    bool complex_values;
    void (*fill)(struct sample *s);
    void (*known)(fmpq_t value, int n); /* NULL: to be computed */
};

extern const struct family families[]; /* a name of NULL ends them */

#endif
