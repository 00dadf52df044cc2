/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graded precision.  The exact permanent lies within the error bound, and the bound within epsilon,
 * whatever is skipped.  The bounds of nodes and the lower bound of the permanent hold.  The bits
 * depend neither on the instruction set nor on the number of threads. */
#include "brute.h"
#include "engine/graded/halves.h"
#include "num/value.h"
#include "run/core.h"
#include "plan/choice.h"
#include "num/fold.h"

#include <inttypes.h>
#include <math.h>

/* ------------------------------------------------------------------ matrices */

struct draw {
    const char *name;
    void (*entry)(fmpq_t x, uint64_t *state, int i, int j);
};

/* A random positive integer of `bits` bits, times 2^exp. */
static void set_dyadic(fmpq_t x, uint64_t *state, int bits, long exp)
{
    fmpq_set_ui(x, 1 + (test_random(state) >> (64 - bits)), 1);
    if (exp >= 0)
        fmpq_mul_2exp(x, x, (ulong)exp);
    else
        fmpq_div_2exp(x, x, (ulong)-exp);
}

static void draw_uniform(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    set_dyadic(x, state, 40, -40);
}

static void draw_ones(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)state, (void)i, (void)j;
    fmpq_one(x);
}

static void draw_pattern(fmpq_t x, uint64_t *state, int i, int j)
{
    fmpq_set_si(x, i == j || j == i + 1 || test_between(state, 0, 2) == 0, 1);
}

static void draw_third(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    fmpq_set_si(x, test_between(state, 0, 20), (ulong[]){1, 3, 7, 10}[test_between(state, 0, 3)]);
}

/* Rows from 1e-120 to 1e120. */
static void draw_rows(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)j;
    set_dyadic(x, state, 20, (i * 97) % 13 * 60 - 400);
}

static void draw_medium(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    set_dyadic(x, state, 30, test_between(state, -60, -30));
}

/* Nearly a permutation matrix. */
static void draw_diagonal(fmpq_t x, uint64_t *state, int i, int j)
{
    set_dyadic(x, state, 20, i == j ? 0 : -40);
}

/* A triangular matrix: it has no total support, so scaling does not converge. */
static void draw_triangle(fmpq_t x, uint64_t *state, int i, int j)
{
    if (j < i)
        fmpq_zero(x);
    else
        set_dyadic(x, state, 10, -10);
}

/* Rows and columns are scaled by 1e-60 to 1e60.  So entries can be smaller than the largest of
 * their row by a factor of 1e120. */
static void draw_lines(fmpq_t x, uint64_t *state, int i, int j)
{
    set_dyadic(x, state, 24, (i * 89) % 7 * 66 - 200 + (j * 53) % 5 * 99 - 200);
}

/* Two blocks that are joined by tiny entries only. */
static void draw_parts(fmpq_t x, uint64_t *state, int i, int j)
{
    set_dyadic(x, state, 30, (i & 1) == (j & 1) ? -30 : -75);
}

/* A few entries are larger by up to 2^160. */
static void draw_giants(fmpq_t x, uint64_t *state, int i, int j)
{
    set_dyadic(x, state, 20, (i * 3 + j) % 5 == 2 && i < 3 ? 40 * (i + 2) : 0);
}

/* Some entries are too small for double beside the other entries of their row. */
static void draw_specks(fmpq_t x, uint64_t *state, int i, int j)
{
    set_dyadic(x, state, 20, (i + j) % 3 == 1 ? test_between(state, -1400, -60) : 0);
}

/* Entries below the range of double, and zeros beside them. */
static void draw_flecks(fmpq_t x, uint64_t *state, int i, int j)
{
    if (i == j || (i + 2 * j) % 4 == 1)
        set_dyadic(x, state, 20, 0);
    else if (test_between(state, 0, 2) == 0)
        fmpq_zero(x);
    else
        set_dyadic(x, state, 20, test_between(state, -2400, -900));
}

/* A few entries in each row and a positive diagonal, of sizes from 2^-20 to 2^20. */
static void draw_sparse(fmpq_t x, uint64_t *state, int i, int j)
{
    if (i == j || test_between(state, 0, 3) == 0)
        set_dyadic(x, state, 12, test_between(state, -32, 8));
    else
        fmpq_zero(x);
}

/* A matrix of these kinds that has no total support may be refused. */
static const struct draw draws[] = {
    {"uniform", draw_uniform}, {"ones", draw_ones},         {"rows", draw_rows},
    {"medium", draw_medium},   {"diagonal", draw_diagonal}, {"pattern", draw_pattern},
    {"rational", draw_third},  {"triangle", draw_triangle}, {"lines", draw_lines},
    {"giants", draw_giants},   {"specks", draw_specks},     {"parts", draw_parts},
    {"sparse", draw_sparse},   {"flecks", draw_flecks},
};

struct drawing {
    const struct draw *draw;
    uint64_t *state;
};

static bool drawn_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct drawing *const d = context;

    (void)im;
    d->draw->entry(re, d->state, i, j);
    return true;
}

static struct pm_matrix *draw_matrix(const struct draw *draw, uint64_t *state, int n)
{
    struct drawing drawing = {draw, state};

    return brute_made(n, n, false, drawn_place, &drawing);
}

/* ------------------------------------------------------------------ values */

struct tally {
    int tried, unable, wrong, wide, differ, low, bare;
    uint64_t blocks, computed, grade[PM_GRADES], whole;
};

/* The sum of all units as a value.  With `backwards` the units are walked from the last to the
 * first. */
static void add_units(struct pm_value *value, struct tally *tally, const struct pm_graded *d,
                      bool backwards)
{
    const struct pm_ring ring = pm_number_ring_of(PM_REAL);
    const uint64_t units = pm_graded_units(d);
    struct pm_graded_sums sums;
    struct pm_fold fold;
    struct pm_part part;

    pm_fold_init(&fold, &ring);
    for (uint64_t k = 0; k < units; k++) {
        const uint64_t unit = backwards ? units - 1 - k : k;
        pm_graded_sums(&sums, d, unit);
        test_need(pm_graded_part(&part, &sums, d));
        test_need(pm_fold_add(&fold, 0, unit, &part));
        tally->whole += (uint64_t)sums.whole;
        for (int g = PM_GRADE_SINGLE; g < PM_GRADES; g++) {
            tally->grade[g] += (uint64_t)sums.blocks[g];
            tally->computed += (uint64_t)sums.blocks[g];
        }
    }
    pm_fold_sum(&part, &fold);
    pm_fold_clear(&fold);
    test_need(pm_value_set_part(value, &part));
    tally->blocks += units << (d->root - PM_GRADED_LEAF);
}

/* True if the lower bound, times the factor, is at most the permanent. */
static bool low_holds(const struct pm_graded *d, const fmpq *truth)
{
    const int64_t shift = d->exp + d->shift;
    fmpq_t low;
    mpq_t q;

    fmpq_init(low);
    mpq_init(q);
    mpq_set_d(q, d->low);
    fmpq_set_mpq(low, q);
    fmpq_mul_fmpz(low, low, d->factor);
    if (shift > 0)
        fmpq_mul_2exp(low, low, (ulong)shift);
    else
        fmpq_div_2exp(low, low, (ulong)-shift);
    const bool fine = fmpq_cmp(low, truth) <= 0;
    mpq_clear(q);
    fmpq_clear(low);
    return fine;
}

/* One matrix in every instruction set. */
static void try_matrix(struct tally *tally, const struct pm_matrix *a, const struct pm_gauss *truth,
                       double epsilon, int root)
{
    const struct pm_graded_wish wish = {.epsilon = epsilon, .root = root};
    struct pm_graded *d;
    struct pm_value first, value;
    int count = 0;

    tally->tried++;
    if (pm_graded_new(&d, a, &wish) != PM_OK) {
        tally->unable++;
        return;
    }
    PM_EACH(pm_value_init, &first, &value);
    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++, count++) {
        d->kernels = pm_graded_kernels_of(*isa);
        add_units(&value, tally, d, count & 1);
        if (count == 0)
            pm_value_set(&first, &value);
        tally->differ += !brute_same_bits(&first, &value);
    }
    tally->wrong += !brute_contains(&first, truth);
    tally->wide += !pm_value_within(&first, epsilon);
    tally->low += !low_holds(d, truth->re);
    tally->bare += d->levels > 1 && !(d->whole_share >= d->n * PM_BALL_U);
    PM_EACH(pm_value_clear, &first, &value);
    pm_graded_free(d);
}

static void report(struct test *t, const struct tally *tally, const char *what, bool refusable)
{
    CHECK(t, tally->wrong == 0, "%s: %d of %d beyond the bound", what, tally->wrong, tally->tried);
    CHECK(t, tally->wide == 0, "%s: %d bounds above epsilon", what, tally->wide);
    CHECK(t, tally->low == 0, "%s: %d permanents below their lower bound", what, tally->low);
    CHECK(t, tally->bare == 0, "%s: %d without a bound for nodes computed whole", what,
          tally->bare);
    CHECK(t, tally->differ == 0, "%s: %d differ between instruction sets", what, tally->differ);
    CHECK(t, tally->unable == 0 || (refusable && tally->unable < tally->tried),
          "%s: %d refused, %.3f of the blocks computed", what, tally->unable,
          (double)tally->computed / (double)(tally->blocks + 1));
}

static void check_draw(struct test *t, const struct draw *draw, int rounds)
{
    static const double epsilons[] = {0.3, 1e-1, 1e-2, 1e-4, 1e-7, 1e-11};
    struct tally tally = {.tried = 0};
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15);
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int round = 0; round < rounds; round++) {
        struct pm_matrix *const a = draw_matrix(draw, &state, test_between(&state, 1, 8));
        brute_permanent(&truth, a);
        if (!pm_gauss_is_zero(&truth))
            try_matrix(&tally, a, &truth, epsilons[round % 6], 5 + round % 6);
        pm_matrix_free(a);
    }
    pm_gauss_clear(&truth);
    report(t, &tally, draw->name,
           draw->entry == draw_triangle || draw->entry == draw_third ||
               draw->entry == draw_pattern || draw->entry == draw_sparse);
}

/* A matrix whose first k columns are u and whose others are v.  Its permanent is k! (n - k)! times
 * the coefficient of z^k in prod_i (v_i + u_i z). */
static struct pm_matrix *two_columns(struct pm_gauss *truth, uint64_t *state, int n, int k)
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    pm_status status = PM_OK;
    fmpq_t x[2], poly[PM_GRADED_ROWS + 1];

    pm_triplets_init(&t, n, n, false);
    PM_EACH(fmpq_init, x[0], x[1]);
    for (int j = 0; j <= n; j++)
        fmpq_init(poly[j]);
    fmpq_one(poly[0]);
    for (int i = 0; i < n; i++) {
        fmpq_set_si(x[0], test_between(state, 1, 9), 10);
        fmpq_set_si(x[1], test_between(state, 1, 9), 7);
        for (int j = 0; j < n && status == PM_OK; j++)
            status = pm_triplets_add(&t, i, j, x[j >= k], NULL);
        for (int j = n; j >= 0; j--) {
            fmpq_mul(poly[j], poly[j], x[1]);
            if (j > 0)
                fmpq_addmul(poly[j], poly[j - 1], x[0]);
        }
    }
    test_need(status);
    test_need(pm_matrix_from_triplets(&a, &t));
    for (int j = 1; j <= n; j++)
        fmpq_mul_si(poly[k], poly[k], j <= k ? j : j - k);
    pm_gauss_set_parts(truth, poly[k], NULL);
    for (int j = 0; j <= n; j++)
        fmpq_clear(poly[j]);
    PM_EACH(fmpq_clear, x[0], x[1]);
    pm_triplets_clear(&t);
    return a;
}

/* Orders that are large enough for blocks to be skipped. */
static void check_skipping(struct test *t)
{
    static const double epsilons[] = {0.5, 0.1, 1e-3, 1e-9};
    struct tally tally = {.tried = 0};
    uint64_t state = 271828182845904523u;
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int n = 9; n <= 21; n++)
        for (int k = 0; k < 4; k++) {
            struct pm_matrix *const a = two_columns(&truth, &state, n, 1 + (n * k) % (n - 1));
            try_matrix(&tally, a, &truth, epsilons[k], k == 1 && n > 12 ? n - 4 : 0);
            pm_matrix_free(a);
        }
    pm_gauss_clear(&truth);
    report(t, &tally, "orders", false);
    for (int g = PM_GRADE_SINGLE; g < PM_GRADES; g++)
        CHECK(t, tally.grade[g] > 0, "%" PRIu64 " blocks of grade %d", tally.grade[g], g);
    CHECK(t, tally.whole > 0, "%" PRIu64 " nodes are computed whole", tally.whole);
    CHECK(t, tally.computed < 0.7 * (double)tally.blocks, "blocks are skipped");
}

/* The permanent of the exact rows, or of the rows that are rounded to a sum of two numbers. */
static void rows_permanent(fmpq_t permanent, const struct pm_rows *rows, const struct pm_halves *r)
{
    const int n = rows->n;
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    struct pm_gauss value;
    pm_status status = PM_OK;
    fmpq_t x, low;
    mpq_t q;

    PM_EACH(fmpq_init, x, low);
    mpq_init(q);
    pm_gauss_init(&value);
    pm_triplets_init(&t, n, n, false);
    for (int k = 0; k < n * n && status == PM_OK; k++) {
        fmpq_set(x, rows->part[0] + rows->order[k / n] * n + k % n);
        if (r != NULL) {
            mpq_set_d(q, r->high[k]);
            fmpq_set_mpq(x, q);
            mpq_set_d(q, r->low[k]);
            fmpq_set_mpq(low, q);
            fmpq_add(x, x, low);
        }
        status = pm_triplets_add(&t, k / n, k % n, x, NULL);
    }
    test_need(status);
    test_need(pm_matrix_from_triplets(&a, &t));
    brute_permanent(&value, a);
    fmpq_set(permanent, value.re);
    pm_matrix_free(a);
    pm_triplets_clear(&t);
    pm_gauss_clear(&value);
    mpq_clear(q);
    PM_EACH(fmpq_clear, low, x);
}

/* True if rounding the entries changes the permanent by no more than the proved bound. */
static void try_rounding(struct tally *tally, const struct pm_matrix *a)
{
    struct pm_scaled scaled;
    struct pm_rows rows;
    struct pm_halves r;
    double rounding;
    fmpq_t exact, rounded;

    tally->tried++;
    if (pm_sinkhorn_init(&scaled, a) != PM_OK) {
        tally->unable++;
        return;
    }
    test_need(pm_rows_scaled(&rows, scaled.a));
    test_need(pm_halves_init(&r, &rows));
    PM_EACH(fmpq_init, exact, rounded);
    rows_permanent(exact, &rows, NULL);
    rows_permanent(rounded, &rows, &r);
    fmpq_div(rounded, rounded, exact);
    fmpq_sub_ui(rounded, rounded, 1);
    const bool able = pm_halves_rounding(&rounding, &r, &scaled) == PM_OK;
    tally->unable += !able;
    tally->wrong += able && fabs(fmpq_get_d(rounded)) > rounding;
    tally->differ += !fmpq_is_zero(rounded);
    PM_EACH(fmpq_clear, exact, rounded);
    pm_halves_clear(&r);
    pm_rows_clear(&rows);
    pm_sinkhorn_clear(&scaled);
}

static void check_rounding(struct test *t)
{
    for (size_t k = 0; k < sizeof draws / sizeof *draws; k++) {
        struct tally tally = {.tried = 0};
        uint64_t state = 577215664901532861u;
        for (int round = 0; round < 60; round++) {
            struct pm_matrix *const a = draw_matrix(&draws[k], &state, test_between(&state, 2, 7));
            try_rounding(&tally, a);
            pm_matrix_free(a);
        }
        CHECK(t, tally.wrong == 0, "%s: rounding: %d of %d moved further than proved, %d refused",
              draws[k].name, tally.wrong, tally.differ, tally.unable);
    }
}

/* The engine through the planner, with several threads; and with epsilon 0, where it is of no use.
 */
static void check_engine(struct test *t)
{
    const struct pm_engine *const engine = pm_engine_find("graded");
    struct pm_planner planner = {
        .ask.want = PM_WANT_FLOATING,
        .policy.engine = engine,
        .ask.bits = 53,
        .ask.epsilon = 1e-3,
        .policy.limits = {.memory = UINT64_C(1) << 30, .threads = 1},
    };
    uint64_t state = 17;
    struct pm_gauss truth;
    struct pm_way way;
    struct pm_value value[2];

    pm_gauss_init(&truth);
    struct pm_matrix *const a = two_columns(&truth, &state, 24, 10);
    const struct pm_core core = {.a = a};
    for (int k = 0; k < 2; k++) {
        pm_value_init(&value[k]);
        planner.policy.limits.threads = 1 + 2 * k;
        test_need(pm_choice_find(&way, &core, &planner, NULL));
        test_need(pm_core_alone(&value[k], a, &way, &planner.policy.limits));
        pm_way_clear(&way);
    }
    CHECK(t, brute_same_bits(&value[0], &value[1]), "one thread and three agree");
    CHECK(t, brute_contains(&value[0], &truth) && pm_value_within(&value[0], 1e-3), "the engine");
    planner.ask.epsilon = 0;
    CHECK(t, pm_choice_find(&way, &core, &planner, NULL) == PM_UNABLE, "epsilon 0: %s",
          pm_message());
    planner.ask.epsilon = 1e-3;
    fmpq_neg(a->re, a->re);
    CHECK(t, pm_choice_find(&way, &core, &planner, NULL) == PM_UNABLE, "signed: %s", pm_message());
    PM_EACH(pm_value_clear, &value[0], &value[1]);
    pm_gauss_clear(&truth);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    for (size_t k = 0; k < sizeof draws / sizeof *draws; k++)
        check_draw(&t, &draws[k], test_rounds(50));
    check_skipping(&t);
    check_rounding(&t);
    check_engine(&t);
    return test_done(&t);
}
