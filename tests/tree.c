/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree engine's parts: random trees over random matrices against the definition, for every
 * number type, both key widths, both merge methods, sliced or not, one thread or several; and
 * counts that are known in closed form. */
#include "brute.h"
#include "engine/tree/order.h"
#include "engine/tree/run.h"
#include "engine/tree/slice.h"
#include "num/value.h"

#include <stdlib.h>
#include <string.h>

static pm_tree_kernel *const kernels[2][PM_NUMBERS] = {
    {pm_tree_run_mod, pm_tree_run_wrap, pm_tree_run_real, pm_tree_run_complex},
    {pm_tree_run_wide_mod, pm_tree_run_wide_wrap, pm_tree_run_wide_real,
     pm_tree_run_wide_complex},
};

/* A layout of a random tree: any elimination order will do, and a few rotations. */
static struct pm_layout *random_layout(uint64_t *state, const struct pm_matrix *a)
{
    const int vertices = a->rows + a->cols;
    int *const order = malloc((size_t)(vertices + 1) * sizeof *order);
    struct pm_tree *tree = NULL;
    struct pm_layout *layout = NULL;

    for (int v = 0; v < vertices; v++) {
        const int k = test_between(state, 0, v);
        order[v] = order[k];
        order[k] = v;
    }
    if (pm_tree_new(&tree, a) != PM_OK ||
        pm_tree_build(tree, order, test_between(state, 0, 1)) != PM_OK ||
        pm_tree_anneal(&tree, (uint64_t)test_between(state, 0, 60), test_random(state)) != PM_OK ||
        pm_layout_new(&layout, tree) != PM_OK)
        abort();
    if (test_between(state, 0, 2) == 0)
        pm_layout_slice(layout, tree, layout->keys / test_between(state, 2, 5));
    pm_tree_free(tree);
    free(order);
    return layout;
}

/* The sum over all units; random threads, methods and key widths. */
static pm_status evaluate(uint64_t *state, struct pm_part *sum, const struct pm_layout *layout,
                          const struct pm_matrix *a, const struct pm_ring *ring)
{
    struct pm_image *image;
    const bool wide = layout->width > 64 || test_between(state, 0, 3) == 0;
    struct pm_tree_use use = {.memory = UINT64_C(1) << 30,
                              .threads = test_between(state, 1, 2),
                              .few = (size_t)test_between(state, 0, 4)};

    if (test_between(state, 0, 3) == 0)
        use.few = PM_TREE_FEW;
    PM_TRY(pm_image_new(&image, a, ring));
    pm_status status = PM_OK;
    for (uint64_t unit = 0; unit < UINT64_C(1) << layout->slices && status == PM_OK; unit++) {
        struct pm_part part;
        status = kernels[wide][ring->number](&part, layout, image, unit, &use);
        if (status == PM_OK && unit == 0)
            *sum = part;
        else if (status == PM_OK)
            pm_part_add(ring, sum, &part);
    }
    pm_image_free(image);
    return status;
}

/* Is the part the residue, or does its ball contain the truth? */
static bool agrees(const struct pm_part *part, const struct pm_ring *ring,
                   const struct pm_gauss *truth)
{
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
    struct pm_gauss gap;
    fmpq_t norm, bound;
    pm_value_init(&value);
    pm_gauss_init(&gap);
    fmpq_init(norm);
    fmpq_init(bound);
    bool inside = pm_value_set_part(&value, part, 0) == PM_OK && pm_mag_is_finite(value.error);
    if (inside) {
        pm_gauss_sub(&gap, &value.centre, truth);
        fmpq_mul(norm, gap.re, gap.re);
        fmpq_addmul(norm, gap.im, gap.im);
        pm_mag_get_fmpq(bound, value.error);
        fmpq_mul(bound, bound, bound);
        inside = fmpq_cmp(norm, bound) <= 0;
    }
    fmpq_clear(bound);
    fmpq_clear(norm);
    pm_gauss_clear(&gap);
    pm_value_clear(&value);
    return inside;
}

static bool has_entries(const struct pm_matrix *a)
{
    for (int i = 0; i < a->rows; i++)
        if (a->start[i] == a->start[i + 1])
            return false;
    return true;
}

static void check_random(struct test *t, enum pm_number number, enum brute_entries kind,
                         int rounds)
{
    const struct pm_ring ring = number == PM_MOD ? pm_ring_mod(UINT64_C(2305843009213693951))
                                                 : pm_ring_of(number);
    uint64_t state = 7 + (uint64_t)number * 16 + (uint64_t)kind;
    int tried = 0, sliced = 0, wrong = 0;
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int round = 0; round < rounds; round++) {
        const int rows = test_between(&state, 1, 7);
        const int cols = rows + (test_between(&state, 0, 1) ? 0 : test_between(&state, 1, 3));
        struct pm_matrix *const a =
            brute_random(&state, rows, cols, test_between(&state, 20, 100), kind);
        if (has_entries(a)) {
            struct pm_layout *const layout = random_layout(&state, a);
            struct pm_part part;
            brute_permanent(&truth, a);
            const pm_status status = evaluate(&state, &part, layout, a, &ring);
            wrong += status != PM_OK || !agrees(&part, &ring, &truth);
            sliced += layout->slices > 0;
            tried++;
            pm_layout_free(layout);
        }
        pm_matrix_free(a);
    }
    pm_gauss_clear(&truth);
    CHECK(t, wrong == 0 && sliced > tried / 20, "%s, kind %d: %d of %d wrong (%d sliced)",
          pm_number_name(number), (int)kind, wrong, tried, sliced);
}

/* ---------------------------------------------------------------- known counts */

static long grid_entry(int i, int j, int n) /* black and white squares of an n x n board, n even */
{
    const int half = n / 2, r = i / half, c = 2 * (i % half) + (r & 1);
    const int s = j / half, d = 2 * (j % half) + !(s & 1);
    return abs(r - s) + abs(c - d) == 1;
}

static int even_board;

static long board_entry(int i, int j, int n)
{
    (void)n;
    return grid_entry(i, j, even_board);
}

/* Even and odd vertices of the hypercube Q6, by the remaining five coordinates. */
static long cube_entry(int i, int j, int n)
{
    (void)n;
    const int x = i << 1 | __builtin_parity((unsigned)i);
    const int y = j << 1 | !__builtin_parity((unsigned)j);
    return __builtin_popcount((unsigned)(x ^ y)) == 1;
}

static void check_known(struct test *t, const char *name, int order,
                        long (*entry)(int i, int j, int n), const char *value)
{
    struct pm_matrix *const a = brute_from(order, order, entry);
    const struct pm_ring ring = pm_ring_of(PM_WRAP);
    struct pm_tree *tree;
    struct pm_layout *layout;
    struct pm_part part[2];
    char text[64];

    if (pm_tree_search(&tree, a, 1e9) != PM_OK || pm_layout_new(&layout, tree) != PM_OK)
        abort();
    pm_tree_free(tree);
    struct pm_image *image;
    struct pm_tree_use use = {.memory = UINT64_C(1) << 30, .few = PM_TREE_FEW};
    pm_status status = pm_image_new(&image, a, &ring);
    for (int k = 0; k < 2 && status == PM_OK; k++) {
        use.threads = 1 + 2 * k;
        status = kernels[0][PM_WRAP](&part[k], layout, image, 0, &use);
    }
    fmpz_t x, low;
    fmpz_init_set_ui(x, part[0].word[1]);
    fmpz_init_set_ui(low, part[0].word[0]);
    fmpz_mul_2exp(x, x, 64);
    fmpz_add(x, x, low);
    fmpz_get_str(text, 10, x);
    CHECK(t, status == PM_OK && strcmp(text, value) == 0 && pm_part_same(&part[0], &part[1]),
          "%s: %s, want %s", name, text, value);
    CHECK(t, use.pairs <= 4 * layout->cost && layout->cost <= 4 * use.pairs,
          "%s: %.4g products, predicted %.4g", name, use.pairs, layout->cost);
    fmpz_clear(x);
    fmpz_clear(low);
    pm_image_free(image);
    pm_layout_free(layout);
    pm_matrix_free(a);
}

static long full_entry(int i, int j, int n)
{
    (void)i, (void)j, (void)n;
    return 1;
}

int main(void)
{
    struct test t = {0, 0};

    for (int kind = 0; kind < BRUTE_KINDS; kind++) {
        const bool integer = kind == BRUTE_PATTERN || kind == BRUTE_INTEGER;
        if (integer)
            check_random(&t, PM_MOD, (enum brute_entries)kind, 1000);
        if (integer)
            check_random(&t, PM_WRAP, (enum brute_entries)kind, 1000);
        if (kind != BRUTE_GAUSSIAN)
            check_random(&t, PM_REAL, (enum brute_entries)kind, 1000);
        check_random(&t, PM_COMPLEX, (enum brute_entries)kind, 1000);
    }
    even_board = 12; /* OEIS A004003 */
    check_known(&t, "12 x 12 grid", 72, board_entry, "53060477521960000");
    even_board = 14;
    check_known(&t, "14 x 14 grid", 98, board_entry, "112202208776036178000000");
    check_known(&t, "all ones, n = 12", 12, full_entry, "479001600");
    check_known(&t, "hypercube Q6", 32, cube_entry, "16332454526976"); /* OEIS A005271 */
    return test_done(&t);
}
