/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings, and the queries of each engine. */
#include "compare.h"

#include "brute.h"
#include "model/bound.h"
#include "plan/choice.h"
#include "query/draw.h"
#include "query/entry_shares.h"

#include <math.h>
#include <stdlib.h>

/* ---------------------------------------------------------------- random draws */

enum { DRAWS = 300 };

/* The number of draws that use an entry with share p is within eight standard deviations, and
 * eight, of its expectation: by chance this fails less than once in 10^12. */
static bool is_likely(int seen, double p)
{
    return fabs(seen - DRAWS * p) <= 8 * sqrt(DRAWS * p * (1 - p)) + 8;
}

/* seen[k] = how many draws use entry k of the instance. */
static enum verdict compare_draws(char story[STORY], const struct instance *x, const int *seen,
                                  const struct pm_gauss *total, uint64_t seed)
{
    enum verdict verdict = RIGHT;
    struct pm_gauss share;

    pm_gauss_init(&share);
    for (int k = 0; k < x->count && verdict == RIGHT; k++) {
        const struct entry *const e = &x->entry[k];
        if (!is_compared(&seed, (size_t)x->count))
            continue;
        if (!value_through(&share, x, e->row, e->col, e))
            break;
        pm_gauss_div(&share, &share, total);
        const double p = fmpq_get_d(share.re);
        if (!is_likely(seen[k], p))
            verdict = wrong(story, "entry (%d, %d) with share %g is in %d of %d draws", e->row + 1,
                            e->col + 1, p, seen[k], DRAWS);
    }
    pm_gauss_clear(&share);
    return verdict;
}

/* Counts the entries of one draw of pm_sample().  False: it is no matching. */
static bool count_draw(int *seen, const struct instance *x, const pm_problem *problem,
                       const int *partner)
{
    const int rows = pm_problem_rows(problem), cols = pm_problem_cols(problem);
    const bool turned = rows > cols, graph = pm_problem_is_symmetric(problem);
    bool used[2 * INSTANCE_LINES] = {false};

    for (int i = 0; i < (turned ? cols : rows); i++) {
        const int row = turned ? partner[i] : i, col = turned ? i : partner[i];
        if (partner[i] < 0 || partner[i] >= (turned ? rows : cols) || used[partner[i]])
            return false;
        used[partner[i]] = true;
        if (graph && partner[partner[i]] != i)
            return false;
        const struct entry *const e = entry_of(x, problem, row, col);
        if (e == NULL || e->re.num == 0)
            return false;
        if (!graph || i < partner[i])
            seen[e - x->entry]++;
    }
    return true;
}

enum verdict ask_sample(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const pm_options options = {
        .threads = manner->threads, .memory = manner->memory, .seconds = seconds_for(manner)};
    int partner[DRAWS * INSTANCE_LINES], seen[INSTANCE_ENTRIES] = {0};
    enum verdict verdict = UNABLE;
    struct pm_gauss total;
    pm_problem *problem;

    pm_gauss_init(&total);
    if (value_of(&total, x, REFERENCE_FULL)) {
        test_need(instance_problem(&problem, x, false));
        const int rows = pm_problem_rows(problem), cols = pm_problem_cols(problem);
        const int lines = rows < cols ? rows : cols;
        const pm_status status = pm_sample(partner, DRAWS, manner->seed, problem, &options);
        if (status == PM_DOMAIN)
            verdict = pm_gauss_is_zero(&total) || !is_nonnegative(x)
                          ? RIGHT
                          : wrong(story, "no draws: %s", pm_message());
        else if (status != PM_OK)
            verdict = refused(story, status, manner);
        else if (pm_gauss_is_zero(&total))
            verdict = wrong(story, "draws, but there is no matching");
        else
            verdict = RIGHT;
        for (int k = 0; k < DRAWS && verdict == RIGHT && status == PM_OK; k++)
            if (!count_draw(seen, x, problem, partner + k * lines))
                verdict = wrong(story, "draw %d is no matching", k + 1);
        if (verdict == RIGHT && status == PM_OK)
            verdict = compare_draws(story, x, seen, &total, manner->seed);
        pm_problem_free(problem);
    }
    pm_gauss_clear(&total);
    return verdict;
}

/* ------------------------------------------------------------- engines' queries */

/* The problem of an instance as a core: integers, rows <= cols, no empty row. */
struct asked_core {
    pm_problem *problem;
    struct pm_matrix *a;
    struct pm_core core;
    struct pm_planner planner;
    bool turned;
};

static bool has_lonely_line(const struct pm_matrix *a)
{
    for (int i = 0; i < a->rows; i++)
        if (a->start[i] == a->start[i + 1])
            return true;
    return false;
}

/* False: there is no such core. */
static bool core_open(struct asked_core *c, const struct instance *x, const struct manner *manner)
{
    struct pm_matrix *upright;

    test_need(instance_problem(&c->problem, x, false));
    upright = brute_upright(c->problem->a);
    c->turned = c->problem->a->rows > c->problem->a->cols;
    test_need(pm_matrix_integers(&c->a, upright));
    pm_matrix_free(upright);
    c->core = (struct pm_core){.a = c->a, .kind = c->problem->kind};
    const int bits = manner->precision == PM_PRECISION_DOUBLE ? 53
                     : manner->precision == PM_PRECISION_DD   ? 106
                                                              : 0;
    c->planner = (struct pm_planner){
        .ask = {.want = bits > 0 ? PM_WANT_FLOATING : PM_WANT_EXACT, .bits = bits},
        .policy = {.engine = manner->engine,
                   .limits = {.threads = manner->threads,
                              .seconds = seconds_for(manner),
                              .memory = manner->memory > 0 ? manner->memory : UINT64_C(1) << 30}}};
    return manner->engine != NULL && c->a->rows > 0 && !has_lonely_line(c->a);
}

static void core_close(struct asked_core *c)
{
    pm_matrix_free(c->a);
    pm_problem_free(c->problem);
}

/* out[k] = the value for entry k of the problem, from those of the core, which may be turned. */
static void turn_back(struct pm_value *out, const struct asked_core *c,
                      const struct pm_value *value)
{
    for (size_t k = 0; k < pm_problem_entries(c->problem); k++) {
        int row, col;
        pm_problem_entry(c->problem, k, &row, &col);
        const int e = pm_matrix_entry(c->a, c->turned ? col : row, c->turned ? row : col);
        pm_value_set(&out[k], &value[e]);
    }
}

static enum verdict core_shares(char story[STORY], const struct instance *x, struct asked_core *c,
                                const struct pm_gauss *total, const struct manner *manner)
{
    const size_t count = pm_problem_entries(c->problem);
    struct pm_value *const value = malloc(2 * count * sizeof *value);
    enum verdict verdict;

    for (size_t k = 0; k < 2 * count; k++)
        pm_value_init(&value[k]);
    const pm_status status = pm_entry_shares(value, &c->core, &c->planner, NULL);
    turn_back(value + count, c, value);
    verdict = status == PM_DOMAIN && pm_gauss_is_zero(total) ? RIGHT
              : status != PM_OK                              ? refused(story, status, manner)
              : pm_gauss_is_zero(total)
                  ? wrong(story, "shares of a permanent 0")
                  : compare_shares(story, x, c->problem, value + count, c->planner.ask.bits == 0,
                                   total, manner->seed);
    for (size_t k = 0; k < 2 * count; k++)
        pm_value_clear(&value[k]);
    free(value);
    return verdict;
}

/* What a question says of the core of an instance that fits. */
static enum verdict
of_core(char story[STORY], const struct instance *x, const struct manner *manner, bool fits,
        enum verdict (*ask)(char *, const struct instance *, struct asked_core *,
                            const struct pm_gauss *, const struct manner *))
{
    enum verdict verdict = UNABLE;
    struct asked_core c;
    struct pm_gauss total;

    pm_gauss_init(&total);
    if (core_open(&c, x, manner) && fits && value_of(&total, x, REFERENCE_FULL))
        verdict = ask(story, x, &c, &total, manner);
    pm_gauss_clear(&total);
    core_close(&c);
    return verdict;
}

enum verdict ask_core_shares(char story[STORY], const struct instance *x,
                             const struct manner *manner)
{
    return of_core(story, x, manner, true, core_shares);
}

/* Scales the sizes as the core is scaled: its entries are integers. */
static void scale_sizes(struct sums *sums, const struct asked_core *c)
{
    mpz_t scale, part;
    mpq_t power;

    mpz_inits(scale, part, NULL);
    mpq_init(power);
    mpz_set_ui(scale, 1);
    mpq_set_ui(power, 1, 1);
    for (int k = 0; k < pm_matrix_nnz(c->problem->a); k++) {
        fmpz_get_mpz(part, fmpq_denref(c->problem->a->re + k));
        mpz_lcm(scale, scale, part);
    }
    for (int k = 0; k < sums->sizes; k++) {
        mpq_mul(sums->size[k].re, sums->size[k].re, power);
        mpz_mul(mpq_numref(power), mpq_numref(power), scale);
    }
    mpq_clear(power);
    mpz_clears(scale, part, NULL);
}

static enum verdict core_sizes(char story[STORY], struct asked_core *c, const struct sums *truth,
                               const struct manner *manner)
{
    const int sizes = pm_core_size(&c->core) + 1;
    struct pm_value value[INSTANCE_LINES];
    fmpz sum[INSTANCE_LINES] = {0};
    struct pm_way way;
    enum verdict verdict = UNABLE;

    pm_status status = pm_choice_query(&way, PM_SIZES, &c->core, &c->planner);
    if (status == PM_OK) {
        status = way.query->sizes(sum, &c->core, &way.cost, &c->planner.policy.limits);
        pm_way_clear(&way);
    }
    for (int k = 0; k < sizes; k++) {
        pm_value_init(&value[k]);
        fmpq_set_fmpz(value[k].centre.re, &sum[k]);
        fmpz_clear(&sum[k]);
    }
    verdict = status != PM_OK ? refused(story, status, manner)
                              : compare_sizes(story, truth, value, sizes);
    for (int k = 0; k < sizes; k++)
        pm_value_clear(&value[k]);
    return verdict;
}

enum verdict ask_core_sizes(char story[STORY], const struct instance *x,
                            const struct manner *manner)
{
    enum verdict verdict = UNABLE;
    struct asked_core c;
    struct sums truth;

    sums_init(&truth);
    if (core_open(&c, x, manner) && x->field != PM_FIELD_COMPLEX &&
        refer(&truth, x, REFERENCE_ALL)) {
        scale_sizes(&truth, &c);
        verdict = core_sizes(story, &c, &truth, manner);
    }
    sums_clear(&truth);
    core_close(&c);
    return verdict;
}

/* Counts the entries of one draw of an engine. */
static bool count_entries(int *seen, const struct instance *x, const struct asked_core *c,
                          const int *entry)
{
    int partner[INSTANCE_LINES];

    for (int i = 0; i < c->a->rows; i++) {
        if (entry[i] < c->a->start[i] || entry[i] >= c->a->start[i + 1])
            return false;
        partner[i] = c->a->col[entry[i]];
    }
    return count_draw(seen, x, c->problem, partner);
}

static enum verdict core_draws(char story[STORY], const struct instance *x, struct asked_core *c,
                               const struct pm_gauss *total, const struct manner *manner)
{
    int entry[DRAWS * INSTANCE_LINES], seen[INSTANCE_ENTRIES] = {0};
    uint64_t state = manner->seed;
    struct pm_way way;

    pm_status status = pm_choice_query(&way, PM_DRAWS, &c->core, &c->planner);
    PM_THEN(status, pm_draw(entry, DRAWS, &state, &c->core, &way, &c->planner, NULL));
    pm_way_clear(&way);
    if (status == PM_DOMAIN && pm_gauss_is_zero(total))
        return RIGHT;
    if (status != PM_OK)
        return refused(story, status, manner);
    if (pm_gauss_is_zero(total))
        return wrong(story, "draws, but there is no matching");
    for (int k = 0; k < DRAWS; k++)
        if (!count_entries(seen, x, c, entry + k * c->a->rows))
            return wrong(story, "draw %d is no matching", k + 1);
    return compare_draws(story, x, seen, total, manner->seed);
}

enum verdict ask_core_draws(char story[STORY], const struct instance *x,
                            const struct manner *manner)
{
    return of_core(story, x, manner, is_nonnegative(x), core_draws);
}
