/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vertices whose neighbourhoods are equal, so that their intervals (decay.c) are computed once.
 *
 * The ball around a vertex is written as words: its vertices in breadth-first order, each with its
 * weights and with the places of its neighbours in this order.  Equal texts mean that the balls are
 * equal, with equal weights and orders of edges; the opposite need not hold.  Vertices are sorted
 * by a hash of the text; the texts of equal hashes are compared.  Cost: the sizes of the balls,
 * twice.
 */
#include "estimate/decay.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/splitmix.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 1 << 20, WORDS_A_STEP = 4 }; /* larger balls are not compared */

struct ball {
    const struct pm_decay *d;
    int *place; /* [n] in the order, from 1; 0: not in the ball */
    int *queue, vertices;
    uint64_t *word;
    size_t words, room;
    pm_status status; /* of the budget, and of its memory */
};

static int place_of(struct ball *b, int v)
{
    if (b->place[v] == 0) {
        b->queue[b->vertices++] = v;
        b->place[v] = b->vertices;
    }
    return b->place[v];
}

/* Writes a vertex; `inside`: and its edges. */
static void put_vertex(struct ball *b, int v, int root, bool inside)
{
    const struct pm_decay_graph *const g = &b->d->graph;
    const size_t need = b->words + (size_t)(g->start[v + 1] - g->start[v]) + 1;

    b->status = pm_alloc_grow((void **)&b->word, &b->room, need, sizeof *b->word);
    if (b->status != PM_OK)
        return;
    for (int k = g->start[v]; inside && k < g->start[v + 1] && g->to[k] > root; k++)
        b->word[b->words++] = (uint64_t)g->edge_kind[k] << 32 | (uint64_t)place_of(b, g->to[k]);
    b->word[b->words++] = UINT64_C(1) << 63 | (uint64_t)g->kind[v];
}

/* Writes the ball of this radius around v. */
static void write_ball(struct ball *b, int v, int radius)
{
    const int root = b->d->shares ? -1 : v;
    int end = 1, distance = 0;

    b->words = 0;
    b->vertices = 0;
    place_of(b, v);
    if (b->status == PM_OK)
        b->status = pm_budget_ask();
    for (int i = 0; i < b->vertices && b->words < WORDS_MOST && b->status == PM_OK; i++) {
        if (i == end)
            end = b->vertices, distance++;
        put_vertex(b, b->queue[i], root, distance < radius);
    }
    for (int i = 0; i < b->vertices; i++)
        b->place[b->queue[i]] = 0;
}

static uint64_t hash(const struct ball *b, int v)
{
    uint64_t h = 0;

    for (size_t k = 0; k < b->words; k++) {
        h = (h ^ b->word[k]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    return b->words < WORDS_MOST ? h : pm_random_mix((uint64_t)v);
}

/* A member of a class that is split. */
struct mark {
    size_t class;
    uint64_t hash;
    size_t first; /* the first mark with the same class and hash */
    int vertex;
    bool differs; /* from that one */
};

static int compare(const void *a, const void *b)
{
    const struct mark *const x = a, *const y = b;

    if (x->class != y->class)
        return x->class < y->class ? -1 : 1;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->vertex < y->vertex ? -1 : x->vertex > y->vertex;
}

static void sort(struct mark *mark, size_t count)
{
    pm_alloc_sort(mark, count, sizeof *mark, compare);
    for (size_t k = 1; k < count; k++)
        mark[k].first = mark[k].class == mark[k - 1].class && mark[k].hash == mark[k - 1].hash
                            ? mark[k - 1].first
                            : k;
}

static void begin(struct ball *b, const struct pm_decay *d)
{
    *b = (struct ball){.d = d};
    b->place = pm_alloc((size_t)d->graph.n, sizeof *b->place);
    b->queue = b->place != NULL ? pm_alloc((size_t)d->graph.n, sizeof *b->queue) : NULL;
    b->status = b->queue != NULL ? PM_OK : PM_NOMEM;
}

static void end(struct ball *b)
{
    PM_FREE(b->place, b->queue, b->word);
}

/* Each mark gets its hash. */
static pm_status hash_all(struct pm_decay *d, struct mark *mark, size_t count, const int *wanted,
                          int threads)
{
    struct pm_budget *const budget = pm_budget_of_thread();
    struct pm_failure failure = {.status = PM_OK};
    uint64_t words = 0;

#pragma omp parallel num_threads(threads) reduction(+ : words)
    {
        struct pm_budget *const before = pm_budget_join(budget);
        struct ball b;
        begin(&b, d);
#pragma omp for schedule(dynamic, 64)
        for (size_t k = 0; k < count; k++)
            if (b.status == PM_OK) {
                write_ball(&b, mark[k].vertex, wanted[mark[k].class]);
                mark[k].hash = hash(&b, mark[k].vertex);
                words += b.words;
            }
#pragma omp critical(pm_neighbourhoods)
        pm_failure_keep(&failure, b.status);
        end(&b);
        pm_budget_join(before);
    }
    d->spent += (double)words / WORDS_A_STEP;
    return pm_failure_raise(&failure);
}

/* Each mark is compared with the first one of the same hash before it. */
static pm_status compare_all(const struct pm_decay *d, struct mark *mark, size_t count,
                             const int *wanted, int threads)
{
    struct pm_budget *const budget = pm_budget_of_thread();
    struct pm_failure failure = {.status = PM_OK};

#pragma omp parallel num_threads(threads)
    {
        struct pm_budget *const before = pm_budget_join(budget);
        struct ball first, b;
        size_t known = SIZE_MAX;
        begin(&first, d);
        begin(&b, d);
#pragma omp for schedule(dynamic, 1024)
        for (size_t k = 1; k < count; k++) {
            const int radius = wanted[mark[k].class];
            if (first.status != PM_OK || b.status != PM_OK || mark[k].first == k)
                continue;
            if (mark[k].first != known)
                write_ball(&first, mark[mark[k].first].vertex, radius);
            known = mark[k].first;
            write_ball(&b, mark[k].vertex, radius);
            mark[k].differs = b.words != first.words || b.words >= WORDS_MOST ||
                              memcmp(b.word, first.word, b.words * sizeof *b.word) != 0;
        }
#pragma omp critical(pm_neighbourhoods)
        pm_failure_keep(&failure, first.status != PM_OK ? first.status : b.status);
        end(&first);
        end(&b);
        pm_budget_join(before);
    }
    return pm_failure_raise(&failure);
}

/* A class of `count` members like the one from which it comes. */
static struct pm_decay_class part(const struct pm_decay_class *from, int first, int count,
                                  int radius)
{
    struct pm_decay_class c = *from;

    c.first = first;
    c.count = count;
    c.radius = count > 1 ? radius : 0;
    c.gain = from->gain * count / from->count;
    return c;
}

static void keep_edges(struct pm_decay *d, int from, int to)
{
    const int *const start = d->graph.start;

    if (d->shares && from != to)
        memcpy(d->edge + start[to], d->edge + start[from],
               (size_t)(start[from + 1] - start[from]) * sizeof *d->edge);
}

/* Makes the classes of marks first .. end - 1, which were one class. */
static pm_status make(struct pm_decay *d, const struct mark *mark, size_t first, size_t end,
                      int radius)
{
    const size_t class = mark[first].class;
    const struct pm_decay_class from = d->class[class];
    const int old = d->member[from.first];
    int place = from.first;

    for (size_t k = first, next; k < end; k = next) {
        for (next = k + 1; next < end && !mark[k].differs && mark[next].first == mark[k].first &&
                           !mark[next].differs;)
            next++;
        PM_TRY(pm_alloc_grow((void **)&d->class, &d->room, d->classes + 1, sizeof *d->class));
        d->class[k == first ? class : d->classes++] = part(&from, place, (int)(next - k), radius);
        keep_edges(d, old, mark[k].vertex);
        for (size_t l = k; l < next; l++)
            d->member[place++] = mark[l].vertex;
    }
    return PM_OK;
}

static pm_status split(struct pm_decay *d, struct mark *mark, size_t count, const int *wanted,
                       int threads)
{
    PM_TRY(hash_all(d, mark, count, wanted, threads));
    sort(mark, count);
    PM_TRY(compare_all(d, mark, count, wanted, threads));
    for (size_t k = 0, next; k < count; k = next) {
        for (next = k + 1; next < count && mark[next].class == mark[k].class;)
            next++;
        PM_TRY(make(d, mark, k, next, wanted[mark[k].class]));
    }
    return PM_OK;
}

pm_status pm_neighbourhoods_split(struct pm_decay *d, const int *wanted, int threads)
{
    size_t count = 0, marks = 0;
    struct mark *mark;

    for (size_t k = 0; k < d->classes; k++)
        count += wanted[k] > d->class[k].radius ? (size_t)d->class[k].count : 0;
    PM_NEW(mark, count);
    for (size_t k = 0; k < d->classes; k++)
        for (int i = 0; wanted[k] > d->class[k].radius && i < d->class[k].count; i++)
            mark[marks++] = (struct mark){.class = k, .vertex = d->member[d->class[k].first + i]};
    const pm_status status = split(d, mark, count, wanted, threads);
    free(mark);
    return status;
}
