/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop hafnian of one matrix, and the methods for it. */
#ifndef PM_BATCH_LOOP_HAFNIAN_H
#define PM_BATCH_LOOP_HAFNIAN_H

#include "batch/formula_balls.h"
#include "model/matrix.h"
#include "num/gauss.h"

struct pm_looped_method;

struct pm_looped {
    struct pm_batch b;     /* matrices */
    struct pm_batch means; /* the loops, as matrices with one row */
    bool looped;           /* some loop is not 0 */
    bool complex_values;
    bool integers; /* of entries and loops; `sum` is wanted until it has one Gaussian integer */
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

/* Counts the copies, and makes room for matrix k; pm_looped_close() is then due.  The caller sets
 * entry and mean. */
pm_status pm_looped_open(struct pm_looped *w, size_t k);
pm_status pm_looped_find(struct pm_looped *w, size_t k); /* the sum, by the cheaper method */
void pm_looped_close(struct pm_looped *w);

/* True if the sum has exactly one Gaussian integer: re + i im. */
bool pm_looped_integer(fmpz_t re, fmpz_t im, const struct pm_looped *w);

/* The exact loop hafnian of a symmetric matrix; loops: 1 x n, or NULL (loop_exact.c). */
pm_status pm_looped_exact(struct pm_gauss *value, const struct pm_matrix *a,
                          const struct pm_matrix *loops, const int *times, int threads,
                          struct pm_watched *watched);

/* pm_loop_hafnian() by this method, for tests.  NULL: by the cheaper one. */
pm_status pm_loop_hafnian_by(const struct pm_looped_method *method, double *values, double *bounds,
                             const pm_stack *stack, const void *loops, int threads);

extern const struct pm_looped_method pm_looped_moments; /* loop_moments.c */
extern const struct pm_looped_method pm_looped_pairs;   /* loop_pairs.c */

#endif
