/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `planar` on graphs whose number of perfect matchings is published or follows from a
 * formula; shares of edges that follow from a recurrence. */
#include "drawn.h"
#include "engine/abilities.h"
#include "query/entry_shares.h"

#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

extern const struct pm_engine pm_engine_planar;

static void check_count(struct test *t, const char *name, const struct drawn *g, bool bipartite,
                        const char *want)
{
    struct pm_matrix *const a = bipartite ? drawn_biadjacency(g) : drawn_adjacency(g);
    struct pm_value value;

    pm_value_init(&value);
    const pm_status status =
        drawn_value(&value, a, bipartite ? PM_PERMANENT : PM_HAFNIAN, &pm_engine_planar);
    brute_check_integer(t, name, status, &value, want);
    pm_value_clear(&value);
    pm_matrix_free(a);
}

/* x = 4 cos^2(pi k / (side + 1)) / divisor^2. */
static void grid_term(mpfr_t x, int k, int side, ulong divisor)
{
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_mul_ui(x, x, (ulong)k, MPFR_RNDN);
    mpfr_div_ui(x, x, (ulong)side + 1, MPFR_RNDN);
    mpfr_cos(x, x, MPFR_RNDN);
    mpfr_mul_ui(x, x, 2, MPFR_RNDN);
    mpfr_div_ui(x, x, divisor, MPFR_RNDN);
    mpfr_sqr(x, x, MPFR_RNDN);
}

/* Kasteleyn's product for the grid of even sides (1961), with enough bits.  Edges along rows weigh
 * 1 / across, edges along columns 1 / down. */
static void grid_product(mpfr_t product, int rows, int cols, ulong across, ulong down)
{
    const mpfr_prec_t bits = mpfr_get_prec(product);
    mpfr_t sum, x, *const y = malloc((size_t)cols * sizeof *y);

    mpfr_inits2(bits, sum, x, (mpfr_ptr)0);
    for (int j = 1; j <= cols / 2; j++) {
        mpfr_init2(y[j], bits);
        grid_term(y[j], j, cols, across);
    }
    mpfr_set_ui(product, 1, MPFR_RNDN);
    for (int i = 1; i <= rows / 2; i++) {
        grid_term(x, i, rows, down);
        for (int j = 1; j <= cols / 2; j++) {
            mpfr_add(sum, x, y[j], MPFR_RNDN);
            mpfr_mul(product, product, sum, MPFR_RNDN);
        }
    }
    for (int j = 1; j <= cols / 2; j++)
        mpfr_clear(y[j]);
    free(y);
    mpfr_clears(sum, x, (mpfr_ptr)0);
}

static char *grid_count(int rows, int cols)
{
    mpfr_t product;
    mpz_t z;

    mpfr_init2(product, rows * cols + 200);
    mpz_init(z);
    grid_product(product, rows, cols, 1, 1);
    mpfr_get_z(z, product, MPFR_RNDN);
    char *const text = mpz_get_str(NULL, 10, z);
    mpfr_clear(product);
    mpz_clear(z);
    return text;
}

/* ------------------------------------------------------------------ weights, any precision */

/* The grid of weights 1/2 along rows and 1/3 along columns. */
static void weighted_grid(struct drawn *g, int rows, int cols)
{
    drawn_grid(g, rows, cols, 0, NULL);
    for (int e = 0; e < g->edges; e++)
        g->divisor[e] = abs(g->u[e] - g->v[e]) == 1 ? 2 : 3;
}

/* Kasteleyn's product with more bits than the test compares. */
static void weighted_sum(struct pm_gauss *sum, int rows, int cols, int bits)
{
    mpfr_t product;
    mpq_t q;

    mpfr_init2(product, bits);
    mpq_init(q);
    grid_product(product, rows, cols, 2, 3);
    mpfr_get_q(q, product);
    fmpq_set_mpq(sum->re, q);
    mpfr_clear(product);
    mpq_clear(q);
}

/* The answer in balls, even where another way would be faster. */
static pm_status ball_value(struct pm_value *value, const struct pm_matrix *a, enum pm_kind kind,
                            int bits)
{
    const struct pm_core core = {.a = a, .kind = kind};
    const struct pm_limits limits = {.threads = 1};
    struct pm_cost cost;

    PM_TRY(pm_engine_planar.cost(&cost, &core, PM_REAL, &limits));
    const pm_status status = pm_engine_planar.more->any(value, &core, &cost, bits, &limits);
    pm_engine_planar.more->forget(cost.choice);
    return status;
}

static void check_ball(struct test *t, const char *name, const struct pm_matrix *a,
                       enum pm_kind kind, int bits, const struct pm_gauss *want)
{
    struct pm_value value;

    pm_value_init(&value);
    const pm_status status = ball_value(&value, a, kind, bits);
    CHECK(t,
          status == PM_OK && brute_contains(&value, want) &&
              pm_value_within(&value, ldexp(1, -bits)),
          "%s, %d bits, %s: %s, contained %d, within %d", name, bits,
          kind == PM_PERMANENT ? "determinant" : "Pfaffian", pm_status_name(status),
          brute_contains(&value, want), pm_value_within(&value, ldexp(1, -bits)));
    pm_value_clear(&value);
}

/* The same sum from tables over integers: the weights are multiplied by 6. */
static void exact_sum(struct pm_gauss *sum, struct drawn *g)
{
    struct pm_value value;
    fmpz_t scale;

    for (int e = 0; e < g->edges; e++) {
        g->weight[e] = 6 / g->divisor[e];
        g->divisor[e] = 1;
    }
    struct pm_matrix *const a = drawn_biadjacency(g);
    pm_value_init(&value);
    test_need(drawn_value(&value, a, PM_PERMANENT, pm_engine_find("tree")));
    fmpz_init(scale);
    fmpz_set_ui(scale, 6);
    fmpz_pow_ui(scale, scale, (ulong)g->vertices / 2);
    fmpq_div_fmpz(sum->re, value.centre.re, scale);
    fmpz_clear(scale);
    pm_value_clear(&value);
    pm_matrix_free(a);
}

/* Balls against the product, and against exact answers. */
static void check_weighted(struct test *t, int rows, int cols, bool exact)
{
    static struct drawn g;
    char name[64];
    struct pm_gauss want;

    weighted_grid(&g, rows, cols);
    struct pm_matrix *const a = drawn_biadjacency(&g), *const k = drawn_adjacency(&g);
    snprintf(name, sizeof name, "%d x %d grid with weights", rows, cols);
    pm_gauss_init(&want);
    weighted_sum(&want, rows, cols, 3000);
    check_ball(t, name, a, PM_PERMANENT, 200, &want);
    check_ball(t, name, k, PM_HAFNIAN, 200, &want);
    check_ball(t, name, a, PM_PERMANENT, 1000, &want);
    if (exact) {
        exact_sum(&want, &g);
        check_ball(t, name, a, PM_PERMANENT, 200, &want);
        check_ball(t, name, k, PM_HAFNIAN, 1000, &want);
    }
    pm_gauss_clear(&want);
    pm_matrix_free(a);
    pm_matrix_free(k);
}

/* A sum that is 0 although no entry is 0: the answer is a small ball around 0. */
static void check_cancelled(struct test *t)
{
    static struct drawn g;
    struct pm_gauss nothing;
    struct pm_value value;

    drawn_grid(&g, 2, 2, 0, NULL);
    for (int e = 0; e < g.edges; e++) { /* 1/3 1/7 - 1/3 1/7 */
        const int ends = g.u[e] + g.v[e];
        g.divisor[e] = ends <= 2 ? 3 : 7;
        g.weight[e] = ends == 2 ? -1 : 1;
    }
    struct pm_matrix *const a = drawn_biadjacency(&g);
    pm_gauss_init(&nothing);
    pm_value_init(&value);
    const pm_status status = ball_value(&value, a, PM_PERMANENT, 200);
    CHECK(t, status == PM_OK && brute_contains(&value, &nothing) && value.error.e < -1000,
          "a sum that cancels: %s, error 2^%lld", pm_status_name(status), (long long)value.error.e);
    pm_value_clear(&value);
    pm_gauss_clear(&nothing);
    pm_matrix_free(a);
}

/* ------------------------------------------------------------------ counts */

static void check_grids(struct test *t)
{
    static struct drawn g;
    const int size[][2] = {{2, 2}, {4, 6}, {8, 8}, {16, 16}, {30, 40}};

    for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
        char name[64];
        char *const want = grid_count(size[k][0], size[k][1]);
        snprintf(name, sizeof name, "%d x %d grid", size[k][0], size[k][1]);
        drawn_grid(&g, size[k][0], size[k][1], 0, NULL);
        check_count(t, name, &g, true, want);
        check_count(t, name, &g, false, want);
        free(want);
    }
    drawn_grid(&g, 8, 8, 0, NULL);
    check_count(t, "8 x 8 grid", &g, true, "12988816"); /* OEIS A004003 */
    drawn_grid(&g, 7, 8, 0, NULL);
    check_count(t, "7 x 8 grid", &g, true, "1292697");
    drawn_grid(&g, 7, 7, 0, NULL);
    check_count(t, "7 x 7 grid", &g, false, "0");
    const char *const centre[] = {"2", "196", "75272", "599466256"}; /* OEIS A143659 */
    for (int n = 1; n <= 4; n++) {
        drawn_grid(&g, 2 * n + 1, 2 * n + 1, 0, NULL);
        drawn_drop(&g, g.vertices / 2);
        check_count(t, "odd grid without its centre", &g, true, centre[n - 1]);
        check_count(t, "odd grid without its centre", &g, false, centre[n - 1]);
    }
}

/* Ten thousand vertices. */
static void check_large(struct test *t)
{
    static struct drawn g;
    char *const want = grid_count(100, 100);

    drawn_grid(&g, 100, 100, 0, NULL);
    check_count(t, "100 x 100 grid", &g, true, want);
    free(want);
}

/* K_n, K_3,3 and the Petersen graph are not planar.  K_20 is too far from it. */
static void check_not_planar(struct test *t)
{
    static struct drawn g;
    static const int vertices[] = {8, 6, 10, 20};
    static const char *const want[] = {"105", "6", "6"}; /* 7!!, 3!, and by hand */
    struct pm_value value;

    for (int which = 0; which < 4; which++) {
        g = (struct drawn){.vertices = vertices[which]};
        for (int u = 0; u < g.vertices; u++)
            for (int v = u + 1; v < g.vertices; v++)
                if (which % 3 == 0 ? true
                    : which == 1   ? (u < 3) != (v < 3)
                    : v < 5        ? v - u == 1 || v - u == 4
                    : u < 5        ? v - u == 5
                                   : v - u == 2 || v - u == 3)
                    drawn_join(&g, u, v);
        if (which < 3)
            check_count(t, "not planar", &g, which == 1, want[which]);
    }
    struct pm_matrix *const a = drawn_adjacency(&g);
    pm_value_init(&value);
    const pm_status status = drawn_value(&value, a, PM_HAFNIAN, &pm_engine_planar);
    CHECK(t, status == PM_UNABLE && strstr(pm_message(), "not planar") != NULL, "K_20: %s",
          status == PM_OK ? "answered" : pm_message());
    pm_matrix_free(a);
    pm_value_clear(&value);
}

/* ------------------------------------------------------------------ known shares */

static pm_status planar_shares(struct pm_value *share, const struct pm_matrix *a, enum pm_kind kind,
                               int bits)
{
    const struct pm_planner planner = {
        .ask = {.want = bits > 0 ? PM_WANT_FLOATING : PM_WANT_EXACT, .bits = bits},
        .policy = {.engine = &pm_engine_planar,
                   .limits = {.memory = UINT64_C(1) << 30, .threads = 2}}};
    struct pm_core core = {.kind = kind};
    struct pm_matrix *whole;

    test_need(pm_matrix_integers(&whole, a));
    core.a = whole;
    const pm_status status = pm_entry_shares(share, &core, &planner, NULL);
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
        int e = a->start[2 * k];
        while (a->col[e] != 2 * k + 1)
            e++;
        wrong += !fmpq_equal(share[e].centre.re, want);
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

/* A wheel of n vertices: vertex 0 is joined to all of an odd circle.  Each of the n - 1 matchings
 * has one spoke.  Nearly all vertices have the same distance from any of them, so that no small set
 * separates the graph. */
static void check_wheel(struct test *t, int n)
{
    static struct drawn g;
    fmpq_t spoke, rim;
    int wrong = 0;

    g = (struct drawn){.vertices = n};
    for (int v = 1; v < n; v++) {
        drawn_join(&g, 0, v);
        drawn_join(&g, v, v % (n - 1) + 1);
    }
    struct pm_matrix *const a = drawn_adjacency(&g);
    struct pm_value *const share = values_new(a);
    const pm_status status = planar_shares(share, a, PM_HAFNIAN, 0);
    fmpq_init(spoke);
    fmpq_init(rim);
    fmpq_set_si(spoke, 1, (ulong)n - 1);
    fmpq_set_si(rim, n / 2 - 1, (ulong)n - 1);
    for (int v = 0; v < n && status == PM_OK; v++)
        for (int e = a->start[v]; e < a->start[v + 1]; e++)
            wrong += !fmpq_equal(share[e].centre.re, v == 0 || a->col[e] == 0 ? spoke : rim);
    CHECK(t, status == PM_OK && wrong == 0, "wheel of %d vertices: %d shares are wrong", n, wrong);
    fmpq_clear(spoke);
    fmpq_clear(rim);
    values_free(share, a);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    check_grids(&t);
    check_large(&t);
    check_not_planar(&t);
    check_ladder(&t, 400);
    check_wheel(&t, 60);
    check_sums(&t, 30, 40, 0, 0);
    check_sums(&t, 40, 40, 50, 53);
    check_weighted(&t, 2, 2, true);
    check_weighted(&t, 6, 8, true);
    check_weighted(&t, 12, 10, true);
    check_weighted(&t, 40, 30, false);
    check_cancelled(&t);
    return test_done(&t);
}
