/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known answers, from sums over all permutations or matchings.  Almost every engine can solve the
 * first matrix of a kind: small integers, two equal rows, planar graphs, and no negative numbers,
 * since graded precision does not allow them. */
#include "run/core.h"

#include "run/session.h"
#include "run/rings.h"

enum { ORDER = 6, BITS = 16 }; /* |answers| < 2^(BITS - 1) */

static const struct known {
    enum pm_kind kind;
    signed char entry[ORDER][ORDER];
    int answer;
} knowns[] = {
    {PM_PERMANENT,
     {{1, 2, 0, 0, 0, 0},
      {1, 2, 0, 0, 0, 0},
      {0, 3, 1, 1, 0, 0},
      {0, 0, 2, 1, 1, 0},
      {0, 0, 0, 1, 3, 2},
      {0, 0, 0, 0, 5, 1}},
     160},
    {PM_HAFNIAN,
     {{0, 2, 1, 3, 0, 0},
      {2, 0, 1, 0, 1, 0},
      {1, 1, 0, 0, 0, -2},
      {3, 0, 0, 0, 1, 2},
      {0, 1, 0, 1, 0, 5},
      {0, 0, -2, 2, 5, 0}},
     7},
    {PM_PERMANENT, /* the same value in most places, for the engine `complement` */
     {{3, 1, 1, 1, 1, 1},
      {1, 1, 0, 1, 1, 1},
      {1, 1, 1, 1, 1, 1},
      {1, 1, 1, 1, 1, 1},
      {1, 1, 1, 1, 1, 1},
      {1, 1, 1, 1, 1, 1}},
     792},
    {PM_HAFNIAN,
     {{0, 4, 1, 1, 1, 1},
      {4, 0, 1, 1, 1, 1},
      {1, 1, 0, 0, 1, 1},
      {1, 1, 0, 0, 1, 1},
      {1, 1, 1, 1, 0, 1},
      {1, 1, 1, 1, 1, 0}},
     18},
};
enum { KNOWNS = sizeof knowns / sizeof *knowns };

/* gap^2 <= error^2 < 1. */
static bool within(const struct pm_gauss *gap, struct pm_mag error)
{
    fmpq_t norm, bound;

    if (!pm_mag_is_finite(error))
        return false;
    PM_EACH(fmpq_init, norm, bound);
    fmpq_mul(norm, gap->re, gap->re);
    fmpq_addmul(norm, gap->im, gap->im);
    pm_mag_get_fmpq(bound, error);
    fmpq_mul(bound, bound, bound);
    const bool good = fmpq_cmp(norm, bound) <= 0 && fmpq_cmp_si(bound, 1) < 0;
    PM_EACH(fmpq_clear, bound, norm);
    return good;
}

/* True if the value is the answer, or, if prime is not 0, its residue. */
static bool is_answer(const struct pm_value *value, int answer, uint64_t prime)
{
    struct pm_gauss gap;

    pm_gauss_init(&gap);
    pm_gauss_set_si(&gap, answer);
    pm_gauss_sub(&gap, &value->centre, &gap);
    const bool good = prime != 0 ? fmpz_is_one(fmpq_denref(gap.re)) &&
                                       fmpz_fdiv_ui(fmpq_numref(gap.re), prime) == 0
                                 : within(&gap, value->error);
    pm_gauss_clear(&gap);
    return good;
}

/* Checks whether the engine gets the known answer.  PM_UNABLE: it does not accept this matrix. */
static pm_status check_known(const struct pm_way *way, const struct known *known,
                             const struct pm_limits *limits)
{
    struct pm_session session = pm_session_alone(limits);
    struct pm_way small = {.engine = way->engine,
                           .kind = way->kind,
                           .exact = way->exact,
                           .number = way->number,
                           .gaussian = way->gaussian,
                           .any = way->any,
                           .prime = way->prime,
                           .bits = BITS,
                           .rings = 1};
    struct pm_core core = {.kind = way->kind};
    struct pm_matrix *a;
    struct pm_value value;
    pm_status status;

    PM_TRY(pm_matrix_from_bytes(&a, ORDER, ORDER, known->entry[0]));
    core.a = a;
    session.limits.threads = 1;
    session.limits.epsilon = way->epsilon;
    pm_value_init(&value);
    PM_TRY_GOTO(status, small.engine->cost(&small.cost, &core, small.number, &session.limits),
                done);
    PM_TRY_GOTO(status, pm_rings_run(&value, a, &small, &session, NULL), done);
    if (!is_answer(&value, known->answer, way->prime))
        status = pm_wrong("the engine %s computes a known answer wrongly in %s numbers",
                          way->engine->name, pm_number_name(way->number));
done:
    pm_way_clear(&small);
    pm_value_clear(&value);
    pm_matrix_free(a);
    return status;
}

pm_status pm_known_answers(const struct pm_way *way, const struct pm_limits *limits)
{
    pm_status status = PM_UNABLE;

    for (int k = 0; k < KNOWNS && status == PM_UNABLE; k++)
        if (knowns[k].kind == way->kind)
            status = check_known(way, &knowns[k], limits);
    return status;
}
