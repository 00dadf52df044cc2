/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts with a closed form by the engines tree and hafnian, and tables that outgrow their memory.
 * tests/differential.c compares it with a reference and other engines. */
#include "base/bits.h"
#include "brute.h"
#include "engine/tree/tree_search.h"
#include "engine/tree/tree_kernels.h"
#include "num/value.h"
#include "ways.h"

#include <string.h>

/* keys are treated as if they had that many bits */
enum { NARROW = 64, WIDE = 65 };

/* ---------------------------------------------------------------- known counts */

/* The sum over all matchings in this kind of numbers, by one thread and by three. */
static pm_status by_threads(struct pm_part part[2], const struct pm_matrix *a,
                            enum pm_number number)
{
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    const struct pm_ring ring = pm_number_ring_of(number);
    struct pm_tree_search *search;
    struct pm_layout *layout;
    struct pm_image *image;
    pm_status status = PM_OK;

    test_need(
        pm_tree_search_alone(&search, &core, 1e9, false, PM_REAL, &(struct pm_limits){.known = 0}));
    test_need(pm_layout_new(&layout, pm_tree_search_best(search)));
    pm_tree_search_free(search);
    test_need(pm_image_new(&image, a, &ring));
    for (int k = 0; k < 2 && status == PM_OK; k++) {
        const struct pm_tree_use use = {.memory = UINT64_C(1) << 30, .threads = 1 + 2 * k};
        status = pm_tree_kernels_of(number, NARROW, NULL)->run(&part[k], layout, image, 0, &use);
    }
    pm_image_free(image);
    pm_layout_free(layout);
    return status;
}

static void check_known(struct test *t, const char *name, int order,
                        long (*entry)(int i, int j, int n), const char *value)
{
    struct pm_matrix *const a = brute_from(order, order, entry);
    struct pm_part part[2];
    char text[64];
    fmpz_t x;

    const pm_status status = by_threads(part, a, PM_WRAP);
    fmpz_init(x);
    fmpz_set_uiui(x, part[0].word[1], part[0].word[0]);
    fmpz_get_str(text, 10, x);
    CHECK(t, status == PM_OK && strcmp(text, value) == 0 && pm_part_same(&part[0], &part[1]),
          "%s: %s, want %s", name, text, value);
    fmpz_clear(x);
    pm_matrix_free(a);
}

/* Floating sums have the same bits, with tables that are large enough to be divided among threads.
 */
static void check_threads(struct test *t)
{
    struct pm_matrix *const a = brute_from(32, 32, brute_cube);
    struct pm_part part[2];

    CHECK(t, by_threads(part, a, PM_REAL) == PM_OK && pm_part_same(&part[0], &part[1]),
          "real: same bits for 1 and 3 threads");
    pm_matrix_free(a);
}

/* ---------------------------------------------------------------------- memory */

static pm_status with_bytes(struct pm_part *sum, const struct pm_core *core,
                            const struct pm_ring *ring, double bytes, int threads)
{
    const struct pm_engine *const tree = pm_engine_find("tree");
    const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = threads};
    struct pm_cost cost;
    void *job;

    PM_TRY(tree->cost(&cost, core, ring->number, &limits));
    cost.bytes = bytes;
    pm_status status = tree->open(&job, core, &cost, ring, &limits);
    if (status == PM_OK) {
        status = cost.units == 1 ? tree->work(job, 0, 1, sum) : PM_WRONG;
        tree->close(job);
    }
    tree->more->forget(cost.choice);
    return status;
}

/* Tables that do not fit in the memory are sliced before the run. */
static void check_slices(struct test *t)
{
    const struct pm_engine *const tree = pm_engine_find("tree");
    const struct pm_limits limits = {.memory = 1 << 20, .threads = 1};
    struct pm_matrix *const a = brute_from(32, 32, brute_cube);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    struct pm_cost cost;

    test_need(tree->cost(&cost, &core, pm_number_ring_mod(1000003).number, &limits));
    CHECK(t, cost.units > 1 && cost.bytes <= 0x1p20, "%g bytes for each of %g units", cost.bytes,
          (double)cost.units);
    tree->more->forget(cost.choice);
    pm_matrix_free(a);
}

/* A unit whose tables outgrow its memory is divided while it runs; the memory here is far too
 * small.  The residue is the same, and the floating bits are the same for one thread and for three.
 */
static void check_room(struct test *t)
{
    const struct pm_ring mod = pm_number_ring_mod(1000003), real = pm_number_ring_of(PM_REAL);
    struct pm_matrix *const a = brute_from(16, 16, brute_cube);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    struct pm_part all, part, one, three;

    const bool done = with_bytes(&all, &core, &mod, 1e9, 1) == PM_OK &&
                      with_bytes(&part, &core, &mod, 5e3, 1) == PM_OK &&
                      with_bytes(&one, &core, &real, 5e3, 1) == PM_OK &&
                      with_bytes(&three, &core, &real, 5e3, 3) == PM_OK;
    CHECK(t, done && all.word[0] == 589185, "enough memory: %llu", (unsigned long long)all.word[0]);
    CHECK(t, done && pm_part_same(&all, &part), "little memory: %llu",
          (unsigned long long)part.word[0]);
    CHECK(t, done && pm_part_same(&one, &three), "little memory, 1 and 3 threads: %.17g, %.17g",
          one.re[0], three.re[0]);
    pm_matrix_free(a);
    struct pm_matrix *const larger = brute_from(32, 32, brute_cube);
    CHECK(t,
          with_bytes(&part, &(struct pm_core){.a = larger, .kind = PM_PERMANENT}, &mod, 1000, 1) ==
              PM_UNABLE,
          "too little memory: %s", pm_message());
    pm_matrix_free(larger);
}

/* --------------------------------------------------------------- general graphs */

static pm_status solve(struct pm_value *value, const struct pm_matrix *a, const char *engine)
{
    const struct pm_ask ask = {.kind = PM_HAFNIAN, .want = PM_WANT_EXACT};
    const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};

    return ways_value(value, &core, pm_engine_find(engine), ask, 2);
}

/* The number of perfect matchings of a graph that is not planar. */
static void check_graph(struct test *t, const char *name, const char *engine, int n,
                        long (*entry)(int i, int j, int n), const char *want)
{
    struct pm_matrix *const a = brute_from(n, n, entry);
    struct pm_value value;

    pm_value_init(&value);
    brute_check_integer(t, name, solve(&value, a, engine), &value, want);
    pm_value_clear(&value);
    pm_matrix_free(a);
}

/* ------------------------------------------------------------------------- search */

enum { POINTS = 200, SQUARE = 100, NEAR = 150 };

/* True if two of the points are near each other. */
static bool are_near(fmpq *re, fmpq *im, int i, int j, void *points)
{
    const int(*const p)[2] = points;
    const int x = p[i][0] - p[j][0], y = p[i][1] - p[j][1];
    (void)im;
    fmpq_one(re);
    return x * x + y * y <= NEAR;
}

/* Random points in a square.  Minimum fill and sweeps lead to a tree of 1e12 steps. */
static void check_mesh(struct test *t)
{
    int point[POINTS][2];
    uint64_t state = 7;
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < 2; k++)
            point[i][k] = test_between(&state, 0, SQUARE - 1);
    struct pm_matrix *const a = brute_made(POINTS, POINTS, false, are_near, point);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    struct pm_tree_search *search;
    bool done = false;
    test_need(pm_tree_search_new(&search, &core, false));
    while (!done && pm_tree_search_used(search) < 2e8)
        test_need(pm_tree_search_go_on(&done, search, 5e5 + pm_tree_search_used(search) / 2));
    const double steps = pm_tree_steps(pm_tree_search_best(search));
    CHECK(t, steps <= 4e11, "the tree of a mesh takes %.3g steps", steps);
    pm_tree_search_free(search);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    /* OEIS A004003 */
    check_known(&t, "12 x 12 grid", 72, brute_board, "53060477521960000");
    check_known(&t, "14 x 14 grid", 98, brute_board, "112202208776036178000000");
    check_known(&t, "all ones, n = 12", 12, brute_one, "479001600");
    check_known(&t, "hypercube Q6", 32, brute_cube, "16332454526976"); /* OEIS A005271 */
    check_threads(&t);
    check_slices(&t);
    check_room(&t);
    check_mesh(&t);
    check_graph(&t, "hafnian of a complete graph", "hafnian", 20, brute_hollow, "654729075");
    check_graph(&t, "hafnian of a complete graph", "hafnian", 30, brute_hollow, "6190283353629375");
    check_graph(&t, "king's moves", "tree", 36, brute_king, "3037561"); /* OEIS A239273 */
    check_graph(&t, "king's moves", "tree", 64, brute_king, "3263262629905");
    check_graph(&t, "king's moves", "tree", 100, brute_king, "326207195516663381931");
    return test_done(&t);
}
