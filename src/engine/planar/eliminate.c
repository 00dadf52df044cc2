/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination modulo a prime (fronts_run.h).  Every nonzero residue is an equally good pivot. */
#define PM_TYPE mod
#include "num/dot.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>
#include <string.h>

typedef T N;

struct field {
    const struct pm_ring *ring;
};

/* clang-format off */
#define n_new(x, count)   ((*(x) = pm_alloc(count, sizeof(N))) != NULL ? PM_OK : PM_NOMEM)
#define n_free(x, count)  ((void)(count), free(x))
#define n_zero(x)         (*(x) = t_zero())
#define n_one(f, x)       (*(x) = t_one((f)->ring))
#define n_set(x, y)       (*(x) = *(y))
#define n_neg(f, x)       (*(x) = t_neg((f)->ring, *(x)))
#define n_add(f, x, y)    (*(x) = t_add((f)->ring, *(x), *(y)))
#define n_mul(f, x, y, z) (*(x) = t_mul((f)->ring, *(y), *(z)))
#define n_invert(f, x, y)                                                                          \
    (*(x) = t_from_residue((f)->ring, n_invmod(t_to_residue((f)->ring, *(y)), (f)->ring->p)))
#define n_half(f, x)      (*(x) = t_half((f)->ring, *(x)))
#define n_minus_dot(f, x, l, u, count)                                                             \
    (*(x) = t_sub((f)->ring, *(x), t_dot((f)->ring, l, u, count)))
#define n_is_pivot(x)     (!t_is_zero(*(x)))
#define n_is_better(x, y) false
#define n_times_rest(f, x, a, size, skew) ((void)(skew), n_zero(x))
#define n_minors(f, a, size, skew)                                                                 \
    ((void)(skew), memset(a, 0, (size_t)(size) * (size_t)(size) * sizeof(N)))
/* clang-format on */

static inline void n_swap(N *x, N *y)
{
    const N z = *x;

    *x = *y;
    *y = z;
}

#include "engine/planar/fronts_back.h"

void pm_rest_clear(struct pm_rest *rest)
{
    rest_clear(rest);
}

/* Moves the inverse of the last front to *inverse, if all of it has been eliminated. */
static void take_inverse(struct pm_rest *inverse, struct kept *last)
{
    if (last->rest > 0)
        return;
    *inverse = (struct pm_rest){
        .size = last->pivots, .row = last->row, .col = last->col, .value = last->inverse};
    last->row = last->col = NULL;
    last->inverse = NULL;
}

pm_status pm_fronts_eliminate(struct pm_part *part, struct pm_rest *inverse,
                              const struct pm_fronts *fronts, const struct pm_signs *signs,
                              const struct pm_image *image, const int *stop)
{
    const struct field field = {&image->ring};
    N product = t_one(field.ring), rest = product;
    struct job job = {
        .fronts = fronts,
        .field = &field,
        .entry_sign = signs->entry,
        .entry_col = image->row_col,
        .entry = image->row_val,
        .product = &product,
        .rest = &rest,
        .first_kept = fronts->count - 1,
        .stop = stop,
    };
    pm_status status;

    if (signs->term < 0)
        n_neg(&field, &product);
    if (inverse != NULL)
        PM_NEW_GOTO(status, job.kept, fronts->count, done);
    PM_TRY_GOTO(status, fronts_run(&job), done);
    *part = t_part(field.ring, t_mul(field.ring, product, rest));
    if (inverse != NULL && fronts->count > 0)
        take_inverse(inverse, &job.kept[fronts->count - 1]);
done:
    job_clear(&job);
    return status;
}

static struct job job_of(const struct field *field, const struct pm_image *image)
{
    return (struct job){.field = field, .entry_col = image->row_col, .entry = image->row_val};
}

pm_status pm_kasteleyn_sum(struct pm_part *part, const struct pm_kasteleyn *k,
                           const struct pm_image *image)
{
    const struct field field = {&image->ring};
    N sum = t_zero();

    PM_TRY(add_sheets(&sum, NULL, k, job_of(&field, image), image->nnz));
    *part = t_part(field.ring, sum);
    return PM_OK;
}

pm_status pm_fronts_shares(uint64_t *share, const struct pm_kasteleyn *k,
                           const struct pm_image *image)
{
    const struct field field = {&image->ring};
    N *sum;

    PM_NEW(sum, (size_t)image->nnz + 1);
    const pm_status status =
        add_sheets(&sum[image->nnz], sum, k, job_of(&field, image), image->nnz);
    for (int e = 0; e <= image->nnz; e++)
        share[e] = t_to_residue(field.ring, sum[e]);
    free(sum);
    return status;
}
