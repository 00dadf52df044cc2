/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `planar`: random planar graphs against the definition and against other engines, and
 * graphs whose number of perfect matchings is published or follows from a formula. */
#include "brute.h"
#include "run/run.h"

#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

extern const struct pm_engine pm_engine_planar, pm_engine_ryser;

/* ------------------------------------------------------------------ graphs */

enum { MAX_VERTICES = 20000, MAX_EDGES = 60000 };

struct graph {
    int vertices, edges;
    int u[MAX_EDGES], v[MAX_EDGES];
    long weight[MAX_EDGES], imaginary[MAX_EDGES], divisor[MAX_EDGES];
};

static void join(struct graph *g, int u, int v)
{
    if (g->edges == MAX_EDGES)
        abort();
    g->u[g->edges] = u;
    g->v[g->edges] = v;
    g->weight[g->edges] = g->divisor[g->edges] = 1;
    g->imaginary[g->edges++] = 0;
}

/* rows x cols squares, and with chance `diagonal` percent one of the two diagonals of each. */
static void grid(struct graph *g, int rows, int cols, int diagonal, uint64_t *state)
{
    g->vertices = rows * cols;
    g->edges = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const int at = i * cols + j;
            if (j + 1 < cols)
                join(g, at, at + 1);
            if (i + 1 < rows)
                join(g, at, at + cols);
            if (j + 1 < cols && i + 1 < rows && diagonal > 0 &&
                test_between(state, 1, 100) <= diagonal) {
                if (test_between(state, 0, 1))
                    join(g, at, at + cols + 1);
                else
                    join(g, at + 1, at + cols);
            }
        }
}

/* Keeps each edge with a chance of `percent`, and renames the vertices. */
static void thin(struct graph *g, int percent, uint64_t *state)
{
    static int name[MAX_VERTICES];
    int kept = 0;

    for (int v = 0; v < g->vertices; v++) {
        const int w = test_between(state, 0, v);
        name[v] = name[w];
        name[w] = v;
    }
    for (int e = 0; e < g->edges; e++)
        if (test_between(state, 1, 100) <= percent) {
            g->u[kept] = name[g->u[e]];
            g->v[kept] = name[g->v[e]];
            kept++;
        }
    g->edges = kept;
}

static void weigh(struct graph *g, enum brute_entries kind, uint64_t *state)
{
    for (int e = 0; e < g->edges; e++) {
        g->weight[e] = kind == BRUTE_PATTERN ? 1 : test_between(state, -9, 9);
        g->imaginary[e] = kind == BRUTE_GAUSSIAN ? test_between(state, -9, 9) : 0;
        g->divisor[e] = kind == BRUTE_DECIMAL ? test_between(state, 1, 10) : 1;
    }
}

/* Removes a vertex; the last one takes its name. */
static void drop(struct graph *g, int vertex)
{
    int kept = 0;

    for (int e = 0; e < g->edges; e++)
        if (g->u[e] != vertex && g->v[e] != vertex) {
            g->u[kept] = g->u[e] == g->vertices - 1 ? vertex : g->u[e];
            g->v[kept] = g->v[e] == g->vertices - 1 ? vertex : g->v[e];
            kept++;
        }
    g->edges = kept;
    g->vertices--;
}

static void enter(struct pm_triplets *t, int i, int j, const struct graph *g, int e)
{
    fmpq_t re, im;

    fmpq_init(re);
    fmpq_init(im);
    fmpq_set_si(re, g->weight[e], (ulong)g->divisor[e]);
    fmpq_set_si(im, g->imaginary[e], (ulong)g->divisor[e]);
    if (pm_triplets_add(t, i, j, re, t->complex_values ? im : NULL) != PM_OK)
        abort();
    fmpq_clear(re);
    fmpq_clear(im);
}

static bool is_complex(const struct graph *g)
{
    for (int e = 0; e < g->edges; e++)
        if (g->imaginary[e] != 0)
            return true;
    return false;
}

static struct pm_matrix *adjacency(const struct graph *g)
{
    struct pm_triplets t;
    struct pm_matrix *a;

    pm_triplets_init(&t, g->vertices, g->vertices, is_complex(g));
    for (int e = 0; e < g->edges; e++) {
        enter(&t, g->u[e], g->v[e], g, e);
        enter(&t, g->v[e], g->u[e], g, e);
    }
    if (pm_matrix_from_triplets(&a, &t) != PM_OK)
        abort();
    pm_triplets_clear(&t);
    return a;
}

/* Colours by spreading along edges; a side of each component that is larger gives no matching, so
 * any assignment will do there as long as the sides come out equal: NULL where they do not. */
static struct pm_matrix *biadjacency(const struct graph *g)
{
    static int side[MAX_VERTICES], place[MAX_VERTICES];
    int count[2] = {0, 0};
    struct pm_triplets t;
    struct pm_matrix *a;

    for (int v = 0; v < g->vertices; v++)
        side[v] = -1;
    for (int v = 0; v < g->vertices; v++) {
        bool spreading = side[v] < 0;
        if (spreading)
            side[v] = count[0] > count[1];
        while (spreading) {
            spreading = false;
            for (int e = 0; e < g->edges; e++)
                if ((side[g->u[e]] < 0) != (side[g->v[e]] < 0)) {
                    spreading = true;
                    if (side[g->u[e]] < 0)
                        side[g->u[e]] = !side[g->v[e]];
                    else
                        side[g->v[e]] = !side[g->u[e]];
                }
        }
        place[v] = count[side[v]]++;
    }
    if (count[0] != count[1])
        return NULL;
    pm_triplets_init(&t, count[0], count[0], is_complex(g));
    for (int e = 0; e < g->edges; e++) {
        const int u = side[g->u[e]] ? g->v[e] : g->u[e], v = side[g->u[e]] ? g->u[e] : g->v[e];
        enter(&t, place[u], place[v], g, e);
    }
    if (pm_matrix_from_triplets(&a, &t) != PM_OK)
        abort();
    pm_triplets_clear(&t);
    return a;
}

/* ------------------------------------------------------------------ running */

static pm_status run(struct pm_value *value, const struct pm_matrix *a, enum pm_kind kind,
                     enum pm_want want, uint64_t prime, const struct pm_engine *engine)
{
    const struct pm_core core = {.a = a, .kind = kind};
    const struct pm_planner planner = {.kind = kind,
                                       .want = want,
                                       .bits = 53,
                                       .complex_values = a->im != NULL,
                                       .engine = engine,
                                       .prime = prime,
                                       .limits = {.memory = UINT64_C(1) << 30, .threads = 2}};
    struct pm_way way;

    PM_TRY(pm_way_find(&way, &core, &planner, NULL));
    const pm_status status = pm_run_way(value, a, &way, &planner);
    pm_way_clear(&way);
    return status;
}

static bool congruent(const struct pm_value *x, const struct pm_gauss *y, uint64_t p)
{
    fmpq_t gap;

    fmpq_init(gap);
    fmpq_sub(gap, x->centre.re, y->re);
    const bool same = fmpz_fdiv_ui(fmpq_numref(gap), p) == 0;
    fmpq_clear(gap);
    return same;
}

/* Random planar graphs, bipartite or not, against the definition: exactly, or modulo a prime; small
 * primes divide many pivots. */
static void check_random(struct test *t, enum brute_entries kind, bool bipartite, uint64_t prime)
{
    static struct graph g;
    uint64_t state = 17 + (uint64_t)kind + (bipartite ? 100 : 0);
    struct pm_gauss truth;
    struct pm_value value;
    int wrong = 0, nonzero = 0, tried = 0;
    const enum pm_want want = prime != 0 ? PM_WANT_RESIDUE : PM_WANT_EXACT;

    pm_gauss_init(&truth);
    pm_value_init(&value);
    for (int round = 0; round < 600; round++) {
        grid(&g, test_between(&state, 1, 4), test_between(&state, 1, 4),
             bipartite ? 0 : test_between(&state, 0, 100), &state);
        thin(&g, test_between(&state, 60, 100), &state);
        weigh(&g, kind, &state);
        struct pm_matrix *const a = bipartite ? biadjacency(&g) : adjacency(&g);
        if (a == NULL)
            continue;
        if (bipartite)
            brute_permanent(&truth, a);
        else
            brute_hafnian(&truth, a);
        const pm_status status =
            run(&value, a, bipartite ? PM_PERMANENT : PM_HAFNIAN, want, prime, &pm_engine_planar);
        wrong += status != PM_OK || !(want == PM_WANT_EXACT ? pm_gauss_equal(&value.centre, &truth)
                                                            : congruent(&value, &truth, prime));
        nonzero += !pm_gauss_is_zero(&truth);
        tried++;
        pm_matrix_free(a);
    }
    pm_value_clear(&value);
    pm_gauss_clear(&truth);
    CHECK(t, wrong == 0 && nonzero > 50, "random%s, kind %d, prime %d: %d of %d wrong, %d not 0",
          bipartite ? " bipartite" : "", (int)kind, (int)prime, wrong, tried, nonzero);
}

/* Bipartite graphs with holes in three ways: determinant, Pfaffian, Ryser. */
static void check_agreement(struct test *t)
{
    static struct graph g;
    uint64_t state = 2024;
    struct pm_value half, whole, other;
    int wrong = 0, tried = 0, nonzero = 0;

    pm_value_init(&half);
    pm_value_init(&whole);
    pm_value_init(&other);
    while (tried < 60) {
        grid(&g, 5, 7, 0, &state);
        for (int holes = test_between(&state, 1, 7); holes > 0; holes--)
            drop(&g, test_between(&state, 0, g.vertices - 1));
        thin(&g, 97, &state);
        weigh(&g, BRUTE_INTEGER, &state);
        struct pm_matrix *const a = biadjacency(&g), *const b = adjacency(&g);
        if (a != NULL) {
            wrong += run(&half, a, PM_PERMANENT, PM_WANT_EXACT, 0, &pm_engine_planar) != PM_OK ||
                     run(&whole, b, PM_HAFNIAN, PM_WANT_EXACT, 0, &pm_engine_planar) != PM_OK ||
                     run(&other, a, PM_PERMANENT, PM_WANT_EXACT, 0, &pm_engine_ryser) != PM_OK ||
                     !pm_gauss_equal(&half.centre, &whole.centre) ||
                     !pm_gauss_equal(&half.centre, &other.centre);
            nonzero += !pm_gauss_is_zero(&half.centre);
            tried++;
        }
        pm_matrix_free(a);
        pm_matrix_free(b);
    }
    pm_value_clear(&half);
    pm_value_clear(&whole);
    pm_value_clear(&other);
    CHECK(t, wrong == 0 && nonzero > 20, "with holes: %d of %d wrong, %d not 0", wrong, tried,
          nonzero);
}

/* Graphs of many fronts modulo small primes, where pivots are often 0 and rows are delayed. */
static void check_delays(struct test *t, bool bipartite)
{
    static struct graph g;
    static const uint64_t primes[] = {3, 5, 7, 11};
    uint64_t state = 99;
    struct pm_value exact, residue;
    int wrong = 0, nonzero = 0;

    pm_value_init(&exact);
    pm_value_init(&residue);
    for (int round = 0; round < 12; round++) {
        const enum pm_kind kind = bipartite ? PM_PERMANENT : PM_HAFNIAN;
        grid(&g, 14, 16, bipartite ? 0 : 60, &state);
        thin(&g, 98, &state);
        weigh(&g, BRUTE_INTEGER, &state);
        struct pm_matrix *const a = bipartite ? biadjacency(&g) : adjacency(&g);
        if (a == NULL)
            continue;
        wrong += run(&exact, a, kind, PM_WANT_EXACT, 0, &pm_engine_planar) != PM_OK;
        for (int k = 0; k < 4; k++) {
            wrong +=
                run(&residue, a, kind, PM_WANT_RESIDUE, primes[k], &pm_engine_planar) != PM_OK ||
                !congruent(&residue, &exact.centre, primes[k]);
            nonzero += !pm_gauss_is_zero(&residue.centre);
        }
        pm_matrix_free(a);
    }
    pm_value_clear(&exact);
    pm_value_clear(&residue);
    CHECK(t, wrong == 0 && nonzero > 10, "small primes, %s: %d wrong, %d not 0",
          bipartite ? "determinant" : "Pfaffian", wrong, nonzero);
}

/* True where the exact number lies within the bound of the floating one, which is tight. */
static bool encloses(const struct pm_value *ball, const struct pm_value *exact)
{
    fmpq_t gap, bound;

    fmpq_init(gap);
    fmpq_init(bound);
    fmpq_sub(gap, ball->centre.re, exact->centre.re);
    fmpq_abs(gap, gap);
    pm_mag_get_fmpq(bound, ball->error);
    bool good = fmpq_cmp(gap, bound) <= 0;
    fmpq_mul_2exp(bound, bound, 53);
    fmpq_abs(gap, exact->centre.re);
    good &= fmpq_cmp(bound, gap) < 0;
    fmpq_clear(gap);
    fmpq_clear(bound);
    return good;
}

/* Floating answers enclose exact ones; weights of either sign, so that many terms cancel. */
static void check_balls(struct test *t, bool bipartite)
{
    static struct graph g;
    uint64_t state = 41;
    struct pm_value exact, ball;
    int wrong = 0, zero = 0, nonzero = 0;
    const enum pm_kind kind = bipartite ? PM_PERMANENT : PM_HAFNIAN;

    pm_value_init(&exact);
    pm_value_init(&ball);
    for (int round = 0; round < 40; round++) {
        grid(&g, test_between(&state, 2, 14), test_between(&state, 2, 14), bipartite ? 0 : 60,
             &state);
        thin(&g, 98, &state);
        weigh(&g, BRUTE_INTEGER, &state);
        struct pm_matrix *const a = bipartite ? biadjacency(&g) : adjacency(&g);
        if (a == NULL)
            continue;
        wrong += run(&exact, a, kind, PM_WANT_EXACT, 0, &pm_engine_planar) != PM_OK;
        const pm_status status = run(&ball, a, kind, PM_WANT_FLOATING, 0, &pm_engine_planar);
        if (pm_gauss_is_zero(&exact.centre)) {
            wrong += status == PM_OK && !pm_gauss_is_zero(&ball.centre);
            zero++;
        } else {
            wrong += status != PM_OK || !encloses(&ball, &exact);
            nonzero++;
        }
        pm_matrix_free(a);
    }
    pm_value_clear(&exact);
    pm_value_clear(&ball);
    CHECK(t, wrong == 0 && nonzero > 8, "balls, %s: %d wrong, %d not 0, %d are 0",
          bipartite ? "determinant" : "Pfaffian", wrong, nonzero, zero);
}

/* ------------------------------------------------------------------ known counts */

static void check_count(struct test *t, const char *name, const struct graph *g, bool bipartite,
                        const char *want)
{
    struct pm_matrix *const a = bipartite ? biadjacency(g) : adjacency(g);
    struct pm_value value;
    char *got = NULL;

    pm_value_init(&value);
    const pm_status status =
        run(&value, a, bipartite ? PM_PERMANENT : PM_HAFNIAN, PM_WANT_EXACT, 0, &pm_engine_planar);
    if (status == PM_OK)
        got = fmpq_get_str(NULL, 10, value.centre.re);
    CHECK(t, got != NULL && strcmp(got, want) == 0, "%s, %s: %.60s, want %.60s", name,
          bipartite ? "determinant" : "Pfaffian", got != NULL ? got : pm_message(), want);
    flint_free(got);
    pm_value_clear(&value);
    pm_matrix_free(a);
}

/* x = 4 cos^2(pi k / (side + 1)). */
static void grid_term(mpfr_t x, int k, int side)
{
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_mul_ui(x, x, (ulong)k, MPFR_RNDN);
    mpfr_div_ui(x, x, (ulong)side + 1, MPFR_RNDN);
    mpfr_cos(x, x, MPFR_RNDN);
    mpfr_sqr(x, x, MPFR_RNDN);
    mpfr_mul_ui(x, x, 4, MPFR_RNDN);
}

/* Kasteleyn's product for the grid of even sides, 1961; with bits to spare. */
static char *grid_count(int rows, int cols)
{
    const mpfr_prec_t bits = rows * cols + 200;
    mpfr_t product, sum, x, *const y = malloc((size_t)cols * sizeof *y);
    mpz_t z;

    mpfr_inits2(bits, product, sum, x, (mpfr_ptr)0);
    mpz_init(z);
    for (int j = 1; j <= cols / 2; j++) {
        mpfr_init2(y[j], bits);
        grid_term(y[j], j, cols);
    }
    mpfr_set_ui(product, 1, MPFR_RNDN);
    for (int i = 1; i <= rows / 2; i++) {
        grid_term(x, i, rows);
        for (int j = 1; j <= cols / 2; j++) {
            mpfr_add(sum, x, y[j], MPFR_RNDN);
            mpfr_mul(product, product, sum, MPFR_RNDN);
        }
    }
    mpfr_get_z(z, product, MPFR_RNDN);
    char *const text = mpz_get_str(NULL, 10, z);
    for (int j = 1; j <= cols / 2; j++)
        mpfr_clear(y[j]);
    free(y);
    mpfr_clears(product, sum, x, (mpfr_ptr)0);
    mpz_clear(z);
    return text;
}

static void check_grids(struct test *t)
{
    static struct graph g;
    const int size[][2] = {{2, 2}, {4, 6}, {8, 8}, {16, 16}, {30, 40}};

    for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
        char name[64];
        char *const want = grid_count(size[k][0], size[k][1]);
        snprintf(name, sizeof name, "%d x %d grid", size[k][0], size[k][1]);
        grid(&g, size[k][0], size[k][1], 0, NULL);
        check_count(t, name, &g, true, want);
        check_count(t, name, &g, false, want);
        free(want);
    }
    grid(&g, 8, 8, 0, NULL);
    check_count(t, "8 x 8 grid", &g, true, "12988816"); /* OEIS A004003 */
    grid(&g, 7, 8, 0, NULL);
    check_count(t, "7 x 8 grid", &g, true, "1292697");
    grid(&g, 7, 7, 0, NULL);
    check_count(t, "7 x 7 grid", &g, false, "0");
    const char *const centre[] = {"2", "196", "75272", "599466256"}; /* OEIS A143659 */
    for (int n = 1; n <= 4; n++) {
        grid(&g, 2 * n + 1, 2 * n + 1, 0, NULL);
        drop(&g, g.vertices / 2);
        check_count(t, "odd grid without its centre", &g, true, centre[n - 1]);
        check_count(t, "odd grid without its centre", &g, false, centre[n - 1]);
    }
}

/* Elkies, Kuperberg, Larsen and Propp 1992: 2^(n (n + 1) / 2). */
static void check_aztec(struct test *t, int n, bool both)
{
    static struct graph g;
    static int at[128][128];
    char name[32];
    fmpz_t count;

    g = (struct graph){.vertices = 0};
    for (int x = 0; x < 2 * n; x++)
        for (int y = 0; y < 2 * n; y++)
            at[x][y] = abs(2 * (x - n) + 1) + abs(2 * (y - n) + 1) <= 2 * n ? g.vertices++ : -1;
    for (int x = 0; x < 2 * n; x++)
        for (int y = 0; y < 2 * n; y++) {
            if (at[x][y] >= 0 && x + 1 < 2 * n && at[x + 1][y] >= 0)
                join(&g, at[x][y], at[x + 1][y]);
            if (at[x][y] >= 0 && y + 1 < 2 * n && at[x][y + 1] >= 0)
                join(&g, at[x][y], at[x][y + 1]);
        }
    snprintf(name, sizeof name, "Aztec diamond of order %d", n);
    fmpz_init(count);
    fmpz_one(count);
    fmpz_mul_2exp(count, count, (ulong)(n * (n + 1) / 2));
    char *const want = fmpz_get_str(NULL, 10, count);
    check_count(t, name, &g, true, want);
    if (both)
        check_count(t, name, &g, false, want);
    flint_free(want);
    fmpz_clear(count);
}

/* Lozenge tilings of a hexagon: MacMahon's product of (i + j + k - 1) / (i + j + k - 2). */
static void check_hexagon(struct test *t, int a, int b, int c, bool both)
{
    static struct graph g;
    static int up[64][64], down[64][64];
    char name[32];
    fmpq_t count, factor;

    g = (struct graph){.vertices = 0};
    for (int x = 0; x < a + c; x++)
        for (int y = 0; y < b + c; y++) {
            up[x][y] = x + y >= c && x + y + 1 <= a + b + c ? g.vertices++ : -1;
            down[x][y] = x + y + 1 >= c && x + y + 2 <= a + b + c ? g.vertices++ : -1;
        }
    for (int x = 0; x < a + c; x++)
        for (int y = 0; y < b + c; y++) {
            if (up[x][y] < 0)
                continue;
            if (down[x][y] >= 0)
                join(&g, up[x][y], down[x][y]);
            if (x > 0 && down[x - 1][y] >= 0)
                join(&g, up[x][y], down[x - 1][y]);
            if (y > 0 && down[x][y - 1] >= 0)
                join(&g, up[x][y], down[x][y - 1]);
        }
    snprintf(name, sizeof name, "hexagon %d %d %d", a, b, c);
    fmpq_init(count);
    fmpq_init(factor);
    fmpq_one(count);
    for (int i = 1; i <= a; i++)
        for (int j = 1; j <= b; j++)
            for (int k = 1; k <= c; k++) {
                fmpq_set_si(factor, i + j + k - 1, (ulong)(i + j + k - 2));
                fmpq_mul(count, count, factor);
            }
    char *const want = fmpq_get_str(NULL, 10, count);
    check_count(t, name, &g, true, want);
    if (both)
        check_count(t, name, &g, false, want);
    flint_free(want);
    fmpq_clear(count);
    fmpq_clear(factor);
}

/* Vertices 0 (top), 1 .. 5, 6 .. 10, 11 (bottom). */
static bool icosahedral(int u, int v)
{
    if (u > v)
        return icosahedral(v, u);
    if (u == 0 || v == 11)
        return u == 0 ? v >= 1 && v <= 5 : u >= 6 && u != v;
    if (u <= 5 && v >= 6)
        return v - 6 == u - 1 || v - 6 == u % 5;
    return u != v && ((u - 1) / 5 == (v - 1) / 5) && (v - u == 1 || v - u == 4);
}

static void icosahedron(struct graph *g)
{
    *g = (struct graph){.vertices = 12};
    for (int u = 0; u < 12; u++)
        for (int v = u + 1; v < 12; v++)
            if (icosahedral(u, v))
                join(g, u, v);
}

/* Its dual: triangles that share two corners. */
static void dodecahedron(struct graph *g)
{
    int face[20][3], faces = 0;

    for (int u = 0; u < 12; u++)
        for (int v = u + 1; v < 12; v++)
            for (int w = v + 1; w < 12; w++)
                if (icosahedral(u, v) && icosahedral(v, w) && icosahedral(u, w)) {
                    const int corner[3] = {u, v, w};
                    memcpy(face[faces++], corner, sizeof corner);
                }
    *g = (struct graph){.vertices = faces};
    for (int e = 0; e < faces; e++)
        for (int f = e + 1; f < faces; f++) {
            int shared = 0;
            for (int k = 0; k < 9; k++)
                shared += face[e][k / 3] == face[f][k % 3];
            if (shared == 2)
                join(g, e, f);
        }
}

/* The truncated icosahedron C60: a vertex for each end of an edge. */
static void buckminsterfullerene(struct graph *g)
{
    int tail[60], head[60], arcs = 0;

    for (int u = 0; u < 12; u++)
        for (int v = 0; v < 12; v++)
            if (icosahedral(u, v)) {
                tail[arcs] = u;
                head[arcs++] = v;
            }
    *g = (struct graph){.vertices = arcs};
    for (int e = 0; e < arcs; e++)
        for (int f = e + 1; f < arcs; f++)
            if ((tail[e] == head[f] && head[e] == tail[f]) ||
                (tail[e] == tail[f] && icosahedral(head[e], head[f])))
                join(g, e, f);
}

static void check_polyhedra(struct test *t)
{
    static struct graph g;

    icosahedron(&g);
    check_count(t, "icosahedron", &g, false, "125");
    dodecahedron(&g);
    check_count(t, "dodecahedron (C20)", &g, false, "36");
    buckminsterfullerene(&g);
    check_count(t, "C60", &g, false, "12500");
    g = (struct graph){.vertices = 6};
    for (int u = 0; u < 6; u++)
        for (int v = u + 1; v < 6; v++)
            if (u / 2 != v / 2)
                join(&g, u, v);
    check_count(t, "octahedron", &g, false, "8");
    g = (struct graph){.vertices = 4};
    for (int u = 0; u < 4; u++)
        for (int v = u + 1; v < 4; v++)
            join(&g, u, v);
    check_count(t, "K_4", &g, false, "3");
    g = (struct graph){.vertices = 8};
    for (int u = 0; u < 8; u++)
        for (int v = u + 1; v < 8; v++)
            if (__builtin_popcount((unsigned)(u ^ v)) == 1)
                join(&g, u, v);
    check_count(t, "cube", &g, true, "9"); /* OEIS A005271 */
    check_count(t, "cube", &g, false, "9");
    const char *const triangular[] = {"2", "56", "56568"};
    for (int n = 1; n <= 3; n++) {
        grid(&g, 2 * n, 2 * n, 0, NULL);
        for (int i = 0; i + 1 < 2 * n; i++)
            for (int j = 0; j + 1 < 2 * n; j++)
                join(&g, i * 2 * n + j, (i + 1) * 2 * n + j + 1);
        check_count(t, "triangular grid", &g, false, triangular[n - 1]);
    }
    g = (struct graph){.vertices = 0};
    check_count(t, "no vertices", &g, false, "1");
    check_count(t, "no vertices", &g, true, "1");
    g = (struct graph){.vertices = 2};
    check_count(t, "no edges", &g, false, "0");
    check_count(t, "no edges", &g, true, "0");
}

/* Thousands of vertices. */
static void check_large(struct test *t)
{
    static struct graph g;
    char *const want = grid_count(100, 100);

    grid(&g, 100, 100, 0, NULL);
    check_count(t, "100 x 100 grid", &g, true, want);
    free(want);
    check_aztec(t, 50, false);
    check_hexagon(t, 30, 30, 30, false);
}

/* K_5 with a pendant path, K_3,3 and Petersen's graph are refused. */
static void check_refused(struct test *t)
{
    static struct graph g;
    struct pm_value value;

    pm_value_init(&value);
    for (int which = 0; which < 3; which++) {
        g = (struct graph){.vertices = which == 2 ? 10 : 6};
        for (int u = 0; u < g.vertices; u++)
            for (int v = u + 1; v < g.vertices; v++)
                if (which == 0   ? v < 5 || u == 4
                    : which == 1 ? (u < 3) != (v < 3)
                    : v < 5      ? v - u == 1 || v - u == 4
                    : u < 5      ? v - u == 5
                                 : v - u == 2 || v - u == 3)
                    join(&g, u, v);
        struct pm_matrix *const a = which == 1 ? biadjacency(&g) : adjacency(&g);
        const pm_status status = run(&value, a, which == 1 ? PM_PERMANENT : PM_HAFNIAN,
                                     PM_WANT_EXACT, 0, &pm_engine_planar);
        CHECK(t, status == PM_UNABLE && strstr(pm_message(), "not planar") != NULL,
              "not planar: %s", status == PM_OK ? "answered" : pm_message());
        pm_matrix_free(a);
    }
    pm_value_clear(&value);
}

int main(void)
{
    struct test t = {0, 0};

    for (int bipartite = 0; bipartite < 2; bipartite++) {
        check_random(&t, BRUTE_PATTERN, bipartite, 0);
        check_random(&t, BRUTE_PATTERN, bipartite, 3);
        check_random(&t, BRUTE_INTEGER, bipartite, 0);
        check_random(&t, BRUTE_INTEGER, bipartite, 3);
        check_random(&t, BRUTE_INTEGER, bipartite, 7);
        check_random(&t, BRUTE_DECIMAL, bipartite, 1000003); /* exact cores have integer entries */
        check_random(&t, BRUTE_GAUSSIAN, bipartite, 0);
    }
    check_agreement(&t);
    check_delays(&t, true);
    check_delays(&t, false);
    check_balls(&t, true);
    check_balls(&t, false);
    check_grids(&t);
    for (int n = 1; n <= 12; n++)
        check_aztec(&t, n, true);
    check_hexagon(&t, 1, 1, 1, true);
    check_hexagon(&t, 3, 3, 3, true);
    check_hexagon(&t, 5, 7, 4, true);
    check_hexagon(&t, 12, 12, 12, true);
    check_polyhedra(&t);
    check_large(&t);
    check_refused(&t);
    return test_done(&t);
}
