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

#include "engine/planar/fronts_back.h"

static pm_status n_new(N **x, size_t count)
{
    PM_NEW(*x, count);
    return PM_OK;
}

static void n_free(N *x, size_t count)
{
    (void)count;
    free(x);
}

static void n_zero(N *x)
{
    *x = t_zero();
}

static void n_one(const struct field *field, N *x)
{
    *x = t_one(field->ring);
}

static void n_set(N *x, const N *y)
{
    *x = *y;
}

static void n_swap(N *x, N *y)
{
    const N z = *x;

    *x = *y;
    *y = z;
}

static void n_neg(const struct field *field, N *x)
{
    *x = t_neg(field->ring, *x);
}

static void n_add(const struct field *field, N *x, const N *y)
{
    *x = t_add(field->ring, *x, *y);
}

static void n_mul(const struct field *field, N *x, const N *y, const N *z)
{
    *x = t_mul(field->ring, *y, *z);
}

static void n_invert(const struct field *field, N *x, const N *y)
{
    const struct pm_ring *const ring = field->ring;

    *x = t_from_residue(ring, n_invmod(t_to_residue(ring, *y), ring->p));
}

static void n_minus_dot(const struct field *field, N *x, const N *l, const N *u, int count)
{
    *x = t_sub(field->ring, *x, t_dot(field->ring, l, u, count));
}

static bool n_is_pivot(const N *x)
{
    return !t_is_zero(*x);
}

static bool n_is_better(const N *x, const N *y)
{
    (void)x, (void)y;
    return false;
}

static void n_times_rest(const struct field *field, N *x, const N *a, int size, bool skew)
{
    (void)field, (void)a, (void)size, (void)skew;
    *x = t_zero();
}

static void n_minors(const struct field *field, N *a, int size, bool skew)
{
    (void)field, (void)skew;
    memset(a, 0, (size_t)size * (size_t)size * sizeof *a);
}

void pm_rest_clear(struct pm_rest *rest)
{
    rest_clear(rest);
}

/* The elimination with one set of signs (a sheet): the job, and the numbers to which the job
 * points. */
struct sheet {
    struct field field;
    N product, rest;
    struct job job;
};

static void sheet_init(struct sheet *s, const struct pm_fronts *fronts,
                       const struct pm_signs *signs, const struct pm_image *image, const int *stop)
{
    const struct pm_ring *const ring = &image->ring;

    *s = (struct sheet){.field = {ring}, .product = t_one(ring), .rest = t_one(ring)};
    if (signs->term < 0)
        s->product = t_neg(ring, s->product);
    s->job = (struct job){
        .fronts = fronts,
        .field = &s->field,
        .entry_sign = signs->entry,
        .entry_col = image->row_col,
        .entry = image->row_val,
        .product = &s->product,
        .rest = &s->rest,
        .stop = stop,
    };
}

/* The sum of all terms, after fronts_run(). */
static N sheet_sum(const struct sheet *s)
{
    return t_mul(s->field.ring, s->product, s->rest);
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
    struct sheet s;
    pm_status status;

    sheet_init(&s, fronts, signs, image, stop);
    s.job.first_kept = fronts->count - 1;
    if (inverse != NULL)
        PM_NEW_GOTO(status, s.job.kept, fronts->count, done);
    PM_TRY_GOTO(status, fronts_run(&s.job), done);
    *part = t_part(&image->ring, sheet_sum(&s));
    if (inverse != NULL && fronts->count > 0)
        take_inverse(inverse, &s.job.kept[fronts->count - 1]);
done:
    job_clear(&s.job);
    return status;
}

pm_status pm_kasteleyn_sum(struct pm_part *part, const struct pm_kasteleyn *k,
                           const struct pm_image *image)
{
    const struct pm_ring *const ring = &image->ring;
    struct pm_part sheet;
    N sum = t_zero();

    for (int s = 0; s < k->sheets; s++) {
        PM_TRY(pm_fronts_eliminate(&sheet, NULL, k->fronts, &k->signs[s], image, k->stop));
        sum = t_add(ring, sum, t_from_residue(ring, sheet.word[0]));
    }
    *part = t_part(ring, k->sheets > 1 ? t_half(ring, sum) : sum);
    return PM_OK;
}

/* Adds the contribution of one set of signs: share[e] += entry e times its cofactor, share[nnz] +=
 * the sum of all terms. */
static pm_status add_sheet(N *share, const struct pm_kasteleyn *k, const struct pm_signs *signs,
                           const struct pm_image *image)
{
    const struct pm_ring *const ring = &image->ring;
    struct sheet s;
    N *one = NULL;
    pm_status status;

    sheet_init(&s, k->fronts, signs, image, k->stop);
    PM_NEW_GOTO(status, one, image->nnz, done);
    PM_NEW_GOTO(status, s.job.kept, k->fronts->count, done);
    PM_TRY_GOTO(status, fronts_run(&s.job), done);
    PM_TRY_GOTO(status, fronts_back(one, &s.job), done);
    for (int e = 0; e < image->nnz; e++)
        share[e] = t_add(ring, share[e], one[e]);
    share[image->nnz] = t_add(ring, share[image->nnz], sheet_sum(&s));
done:
    job_clear(&s.job);
    free(one);
    return status;
}

pm_status pm_fronts_shares(uint64_t *share, const struct pm_kasteleyn *k,
                           const struct pm_image *image)
{
    const struct pm_ring *const ring = &image->ring;
    N *sum;
    pm_status status = PM_OK;

    PM_NEW(sum, (size_t)image->nnz + 1);
    for (int sheet = 0; sheet < k->sheets && status == PM_OK; sheet++)
        status = add_sheet(sum, k, &k->signs[sheet], image);
    for (int e = 0; e <= image->nnz; e++)
        share[e] = t_to_residue(ring, k->sheets > 1 ? t_half(ring, sum[e]) : sum[e]);
    free(sum);
    return status;
}
