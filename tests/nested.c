/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nested rows.  The search for their order against all orders; the engine against sums of products,
 * see boards(). */
#include "brute.h"
#include "model/nested_order.h"
#include "plan/choice.h"
#include "reduce/reduce.h"
#include "run/core.h"

#include <stdlib.h>

extern const struct pm_engine pm_engine_nested;

/* ---------------------------------------------------------------- finding */

static bool holds(const struct pm_matrix *a, const int *order)
{
    for (int i = 0; i < a->rows; i++) {
        const int length = a->start[i + 1] - a->start[i];
        int first = 0, last = 0;
        for (int j = 0; j < a->cols; j++)
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                if (a->col[k] == order[j]) {
                    first += j < length;
                    last += j >= a->cols - length;
                }
        if (first < length && last < length)
            return false;
    }
    return true;
}

/* True if some order of the columns after the first `fixed` ones makes the rows nested. */
static bool some_order(const struct pm_matrix *a, int *order, int fixed)
{
    bool found = fixed == a->cols && holds(a, order);

    for (int j = fixed; j < a->cols && !found; j++) {
        const int here = order[fixed], there = order[j];
        order[fixed] = there;
        order[j] = here;
        found = some_order(a, order, fixed + 1);
        order[fixed] = here;
        order[j] = there;
    }
    return found;
}

static void check_finding(struct test *t)
{
    uint64_t state = 4;
    int wrong = 0, nested = 0;

    for (int round = 0; round < 2000; round++) {
        int order[] = {0, 1, 2, 3, 4};
        struct pm_matrix *const a =
            brute_random(&state, test_between(&state, 3, 5), test_between(&state, 3, 5),
                         test_between(&state, 30, 80), BRUTE_PATTERN);
        struct pm_nested *n;
        test_need(pm_nested_new(&n, a));
        const bool is = some_order(a, order, 0);
        wrong += is != (n != NULL) || (n != NULL && !holds(a, n->column));
        nested += is;
        pm_nested_free(n);
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0, "2000 small matrices: %d wrong", wrong);
    CHECK(t, nested > 200 && nested < 1800, "... %d of which are nested", nested);
}

/* ------------------------------------------------------------------ values */

enum { MOST = 8 };

static pm_status run(struct pm_value *value, const struct pm_matrix *a, enum pm_number number)
{
    const struct pm_core core = {.a = a};
    struct pm_planner planner = {.ask.want = number == PM_MOD ? PM_WANT_EXACT : PM_WANT_FLOATING,
                                 .ask.bits = number == PM_DD || number == PM_COMPLEX_DD ? 106 : 53,
                                 .ask.complex_values = a->im != NULL || number == PM_COMPLEX ||
                                                       number == PM_COMPLEX_DD,
                                 .policy.engine = &pm_engine_nested,
                                 .policy.limits = {.memory = UINT64_C(1) << 30, .threads = 1}};
    struct pm_way way;

    PM_TRY(pm_way_find(&way, &core, &planner, NULL));
    const pm_status status = pm_core_alone(value, a, &way, &planner.policy.limits);
    pm_way_clear(&way);
    return status;
}

/* ------------------------------------------------------------------- large */

/* Of `n` rows in random order, some are suffixes and the others prefixes. */
struct board {
    int n, suffixes;
    int *edge, *place;
};

static bool on_board(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct board *const b = context;
    const bool prefix = b->place[j] < b->edge[i];

    fmpq_one(re);
    fmpq_zero(im);
    return i < b->suffixes ? !prefix : prefix;
}

static int ascending(const void *x, const void *y)
{
    return *(const int *)x - *(const int *)y;
}

/* The permanent in another way.  A suffix is all columns minus a prefix.  Prefixes of lengths b_1
 * <= b_2 <= .. have prod (b_i - i + 1) transversals (Ferrers boards: Stanley, Enumerative
 * Combinatorics 1, section 2.4).  This takes 2^suffixes products. */
static void boards(fmpz_t sum, const struct board *b)
{
    int *const length = calloc((size_t)b->n, sizeof *length);
    fmpz_t product;

    fmpz_init(product);
    fmpz_zero(sum);
    for (uint32_t set = 0; set < UINT32_C(1) << b->suffixes; set++) {
        for (int i = 0; i < b->n; i++)
            length[i] = i < b->suffixes && !(set >> i & 1) ? b->n : b->edge[i];
        qsort(length, (size_t)b->n, sizeof *length, ascending);
        fmpz_set_si(product, __builtin_popcount(set) % 2 ? -1 : 1);
        for (int i = 0; i < b->n; i++)
            fmpz_mul_ui(product, product, length[i] > i ? (ulong)(length[i] - i) : 0);
        fmpz_add(sum, sum, product);
    }
    fmpz_clear(product);
    free(length);
}

static void check_large(struct test *t, int n, int suffixes)
{
    uint64_t state = (uint64_t)n;
    struct board b = {.n = n,
                      .suffixes = suffixes,
                      .edge = calloc((size_t)n, sizeof(int)),
                      .place = calloc((size_t)n, sizeof(int))};
    struct pm_value exact, floating;
    fmpq_t want;

    pm_value_init(&exact);
    pm_value_init(&floating);
    fmpq_init(want);
    for (int i = 0; i < n; i++) {
        const int other = test_between(&state, 0, i);
        b.place[i] = b.place[other];
        b.place[other] = i;
        b.edge[i] = i < suffixes ? test_between(&state, n / 4, n - 1)
                                 : test_between(&state, i < n - n / 16 ? i : n - 1, n);
    }
    struct pm_matrix *const a = brute_made(n, n, false, on_board, &b);
    boards(fmpq_numref(want), &b);
    const bool done = run(&exact, a, PM_MOD) == PM_OK && run(&floating, a, PM_DD) == PM_OK;
    CHECK(t, done && !fmpq_is_zero(want) && fmpq_equal(exact.centre.re, want),
          "order %d, %d suffixes: 2^%d products say the same", n, suffixes, suffixes);
    CHECK(t, done && brute_contains(&floating, &exact.centre), "... and double-double");
    pm_matrix_free(a);
    fmpq_clear(want);
    pm_value_clear(&exact);
    pm_value_clear(&floating);
    free(b.edge);
    free(b.place);
}

static long bidiagonal(int i, int j, int n)
{
    (void)n;
    return i == j || i + 1 == j;
}

static void check_refusal(struct test *t)
{
    struct pm_matrix *const a = brute_from(6, 6, bidiagonal);
    struct pm_value value;

    pm_value_init(&value);
    CHECK(t, run(&value, a, PM_MOD) == PM_UNABLE, "other matrices are refused");
    pm_value_clear(&value);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    check_finding(&t);
    check_large(&t, 60, 0);
    check_large(&t, 60, 12);
    check_large(&t, 200, 9);
    check_refusal(&t);
    return test_done(&t);
}
