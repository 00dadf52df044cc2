/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges at each vertex, and tight sets: sets of vertices that must be covered and have as few
 * neighbours as they are.  They need all of these, so that no cover has an edge between these
 * neighbours and other vertices. */
#include "proof_file.h"

#include <stdlib.h>
#include <string.h>

static bool is_listed(const struct proof *p, const struct proof_edge *e)
{
    return e->u < e->v && !e->left_out && !p->gone[e->u] && !p->gone[e->v];
}

/* Ends ascend at each vertex, since edges do. */
enum verdict proof_list_ends(struct proof *p)
{
    memset(p->start, 0, (p->vertices + 3) * sizeof *p->start);
    for (size_t e = 0; e < p->edges; e++)
        if (is_listed(p, &p->edge[e])) {
            p->start[p->edge[e].u + 2]++;
            p->start[p->edge[e].v + 2]++;
        }
    for (size_t v = 2; v <= p->vertices + 2; v++)
        p->start[v] += p->start[v - 1];
    for (int side = 0; side < 2; side++) /* first the smaller ends */
        for (size_t e = 0; e < p->edges; e++) {
            const size_t u = p->edge[e].u, v = p->edge[e].v;
            if (is_listed(p, &p->edge[e]))
                p->end[p->start[(side == 0 ? v : u) + 1]++] =
                    (struct proof_end){.v = side == 0 ? u : v, .edge = e};
        }
    return FINE;
}

static enum verdict find_memory(struct proof *p)
{
    NEED(p->vertices <= p->lines, "a vertex is missing in the steps: there are fewer lines");
    p->start = calloc(p->vertices + 3, sizeof *p->start);
    p->end = calloc(2 * p->edges + 1, sizeof *p->end);
    p->around = calloc(2 * p->edges + 1, sizeof *p->around);
    p->gone = calloc(p->vertices + 1, sizeof *p->gone);
    p->pair = calloc(p->vertices + 1, sizeof *p->pair);
    NEED(p->start != NULL && p->end != NULL && p->around != NULL && p->gone != NULL &&
             p->pair != NULL,
         "no memory for the ends of edges");
    return FINE;
}

enum { OTHER, INSIDE, ACROSS };

/* Reads the list of vertices at `at`, and marks them. */
static enum verdict read_set(struct proof *p, size_t *count, char *mark, char *at)
{
    size_t v = 0;

    do {
        NEED(proof_take_count(&v, &at) && v >= 1 && v <= p->vertices && (*at == ' ' || *at == '\0'),
             "a list of vertices is expected");
        NEED(mark[v] == OTHER, "a tight set has a vertex twice");
        NEED(!proof_may_stay(p, v) && proof_find(p, v, v) == NULL, "a tight set is not tight");
        mark[v] = INSIDE;
        ++*count;
    } while (proof_take_word(&at, " "));
    return FINE;
}

static enum verdict take_set(struct proof *p, char *mark, char *at)
{
    size_t inside = 0, across = 0;

    memset(mark, OTHER, p->vertices + 1);
    TRY(read_set(p, &inside, mark, at));
    for (size_t v = 1; v <= p->vertices; v++) {
        for (size_t k = p->start[v]; mark[v] == INSIDE && k < p->start[v + 1]; k++) {
            char *const there = &mark[p->end[k].v];
            if (p->edge[p->end[k].edge].left_out || *there == ACROSS)
                continue;
            NEED(*there == OTHER, "a tight set has neighbours in itself");
            *there = ACROSS;
            across++;
        }
    }
    NEED(inside == across, "a tight set is not tight");
    for (size_t e = 0; e < p->edges; e++) {
        const char u = mark[p->edge[e].u], v = mark[p->edge[e].v];
        if (p->edge[e].u < p->edge[e].v && (u == ACROSS || v == ACROSS) && u != INSIDE &&
            v != INSIDE)
            p->edge[e].left_out = true;
    }
    return FINE;
}

enum verdict proof_read_tight(struct proof *p)
{
    TRY(find_memory(p));
    TRY(proof_list_ends(p));
    char *const mark = malloc(p->vertices + 1);
    enum verdict verdict = mark != NULL ? FINE : proof_fail(p, UNREADABLE_PROOF, "no memory");
    for (size_t sets = 1; verdict == FINE && p->at < p->lines; sets++) {
        char *at = p->line[p->at];
        if (!proof_take_word(&at, "tight "))
            break;
        p->at++;
        verdict = sets <= p->vertices && (double)sets * (double)(p->vertices + p->edges) <= 0x1p32
                      ? take_set(p, mark, at)
                      : proof_fail(p, UNREADABLE_PROOF, "too many tight sets");
    }
    free(mark);
    return verdict;
}
