/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares of entries by sweeps forwards and backwards: small matrices and graphs against minors by
 * definition, larger ones against the tree engine. */
#include "engine/sweep/sweep.h"

#include "brute.h"
#include "engine/more.h"

#include <stdlib.h>
#include <string.h>

extern const struct pm_engine pm_engine_tree;

/* All sums of a core in a ring by an engine.  The last one is the sum over all matchings. */
static struct pm_part *shares_new(const struct pm_core *core, const struct pm_engine *engine,
                                  const struct pm_ring *ring, int threads)
{
    const struct pm_limits limits = {.threads = threads};
    const struct pm_engine_query *const query = engine->more->query[PM_SHARES];
    struct pm_part *const part = calloc((size_t)pm_matrix_nnz(core->a) + 1, sizeof *part);
    struct pm_cost cost;

    if (part == NULL)
        abort();
    test_need(query->cost(&cost, core, ring->number, &limits));
    test_need(query->shares(part, core, &cost, ring, &limits));
    query->forget(cost.choice);
    return part;
}

static bool agrees(const struct pm_part *part, const struct pm_ring *ring,
                   const struct pm_gauss *truth)
{
    struct pm_value value;

    if (ring->number == PM_MOD)
        return fmpz_fdiv_ui(fmpq_numref(truth->re), (ulong)ring->p) == part->word[0];
    pm_value_init(&value);
    test_need(pm_value_set_part(&value, part, 0));
    const bool in = brute_contains(&value, truth) &&
                    (pm_gauss_is_zero(truth) || pm_value_within(&value, 0x1p-30));
    pm_value_clear(&value);
    return in;
}

/* Orders use only the entries above the diagonal of a symmetric matrix. */
static bool is_edge(const struct pm_core *core, int i, int e)
{
    return core->kind != PM_HAFNIAN || core->a->col[e] > i;
}

static const struct numbers {
    const char *name;
    enum pm_number number;
    uint64_t p;
    enum brute_entries entries;
} all_numbers[] = {
    {"a small prime", PM_MOD, 10007, BRUTE_INTEGER},
    {"a prime of 31 bits", PM_MOD, 2147483647, BRUTE_INTEGER},
    {"a prime of 62 bits", PM_MOD, 4611686018427387847, BRUTE_INTEGER},
    {"a prime that divides entries", PM_MOD, 3, BRUTE_INTEGER},
    {"double", PM_REAL, 0, BRUTE_PATTERN},
    {"double-double", PM_DD, 0, BRUTE_PATTERN},
    {"complex", PM_COMPLEX, 0, BRUTE_PATTERN},
};

static struct pm_ring ring_of(const struct numbers *numbers)
{
    return numbers->number == PM_MOD ? pm_ring_mod(numbers->p) : pm_ring_of(numbers->number);
}

static int count_wrong(const struct pm_core *core, const struct pm_ring *ring)
{
    const struct pm_matrix *const a = core->a;
    struct pm_part *const part = shares_new(core, &pm_engine_sweep, ring, 2);
    struct pm_gauss truth;
    int wrong = 0;

    pm_gauss_init(&truth);
    brute_value(&truth, a, core->kind);
    wrong += !agrees(&part[pm_matrix_nnz(a)], ring, &truth);
    for (int i = 0; i < a->rows; i++)
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            brute_through(&truth, a, core->kind, i, a->col[e]);
            wrong += is_edge(core, i, e) && !agrees(&part[e], ring, &truth);
        }
    pm_gauss_clear(&truth);
    free(part);
    return wrong;
}

/* Against the definition.  A matrix may have more columns than rows. */
static void check_small(struct test *t, enum pm_kind kind, const struct numbers *numbers)
{
    const struct pm_ring ring = ring_of(numbers);
    uint64_t state = 1618033 + (uint64_t)kind;
    int wrong = 0;

    for (int round = test_rounds(25); round-- > 0;) {
        const int percent = test_between(&state, 40, 100), rows = test_between(&state, 2, 6);
        struct pm_matrix *const a =
            kind == PM_HAFNIAN
                ? brute_symmetric(&state, 2 * test_between(&state, 2, 4), percent, numbers->entries)
                : brute_random(&state, rows, rows + (round % 2 ? 0 : 2), percent, numbers->entries);
        const struct pm_core core = {.a = a, .kind = kind};
        wrong += pm_matrix_nnz(a) > 0 ? count_wrong(&core, &ring) : 0;
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0, "%s over %s: %d wrong", kind == PM_HAFNIAN ? "graphs" : "matrices",
          numbers->name, wrong);
}

/* A band with ones and small weights. */
static struct pm_matrix *band(int n, int width, bool general)
{
    struct pm_triplets t;
    uint64_t state = 57721;
    fmpq_t x;

    fmpq_init(x);
    pm_triplets_init(&t, n, n, false);
    for (int i = 0; i < n; i++)
        for (int j = general ? i + 1 : i - width; j <= i + width && j < n; j++) {
            if (j < 0 || (j != i + 1 && test_between(&state, 0, 2) == 0))
                continue;
            fmpq_set_si(x, test_between(&state, 0, 3) ? 1 : test_between(&state, 2, 9), 1);
            test_need(pm_triplets_add(&t, i, j, x, NULL));
            if (general)
                test_need(pm_triplets_add(&t, j, i, x, NULL));
        }
    fmpq_clear(x);
    struct pm_matrix *a;
    test_need(pm_matrix_from_triplets(&a, &t));
    pm_triplets_clear(&t);
    return a;
}

/* Long vectors with all kinds of changes of slots, against the tree engine.  The bits are the same
 * for any number of threads. */
static void check_large(struct test *t, enum pm_kind kind, int n, int width,
                        const struct numbers *numbers)
{
    const struct pm_ring ring = ring_of(numbers);
    struct pm_matrix *const a = band(n, width, kind == PM_HAFNIAN);
    const struct pm_core core = {.a = a, .kind = kind};
    struct pm_part *const tree = shares_new(&core, &pm_engine_tree, &ring, 1);
    struct pm_part *const one = shares_new(&core, &pm_engine_sweep, &ring, 1);
    struct pm_part *const more = shares_new(&core, &pm_engine_sweep, &ring, 3);
    struct pm_value x, y;
    int wrong = 0, edges = 0;

    pm_value_init(&x);
    pm_value_init(&y);
    for (int i = 0; i < a->rows; i++)
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            if (!is_edge(&core, i, e))
                continue;
            edges++;
            wrong += !pm_part_same(&one[e], &more[e]);
            if (ring.number == PM_MOD) {
                wrong += one[e].word[0] != tree[e].word[0];
                continue;
            }
            test_need(pm_value_set_part(&x, &one[e], 0));
            test_need(pm_value_set_part(&y, &tree[e], 0));
            pm_gauss_sub(&x.centre, &x.centre, &y.centre); /* within the sum of both bounds */
            x.error = pm_mag_add(x.error, y.error);
            pm_gauss_set_si(&y.centre, 0);
            wrong += !brute_contains(&x, &y.centre);
        }
    CHECK(t, wrong == 0 && edges > 2 * n, "%s of order %d over %s: %d of %d edges wrong",
          kind == PM_HAFNIAN ? "graph" : "matrix", n, numbers->name, wrong, edges);
    pm_value_clear(&x);
    pm_value_clear(&y);
    free(tree);
    free(one);
    free(more);
    pm_matrix_free(a);
}

/* There is memory for one vector, but not for the vectors that are kept. */
static void check_memory(struct test *t)
{
    struct pm_matrix *const a = band(44, 15, true);
    const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};
    struct pm_cost cost;

    const struct pm_limits tight = {.memory = UINT64_C(1) << 21, .threads = 1};
    const pm_status status = pm_sweep_shares_query.cost(&cost, &core, PM_MOD, &tight);
    CHECK(t, status == PM_UNABLE && strstr(pm_message(), "vectors need") != NULL, "%s",
          status == PM_UNABLE ? pm_message() : "2 MiB are enough");
    const struct pm_limits none = {.memory = UINT64_C(1) << 14, .threads = 1};
    CHECK(t, pm_sweep_shares_query.cost(&cost, &core, PM_MOD, &none) == PM_UNABLE, "%s",
          pm_message());
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    for (size_t k = 0; k < sizeof all_numbers / sizeof *all_numbers; k++) {
        check_small(&t, PM_PERMANENT, &all_numbers[k]);
        check_small(&t, PM_HAFNIAN, &all_numbers[k]);
    }
    check_large(&t, PM_PERMANENT, 26, 7, &all_numbers[1]);
    check_large(&t, PM_HAFNIAN, 44, 15, &all_numbers[1]);
    check_large(&t, PM_HAFNIAN, 44, 15, &all_numbers[4]);
    check_memory(&t);
    return test_done(&t);
}
