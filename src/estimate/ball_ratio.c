/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ratio of a vertex (decay.c) in the ball around it.
 *
 * If no two vertices of the ball of radius r with equal distances from its centre v are adjacent,
 * then all paths from v to the vertices at distance r + 1, of which only the last vertex has this
 * distance, have lengths of one parity.  Along a path, bounds change sides at each step.  So, where
 * the vertices at distance r + 1 are removed, the ratio of v grows if r is even, and falls if r is
 * odd: that of the ball is an upper or a lower bound.
 *
 * The sums over the matchings of the ball, with and without v, come from one sweep over its
 * vertices: a table has a number for each set of matched vertices of the frontier (those with
 * neighbours that are still to come, and v).  The order is breadth-first from a vertex at the
 * border. All terms are positive and inside the range of double, so that the relative error is that
 * of as many roundings as a term has.  Cost: edges times 2^frontier. */
#include "estimate/ball_ratio.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "num/ball.h"
#include "num/mag.h"

#include <math.h>
#include <string.h>

enum { FRONTIER_MOST = 22, FRONTIER_LONG = 16, VERTICES_MOST = 2048 };

static const double RANGE = 900;     /* powers of two */
static const double SUMS_A_STEP = 8; /* so many additions take as long as a step of a path */

pm_status pm_ball_init(struct pm_ball *b, const struct pm_decay_graph *graph)
{
    *b = (struct pm_ball){.graph = graph};
    PM_NEW(b->place, graph->n);
    PM_NEW(b->vertex, VERTICES_MOST);
    PM_NEW(b->order, VERTICES_MOST);
    PM_NEW(b->left, VERTICES_MOST);
    return PM_OK;
}

void pm_ball_clear(struct pm_ball *b)
{
    PM_FREE(b->place, b->vertex, b->order, b->left, b->table);
}

static void empty(struct pm_ball *b)
{
    for (int i = 0; i < b->count; i++)
        b->place[b->vertex[i]] = 0;
    b->count = 0;
}

/* Collects the vertices up to this distance from v.  False: there are too many, or the ball gives
 * no bound, since two of them with the same distance are adjacent. */
static bool collect(struct pm_ball *b, int v, int radius)
{
    const struct pm_decay_graph *const g = b->graph;
    int first = 0, end = 1, distance = 0; /* vertices first .. end - 1 have this distance */
    bool odd = false;

    empty(b);
    b->vertex[b->count++] = v;
    b->place[v] = b->count;
    b->whole = true;
    for (int i = 0; i < b->count; i++) {
        if (i == end)
            first = end, end = b->count, distance++;
        for (int k = g->start[b->vertex[i]]; k < g->start[b->vertex[i] + 1] && g->to[k] > v; k++) {
            const int place = b->place[g->to[k]] - 1;
            odd |= place >= first && place < end;
            b->whole &= place >= 0 || distance < radius;
            if (place >= 0 || distance == radius)
                continue;
            if (b->count == VERTICES_MOST)
                return false;
            b->vertex[b->count++] = g->to[k];
            b->place[g->to[k]] = b->count;
        }
    }
    return b->whole || !odd;
}

/* order = the places of the vertices, breadth-first from this one. */
static void breadth_first(struct pm_ball *b, int first)
{
    const struct pm_decay_graph *const g = b->graph;
    int count = 0;

    memset(b->left, 0, (size_t)b->count * sizeof *b->left);
    b->order[count++] = first;
    b->left[first] = 1;
    for (int i = 0; i < count; i++) {
        const int u = b->vertex[b->order[i]];
        for (int k = g->start[u]; k < g->start[u + 1] && g->to[k] >= b->vertex[0]; k++) {
            const int place = b->place[g->to[k]] - 1;
            if (place >= 0 && !b->left[place])
                b->left[place] = 1, b->order[count++] = place;
        }
    }
}

/* left[i] = the number of neighbours of place i that have not come */
static void count_left(struct pm_ball *b)
{
    const struct pm_decay_graph *const g = b->graph;

    for (int i = 0; i < b->count; i++) {
        const int u = b->vertex[i];
        b->left[i] = i == 0; /* the centre stays to the end */
        for (int k = g->start[u]; k < g->start[u + 1] && g->to[k] >= b->vertex[0]; k++)
            b->left[i] += b->place[g->to[k]] > 0;
    }
}

/* The frontier: bit k of a table's index says whether the vertex at place bit[k] is matched. */
struct frontier {
    int bit[FRONTIER_MOST + 1], bits;
};

/* table[s with both bits] += weight * table[s without] */
static void add_edge(double *table, int bits, int p, int q, double weight)
{
    const size_t low = (size_t)1 << (p < q ? p : q), high = (size_t)1 << (p < q ? q : p);

    for (size_t i = 0; i < (size_t)1 << bits; i += 2 * high)
        for (size_t j = i; j < i + high; j += 2 * low)
            for (size_t s = j; s < j + low; s++)
                table[s + low + high] += weight * table[s];
}

/* Adds up the two halves of a table for bit p, of a vertex that has this weight where it is
 * free. */
static void add_halves(double *table, int bits, int p, double alone)
{
    const size_t low = (size_t)1 << p;
    double *to = table;

    for (size_t i = 0; i < (size_t)1 << bits; i += 2 * low)
        for (size_t s = i; s < i + low; s++)
            *to++ = alone * table[s] + table[s + low];
}

/* The place of bit p leaves the frontier. */
static void remove_bit(struct frontier *f, int p)
{
    f->bits--;
    memmove(f->bit + p, f->bit + p + 1, (size_t)(f->bits - p) * sizeof *f->bit);
}

/* One pass over the vertices; without a table, it only counts.  False: the frontier is too wide, or
 * the budget ends the work. */
static bool sweep(struct pm_ball *b, double *table)
{
    const struct pm_decay_graph *const g = b->graph;
    struct frontier f = {.bits = 0};

    count_left(b);
    b->steps = b->roundings = 0;
    b->bits = 0;
    for (int i = 0; i < b->count; i++) {
        const int place = b->order[i], u = b->vertex[place];
        if (f.bits == FRONTIER_MOST ||
            (table != NULL && f.bits > FRONTIER_LONG && pm_budget_ask() != PM_OK))
            return false;
        if (table != NULL)
            memset(table + ((size_t)1 << f.bits), 0, sizeof *table << f.bits);
        f.bit[f.bits++] = place;
        b->bits = f.bits > b->bits ? f.bits : b->bits;
        for (int k = g->start[u]; k < g->start[u + 1] && g->to[k] >= b->vertex[0]; k++) {
            const int other = b->place[g->to[k]] - 1;
            if (other < 0)
                continue;
            b->left[other]--; /* u has come */
            int p = 0;
            while (p < f.bits && f.bit[p] != other)
                p++;
            if (p == f.bits)
                continue;
            b->steps += (double)((size_t)1 << f.bits) / 4;
            b->roundings += 2;
            if (table != NULL)
                add_edge(table, f.bits, p, f.bits - 1, g->weight[k].high);
        }
        for (int p = f.bits - 1; p >= 0; p--)
            if (b->left[f.bit[p]] == 0) {
                const double alone = g->alone[b->vertex[f.bit[p]]].high;
                b->steps += (double)((size_t)1 << f.bits) / 2;
                b->roundings += 2;
                if (table != NULL)
                    add_halves(table, f.bits, p, alone);
                remove_bit(&f, p);
            }
    }
    return true;
}

/* True if neither a term nor a sum leaves the range of double: a term has one factor at most for
 * each vertex, and the sums are at most the product over the vertices of what each may do with
 * those before it. */
static bool is_in_range(const struct pm_ball *b)
{
    const struct pm_decay_graph *const g = b->graph;
    double least = 0, most = 0;

    for (int i = 0; i < b->count; i++) {
        const int u = b->vertex[i];
        double small = fmin(1, g->alone[u].low), sum = 1 + g->alone[u].high;
        for (int k = g->start[u]; k < g->start[u + 1] && g->to[k] >= b->vertex[0]; k++) {
            const int place = b->place[g->to[k]];
            if (place > 0)
                small = fmin(small, g->weight[k].low);
            if (place > 0 && place <= i)
                sum += g->weight[k].high;
        }
        least += log2(small);
        most += log2(sum);
    }
    return least > -RANGE && most < RANGE;
}

bool pm_ball_find(struct pm_ball *b, int v, int radius)
{
    if (!collect(b, v, radius) || !is_in_range(b))
        return false;
    breadth_first(b, b->count - 1);
    breadth_first(b, b->order[b->count - 1]);
    const bool able = sweep(b, NULL);
    b->steps /= SUMS_A_STEP;
    return able;
}

/* Makes room for the table. */
static bool reserve(struct pm_ball *b)
{
    if (b->room >= b->bits)
        return true;
    free(b->table);
    b->room = b->bits;
    b->table = pm_alloc((size_t)1 << b->bits, sizeof *b->table);
    if (b->table == NULL)
        b->room = 0;
    return b->table != NULL;
}

bool pm_ball_ratio(struct pm_range *ratio, struct pm_ball *b, int radius)
{
    const struct pm_decay_graph *const g = b->graph;
    const int v = b->vertex[0];

    if (!reserve(b))
        return false;
    b->table[0] = 1;
    if (!sweep(b, b->table))
        return false;
    /* one bit is left, that of the centre */
    const double without = b->table[0], with = b->table[1] + g->alone[v].high * without;
    /* four of the roundings, for each vertex, are those of weights, in each of the two sums */
    const double error = pm_gamma(2 * b->roundings + 8 * b->count + 8);
    const double quotient = without / with;
    ratio->low = b->whole || radius % 2 != 0 ? quotient * (1 - error) : 0;
    ratio->high = b->whole || radius % 2 == 0 ? quotient * (1 + error) : HUGE_VAL;
    return true;
}
