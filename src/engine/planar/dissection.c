/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of planar graphs, with probabilities exactly proportional to their
 * weights (Wilson, Determinant algorithms for random planar structures, SODA 1997).
 *
 * Let K be Kasteleyn's matrix and Z = K^-1.  The matchings that contain the edge of K_uv have the
 * weight K_uv Z_vu times that of all matchings.  The graph without u and v has the matrix K without
 * row u and column v; its inverse is Z minus a matrix of rank one.  First the vertices of a
 * separator get their partners (separator.h).  Then the graph splits into components, and each
 * component is drawn separately in the same way.
 *
 * The separators are the same in all draws (nested dissection: George, SIAM J. Numerical Analysis
 * 10, 1973).  So most of the elimination is done once, before the draws.
 *
 * On a torus, the curve comes first (curve.h).  Its sums are those of four matrices.  All matchings
 * that have the same pairs there have the same sign in one of them, whose sum is then the whole
 * one; the parts are drawn with the signs of this one.
 *
 * All this is done modulo as many primes as the number of matchings requires, so comparisons with
 * random numbers are comparisons of integers; or with floating numbers, whose errors change the
 * probability of a draw a little, but that probability is known exactly.  Cost: n^1.5 products for
 * each prime. */
#include "engine/planar/dissection.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/limits.h"
#include "num/random.h"

#include <stdlib.h>
#include <string.h>

struct pm_dissection {
    const struct pm_adjacent *graph;
    const struct pm_curve *curve; /* is drawn before all parts; NULL: there is none */
    struct pm_separator *part;    /* each part is after the one that contains it */
    int parts;
};

/* ------------------------------------------------------------------ parts */

/* A part that has no separator yet. */
struct set {
    int *vertex, count; /* ascending */
};

/* What is known while the graph is divided. */
struct dividing {
    struct set *set; /* of each part */
    size_t room;
    int count;
    /* for each vertex: the part that was last found to contain it; -1: a separator did, or the
     * curve */
    int *of;
};

/* Adds the components of a graph without the vertices w of taken[w] >= 0.  vertex[w] is the number
 * of vertex w in the whole graph; -1: there is none. */
static pm_status add_components(struct dividing *d, const struct pm_adjacent *graph,
                                const int *taken, const int *vertex)
{
    int *of, *size = NULL, parts = 0;
    pm_status status = PM_OK;

    PM_NEW(of, graph->vertices);
    PM_TRY_GOTO(status, pm_adjacent_parts(of, &parts, graph, taken), done);
    PM_TRY_GOTO(
        status,
        pm_alloc_grow((void **)&d->set, &d->room, (size_t)d->count + (size_t)parts, sizeof *d->set),
        done);
    PM_NEW_GOTO(status, size, parts, done);
    for (int w = 0; w < graph->vertices; w++)
        if (of[w] >= 0)
            size[of[w]]++;
    for (int p = 0; p < parts; p++)
        PM_NEW_GOTO(status, d->set[d->count + p].vertex, size[p], done);
    for (int w = 0; w < graph->vertices; w++) {
        const int v = vertex != NULL ? vertex[w] : w;
        if (of[w] < 0)
            continue;
        struct set *const set = &d->set[d->count + of[w]];
        set->vertex[set->count++] = v;
        d->of[v] = d->count + of[w];
    }
    d->count += parts;
done:
    PM_FREE(of, size);
    return status;
}

/* Adds what the separator leaves of its part. */
static pm_status divide(struct dividing *d, const struct pm_separator *s)
{
    int *taken;

    PM_NEW(taken, s->graph.vertices);
    for (int w = 0; w < s->graph.vertices; w++)
        taken[w] = s->vertex[w] < 0 ? 0 : -1;
    for (int k = 0; k < s->owns; k++) {
        taken[s->own[k]] = 0;
        d->of[s->vertex[s->own[k]]] = -1;
    }
    const pm_status status = add_components(d, &s->graph, taken, s->vertex);
    free(taken);
    return status;
}

/* Adds what the curve leaves of the graph. */
static pm_status add_first(struct dividing *all, const struct pm_dissection *d)
{
    const struct pm_separator *const s = d->curve != NULL ? d->curve->sheet : NULL;
    int *taken;

    PM_NEW(taken, d->graph->vertices);
    for (int v = 0; v < d->graph->vertices; v++)
        all->of[v] = taken[v] = -1;
    for (int k = 0; s != NULL && k < s->owns; k++)
        if (s->vertex[s->own[k]] < d->curve->vertices)
            taken[s->vertex[s->own[k]]] = 0;
    const pm_status status = add_components(all, d->graph, taken, NULL);
    free(taken);
    return status;
}

static pm_status divide_all(struct pm_dissection *d, struct dividing *all,
                            const struct pm_matrix *k, enum pm_kind kind, int bits,
                            const struct pm_limits *limits)
{
    size_t room = 0;
    double bytes = 0, more;

    PM_NEW(all->of, d->graph->vertices);
    PM_TRY(add_first(all, d));
    while (d->parts < all->count) {
        PM_TRY(pm_alloc_grow((void **)&d->part, &room, (size_t)d->parts + 1, sizeof *d->part));
        struct pm_separator *const s = &d->part[d->parts];
        const struct set *const set = &all->set[d->parts];
        PM_TRY(pm_separator_new(s, &more, k, d->graph, all->of, d->parts++, set->vertex, set->count,
                                kind, bits, limits->isa));
        bytes += more;
        PM_TRY(pm_limits_allow(limits, 0, bytes));
        PM_TRY(pm_go_on(limits->stop));
        PM_TRY(divide(all, s));
    }
    return PM_OK;
}

pm_status pm_dissection_new(struct pm_dissection **out, const struct pm_matrix *k,
                            enum pm_kind kind, const struct pm_adjacent *graph,
                            const struct pm_curve *curve, int bits, const struct pm_limits *limits)
{
    struct pm_dissection *d;
    struct dividing all = {.set = NULL};

    PM_NEW(d, 1);
    d->graph = graph;
    d->curve = curve;
    pm_status status = divide_all(d, &all, k, kind, bits, limits);
    for (int p = 0; p < all.count; p++)
        free(all.set[p].vertex);
    PM_FREE(all.set, all.of);
    PM_THEN(status, pm_separators_set_up(d->part, d->parts, limits->threads));
    PM_GIVE(out, d, status, pm_dissection_free);
}

void pm_dissection_free(struct pm_dissection *d)
{
    if (d == NULL)
        return;
    for (int p = 0; p < d->parts; p++)
        pm_separator_clear(&d->part[p]);
    PM_FREE(d->part, d);
}

/* ------------------------------------------------------------------ a draw */

/* Draws in one part: with one matrix, or with those of the sheets of a torus, whose sums with their
 * signs are halved. */
struct sum {
    struct pm_separator_draw draw[4];
    fmpz_t each[4]; /* the latest sum of each sheet */
    const bool *minus;
    int count;
};

/* *total += or -= the latest sum of sheet x. */
static void add_sheet(fmpz_t total, struct sum *s, int x, const struct pm_gauss *sum)
{
    fmpz_set(s->each[x], fmpq_numref(sum->re));
    if (s->minus != NULL && s->minus[x])
        fmpz_sub(total, total, fmpq_numref(sum->re));
    else
        fmpz_add(total, total, fmpq_numref(sum->re));
}

/* *total = the sum over the matchings with the pairs so far and the edge of the vertices w and x.
 */
static pm_status sum_with(fmpz_t total, struct sum *s, int w, int x)
{
    struct pm_gauss sum;
    pm_status status = PM_OK;

    pm_gauss_init(&sum);
    fmpz_zero(total);
    for (int k = 0; k < s->count && status == PM_OK; k++) {
        status = pm_separator_sum(&sum, &s->draw[k], w, x);
        add_sheet(total, s, k, &sum);
    }
    if (s->count > 1)
        fmpz_tdiv_q_2exp(total, total, 1);
    pm_gauss_clear(&sum);
    return status;
}

static bool may_take(const int *mate, const struct pm_separator *s, int other)
{
    return mate[s->vertex[other]] < 0 && !pm_separator_is_border(s, other);
}

static pm_status take(int *mate, struct sum *sum, int w, int other)
{
    const struct pm_separator *const s = sum->draw->s;
    pm_status status = PM_OK;

    for (int k = 0; k < sum->count && status == PM_OK; k++)
        status = pm_separator_take(&sum->draw[k], w, other);
    mate[s->vertex[w]] = s->vertex[other];
    mate[s->vertex[other]] = s->vertex[w];
    return status;
}

/* How draws with floating numbers choose. */
struct choices {
    uint64_t *state; /* of the generator; NULL: the matching mates[] is chosen */
    const int *mates;
    arb_ptr chance; /* the product of the probabilities of all choices */
    bool *begun;    /* becomes true before the first choice of a part */
};

enum { CHANCE_BITS = 128 };

static __int128 random_share(uint64_t *state)
{
    const uint64_t high = pm_random_word(state) >> 11, low = pm_random_word(state) >> 11;

    return ((__int128)high << 53) + low;
}

/* *chance *= share, in units of 2^-PM_SHARE_BITS. */
static void times_share(arb_t chance, __int128 share)
{
    fmpz_t x;

    fmpz_init(x);
    fmpz_set_uiui(x, (ulong)(share >> 64), (ulong)share);
    arb_mul_fmpz(chance, chance, x, CHANCE_BITS);
    arb_mul_2exp_si(chance, chance, -PM_SHARE_BITS);
    fmpz_clear(x);
}

/* Chooses a partner for the vertex w of the separator with floating numbers.  The last one that is
 * possible gets all that the others leave. */
static pm_status choose_partner(int *mate, struct sum *sum, int w, const struct choices *c)
{
    const struct pm_separator *const s = sum->draw->s;
    const __int128 random = c->state != NULL ? random_share(c->state) : 0;
    __int128 before = 0, share = 0;
    int taken = -1, last = -1;
    bool first = true;

    for (int k = s->graph.start[w]; k < s->graph.start[w + 1]; k++)
        if (may_take(mate, s, s->graph.to[k]))
            last = s->graph.to[k];
    for (int k = s->graph.start[w]; k < s->graph.start[w + 1] && taken < 0; k++) {
        const int other = s->graph.to[k];
        if (!may_take(mate, s, other))
            continue;
        const __int128 to = other == last ? (__int128)1 << PM_SHARE_BITS
                                          : pm_separator_add_share(sum->draw, first, w, other);
        share = to > before ? to - before : 0;
        if (c->state != NULL ? random < to : s->vertex[other] == c->mates[s->vertex[w]])
            taken = other;
        before = to > before ? to : before;
        first = false;
    }
    if (taken < 0 || share == 0)
        return pm_fail(PM_UNABLE, "a random choice needs numbers of more bits");
    times_share(c->chance, share);
    return take(mate, sum, w, taken);
}

/* The same with residues.  *total is the sum over the matchings with the pairs so far; it becomes
 * the sum over those that also have the new pair. */
static pm_status draw_partner(int *mate, struct sum *sum, int w, fmpz_t total, uint64_t *state)
{
    const struct pm_separator *const s = sum->draw->s;
    int taken = -1;
    fmpz_t x, part;
    pm_status status = PM_OK;

    PM_EACH(fmpz_init, x, part);
    pm_random_below(x, total, state);
    for (int k = s->graph.start[w]; k < s->graph.start[w + 1] && taken < 0; k++) {
        const int other = s->graph.to[k];
        if (!may_take(mate, s, other))
            continue;
        PM_TRY_GOTO(status, sum_with(part, sum, w, other), done);
        if (fmpz_cmp(x, part) < 0)
            taken = other;
        else
            fmpz_sub(x, x, part);
    }
    if (taken < 0) {
        status = pm_fail(PM_WRONG, "the shares of a vertex's edges do not add up");
        goto done;
    }
    fmpz_set(total, part);
    status = take(mate, sum, w, taken);
done:
    PM_EACH(fmpz_clear, x, part);
    return status;
}

/* Starts a draw.  *total = the sum over all matchings. */
static pm_status begin(fmpz_t total, struct sum *sum, const struct pm_separator *s, const int *mate)
{
    struct pm_gauss part;
    pm_status status = PM_OK;

    pm_gauss_init(&part);
    for (int k = 0; k < sum->count && status == PM_OK; k++) {
        status = pm_separator_begin(&sum->draw[k], &part, s + k, mate);
        add_sheet(total, sum, k, &part);
    }
    pm_gauss_clear(&part);
    for (int k = 0; k < sum->count && status == PM_OK && fmpz_sgn(total) < 0; k++)
        pm_separator_negate(&sum->draw[k]);
    fmpz_abs(total, total);
    if (sum->count > 1)
        fmpz_tdiv_q_2exp(total, total, 1);
    return status;
}

/* Whether all matchings with the pairs so far have terms of the same sign in sheet x. */
static bool agrees(const struct sum *s, int x, const fmpz_t total)
{
    return fmpz_cmpabs(s->each[x], total) == 0;
}

/* Draws partners for all vertices of a separator; *sheet: which of the sheets of `curve` (NULL:
 * there is only one) suits the rest. */
static pm_status draw_part(int *mate, int *sheet, const struct pm_separator *s,
                           const struct pm_curve *curve, const struct choices *choices,
                           uint64_t *state)
{
    struct sum sum = {.minus = curve != NULL ? curve->minus : NULL, .count = curve != NULL ? 4 : 1};
    pm_status status;
    fmpz_t total;
    int first = 0;

    while (first < s->owns && mate[s->vertex[s->own[first]]] >= 0)
        first++;
    if (first == s->owns)
        return PM_OK;
    fmpz_init(total);
    for (int k = 0; k < sum.count; k++)
        fmpz_init(sum.each[k]);
    status = begin(total, &sum, s, mate);
    if (choices != NULL)
        *choices->begun = status == PM_OK;
    for (int k = first; k < s->owns && status == PM_OK; k++)
        if (mate[s->vertex[s->own[k]]] < 0 && !pm_separator_is_border(s, s->own[k]))
            status = choices != NULL ? choose_partner(mate, &sum, s->own[k], choices)
                                     : draw_partner(mate, &sum, s->own[k], total, state);
    if (curve != NULL && status == PM_OK) {
        *sheet = agrees(&sum, 0, total) ? 0 : curve->other;
        if (!agrees(&sum, *sheet, total))
            status = pm_fail(PM_UNABLE, "the rest of the graph is not like a planar one");
    }
    for (int k = 0; k < sum.count; k++) {
        pm_separator_end(&sum.draw[k]);
        fmpz_clear(sum.each[k]);
    }
    fmpz_clear(total);
    return status;
}

pm_status pm_dissection_draw_curve(int *mate, int *sheet, const struct pm_curve *curve,
                                   uint64_t *state)
{
    const int all = curve->sheet->graph.vertices;
    int *own;

    PM_NEW(own, all);
    for (int v = 0; v < all; v++)
        own[v] = -1;
    const pm_status status = draw_part(own, sheet, curve->sheet, curve, NULL, state);
    memcpy(mate, own, (size_t)curve->vertices * sizeof *mate);
    free(own);
    return status;
}

pm_status pm_dissection_draw(int *mate, const struct pm_dissection *d, uint64_t *state)
{
    for (int p = 0; p < d->parts; p++)
        PM_TRY(draw_part(mate, NULL, &d->part[p], NULL, NULL, state));
    return PM_OK;
}

int pm_dissection_parts(const struct pm_dissection *d)
{
    return d->parts;
}

pm_status pm_dissection_draw_part(int *mate, arb_t chance, bool *begun,
                                  const struct pm_dissection *d, int part, uint64_t *state,
                                  const int *mates)
{
    const struct choices choices = {
        .state = state, .mates = mates, .chance = chance, .begun = begun};

    *begun = false;
    return draw_part(mate, NULL, &d->part[part], NULL, &choices, state);
}
