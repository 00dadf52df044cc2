/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination in double finds X.  Then B = X A X' has the Pfaffian of A exactly, whatever the
 * roundings in X, since X has ones on its diagonal.  The entries d of B in its blocks are computed
 * with the errors of their sums; so is X A.  All other entries are computed in double, with a
 * bound.
 *
 * B = D + E, where D has the blocks and E the rest.  If rows of M = D^-1 E have sums r_i of moduli
 * of at most r < 1, then log det(I + M) = -sum over m > 1 of tr (-M)^m / m, since tr M = 0, and its
 * modulus is at most sum(r_i) r / (1 - r) / 2.  Pf(B) = Pf(D) exp of a half of it: so it is also
 * for all D + s E, 0 <= s <= 1, whose Pfaffians are not 0, and the sign is right.  If r is larger,
 * |Pf(B)| is at most the root of the product of the norms of the rows (Hadamard).
 *
 * Inverse: A^-1 = X' (I + M)^-1 D^-1 X, and row i of (I + M)^-1 - I has a sum of moduli of at most
 * r_i / (1 - r).
 *
 * The cost is about n^3 multiplications, of which n^3 / 6 with their errors.  Moduli here are |re|
 * + |im|. */
#include "engine/pfaffian/pfaffian.h"

#include "base/alloc.h"
#include "engine/isa/isa.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"
#include "num/scaled.h"

#include <complex.h>
#include <math.h>
#include <string.h>

PM_ISA_TABLE(pm_pfaffian_row, pm_pfaffian_add_row);

/* Much smaller than the numbers, and much larger than all errors of underflow. */
static const double TINY = 0x1p-900;

/* Lines are in the order of elimination. */
struct skew {
    int n, parts;
    size_t plane; /* imaginary parts are so far behind real ones; matrices have 4 rows more */
    pm_pfaffian_row *add;
    double *a, *x, *work, *rest; /* the matrix, scaled; X; two matrices to work with */
    double *sum, *error, *ratio; /* of the moduli in row i of E; |X| |A| |X|' added up; r_i */
    struct pm_scaled *d;         /* of each block */
    int *place, *down;           /* line i is the caller's line place[i], which is divided by */
                                 /* 2^down[place[i]] */
    bool odd;                    /* the order is an odd permutation */
};

static pm_status skew_init(struct skew *s, const struct pm_batch *b)
{
    const size_t n = (size_t)b->stack.rows, plane = n * (n + 4), cells = plane * (size_t)b->parts;

    *s = (struct skew){.n = (int)n,
                       .parts = b->parts,
                       .plane = plane,
                       .add = pm_pfaffian_add_row_sets[b->isa->number]};
    PM_NEW(s->a, 4 * cells);
    s->x = s->a + cells;
    s->work = s->x + cells;
    s->rest = s->work + cells;
    PM_NEW(s->sum, 3 * n);
    s->error = s->sum + n;
    s->ratio = s->error + n;
    PM_NEW(s->d, n);
    PM_NEW(s->place, 2 * n);
    s->down = s->place + n;
    return PM_OK;
}

static double *at(const struct skew *s, double *matrix, int i, int j)
{
    return matrix + (size_t)i * (size_t)s->n + (size_t)j;
}

static double complex number(const struct skew *s, const double *z)
{
    return __builtin_complex(z[0], s->parts == 2 ? z[s->plane] : 0);
}

static double size(const struct skew *s, const double *z)
{
    return fabs(z[0]) + (s->parts == 2 ? fabs(z[s->plane]) : 0);
}

/* y += z x for `count` numbers of rows; low: as in pm_pfaffian_row. */
static void add_row(const struct skew *s, double *y, double *low, const double *x, double complex z,
                    int count)
{
    for (int part = 0; part < s->parts; part++)
        for (int other = 0; other < s->parts; other++) {
            const size_t to = part != other ? s->plane : 0;
            const double factor = part == 0 ? creal(z) : other == 0 ? cimag(z) : -cimag(z);
            if (factor != 0)
                s->add(y + to, low != NULL ? low + to : NULL, x + s->plane * (size_t)other, factor,
                       count);
        }
}

/* Makes the first numbers of a row 0. */
static double *clear_row(const struct skew *s, double *row, int count)
{
    for (int part = 0; part < s->parts; part++)
        memset(row + s->plane * (size_t)part, 0, (size_t)count * sizeof *row);
    return row;
}

/* ------------------------------------------------------------------ the matrix */

/* The exponents of scales, so that the largest modulus in each line is near 1: its root, again and
 * again (Ruiz, RAL-TR-2001-034). */
static void balance(struct skew *s)
{
    enum { ROUNDS = 16, NEAR = 4, NOTHING = -50000 };
    int *const step = s->place;
    bool far = true;

    for (int round = 0; round < ROUNDS && far; round++) {
        far = false;
        for (int i = 0; i < s->n; i++) {
            int most = 2 * NOTHING;
            for (int j = 0; j < s->n; j++) {
                const int e = pm_exponent(size(s, at(s, s->a, i, j))) - s->down[i] - s->down[j];
                most = e > most ? e : most;
            }
            step[i] = most > NOTHING ? most / 2 : 0;
            far = far || abs(step[i]) > NEAR;
        }
        for (int i = 0; i < s->n && far; i++)
            s->down[i] += step[i];
    }
}

/* Reads and scales the matrix.  False: an integer has more than 53 bits. */
static bool load(struct skew *s, const struct pm_batch *b, size_t k)
{
    double z[2], most = 0;

    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++) {
            pm_stack_entry(z, b, k, i, j);
            most = fmax(most, fabs(z[0]));
            for (int part = 0; part < s->parts; part++)
                at(s, s->a, i, j)[s->plane * (size_t)part] = z[part];
        }
    balance(s);
    for (int i = 0; i < s->n; i++) {
        s->place[i] = i;
        *at(s, s->x, i, i) = 1;
        for (int j = 0; j < s->n; j++)
            for (int part = 0; part < s->parts; part++) {
                double *const entry = at(s, s->a, i, j) + s->plane * (size_t)part;
                *entry = pm_times_power(*entry, -s->down[i] - s->down[j]);
            }
    }
    memcpy(s->work, s->a, s->plane * (size_t)s->parts * sizeof *s->a);
    return b->stack.entries != PM_ENTRIES_INTEGER || most < 0x1p53;
}

/* ------------------------------------------------------------------ elimination */

/* The largest modulus in row i from column `first` on, and its column. */
static double largest(const struct skew *s, int *col, int i, int first)
{
    double most = 0;

    for (int j = first; j < s->n; j++) {
        const double here = size(s, at(s, s->work, i, j));
        if (here > most) {
            most = here;
            *col = j;
        }
    }
    return most;
}

/* A pivot from line k on that no entry in its two rows exceeds.  False: all entries are 0. */
static bool find_pivot(const struct skew *s, int *row, int *col, int k)
{
    double most = 0, next;
    int other = k;

    for (int i = k; i < s->n && most == 0; i++) {
        *row = i;
        most = largest(s, col, i, k);
    }
    while (most > 0 && (next = largest(s, &other, *col, k)) > most) {
        *row = *col;
        *col = other;
        most = next;
    }
    return most > 0;
}

static void swap_lines(struct skew *s, int i, int j)
{
    double *const matrix[] = {s->a, s->work, s->x};

    for (int m = 0; m < 3 * s->parts; m++) {
        double *const plane = matrix[m % 3] + (m < 3 ? 0 : s->plane);
        for (int side = 0; side < 2; side++)
            for (int l = 0; l < s->n; l++) {
                double *const one = side == 0 ? at(s, plane, i, l) : at(s, plane, l, i);
                double *const other = side == 0 ? at(s, plane, j, l) : at(s, plane, l, j);
                PM_SWAP(*one, *other);
            }
    }
    PM_SWAP(s->place[i], s->place[j]);
    s->odd = !s->odd;
}

/* row i += z row k, in the matrix behind the diagonal, and in X, which has so many columns there.
 */
static void add_line(const struct skew *s, int i, int k, int count, double complex z)
{
    add_row(s, at(s, s->work, i, i), NULL, at(s, s->work, k, i), z, s->n - i);
    add_row(s, at(s, s->x, i, 0), NULL, at(s, s->x, k, 0), z, count);
}

/* Makes the matrix from line i on skew-symmetric again. */
static void mirror(const struct skew *s, int i)
{
    for (int part = 0; part < s->parts; part++) {
        double *const plane = s->work + s->plane * (size_t)part;
        *at(s, plane, i, i) = 0;
        for (int j = i + 1; j < s->n; j++)
            *at(s, plane, j, i) = -*at(s, plane, i, j);
    }
}

static pm_status eliminate(struct skew *s, const struct pm_batch *b)
{
    int row = 0, col = 0;

    for (int k = 0; k < s->n && find_pivot(s, &row, &col, k); k += 2) {
        PM_TRY(pm_stack_go_on(b));
        if (row != k)
            swap_lines(s, k, row);
        col = col == k ? row : col;
        if (col != k + 1)
            swap_lines(s, k + 1, col);
        const double complex d = number(s, at(s, s->work, k, k + 1));
        for (int i = k + 2; i < s->n; i++) {
            const double complex z = number(s, at(s, s->work, i, k)) / d;
            add_line(s, i, k, k + 2, -number(s, at(s, s->work, i, k + 1)) / d);
            add_line(s, i, k + 1, k + 2, z);
            mirror(s, i);
        }
    }
    return PM_OK;
}

/* ------------------------------------------------------------------ X A X' */

/* to[] = |m| from[], or |m|' from[]. */
static void multiply_moduli(const struct skew *s, double *to, double *m, bool turned,
                            const double *from)
{
    for (int i = 0; i < s->n; i++)
        to[i] = s->n * TINY;
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++)
            to[turned ? j : i] += size(s, at(s, m, i, j)) * from[turned ? i : j];
}

/* error[i], and ratio[i] = the sum of row i of |X|; both a little larger. */
static void find_moduli(struct skew *s)
{
    for (int i = 0; i < s->n; i++)
        s->error[i] = 1;
    multiply_moduli(s, s->sum, s->x, true, s->error);
    multiply_moduli(s, s->error, s->a, false, s->sum);
    multiply_moduli(s, s->sum, s->x, false, s->error);
    for (int i = 0; i < s->n; i++)
        s->ratio[i] = 1;
    multiply_moduli(s, s->error, s->x, false, s->ratio);
    for (int i = 0; i < s->n; i++) {
        s->ratio[i] = s->error[i] * PM_UP_LONG;
        s->error[i] = s->sum[i] * PM_UP_LONG;
        s->sum[i] = 0;
    }
}

/* Entry (k, k + 1) of B, from row k of X A with its errors.  A sum of N products with their errors
 * has an error of at most (N u)^2 times the sum of the moduli, and this is a sum of such sums. */
static struct pm_scaled find_block(const struct skew *s, int k, const double *row,
                                   const double *low, double *value)
{
    const double u = 8.0 * (s->n + 4) * PM_BALL_U;
    double *const rest = value + 1;

    clear_row(s, value, 2);
    for (int l = 0; l < k + 2; l++) {
        const double *const x = at(s, s->x, k + 1, l);
        add_row(s, value, rest, x, number(s, row + l), 1);
        add_row(s, rest, NULL, x, number(s, low + l), 1);
    }
    const double complex sum = number(s, value) + number(s, rest);
    struct pm_scaled d = {.re = creal(sum), .im = cimag(sum)};
    d.error = (2 * PM_BALL_U * size(s, value) + u * u * s->error[k]) * PM_UP;
    return d;
}

/* Row i of B before its block: adds moduli, with what the sum over one row of X A rounds. */
static void add_product(struct skew *s, int i, const double *row, double *product)
{
    const double rounding = pm_gamma(2.0 * s->n * s->parts + 8);
    double most = 0;

    clear_row(s, product, s->n);
    for (int l = 0; l < i; l++) {
        most = fmax(most, size(s, row + l));
        add_row(s, product + l, NULL, at(s, s->work, l, l), number(s, row + l), i - l);
    }
    for (int j = 0; j < (i & ~1); j++) {
        const double here = size(s, product + j) + rounding * most * s->ratio[j];
        s->sum[i] += here;
        s->sum[j] += here;
    }
}

/* d[], and the sums of the moduli of all other entries of B by rows. */
static pm_status find_product(struct skew *s, const struct pm_batch *b)
{
    const double u = 8.0 * (s->n + 4) * PM_BALL_U;
    double *const low = s->rest, *const row = at(s, low, 1, 0);

    find_moduli(s);
    for (int i = 0; i < s->n; i++) /* X' */
        for (int j = 0; j < s->n; j++)
            for (int part = 0; part < s->parts; part++)
                at(s, s->work, j, i)[s->plane * (size_t)part] =
                    at(s, s->x, i, j)[s->plane * (size_t)part];
    for (int i = 0; i < s->n; i++) {
        PM_TRY(pm_stack_go_on(b));
        clear_row(s, low, s->n);
        clear_row(s, row, s->n);
        for (int l = 0; l <= i; l++)
            add_row(s, row, low, at(s, s->a, l, 0), number(s, at(s, s->x, i, l)), (i | 1) + 1);
        if (i % 2 == 0)
            s->d[i / 2] = find_block(s, i, row, low, at(s, low, 3, 0));
        add_product(s, i, row, at(s, low, 2, 0));
    }
    for (int i = 0; i < s->n; i++)
        s->sum[i] = (s->sum[i] + u * s->error[i] * u) * PM_UP_LONG;
    return PM_OK;
}

/* ------------------------------------------------------------------ answers */

/* The bound by the rows of B. */
static void deliver_small(const struct skew *s, const struct pm_batch *b, size_t k, int64_t exp)
{
    const double nothing[2] = {0, 0};
    struct pm_mag bound = pm_mag_double(1, 0);

    for (int i = 0; i < s->n; i++) {
        const double d = pm_scaled_size(s->d + i / 2) + s->d[i / 2].error;
        const struct pm_mag row = pm_mag_double((s->sum[i] + d) * PM_UP, 0);
        const bool odd = row.e % 2 != 0; /* the root of the row */
        bound = pm_mag_mul(bound, pm_mag_is_finite(row)
                                      ? pm_mag_up(sqrt(odd ? row.m * 2 : row.m), (row.e - odd) / 2)
                                      : row);
    }
    pm_stack_deliver(b, k, nothing, bound, exp);
}

/* The ratios r_i; *most = the largest of them, *all = their sum. */
static void find_ratios(const struct skew *s, double *most, double *all)
{
    *most = *all = 0;
    for (int i = 0; i < s->n; i++) {
        const double inverse = pm_scaled_inverse(s->d + i / 2);
        s->ratio[i] = inverse > 0 ? s->sum[i] * inverse * PM_UP : 1;
        *most = s->ratio[i] < *most ? *most : s->ratio[i];
        *all += s->ratio[i];
    }
}

/* The product of all d, times the sign and 2^exp. */
static struct pm_scaled multiply_blocks(const struct skew *s, double most, double all, int64_t exp)
{
    const double change = all * most / (4 * (1 - most)) * PM_UP_LONG;
    struct pm_scaled value = {.re = s->odd ? -1 : 1, .e = exp};

    pm_scaled_normalize(&value);
    for (int k = 0; k < s->n / 2; k++) {
        struct pm_scaled d = s->d[k];
        pm_scaled_normalize(&d);
        pm_scaled_multiply(&value, &d);
    }
    value.error += (pm_scaled_size(&value) + value.error) * (change < 1 ? 2 * change : HUGE_VAL);
    return value;
}

static void deliver(const struct pm_batch *b, size_t place, const struct pm_scaled *value)
{
    const double parts[2] = {value->re, value->im};

    pm_stack_deliver(b, place, parts, pm_mag_double(value->error, 0), value->e);
}

/* work = the sum over the blocks, with 1 / d instead of the product of the others: the minors are
 * Pf(A) times this, and the error of entry (i, j) is at most left[i] right[j]. */
static void find_inverse(const struct skew *s, double *left, double *right, double most)
{
    const double rounding = pm_gamma(8.0 * s->n + 32);

    clear_row(s, s->work, s->n * s->n);
    for (int i = 0; i < s->n; i++)
        left[i] = right[i] = 0;
    for (int k = 0; k < s->n; k++) {
        const struct pm_scaled *const block = s->d + k / 2;
        const double complex d = (k % 2 == 0 ? 1 : -1) / __builtin_complex(block->re, block->im);
        const double most_inverse = pm_scaled_inverse(block);
        const double row = s->ratio[k ^ 1] / (1 - most) + rounding + block->error * most_inverse;
        for (int i = 0; i < s->n; i++) {
            if (i <= k)
                add_row(s, at(s, s->work, i, 0), NULL, at(s, s->x, k ^ 1, 0),
                        number(s, at(s, s->x, k, i)) * d, (k | 1) + 1);
            left[i] += (size(s, at(s, s->x, k, i)) + TINY) * row;
            right[i] = fmax(right[i], (size(s, at(s, s->x, k, i)) + TINY) * most_inverse);
        }
    }
}

static void deliver_minors(const struct skew *s, const struct pm_batch *b, size_t k, double most,
                           const struct pm_scaled *value)
{
    double *const left = s->error, *const right = s->sum;

    find_inverse(s, left, right, most);
    for (int i = 0; i < s->n; i++)
        for (int j = i; j < s->n; j++) {
            const double complex z = number(s, at(s, s->work, i, j));
            const int row = s->place[i], col = s->place[j];
            struct pm_scaled minor = {.re = creal(z), .im = cimag(z)};
            minor.error = fmin(left[i] * right[j], left[j] * right[i]) * PM_UP_LONG;
            pm_scaled_normalize(&minor);
            pm_scaled_multiply(&minor, value);
            minor.e -= s->down[row] + s->down[col];
            if (i == j)
                minor = (struct pm_scaled){.e = 0};
            deliver(b, pm_stack_place(b, k, row, col), &minor);
            minor.re = 0 - minor.re;
            minor.im = 0 - minor.im;
            deliver(b, pm_stack_place(b, k, col, row), &minor);
        }
}

static void answer(const struct skew *s, const struct pm_batch *b, size_t k)
{
    const double NEAR = 0.5;
    double most, all;
    int64_t exp = 0;

    for (int i = 0; i < s->n; i++)
        exp += s->down[i];
    find_ratios(s, &most, &all);
    if (most < NEAR && all < HUGE_VAL) {
        const struct pm_scaled value = multiply_blocks(s, most, all, exp);
        if (b->minors)
            deliver_minors(s, b, k, most, &value);
        else
            deliver(b, k, &value);
    } else if (b->minors) {
        pm_stack_miss_all(b, k);
    } else {
        deliver_small(s, b, k, exp);
    }
}

pm_status pm_pfaffian_double(const struct pm_batch *b, size_t k)
{
    struct skew s;
    pm_status status = skew_init(&s, b);

    if (status == PM_OK && !load(&s, b, k)) {
        pm_stack_miss_all(b, k);
    } else if (status == PM_OK) {
        status = eliminate(&s, b);
        PM_THEN(status, find_product(&s, b));
        if (status == PM_OK)
            answer(&s, b, k);
    }
    PM_FREE(s.a, s.sum, s.d, s.place);
    return status;
}
