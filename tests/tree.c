/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree engine on random trees over random matrices against the definition: every number type,
 * both key widths, both merge methods, sliced or not, one thread or several.  Counts with a closed
 * form.  General graphs.  tests/tree_more.c has shares, draws and matchings. */
#include "base/bits.h"
#include "brute.h"
#include "engine/tree/tree_search.h"
#include "engine/tree/tree_kernels.h"
#include "engine/tree/tree_slices.h"
#include "num/crt.h"
#include "num/value.h"
#include "ways.h"

#include <stdlib.h>
#include <string.h>

/* keys are treated as if they had that many bits */
enum { NARROW = 64, WIDE = 65 };

/* The layout of a random tree: a random elimination order and a few rotations. */
static struct pm_layout *random_layout(uint64_t *state, const struct pm_core *core)
{
    const int vertices = core->a->rows + (core->kind == PM_HAFNIAN ? 0 : core->a->cols);
    int *const order = malloc((size_t)(vertices + 1) * sizeof *order);
    struct pm_tree *tree = NULL;
    struct pm_layout *layout = NULL;

    for (int v = 0; v < vertices; v++) {
        const int k = test_between(state, 0, v);
        order[v] = order[k];
        order[k] = v;
    }
    if (pm_tree_new(&tree, core) != PM_OK ||
        pm_tree_build(tree, order, test_between(state, 0, 1)) != PM_OK ||
        pm_tree_anneal(&tree, (uint64_t)test_between(state, 0, 60), test_random(state), NULL) !=
            PM_OK ||
        pm_layout_new(&layout, tree) != PM_OK)
        abort();
    if (test_between(state, 0, 2) == 0)
        pm_layout_slice(layout, layout->keys / test_between(state, 2, 5), NULL);
    pm_tree_free(tree);
    free(order);
    return layout;
}

/* The sum over all units, with random numbers of threads, methods and key widths. */
static pm_status evaluate(uint64_t *state, struct pm_part *sum, const struct pm_layout *layout,
                          const struct pm_core *core, const struct pm_ring *ring)
{
    struct pm_image *image;
    const bool wide = layout->width > 64 || test_between(state, 0, 3) == 0;
    struct pm_tree_use use = {.memory = UINT64_C(1) << 30,
                              .threads = test_between(state, 1, 2),
                              .few = (size_t)test_between(state, 0, 4)};

    if (test_between(state, 0, 3) == 0)
        use.few = PM_TREE_FEW;
    PM_TRY((core->kind == PM_HAFNIAN ? pm_image_symmetric : pm_image_new)(&image, core->a, ring));
    pm_status status = PM_OK;
    for (uint64_t unit = 0; unit < UINT64_C(1) << layout->slices && status == PM_OK; unit++) {
        struct pm_part part;
        status = pm_tree_kernels_of(ring->number, wide ? WIDE : NARROW, NULL)
                     ->run(&part, layout, image, unit, &use);
        if (status == PM_OK && unit == 0)
            *sum = part;
        else if (status == PM_OK)
            pm_part_add(ring, sum, &part);
    }
    pm_image_free(image);
    return status;
}

/* True if the part is the residue, or if its ball contains the exact value. */
static bool agrees(const struct pm_part *part, const struct pm_ring *ring,
                   const struct pm_gauss *truth)
{
    for (int i = 0; ring->number == PM_MODS && i < PM_RESIDUES; i++)
        if (fmpz_fdiv_ui(fmpq_numref(truth->re), (ulong)ring->primes[i]) != part->word[i])
            return false;
    if (ring->number == PM_MODS)
        return true;
    if (ring->number == PM_MOD || ring->number == PM_WRAP) {
        fmpz_t x, m;
        fmpz_init(m);
        fmpz_init(x);
        fmpz_one(m);
        if (ring->number == PM_MOD)
            fmpz_set_ui(m, ring->p);
        else
            fmpz_mul_2exp(m, m, 128);
        fmpz_set_ui(x, part->word[1]);
        fmpz_mul_2exp(x, x, 64);
        fmpz_add_ui(x, x, part->word[0]);
        fmpz_sub(x, x, fmpq_numref(truth->re));
        const bool same = fmpz_divisible(x, m);
        fmpz_clear(x);
        fmpz_clear(m);
        return same;
    }
    struct pm_value value;
    pm_value_init(&value);
    const bool inside =
        pm_value_set_part(&value, part, 0) == PM_OK && brute_contains(&value, truth);
    pm_value_clear(&value);
    return inside;
}

/* A permanent or a hafnian that is small enough for the definition. */
static struct pm_core random_core(uint64_t *state, enum brute_entries kind)
{
    const int percent = test_between(state, 20, 100), more = test_between(state, 1, 3);
    const bool square = test_between(state, 0, 1);
    struct pm_core core = {.kind = test_between(state, 0, 2) ? PM_PERMANENT : PM_HAFNIAN};

    if (core.kind == PM_HAFNIAN) {
        core.a = brute_symmetric(state, 2 * test_between(state, 1, 5), percent, kind);
    } else {
        const int rows = test_between(state, 1, 7);
        core.a = brute_random(state, rows, rows + (square ? 0 : more), percent, kind);
    }
    return core;
}

static void check_random(struct test *t, enum pm_number number, enum brute_entries kind, int rounds)
{
    struct pm_images pack = {.count = 0};
    test_need(pm_images_new(&pack, 1, false, PM_MODS));
    const struct pm_ring ring = number == PM_MOD    ? pm_ring_mod(UINT64_C(2305843009213693951))
                                : number == PM_MODS ? pack.ring[0]
                                                    : pm_ring_of(number);
    pm_images_clear(&pack);
    uint64_t state = 7 + (uint64_t)number * 16 + (uint64_t)kind;
    int tried = 0, sliced = 0, wrong = 0;
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int round = 0; round < rounds; round++) {
        const struct pm_core core = random_core(&state, kind);
        if (!brute_has_empty_row(core.a)) {
            struct pm_layout *const layout = random_layout(&state, &core);
            struct pm_part part;
            brute_value(&truth, core.a, core.kind);
            const pm_status status = evaluate(&state, &part, layout, &core, &ring);
            wrong += status != PM_OK || !agrees(&part, &ring, &truth);
            sliced += layout->slices > 0;
            tried++;
            pm_layout_free(layout);
        }
        pm_matrix_free((struct pm_matrix *)core.a);
    }
    pm_gauss_clear(&truth);
    CHECK(t, wrong == 0 && sliced > tried / 20, "%s, kind %d: %d of %d wrong (%d sliced)",
          pm_number_name(number), (int)kind, wrong, tried, sliced);
}

/* ---------------------------------------------------------------- known counts */

static void check_known(struct test *t, const char *name, int order,
                        long (*entry)(int i, int j, int n), const char *value)
{
    struct pm_matrix *const a = brute_from(order, order, entry);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    const struct pm_ring ring = pm_ring_of(PM_WRAP);
    struct pm_tree_search *search;
    struct pm_layout *layout;
    struct pm_part part[2];
    char text[64];

    test_need(pm_tree_search_alone(&search, &core, 1e9, false, NULL));
    test_need(pm_layout_new(&layout, pm_tree_search_best(search)));
    pm_tree_search_free(search);
    struct pm_image *image;
    struct pm_tree_use use = {.memory = UINT64_C(1) << 30, .few = PM_TREE_FEW};
    pm_status status = pm_image_new(&image, a, &ring);
    for (int k = 0; k < 2 && status == PM_OK; k++) {
        use.threads = 1 + 2 * k;
        status = pm_tree_kernels_of(PM_WRAP, NARROW, NULL)->run(&part[k], layout, image, 0, &use);
    }
    fmpz_t x, low;
    fmpz_init_set_ui(x, part[0].word[1]);
    fmpz_init_set_ui(low, part[0].word[0]);
    fmpz_mul_2exp(x, x, 64);
    fmpz_add(x, x, low);
    fmpz_get_str(text, 10, x);
    CHECK(t, status == PM_OK && strcmp(text, value) == 0 && pm_part_same(&part[0], &part[1]),
          "%s: %s, want %s", name, text, value);
    CHECK(t, use.steps <= 4 * layout->cost && layout->cost <= 4 * use.steps,
          "%s: %.4g steps, predicted %.4g", name, use.steps, layout->cost);
    fmpz_clear(x);
    fmpz_clear(low);
    pm_image_free(image);
    pm_layout_free(layout);
    pm_matrix_free(a);
}

/* Floating sums have the same bits for one thread and for three, with tables that are large enough
 * to be divided among threads. */
static void check_threads(struct test *t)
{
    struct pm_matrix *const a = brute_from(32, 32, brute_cube);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    const struct pm_ring ring = pm_ring_of(PM_REAL);
    struct pm_tree_search *search;
    struct pm_layout *layout;
    struct pm_image *image;
    struct pm_part part[2];
    pm_status status = PM_OK;

    test_need(pm_tree_search_alone(&search, &core, 1e9, false, NULL));
    test_need(pm_layout_new(&layout, pm_tree_search_best(search)));
    test_need(pm_image_new(&image, a, &ring));
    for (int k = 0; k < 2 && status == PM_OK; k++) {
        struct pm_tree_use use = {
            .memory = UINT64_C(1) << 30, .threads = 1 + 2 * k, .few = PM_TREE_USUAL};
        status = pm_tree_kernels_of(PM_REAL, NARROW, NULL)->run(&part[k], layout, image, 0, &use);
    }
    CHECK(t, status == PM_OK && pm_part_same(&part[0], &part[1]),
          "real: same bits for 1 and 3 threads");
    pm_image_free(image);
    pm_layout_free(layout);
    pm_tree_search_free(search);
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

/* A unit whose tables outgrow its memory is divided while it runs; the memory here is far too
 * small.  The residue is the same, and the floating bits are the same for one thread and for three.
 */
static void check_room(struct test *t)
{
    const struct pm_ring mod = pm_ring_mod(1000003), real = pm_ring_of(PM_REAL);
    struct pm_matrix *const a = brute_from(32, 32, brute_cube);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    struct pm_part all, part, one, three;

    const bool done = with_bytes(&all, &core, &mod, 1e9, 1) == PM_OK &&
                      with_bytes(&part, &core, &mod, 1e7, 1) == PM_OK &&
                      with_bytes(&one, &core, &real, 1e7, 1) == PM_OK &&
                      with_bytes(&three, &core, &real, 1e7, 3) == PM_OK;
    CHECK(t, done && all.word[0] == UINT64_C(16332454526976) % 1000003, "enough memory: %llu",
          (unsigned long long)all.word[0]);
    CHECK(t, done && pm_part_same(&all, &part), "little memory: %llu",
          (unsigned long long)part.word[0]);
    CHECK(t, done && pm_part_same(&one, &three), "little memory, 1 and 3 threads: %.17g, %.17g",
          one.re[0], three.re[0]);
    CHECK(t, with_bytes(&part, &core, &mod, 1000, 1) == PM_UNABLE, "too little memory: %s",
          pm_message());
    pm_matrix_free(a);
}

/* --------------------------------------------------------------- general graphs */

static pm_status solve(struct pm_value *value, const struct pm_matrix *a, const char *engine)
{
    const struct pm_ask ask = {.kind = PM_HAFNIAN, .want = PM_WANT_EXACT};
    const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};

    return ways_value(value, &core, pm_engine_find(engine), ask, 2);
}

/* Random sparse graphs that are too large for the definition, against Bjorklund's sum over subsets.
 */
static void check_graphs(struct test *t)
{
    uint64_t state = 1234;
    int wrong = 0, nonzero = 0;
    struct pm_value tables, subsets;

    pm_value_init(&tables);
    pm_value_init(&subsets);
    for (int round = 0; round < 40; round++) {
        const int n = 2 * test_between(&state, 6, 11), percent = test_between(&state, 15, 50);
        struct pm_matrix *const a = brute_symmetric(
            &state, n, percent, test_between(&state, 0, 1) ? BRUTE_PATTERN : BRUTE_INTEGER);
        wrong += solve(&tables, a, "tree") != PM_OK || solve(&subsets, a, "hafnian") != PM_OK ||
                 !pm_gauss_equal(&tables.centre, &subsets.centre);
        nonzero += !pm_gauss_is_zero(&tables.centre);
        pm_matrix_free(a);
    }
    pm_value_clear(&subsets);
    pm_value_clear(&tables);
    CHECK(t, wrong == 0 && nonzero > 20, "tree and hafnian: %d of 40 graphs differ", wrong);
}

/* King's graphs, which are not planar. */
static void check_king(struct test *t, int side, const char *want)
{
    struct pm_matrix *const a = brute_from(side * side, side * side, brute_king);
    struct pm_value value;

    pm_value_init(&value);
    brute_check_integer(t, "king's moves", solve(&value, a, "tree"), &value, want);
    pm_value_clear(&value);
    pm_matrix_free(a);
}

int main(void)
{
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    struct test t = {0, 0};

    for (int kind = 0; kind < BRUTE_KINDS; kind++) {
        const bool integer = kind == BRUTE_PATTERN || kind == BRUTE_INTEGER;
        if (integer)
            check_random(&t, PM_MOD, (enum brute_entries)kind, test_rounds(100));
        if (integer)
            check_random(&t, PM_WRAP, (enum brute_entries)kind, test_rounds(100));
        for (size_t set = 0; set < sizeof sets / sizeof *sets && integer; set++) {
            setenv("PM_ISA", sets[set], 1); /* another one if the machine lacks it */
            check_random(&t, PM_MODS, (enum brute_entries)kind, test_rounds(50));
        }
        unsetenv("PM_ISA");
        if (kind != BRUTE_GAUSSIAN)
            check_random(&t, PM_REAL, (enum brute_entries)kind, test_rounds(100));
        check_random(&t, PM_COMPLEX, (enum brute_entries)kind, test_rounds(100));
    }
    /* OEIS A004003 */
    check_known(&t, "12 x 12 grid", 72, brute_board, "53060477521960000");
    check_known(&t, "14 x 14 grid", 98, brute_board, "112202208776036178000000");
    check_known(&t, "all ones, n = 12", 12, brute_one, "479001600");
    check_known(&t, "hypercube Q6", 32, brute_cube, "16332454526976"); /* OEIS A005271 */
    check_threads(&t);
    check_room(&t);
    check_graphs(&t);
    check_king(&t, 6, "3037561"); /* OEIS A239273 */
    check_king(&t, 8, "3263262629905");
    check_king(&t, 10, "326207195516663381931");
    return test_done(&t);
}
