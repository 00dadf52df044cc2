/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multiplies lines by powers of two so that all x_j are near 1, then rounds the entries. */
#include "engine/multiple/terms.h"
#include "engine/stack_load.h"

#include <math.h>
#include <string.h>

enum {
    MANTISSA = 52,   /* x_j are multiples of 2^(their exponent - this) */
    LAYER_BITS = 47, /* and their low words of 2^-this of that: sums of PM_TERM_LAYERED halves of
                      * the former fit into 53 bits */
};

/* The bound of |x_j| is at least so many times that of its low word. */
static const double OVER_LOW = 0x1p40;

static pm_status entries_fill(struct pm_terms_entries *e, const struct pm_batch *b, size_t k)
{
    for (int j = 0; j < e->lines->count[PM_FACTOR]; j++)
        for (int i = 0; i < e->lines->count[PM_SIGNED]; i++) {
            double z[4] = {1};
            int row, col;
            if (pm_repeated_lines_at(&row, &col, e->lines, i, j))
                PM_TRY(pm_stack_finite(z, b, k, row, col));
            memcpy(pm_terms_entry(e, i, j), z, sizeof(double) * (size_t)e->words);
        }
    return PM_OK;
}

/* Multiplies line `line` of a side by 2^-exp; false where that leaves the range of doubles. */
static bool shift_line(struct pm_terms_entries *e, int side, int line, int exp)
{
    const double down = pm_times_power(1, -exp), up = pm_times_power(1, exp);
    bool same = true;

    for (int k = 0; k < e->lines->count[!side]; k++) {
        double *const z =
            side == PM_FACTOR ? pm_terms_entry(e, k, line) : pm_terms_entry(e, line, k);
        for (int part = 0; part < e->parts; part++) {
            const double x = z[part] * down;
            same = same && x * up == z[part];
            z[part] = x;
        }
    }
    e->exp[side][line] += exp;
    return same;
}

/* The exponent of the largest part in a line. */
static int top_of(const struct pm_terms_entries *e, int side, int line)
{
    double most = 0;
    int exp = 0;

    for (int k = 0; k < e->lines->count[!side]; k++) {
        const double *const z =
            side == PM_FACTOR ? pm_terms_entry(e, k, line) : pm_terms_entry(e, line, k);
        for (int part = 0; part < e->parts; part++)
            most = fabs(z[part]) > most ? fabs(z[part]) : most;
    }
    frexp(most, &exp);
    return exp;
}

/* Scales all lines so that the x_j are near 1; false where doubles cannot hold the result. */
static bool scale(struct pm_terms_entries *e)
{
    const struct pm_lines *const l = e->lines;
    bool same = true;

    for (int side = 0; side < 2; side++)
        for (int line = 0; line < l->count[side]; line++)
            e->exp[side][line] = 0;
    for (int j = 0; j < l->count[PM_FACTOR]; j++)
        same = shift_line(e, PM_FACTOR, j, top_of(e, PM_FACTOR, j)) && same;
    for (int i = 0; i < l->count[PM_SIGNED]; i++)
        same = shift_line(e, PM_SIGNED, i, top_of(e, PM_SIGNED, i)) && same;
    for (int j = 0; j < l->count[PM_FACTOR]; j++) {
        double squares = 0;
        int exp;
        for (int i = 0; i < l->count[PM_SIGNED]; i++) {
            const double size = pm_modulus(pm_terms_entry(e, i, j), e->parts);
            squares += l->times[PM_SIGNED][i] * size * size;
        }
        frexp(sqrt(squares), &exp);
        if (squares < 0x1p-900) /* they may have underflowed */
            exp = top_of(e, PM_FACTOR, j);
        same = shift_line(e, PM_FACTOR, j, exp) && same;
    }
    return same;
}

/* Rounds the parts of an entry to multiples of 2^exp; `rest`, unless it is NULL: what remains, to
 * multiples of 2^(exp - LAYER_BITS). */
static void round_entry(double *z, double *rest, int parts, int exp)
{
    for (int part = 0; part < parts; part++) {
        const double all = z[part];
        z[part] = ldexp(rint(ldexp(all, -exp)), exp);
        if (rest != NULL)
            rest[part] = ldexp(rint(ldexp(all - z[part], LAYER_BITS - exp)), exp - LAYER_BITS);
    }
}

/* Rounds factor line j; returns eta_j.  *low = a bound of the low word of x_j. */
static double round_line(struct pm_terms_entries *e, const struct pm_batch *b, int j, double *low)
{
    const struct pm_lines *const l = e->lines;
    const bool layered = e->words > e->parts;
    double sum = 0;
    int exp;

    *low = 0;

    for (int i = 0; i < l->count[PM_SIGNED]; i++)
        sum += l->times[PM_SIGNED][i] * pm_modulus(pm_terms_entry(e, i, j), b->parts);
    sum *= PM_UP;
    if (sum == 0)
        return 0;
    frexp(sum, &exp);
    for (int i = 0; i < l->count[PM_SIGNED]; i++) {
        double *const z = pm_terms_entry(e, i, j);
        round_entry(z, layered ? z + e->parts : NULL, e->parts, exp - MANTISSA);
    }
    double off = ldexp(l->total * (e->parts == 2 ? 0.71 : 0.5), exp - MANTISSA);
    if (layered) {
        *low = PM_UP * off;
        off = ldexp(off, -LAYER_BITS);
    }
    return PM_UP * (off + (b->stack.entries == PM_ENTRIES_INTEGER ? PM_BALL_U * sum : 0));
}

/* The factors x_j are near 1.  t is chosen so that prod (|x_j| + t eta_j) is near e prod |x_j|. */
static void round_lines(struct pm_terms_entries *e, const struct pm_batch *b)
{
    const struct pm_lines *const l = e->lines;
    double most = 0, low[PM_TERM_MOST + 1];

    for (int j = 0; j < l->count[PM_FACTOR]; j++) {
        e->floor[j] = round_line(e, b, j, &low[j]);
        most = fmax(most, e->floor[j]);
    }
    e->stretch = most > 0 ? exp2(rint(log2(0.5 / (most * l->total)))) : 1 / PM_BALL_U;
    for (int j = 0; j < l->count[PM_FACTOR]; j++)
        e->floor[j] = fmax(e->floor[j] * e->stretch, OVER_LOW * low[j]);
}

/* Sets e->lost: 2^-1074 for each operation, times powers of two that bound the later factors. */
static void find_lost(struct pm_terms_entries *e)
{
    const struct pm_lines *const l = e->lines;

    e->lost = pm_mag_double(32.0 * (l->total + l->count[PM_FACTOR]) * l->terms, -1074);
    for (int j = 0; j < l->count[PM_FACTOR]; j++) {
        double x = e->floor[j];
        for (int i = 0; i < l->count[PM_SIGNED]; i++)
            x += l->times[PM_SIGNED][i] * pm_modulus(pm_terms_entry(e, i, j), e->parts);
        const int exp = pm_exponent(x * PM_UP);
        e->lost.e += exp > 0 ? (int64_t)l->times[PM_FACTOR][j] * exp : 0;
    }
}

pm_status pm_terms_take(struct pm_terms_entries *e, const struct pm_batch *b,
                        const struct pm_lines *lines, size_t k, int layers)
{
    e->lines = lines;
    e->parts = b->parts;
    e->words = b->parts * layers;
    PM_TRY(entries_fill(e, b, k));
    e->right = scale(e);
    round_lines(e, b);
    find_lost(e);
    return PM_OK;
}
