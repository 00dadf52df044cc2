/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop hafnian of one matrix, and the methods for it. */
#ifndef PM_BATCH_LOOP_HAFNIAN_H
#define PM_BATCH_LOOP_HAFNIAN_H

#include "batch/formula_balls.h"

struct pm_looped_method;

struct pm_looped {
    struct pm_batch b;     /* matrices */
    struct pm_batch means; /* the loops, as matrices with one row */
    bool looped;           /* some loop is not 0 */
    bool complex_values;
    int n, total;
    const int *times;    /* how many copies a vertex has; NULL: one each */
    acb_ptr entry, mean; /* [n][n]; [n]: exact */
    slong bits;          /* of `sum` */
    acb_t sum;
    const struct pm_looped_method *method; /* NULL: the cheaper one */
};

static inline int pm_looped_times(const struct pm_looped *w, int i)
{
    return w->times == NULL ? 1 : w->times[i];
}

/* A job is kept from one number of bits to the next. */
struct pm_looped_method {
    /* Nanoseconds on one thread; INFINITY: not able to.  *terms = the number of terms. */
    double (*price)(double *terms, const struct pm_looped *w);
    pm_status (*open)(void **job, const struct pm_looped *w);
    pm_status (*add_up)(struct pm_looped *w, void *job); /* w->sum = the loop hafnian */
    void (*close)(void *job);                            /* NULL is fine */
};

/* pm_loop_hafnian() by this method, for tests.  NULL: by the cheaper one. */
pm_status pm_loop_hafnian_by(const struct pm_looped_method *method, double *values, double *bounds,
                             const pm_stack *stack, const void *loops, int threads);

extern const struct pm_looped_method pm_looped_moments; /* loop_moments.c */
extern const struct pm_looped_method pm_looped_pairs;   /* loop_pairs.c */

#endif
