/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the matrix of a torontonian as a real one, exactly. */
#include "engine/torontonian/torontonian.h"

#include "base/alloc.h"
#include "engine/stack_load.h"

#include <math.h>

/* The caller's numbers: O and g, entry (i, j) at 2 (i size + j). */
struct source {
    int n, size;
    double *o, *g;
};

static double *entry_of(const struct source *s, int i, int j)
{
    return s->o + 2 * (i * s->size + j);
}

/* Whether the parts of z and of w* differ by at most `slack`. */
static bool is_conjugate(const double *z, const double *w, double slack)
{
    return fabs(z[0] - w[0]) <= slack && fabs(z[1] + w[1]) <= slack;
}

/* Both become the mean of z and w*, and its conjugate. */
static void make_conjugate(double *z, double *w)
{
    z[0] = w[0] = z[0] == w[0] ? z[0] : 0.5 * (z[0] + w[0]);
    z[1] = z[1] == -w[1] ? z[1] : 0.5 * (z[1] - w[1]);
    w[1] = -z[1];
}

/* Whether rows i and i + n are those of a and a* of one mode, and the loops likewise. */
static bool is_paired(const struct source *s, double slack, double loop_slack)
{
    const int n = s->n;
    bool paired = true;

    for (int i = 0; i < n && paired; i++) {
        paired = is_conjugate(s->g + 2 * i, s->g + 2 * (i + n), loop_slack);
        for (int j = 0; j < n && paired; j++)
            paired = is_conjugate(entry_of(s, i, j), entry_of(s, i + n, j + n), slack) &&
                     is_conjugate(entry_of(s, i, j + n), entry_of(s, i + n, j), slack);
    }
    return paired;
}

static void make_paired(const struct source *s)
{
    const int n = s->n;

    for (int i = 0; i < n; i++) {
        make_conjugate(s->g + 2 * i, s->g + 2 * (i + n));
        for (int j = 0; j < n; j++) {
            make_conjugate(entry_of(s, i, j), entry_of(s, i + n, j + n));
            make_conjugate(entry_of(s, i, j + n), entry_of(s, i + n, j));
        }
    }
}

static struct pm_dd exact_sum(double a, double b)
{
    struct pm_dd sum;

    sum.hi = pm_two_sum(a, b, &sum.lo);
    return sum;
}

/* Rows are x and p of a = (x + i p) / sqrt 2: the entries [x y; y* x*] of a and a* become
 * [Re(x + y), Im(y - x); Im(x + y), Re(x - y)]. */
static void take_quadratures(struct pm_torontonian *t, const struct source *s)
{
    for (int i = 0; i < s->n; i++) {
        for (int j = 0; j < s->n; j++) {
            const double *const x = entry_of(s, i, j), *const y = entry_of(s, i, j + s->n);
            struct pm_dd *const to = t->entry + 2 * i * t->rows + 2 * j;
            to[0] = exact_sum(x[0], y[0]);
            to[1] = exact_sum(y[1], -x[1]);
            to[t->rows] = exact_sum(x[1], y[1]);
            to[t->rows + 1] = exact_sum(x[0], -y[0]);
        }
        t->loop[2 * i] = s->g[2 * i];
        t->loop[2 * i + 1] = -s->g[2 * i + 1];
    }
    t->loop_scale = 2;
}

/* With four rows for a mode, those of the real and of the imaginary parts.  With two, the imaginary
 * parts are 0. */
static void take_parts(struct pm_torontonian *t, const struct source *s)
{
    const int parts = t->block / 2;

    for (int row = 0; row < t->rows; row++) {
        const int i = row % t->block / parts * s->n + row / t->block, part = row % parts;
        for (int col = 0; col < t->rows; col++) {
            const int j = col % t->block / parts * s->n + col / t->block;
            const double *const z = entry_of(s, i, j);
            const double x = part == col % parts ? z[0] : part == 0 ? -z[1] : z[1];
            t->entry[row * t->rows + col] = (struct pm_dd){x, 0};
        }
        t->loop[row] = part == 0 ? s->g[2 * i] : -s->g[2 * i + 1];
    }
    t->loop_scale = 1;
}

static pm_status take_number(double z[2], const struct pm_batch *b, size_t k, int i, int j)
{
    PM_TRY(pm_stack_finite(z, b, k, i, j));
    return pm_above(z[0], z[1]) < 0x1p1000
               ? PM_OK
               : pm_fail(PM_INPUT, "matrix %zu, row %d, column %d: not below 2^1000", k, i, j);
}

/* *real, and the largest moduli of the entries and of the loops. */
static pm_status take_all(bool *real, double most[2], struct source *s, const struct pm_batch *b,
                          size_t k)
{
    *real = true;
    most[0] = most[1] = 0;
    for (int i = 0; i < s->size; i++) {
        for (int j = 0; j < s->size; j++) {
            double *const z = entry_of(s, i, j);
            PM_TRY(take_number(z, b, k, i, j));
            *real = *real && z[1] == 0;
            most[0] = fmax(most[0], pm_above(z[0], z[1]));
        }
        double *const g = s->g + 2 * i;
        if (b->loops != NULL)
            PM_TRY(take_number(g, b->loops, k, 0, i));
        *real = *real && g[1] == 0;
        most[1] = fmax(most[1], pm_above(g[0], g[1]));
    }
    return PM_OK;
}

static pm_status make_hermitian(const struct source *s, double slack, size_t k)
{
    for (int i = 0; i < s->size; i++)
        for (int j = 0; j <= i; j++) {
            if (!is_conjugate(entry_of(s, i, j), entry_of(s, j, i), slack))
                return pm_fail(PM_INPUT, "matrix %zu is not Hermitian: row %d, column %d", k, i, j);
            make_conjugate(entry_of(s, i, j), entry_of(s, j, i));
        }
    return PM_OK;
}

pm_status pm_torontonian_take(struct pm_torontonian *t, const struct pm_batch *b, size_t k)
{
    const double rtol = b->stack.rtol;
    struct source s = {.n = b->stack.rows / 2, .size = b->stack.rows};
    pm_status status;
    double most[2];
    bool real;

    PM_NEW_GOTO(status, s.o, 2 * s.size * s.size, done);
    PM_NEW_GOTO(status, s.g, 2 * s.size, done);
    PM_TRY_GOTO(status, take_all(&real, most, &s, b, k), done);
    PM_TRY_GOTO(status, make_hermitian(&s, rtol * most[0], k), done);
    const bool paired = !real && is_paired(&s, rtol * most[0], rtol * most[1]);
    if (paired)
        make_paired(&s);
    t->modes = s.n;
    t->block = real || paired ? 2 : 4;
    t->rows = t->modes * t->block;
    PM_NEW_GOTO(status, t->entry, t->rows * t->rows, done);
    PM_NEW_GOTO(status, t->loop, t->rows, done);
    (paired ? take_quadratures : take_parts)(t, &s);
    for (int i = 0; i < t->rows; i++)
        t->looped = t->looped || t->loop[i] != 0;
done:
    PM_FREE(s.g, s.o);
    return status;
}

void pm_torontonian_clear(struct pm_torontonian *t)
{
    PM_FREE(t->entry, t->loop);
}

bool pm_torontonian_is_zero(const struct pm_torontonian *t)
{
    bool found = false;

    for (int mode = 0; mode < t->modes && !found; mode++) {
        found = true;
        for (int row = mode * t->block; row < (mode + 1) * t->block && found; row++) {
            found = t->loop[row] == 0;
            for (int col = 0; col < t->rows && found; col++)
                found = t->entry[row * t->rows + col].hi == 0;
        }
    }
    return found;
}
