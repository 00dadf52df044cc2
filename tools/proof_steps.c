/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the steps of a proof: they make the sum over all covers, and no other sum
 * (permatch_proof(5)). */
#include "proof_file.h"

#include <stdlib.h>
#include <string.h>

/* The open vertices of a table. */
struct open {
    size_t v[WIDEST], count;
};

/* What the check of the steps knows. */
struct walk {
    struct open *table;
    size_t tables, closed, used, messages; /* messages: that the steps need */
    uint32_t *tables_of;                   /* of each vertex: in how many tables it is open */
    bool *is_closed;
};

static size_t find_open(const struct open *t, size_t v)
{
    size_t k = 0;

    while (k < t->count && t->v[k] != v)
        k++;
    return k;
}

static bool is_open(const struct open *t, size_t v)
{
    return find_open(t, v) < t->count;
}

static size_t *copy_open(const size_t *v, size_t count)
{
    size_t *const copy = malloc((count + 1) * sizeof *copy);

    if (copy != NULL)
        memcpy(copy, v, count * sizeof *copy);
    return copy;
}

static int compare_vertices(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return x < y ? -1 : x > y;
}

static enum verdict walk_join(struct proof *p, struct walk *w, struct proof_step *s, size_t number)
{
    struct open both = {.count = 0};

    NEED(w->tables > 1, "step %zu: there is one table only", number);
    struct open *const right = &w->table[--w->tables], *const left = right - 1;
    s->left = copy_open(left->v, s->lefts = left->count);
    s->right = copy_open(right->v, s->rights = right->count);
    for (size_t k = 0; k < right->count; k++) {
        const size_t v = right->v[k];
        if (is_open(left, v)) {
            both.v[both.count++] = v;
            w->tables_of[v]--;
        } else {
            NEED(left->count < WIDEST, "step %zu: more than %d vertices are open", number, WIDEST);
            left->v[left->count++] = v;
        }
    }
    qsort(both.v, both.count, sizeof *both.v, compare_vertices);
    s->both = copy_open(both.v, s->boths = both.count);
    w->messages += both.count;
    NEED(s->left != NULL && s->right != NULL && s->both != NULL, "no memory for a join");
    return FINE;
}

static enum verdict walk_edge(struct proof *p, struct walk *w, struct proof_step *s, size_t number)
{
    const struct open *const top = &w->table[w->tables - 1];
    struct proof_edge *const e = s->u < s->v ? proof_find(p, s->u, s->v) : NULL;

    NEED(e != NULL, "step %zu: there is no such edge", number);
    NEED(!e->used, "step %zu: the edge was used before", number);
    NEED(is_open(top, s->u) && is_open(top, s->v), "step %zu: an end of the edge is not open",
         number);
    e->used = true;
    s->edge = (size_t)(e - p->edge);
    w->used++;
    return FINE;
}

static enum verdict walk_step(struct proof *p, struct walk *w, size_t k)
{
    struct proof_step *const s = &p->step[k];
    struct open *const top = w->tables > 0 ? &w->table[w->tables - 1] : NULL;

    NEED(top != NULL || s->letter == 'n', "step %zu: there is no table yet", k + 1);
    if (s->letter == 'n') {
        w->table[w->tables++].count = 0;
    } else if (s->letter == 'o') {
        NEED(!is_open(top, s->u) && !w->is_closed[s->u], "step %zu: the vertex was opened before",
             k + 1);
        NEED(top->count < WIDEST, "step %zu: more than %d vertices are open", k + 1, WIDEST);
        top->v[top->count++] = s->u;
        w->tables_of[s->u]++;
    } else if (s->letter == 'e') {
        return walk_edge(p, w, s, k + 1);
    } else if (s->letter == 'c') {
        NEED(is_open(top, s->u) && w->tables_of[s->u] == 1,
             "step %zu: the vertex is not open here alone", k + 1);
        top->v[find_open(top, s->u)] = top->v[top->count - 1];
        top->count--;
        w->is_closed[s->u] = true;
        w->closed++;
    } else {
        return walk_join(p, w, s, k + 1);
    }
    return FINE;
}

static enum verdict walk_all(struct proof *p, struct walk *w)
{
    const size_t messages = p->lines - p->first_message;
    size_t edges = 0;

    for (size_t k = 0; k < p->steps; k++) {
        TRY(walk_step(p, w, k));
        w->messages += strchr("ecj", p->step[k].letter) != NULL;
        NEED(w->messages <= messages, "step %zu: there are fewer messages than the steps need",
             k + 1);
    }
    for (size_t e = 0; e < p->edges; e++)
        edges += p->edge[e].u < p->edge[e].v;
    NEED(w->tables == 1 && w->table[0].count == 0,
         "the steps do not end with one table without open vertices");
    NEED(w->closed == p->vertices, "a vertex is missing in the steps");
    NEED(w->used == edges, "an edge is missing in the steps");
    NEED(w->messages == messages, "there are more messages than the steps need");
    return FINE;
}

enum verdict proof_check_steps(struct proof *p)
{
    struct walk w = {0};
    size_t height = 0, most = 0;

    NEED(p->vertices < p->steps, "a vertex is missing in the steps");
    for (size_t k = 0; k < p->steps; k++) {
        height += p->step[k].letter == 'n';
        height -= p->step[k].letter == 'j' && height > 0;
        most = height > most ? height : most;
    }
    NEED(most <= MOST_TABLES, "more than %d tables at a time", MOST_TABLES);
    w.table = calloc(most + 1, sizeof *w.table);
    w.tables_of = calloc(p->vertices + 1, sizeof *w.tables_of);
    w.is_closed = calloc(p->vertices + 1, sizeof *w.is_closed);
    const enum verdict verdict =
        w.table != NULL && w.tables_of != NULL && w.is_closed != NULL
            ? walk_all(p, &w)
            : proof_fail(p, UNREADABLE_PROOF, "no memory for %zu tables", most);
    free(w.table);
    free(w.tables_of);
    free(w.is_closed);
    return verdict;
}
