/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination modulo 4, for hafnians; a permanent is the hafnian of its bipartite graph (after
 * Valiant, The complexity of computing the permanent, 1979, section 4, who has permanents).
 *
 * If c times vertex p is added to vertex i, the hafnian grows by c times that of the matrix where i
 * is a copy of p.  There, matchings come in pairs: p and i change partners.  So this is 2 S, where
 * S is the sum over pairs j < k of a_pj a_pk times the hafnian without p, i, j and k, and it is
 * enough to know S modulo 2.  Each vertex v in turn has a neighbour p with an odd entry; p is added
 * to the other neighbours, so that v has p alone, and both go.  If all entries of v are even, the
 * hafnian is twice that with halved entries, which is a Pfaffian modulo 2.
 *
 * Modulo 2, S is the coefficient of e in the Pfaffian of B + e W, where B has no p and i, and
 * W_jk = a_pj a_pk.  It is found by elimination over the numbers x + e y, with e^2 = 0.
 * Cost: at most n^2 / 8 Pfaffians of n^3 / 128 steps on words of 64 bits. */
#include "model/modulo_4.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <string.h>

/* A matrix of numbers low + 2 high, or low + e high; diagonals mean nothing. */
struct planes {
    int n;
    size_t words; /* of a row */
    uint64_t *low, *high, *active;
};

static uint64_t *row_of(const struct planes *a, uint64_t *plane, int i)
{
    return plane + (size_t)i * a->words;
}

static int get(const uint64_t *row, int j)
{
    return (int)(row[j / 64] >> (j % 64) & 1);
}

static void put(uint64_t *row, int j, int bit)
{
    row[j / 64] = (row[j / 64] & ~(UINT64_C(1) << (j % 64))) | (uint64_t)bit << (j % 64);
}

/* The first active vertex whose bit is set, or -1. */
static int first(const struct planes *a, const uint64_t *row)
{
    for (size_t w = 0; w < a->words; w++)
        if (row[w] & a->active[w])
            return (int)(64 * w) + __builtin_ctzll(row[w] & a->active[w]);
    return -1;
}

static pm_status planes_new(struct planes *a, int n)
{
    *a = (struct planes){.n = n, .words = ((size_t)n + 63) / 64};
    PM_NEW(a->low, (size_t)n * a->words + 1);
    PM_NEW(a->high, (size_t)n * a->words + 1);
    PM_NEW(a->active, a->words + 1);
    return PM_OK;
}

static pm_status planes_of(struct planes *a, const struct pm_matrix *m, enum pm_kind kind)
{
    const int shift = kind == PM_HAFNIAN ? 0 : m->rows;

    for (int i = 0; i < m->rows; i++)
        for (int e = m->start[i]; e < m->start[i + 1]; e++) {
            const int j = m->col[e] + shift;
            const ulong below = fmpz_fdiv_ui(fmpq_denref(m->re + e), 4); /* its own inverse */
            const int x = (int)(fmpz_fdiv_ui(fmpq_numref(m->re + e), 4) * below % 4);
            if (below % 2 == 0)
                return pm_fail(PM_UNABLE, "an entry has an even denominator");
            for (int end = 0; end < 2 && i != j; end++) {
                put(row_of(a, a->low, end ? j : i), end ? i : j, x & 1);
                put(row_of(a, a->high, end ? j : i), end ? i : j, x >> 1);
            }
        }
    for (int i = 0; i < a->n; i++)
        put(a->active, i, 1);
    return PM_OK;
}

/* Takes v, whose only neighbour is to be p, from the other active vertices: row i grows by c_i
 * times row p and by a_ip times c, where c is row v divided by a_vp.  Returns the e of a_vp. */
static int take_pair(struct planes *b, int v, int p)
{
    uint64_t *const cl = row_of(b, b->low, v), *const ch = row_of(b, b->high, v);
    const uint64_t *const pl = row_of(b, b->low, p), *const ph = row_of(b, b->high, p);
    const int unit = get(ch, p);

    for (size_t w = 0; w < b->words && unit; w++)
        ch[w] ^= cl[w];
    for (int i = 0; i < v; i++) {
        const uint64_t xl = -(uint64_t)get(cl, i), xh = -(uint64_t)get(ch, i),
                       yl = -(uint64_t)get(pl, i), yh = -(uint64_t)get(ph, i);
        uint64_t *const low = row_of(b, b->low, i), *const high = row_of(b, b->high, i);
        if (!get(b->active, i) || (xl | xh | yl | yh) == 0)
            continue;
        for (size_t w = 0; w <= (size_t)v / 64; w++) {
            low[w] ^= (xl & pl[w]) ^ (yl & cl[w]);
            high[w] ^= (xl & ph[w]) ^ (xh & pl[w]) ^ (yl & ch[w]) ^ (yh & cl[w]);
        }
    }
    return unit;
}

/* low + e high = the Pfaffian of the active vertices; changes the matrix. */
static void pfaffian(int *low, int *high, struct planes *b)
{
    bool zero = false; /* a row was e times another: the Pfaffian is e times what is left */

    *low = *high = 0;
    for (int v = b->n - 1, p, units = 0;; v--) {
        while (v >= 0 && !get(b->active, v))
            v--;
        if (v < 0) {
            *low = !zero;
            *high = zero || units;
            return;
        }
        put(b->active, v, 0);
        if ((p = first(b, row_of(b, b->low, v))) < 0) {
            if (zero || (p = first(b, row_of(b, b->high, v))) < 0)
                return;
            zero = true;
            memcpy(row_of(b, b->low, v), row_of(b, b->high, v), b->words * sizeof *b->low);
            memset(b->high, 0, (size_t)b->n * b->words * sizeof *b->high);
        }
        put(b->active, p, 0);
        units ^= take_pair(b, v, p);
    }
}

/* *sum = S for p and i; the matrix b is overwritten. */
static pm_status sum_of_pairs(int *sum, struct planes *b, const struct planes *a, int v, int p,
                              int i)
{
    const uint64_t *const row = row_of(a, a->low, p);
    int low;

    PM_TRY(pm_budget_ask());
    memcpy(b->low, a->low, (size_t)a->n * a->words * sizeof *a->low);
    memcpy(b->active, a->active, a->words * sizeof *a->active);
    put(b->active, v, 1);
    put(b->active, i, 0);
    for (int j = 0; j < a->n; j++)
        for (size_t w = 0; w < a->words; w++)
            row_of(b, b->high, j)[w] = get(row, j) ? row[w] : 0;
    pfaffian(&low, sum, b);
    return PM_OK;
}

/* Adds c times vertex p to vertex i. */
static void add(struct planes *a, int i, int p, int c)
{
    uint64_t *const low = row_of(a, a->low, i), *const high = row_of(a, a->high, i);
    const uint64_t *const pl = row_of(a, a->low, p), *const ph = row_of(a, a->high, p);

    for (size_t w = 0; w < a->words; w++) {
        const uint64_t x = c & 1 ? pl[w] : 0, y = (c & 1 ? ph[w] : 0) ^ (c & 2 ? pl[w] : 0);
        high[w] ^= y ^ (low[w] & x);
        low[w] ^= x;
    }
    put(low, i, 0);
    put(high, i, 0);
    for (int j = 0; j < a->n; j++) {
        put(row_of(a, a->low, j), i, get(low, j));
        put(row_of(a, a->high, j), i, get(high, j));
    }
}

/* Leaves p as the only neighbour of v; *twos changes if the hafnian changes by 2. */
static pm_status join(int *twos, struct planes *a, struct planes *b, int v, int p)
{
    const int unit = get(row_of(a, a->low, v), p) + 2 * get(row_of(a, a->high, v), p);

    for (int i = 0; i < v; i++) {
        const int x = get(row_of(a, a->low, v), i) + 2 * get(row_of(a, a->high, v), i);
        int sum = 0;
        if (x == 0 || !get(a->active, i))
            continue;
        if (x & 1)
            PM_TRY(sum_of_pairs(&sum, b, a, v, p, i));
        *twos ^= sum;
        add(a, i, p, -x * unit & 3);
    }
    return PM_OK;
}

static pm_status hafnian(int *residue, struct planes *a, struct planes *b)
{
    int unit = 1, twos = 0, low, high, p;

    for (int v = a->n - 1; v >= 0; v--) {
        uint64_t *const row = row_of(a, a->low, v);
        if (!get(a->active, v))
            continue;
        put(a->active, v, 0);
        if ((p = first(a, row)) < 0) {
            memcpy(row, row_of(a, a->high, v), a->words * sizeof *row);
            memset(a->high, 0, (size_t)a->n * a->words * sizeof *row);
            put(a->active, v, 1);
            pfaffian(&low, &high, a);
            twos ^= low;
            unit = 0;
            break;
        }
        put(a->active, p, 0);
        PM_TRY(join(&twos, a, b, v, p));
        unit = unit * (1 + 2 * get(row_of(a, a->high, v), p)) & 3;
    }
    *residue = (unit + 2 * twos) & 3;
    return PM_OK;
}

pm_status pm_modulo_4(int *residue, const struct pm_matrix *m, enum pm_kind kind, double steps)
{
    const int n = kind == PM_HAFNIAN ? m->rows : m->rows + m->cols;
    struct planes a = {.n = 0}, b = {.n = 0};

    if (m->rows != m->cols || m->im != NULL)
        return pm_fail(PM_UNABLE, "modulo 4 the matrix must be real and square");
    if ((double)n * n / 8 * n * n / 2 * ((double)n / 64 + 1) > steps)
        return pm_fail(PM_UNABLE, "the elimination modulo 4 takes too long");
    pm_status status = planes_new(&a, n);
    PM_THEN(status, planes_new(&b, n));
    PM_THEN(status, planes_of(&a, m, kind));
    PM_THEN(status, hafnian(residue, &a, &b));
    PM_FREE(a.low, a.high, a.active, b.low, b.high, b.active);
    return status;
}
