/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables for the low lines, and the walk over the numbers s_i of the others.  A walk for a
 * permanent is cut into chunks, each summed by itself, then all of them in order: so threads can
 * share it, and the bits are the same whoever computes a chunk. */
#include "engine/multiple/terms.h"

#include "base/alloc.h"
#include "engine/isa/isa.h"
#include "engine/stack_load.h"
#include "num/ball.h"

#include <string.h>

enum {
    LANES = PM_TERM_LANES,
    TOGETHER = 256, /* chunks that threads share at a time */
    LOW_MOST = 128, /* largest number of combinations of low lines, unless there is only one low
                     * line */
    GROUPS_MOST = (PM_TERM_MOST + 1) / LANES + 1,
    FLUSH = 64, /* number of walks after which sums are added to the next level, so that no long sum
                 * is rounded */
};

/* ------------------------------------------------------------------ memory */

PM_ISA_NUMBERS(pm_terms_walk, pm_terms);

pm_status pm_terms_sums_init(struct pm_terms_sums *w, const struct pm_batch *b, size_t lines)
{
    const size_t cell = (size_t)b->parts * LANES, shares = GROUPS_MOST * lines * cell;

    PM_NEW(w->binomial, lines);
    PM_TRY(pm_stack_aligned(&w->t.offset, b->minors ? shares : 2 * shares));
    PM_TRY(pm_stack_aligned(&w->t.weight, GROUPS_MOST * LANES));
    if (!b->minors)
        return PM_OK;
    PM_TRY(pm_stack_aligned(&w->t.share, shares));
    PM_TRY(pm_stack_aligned(&w->kept, shares));
    PM_TRY(pm_stack_aligned(&w->t.room, lines * 2 * (cell + LANES)));
    PM_TRY(pm_stack_aligned(&w->t.product, lines * (cell + LANES)));
    PM_NEW(w->level, (lines + 1) * lines * (size_t)(b->parts + 1));
    PM_NEW(w->outer, lines * lines * (size_t)b->parts);
    return PM_OK;
}

void pm_terms_sums_clear(struct pm_terms_sums *w)
{
    PM_FREE(w->binomial, w->t.offset, w->t.weight, w->t.share, w->kept, w->t.room, w->t.product,
            w->level, w->outer);
}

/* ------------------------------------------------------------------ tables */

static void fill_binomials(struct pm_terms_sums *w)
{
    const struct pm_lines *const l = w->entries->lines;

    for (int i = 0; i < l->count[PM_SIGNED]; i++) {
        double *const row = w->binomial[i];
        memset(row, 0, sizeof(double) * (size_t)(l->times[PM_SIGNED][i] + 1));
        row[0] = 1;
        for (int m = 1; m <= l->times[PM_SIGNED][i]; m++) {
            for (int s = m; s > 0; s--)
                row[s] = (row[s] + row[s - 1]) / 2;
            row[0] /= 2;
        }
        for (int s = 0; s < pm_repeated_lines_radix(l, i); s++)
            row[s] *= (s % 2 == 0 ? 1 : -1) * pm_lines_pairs(l, i, s);
    }
}

static void choose_low(struct pm_terms_sums *w)
{
    const struct pm_lines *const l = w->entries->lines;

    w->low = 1;
    w->low_terms = pm_repeated_lines_radix(l, 0);
    while (w->low < l->count[PM_SIGNED] &&
           w->low_terms * pm_repeated_lines_radix(l, w->low) <= LOW_MOST)
        w->low_terms *= pm_repeated_lines_radix(l, w->low++);
    w->walks = 1;
    for (int i = w->low; i < l->count[PM_SIGNED]; i++)
        w->walks *= (uint64_t)pm_repeated_lines_radix(l, i);
    w->t.groups = (w->low_terms + LANES - 1) / LANES;
}

/* Line i doubles the combinations of the lines before it, or triples them, and so on.  Places after
 * the last combination have weight 0. */
static void fill_weights(struct pm_terms_sums *w)
{
    const struct pm_lines *const l = w->entries->lines;
    int count = 1;

    memset(w->t.weight, 0, sizeof(double) * (size_t)(w->t.groups * LANES));
    w->t.weight[0] = 1;
    for (int i = 0; i < w->low; i++) {
        const int radix = pm_repeated_lines_radix(l, i);
        for (int s = radix - 1; s >= 0; s--)
            for (int c = 0; c < count; c++)
                w->t.weight[s * count + c] = w->t.weight[c] * w->binomial[i][s];
        count *= radix;
    }
}

/* m_i - 2 s_i for the next group of combinations. */
static void next_signs(double signs[][LANES], int *digit, const struct pm_terms_sums *w)
{
    const struct pm_lines *const l = w->entries->lines;

    for (int lane = 0; lane < LANES; lane++) {
        for (int i = 0; i < w->low; i++)
            signs[i][lane] = l->times[PM_SIGNED][i] - 2 * digit[i];
        for (int i = 0; i < w->low && ++digit[i] == pm_repeated_lines_radix(l, i); i++)
            digit[i] = 0;
    }
}

static void fill_offsets(struct pm_terms_sums *w)
{
    const int factors = w->t.factors, words = w->t.words;
    double signs[LOW_MOST][LANES];
    int digit[LOW_MOST] = {0};
    double *to = w->t.offset;

    for (int group = 0; group < w->t.groups; group++) {
        next_signs(signs, digit, w);
        for (int j = 0; j < factors; j++)
            for (int word = 0; word < words; word++, to += LANES) {
                double sum[LANES] = {0};
                for (int i = 0; i < w->low; i++) {
                    const double a = pm_terms_entry(w->entries, i, j)[word];
                    for (int lane = 0; lane < LANES; lane++)
                        sum[lane] += signs[i][lane] * a;
                }
                memcpy(to, sum, sizeof sum);
            }
    }
}

/* ------------------------------------------------------------------ places */

/* The numbers s_i of the lines that are not low, and their share of every x_j. */
struct place {
    int digit[PM_TERM_MOST + 1];
    double x[4 * (PM_TERM_MOST + 1)];
};

static void change_x(struct place *p, const struct pm_terms_sums *w, int i, int change)
{
    for (int j = 0; j < w->t.factors; j++)
        for (int word = 0; word < w->t.words; word++)
            p->x[j * w->t.words + word] += change * pm_terms_entry(w->entries, i, j)[word];
}

static void go_to(struct place *p, const struct pm_terms_sums *w, uint64_t number)
{
    const struct pm_lines *const l = w->entries->lines;

    memset(p, 0, sizeof *p);
    for (int i = w->low; i < l->count[PM_SIGNED]; i++) {
        const uint64_t radix = (uint64_t)pm_repeated_lines_radix(l, i);
        p->digit[i] = (int)(number % radix);
        number /= radix;
        change_x(p, w, i, l->times[PM_SIGNED][i] - 2 * p->digit[i]);
    }
}

static double weight_of(const struct place *p, const struct pm_terms_sums *w)
{
    double weight = 1;

    for (int i = w->low; i < w->entries->lines->count[PM_SIGNED]; i++)
        weight *= w->binomial[i][p->digit[i]];
    return weight;
}

/* ------------------------------------------------------------------ minors */

static size_t level_size(const struct pm_terms_sums *w)
{
    return (size_t)w->t.factors * (size_t)(w->t.words + 1);
}

/* Adds the lanes of a walk to the lowest level. */
static void add_products(struct pm_terms_sums *w)
{
    double *const level = w->level + (size_t)w->low * level_size(w);

    for (size_t k = 0; k < level_size(w); k++) {
        double *const lane = w->t.product + k * LANES;
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int l = 0; l < half; l++)
                lane[l] += lane[l + half];
        level[k] += lane[0];
    }
    memset(w->t.product, 0, level_size(w) * LANES * sizeof(double));
}

/* Line i's number is finished: adds its sum to the next level. */
static void settle(struct pm_terms_sums *w, const struct place *p, int i)
{
    const int parts = w->t.words;
    const double share = w->entries->lines->times[PM_SIGNED][i] - 2 * p->digit[i];
    double *const from = w->level + (size_t)i * level_size(w), *const to = from + level_size(w);
    double *const outer = w->outer + i * w->t.factors * parts;

    for (int j = 0; j < w->t.factors; j++)
        for (int part = 0; part < parts; part++)
            outer[j * parts + part] += share * from[j * (parts + 1) + part];
    for (size_t k = 0; k < level_size(w); k++) {
        to[k] += from[k];
        from[k] = 0;
    }
}

static void put_aside(struct pm_terms_sums *w)
{
    const int count = w->t.groups * w->t.factors * w->t.words * LANES;

    for (int k = 0; k < count; k++) {
        w->kept[k] += w->t.share[k];
        w->t.share[k] = 0;
    }
}

/* The next place; false behind the last.  Minors settle what ends. */
static bool step(struct place *p, const struct pm_terms_sums *w, struct pm_terms_sums *minors)
{
    const struct pm_lines *const l = w->entries->lines;

    for (int i = w->low; i < l->count[PM_SIGNED]; i++) {
        if (minors != NULL)
            settle(minors, p, i);
        if (p->digit[i] + 1 < pm_repeated_lines_radix(l, i)) {
            p->digit[i]++;
            change_x(p, w, i, -2);
            return true;
        }
        change_x(p, w, i, 2 * p->digit[i]);
        p->digit[i] = 0;
    }
    return false;
}

static void walk_minors(struct pm_terms_sums *w, const struct pm_batch *b)
{
    const int count = w->entries->lines->count[PM_SIGNED];
    const size_t shares = (size_t)(w->t.groups * w->t.factors * w->t.words * LANES);
    struct place place;
    uint64_t walks = 0;

    memset(w->t.share, 0, shares * sizeof(double));
    memset(w->kept, 0, shares * sizeof(double));
    memset(w->level, 0, (size_t)(count + 1) * level_size(w) * sizeof(double));
    memset(w->outer, 0, (size_t)(count * w->t.factors * w->t.words) * sizeof(double));
    memset(w->t.product, 0, level_size(w) * LANES * sizeof(double));
    go_to(&place, w, 0);
    do {
        w->walk(NULL, &w->t, place.x, weight_of(&place, w));
        add_products(w);
        if (++walks % FLUSH == 0)
            put_aside(w);
    } while (step(&place, w, w) && !pm_stack_is_stopped(b));
    put_aside(w);
}

/* ------------------------------------------------------------------ permanents */

static void add_to(struct pm_terms_sum *sum, const struct pm_terms_sum *more)
{
    for (int part = 0; part < 2; part++) {
        double first, second, third;
        sum->high[part] = pm_two_sum(sum->high[part], more->high[part], &first);
        sum->middle[part] = pm_two_sum(sum->middle[part], more->middle[part], &second);
        sum->middle[part] = pm_two_sum(sum->middle[part], first, &third);
        sum->low[part] += second + third + more->low[part];
    }
    sum->size += more->size;
}

static void add_lanes(struct pm_terms_sum *sum, const struct pm_terms_lanes *l)
{
    *sum = (struct pm_terms_sum){.size = 0};
    for (int k = 0; k < LANES; k++)
        add_to(sum, &(struct pm_terms_sum){.high = {l->high[0][k], l->high[1][k]},
                                           .middle = {l->middle[0][k], l->middle[1][k]},
                                           .low = {l->low[0][k], l->low[1][k]},
                                           .size = l->size[k]});
}

static void sum_chunk(struct pm_terms_sum *sum, const struct pm_terms_sums *w, uint64_t chunk)
{
    struct pm_terms_lanes lanes __attribute__((aligned(64)));
    struct place place;

    memset(&lanes, 0, sizeof lanes);
    go_to(&place, w, chunk * PM_TERM_CHUNK);
    for (int walks = 0; walks < PM_TERM_CHUNK; walks++) {
        w->walk(&lanes, &w->t, place.x, weight_of(&place, w));
        if (!step(&place, w, NULL))
            break;
    }
    add_lanes(sum, &lanes);
}

void pm_terms_sums_all(struct pm_terms_sum *sum, const struct pm_terms_sums *w,
                       const struct pm_batch *b)
{
    const uint64_t chunks = (w->walks + PM_TERM_CHUNK - 1) / PM_TERM_CHUNK;
    struct pm_terms_sum some[TOGETHER];

    *sum = (struct pm_terms_sum){.size = 0};
    for (uint64_t first = 0; first < chunks && !pm_stack_is_stopped(b); first += TOGETHER) {
        const size_t count = chunks - first < TOGETHER ? (size_t)(chunks - first) : TOGETHER;
        const int threads = count > 1 && b->inside > 1 ? b->inside : 1;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
        for (size_t k = 0; k < count; k++)
            if (!pm_stack_is_stopped(b))
                sum_chunk(&some[k], w, first + k);
        if (pm_stack_is_stopped(b))
            return;
        for (size_t k = 0; k < count; k++)
            add_to(sum, &some[k]);
    }
}

/* ------------------------------------------------------------------ sums */

void pm_terms_sums_begin(struct pm_terms_sums *w, const struct pm_terms_entries *entries,
                         const struct pm_batch *b)
{
    const struct pm_lines *const l = entries->lines;

    w->entries = entries;
    w->walk = pm_terms_sets[b->isa->number][entries->words / entries->parts - 1][b->parts - 1];
    w->t.factors = l->count[PM_FACTOR];
    w->t.words = entries->words;
    w->t.times = l->times[PM_FACTOR];
    w->t.floor = entries->floor;
    fill_binomials(w);
    choose_low(w);
    fill_weights(w);
    fill_offsets(w);
    if (b->minors)
        walk_minors(w, b);
}

double pm_terms_sums_minor(const struct pm_terms_sums *w, int i, int j, int part)
{
    const struct pm_lines *const l = w->entries->lines;
    const int parts = w->t.words, factors = w->t.factors;
    int below = 1; /* combinations of the lines before line i */
    double sum = 0;

    if (i >= w->low)
        return w->outer[(i * factors + j) * parts + part];
    for (int line = 0; line < i; line++)
        below *= pm_repeated_lines_radix(l, line);
    for (int c = 0; c < w->low_terms; c++)
        sum += (l->times[PM_SIGNED][i] - 2 * (c / below % pm_repeated_lines_radix(l, i))) *
               w->kept[(((c / LANES) * factors + j) * parts + part) * LANES + c % LANES];
    return sum;
}

double pm_terms_sums_size(const struct pm_terms_sums *w, int j)
{
    const double *const top =
        w->level + (size_t)w->entries->lines->count[PM_SIGNED] * level_size(w);

    return top[j * (w->t.words + 1) + w->t.words];
}

double pm_terms_sums_roundings(const struct pm_terms_sums *w)
{
    const struct pm_lines *const l = w->entries->lines;

    return 2 * FLUSH + l->terms / w->low_terms / FLUSH + LOW_MOST + 4 * l->total + 64;
}
