/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `complement`: matrices that have the same value c in most places, such as J - I, and
 * nearly full graphs.
 *
 * Let B = c J + D, where J is full of ones.  In a term of the permanent, take from each factor
 * either c or the entry of D.  If r_k is the sum over the matchings of D with k entries, then for
 * an m x n matrix, m <= n,
 *
 *     per(B) = sum over k of r_k c^(m-k) (n-k)! / (n-m)!
 *
 * For a graph of order n, haf(B) = sum over k of m_k c^(n/2-k) (n-2k-1)!!.  Another engine finds
 * the sums r_k modulo the prime of the ring.  If most entries of a square matrix are u_i v_j, rows
 * and columns are divided by these numbers first.  (Riordan, An Introduction to Combinatorial
 * Analysis, 1958, chapter 7; for graphs Zaslavsky, Complementary matching vectors, European J.
 * Combinatorics 2, 1981.)  Cost: that of the matchings of every size of D. */
#include "base/alloc.h"
#include "base/budget.h"
#include "engine/abilities.h"
#include "model/bound.h"
#include "model/outer.h"
#include "num/crt.h"

#include <flint/nmod.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PRIME_BITS = 31 };

/* D may have this share of the places of B.  A search for a way for D is as short as if a way of
 * so many seconds were known. */
static const double MOST_ENTRIES = 0.25, KNOWN_SECONDS = 10;

/* The entries of D may have so many bits in all. */
static const double MOST_BITS = 0x1p28;

/* The engines that find the matchings of D. */
static const struct pm_engine *const counters[] = {&pm_engine_table, &pm_engine_tree, NULL};

struct choice {
    fmpq_t common;
    struct pm_matrix *d; /* without rows or vertices that have no entries */
    fmpq_t divided;      /* the product of the numbers by which rows and columns were divided */
    bool negated;        /* -D, since no entry of that is negative */
    const struct pm_engine *engine;
    struct pm_cost cost;
};

struct job {
    const struct choice *choice;
    struct pm_core core; /* B */
    uint64_t p;
    struct pm_limits limits;
};

static void forget(void *choice)
{
    struct choice *const c = choice;

    if (c == NULL)
        return;
    if (c->engine != NULL && c->cost.choice != NULL)
        c->engine->more->query[PM_SIZES]->forget(c->cost.choice);
    pm_matrix_free(c->d);
    PM_EACH(fmpq_clear, c->common, c->divided);
    free(c);
}

/* ------------------------------------------------------------- the matrix D */

/* The places of B that count: without the diagonal of a graph. */
static double places(const struct pm_core *core)
{
    const double n = core->a->cols;

    return core->kind == PM_HAFNIAN ? n * (n - 1) : n * core->a->rows;
}

static bool counts(const struct pm_core *core, int i, int j)
{
    return core->kind != PM_HAFNIAN || i != j;
}

/* The entry with the most common value, if that is in most places; *others = the number of places
 * with another value. */
static int common_entry(double *others, const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;
    const int best = pm_outer_majority(a->re, pm_matrix_nnz(a));
    double equal = 0;

    PM_EACH_ENTRY(a, i, e)
        equal += counts(core, i, a->col[e]) && fmpq_equal(&a->re[best], &a->re[e]);
    *others = places(core) - equal;
    return best;
}

static void multiply(fmpq_t product, const fmpq *x, int count)
{
    for (int k = 0; k < count; k++)
        fmpq_mul(product, product, x + k);
}

/* *flat = the square matrix with entry (i, j) divided by u_i v_j, whose product over all i and j
 * is c->divided.  NULL: most entries are not such products. */
static pm_status flatten(struct pm_matrix **flat, struct choice *c, const struct pm_matrix *a,
                         int row)
{
    struct pm_outer outer;
    bool found;

    pm_status status = pm_outer_find(&outer, &found, a, row);
    if (status == PM_OK && found)
        status = pm_matrix_copy(flat, a);
    if (status == PM_OK && found) {
        multiply(c->divided, outer.u, a->rows);
        multiply(c->divided, outer.v, a->cols);
    }
    for (int i = 0; i < a->rows && *flat != NULL; i++)
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            fmpq_div((*flat)->re + e, a->re + e, outer.u + i);
            fmpq_div((*flat)->re + e, (*flat)->re + e, outer.v + a->col[e]);
        }
    pm_outer_clear(&outer);
    return status;
}

/* The same for one of three rows, which is like most rows. */
static pm_status find_flat(struct pm_matrix **flat, struct choice *c, const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;
    const int rows[] = {0, a->rows / 2, a->rows - 1};

    if (core->kind != PM_PERMANENT || a->rows != a->cols ||
        pm_matrix_nnz(a) < (1 - MOST_ENTRIES) * places(core))
        return PM_OK;
    for (size_t k = 0; k < sizeof rows / sizeof *rows && *flat == NULL; k++)
        PM_TRY(flatten(flat, c, a, rows[k]));
    return PM_OK;
}

/* Adds row i of D. */
static pm_status add_row(struct pm_triplets *t, int at, int i, const struct pm_core *core,
                         const fmpq_t common)
{
    const struct pm_matrix *const a = core->a;
    pm_status status = PM_OK;
    fmpq_t x;

    fmpq_init(x);
    for (int j = 0, e = a->start[i]; j < a->cols && status == PM_OK; j++) {
        fmpq_neg(x, common);
        if (e < a->start[i + 1] && a->col[e] == j)
            fmpq_add(x, x, &a->re[e++]);
        if (counts(core, i, j) && !fmpq_is_zero(x))
            status = pm_triplets_add(t, at, j, x, NULL);
    }
    fmpq_clear(x);
    return status;
}

static pm_status all_of_d(struct pm_matrix **d, const struct pm_core *core, const fmpq_t common)
{
    struct pm_triplets t;
    pm_status status = PM_OK;

    pm_triplets_init(&t, core->a->rows, core->a->cols, false);
    for (int i = 0; i < core->a->rows && status == PM_OK; i++)
        status = add_row(&t, i, i, core, common);
    PM_THEN(status, pm_matrix_from_triplets(d, &t));
    pm_triplets_clear(&t);
    return status;
}

/* Multiplies c->common and D by the least number that makes D integral.  PM_UNABLE: the entries
 * would be too long. */
static pm_status make_integral(struct choice *c, struct pm_matrix *d)
{
    const int count = pm_matrix_nnz(d);
    pm_status status = PM_OK;
    fmpz_t scale, power;

    fmpz_init_set_ui(scale, 1);
    fmpz_init(power);
    for (int e = 0; e < count && status == PM_OK; e++) {
        fmpz_lcm(scale, scale, fmpq_denref(d->re + e));
        status = (double)fmpz_bits(scale) * count <= MOST_BITS
                     ? pm_budget_ask()
                     : pm_fail(PM_UNABLE, "the denominators of the other entries are too long");
    }
    for (int e = 0; e < count && status == PM_OK; e++)
        fmpq_mul_fmpz(d->re + e, d->re + e, scale);
    if (status == PM_OK) {
        fmpz_mul(fmpq_numref(c->common), fmpq_numref(c->common), scale); /* an integer */
        fmpz_pow_ui(power, scale, (ulong)d->rows);
        fmpq_div_fmpz(c->divided, c->divided, power);
    }
    PM_EACH(fmpz_clear, scale, power);
    return status;
}

/* Leaves out the rows of D that have no entries, or these vertices; turns the signs if no positive
 * entry is there. */
static pm_status find_d(struct choice *c, const struct pm_core *core)
{
    struct pm_matrix *d = NULL;
    int *row = NULL, *col = NULL, rows = 0;
    pm_status status;

    PM_TRY_GOTO(status, all_of_d(&d, core, c->common), done);
    PM_TRY_GOTO(status, make_integral(c, d), done);
    PM_NEW_GOTO(status, row, d->rows, done);
    PM_NEW_GOTO(status, col, d->cols, done);
    c->negated = true;
    for (int e = 0; e < pm_matrix_nnz(d); e++)
        c->negated = c->negated && fmpq_sgn(&d->re[e]) < 0;
    for (int e = 0; e < pm_matrix_nnz(d) && c->negated; e++)
        fmpq_neg(&d->re[e], &d->re[e]);
    for (int i = 0; i < d->rows; i++)
        if (d->start[i] < d->start[i + 1])
            row[rows++] = i;
    for (int j = 0; j < d->cols; j++)
        col[j] = j;
    status = core->kind == PM_HAFNIAN ? pm_matrix_sub(&c->d, d, rows, row, rows, row)
                                      : pm_matrix_sub(&c->d, d, rows, row, d->cols, col);
done:
    pm_matrix_free(d);
    PM_FREE(row, col);
    return status;
}

/* Finds the common value and D; *flat, if it is not NULL then, is the matrix divided by numbers of
 * rows and columns. */
static pm_status split(struct pm_matrix **flat, struct choice *c, const struct pm_core *core)
{
    struct pm_core of = *core;
    double others;
    int best = common_entry(&others, &of);

    if (others > MOST_ENTRIES * places(core)) {
        PM_TRY(find_flat(flat, c, core));
        if (*flat != NULL) {
            of.a = *flat;
            best = common_entry(&others, &of);
        }
    }
    fmpq_set(c->common, &of.a->re[best]);
    return others <= MOST_ENTRIES * places(core) ? find_d(c, &of)
                                                 : pm_fail(PM_UNABLE, "no value is in most places");
}

/* ----------------------------------------------------------------- planning */

static double seconds_of(const struct pm_engine *engine, const struct pm_cost *cost)
{
    return cost->peak / engine->figures.rate[PM_MOD];
}

/* Chooses the engine that finds the matchings of D soonest. */
static pm_status choose_engine(struct choice *c, const struct pm_core *core,
                               const struct pm_limits *limits)
{
    struct pm_limits known = *limits;

    known.search = NULL;
    known.known = KNOWN_SECONDS;
    for (const struct pm_engine *const *e = counters; *e != NULL; e++) {
        const struct pm_engine_query *const query = (*e)->more->query[PM_SIZES];
        struct pm_cost cost;
        const pm_status status = query->cost(&cost, core, PM_MOD, &known);
        if (status != PM_OK && status != PM_UNABLE)
            return status;
        if (status == PM_UNABLE)
            continue;
        const bool better = c->engine == NULL || seconds_of(*e, &cost) < known.known;
        if (better && c->engine != NULL && c->cost.choice != NULL)
            c->engine->more->query[PM_SIZES]->forget(c->cost.choice);
        if (better) {
            c->engine = *e;
            c->cost = cost;
            known.known = seconds_of(*e, &cost);
        } else if (cost.choice != NULL) {
            query->forget(cost.choice);
        }
    }
    return c->engine != NULL
               ? PM_OK
               : pm_fail(PM_UNABLE, "no engine counts the matchings of the other %d entries",
                         pm_matrix_nnz(c->d));
}

static pm_status check_prime(const struct choice *c, uint64_t p)
{
    if (fmpz_fdiv_ui(fmpq_denref(c->divided), p) != 0)
        return PM_OK;
    return pm_fail(PM_UNABLE,
                   "an entry is divisible by the prime %" PRIu64
                   ", by which engine 'complement' cannot divide; name another engine",
                   p);
}

/* Checks the prime of the only ring, or, if that is 0, the primes of an exact answer. */
static pm_status check_primes(const struct choice *c, const struct pm_core *core, uint64_t prime)
{
    struct pm_crt_rings rings = {.count = 0};
    double bits;

    if (prime != 0)
        return check_prime(c, prime);
    PM_TRY(pm_bound_bits(&bits, core->a, core->kind));
    pm_status status = pm_crt_below(&rings, bits, false, PRIME_BITS);
    for (size_t k = 0; status == PM_OK && k < rings.count; k++) {
        status = pm_budget_ask();
        PM_THEN(status, check_prime(c, rings.ring[k].p));
    }
    pm_crt_clear(&rings);
    return status;
}

static const double RATE = 1e9;

static pm_status complement_cost(struct pm_cost *cost, const struct pm_core *core,
                                 enum pm_number number, const struct pm_limits *limits)
{
    struct pm_matrix *flat = NULL;
    struct choice *c;

    (void)number;
    if (core->a->im != NULL || !pm_matrix_is_integer(core->a) || pm_matrix_nnz(core->a) == 0 ||
        (core->kind == PM_HAFNIAN && core->a->rows % 2 != 0))
        return pm_fail(PM_UNABLE, "no integer is in most places");
    PM_NEW(c, 1);
    PM_EACH(fmpq_init, c->common, c->divided);
    fmpq_set_si(c->divided, 1, 1);
    pm_status status = split(&flat, c, core);
    if (flat != NULL)
        PM_THEN(status, check_primes(c, core, limits->prime));
    pm_matrix_free(flat);
    PM_THEN(status, choose_engine(c, &(struct pm_core){.a = c->d, .kind = core->kind}, limits));
    if (status != PM_OK) {
        forget(c);
        return status;
    }
    *cost = (struct pm_cost){.steps = RATE * seconds_of(c->engine, &c->cost) + 1000,
                             .bytes = c->cost.bytes,
                             .units = 1,
                             .choice = c};
    snprintf(cost->note, sizeof cost->note, "%d other entries, by %s", pm_matrix_nnz(c->d),
             c->engine->name);
    return PM_OK;
}

/* ---------------------------------------------------------------- computing */

static pm_status complement_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                                 const struct pm_ring *ring, const struct pm_limits *limits)
{
    const struct choice *const c = cost->choice;
    struct job *j;

    PM_TRY(check_prime(c, ring->p));
    PM_NEW(j, 1);
    *j = (struct job){c, *core, ring->p, *limits};
    *job = j;
    return PM_OK;
}

/* The sum of the head of this file, modulo p.  `counts` has the sums for the first `known` sizes;
 * the others are 0.  Horner's rule, from the largest size down: size k and what follows it share
 * the factors of the places that are left. */
static uint64_t add_up(const uint64_t *count, int known, const struct job *j)
{
    const struct choice *const c = j->choice;
    const bool pairs = j->core.kind == PM_HAFNIAN;
    const int size = pm_core_size(&j->core), n = j->core.a->cols;
    uint64_t sum = 0, factor = 1;
    nmod_t mod;

    nmod_init(&mod, j->p);
    const uint64_t common = fmpz_fdiv_ui(fmpq_numref(c->common), j->p),
                   minus = c->negated ? j->p - 1 : 1;
    for (int k = size; k >= 0; k--) {
        if (k <= known) {
            const uint64_t sign = k % 2 == 1 ? minus : 1;
            sum = nmod_add(sum, nmod_mul(nmod_mul(count[k], sign, mod), factor, mod), mod);
        }
        /* size k - 1 leaves one more row: n - k + 1 columns, or n - 2k + 1 partners, for it */
        factor = nmod_mul(factor, common, mod);
        factor = nmod_mul(factor, (uint64_t)(pairs ? n - 2 * k + 1 : n - k + 1) % j->p, mod);
    }
    const uint64_t above = fmpz_fdiv_ui(fmpq_numref(c->divided), j->p),
                   below = fmpz_fdiv_ui(fmpq_denref(c->divided), j->p);
    return nmod_mul(sum, nmod_div(above, below, mod), mod);
}

static pm_status complement_work(void *job, uint64_t first, uint64_t units, struct pm_part *part)
{
    struct job *const j = job;
    const struct choice *const c = j->choice;
    const struct pm_core d = {.a = c->d, .kind = j->core.kind};
    const int known = pm_core_size(&d);
    uint64_t *count;

    (void)first; /* there is one unit */
    (void)units;
    PM_NEW(count, known + 1);
    const pm_status status =
        c->engine->more->query[PM_SIZES]->residues(count, &d, &c->cost, j->p, &j->limits);
    if (status == PM_OK)
        *part = (struct pm_part){.word = {add_up(count, known, j)}};
    free(count);
    return status;
}

static const struct pm_engine_more more = {.forget = forget};

const struct pm_engine pm_engine_complement = {
    .name = "complement",
    .what = "matrices with the same value in most places, from the matchings of the others",
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT,
    .figures = {.interpolates = true, .prime_bits = PRIME_BITS, .rate = {[PM_MOD] = RATE}},
    .cost = complement_cost,
    .open = complement_open,
    .work = complement_work,
    .close = free,
    .more = &more,
};
