/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination in ball arithmetic: floating numbers of any precision with a proved error bound
 * (Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
 * Transactions on Computers 66, 2017).  Entries are rounded to the precision of the computation.
 * The precision grows until the result has the wanted digits (balls_bits.c says where it begins).
 *
 * A file that includes this has defined the type N of balls, B(name) for Arb's functions on N,
 * VECTOR(name) for those on vectors of N, REAL(x) for the real part of a ball, if the balls are
 * complex IMAG(x) for the other part, and TURN(x) for a product with i.  This file undefines these
 * macros at its end. */
#include "num/arb_ball.h"

struct field {
    slong bits;
};

/* clang-format off */
#define n_new(x, count)   (*(x) = VECTOR(init)((slong)(count)), PM_OK)
#define n_free(x, count)  ((x) != NULL ? VECTOR(clear)(x, (slong)(count)) : (void)0)
#define n_zero(x)         B(zero)(x)
#define n_one(f, x)       B(one)(x)
#define n_set(x, y)       B(set)(x, y)
#define n_swap(x, y)      B(swap)(x, y)
#define n_neg(f, x)       B(neg)(x, x)
#define n_turn(f, x)      TURN(x)
#define n_add(f, x, y)    B(add)(x, x, y, (f)->bits)
#define n_mul(f, x, y, z) B(mul)(x, y, z, (f)->bits)
#define n_invert(f, x, y) B(inv)(x, y, (f)->bits)
#define n_half(f, x)      B(mul_2exp_si)(x, x, -1)
#define n_minus_dot(f, x, l, u, count) B(dot)(x, x, 1, l, 1, u, 1, count, (f)->bits)
#define n_is_pivot(x)     (!B(contains_zero)(x))
/* clang-format on */

static bool n_is_better(const N *x, const N *y)
{
    mag_t a, b;

    PM_EACH(mag_init, a, b);
    B(get_mag)(a, x);
    B(get_mag)(b, y);
    const bool better = mag_cmp(a, b) > 0;
    PM_EACH(mag_clear, a, b);
    return better;
}

/* bound = the largest sum of the moduli in a row of a. */
static void largest_row(mag_t bound, const N *a, int size)
{
    mag_t sum, entry;

    PM_EACH(mag_init, sum, entry);
    mag_zero(bound);
    for (int i = 0; i < size; i++) {
        mag_zero(sum);
        for (int j = 0; j < size; j++) {
            B(get_mag)(entry, a + (size_t)i * (size_t)size + (size_t)j);
            mag_add(sum, sum, entry);
        }
        mag_max(bound, bound, sum);
    }
    PM_EACH(mag_clear, sum, entry);
}

/* bound = Hadamard's bound of a determinant or Pfaffian of that order, with `row`, the largest sum
 * of a row, instead of the norms of the rows. */
static void bound_minor(mag_t bound, const mag_t row, int order, bool skew)
{
    mag_pow_ui(bound, row, (ulong)order);
    if (skew)
        mag_sqrt(bound, bound);
}

static void n_times_rest(const struct field *field, N *x, const N *a, int size, bool skew)
{
    mag_t row, bound;
    N *ball;

    PM_EACH(mag_init, row, bound);
    (void)n_new(&ball, 1);
    largest_row(row, a, size);
    bound_minor(bound, row, size, skew);
    B(add_error_mag)(ball, bound);
    B(mul)(x, x, ball, field->bits);
    n_free(ball, 1);
    PM_EACH(mag_clear, row, bound);
}

static void n_minors(const struct field *field, N *a, int size, bool skew)
{
    mag_t row, bound;

    (void)field;
    PM_EACH(mag_init, row, bound);
    largest_row(row, a, size);
    bound_minor(bound, row, skew ? size - 2 : size - 1, skew);
    for (size_t k = 0; k < (size_t)size * (size_t)size; k++) {
        B(zero)(&a[k]);
        B(add_error_mag)(&a[k], bound);
    }
    PM_EACH(mag_clear, row, bound);
}

#include "engine/planar/fronts_back_template.h"

enum { MOST_BITS = 1 << 13 };

#ifdef IMAG
#define PARTS(x, a) REAL(x), (a)->im != NULL ? IMAG(x) : NULL
#else
#define PARTS(x, a) REAL(x), NULL
#endif

/* x = entry e of the matrix */
static void n_entry(N *x, const struct pm_matrix *a, int e, slong bits)
{
    B(zero)(x);
    arb_set_fmpq(REAL(x), a->re + e, bits);
#ifdef IMAG
    if (a->im != NULL)
        arb_set_fmpq(IMAG(x), a->im + e, bits);
#endif
}

/* error = a bound of the distance of x from its centre */
static void n_error(mag_t error, const N *x)
{
    mag_set(error, arb_radref(REAL(x)));
#ifdef IMAG
    mag_add(error, error, arb_radref(IMAG(x)));
#endif
}

/* ------------------------------------------------------------------ sums */

/* The data of one computation with a fixed precision. */
struct balls {
    const struct pm_kasteleyn *k;
    const struct pm_matrix *a;
    slong bits;
    N *entry;
    N *sum;   /* the sum over all matchings */
    N *share; /* for each entry: the sum over the matchings with it; NULL: not wanted */
};

static pm_status balls_new(struct balls *b, const struct pm_kasteleyn *k, const struct pm_matrix *a,
                           slong bits, bool shares)
{
    const int nnz = pm_matrix_nnz(a);

    *b = (struct balls){.k = k, .a = a, .bits = bits};
    PM_TRY(n_new(&b->entry, (size_t)nnz));
    PM_TRY(n_new(&b->sum, 1));
    for (int e = 0; e < nnz; e++)
        n_entry(&b->entry[e], a, e, bits);
    return shares ? n_new(&b->share, (size_t)nnz) : PM_OK;
}

static void balls_clear(struct balls *b)
{
    const size_t nnz = (size_t)pm_matrix_nnz(b->a);

    n_free(b->entry, nnz);
    n_free(b->sum, 1);
    n_free(b->share, nnz);
}

static pm_status balls_run(struct balls *b)
{
    const struct field field = {b->bits};
    const struct job whole = {.field = &field, .entry_col = b->a->col, .entry = b->entry};

    return add_leaves(b->sum, b->share, b->k, whole, pm_matrix_nnz(b->a), 0,
                      (uint64_t)b->k->leaves);
}

static bool has_bits(const N *x, slong bits)
{
    return B(is_finite)(x) && B(rel_accuracy_bits)(x) >= bits;
}

/* The precisions that are tried, in bits. */
struct ladder {
    slong first, most;
};

static struct ladder ladder_of(const struct pm_kasteleyn *k, int wanted)
{
    const slong first = pm_balls_bits(k, wanted);

    return (struct ladder){first, FLINT_MAX(MOST_BITS, 4 * first)};
}

static pm_status too_few(const struct ladder *ladder)
{
    return pm_fail(PM_UNABLE, "%ld bits do not tell the sum over the matchings from 0",
                   (long)ladder->most);
}

/* The precision after one with which the sum is this: roundings cost as many bits again.  Twice as
 * many if they have cost all bits. */
static slong next_bits(const N *sum, slong bits, int wanted)
{
    const slong right = B(is_finite)(sum) ? B(rel_accuracy_bits)(sum) : 0;
    const slong more = wanted + PM_BALLS_SPARE - right + FLINT_BITS - 1;

    return right <= 0 ? 2 * bits : bits + more / FLINT_BITS * FLINT_BITS;
}

/* b->sum = the sum over all matchings, with the wanted bits.  If `vague` is true, the sum may have
 * fewer correct bits when the precision cannot be increased further.  The caller must clear b after
 * success. */
static pm_status balls_sum(struct balls *b, bool vague, const struct pm_kasteleyn *k,
                           const struct pm_matrix *a, int wanted)
{
    const struct ladder ladder = ladder_of(k, wanted);
    slong bits = ladder.first;

    for (bool last = false; !last;) {
        last = bits == ladder.most;
        pm_status status = balls_new(b, k, a, bits, false);
        PM_THEN(status, balls_run(b));
        if (status == PM_OK &&
            (has_bits(b->sum, wanted + PM_BALLS_SPARE) || (vague && last && B(is_finite)(b->sum))))
            return PM_OK;
        if (status == PM_OK)
            bits = FLINT_MIN(next_bits(b->sum, bits, wanted), ladder.most);
        balls_clear(b);
        PM_TRY(status);
    }
    return too_few(&ladder);
}

static pm_status balls_part(struct pm_part *part, const struct pm_kasteleyn *k,
                            const struct pm_matrix *a, int wanted)
{
    struct balls b;

    PM_TRY(balls_sum(&b, false, k, a, wanted));
    *part = ball_part(PARTS(b.sum, a));
    balls_clear(&b);
    return PM_OK;
}

static pm_status balls_value(struct pm_value *value, const struct pm_kasteleyn *k,
                             const struct pm_matrix *a, int wanted)
{
    struct balls b;

    PM_TRY(balls_sum(&b, true, k, a, wanted));
    ball_value(value, PARTS(b.sum, a));
    balls_clear(&b);
    return PM_OK;
}

/* Divides the sums by that over all matchings to get shares.  *enough is true if each share has the
 * wanted bits or is almost 0. */
static void divide(bool *enough, struct balls *b, int wanted)
{
    mag_t error;

    mag_init(error);
    *enough = has_bits(b->sum, wanted);
    for (int e = 0; *enough && e < pm_matrix_nnz(b->a); e++) {
        B(div)(&b->share[e], &b->share[e], b->sum, b->bits);
        n_error(error, &b->share[e]);
        *enough = mag_cmp_2exp_si(error, -2 * (slong)(wanted + PM_BALLS_SPARE)) < 0 ||
                  has_bits(&b->share[e], wanted + PM_BALLS_SPARE);
    }
    mag_clear(error);
}

/* share[e] = the fraction of the sum that the matchings with entry e have. */
static pm_status balls_shares(struct pm_value *share, const struct pm_kasteleyn *k,
                              const struct pm_matrix *a, int wanted)
{
    const struct ladder ladder = ladder_of(k, wanted);
    bool enough = false;
    struct balls b;

    for (slong bits = ladder.first; bits <= ladder.most && !enough; bits *= 2) {
        pm_status status = balls_new(&b, k, a, bits, true);
        PM_THEN(status, balls_run(&b));
        if (status == PM_OK)
            divide(&enough, &b, wanted);
        for (int e = 0; enough && e < pm_matrix_nnz(a); e++)
            ball_value(&share[e], PARTS(&b.share[e], a));
        balls_clear(&b);
        PM_TRY(status);
    }
    return enough ? PM_OK : too_few(&ladder);
}

#undef B
#undef TURN
#undef VECTOR
#undef REAL
#undef IMAG
