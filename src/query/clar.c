/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clar coverings by their number of hexagons: every vertex is in one edge or in one hexagon of a
 * covering (Zhang and Zhang, The Clar covering polynomial of hexagonal systems I, Discrete Applied
 * Mathematics 69, 1996).
 *
 * A sweep takes the vertices in the order that engine/order finds.  A state is the set of later
 * vertices that edges and hexagons of earlier ones cover.  At its turn a vertex that is not covered
 * takes each edge and each hexagon that has no covered vertex and none whose turn is over.  Only
 * states that occur are kept.  Their numbers are sums of 2^(b k) over the coverings with k
 * hexagons; each of the sums is below 2^b, since a turn has no more choices than edges and hexagons
 * that begin there.
 * Cost: the number of states, which grows exponentially with the width of the order. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/compare.h"
#include "base/keys.h"
#include "base/watched.h"
#include "engine/order/order.h"
#include "plan/machine.h"
#include "query/coefficients.h"
#include "query/hexagons.h"
#include "query/values.h"

#include <flint/fmpz.h>
#include <math.h>

static const char too_wide[] = "the graph is too wide: a sweep over its vertices keeps sets of at "
                               "most 64 vertices, and this one needs more";

static const double SEARCH_STEPS = 1e7; /* about 0.1 s */

/* An edge or a hexagon. */
struct piece {
    int first; /* the turn of the first of its vertices, by which pieces are sorted */
    int vertices, at[6];
    uint64_t others; /* the slots of the others */
};

struct sweep {
    const struct pm_problem *problem;
    struct pm_values *values;
    struct pm_adjacent graph;
    struct pm_hexagons hexagons;
    struct piece *piece; /* by their first turns */
    size_t pieces;
    size_t *start; /* of the pieces of each turn */
    uint64_t *own; /* the slot of the vertex whose turn it is; 0: none covers it before */
    int *turn;     /* of each vertex */
    ulong bits;    /* of each sum */
};

/* The sets of covered vertices, and the number of each. */
struct states {
    struct pm_keys covered;
    size_t room;
    fmpz *number;
    uint64_t bytes; /* of a number */
};

/* ------------------------------------------------------------------ pieces */

static void add_piece(struct sweep *s, const int *at, int vertices)
{
    struct piece *const p = &s->piece[s->pieces++];

    p->vertices = vertices;
    for (int k = 0; k < vertices; k++)
        p->at[k] = at[k];
}

static pm_status find_pieces(struct sweep *s)
{
    const struct pm_adjacent *const g = &s->graph;

    PM_TRY(pm_adjacent_new(&s->graph, s->problem->a, s->problem->kind));
    PM_TRY(pm_hexagons_find(&s->hexagons, g));
    PM_NEW(s->piece, (size_t)g->start[g->vertices] / 2 + s->hexagons.count);
    for (int v = 0; v < g->vertices; v++)
        for (int k = g->start[v]; k < g->start[v + 1]; k++)
            if (v < g->to[k])
                add_piece(s, (const int[]){v, g->to[k]}, 2);
    for (size_t k = 0; k < s->hexagons.count; k++)
        add_piece(s, s->hexagons.at[k], 6);
    return PM_OK;
}

static pm_status search(struct pm_order **order, const struct pm_order_graph *graph)
{
    struct pm_order_search *found = NULL;
    pm_status status;
    bool done;

    PM_TRY_GOTO(status, pm_order_search_new(&found, graph, INFINITY), done);
    PM_TRY_GOTO(status, pm_order_search_go_on(found, SEARCH_STEPS, &done), done);
    if ((status = pm_order_search_best(order, found)) == PM_UNABLE)
        pm_fail(status, "%s", too_wide);
done:
    pm_order_search_free(found);
    return status;
}

static pm_status find_order(struct pm_order **order, const struct pm_problem *problem)
{
    const struct pm_core core = {.a = problem->a, .kind = problem->kind};
    struct pm_order_graph *graph = NULL;

    pm_status status = pm_order_graph_new(&graph, &core, false);
    PM_THEN(status, search(order, graph));
    pm_order_graph_free(graph);
    return status;
}

static void sort_pieces(struct sweep *s)
{
    for (struct piece *p = s->piece; p < s->piece + s->pieces; p++) {
        p->first = s->turn[p->at[0]];
        for (int k = 1; k < p->vertices; k++)
            p->first = s->turn[p->at[k]] < p->first ? s->turn[p->at[k]] : p->first;
        s->start[p->first + 1]++;
    }
    for (int t = 0; t < s->graph.vertices; t++)
        s->start[t + 1] += s->start[t];
    pm_alloc_sort(s->piece, s->pieces, sizeof *s->piece, pm_compare_ints);
}

/* Gives a vertex a slot from the first turn that can cover it to its own. */
static pm_status give_slots(struct sweep *s)
{
    uint64_t used = 0;

    for (int t = 0; t < s->graph.vertices; t++) {
        for (struct piece *p = s->piece + s->start[t]; p < s->piece + s->start[t + 1]; p++)
            for (int k = 0; k < p->vertices; k++) {
                const int turn = s->turn[p->at[k]];
                if (turn == t)
                    continue;
                if (s->own[turn] == 0 && used == UINT64_MAX)
                    return pm_fail(PM_UNABLE, "%s", too_wide);
                if (s->own[turn] == 0)
                    s->own[turn] = ~used & (used + 1); /* the lowest slot that is not used */
                used |= s->own[turn];
                p->others |= s->own[turn];
            }
        used &= ~s->own[t];
    }
    return PM_OK;
}

static pm_status prepare(struct sweep *s)
{
    struct pm_order *order = NULL;
    const size_t turns = (size_t)s->graph.vertices;

    PM_NEW(s->turn, turns);
    PM_NEW(s->own, turns);
    PM_NEW(s->start, turns + 1);
    PM_TRY(find_order(&order, s->problem));
    for (int t = 0; t < s->graph.vertices; t++)
        s->turn[order->vertex[t]] = t;
    pm_order_free(order);
    sort_pieces(s);
    s->bits = 1;
    for (size_t t = 0; t < turns; t++)
        if (s->start[t + 1] > s->start[t] + 1)
            s->bits += FLINT_BIT_COUNT(s->start[t + 1] - s->start[t] - 1);
    return give_slots(s);
}

/* ------------------------------------------------------------------ states */

static void clear_states(struct states *t)
{
    for (size_t k = 0; k < t->room; k++)
        fmpz_clear(&t->number[k]);
    free(t->number);
    pm_keys_clear(&t->covered);
    *t = (struct states){.bytes = t->bytes};
}

static pm_status add_state(struct states *t, uint64_t covered, const fmpz_t number)
{
    const size_t before = t->room;
    size_t at;

    PM_TRY(pm_keys_number(&at, &t->covered, covered));
    PM_TRY(pm_alloc_grow((void **)&t->number, &t->room, t->covered.count, sizeof *t->number));
    PM_TRY(pm_budget_take((t->room - before) * t->bytes));
    fmpz_add(&t->number[at], &t->number[at], number);
    return PM_OK;
}

/* Adds what state k becomes in this turn. */
static pm_status follow(struct states *next, const struct sweep *s, int turn,
                        const struct states *now, size_t k)
{
    const uint64_t own = s->own[turn], covered = now->covered.key[k];
    pm_status status = PM_OK;
    fmpz_t shifted;

    if (covered & own)
        return add_state(next, covered ^ own, &now->number[k]);
    fmpz_init(shifted);
    fmpz_mul_2exp(shifted, &now->number[k], s->bits);
    for (const struct piece *p = s->piece + s->start[turn];
         p < s->piece + s->start[turn + 1] && status == PM_OK; p++)
        if ((covered & p->others) == 0)
            status =
                add_state(next, covered | p->others, p->vertices == 6 ? shifted : &now->number[k]);
    fmpz_clear(shifted);
    return status;
}

/* *number = the sum over all coverings. */
static pm_status sum(fmpz_t number, const struct sweep *s)
{
    const uint64_t bytes = s->bits * ((uint64_t)s->graph.vertices / 6 + 1) / 8;
    struct states now = {.bytes = bytes}, next = {.bytes = bytes};
    fmpz_t one;

    fmpz_init_set_ui(one, 1);
    pm_status status = add_state(&now, 0, one);
    for (int t = 0; t < s->graph.vertices && status == PM_OK; t++) {
        for (size_t k = 0; k < now.covered.count && status == PM_OK; k++) {
            status = k % PM_BUDGET_STEPS == 0 ? pm_budget_ask() : PM_OK;
            PM_THEN(status, follow(&next, s, t, &now, k));
        }
        clear_states(&now);
        now = next;
        next = (struct states){.bytes = bytes};
    }
    if (status == PM_OK && now.room > 0)
        fmpz_set(number, &now.number[0]);
    clear_states(&now);
    fmpz_clear(one);
    return status;
}

/* ------------------------------------------------------------------ the answer */

static pm_status take_digits(struct sweep *s, const fmpz_t number)
{
    const size_t count = fmpz_is_zero(number) ? 1 : (fmpz_bits(number) - 1) / s->bits + 1;
    fmpz_t rest;

    PM_TRY(pm_values_new(&s->values, count, s->problem, 0, true));
    fmpz_init_set(rest, number);
    for (size_t k = 0; k < count; k++) {
        fmpz_fdiv_r_2exp(fmpq_numref(s->values->value[k].centre.re), rest, s->bits);
        fmpz_fdiv_q_2exp(rest, rest, s->bits);
    }
    fmpz_clear(rest);
    return PM_OK;
}

static pm_status work(void *context, struct pm_watched *watched)
{
    struct sweep *const s = context;
    fmpz_t number;

    (void)watched;
    fmpz_init(number);
    pm_status status = find_pieces(s);
    PM_THEN(status, prepare(s));
    PM_THEN(status, sum(number, s));
    PM_THEN(status, take_digits(s, number));
    fmpz_clear(number);
    return status;
}

static pm_status check(const struct pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a;

    if (problem->base != NULL || problem->variant != NULL || problem->gadgets > 0 ||
        a->rows != a->cols)
        return pm_fail(PM_UNABLE, "Clar coverings are those of a graph, without free vertices, "
                                  "loops or copies");
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        if (a->im != NULL || !fmpq_is_one(a->re + k))
            return pm_fail(PM_UNABLE, "Clar coverings are counted without weights and parallel "
                                      "edges; --pattern removes them");
    return PM_OK;
}

pm_status pm_clar(pm_values **counts, const pm_problem *problem, const pm_options *options)
{
    PM_ARGUMENTS(counts, problem);
    struct sweep s = {.problem = problem};
    pm_options asked;

    PM_TRY(pm_coefficients_options(&asked, options));
    PM_TRY(check(problem));
    asked.memory = pm_machine_memory(asked.memory, pm_matrix_lines(problem->a));
    const pm_status status = pm_watched_within(work, &s, &asked);
    pm_adjacent_clear(&s.graph);
    pm_hexagons_clear(&s.hexagons);
    PM_FREE(s.piece, s.start, s.own, s.turn);
    PM_GIVE(counts, s.values, status, pm_values_free);
}
