/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians by differences over pairs of vertices.
 *
 * All copies of all vertices are joined in pairs.  For pair p, which occurs m_p times, let F(y) be
 * the coefficient of z^h that walks.h describes, h = S / 2.  Each copy of each pair must be used
 * once.  So the loop hafnian is the coefficient of the product of all y_p^(m_p) in F, times prod
 * m_p!.  Differences take it out, for all pairs but the last, whose power walks.h takes out itself:
 *
 *     prod_p 1 / 2^(m_p) sum over 0 <= d_p <= m_p of (-1)^(d_p) C(m_p, d_p) F(m - 2d).
 *
 * For m_p = 1 it is F(1) - F(0) instead: with y_p = 0 a pair is dropped, and costs nothing.
 *
 * So there are prod (m_p + 1) terms over all pairs but one.  The pairs decided first are shared by
 * many terms, as in a tree.  The pair with the most copies is the last.
 *
 * The two vertices with the most copies left, a >= b of them, are joined b times.  If a >= 2b, the
 * first one's copies are joined to each other, which gives fewer terms: (a/2 + 1)(b/2 + 1) instead
 * of (b + 1)((a - b)/2 + 1).  If S is odd, there is one more vertex, with a loop of weight 1 and no
 * edges.
 *
 * Sources: Bjorklund, SODA 2012; for walks that end in loops, Bjorklund, Gupt and Quesada, ACM
 * Journal of Experimental Algorithmics 24, 2019; for equal pairs, Bulmer et al., Science Advances
 * 8, eabl9236, 2022. */
#include "base/alloc.h"
#include "batch/loop_hafnian.h"
#include "batch/walks.h"

#include <math.h>
#include <stdlib.h>

/* Nanoseconds, measured with 128 bits: a product of two balls; a sum of such products, besides
 * them. Complex balls take three times as long. */
static const double PRODUCT_PRICE = 12, SUM_PRICE = 25;
static const double BYTES_MOST = 0x1p28;

/* A sum of more than SPLIT nanoseconds is split into units, at least 64 if there are so many terms.
 * The units do not depend on the number of threads, and are added up in order. */
static const double SPLIT = 1e7;
enum { UNITS = 64 };

struct pairs {
    int count, *times, *vertex[2]; /* of each pair; vertex w->n is the one that makes S even */
    int units, split;              /* a unit has one weight for each of the pairs split, ... */
};

/* What a thread needs. */
struct sum {
    const struct pairs *pairs;
    struct pm_walks walks;
    struct pm_walks_state *level;   /* [count + 1]: by the number of pairs that are left */
    struct pm_walks_powers *powers; /* likewise */
    int inited;                     /* how many of these */
    fmpz *factor;                   /* of the terms, likewise */
};

/* ------------------------------------------------------------------ which pairs */

static void free_pairs(struct pairs *p)
{
    for (int side = 0; side < 2; side++)
        free(p->vertex[side]);
    free(p->times);
}

/* The vertex with the most copies left that is not `other`. */
static int most(const int *left, int count, int other)
{
    int best = other == 0;

    for (int i = best + 1; i < count; i++)
        if (i != other && left[i] > left[best])
            best = i;
    return best;
}

/* Adds a pair before those with fewer copies. */
static void add_pair(struct pairs *p, int i, int j, int times)
{
    int at = p->count++;

    for (; at > 0 && p->times[at - 1] < times; at--) {
        p->times[at] = p->times[at - 1];
        for (int side = 0; side < 2; side++)
            p->vertex[side][at] = p->vertex[side][at - 1];
    }
    p->times[at] = times;
    p->vertex[0][at] = i;
    p->vertex[1][at] = j;
}

static pm_status find_pairs(struct pairs *p, const struct pm_looped *w)
{
    const int n = w->n + 1;
    pm_status status = PM_OK;
    int *left;

    /* each step leaves a vertex with no copy or one */
    PM_NEW(left, n);
    PM_NEW_GOTO(status, p->times, 2 * n, done);
    for (int side = 0; side < 2; side++)
        PM_NEW_GOTO(status, p->vertex[side], 2 * n, done);
    for (int i = 0; i < w->n; i++)
        left[i] = pm_looped_times(w, i);
    left[w->n] = w->total % 2;
    for (int rest = w->total + w->total % 2; rest > 0;) {
        const int i = most(left, n, -1), j = most(left, n, i);
        const bool alone = left[i] >= 2 * left[j];
        const int times = alone ? left[i] / 2 : left[j];
        add_pair(p, i, alone ? i : j, times);
        left[i] -= times;
        left[alone ? i : j] -= times;
        rest -= 2 * times;
    }
done:
    free(left);
    return status;
}

/* ------------------------------------------------------------------ what it costs */

/* Nanoseconds of `count` products of two polynomials, up to z^degree. */
static double products_price(double count, double degree)
{
    return count * (degree + 1) * ((degree + 2) / 2 * PRODUCT_PRICE + SUM_PRICE);
}

/* The price of deciding the last of r pairs, when `degree` copies have been decided. */
static double pair_price(const struct pairs *p, int r, double degree, bool looped)
{
    const double m = p->times[r - 1], below = 2 * r - 2 + looped;
    const bool diagonal = p->times[0] > 1;
    const double powers = m > 1 ? (looped ? 12 + 4 * m : 2 + 2 * m) : looped;

    if (r == 1)
        return products_price(powers, degree);
    const double joined = below * (below + (diagonal ? 1 : -1)) + (m > 1 ? 4 * below + 2 : 0);
    const double accepted = m > 1 && fmod(m, 2) != 0 ? m + 1 : m;
    return products_price(powers + (m > 1 ? 4 * (m - 1) : 0), degree + m - 1) +
           accepted * products_price(joined + 1, degree + m);
}

static double bytes_of(const struct pairs *p, double copies, bool looped)
{
    const double stride = copies - p->times[0] + 1;
    double polynomials = p->times[0];

    for (int r = p->count; r > 0; r--)
        polynomials += (double)(2 * r + looped) * (2 * r + looped + 1) / 2 +
                       (p->times[r - 1] > 1 ? 3.0 * p->times[r - 1] : 2);
    return polynomials * stride * (double)sizeof(acb_struct);
}

/* Nanoseconds; *terms = the number of terms. */
static double pairs_price(double *terms, const struct pairs *p, const struct pm_looped *w)
{
    double sum = 0, degree = 0;

    *terms = 1;
    for (int r = p->count; r > 0; r--) {
        sum += *terms * pair_price(p, r, degree, w->looped);
        *terms *= r > 1 ? p->times[r - 1] + 1.0 : 1;
        degree += p->times[r - 1];
    }
    if (bytes_of(p, degree, w->looped) > BYTES_MOST)
        *terms = sum = INFINITY;
    return w->complex_values ? 3 * sum : sum;
}

static double price(double *terms, const struct pm_looped *w)
{
    struct pairs p = {.count = 0};
    double sum = INFINITY;

    *terms = INFINITY;
    if (find_pairs(&p, w) == PM_OK)
        sum = pairs_price(terms, &p, w);
    free_pairs(&p);
    return sum;
}

/* ------------------------------------------------------------------ memory of a thread */

static void load(const struct sum *s, const struct pm_looped *w)
{
    const struct pairs *const p = s->pairs;
    struct pm_walks_state *const all = &s->level[p->count];

    for (int j = 0; j < 2 * p->count; j++) {
        const int row = p->vertex[j % 2][j / 2];
        for (int k = 0; k <= j; k++) {
            const int col = p->vertex[k % 2][k / 2];
            if (row < w->n && col < w->n)
                acb_set(pm_walks_at(&s->walks, all, j + w->looped, k + w->looped),
                        w->entry + row * w->n + col);
        }
        if (w->looped && row < w->n)
            acb_set(pm_walks_at(&s->walks, all, j + 1, 0), w->mean + row);
        else if (w->looped)
            acb_one(pm_walks_at(&s->walks, all, j + 1, 0));
    }
    acb_one(all->g);
}

static pm_status sum_init(struct sum *s, const struct pairs *p, const struct pm_looped *w)
{
    *s = (struct sum){.pairs = p,
                      .walks = {.pairs = p->count,
                                .times = p->times,
                                .looped = w->looped,
                                .complex_values = w->complex_values,
                                .bits = w->bits}};
    PM_TRY(pm_walks_init(&s->walks));
    PM_NEW(s->level, p->count + 1);
    PM_NEW(s->powers, p->count + 1);
    for (int r = 1; r <= p->count; r++) {
        pm_walks_state_init(&s->level[r], &s->walks, r);
        pm_walks_powers_init(&s->powers[r], &s->walks, r);
    }
    s->inited = p->count;
    s->factor = _fmpz_vec_init(p->count + 1);
    fmpz_one(s->factor + p->count);
    load(s, w);
    return PM_OK;
}

static void sum_clear(struct sum *s)
{
    for (int r = 1; r <= s->inited; r++) {
        pm_walks_state_clear(&s->level[r], &s->walks, r);
        pm_walks_powers_clear(&s->powers[r], &s->walks, r);
    }
    if (s->factor != NULL)
        _fmpz_vec_clear(s->factor, s->inited + 1);
    pm_walks_clear(&s->walks);
    free(s->level);
    free(s->powers);
}

/* ------------------------------------------------------------------ the sum */

/* factor[r - 1] = factor[r] times (-1)^d C(m, d), and m! for the weight 0, as accepting a pair
 * brings it with it; for a pair without copies -1 and 1. */
static void find_factor(struct sum *s, int r, int d)
{
    const int m = s->pairs->times[r - 1];
    fmpz_t x;

    fmpz_init(x);
    if (m == 1) {
        fmpz_set_si(x, d == 0 ? -1 : 1);
    } else {
        fmpz_bin_uiui(x, (ulong)m, (ulong)d);
        if (d % 2 != 0)
            fmpz_neg(x, x);
    }
    fmpz_mul(s->factor + r - 1, s->factor + r, x);
    if (m > 1 && 2 * d == m) {
        fmpz_fac_ui(x, (ulong)m);
        fmpz_mul(s->factor + r - 1, s->factor + r - 1, x);
    }
    fmpz_clear(x);
}

/* Adds all weights of the r pairs that are left, but of the pairs from `split` on only those of the
 * unit. */
static void descend(acb_t z, struct sum *s, const struct pm_batch *b,
                    const struct pm_walks_state *from, int r, int unit)
{
    struct pm_walks_powers *const powers = &s->powers[r];
    const int m = s->pairs->times[r - 1];

    if (pm_batch_is_stopped(b))
        return;
    pm_walks_powers_find(powers, &s->walks, from, r);
    if (r == 1) {
        acb_t term;
        acb_init(term);
        pm_walks_finish(term, &s->walks, from, powers);
        acb_addmul_fmpz(z, term, s->factor + 1, s->walks.bits);
        acb_clear(term);
        return;
    }
    const bool fixed = r > s->pairs->split;
    const int first = fixed ? unit % (m + 1) : 0, last = fixed ? first : m;
    for (int d = first; d <= last; d++) {
        const int weight = m == 1 ? d : m - 2 * d;
        find_factor(s, r, d);
        if (weight != 0)
            pm_walks_accept(&s->walks, &s->level[r - 1], from, powers, r, weight);
        descend(z, s, b, weight != 0 ? &s->level[r - 1] : from, r - 1, unit / (m + 1));
    }
}

/* Divides by 2^m m! for each pair but the last, if it has copies. */
static void divide(struct pm_looped *w, const struct pairs *p)
{
    fmpz_t factorial;

    fmpz_init(factorial);
    for (int r = 2; r <= p->count; r++)
        if (p->times[r - 1] > 1) {
            fmpz_fac_ui(factorial, (ulong)p->times[r - 1]);
            acb_mul_2exp_si(w->sum, w->sum, -p->times[r - 1]);
            acb_div_fmpz(w->sum, w->sum, factorial, w->bits);
        }
    fmpz_clear(factorial);
}

/* z[u] = the sum of unit u. */
static pm_status add_units(acb_ptr z, const struct pairs *p, const struct pm_looped *w)
{
    const int threads = p->units > 1 && w->b.inside > 1 ? w->b.inside : 1;
    struct pm_failure failure = {PM_OK, ""};

#pragma omp parallel num_threads(threads)
    {
        struct sum s;
        const pm_status status = sum_init(&s, p, w);
#pragma omp for schedule(dynamic)
        for (int unit = 0; unit < p->units; unit++)
            if (status == PM_OK)
                descend(z + unit, &s, &w->b, &s.level[p->count], p->count, unit);
        sum_clear(&s);
#pragma omp critical
        if (status != PM_OK)
            pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}

static pm_status add_up(struct pm_looped *w, void *job)
{
    const struct pairs *const p = job;
    const acb_ptr z = _acb_vec_init(p->units);
    const pm_status status = add_units(z, p, w);

    for (int unit = 0; unit < p->units; unit++)
        acb_add(w->sum, w->sum, z + unit, w->bits);
    _acb_vec_clear(z, p->units);
    divide(w, p);
    return status;
}

/* ------------------------------------------------------------------ the method */

static void close_job(void *job)
{
    if (job != NULL)
        free_pairs(job);
    free(job);
}

static pm_status open_job(void **job, const struct pm_looped *w)
{
    struct pairs *p;
    double terms;

    PM_NEW(p, 1);
    *job = p;
    PM_TRY(find_pairs(p, w));
    p->split = p->count;
    p->units = 1;
    if (pairs_price(&terms, p, w) > SPLIT)
        while (p->split > 1 && p->units < UNITS)
            p->units *= p->times[--p->split] + 1;
    return PM_OK;
}

const struct pm_looped_method pm_looped_pairs = {price, open_job, add_up, close_job};
