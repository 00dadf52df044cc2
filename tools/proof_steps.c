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
    size_t tables, closed, messages; /* messages: that the steps need */
    uint32_t *tables_of;             /* of each vertex: in how many tables it is open */
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
    w->messages += both.count + 1;
    NEED(s->left != NULL && s->right != NULL && s->both != NULL, "no memory for a join");
    return FINE;
}

/* The edges at u whose other ends are not closed are used; these ends are open then. */
static enum verdict walk_close(struct proof *p, struct walk *w, struct proof_step *s, size_t number)
{
    struct open *const top = &w->table[w->tables - 1];
    const size_t place = find_open(top, s->u);

    s->is_open = place < top->count;
    NEED(!w->is_closed[s->u] && w->tables_of[s->u] == (s->is_open ? 1 : 0),
         "step %zu: the vertex is closed, or open elsewhere", number);
    s->ahead = malloc((p->start[s->u + 1] - p->start[s->u] + 1) * sizeof *s->ahead);
    NEED(s->ahead != NULL, "no memory for a step");
    for (size_t k = p->start[s->u]; k < p->start[s->u + 1]; k++) {
        struct proof_end end = p->end[k];
        if (w->is_closed[end.v] || p->edge[end.edge].left_out)
            continue;
        end.is_open = is_open(top, end.v);
        s->ahead[s->aheads++] = end;
    }
    if (s->is_open)
        top->v[place] = top->v[--top->count];
    for (size_t k = 0; k < s->aheads; k++) {
        if (s->ahead[k].is_open)
            continue;
        NEED(top->count < WIDEST, "step %zu: more than %d vertices are open", number, WIDEST);
        top->v[top->count++] = s->ahead[k].v;
        w->tables_of[s->ahead[k].v]++;
    }
    w->is_closed[s->u] = true;
    w->closed++;
    w->messages += s->aheads > 0 ? (s->aheads + GROUP - 1) / GROUP : 1;
    return FINE;
}

static enum verdict walk_step(struct proof *p, struct walk *w, size_t k)
{
    struct proof_step *const s = &p->step[k];

    NEED(w->tables > 0 || s->letter == 'n', "step %zu: there is no table yet", k + 1);
    if (s->letter == 'c')
        return walk_close(p, w, s, k + 1);
    if (s->letter == 'j')
        return walk_join(p, w, s, k + 1);
    w->table[w->tables++].count = 0;
    return FINE;
}

static enum verdict walk_all(struct proof *p, struct walk *w)
{
    const size_t messages = p->lines - p->first_message;

    for (size_t k = 0; k < p->steps; k++) {
        TRY(walk_step(p, w, k));
        NEED(w->messages <= messages, "step %zu: there are fewer messages than the steps need",
             k + 1);
    }
    NEED(w->tables == 1 && w->table[0].count == 0,
         "the steps do not end with one table without open vertices");
    NEED(w->closed == p->vertices, "a vertex is missing in the steps");
    NEED(w->messages == messages, "there are more messages than the steps need");
    return FINE;
}

enum verdict proof_check_steps(struct proof *p)
{
    struct walk w = {0};
    size_t height = 0, most = 0;

    if (p->planar)
        return FINE;
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
