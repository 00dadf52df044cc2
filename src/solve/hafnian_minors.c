/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Minors of loop hafnians.  Each is a loop hafnian of the same matrix with fewer copies: value
 * (i, j) without a copy of i and one of j, and, behind the row of i, without a copy of i that is
 * matched with itself.  Without copies they are derivatives, which take three times the time of one
 * loop hafnian (engine/hafnian/walks_back_template.h); what these leave missing, and minors with
 * copies, are asked together for each matrix. */
#include "solve/batch.h"

#include "base/alloc.h"
#include "engine/hafnian/pairs.h"
#include "engine/hafnian/walks_lanes.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

#include <math.h>
#include <string.h>

static const double PRICE_MOST = 0x1p46; /* nanoseconds in balls; vectors take a thirtieth */

struct minors {
    const struct pm_batch *b;
    int n, width;       /* vertices; values in a row */
    int *times, *place; /* of each minor: copies of n vertices; row and column */
    struct pm_hafnian_copies c;
};

static int copies_of(const struct minors *m, size_t k, int i)
{
    const int *const times = m->b->stack.row_times;

    return times != NULL ? times[k * (size_t)m->n + (size_t)i] : 1;
}

/* *most = the number of minors of matrix k, at least.  PM_UNABLE: they have too many terms. */
static pm_status look_ahead(size_t *most, const struct minors *m, size_t k)
{
    const struct pm_batch *const b = m->b;
    const int *const times = b->stack.row_times;
    struct pm_joined pairs = {.looped = b->loops != NULL, .complex_values = b->parts == 2};
    struct pm_looped shape = {.n = m->n, .times = times != NULL ? times + k * (size_t)m->n : NULL};
    double terms, price = 0;
    size_t chosen = 0;

    PM_TRY(pm_stack_total(&shape.total, b, 0, k));
    for (int i = 0; i < m->n; i++)
        chosen += copies_of(m, k, i) > 0;
    *most = chosen * (chosen + 1) / 2 + (b->loops != NULL ? chosen : 0);
    pm_status status = pm_pairs_joined_find(&pairs, &shape);
    if (status == PM_OK && shape.total > 0)
        price = pm_pairs_joined_price(&terms, &pairs) / 2 * (double)*most;
    pm_pairs_joined_clear(&pairs);
    if (status == PM_OK && price > PRICE_MOST)
        status = pm_fail(PM_UNABLE, "matrix %zu: %zu hafnians of %.3g terms", k, *most, terms / 2);
    return status;
}

static size_t place_of(const struct minors *m, size_t k, int i, int j)
{
    return (k * (size_t)m->n + (size_t)i) * (size_t)m->width + (size_t)j;
}

/* Lists the missing minors of matrix k that have so many copies; column n: those of loops. */
static void list(struct minors *m, size_t k)
{
    size_t count = 0;

    for (int i = 0; i < m->n; i++)
        for (int j = i; j < m->width; j++) {
            int *const times = m->times + count * (size_t)m->n;
            if (copies_of(m, k, i) < 1 + (i == j) || (j < m->n && copies_of(m, k, j) < 1) ||
                !isnan(m->b->value[place_of(m, k, i, j) * (size_t)m->b->parts]))
                continue;
            for (int v = 0; v < m->n; v++)
                times[v] = copies_of(m, k, v) - (v == i) - (v == j);
            m->place[2 * count] = i;
            m->place[2 * count + 1] = j;
            count++;
        }
    m->c.count = count;
}

static void put_zero(const struct minors *m, size_t k, int i, int j)
{
    const struct pm_batch *const b = m->b;
    const size_t to = place_of(m, k, i, j);

    memset(b->value + to * (size_t)b->parts, 0, (size_t)b->parts * sizeof *b->value);
    b->bound[to] = 0;
    if (b->stack.exponents != NULL)
        b->stack.exponents[to] = 0;
}

/* Answer (i, j) of matrix k = value number `from` of the list. */
static void put(const struct minors *m, size_t k, int i, int j, size_t from)
{
    const struct pm_batch *const b = m->b;
    const size_t parts = (size_t)b->parts, to = place_of(m, k, i, j);

    memcpy(b->value + to * parts, m->c.value + from * parts, parts * sizeof *b->value);
    b->bound[to] = m->c.bound[from];
    if (b->stack.exponents != NULL)
        b->stack.exponents[to] = m->c.exponent[from];
}

/* Whether the minors are derivatives that vectors find. */
static bool are_derivatives(const struct pm_batch *b)
{
    return pm_stack_is_plain(b) && b->stack.entries != PM_ENTRIES_LOGS && b->stack.rows > 0 &&
           (b->stack.rows % 2 == 0 || b->loops != NULL);
}

/* Finds derivatives, or nothing; the minors without any copies are 0, and the others missing. */
static pm_status begin(const struct minors *m, size_t k, int threads)
{
    struct pm_batch b = *m->b;
    pm_status status = PM_OK;

    b.inside = threads;
    if (are_derivatives(&b))
        status = pm_walks_minors(&b, k);
    else
        pm_stack_miss_all(&b, k);
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j < m->n; j++)
            if (copies_of(m, k, i) < 1 + (i == j) || copies_of(m, k, j) < 1)
                put_zero(m, k, i, j);
    for (int i = 0; i < m->n && m->width > m->n; i++)
        if (copies_of(m, k, i) < 1)
            put_zero(m, k, i, m->n);
    return status;
}

static pm_status find(struct minors *m, size_t k, int threads)
{
    const struct pm_batch *const b = m->b;

    PM_TRY(begin(m, k, threads));
    list(m, k);
    if (m->c.count == 0)
        return pm_stack_go_on(b);
    PM_TRY(pm_batch_hafnian_copies(b, k, &m->c, threads));
    for (size_t at = 0; at < m->c.count; at++) {
        const int i = m->place[2 * at], j = m->place[2 * at + 1];
        put(m, k, i, j, at);
        if (j < m->n)
            put(m, k, j, i, at);
    }
    return pm_stack_go_on(b);
}

pm_status pm_batch_hafnian_minors(struct pm_batch *b, int threads)
{
    struct minors m = {.b = b, .n = b->stack.rows, .width = b->stack.cols + (b->loops != NULL)};
    pm_status status = PM_OK;
    size_t most = 0;

    for (size_t k = 0; k < b->stack.count; k++) {
        size_t here;
        PM_TRY(look_ahead(&here, &m, k));
        most = here > most ? here : most;
    }
    PM_NEW_GOTO(status, m.times, most * (size_t)m.n, done);
    PM_NEW_GOTO(status, m.place, 2 * most, done);
    PM_NEW_GOTO(status, m.c.value, most * (size_t)b->parts, done);
    PM_NEW_GOTO(status, m.c.bound, most, done);
    if (b->stack.exponents != NULL)
        PM_NEW_GOTO(status, m.c.exponent, most, done);
    m.c.times = m.times;
    for (size_t k = 0; k < b->stack.count && status == PM_OK; k++)
        status = find(&m, k, threads);
done:
    PM_FREE(m.times, m.place, m.c.value, m.c.bound, m.c.exponent);
    return status;
}
