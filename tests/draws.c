/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of planar graphs.  Tests compare how often an edge or a matching is
 * drawn with its exact share, which comes from a recurrence, from counting, and from hafnians. */
#include "drawn.h"
#include "query/draw.h"
#include "query/entry_shares.h"

#include <math.h>
#include <stdlib.h>

enum { MAX = 200, DRAWS = 600 };

static const struct pm_limits limits = {.memory = 1 << 28, .threads = 2};

/* ------------------------------------------------------------------ graphs */

static void join(struct drawn *g, int u, int v, long weight)
{
    drawn_join(g, u, v);
    g->weight[g->edges - 1] = weight;
}

static long beside(int i, int j, int n)
{
    (void)n;
    return abs(i - j) <= 1;
}

/* A ladder of n rungs of weight y with other edges of weight x, as a biadjacency matrix: the ends
 * of rung k are row k and column k. */
static struct pm_matrix *ladder(int n, long x, long y)
{
    struct pm_matrix *const a = brute_from(n, n, beside);

    for (int i = 0; i < n; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            fmpq_set_si(a->re + k, a->col[k] == i ? y : x, 1);
    return a;
}

/* rows x cols squares with a diagonal in each: not bipartite. */
static struct pm_matrix *triangles(int rows, int cols)
{
    static struct drawn g;

    g = (struct drawn){.vertices = rows * cols};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const int at = i * cols + j;
            if (j + 1 < cols)
                join(&g, at, at + 1, 1 + (i + j) % 3);
            if (i + 1 < rows)
                join(&g, at, at + cols, 2);
            if (i + 1 < rows && j + 1 < cols)
                join(&g, at, at + cols + 1, 1 + j % 2);
        }
    return drawn_adjacency(&g);
}

/* ------------------------------------------------------------------ checks */

extern const struct pm_engine pm_engine_planar, pm_engine_hafnian;

/* Engine `hafnian` has no shares of its own: they come from one hafnian for each edge. */
static const struct pm_query_ask one_by_one = {.engine = &pm_engine_hafnian,
                                               .limits = {.memory = 1 << 28, .threads = 2}};

/* mate[k n + i] is the partner of row i in draw k: a column, or another vertex. */
static pm_status planar_sample(int *mate, size_t count, uint64_t seed, const struct pm_matrix *a,
                               enum pm_kind kind)
{
    const struct pm_query_ask ask = {.engine = &pm_engine_planar, .limits = limits};
    const struct pm_core core = {.a = a, .kind = kind};

    PM_TRY(pm_draw(mate, count, &seed, &core, MAX, &ask));
    for (size_t k = 0; k < count * (size_t)a->rows; k++)
        mate[k] = a->col[mate[k]];
    return PM_OK;
}

static int *draw(struct test *t, const struct pm_matrix *a, enum pm_kind kind, uint64_t seed)
{
    int *const mate = calloc((size_t)DRAWS * (size_t)a->rows, sizeof *mate);

    if (mate == NULL || planar_sample(mate, DRAWS, seed, a, kind) != PM_OK) {
        CHECK(t, false, "drawing: %s", pm_message());
        exit(1);
    }
    return mate;
}

/* True if `seen` of DRAWS draws is within five standard deviations of the mean for probability p.
 */
static bool is_likely(int seen, double p)
{
    return fabs(seen - DRAWS * p) <= 5 * sqrt(DRAWS * p * (1 - p)) + 1e-9;
}

/* True if every draw uses every column once, and only entries of the matrix. */
static bool are_matchings(const int *mate, const struct pm_matrix *a, bool symmetric)
{
    for (int k = 0; k < DRAWS; k++) {
        const int *const one = mate + (size_t)k * (size_t)a->rows;
        bool seen[MAX] = {false};
        for (int i = 0; i < a->rows; i++) {
            bool edge = false;
            for (int e = a->start[i]; e < a->start[i + 1]; e++)
                edge |= a->col[e] == one[i];
            if (!edge || seen[one[i]] || (symmetric && one[one[i]] != i))
                return false;
            seen[one[i]] = true;
        }
    }
    return true;
}

static int count_edge(const int *mate, int n, int u, int v)
{
    int seen = 0;

    for (int k = 0; k < DRAWS; k++)
        seen += mate[(size_t)k * (size_t)n + (size_t)u] == v;
    return seen;
}

/* A ladder of n rungs has matchings of total weight Z(n) = y Z(n - 1) + x^2 Z(n - 2).  Rung k of 0
 * .. n - 1 has the share y Z(k) Z(n - 1 - k) / Z(n). */
static void test_ladder(struct test *t, int n, long x, long y)
{
    double z[MAX + 1] = {1, (double)y};
    struct pm_matrix *const a = ladder(n, x, y);
    int *const mate = draw(t, a, PM_PERMANENT, (uint64_t)n);
    bool good = true;

    for (int k = 2; k <= n; k++)
        z[k] = (double)y * z[k - 1] + (double)(x * x) * z[k - 2];
    CHECK(t, are_matchings(mate, a, false), "draws of a ladder of %d rungs are matchings", n);
    for (int k = 0; k < n; k++)
        good &= is_likely(count_edge(mate, n, k, k), (double)y * z[k] * z[n - 1 - k] / z[n]);
    CHECK(t, good, "its %d rungs are drawn by their shares", n);
    free(mate);
    pm_matrix_free(a);
}

static void test_triangles(struct test *t, int rows, int cols)
{
    struct pm_matrix *const a = triangles(rows, cols);
    const int n = a->rows, nnz = pm_matrix_nnz(a);
    int *const mate = draw(t, a, PM_HAFNIAN, 5);
    struct pm_value *const share = calloc((size_t)nnz, sizeof *share);
    bool good = true;

    CHECK(t, are_matchings(mate, a, true), "draws of %d x %d triangles are matchings", rows, cols);
    for (int e = 0; e < nnz; e++)
        pm_value_init(&share[e]);
    CHECK(t,
          pm_entry_shares(share, &(struct pm_core){.a = a, .kind = PM_HAFNIAN}, &one_by_one) ==
              PM_OK,
          "shares of its edges are found");
    for (int i = 0; i < n; i++)
        for (int e = a->start[i]; e < a->start[i + 1]; e++)
            good &= is_likely(count_edge(mate, n, i, a->col[e]), fmpq_get_d(share[e].centre.re));
    CHECK(t, good, "its %d edges are drawn by their shares", nnz / 2);
    for (int e = 0; e < nnz; e++)
        pm_value_clear(&share[e]);
    free(share);
    free(mate);
    pm_matrix_free(a);
}

/* Two hexagons that share an edge have four matchings of different weights.  The test counts how
 * often each is drawn. */
static void test_naphthalene(struct test *t)
{
    static struct drawn g;
    int seen[3] = {0};

    /* The ring 0 1 2 3 4 5 6 7 8 9 with the bond 4 - 9. */
    g = (struct drawn){.vertices = 10};
    for (int v = 0; v < 10; v++)
        join(&g, v, (v + 1) % 10, 1 + v % 3);
    join(&g, 4, 9, 7);
    struct pm_matrix *const a = drawn_adjacency(&g);
    int *const mate = draw(t, a, PM_HAFNIAN, 11);
    for (int k = 0; k < DRAWS; k++) {
        const int *const one = mate + (size_t)k * 10;
        seen[one[4] == 9 ? 2 : one[0] == 1 ? 0 : 1]++;
    }
    /* Bonds v - v + 1 weigh 1, 2, 3, 1, 2, ... Without 4 - 9 there are two matchings: all even
     * bonds, 1 3 2 1 3, and all odd bonds, 2 1 3 2 1.  With 4 - 9 the rest is two paths of four
     * vertices, 0 - 3 and 5 - 8, and each matching has two bonds of one path: 1 x 3, and 3 x 2. */
    const double all = 18 + 12 + 7 * 3 * 6;
    CHECK(t,
          is_likely(seen[0], 18 / all) && is_likely(seen[1], 12 / all) &&
              is_likely(seen[2], 126 / all),
          "the three structures of naphthalene are drawn by their weights");
    free(mate);
    pm_matrix_free(a);
}

static void test_refusals(struct test *t)
{
    static struct drawn g;
    struct pm_matrix *const dense = brute_from(4, 4, brute_one);
    int mate[8];

    CHECK(t, planar_sample(mate, 1, 1, dense, PM_PERMANENT) == PM_UNABLE, "K_4,4 is not planar");
    pm_matrix_free(dense);
    g = (struct drawn){.vertices = 4};
    for (int v = 1; v < 4; v++)
        drawn_join(&g, 0, v);
    struct pm_matrix *const star = drawn_adjacency(&g);
    CHECK(t, planar_sample(mate, 1, 1, star, PM_HAFNIAN) == PM_DOMAIN,
          "a star has no perfect matching");
    pm_matrix_free(star);
}

int main(void)
{
    struct test t = {0};

    test_ladder(&t, 10, 1, 1);
    if (test_effort() != TEST_SHORT)
        test_ladder(&t, 100, 1, 1);
    test_ladder(&t, test_effort() == TEST_SHORT ? 60 : 120, 2, 3);
    test_triangles(&t, 4, 4);
    test_triangles(&t, 3, 24);
    test_naphthalene(&t);
    test_refusals(&t);
    return test_done(&t);
}
