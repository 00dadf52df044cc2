/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other results from the tables of the tree engine: the share of each entry against what its
 * removal takes away, random matchings against their weights, and matchings of every size against
 * definitions. */
#include "base/bits.h"
#include "brute.h"
#include "engine/tree/tree_queries.h"
#include "engine/tree/tree_kernels.h"
#include "engine/tree/tree_slices.h"

#include <stdlib.h>

static const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 2};

static uint64_t difference(const struct pm_part *x, const struct pm_part *y, uint64_t p)
{
    return (x->word[0] + p - y->word[0]) % p;
}

/* The sum of the shares of a row, or of a vertex of a general graph.  Edges stand in the upper
 * triangle. */
static uint64_t row_share(const struct pm_part *part, const struct pm_core *core, int i, uint64_t p)
{
    const struct pm_matrix *const a = core->a;
    unsigned __int128 sum = 0;

    for (int r = 0; r < a->rows; r++)
        for (int k = a->start[r]; k < a->start[r + 1]; k++)
            if (r == i || (core->kind == PM_HAFNIAN && a->col[k] == i))
                sum += part[k].word[0];
    return (uint64_t)(sum % p);
}

/* In each row the shares add up to the permanent (Laplace).  The share of one random entry is the
 * permanent minus that without the entry. */
static bool shares_right(uint64_t *state, const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;
    const uint64_t p = UINT64_C(2305843009213693951);
    const struct pm_ring ring = pm_ring_mod(p);
    const int entries = pm_matrix_nnz(a);
    struct pm_part *const part = calloc((size_t)entries + 1, sizeof *part);
    struct pm_tree_use use = {
        .memory = UINT64_C(1) << 30, .threads = 1, .few = (size_t)test_between(state, 0, 12)};
    struct pm_layout *layout = NULL;
    struct pm_image *image = NULL;
    struct pm_part rest;
    bool right =
        pm_tree_plan(&layout, core, PM_MOD, &limits, true, false) == PM_OK &&
        pm_image_new(&image, a, &ring) == PM_OK &&
        pm_tree_kernels_of(PM_MOD, layout->width, NULL)->shares(part, layout, image, &use) == PM_OK;
    for (int i = 0; i < a->rows && right; i++)
        right = row_share(part, core, i, p) == part[entries].word[0];
    if (right) { /* a slice forbids the entry */
        const int edge = test_between(state, 0, layout->edges - 1), e = layout->entry[edge];
        layout->slices = 1;
        layout->slice_edge = calloc((size_t)layout->edges, 1);
        layout->slice_edge[edge] = 1;
        layout->slice_step[0] = -1;
        right =
            pm_tree_kernels_of(PM_MOD, layout->width, NULL)->run(&rest, layout, image, 0, &use) ==
                PM_OK &&
            difference(&part[entries], &rest, p) == part[e].word[0];
    }
    pm_image_free(image);
    pm_layout_free(layout);
    free(part);
    return right;
}

static void check_shares(struct test *t)
{
    uint64_t state = 99;
    int tried = 0, wrong = 0;

    for (int round = 0; round < 150; round++) {
        const int rows = test_between(&state, 1, 12), cols = rows + test_between(&state, 0, 2);
        const int percent = test_between(&state, 25, 80);
        const bool general = round % 3 == 0;
        struct pm_matrix *const a = general
                                        ? brute_symmetric(&state, 2 * rows, percent, BRUTE_INTEGER)
                                        : brute_random(&state, rows, cols, percent, BRUTE_INTEGER);
        const struct pm_core core = {.a = a, .kind = general ? PM_HAFNIAN : PM_PERMANENT};
        if (!brute_has_empty_row(a)) {
            wrong += !shares_right(&state, &core);
            tried++;
        }
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0 && tried > 30, "shares: %d of %d wrong", wrong, tried);
}

/* Draws many matchings of a 4 x 4 matrix and compares their numbers with their weights (a
 * chi-squared statistic with at most 23 degrees of freedom: above 70 once in a million). */
static void check_sample(struct test *t, enum pm_number number, int rows, int cols,
                         long (*entry)(int i, int j, int n))
{
    enum { DRAWS = 40000 };
    struct pm_matrix *const a = brute_from(rows, cols, entry);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    const struct pm_ring ring = pm_ring_of(number);
    struct pm_layout *layout = NULL;
    struct pm_image *image = NULL;
    struct pm_tree_use use = {.memory = UINT64_C(1) << 30, .threads = 1, .few = PM_TREE_USUAL};
    int *const edge = calloc((size_t)DRAWS * (size_t)rows, sizeof *edge);
    int found;
    const bool valid = pm_tree_plan(&layout, &core, number, &limits, true, false) == PM_OK &&
                       pm_image_new(&image, a, &ring) == PM_OK &&
                       pm_tree_kernels_of(number, layout->width, NULL)
                               ->sample(edge, DRAWS, 5, layout, image, &use) == PM_OK;
    for (int k = 0; k < DRAWS * rows; k++) {
        const int i = k % rows, e = edge[k];
        edge[k] = e >= a->start[i] && e < a->start[i + 1] ? a->col[e] : -1;
    }
    const double chi = brute_chi_squared(&found, edge, DRAWS, a);
    CHECK(t, valid && chi < 70, "%s, %d x %d: random matchings, chi-squared %.1f",
          pm_number_name(number), rows, cols, chi);
    pm_image_free(image);
    pm_layout_free(layout);
    pm_matrix_free(a);
    free(edge);
}

/* The sums over k x k minors, by definition. */
static void brute_matchings(struct pm_gauss *sum, const struct pm_matrix *a, int k)
{
    struct pm_gauss one;
    pm_gauss_init(&one);
    pm_gauss_set_si(sum, 0);
    for (unsigned set = 0; set < 1u << a->rows; set++) {
        int row[8], col[8], n = 0;
        struct pm_matrix *minor;
        if (__builtin_popcount(set) != k)
            continue;
        for (int i = 0; i < a->rows; i++)
            if (set >> i & 1)
                row[n++] = i;
        for (int j = 0; j < a->cols; j++)
            col[j] = j;
        test_need(pm_matrix_sub(&minor, a, k, row, a->cols, col));
        brute_permanent(&one, minor);
        pm_gauss_add(sum, sum, &one);
        pm_matrix_free(minor);
    }
    pm_gauss_clear(&one);
}

/* *sum = the weight of all matchings of k edges of the graph: hafnians of 2k of its vertices. */
static void brute_pairs(struct pm_gauss *sum, const struct pm_matrix *a, int k)
{
    struct pm_gauss one;

    pm_gauss_init(&one);
    pm_gauss_set_si(sum, 0);
    for (unsigned set = 0; set < 1u << a->rows; set++) {
        struct pm_matrix *part;
        int vertex[8], vertices = 0;
        if (pm_popcount(set) != 2 * k)
            continue;
        for (int v = 0; v < a->rows; v++)
            if (set >> v & 1)
                vertex[vertices++] = v;
        test_need(pm_matrix_sub(&part, a, vertices, vertex, vertices, vertex));
        brute_hafnian(&one, part);
        pm_gauss_add(sum, sum, &one);
        pm_matrix_free(part);
    }
    pm_gauss_clear(&one);
}

static bool matchings_right(const struct pm_core *core)
{
    const int sizes = pm_core_size(core) + 1;
    struct pm_gauss truth;
    fmpz count[6];

    pm_gauss_init(&truth);
    for (int k = 0; k < 6; k++)
        fmpz_init(&count[k]);
    struct pm_cost cost;
    bool right = pm_tree_sizes_query.cost(&cost, core, PM_MOD, &limits) == PM_OK &&
                 pm_tree_sizes_query.sizes(count, core, &cost, &limits) == PM_OK;
    for (int k = 0; k < sizes && right; k++) {
        (core->kind == PM_HAFNIAN ? brute_pairs : brute_matchings)(&truth, core->a, k);
        right = fmpz_equal(&count[k], fmpq_numref(truth.re));
    }
    pm_tree_sizes_query.forget(cost.choice);
    for (int k = 0; k < 6; k++)
        fmpz_clear(&count[k]);
    pm_gauss_clear(&truth);
    return right;
}

static void check_matchings(struct test *t)
{
    uint64_t state = 3;
    int wrong[PM_KINDS] = {0}, tried = 0;

    for (int round = 0; round < 60; round++) {
        const int rows = test_between(&state, 1, 5), cols = rows + test_between(&state, 0, 2);
        const int percent = test_between(&state, 20, 100);
        const enum brute_entries kind = round % 2 ? BRUTE_PATTERN : BRUTE_INTEGER;
        struct pm_core core = {.a = brute_random(&state, rows, cols, percent, kind)};
        wrong[PM_PERMANENT] += !matchings_right(&core);
        pm_matrix_free((struct pm_matrix *)core.a);
        core.a = brute_symmetric(&state, test_between(&state, 2, 8), percent, kind);
        core.kind = PM_HAFNIAN;
        if (!brute_has_empty_row(core.a)) {
            tried++;
            wrong[PM_HAFNIAN] += !matchings_right(&core);
        }
        pm_matrix_free((struct pm_matrix *)core.a);
    }
    CHECK(t, wrong[PM_PERMANENT] == 0, "matchings of every size: %d of 60 wrong",
          wrong[PM_PERMANENT]);
    CHECK(t, wrong[PM_HAFNIAN] == 0 && tried > 20,
          "matchings of every size of general graphs: %d of %d wrong", wrong[PM_HAFNIAN], tried);
}

int main(void)
{
    struct test t = {0, 0};

    check_shares(&t);
    check_sample(&t, PM_WRAP, 4, 4, brute_one);
    check_sample(&t, PM_WRAP, 4, 4, brute_weight);
    check_sample(&t, PM_REAL, 4, 4, brute_weight);
    check_sample(&t, PM_WRAP, 3, 4, brute_weight);
    check_matchings(&t);
    return test_done(&t);
}
