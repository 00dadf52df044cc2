/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floating answers of every engine in double, double-double and more bits, against exact rational
 * arithmetic.  The error bound always holds.  If no entry is negative, the bound leaves digits,
 * whatever the sizes of the entries. */
#include "brute.h"
#include "ways.h"
#include "checkpoint/session.h"
#include "plan/choice.h"
#include "run/core.h"
#include "run/split_run.h"

#include <string.h>

enum { MOST_ROWS = 6 };

static int rounds(void)
{
    return test_effort() == TEST_LONG ? 48 : 10;
}

/* The distribution of random entries: an integer of 53 bits times 2^exponent, lowest <= exponent <=
 * highest. */
struct entries {
    const char *name;
    int lowest, highest;
    bool negative, complex_values;
    int third; /* percent of the entries that are divided by 3 */
};

static const struct entries entries[] = {
    {"in (0,1)", -53, -53, false, false, 0},
    {"signed, with thirds", -60, -40, true, false, 50},
    {"from 1e-300 to 1e300", -1049, 943, false, false, 10},
    {"signed, from 1e-300 to 1e300", -1049, 943, true, false, 10},
    {"tiny or huge", -9000, 9000, false, false, 0},
    {"complex", -60, -50, true, true, 30},
    {"complex, from 1e-300 to 1e300", -1049, 943, true, true, 0},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static const struct asked {
    int bits;
    int digits; /* the bits that the bound must leave if no entry is negative */
} asked[] = {{53, 36}, {106, 80}, {70, 50}, {200, 180}};

enum { ASKED = sizeof asked / sizeof *asked };

static void random_part(fmpq_t x, uint64_t *state, const struct entries *e)
{
    const int shift = test_between(state, e->lowest, e->highest);

    fmpq_set_si(x, (long)(test_random(state) >> 11) | 1, 1);
    if (e->negative && test_random(state) & 1 << 20)
        fmpq_neg(x, x);
    if (shift >= 0)
        fmpq_mul_2exp(x, x, (ulong)shift);
    else
        fmpq_div_2exp(x, x, (ulong)-shift);
    if (test_between(state, 1, 100) <= e->third)
        fmpq_div_fmpz(x, x, (fmpz[]){3});
}

struct drawing {
    const struct entries *entries;
    uint64_t *state;
    int percent;
    bool symmetric;
};

static bool random_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct drawing *const d = context;

    if ((d->symmetric && j <= i) || test_between(d->state, 1, 100) > d->percent)
        return false;
    random_part(re, d->state, d->entries);
    if (d->entries->complex_values)
        random_part(im, d->state, d->entries);
    return true;
}

/* A random matrix, symmetric with `symmetric`.  Each entry is nonzero with probability percent /
 * 100. */
static struct pm_matrix *random_matrix(uint64_t *state, int m, int n, int percent, bool symmetric,
                                       const struct entries *e)
{
    struct drawing drawing = {e, state, percent, symmetric};
    struct pm_matrix *const a = brute_made(m, n, e->complex_values, random_place, &drawing);

    return symmetric ? brute_mirrored(a) : a;
}

/* True if error <= 2^-bits |truth|, for a real number. */
static bool is_sharp(const struct pm_value *value, const struct pm_gauss *truth, int bits)
{
    fmpq_t bound;

    fmpq_init(bound);
    pm_mag_get_fmpq(bound, value->error);
    fmpq_mul_2exp(bound, bound, (ulong)bits);
    const bool sharp = fmpq_cmp(bound, truth->re) <= 0;
    fmpq_clear(bound);
    return sharp;
}

/* Digits are promised for the permanent of a square matrix without negative entries.  They are
 * promised for other problems only if all entries have like sizes: rectangular matrices cannot be
 * scaled in both directions, and an odd cycle of huge entries cannot be scaled. */
static bool is_promised(const struct pm_core *core, const struct entries *e)
{
    const bool square = core->kind == PM_PERMANENT && core->a->rows == core->a->cols;

    return !e->negative && (square || e->lowest == e->highest);
}

struct tally {
    int answered, wrong, vague;
};

static void try_matrix(struct tally *tally, const struct pm_core *core,
                       const struct pm_engine *engine, const struct entries *e, struct asked ask)
{
    const struct pm_ask request = {.kind = core->kind,
                                   .want = PM_WANT_FLOATING,
                                   .bits = ask.bits,
                                   .complex_values = e->complex_values};
    struct pm_gauss truth;
    struct pm_value value;

    pm_gauss_init(&truth);
    pm_value_init(&value);
    const pm_status status = ways_value(&value, core, engine, request, 1);
    brute_value(&truth, core->a, core->kind);
    if (status != PM_UNABLE) {
        tally->answered++;
        tally->wrong += status != PM_OK || !brute_contains(&value, &truth);
        tally->vague += is_promised(core, e) && !pm_gauss_is_zero(&truth) &&
                        !is_sharp(&value, &truth, ask.digits);
    }
    pm_value_clear(&value);
    pm_gauss_clear(&truth);
}

/* Engines for every square matrix must answer three of four cases, in every precision. */
static int least_answers(const struct pm_engine *engine, enum pm_kind kind)
{
    static const char *const names[] = {"ryser", "glynn", "sparyser", "tree", "dense", "sparse"};

    for (size_t k = 0; kind == PM_PERMANENT && k < sizeof names / sizeof *names; k++)
        if (strcmp(engine->name, names[k]) == 0)
            return rounds() * 3 / 4;
    return 0;
}

static void check(struct test *t, const struct pm_engine *engine, enum pm_kind kind,
                  const struct entries *e, struct asked ask)
{
    struct tally tally = {0, 0, 0};
    uint64_t state = 2718281828459045u + (uint64_t)(e - entries);

    for (int round = 0; round < rounds(); round++) {
        const bool symmetric = kind == PM_HAFNIAN;
        const int n = symmetric ? 2 * test_between(&state, 1, MOST_ROWS / 2 + 1)
                                : test_between(&state, 1, MOST_ROWS);
        const int more = !symmetric && round % 4 == 0 ? test_between(&state, 1, 2) : 0;
        const int percent = test_between(&state, 40, 100);
        struct pm_matrix *const a = random_matrix(&state, n, n + more, percent, symmetric, e);
        const struct pm_core core = {.a = a, .kind = kind};
        try_matrix(&tally, &core, engine, e, ask);
        pm_matrix_free(a);
    }
    CHECK(t, tally.wrong == 0 && tally.vague == 0 && tally.answered >= least_answers(engine, kind),
          "%s%s, %d bits, %s: %d of %d wrong, %d without digits", engine->name,
          kind == PM_HAFNIAN ? ", hafnian" : "", ask.bits, e->name, tally.wrong, tally.answered,
          tally.vague);
}

/* Splits, with the engine that the planner chooses for the leaves. */
static void check_split(struct test *t, const struct entries *e, struct asked ask)
{
    const struct pm_planner planner = {
        .ask.want = PM_WANT_FLOATING,
        .ask.bits = ask.bits,
        .ask.complex_values = e->complex_values,
        .policy.limits = {.memory = UINT64_C(1) << 30, .threads = 1}};
    struct pm_planner leaf = planner;
    const struct pm_way way = {.leaf = &leaf};
    struct pm_session session = pm_session_alone(&planner.policy.limits);
    uint64_t state = 5772156649015328606u;
    struct tally tally = {0, 0, 0};
    struct pm_gauss truth;
    struct pm_value value;

    pm_gauss_init(&truth);
    pm_value_init(&value);
    for (int round = 0; round < rounds(); round++) {
        const int n = test_between(&state, 2, MOST_ROWS + 2);
        struct pm_matrix *const a = random_matrix(&state, n, n, 40, false, e);
        const struct pm_core core = {.a = a};
        brute_permanent(&truth, a);
        if (!pm_gauss_is_zero(&truth)) {
            tally.answered++;
            tally.wrong += pm_split_run(&value, a, &way, &session, NULL) != PM_OK ||
                           !brute_contains(&value, &truth);
            tally.vague += is_promised(&core, e) && !is_sharp(&value, &truth, ask.digits);
        }
        pm_matrix_free(a);
    }
    CHECK(t, tally.wrong == 0 && tally.vague == 0 && tally.answered > 0,
          "split, %d bits, %s: %d of %d wrong, %d without digits", ask.bits, e->name, tally.wrong,
          tally.answered, tally.vague);
    pm_session_clear(&session);
    pm_value_clear(&value);
    pm_gauss_clear(&truth);
}

int main(void)
{
    struct test t = {0, 0};

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++)
        for (enum pm_kind kind = PM_PERMANENT; kind <= PM_HAFNIAN; kind++)
            for (int k = 0; k < ENTRIES * ASKED && (*e)->kinds & 1u << kind; k++)
                check(&t, *e, kind, &entries[k / ASKED], asked[k % ASKED]);
    for (int k = 0; k < ENTRIES * ASKED; k++)
        check_split(&t, &entries[k / ASKED], asked[k % ASKED]);
    return test_done(&t);
}
