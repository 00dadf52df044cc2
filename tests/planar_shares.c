/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares of the edges of planar graphs by the selected inverse: against minors by definition,
 * against one hafnian for each edge, modulo small primes, and against a recurrence or a bijection.
 */
#include "drawn.h"
#include "engine/planar/planar.h"
#include "query/entry_shares.h"

#include <math.h>
#include <stdlib.h>

extern const struct pm_engine pm_engine_planar, pm_engine_hafnian;

/* Shares by an engine.  If the engine has none, one hafnian for each edge.  In numbers of `bits`
 * bits; 0 means exactly. */
static pm_status shares_by(const struct pm_engine *engine, struct pm_value *share,
                           const struct pm_matrix *a, enum pm_kind kind, int bits)
{
    const struct pm_query_ask ask = {
        .bits = bits, .engine = engine, .limits = {.memory = UINT64_C(1) << 30, .threads = 2}};
    struct pm_core core = {.kind = kind};
    struct pm_matrix *whole;

    test_need(pm_matrix_integers(&whole, a));
    core.a = whole;
    const pm_status status = pm_entry_shares(share, &core, &ask);
    pm_matrix_free(whole);
    return status;
}

static struct pm_value *values_new(const struct pm_matrix *a)
{
    struct pm_value *const value = calloc((size_t)pm_matrix_nnz(a) + 1, sizeof *value);

    if (value == NULL)
        abort();
    for (int e = 0; e < pm_matrix_nnz(a); e++)
        pm_value_init(&value[e]);
    return value;
}

static void values_free(struct pm_value *value, const struct pm_matrix *a)
{
    for (int e = 0; e < pm_matrix_nnz(a); e++)
        pm_value_clear(&value[e]);
    free(value);
}

static pm_status planar_shares(struct pm_value *share, const struct pm_matrix *a, enum pm_kind kind,
                               int bits)
{
    return shares_by(&pm_engine_planar, share, a, kind, bits);
}

/* ------------------------------------------------------------------ by definition */

/* True if all shares of a small matrix are right. */
static bool shares_right(const struct pm_matrix *a, enum pm_kind kind, const struct pm_gauss *total,
                         int bits)
{
    struct pm_value *const share = values_new(a);
    const pm_status status = planar_shares(share, a, kind, bits);
    struct pm_gauss truth;
    bool right;

    pm_gauss_init(&truth);
    if (pm_gauss_is_zero(total)) /* floating numbers need not find that the total is 0 */
        right = status == PM_DOMAIN || (bits > 0 && status == PM_UNABLE);
    else
        right = status == PM_OK;
    for (int i = 0; i < a->rows && right && !pm_gauss_is_zero(total); i++)
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            brute_through(&truth, a, kind, i, a->col[e]);
            pm_gauss_div(&truth, &truth, total);
            right &= brute_contains(&share[e], &truth);
            right &= bits == 0
                         ? pm_mag_is_zero(share[e].error)
                         : pm_gauss_is_zero(&truth) ||
                               pm_value_within(&share[e], ldexp(1, -(bits < 1000 ? bits : 1000)));
        }
    pm_gauss_clear(&truth);
    values_free(share, a);
    return right;
}

static void check_random(struct test *t, enum brute_entries entries, bool bipartite)
{
    static struct drawn g;
    static const int bits[] = {0, 53, 106, 9000};
    const enum pm_kind kind = bipartite ? PM_PERMANENT : PM_HAFNIAN;
    uint64_t state = 5 + (uint64_t)entries + (bipartite ? 100 : 0);
    struct pm_gauss total;
    int wrong = 0, tried = 0, nonzero = 0;

    pm_gauss_init(&total);
    for (int round = 0; round < 100; round++) {
        drawn_grid(&g, test_between(&state, 1, 4), test_between(&state, 1, bipartite ? 4 : 3),
                   bipartite ? 0 : test_between(&state, 0, 100), &state);
        drawn_thin(&g, test_between(&state, 60, 100), &state);
        drawn_weigh(&g, entries, &state);
        struct pm_matrix *const a = bipartite ? drawn_biadjacency(&g) : drawn_adjacency(&g);
        if (a == NULL)
            continue;
        brute_value(&total, a, kind);
        for (int k = 0; k < 4; k++)
            wrong += !shares_right(a, kind, &total, bits[k]);
        nonzero += !pm_gauss_is_zero(&total);
        tried++;
        pm_matrix_free(a);
    }
    pm_gauss_clear(&total);
    CHECK(t, wrong == 0 && nonzero > 20, "shares%s, kind %d: %d of %d wrong, %d not 0",
          bipartite ? " bipartite" : "", (int)entries, wrong, 4 * tried, nonzero);
}

/* ------------------------------------------------------------------ many fronts */

static bool all_equal(const struct pm_value *x, const struct pm_value *y, int count)
{
    for (int e = 0; e < count; e++)
        if (!pm_gauss_equal(&x[e].centre, &y[e].centre))
            return false;
    return true;
}

static bool all_inside(const struct pm_value *ball, const struct pm_value *exact, int count)
{
    for (int e = 0; e < count; e++)
        if (!brute_contains(&ball[e], &exact[e].centre))
            return false;
    return true;
}

/* Against one hafnian for each edge.  Weights have both signs. */
static void check_hafnians(struct test *t)
{
    static struct drawn g;
    uint64_t state = 7;
    int wrong = 0, tried = 0;

    while (tried < 5) {
        drawn_grid(&g, 8, 7, 60, &state);
        drawn_thin(&g, 97, &state);
        drawn_weigh(&g, BRUTE_INTEGER, &state);
        struct pm_matrix *const a = drawn_adjacency(&g);
        struct pm_value *const one = values_new(a), *const all = values_new(a);
        if (shares_by(&pm_engine_hafnian, one, a, PM_HAFNIAN, 0) == PM_OK) {
            tried++;
            wrong += planar_shares(all, a, PM_HAFNIAN, 0) != PM_OK ||
                     !all_equal(all, one, pm_matrix_nnz(a));
            wrong += planar_shares(all, a, PM_HAFNIAN, 53) != PM_OK ||
                     !all_inside(all, one, pm_matrix_nnz(a));
        }
        values_free(one, a);
        values_free(all, a);
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0, "against one hafnian for each edge: %d of %d graphs wrong", wrong, tried);
}

/* Modulo a small prime, which often divides the sum over all matchings, so that K is singular.  The
 * sum over the matchings with one edge must be that of the exact shares. */
static int count_wrong(int *singular, const struct pm_matrix *a, enum pm_kind kind,
                       const struct pm_value *share, const struct pm_gauss *total, uint64_t p)
{
    const int nnz = pm_matrix_nnz(a);
    struct pm_kasteleyn k;
    struct pm_images images;
    struct pm_image *image;
    struct pm_gauss x;
    struct pm_value y;
    uint64_t *const residue = calloc((size_t)nnz + 1, sizeof *residue);
    int wrong = 0;

    if (residue == NULL || pm_kasteleyn_find(&k, a, kind, NULL) != PM_OK ||
        pm_images_mod(&images, p) != PM_OK || pm_image_new(&image, a, &images.ring[0]) != PM_OK ||
        pm_fronts_shares(residue, &k, image) != PM_OK)
        abort();
    pm_gauss_init(&x);
    pm_value_init(&y);
    for (int e = 0; e < nnz; e++) {
        pm_gauss_mul(&x, &share[e].centre, total);
        fmpq_set_ui(y.centre.re, residue[e], 1);
        wrong += !drawn_congruent(&y, &x, p);
    }
    *singular += residue[nnz] == 0;
    pm_gauss_clear(&x);
    pm_value_clear(&y);
    pm_image_free(image);
    pm_images_clear(&images);
    pm_kasteleyn_clear(&k);
    free(residue);
    return wrong;
}

static void check_residues(struct test *t, bool bipartite)
{
    static const uint64_t primes[] = {3, 5, 7, 1000003};
    static struct drawn g;
    const enum pm_kind kind = bipartite ? PM_PERMANENT : PM_HAFNIAN;
    uint64_t state = 31;
    int wrong = 0, tried = 0, singular = 0;
    struct pm_value total;

    pm_value_init(&total);
    while (tried < 12) {
        drawn_grid(&g, 12, 13, bipartite ? 0 : 60, &state);
        drawn_thin(&g, 98, &state);
        drawn_weigh(&g, BRUTE_INTEGER, &state);
        struct pm_matrix *const a = bipartite ? drawn_biadjacency(&g) : drawn_adjacency(&g);
        if (a == NULL)
            continue;
        struct pm_value *const share = values_new(a);
        if (planar_shares(share, a, kind, 0) == PM_OK &&
            drawn_value(&total, a, kind, PM_WANT_EXACT, 0, &pm_engine_planar) == PM_OK) {
            for (int k = 0; k < 4; k++)
                wrong += count_wrong(&singular, a, kind, share, &total.centre, primes[k]);
            tried++;
        }
        values_free(share, a);
        pm_matrix_free(a);
    }
    pm_value_clear(&total);
    CHECK(t, wrong == 0 && singular > 5, "modulo small primes, %s: %d wrong, %d singular",
          bipartite ? "determinant" : "Pfaffian", wrong, singular);
}

/* ------------------------------------------------------------------ known shares */

/* The share of the edge that joins two vertices of the graph, in its adjacency matrix. */
static const struct pm_value *share_of(const struct pm_value *share, const struct pm_matrix *a,
                                       int u, int v)
{
    int e = a->start[u];

    while (a->col[e] != v)
        e++;
    return &share[e];
}

/* A ladder of n rungs has Z(n) = Z(n - 1) + Z(n - 2) matchings.  Rung k of 0 .. n - 1 has the share
 * Z(k) Z(n - 1 - k) / Z(n). */
static void check_ladder(struct test *t, int n)
{
    static struct drawn g;
    fmpz *const z = _fmpz_vec_init(n + 1);
    fmpq_t want;
    int wrong = 0;

    drawn_grid(&g, n, 2, 0, NULL);
    struct pm_matrix *const a = drawn_adjacency(&g);
    struct pm_value *const share = values_new(a);
    const pm_status status = planar_shares(share, a, PM_HAFNIAN, 0);
    fmpq_init(want);
    fmpz_one(z);
    fmpz_one(z + 1);
    for (int k = 2; k <= n; k++)
        fmpz_add(z + k, z + k - 1, z + k - 2);
    for (int k = 0; k < n && status == PM_OK; k++) {
        fmpz_mul(fmpq_numref(want), z + k, z + n - 1 - k);
        fmpz_set(fmpq_denref(want), z + n);
        fmpq_canonicalise(want);
        wrong += !fmpq_equal(share_of(share, a, 2 * k, 2 * k + 1)->centre.re, want);
    }
    CHECK(t, status == PM_OK && wrong == 0, "ladder of %d rungs: %d wrong", n, wrong);
    fmpq_clear(want);
    _fmpz_vec_clear(z, n + 1);
    values_free(share, a);
    pm_matrix_free(a);
}

/* The shares at every vertex add up to 1 within their error bounds. */
static void check_sums(struct test *t, int rows, int cols, int diagonal, int bits)
{
    static struct drawn g;
    uint64_t state = 3;
    struct pm_value sum;
    struct pm_gauss one;
    int wrong = 0;

    drawn_grid(&g, rows, cols, diagonal, &state);
    struct pm_matrix *const a = drawn_adjacency(&g);
    struct pm_value *const share = values_new(a);
    const pm_status status = planar_shares(share, a, PM_HAFNIAN, bits);
    pm_value_init(&sum);
    pm_gauss_init(&one);
    pm_gauss_set_si(&one, 1);
    for (int v = 0; v < a->rows && status == PM_OK; v++) {
        pm_gauss_set_si(&sum.centre, 0);
        sum.error = pm_mag_double(0, 0);
        for (int e = a->start[v]; e < a->start[v + 1]; e++)
            pm_value_add(&sum, &share[e]);
        wrong += !brute_contains(&sum, &one) || (bits > 0 && !pm_value_within(&sum, 0x1p-50));
    }
    CHECK(t, status == PM_OK && wrong == 0, "%d x %d vertices, %d bits: %d sums are not 1", rows,
          cols, bits, wrong);
    pm_value_clear(&sum);
    pm_gauss_clear(&one);
    values_free(share, a);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    for (int entries = 0; entries < BRUTE_KINDS; entries++)
        for (int bipartite = 0; bipartite < 2; bipartite++)
            check_random(&t, (enum brute_entries)entries, bipartite);
    check_hafnians(&t);
    check_residues(&t, true);
    check_residues(&t, false);
    check_ladder(&t, 400);
    check_sums(&t, 30, 40, 0, 0);
    check_sums(&t, 40, 40, 50, 53);
    return test_done(&t);
}
