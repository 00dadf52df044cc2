/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matchings of every size, by tables over subsets.
 *
 * Matrix m x n, m <= n: T(S) is the sum over the matchings of the rows of S in the columns so far.
 * So the sum over all S of k rows belongs to size k.  Each column changes T in place, from large
 * sets to small ones: nnz 2^(m-1) additions.
 *
 * Graph: T(S) is the hafnian of the vertices in S.  The last vertex v of S has one of the others as
 * its partner: T(S) = sum over w of a(v, w) T(S without v and w).  The vertices are in an order in
 * which the last ones have few neighbours before them.  Size k has the sum over all S of 2k
 * vertices.
 *
 * Numbers are residues.  If the entries are small integers, a prime has so many bits that a sum
 * stays below 2^63; else entries are residues modulo primes of 28 bits.
 *
 * Source: Nijenhuis and Wilf, Combinatorial Algorithms, 2nd edition 1978, chapter 23, for the
 * expansion; rook numbers in Riordan, An Introduction to Combinatorial Analysis, 1958, chapter 7.
 */
#include "engine/table/subsets.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/refusal.h"
#include "engine/isa/isa.h"
#include "engine/limits.h"
#include "engine/sizes.h"

#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES = 30,       /* at most */
    SMALL_BITS = 28,  /* primes for any entries: LINES 2^28 2^28 < 2^61 */
    LARGE_BITS = 59,  /* at most */
    SHARED_BITS = 16, /* tables of more bits than this are shared by threads */
    PAGE = 1 << 21,   /* pages of this size are faster */
    GROUP_BITS = 5,   /* for threads, a table has 2^this groups of blocks */
};

/* A step is a multiplication as in table.h.  To open a table, in steps; additions in the time of
 * one step. */
static const double SETUP = 500, FASTER = 20;

PM_ISA_TABLE(pm_subsets_walk, pm_subsets_walk);

struct choice {
    bool small;       /* the entries themselves are the weights */
    int bits;         /* of primes */
    int order[LINES]; /* of the vertices of a graph; of a matrix: the rows themselves */
};

/* Of at least one block. */
static size_t table_bytes(const struct pm_matrix *a)
{
    const int bits = a->rows > LINES ? LINES : a->rows;

    return sizeof(uint64_t) << (bits > PM_SUBSETS_BLOCK ? bits : PM_SUBSETS_BLOCK);
}

/* ------------------------------------------------------------------ costs */

/* The number of vertices with edges to `v` that are not `gone`. */
static int degree_of(const struct pm_matrix *a, int v, const bool *gone)
{
    int degree = 0;

    for (int e = a->start[v]; e < a->start[v + 1]; e++)
        degree += a->col[e] != v && !gone[a->col[e]];
    return degree;
}

/* Puts the vertex that has the fewest neighbours among the rest at the end, again and again.
 * Returns the number of additions. */
static double choose_order(int *order, const struct pm_matrix *a)
{
    bool gone[LINES] = {false};
    double steps = 0;

    for (int at = a->rows - 1; at >= 0; at--) {
        int best = -1, least = LINES;
        for (int v = a->rows - 1; v >= 0; v--) {
            const int degree = gone[v] ? LINES : degree_of(a, v, gone);
            if (degree < least) {
                best = v;
                least = degree;
            }
        }
        order[at] = best;
        gone[best] = true;
        steps += ldexp(least + 1, at) / 2;
    }
    return steps;
}

/* The largest sum of moduli in a line of the longer side, with 1 for the set itself; infinite: an
 * entry is large. */
static double largest_sum(const struct pm_matrix *a)
{
    static const double LARGE = 1 << 20;
    double *sum = pm_alloc((size_t)a->cols, sizeof *sum), most = 1;

    for (int e = 0; e < pm_matrix_nnz(a) && sum != NULL; e++) {
        const double x = fabs(fmpz_get_d(fmpq_numref(&a->re[e])));
        sum[a->col[e]] += x;
        most = x > LARGE ? HUGE_VAL : fmax(most, 1 + sum[a->col[e]]);
    }
    if (sum == NULL)
        most = HUGE_VAL;
    free(sum);
    return most;
}

static void choose_bits(struct choice *c, const struct pm_matrix *a)
{
    const double bits = 62.8 - log2(largest_sum(a));

    c->small = bits > SMALL_BITS + 3;
    c->bits = c->small ? (int)fmin(bits, LARGE_BITS) : SMALL_BITS;
}

static pm_status sizes_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    const struct pm_matrix *const a = core->a;
    const double bytes = (double)table_bytes(a);
    struct choice *c;

    (void)number;
    if (a->rows > LINES)
        return pm_fail(PM_UNABLE, "%d lines: at most %d", a->rows, LINES);
    if (bytes > pm_limits_memory(limits))
        return pm_refusal_of_memory("the table", bytes, (double)limits->memory);
    PM_NEW(c, 1);
    choose_bits(c, a);
    const double adds = core->kind == PM_HAFNIAN ? choose_order(c->order, a)
                                                 : ldexp(pm_matrix_nnz(a) + a->cols, a->rows - 1);
    const double primes = pm_sizes_primes(core, c->bits);
    *cost = (struct pm_cost){.steps = SETUP + adds * primes / (c->small ? FASTER : 1),
                             .peak = SETUP + adds / (c->small ? FASTER : 1),
                             .bytes = bytes,
                             .units = 1,
                             .choice = c};
    snprintf(cost->note, sizeof cost->note, "2^%d subsets, %.0f primes of %d bits", a->rows, primes,
             c->bits);
    return PM_OK;
}

/* ------------------------------------------------------------------ tables */

struct table {
    const struct pm_core *core;
    const struct choice *choice;
    const struct pm_limits *limits;
    pm_subsets_walk *walk;
    uint64_t *number; /* by set */
    int *place;       /* of the vertices of a graph, in the order */
    uint64_t *weight; /* of a step, by line; 0 elsewhere */
};

/* The entry itself if it is small, as a signed number. */
static uint64_t residue(const struct table *t, int entry, uint64_t p)
{
    return t->choice->small ? (uint64_t)fmpz_get_si(fmpq_numref(&t->core->a->re[entry]))
                            : fmpz_fdiv_ui(fmpq_numref(&t->core->a->re[entry]), p);
}

/* Sets how sums are reduced modulo p, which is less than a 64th below 2^bits. */
static void reduce_by(struct pm_subsets_step *s, int bits, uint64_t p)
{
    double most = 0x1p64;

    s->bits = bits;
    s->gap = (UINT64_C(1) << bits) - p;
    s->offset = (UINT64_C(1) << 63) / p * p;
    for (s->folds = 0; most > ldexp(1 + PM_SUBSETS_SLACK, bits); s->folds++)
        most = ldexp(most, -bits) * (double)s->gap + ldexp(1, bits);
}

/* A step for the first few vertices of a graph, whose sets are less than a block. */
static void run_few(const struct pm_subsets_step *s, uint64_t p)
{
    for (uint64_t set = 0; set < UINT64_C(1) << s->lines; set++) {
        __int128 sum = 0;
        for (int w = 0; w < s->lines; w++)
            if (set >> w & 1)
                sum += (__int128)(int64_t)s->weight[w] * s->from[set ^ UINT64_C(1) << w];
        sum %= (__int128)p;
        s->to[set] = (uint64_t)(sum < 0 ? sum + (__int128)p : sum);
    }
}

/* Carries out a step.  A group has the blocks with the same highest bits; groups with equally many
 * of these bits do not need each other. */
static pm_status run(const struct table *t, const struct pm_subsets_step *s)
{
    const int low = PM_SUBSETS_BLOCK;
    const int top = s->lines > SHARED_BITS && t->limits->threads > 1 ? GROUP_BITS : 0;
    const uint64_t blocks = UINT64_C(1) << (s->lines > low ? s->lines - low - top : 0);

    for (int level = top; level >= 0; level--) {
        PM_TRY(pm_go_on(t->limits->stop));
#pragma omp parallel for schedule(dynamic) num_threads(t->limits->threads) if (top > 0)
        for (int group = (1 << top) - 1; group >= 0; group--)
            if (pm_popcount((uint64_t)group) == level)
                t->walk(s, (uint64_t)group * blocks, (uint64_t)(group + 1) * blocks);
    }
    return PM_OK;
}

/* Describes the weights of a step. */
static void take_weights(struct pm_subsets_step *s, const struct table *t)
{
    s->weight = t->weight;
    s->ones = true;
    s->lines_above = 0;
    for (int w = 0; w < s->lines; w++) {
        s->ones = s->ones && t->weight[w] <= 1;
        if (w >= PM_SUBSETS_BLOCK && t->weight[w] != 0)
            s->lines_above |= UINT64_C(1) << (w - PM_SUBSETS_BLOCK);
    }
}

static pm_status add_columns(struct table *t, struct pm_subsets_step *s, uint64_t p)
{
    const struct pm_matrix *const a = t->core->a;
    struct pm_matrix *columns;
    pm_status status = PM_OK;

    PM_TRY(pm_matrix_transpose(&columns, a));
    const struct table turned = {.core = &(struct pm_core){.a = columns}, .choice = t->choice};
    s->lines = a->rows;
    s->to = t->number;
    s->keeps = true;
    for (int j = 0; j < a->cols && status == PM_OK; j++) {
        for (int i = 0; i < a->rows; i++)
            t->weight[i] = 0;
        for (int e = columns->start[j]; e < columns->start[j + 1]; e++)
            t->weight[columns->col[e]] = residue(&turned, e, p);
        take_weights(s, t);
        s->most = j + 1;
        status = run(t, s);
    }
    pm_matrix_free(columns);
    return status;
}

static pm_status add_vertices(struct table *t, struct pm_subsets_step *s, uint64_t p)
{
    const struct pm_matrix *const a = t->core->a;
    pm_status status = PM_OK;

    s->most = LINES;
    for (int at = 0; at < a->rows && status == PM_OK; at++) {
        const int v = t->choice->order[at];
        for (int w = 0; w < at; w++)
            t->weight[w] = 0;
        for (int e = a->start[v]; e < a->start[v + 1]; e++)
            if (t->place[a->col[e]] < at)
                t->weight[t->place[a->col[e]]] = residue(t, e, p);
        s->lines = at;
        s->to = t->number + (UINT64_C(1) << at);
        take_weights(s, t);
        if (at < PM_SUBSETS_BLOCK)
            run_few(s, p);
        else
            status = run(t, s);
    }
    return status;
}

/* ------------------------------------------------------------------- sizes */

/* count[k] = the sum over the sets with k lines, or for a graph with 2k vertices. */
static void add_up(uint64_t *count, const struct table *t, uint64_t p)
{
    const bool pairs = t->core->kind == PM_HAFNIAN;
    const uint64_t sets = UINT64_C(1) << t->core->a->rows;
    unsigned __int128 sum[LINES + 1] = {0};

    for (uint64_t set = 0; set < sets; set++)
        sum[pm_popcount(set)] += t->number[set];
    for (int k = 0; k <= pm_core_size(t->core); k++)
        count[k] = (uint64_t)(sum[pairs ? 2 * k : k] % p);
}

static pm_status residues(uint64_t *count, void *self, uint64_t p)
{
    struct table *const t = self;
    struct pm_subsets_step s = {.from = t->number};

    memset(t->number, 0, table_bytes(t->core->a));
    t->number[0] = 1;
    reduce_by(&s, t->choice->bits, p);
    PM_TRY((t->core->kind == PM_HAFNIAN ? add_vertices : add_columns)(t, &s, p));
    add_up(count, t, p);
    return PM_OK;
}

static void table_clear(struct table *t)
{
    PM_FREE(t->number, t->place, t->weight);
}

/* The caller must clear the table, also after a failure. */
static pm_status table_init(struct table *t, const struct pm_core *core, const struct pm_cost *cost,
                            const struct pm_limits *limits)
{
    const size_t bytes = table_bytes(core->a);
    const struct pm_isa *isa;

    *t = (struct table){.core = core, .choice = cost->choice, .limits = limits};
    PM_TRY(pm_isa_chosen(&isa, limits->isa));
    t->walk = pm_subsets_walk_sets[isa->number];
    PM_NEW(t->place, LINES);
    PM_NEW(t->weight, LINES);
    if ((t->number = pm_alloc_aligned(bytes < PAGE ? 64 : PAGE, bytes)) == NULL)
        return PM_NOMEM;
    for (int at = 0; at < core->a->rows && core->kind == PM_HAFNIAN; at++)
        t->place[t->choice->order[at]] = at;
    return PM_OK;
}

static pm_status sizes(fmpz *sum, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits)
{
    struct table t;

    pm_status status = table_init(&t, core, cost, limits);
    PM_THEN(status, pm_sizes_combine(sum, core, t.choice->bits, residues, &t));
    table_clear(&t);
    return status;
}

/* The exact sums, reduced. */
static pm_status reduced(uint64_t *count, const struct pm_core *core, const struct pm_cost *cost,
                         uint64_t p, const struct pm_limits *limits)
{
    const slong sums = pm_core_size(core) + 1;
    fmpz *const sum = _fmpz_vec_init(sums);

    const pm_status status = sizes(sum, core, cost, limits);
    for (slong k = 0; k < sums && status == PM_OK; k++)
        count[k] = fmpz_fdiv_ui(&sum[k], p);
    _fmpz_vec_clear(sum, sums);
    return status;
}

/* Computes modulo the largest multiple of p with the bits that the table allows. */
static pm_status residues_of(uint64_t *count, const struct pm_core *core,
                             const struct pm_cost *cost, uint64_t p, const struct pm_limits *limits)
{
    const struct choice *const c = cost->choice;
    struct table t;

    if (!c->small || p >> (c->bits - 6) > 0)
        return reduced(count, core, cost, p, limits);
    pm_status status = table_init(&t, core, cost, limits);
    PM_THEN(status, residues(count, &t, (UINT64_C(1) << c->bits) / p * p));
    for (int k = 0; k <= pm_core_size(core) && status == PM_OK; k++)
        count[k] %= p;
    table_clear(&t);
    return status;
}

const struct pm_engine_query pm_table_sizes_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT,
    .cost = sizes_cost,
    .forget = free,
    .sizes = sizes,
    .residues = residues_of,
};
