/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch/terms.h"

#include "base/alloc.h"
#include "engine/glynn/rounded.h"
#include "engine/isa/isa.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = PM_TERM_LANES,
    LOW_MOST = 128, /* combinations of low lines, but of one alone */
    GROUPS_MOST = (PM_TERM_MOST + 1) / LANES + 1,
    MANTISSA = 52, /* x_j are multiples of 2^(their exponent - this) */
    FLUSH = 64,    /* walks after which shares are put aside, so that no long sum is rounded */
};

static const double UNIT = 0x1p-53;

struct pm_terms_room {
    pm_terms_walk *walk;
    struct pm_terms t; /* what the kernel sees of the arrays below */
    const struct pm_lines *lines;
    int low, low_terms;                                  /* low lines and their combinations */
    int exp[2][PM_TERM_MOST + 1];                        /* taken off the lines of a side */
    int digit[PM_TERM_MOST + 1];                         /* s_i */
    double binomial[PM_TERM_MOST + 1][PM_TERM_MOST + 1]; /* C(m_i, s) 2^-m_i, doubled, signed */
    double floor[PM_TERM_MOST + 1];
    double stretch; /* t */
    double lost;    /* at most what numbers below the range of doubles add to a term */
    double *entry;  /* [factors][signed][parts] */
    double *x, *offset, *weight, *share, *kept, *room;
    double *product;
    double *level; /* [signed + 1][factors][parts + 1]: sums over the lines before */
    double *outer; /* [signed][factors][parts]: the same times m_i - 2 s_i */
};

#define KERNEL(set) extern pm_terms_walk pm_terms_walk_##set, pm_minors_walk_##set;
#define VALUE(set)  pm_terms_walk_##set,
#define MINORS(set) pm_minors_walk_##set,

PM_ISA_EACH(KERNEL)

pm_terms_walk *pm_terms_kernel(const struct pm_isa *isa, bool minors)
{
    static pm_terms_walk *const of_value[] = {PM_ISA_EACH(VALUE)};
    static pm_terms_walk *const of_minors[] = {PM_ISA_EACH(MINORS)};

    return (minors ? of_minors : of_value)[isa->number];
}

/* ------------------------------------------------------------------ room */

pm_status pm_terms_room_new(struct pm_terms_room **out, const struct pm_batch *b)
{
    const int shape = (b->stack.rows > b->stack.cols ? b->stack.rows : b->stack.cols) + 1;
    const size_t lines = (size_t)(shape < PM_TERM_MOST + 1 ? shape : PM_TERM_MOST + 1);
    const size_t cell = (size_t)b->parts * LANES, shares = GROUPS_MOST * lines * cell;
    pm_status status;
    struct pm_terms_room *r;

    PM_NEW(r, 1);
    r->walk = pm_terms_kernel(b->isa, b->minors);
    PM_NEW_GOTO(status, r->entry, lines * lines * (size_t)b->parts, fail);
    PM_NEW_GOTO(status, r->x, lines * (size_t)b->parts, fail);
    PM_TRY_GOTO(status, pm_batch_aligned(&r->offset, shares), fail);
    PM_TRY_GOTO(status, pm_batch_aligned(&r->weight, GROUPS_MOST * LANES), fail);
    if (b->minors) {
        PM_TRY_GOTO(status, pm_batch_aligned(&r->share, shares), fail);
        PM_TRY_GOTO(status, pm_batch_aligned(&r->kept, shares), fail);
        PM_TRY_GOTO(status, pm_batch_aligned(&r->room, lines * 6 * LANES), fail);
        PM_TRY_GOTO(status, pm_batch_aligned(&r->product, lines * (cell + LANES)), fail);
        PM_NEW_GOTO(status, r->level, (lines + 1) * lines * (size_t)(b->parts + 1), fail);
        PM_NEW_GOTO(status, r->outer, lines * lines * (size_t)b->parts, fail);
    }
    *out = r;
    return PM_OK;
fail:
    pm_terms_room_free(r);
    return status;
}

void pm_terms_room_free(struct pm_terms_room *r)
{
    if (r == NULL)
        return;
    free(r->entry);
    free(r->x);
    free(r->offset);
    free(r->weight);
    free(r->share);
    free(r->kept);
    free(r->room);
    free(r->product);
    free(r->level);
    free(r->outer);
    free(r);
}

/* ------------------------------------------------------------------ entries */

static double *entry_at(const struct pm_terms_room *r, int i, int j)
{
    return r->entry + (j * r->lines->count[PM_SIGNED] + i) * r->t.parts;
}

static pm_status fill_entries(struct pm_terms_room *r, const struct pm_batch *b, size_t k)
{
    for (int j = 0; j < r->lines->count[PM_FACTOR]; j++)
        for (int i = 0; i < r->lines->count[PM_SIGNED]; i++) {
            double z[2] = {1, 0};
            int row, col;
            if (pm_lines_at(&row, &col, r->lines, i, j))
                PM_TRY(pm_batch_finite(z, b, k, row, col));
            memcpy(entry_at(r, i, j), z, sizeof(double) * (size_t)b->parts);
        }
    return PM_OK;
}

/* Multiplies line `line` of a side by 2^-exp; false where that leaves the range of doubles. */
static bool shift_line(struct pm_terms_room *r, int side, int line, int exp)
{
    const double down = ldexp(1, -exp), up = ldexp(1, exp);
    bool same = true;

    for (int k = 0; k < r->lines->count[!side]; k++) {
        double *const z = side == PM_FACTOR ? entry_at(r, k, line) : entry_at(r, line, k);
        for (int part = 0; part < r->t.parts; part++) {
            const double x = z[part] * down;
            same = same && x * up == z[part];
            z[part] = x;
        }
    }
    r->exp[side][line] += exp;
    return same;
}

/* The exponent of the largest part in a line. */
static int top_of(const struct pm_terms_room *r, int side, int line)
{
    double most = 0;
    int exp = 0;

    for (int k = 0; k < r->lines->count[!side]; k++) {
        const double *const z = side == PM_FACTOR ? entry_at(r, k, line) : entry_at(r, line, k);
        for (int part = 0; part < r->t.parts; part++)
            most = fmax(most, fabs(z[part]));
    }
    frexp(most, &exp);
    return exp;
}

/* Scales all lines, so that the x_j are near 1; false where doubles cannot hold that. */
static bool scale(struct pm_terms_room *r)
{
    const struct pm_lines *const l = r->lines;
    bool same = true;

    for (int side = 0; side < 2; side++)
        for (int line = 0; line < l->count[side]; line++)
            r->exp[side][line] = 0;
    for (int j = 0; j < l->count[PM_FACTOR]; j++)
        same = shift_line(r, PM_FACTOR, j, top_of(r, PM_FACTOR, j)) && same;
    for (int i = 0; i < l->count[PM_SIGNED]; i++)
        same = shift_line(r, PM_SIGNED, i, top_of(r, PM_SIGNED, i)) && same;
    for (int j = 0; j < l->count[PM_FACTOR]; j++) {
        double squares = 0;
        int exp;
        for (int i = 0; i < l->count[PM_SIGNED]; i++) {
            const double size = pm_modulus(entry_at(r, i, j), r->t.parts);
            squares += l->times[PM_SIGNED][i] * size * size;
        }
        frexp(sqrt(squares), &exp);
        same = shift_line(r, PM_FACTOR, j, exp) && same;
    }
    return same;
}

/* Rounds factor line j; its share of the bound. */
static double round_line(struct pm_terms_room *r, const struct pm_batch *b, int j)
{
    const struct pm_lines *const l = r->lines;
    double sum = 0;
    int exp;

    for (int i = 0; i < l->count[PM_SIGNED]; i++)
        sum += l->times[PM_SIGNED][i] * pm_modulus(entry_at(r, i, j), b->parts);
    sum *= PM_UP;
    if (sum == 0)
        return 0;
    frexp(sum, &exp);
    const double q = ldexp(1, exp - MANTISSA), back = ldexp(1, MANTISSA - exp);
    for (int i = 0; i < l->count[PM_SIGNED]; i++)
        for (int part = 0; part < b->parts; part++) {
            double *const z = entry_at(r, i, j) + part;
            *z = rint(*z * back) * q;
        }
    return PM_UP * (l->total * q * (b->parts == 2 ? 0.71 : 0.5) +
                    (b->stack.entries == PM_ENTRIES_INTEGER ? UNIT * sum : 0));
}

/* The factors x_j are near 1; t is such that prod (|x_j| + t eta_j) is near e prod |x_j|. */
static void round_lines(struct pm_terms_room *r, const struct pm_batch *b)
{
    double most = 0;

    for (int j = 0; j < r->t.factors; j++) {
        r->floor[j] = round_line(r, b, j);
        most = fmax(most, r->floor[j]);
    }
    r->stretch = most > 0 ? exp2(rint(log2(0.5 / (most * r->lines->total)))) : 1 / UNIT;
    for (int j = 0; j < r->t.factors; j++)
        r->floor[j] *= r->stretch;
}

/* ------------------------------------------------------------------ tables */

static void fill_binomials(struct pm_terms_room *r)
{
    const struct pm_lines *const l = r->lines;

    for (int i = 0; i < l->count[PM_SIGNED]; i++) {
        double *const row = r->binomial[i];
        memset(row, 0, sizeof r->binomial[i]);
        row[0] = 1;
        for (int m = 1; m <= l->times[PM_SIGNED][i]; m++) {
            for (int s = m; s > 0; s--)
                row[s] = (row[s] + row[s - 1]) / 2;
            row[0] /= 2;
        }
        for (int s = 0; s < pm_lines_radix(l, i); s++)
            row[s] *= (s % 2 == 0 ? 1 : -1) * pm_lines_pairs(l, i, s);
    }
}

static void choose_low(struct pm_terms_room *r)
{
    const struct pm_lines *const l = r->lines;

    r->low = 1;
    r->low_terms = pm_lines_radix(l, 0);
    while (r->low < l->count[PM_SIGNED] && r->low_terms * pm_lines_radix(l, r->low) <= LOW_MOST)
        r->low_terms *= pm_lines_radix(l, r->low++);
    r->t.groups = (r->low_terms + LANES - 1) / LANES;
}

/* The digits of a combination of low lines. */
static void low_digits(int *digit, const struct pm_terms_room *r, int combination)
{
    for (int i = 0; i < r->low; i++) {
        digit[i] = combination % pm_lines_radix(r->lines, i);
        combination /= pm_lines_radix(r->lines, i);
    }
}

static double *offset_at(const struct pm_terms_room *r, int combination, int j, int part)
{
    const int group = combination / LANES;

    return r->offset + ((group * r->t.factors + j) * r->t.parts + part) * LANES +
           combination % LANES;
}

/* Line i doubles the combinations of the lines before, triples them, ... */
static void fill_low(struct pm_terms_room *r)
{
    const struct pm_lines *const l = r->lines;
    int count = 1;

    memset(r->weight, 0, sizeof(double) * (size_t)(r->t.groups * LANES));
    memset(r->offset, 0,
           sizeof(double) * (size_t)(r->t.groups * LANES * r->t.factors * r->t.parts));
    r->weight[0] = 1;
    for (int i = 0; i < r->low; i++) {
        const int radix = pm_lines_radix(l, i);
        for (int s = radix - 1; s >= 0; s--)
            for (int c = 0; c < count; c++)
                r->weight[s * count + c] = r->weight[c] * r->binomial[i][s];
        for (int j = 0; j < r->t.factors; j++)
            for (int part = 0; part < r->t.parts; part++) {
                const double a = entry_at(r, i, j)[part];
                for (int s = radix - 1; s >= 0; s--)
                    for (int c = 0; c < count; c++)
                        *offset_at(r, s * count + c, j, part) =
                            *offset_at(r, c, j, part) + (l->times[PM_SIGNED][i] - 2 * s) * a;
            }
        count *= radix;
    }
}

/* x[] of the other lines, all s_i = 0. */
static void fill_x(struct pm_terms_room *r)
{
    const struct pm_lines *const l = r->lines;

    for (int j = 0; j < r->t.factors; j++)
        for (int part = 0; part < r->t.parts; part++) {
            double sum = 0;
            for (int i = r->low; i < l->count[PM_SIGNED]; i++)
                sum += l->times[PM_SIGNED][i] * entry_at(r, i, j)[part];
            r->x[j * r->t.parts + part] = sum;
        }
}

/* ------------------------------------------------------------------ the walk */

static void change_x(struct pm_terms_room *r, int i, int change)
{
    for (int j = 0; j < r->t.factors; j++)
        for (int part = 0; part < r->t.parts; part++)
            r->x[j * r->t.parts + part] += change * entry_at(r, i, j)[part];
}

static size_t level_size(const struct pm_terms_room *r)
{
    return (size_t)r->t.factors * (size_t)(r->t.parts + 1);
}

/* The lanes of a walk go to the lowest level. */
static void add_products(struct pm_terms_room *r)
{
    double *const level = r->level + (size_t)r->low * level_size(r);

    for (size_t k = 0; k < level_size(r); k++) {
        double *const lane = r->product + k * LANES;
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int l = 0; l < half; l++)
                lane[l] += lane[l + half];
        level[k] += lane[0];
    }
    memset(r->product, 0, level_size(r) * LANES * sizeof(double));
}

/* Line i's number is done with: its sum goes up a level. */
static void settle(struct pm_terms_room *r, int i)
{
    const int parts = r->t.parts;
    const double share = r->lines->times[PM_SIGNED][i] - 2 * r->digit[i];
    double *const from = r->level + (size_t)i * level_size(r), *const to = from + level_size(r);
    double *const outer = r->outer + i * r->t.factors * parts;

    for (int j = 0; j < r->t.factors; j++)
        for (int part = 0; part < parts; part++)
            outer[j * parts + part] += share * from[j * (parts + 1) + part];
    for (size_t k = 0; k < level_size(r); k++) {
        to[k] += from[k];
        from[k] = 0;
    }
}

static void put_aside(struct pm_terms_room *r)
{
    const int count = r->t.groups * r->t.factors * r->t.parts * LANES;

    for (int k = 0; k < count; k++) {
        r->kept[k] += r->share[k];
        r->share[k] = 0;
    }
}

/* The next numbers s_i of the lines that are not low; false behind the last. */
static bool step(struct pm_terms_room *r, bool minors)
{
    const struct pm_lines *const l = r->lines;

    for (int i = r->low; i < l->count[PM_SIGNED]; i++) {
        if (minors)
            settle(r, i);
        if (r->digit[i] + 1 < pm_lines_radix(l, i)) {
            r->digit[i]++;
            change_x(r, i, -2);
            return true;
        }
        change_x(r, i, 2 * r->digit[i]);
        r->digit[i] = 0;
    }
    return false;
}

static void walk(struct pm_terms_sum *sum, struct pm_terms_room *r, bool minors)
{
    const int count = r->lines->count[PM_SIGNED];
    uint64_t walks = 0;

    memset(sum, 0, sizeof *sum);
    memset(r->digit, 0, sizeof r->digit);
    if (minors) {
        const size_t shares = (size_t)(r->t.groups * r->t.factors * r->t.parts * LANES);
        memset(r->share, 0, shares * sizeof(double));
        memset(r->kept, 0, shares * sizeof(double));
        memset(r->level, 0, (size_t)(count + 1) * level_size(r) * sizeof(double));
        memset(r->outer, 0, (size_t)(count * r->t.factors * r->t.parts) * sizeof(double));
        memset(r->product, 0, level_size(r) * LANES * sizeof(double));
    }
    do {
        double weight = 1;
        for (int i = r->low; i < count; i++)
            weight *= r->binomial[i][r->digit[i]];
        r->walk(sum, &r->t, r->x, weight);
        if (minors)
            add_products(r);
        if (minors && ++walks % FLUSH == 0)
            put_aside(r);
    } while (step(r, minors));
    if (minors)
        put_aside(r);
}

/* ------------------------------------------------------------------ answers */

/* *mantissa 2^*exp *= d!, with d roundings. */
static void multiply_factorial(double *mantissa, int *exp, int d)
{
    int more;

    for (int k = 2; k <= d; k++) {
        *mantissa = frexp(*mantissa * k, &more);
        *exp += more;
    }
}

/* What sums are divided by, with at most N + d + 1 roundings, and the power of two beside it. */
static double find_divisor(int *exp, const struct pm_terms_room *r, const struct pm_batch *b)
{
    const struct pm_lines *const l = r->lines;
    double divisor = 1;

    *exp = 0;
    for (int side = 0; side < 2 && b->stack.normalized; side++)
        for (int k = 0; k < l->count[side]; k++)
            if (l->line[side][k] >= 0)
                multiply_factorial(&divisor, exp, l->times[side][k]);
    if (*exp % 2 != 0) {
        divisor *= 2;
        --*exp;
    }
    divisor = sqrt(divisor);
    *exp /= 2;
    multiply_factorial(&divisor, exp, l->ones);
    return divisor;
}

/* Sets r->lost. */
static void find_lost(struct pm_terms_room *r)
{
    const struct pm_lines *const l = r->lines;
    double most = 0; /* log2 of what such a number may be multiplied by */

    for (int j = 0; j < r->t.factors; j++) {
        double x = r->floor[j];
        for (int i = 0; i < l->count[PM_SIGNED]; i++)
            x += l->times[PM_SIGNED][i] * pm_modulus(entry_at(r, i, j), r->t.parts);
        most += l->times[PM_FACTOR][j] * fmax(0, log2(x));
    }
    r->lost = exp2(most + log2(8.0 * (l->total + r->t.factors)) - 1074);
}

/* The error of a sum, `size` being that of its bounds; `sums`: roundings of sums. */
static double error_of(const struct pm_terms_room *r, double size, double sums)
{
    const struct pm_lines *const l = r->lines;
    const double roundings = (r->t.parts == 1 ? 1 : 3) * (l->total + r->t.factors + 2) + l->total +
                             2 * l->count[PM_SIGNED] + l->ones + 8 + sums;

    return PM_UP * (size + r->lost) * (1 + l->terms * 4 * UNIT) *
           (1 / r->stretch + roundings * UNIT);
}

static int exponents(const struct pm_terms_room *r)
{
    int exp = 0;

    for (int side = 0; side < 2; side++)
        for (int k = 0; k < r->lines->count[side]; k++)
            exp += r->lines->times[side][k] * r->exp[side][k];
    return exp;
}

static double add_lanes(const double *x, int stride, int count)
{
    double sum = 0;

    for (int lane = 0; lane < count; lane++)
        sum += x[lane * stride];
    return sum;
}

static void deliver_value(const struct pm_terms_room *r, const struct pm_batch *b, size_t k,
                          const struct pm_terms_sum *sum, bool right)
{
    const double size = add_lanes(sum->size, 1, LANES), many = r->lines->terms * UNIT;
    double value[2] = {0, 0};
    int exp;
    const double divisor = find_divisor(&exp, r, b);

    for (int part = 0; part < r->t.parts; part++) {
        double high = 0, low = 0;
        for (int lane = 0; lane < LANES; lane++) {
            const double more = sum->high[part][lane], next = high + more, other = next - high;
            low += (high - (next - other)) + (more - other) + sum->low[part][lane];
            high = next;
        }
        value[part] = (high + low) / divisor;
    }
    const double bound = error_of(r, size, 6 + 8 * many * many / UNIT) / divisor;
    pm_batch_deliver(b, pm_batch_place(b, k, 0, 0), value, right ? bound : HUGE_VAL,
                     exponents(r) - exp);
}

/* The sum over all terms of (m_i - 2 s_i) times what has no x_j. */
static double minor_sum(const struct pm_terms_room *r, int i, int j, int part)
{
    const int parts = r->t.parts, factors = r->t.factors;
    int digit[PM_TERM_MOST + 1];
    double sum = 0;

    if (i >= r->low)
        return r->outer[(i * factors + j) * parts + part];
    for (int c = 0; c < r->low_terms; c++) {
        low_digits(digit, r, c);
        sum += (r->lines->times[PM_SIGNED][i] - 2 * digit[i]) *
               r->kept[(((c / LANES) * factors + j) * parts + part) * LANES + c % LANES];
    }
    return sum;
}

static void deliver_minors(const struct pm_terms_room *r, const struct pm_batch *b, size_t k,
                           bool right)
{
    const struct pm_lines *const l = r->lines;
    const double sums = 2 * FLUSH + l->terms / r->low_terms / FLUSH + LOW_MOST + 4 * l->total + 64;
    int exp;
    const double divisor = find_divisor(&exp, r, b);

    for (int j = 0; j < r->t.factors; j++) {
        const double *const top = r->level + (size_t)l->count[PM_SIGNED] * level_size(r);
        const double size = top[j * (r->t.parts + 1) + r->t.parts];
        const double bound = error_of(r, size, sums) / divisor;
        for (int i = 0; i < l->count[PM_SIGNED]; i++) {
            const double times = l->times[PM_SIGNED][i] * divisor;
            double value[2] = {0, 0};
            int row, col;
            if (!pm_lines_at(&row, &col, l, i, j))
                continue;
            for (int part = 0; part < r->t.parts; part++)
                value[part] = minor_sum(r, i, j, part) / times;
            pm_batch_deliver(b, pm_batch_place(b, k, row, col), value, right ? bound : HUGE_VAL,
                             exponents(r) - r->exp[PM_SIGNED][i] - r->exp[PM_FACTOR][j] - exp);
        }
    }
}

pm_status pm_terms_work(struct pm_terms_room *r, const struct pm_batch *b,
                        const struct pm_lines *lines, size_t k)
{
    struct pm_terms_sum sum;

    r->lines = lines;
    r->t = (struct pm_terms){.factors = lines->count[PM_FACTOR],
                             .parts = b->parts,
                             .sizes = b->bounds,
                             .times = lines->times[PM_FACTOR],
                             .offset = r->offset,
                             .weight = r->weight,
                             .floor = r->floor,
                             .share = r->share,
                             .product = r->product,
                             .room = r->room};
    PM_TRY(fill_entries(r, b, k));
    const bool right = scale(r);
    round_lines(r, b);
    find_lost(r);
    fill_binomials(r);
    choose_low(r);
    fill_low(r);
    fill_x(r);
    walk(&sum, r, b->minors);
    if (b->minors)
        deliver_minors(r, b, k, right);
    else
        deliver_value(r, b, k, &sum, right);
    return PM_OK;
}
