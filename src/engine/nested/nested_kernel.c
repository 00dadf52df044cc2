/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The permanent of a matrix with nested rows (model/nested_order.h).  A row whose entries are in
 * the first places is called a prefix, the other rows are suffixes.
 *
 * Each column is used by a prefix, by a suffix, or by no row.  Columns are processed in their
 * order.  A state consists of two numbers: how many of the columns so far are used by prefixes, x,
 * and by suffixes, y.  Prefixes choose their columns by ascending length.  If t prefixes have
 * chosen, the next one, which ends here, can choose from x - t columns.  Suffixes are also counted
 * as if they chose by ascending length.  Let y' be the number of all suffixes, which is the number
 * of columns that they use in the end.  If a suffix begins here, y' - y of these columns are still
 * to come.  The t shorter suffixes choose from the same columns.  So this suffix can choose from y'
 * - y - t columns.  In both cases the number of choices depends only on the state.
 *
 * If there are d more columns than rows, d columns are unused; in a square matrix x determines y.
 * There are (prefixes + 1) (min(suffixes, d) + 1) states at a time.  This takes O(n^2) steps for
 * square matrices, O(n^3) for others.  There are only products and sums of column values and
 * counts, and no differences. */
#include "engine/nested/nested.h"

#include "base/alloc.h"
#include "num/type.h"

#include <math.h>
#include <stdlib.h>

struct sums {
    const struct pm_nested *nested;
    struct pm_ring ring;
    int suffixes, spare, width; /* spare: number of unused columns; width: number of values of y at
                                 * a time, for each x */
    int columns;                /* number of columns so far */
    T *now, *next;              /* [prefixes + 1][width] the sum of each state, by x and by y modulo
                                 * width */
    double grown;               /* bound of log2 of the growth since the last scaling */
    int64_t exp;                /* the true numbers are these times 2^exp */
};

static int least(int x, int y)
{
    return x < y ? x : y;
}

/* The least value of y that occurs with x. */
static int first_y(const struct sums *s, int x)
{
    const int y = s->columns - x - s->spare;
    return y > 0 ? y : 0;
}

static int last_y(const struct sums *s, int x)
{
    return least(s->columns - x, s->suffixes);
}

static T *at(const struct sums *s, T *numbers, int x, int y)
{
    return &numbers[(size_t)x * (size_t)s->width + (size_t)(y % s->width)];
}

/* ------------------------------------------------------------------ scaling */

#if PM_TYPE_FLOATING

enum { ROOM = 400 }; /* numbers may grow or shrink by 2^ROOM before they are scaled */

static void grow(struct sums *s, double powers)
{
    double most = 0;
    int exp;

    s->grown += powers;
    if (s->grown < ROOM)
        return;
    const size_t count = (size_t)(s->nested->prefixes + 1) * (size_t)s->width;
    for (size_t k = 0; k < count; k++)
        most = fmax(most, t_modulus(s->now[k]));
    frexp(most, &exp);
    for (size_t k = 0; k < count; k++)
        s->now[k] = t_ldexp(s->now[k], -exp);
    s->exp += exp;
    s->grown = 0;
}

static double powers_of(T value)
{
    const double x = t_modulus(value);
    return x > 0 ? 2 + fabs(log2(x)) : 2;
}

#else

static void grow(struct sums *s, double powers)
{
    s->grown += powers;
}

static double powers_of(T value)
{
    (void)value;
    return 0;
}

#endif

/* ---------------------------------------------------------------- the steps */

/* Multiplies every state by the number of columns from which a row can choose, base + by_x x + by_y
 * y. */
static void choose(struct sums *s, int base, int by_x, int by_y)
{
    for (int x = 0; x <= least(s->nested->prefixes, s->columns); x++)
        for (int y = first_y(s, x); y <= last_y(s, x); y++) {
            const int choices = base + by_x * x + by_y * y;
            T *const number = at(s, s->now, x, y);
            *number = choices > 0 ? t_mul(&s->ring, t_small(&s->ring, choices), *number) : t_zero();
        }
    grow(s, 1 + log2(s->nested->cols));
}

/* Processes the next column, whose entries are `value`. */
static void take_column(struct sums *s, T value)
{
    struct sums before = *s;

    s->columns++;
    for (int x = 0; x <= least(s->nested->prefixes, s->columns); x++)
        for (int y = first_y(s, x); y <= last_y(s, x); y++) {
            T sum = t_zero();
            if (x > 0 && y >= first_y(&before, x - 1) && y <= last_y(&before, x - 1))
                sum = *at(s, s->now, x - 1, y);
            if (y > first_y(&before, x) && y - 1 <= last_y(&before, x))
                sum = t_add(&s->ring, sum, *at(s, s->now, x, y - 1));
            sum = t_mul(&s->ring, value, sum);
            if (y >= first_y(&before, x) && y <= last_y(&before, x))
                sum = t_add(&s->ring, sum, *at(s, s->now, x, y));
            *at(s, s->next, x, y) = sum;
        }
    T *const swap = s->now;
    s->now = s->next;
    s->next = swap;
    grow(s, powers_of(value));
}

/* Processes all columns, and the rows that end or begin between them. */
static void run(struct sums *s, const T *value)
{
    const struct pm_nested *const n = s->nested;
    int prefix = 0, suffix = s->suffixes; /* the longest suffixes begin first */

    for (int j = 0; j <= n->cols; j++) {
        while (prefix < n->prefixes && n->edge[prefix] == j)
            choose(s, -prefix++, 1, 0);
        while (suffix > 0 && n->edge[n->prefixes + suffix - 1] == j) {
            suffix--;
            choose(s, s->suffixes - suffix, 0, -1);
        }
        if (j < n->cols)
            take_column(s, value[n->column[j]]);
    }
}

static pm_status dense_values(T **value, const struct pm_image *values)
{
    PM_NEW(*value, values->cols);
    for (int j = 0; j < values->cols; j++)
        (*value)[j] = t_zero();
    for (int k = 0; k < values->nnz; k++)
        (*value)[values->row_col[k]] = ((const T *)values->row_val)[k];
    return PM_OK;
}

pm_status PM_NAME(pm_nested)(struct pm_part *part, const struct pm_nested *nested,
                             const struct pm_image *values)
{
    const int suffixes = nested->rows - nested->prefixes, spare = nested->cols - nested->rows;
    struct sums s = {.nested = nested,
                     .ring = values->ring,
                     .suffixes = suffixes,
                     .spare = spare,
                     .width = pm_nested_width(nested)};
    const size_t count = (size_t)(nested->prefixes + 1) * (size_t)s.width;
    T *value = NULL;
    pm_status status;

    PM_NEW_GOTO(status, s.now, count, done);
    PM_NEW_GOTO(status, s.next, count, done);
    PM_TRY_GOTO(status, dense_values(&value, values), done);
    for (size_t k = 0; k < count; k++)
        s.now[k] = s.next[k] = t_zero();
    s.now[0] = t_one(&s.ring);
    run(&s, value);
    *part = t_part(&s.ring, *at(&s, s.now, nested->prefixes, suffixes));
    part->exp = s.exp + nested->rows * values->exp;
done:
    free(value);
    free(s.now);
    free(s.next);
    return status;
}
