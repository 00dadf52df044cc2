/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination of a matrix whose entries depend on a number t: every number is a power series in t
 * up to t^2, with balls of Arb.  So the second derivative of a logarithm has a proved bound, and
 * costs six times as much as the sum itself. */
#include "num/arb_ball.h"

#include "engine/planar/planar.h"
#include "engine/planar/series.h"

typedef struct {
    arb_struct c[PM_SERIES];
} N;

struct field {
    slong bits;
};

/* clang-format off */
#define n_new(x, count)   (*(x) = (N *)_arb_vec_init(PM_SERIES * (slong)(count)), PM_OK)
#define n_free(x, count)  ((x) != NULL ? _arb_vec_clear((arb_ptr)(x), PM_SERIES * (slong)(count)) : (void)0)
#define n_zero(x)         _arb_vec_zero((x)->c, PM_SERIES)
#define n_one(f, x)       (n_zero(x), arb_one((x)->c))
#define n_set(x, y)       _arb_vec_set((x)->c, (y)->c, PM_SERIES)
#define n_swap(x, y)      _arb_vec_swap((x)->c, (y)->c, PM_SERIES)
#define n_neg(f, x)       _arb_vec_neg((x)->c, (x)->c, PM_SERIES)
#define n_turn(f, x)      ((void)(x)) /* pm_series_log() refuses what has factors i */
#define n_add(f, x, y)    _arb_vec_add((x)->c, (x)->c, (y)->c, PM_SERIES, (f)->bits)
#define n_half(f, x)      _arb_vec_scalar_mul_2exp_si((x)->c, (x)->c, PM_SERIES, -1)
#define n_is_pivot(x)     (!arb_contains_zero((x)->c))
#define n_is_better(x, y) (arf_cmpabs(arb_midref((x)->c), arb_midref((y)->c)) > 0)
#define n_times_rest(f, x, a, size, skew) ((void)(a), (void)(size), (void)(skew), n_any(x))
/* clang-format on */

static void n_any(N *x)
{
    _arb_vec_indeterminate(x->c, PM_SERIES);
}

static void n_minors(const struct field *field, N *a, int size, bool skew)
{
    (void)field;
    (void)skew;
    for (int k = 0; k < size * size; k++)
        n_any(&a[k]);
}

/* x may be y or z. */
static void n_mul(const struct field *field, N *x, const N *y, const N *z)
{
    for (int k = PM_SERIES; k-- > 0;) { /* reversed: y_0 z_k + ... + y_k z_0 */
        arb_t sum;
        arb_init(sum);
        arb_dot(sum, NULL, 0, y->c, 1, z->c + k, -1, k + 1, field->bits);
        arb_swap(&x->c[k], sum);
        arb_clear(sum);
    }
}

/* The coefficients of x y are those of 1. */
static void n_invert(const struct field *field, N *x, const N *y)
{
    arb_inv(&x->c[0], &y->c[0], field->bits);
    for (int k = 1; k < PM_SERIES; k++) {
        arb_dot(&x->c[k], NULL, 1, x->c, 1, y->c + k, -1, k, field->bits);
        arb_mul(&x->c[k], &x->c[k], &x->c[0], field->bits);
    }
}

static void n_minus_dot(const struct field *field, N *x, const N *l, const N *u, int count)
{
    for (int k = 0; k < PM_SERIES; k++)
        for (int i = 0; i <= k; i++)
            arb_dot(&x->c[k], &x->c[k], 1, &l->c[i], PM_SERIES, &u->c[k - i], PM_SERIES, count,
                    field->bits);
}

#include "engine/planar/fronts_back_template.h"

enum { FIRST_BITS = 128, MOST_BITS = 1 << 13, WANTED_BITS = 40 };

static pm_status find_sum(N *sum, const struct pm_kasteleyn *k,
                          const struct pm_matrix *const a[PM_SERIES], slong bits)
{
    const int nnz = pm_matrix_nnz(a[0]);
    const struct field field = {bits};
    N *entry;

    PM_TRY(n_new(&entry, (size_t)nnz));
    for (int e = 0; e < nnz; e++)
        for (int i = 0; i < PM_SERIES; i++)
            arb_set_fmpq(&entry[e].c[i], a[i]->re + e, bits);
    const struct job whole = {.field = &field, .entry_col = a[0]->col, .entry = entry};
    n_zero(sum);
    const pm_status status = add_leaves(sum, NULL, k, whole, nnz, 0, (uint64_t)k->leaves);
    n_free(entry, (size_t)nnz);
    return status;
}

/* second = the second derivative of log(c_0 + c_1 t + c_2 t^2): 2 c_2 / c_0 - (c_1 / c_0)^2. */
static void set_second(arb_t second, const N *sum, slong bits)
{
    arb_t first;

    arb_init(first);
    arb_div(first, &sum->c[1], &sum->c[0], bits);
    arb_mul(first, first, first, bits);
    arb_div(second, &sum->c[2], &sum->c[0], bits);
    arb_mul_2exp_si(second, second, 1);
    arb_sub(second, second, first, bits);
    arb_clear(first);
}

pm_status pm_series_second(struct pm_value *second, const struct pm_kasteleyn *k,
                           const struct pm_matrix *const a[PM_SERIES])
{
    bool enough = false;
    pm_status status = PM_OK;
    arb_t x;
    N *sum;

    if (k->fronts == NULL || k->sheets.imaginary)
        return pm_fail(PM_UNABLE, "series need a graph with a perfect matching, and a surface with "
                                  "an orientation");
    PM_TRY(n_new(&sum, 1));
    arb_init(x);
    for (slong bits = FIRST_BITS; bits <= MOST_BITS && !enough && status == PM_OK; bits *= 2) {
        status = find_sum(sum, k, a, bits);
        set_second(x, sum, bits);
        enough = status == PM_OK && arb_is_finite(x) &&
                 (arb_rel_accuracy_bits(x) >= WANTED_BITS ||
                  mag_cmp_2exp_si(arb_radref(x), -2 * WANTED_BITS) < 0);
    }
    if (enough)
        ball_value(second, x, NULL);
    arb_clear(x);
    n_free(sum, 1);
    return status != PM_OK || enough
               ? status
               : pm_fail(PM_UNABLE, "%d bits do not tell the second derivative from 0", MOST_BITS);
}
