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
 * F(-y) is F(y) or its opposite, as h - m of the last pair is even or odd.  The sign of a term is
 * the same.  So terms of opposite weights are equal, and one of both is computed.  If no pair but
 * the last has copies, it is F(1) - F(0) for each instead: with y_p = 0 a pair is dropped, and
 * costs nothing.
 *
 * So there are prod (m_p + 1) terms over all pairs but one, or half of them.  The pairs decided
 * first are shared by many terms, as in a tree.  The pair with the most copies is the last.
 *
 * The two vertices with the most copies left, a >= b of them, are joined b times.  If a >= 2b, the
 * first one's copies are joined to each other, which gives fewer terms: (a/2 + 1)(b/2 + 1) instead
 * of (b + 1)((a - b)/2 + 1).  If S is odd, there is one more vertex, with a loop of weight 1 and no
 * edges.
 *
 * Sources: Bjorklund, SODA 2012; for walks that end in loops, Bjorklund, Gupt and Quesada, ACM
 * Journal of Experimental Algorithmics 24, 2019; for equal pairs, Bulmer et al., Science Advances
 * 8, eabl9236, 2022. */
#include "engine/hafnian/pairs.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "engine/hafnian/walks.h"
#include "engine/hafnian/walks_lanes.h"

#include <math.h>
#include <stdlib.h>

/* Nanoseconds, measured with 128 bits: a product of two balls; a sum of such products, besides
 * them. Complex balls take three times as long. */
static const double PRODUCT_PRICE = 12, SUM_PRICE = 25;
static const double BYTES_MOST = 0x1p28;
static const double PRICE_MOST = 1e12; /* a quarter of an hour */

/* A sum of more than SPLIT nanoseconds is split into units, at least 64 if there are so many terms.
 * The units do not depend on the number of threads, and are added up in order. */
static const double SPLIT = 2e7;
enum { UNITS = 64 };

/* What a thread needs. */
struct sum {
    const struct pm_joined *pairs;
    struct pm_walks walks;
    struct pm_walks_state *level;   /* [count + 1]: by the number of pairs that are left */
    struct pm_walks_powers *powers; /* likewise */
    int inited;                     /* how many of these */
    fmpz *factor;                   /* of the terms, likewise */
};

/* ------------------------------------------------------------------ which pairs */

static int times_of(const struct pm_looped *w, int i)
{
    return w->times == NULL ? 1 : w->times[i];
}

void pm_pairs_joined_clear(struct pm_joined *p)
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
static void add_pair(struct pm_joined *p, int i, int j, int times)
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

pm_status pm_pairs_joined_find(struct pm_joined *p, const struct pm_looped *w)
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
        left[i] = times_of(w, i);
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
    p->even = p->count > 1 && p->times[1] > 1;
done:
    free(left);
    return status;
}

/* ------------------------------------------------------------------ what it costs */

/* Nanoseconds; *terms = the number of terms.  Accepting the last of r pairs joins all others, by
 * products of polynomials.  INFINITY: the polynomials take too many bytes. */
double pm_pairs_joined_price(double *terms, const struct pm_joined *p)
{
    double sum = 0, degree = 0, polynomials = 0;

    *terms = 1;
    for (int r = p->count; r > 0; r--) {
        const double m = p->times[r - 1], below = 2 * r - 2 + p->looped;
        const double joined = r > 1 ? (m > 1 ? m + 1 : 1) * below * below : 0;
        const double length = degree + (r > 1 ? m : 0) + 1;
        sum += *terms * (joined + 4 * m) * length * (length / 2 * PRODUCT_PRICE + SUM_PRICE);
        *terms *= r > 1 ? m + 1 : 1;
        polynomials += (below + 2) * (below + 3) / 2 + 3 * m;
        degree += m;
    }
    if (polynomials * (degree - p->times[0] + 1) * sizeof(acb_struct) > BYTES_MOST)
        *terms = sum = INFINITY;
    if (p->even) {
        *terms /= 2;
        sum /= 2;
    }
    return p->complex_values ? 3 * sum : sum;
}

/* ------------------------------------------------------------------ memory of a thread */

static void load(const struct sum *s, const struct pm_looped *w)
{
    const struct pm_joined *const p = s->pairs;
    struct pm_walks_state *const all = &s->level[p->count];

    for (int j = 0; j < 2 * p->count; j++) {
        const int row = p->vertex[j % 2][j / 2];
        for (int k = 0; k <= j; k++) {
            const int col = p->vertex[k % 2][k / 2];
            if (row < w->n && col < w->n)
                acb_set(pm_walks_at(&s->walks, all, j + p->looped, k + p->looped),
                        w->entry + row * w->n + col);
        }
        if (p->looped && row < w->n)
            acb_set(pm_walks_at(&s->walks, all, j + 1, 0), w->mean + row);
        else if (p->looped)
            acb_one(pm_walks_at(&s->walks, all, j + 1, 0));
    }
    acb_one(all->g);
}

static pm_status sum_init(struct sum *s, const struct pm_joined *p, const struct pm_looped *w,
                          slong bits)
{
    *s = (struct sum){.pairs = p,
                      .walks = {.pairs = p->count,
                                .times = p->times,
                                .looped = p->looped,
                                .complex_values = p->complex_values,
                                .bits = bits}};
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
    PM_FREE(s->level, s->powers);
}

/* ------------------------------------------------------------------ the sum */

/* factor[r - 1] = factor[r] times (-1)^d C(m, d), and m! for the weight 0, as accepting a pair
 * brings it with it; -1 and 1 if the weights are 0 and 1; times 2 for a term and its opposite. */
static void find_factor(struct sum *s, int r, int d, bool both)
{
    const int m = s->pairs->times[r - 1];
    fmpz_t x;

    fmpz_init(x);
    if (!s->pairs->even) {
        fmpz_set_si(x, d == 0 ? -1 : 1);
    } else {
        fmpz_bin_uiui(x, (ulong)m, (ulong)d);
        if (d % 2 != 0)
            fmpz_neg(x, x);
    }
    fmpz_mul(s->factor + r - 1, s->factor + r, x);
    fmpz_mul_2exp(s->factor + r - 1, s->factor + r - 1, both);
    if (m > 1 && 2 * d == m) {
        fmpz_fac_ui(x, (ulong)m);
        fmpz_mul(s->factor + r - 1, s->factor + r - 1, x);
    }
    fmpz_clear(x);
}

/* Adds all weights of the r pairs that are left, but of the pairs from `split` on only those of the
 * unit. */
static void descend(acb_t z, struct sum *s, const int *stop, const struct pm_walks_state *from,
                    int r, int unit)
{
    struct pm_walks_powers *const powers = &s->powers[r];
    const int m = s->pairs->times[r - 1];
    const bool zeros =
        s->pairs->even && from == &s->level[s->pairs->count]; /* all weights so far */

    if (pm_stop_wanted(stop))
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
        const int weight = pm_walks_weight(m, d, s->pairs->even);
        if (zeros && weight < 0)
            return;
        find_factor(s, r, d, zeros && weight > 0);
        if (weight != 0)
            pm_walks_accept(&s->walks, &s->level[r - 1], from, powers, r, weight);
        descend(z, s, stop, weight != 0 ? &s->level[r - 1] : from, r - 1, unit / (m + 1));
    }
}

/* Divides by 2^m m! for each pair but the last. */
static void divide(acb_t sum, const struct pm_joined *p, slong bits)
{
    fmpz_t factorial;

    fmpz_init(factorial);
    for (int r = 2; r <= p->count && p->even; r++) {
        fmpz_fac_ui(factorial, (ulong)p->times[r - 1]);
        acb_mul_2exp_si(sum, sum, -p->times[r - 1]);
        acb_div_fmpz(sum, sum, factorial, bits);
    }
    fmpz_clear(factorial);
}

/* z[u] = the sum of unit u. */
static pm_status add_units(acb_ptr z, const struct pm_joined *p, const struct pm_looped *w,
                           slong bits)
{
    const int threads = p->units > 1 && w->threads > 1 ? w->threads : 1;
    struct pm_failure failure = {.status = PM_OK};

#pragma omp parallel num_threads(threads)
    {
        struct sum s;
        const pm_status status = sum_init(&s, p, w, bits);
#pragma omp for schedule(dynamic)
        for (int unit = 0; unit < p->units; unit++)
            if (status == PM_OK)
                descend(z + unit, &s, w->stop, &s.level[p->count], p->count, unit);
        sum_clear(&s);
        pm_threads_ends_team();
#pragma omp critical
        if (status != PM_OK)
            pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}

static pm_status add_up(acb_t sum, const struct pm_joined *p, const struct pm_looped *w, slong bits)
{
    const acb_ptr z = _acb_vec_init(p->units);
    pm_status status = add_units(z, p, w, bits);

    for (int unit = 0; unit < p->units; unit++)
        acb_add(sum, sum, z + unit, bits);
    _acb_vec_clear(z, p->units);
    divide(sum, p, bits);
    PM_THEN(status, pm_go_on(w->stop));
    return status;
}

/* ------------------------------------------------------------------ the loop hafnian */

static pm_status find_units(struct pm_joined *p)
{
    double terms;
    const double price = pm_pairs_joined_price(&terms, p);

    if (price > PRICE_MOST)
        return pm_fail(PM_UNABLE, "a loop hafnian of %.3g terms", terms);
    p->split = p->count;
    p->units = 1;
    while (price > SPLIT && p->split > 1 && p->units < UNITS)
        p->units *= p->times[--p->split] + 1;
    return PM_OK;
}

pm_status pm_pairs_looped_sum(acb_t sum, const struct pm_looped *w, slong bits)
{
    const slong cells = (slong)w->n * w->n;
    struct pm_joined p = {.looped = !_acb_vec_is_zero(w->mean, w->n),
                          .complex_values = !_acb_vec_is_real(w->entry, cells) ||
                                            !_acb_vec_is_real(w->mean, w->n)};
    pm_status status = PM_OK;

    acb_set_si(sum, w->total == 0);
    if (w->total == 0 || (w->total % 2 != 0 && !p.looped))
        return PM_OK;
    PM_TRY_GOTO(status, pm_pairs_joined_find(&p, w), done);
    PM_TRY_GOTO(status, find_units(&p), done);
    status = add_up(sum, &p, w, bits);
done:
    pm_pairs_joined_clear(&p);
    return status;
}

/* Many copies lose about 0.75 bits each by cancellation: 0.73 of 3 x 40 copies, 0.77 of 3 x 100. */
slong pm_pairs_looped_bits(const struct pm_looped *w)
{
    const slong bits = 64 + w->total / 5 * 4;

    return bits > PM_BALLS_FIRST ? bits : PM_BALLS_FIRST;
}

void pm_pairs_looped_init(struct pm_looped *w, int n)
{
    w->n = n;
    w->entry = _acb_vec_init((slong)n * n);
    w->mean = _acb_vec_init(n);
}

void pm_pairs_looped_clear(struct pm_looped *w)
{
    _acb_vec_clear(w->mean, w->n);
    _acb_vec_clear(w->entry, (slong)w->n * w->n);
}
