/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best of the bounds of a core.
 *
 * Non-negative permanents have lower bounds by doubly stochastic matrices (lower.c) and upper ones
 * by rows and by columns (upper.c).  For signed and complex matrices the moduli give upper bounds,
 * and so does the norm of the matrix (sign_draws.c).
 * The square of a hafnian is at most the permanent (model/bound.c says why).  Its lower bounds are
 * the weight of one perfect matching, and the permanent of a bipartite part of the graph: edges
 * whose ends are on one side are left out, which makes a sum without negative terms smaller.  The
 * ends of each edge of that matching are on both sides, so that the part has a perfect matching. */
#include "estimate/bounds.h"

#include "base/alloc.h"
#include "model/adjacent.h"
#include "estimate/nested_bound.h"
#include "estimate/sign_draws.h"
#include "model/blossom.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

static const double TRACKED = 0x1p28;  /* products that tracking may spend: about 0.2 s */
static const double PRODUCTS = 0x1p27; /* that the norm of a matrix may spend */

/* Takes a result of a method; PM_UNABLE means that it has none. */
static pm_status keep_bound(struct pm_bounds *b, pm_status status, const arb_t x, bool upper,
                            const char *by)
{
    if (status != PM_OK)
        return status == PM_UNABLE ? PM_OK : status;
    const double d = upper ? pm_end_above(x) : pm_end_below(x);
    if (upper && d < b->upper)
        b->upper = d, b->upper_by = by;
    if (!upper && d > b->lower)
        b->lower = d, b->lower_by = by;
    return PM_OK;
}

static pm_status lower_near(struct pm_bounds *b, const struct pm_positive *p, const double *near)
{
    struct pm_doubly d;
    const char *by = NULL;
    arb_t x;

    pm_status status = pm_doubly_init(&d, p, near);
    if (status != PM_OK)
        return status == PM_UNABLE ? PM_OK : status;
    arb_init(x);
    status = pm_lower_doubly(x, &by, &d);
    status = keep_bound(b, status, x, false, by);
    arb_clear(x);
    pm_doubly_clear(&d);
    return status;
}

static pm_status lower(struct pm_bounds *b, const struct pm_positive *p)
{
    double *near;

    PM_NEW(near, pm_matrix_nnz(p->a) + p->cols);
    pm_lower_near_scaled(near, p);
    pm_status status = lower_near(b, p, near);
    PM_THEN(status, pm_beliefs_near(near, NULL, p));
    PM_THEN(status, lower_near(b, p, near));
    free(near);
    return status == PM_UNABLE ? PM_OK : status;
}

static pm_status upper_nested(struct pm_bounds *b, const struct pm_positive *p)
{
    struct pm_nested n;
    arb_t x;

    const pm_status status = pm_nested_init(&n, p, TRACKED, HUGE_VAL, INT_MAX);
    if (status != PM_OK)
        return status == PM_UNABLE ? PM_OK : status;
    arb_init(x);
    pm_nested_log(x, &n);
    pm_to_bits(x);
    keep_bound(b, PM_OK, x, true, "nested, some columns tracked (Huber 2006)");
    arb_clear(x);
    pm_nested_clear(&n);
    return PM_OK;
}

static pm_status upper(struct pm_bounds *b, const struct pm_positive *p)
{
    struct pm_soules s;
    arb_t x;

    PM_TRY(pm_soules_init(&s, p));
    arb_init(x);
    pm_upper_soules(x, &s);
    pm_status status = keep_bound(b, PM_OK, x, true, "Soules (2003)");
    PM_THEN(status, upper_nested(b, p));
    PM_THEN(status,
            keep_bound(b, pm_upper_norms(x, p), x, true, "row norms (Carlen, Lieb, Loss 2006)"));
    arb_clear(x);
    pm_soules_clear(&s);
    return status;
}

/* |per(A)| <= |A|_2^n, or less if columns are equal; for hafnians see sign_draws.c. */
static pm_status upper_norm(struct pm_bounds *b, const struct pm_matrix *a, enum pm_kind kind)
{
    struct pm_sign_draws s = {.b = NULL};
    arb_t x;

    arb_init(x);
    pm_status status = kind == PM_HAFNIAN ? pm_sign_draws_norm_of_pairs(x, a, PRODUCTS)
                                          : pm_sign_draws_init(&s, a, PRODUCTS);
    if (status == PM_OK && kind == PM_PERMANENT) {
        pm_sign_draws_log(x, &s);
        pm_sub_log_factorial(x, a->cols - a->rows);
    }
    pm_to_bits(x);
    status = keep_bound(b, status, x, true,
                        kind == PM_HAFNIAN ? "the norm of the matrix"
                                           : "the norm of the matrix (Gurvits 2005)");
    arb_clear(x);
    pm_sign_draws_clear(&s);
    return status;
}

static pm_status of_permanent(struct pm_bounds *b, const struct pm_matrix *a, bool with_lower)
{
    struct pm_matrix *turned = NULL;
    struct pm_positive p;
    pm_status status = pm_positive_init(&p, a);

    if (status != PM_OK)
        return status;
    if (with_lower)
        status = lower(b, &p);
    PM_THEN(status, upper(b, &p));
    pm_positive_clear(&p);
    if (status != PM_OK || a->rows != a->cols)
        return status;
    PM_TRY(pm_matrix_transpose(&turned, a));
    status = pm_positive_init(&p, turned);
    if (status == PM_OK) {
        status = upper(b, &p);
        pm_positive_clear(&p);
    }
    pm_matrix_free(turned);
    return status;
}

/* Edges of v between the sides, minus the others; side[w] is 1 or -1, and 0 is undecided. */
static int gain(const struct pm_adjacent *graph, const signed char *side, int v)
{
    int sum = 0;

    for (int k = graph->start[v]; k < graph->start[v + 1]; k++)
        sum -= side[v] * side[graph->to[k]];
    return sum;
}

/* Chooses sides, with matched vertices on different ones, and changes pairs while more edges are
 * between the sides then. */
static void choose_sides(signed char *side, const struct pm_adjacent *graph, const int *match)
{
    enum { ROUNDS = 20 };
    bool changed = true;

    for (int round = 0; round < ROUNDS && changed; round++) {
        changed = false;
        for (int v = 0; v < graph->vertices; v++) {
            const bool first = side[v] == 0;
            const int w = match[v];
            if (w < v)
                continue;
            side[v] = first ? 1 : side[v];
            side[w] = (signed char)-side[v];
            if (gain(graph, side, v) + gain(graph, side, w) < 2) { /* the pair itself counts 2 */
                side[v] = (signed char)-side[v];
                side[w] = (signed char)-side[w];
                changed = true;
            }
        }
    }
}

/* The bounds of the permanent of a bipartite part. */
static pm_status lower_of_part(struct pm_bounds *b, const struct pm_matrix *a,
                               const struct pm_adjacent *graph, const int *match)
{
    const int n = graph->vertices;
    int *row = NULL, *col = NULL, pairs = 0;
    struct pm_matrix *part = NULL;
    struct pm_positive p;
    signed char *side = NULL;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, side, n, done);
    PM_NEW_GOTO(status, row, n, done);
    PM_NEW_GOTO(status, col, n, done);
    choose_sides(side, graph, match);
    for (int v = 0; v < n; v++)
        if (side[v] > 0) {
            row[pairs] = v;
            col[pairs++] = match[v];
        }
    PM_TRY_GOTO(status, pm_matrix_sub(&part, a, pairs, row, pairs, col), done);
    PM_TRY_GOTO(status, pm_positive_init(&p, part), done);
    status = lower(b, &p);
    pm_positive_clear(&p);
done:
    pm_matrix_free(part);
    PM_FREE(side, row, col);
    return status;
}

/* The weight of a perfect matching of the graph, or more. */
static pm_status lower_of_hafnian(struct pm_bounds *b, const struct pm_matrix *a)
{
    struct pm_adjacent graph;
    struct pm_forest forest;
    arb_t x, y;

    PM_TRY(pm_adjacent_new(&graph, a, PM_HAFNIAN));
    pm_status status = pm_blossom_init(&forest, graph.vertices, graph.start, graph.to);
    if (status == PM_OK) {
        const bool perfect = pm_blossom_match_all(&forest, forest.n);
        PM_EACH(arb_init, x, y);
        for (int v = 0; v < graph.vertices && perfect; v++)
            if (forest.match[v] > v) {
                arb_set_fmpq(y, a->re + pm_matrix_entry(a, v, forest.match[v]), PM_LOG_BITS);
                arb_log_base_ui(y, y, 2, PM_LOG_BITS);
                arb_add(x, x, y, PM_LOG_BITS);
            }
        if (perfect)
            status = keep_bound(b, PM_OK, x, false, "one matching");
        if (perfect && status == PM_OK)
            status = lower_of_part(b, a, &graph, forest.match);
        PM_EACH(arb_clear, x, y);
        pm_blossom_clear(&forest);
    }
    pm_adjacent_clear(&graph);
    return status;
}

pm_status pm_bounds_matrix(struct pm_bounds *bounds, const struct pm_matrix *a, enum pm_kind kind)
{
    const bool positive = pm_matrix_is_nonnegative(a);

    *bounds = (struct pm_bounds){
        .lower = -HUGE_VAL, .upper = HUGE_VAL, .lower_by = "none", .upper_by = "none"};
    for (int i = 0; i < a->rows; i++)
        if (a->start[i] == a->start[i + 1]) {
            bounds->upper = -HUGE_VAL;
            bounds->lower_by = bounds->upper_by = "a row is empty";
            return PM_OK;
        }
    PM_TRY(of_permanent(bounds, a, positive && kind == PM_PERMANENT));
    if (kind == PM_HAFNIAN)
        bounds->upper /= 2;
    if (!positive)
        return upper_norm(bounds, a, kind);
    return kind == PM_HAFNIAN ? lower_of_hafnian(bounds, a) : PM_OK;
}
