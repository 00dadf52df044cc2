/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A planar graph: its drawing, the directions of its edges, and the pairs for the elimination
 * (permatch_proof(5)).  If every face has an odd number of edges along its boundary, then all
 * perfect matchings have the same sign in the Pfaffian (Kasteleyn, The statistics of dimers on a
 * lattice, Physica 27, 1961). */
#include "proof_file.h"

#include <stdlib.h>
#include <string.h>

/* A half-edge is a place in p->end[].  after: the next one on the boundary of the face. */
struct drawing {
    size_t *after;
    bool *along, *seen;
    size_t *queue;
};

static enum verdict check_question(struct proof *p)
{
    NEED(p->ask == ASK_PERFECT && mpz_sgn(p->value[0].re) >= 0 && mpz_sgn(p->value[0].im) == 0,
         "this problem has no proof by a plane");
    for (size_t e = 0; e < p->edges; e++)
        NEED(mpz_sgn(p->edge[e].weight.re) > 0 && mpz_sgn(p->edge[e].weight.im) == 0 &&
                 p->edge[e].u < p->edge[e].v && !p->edge[e].left_out,
             "this problem has no proof by a plane");
    return FINE;
}

/* The half-edge from u to v; none: one behind all. */
static size_t find_half(const struct proof *p, size_t u, size_t v)
{
    size_t first = p->start[u], end = p->start[u + 1];

    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (p->end[middle].v == v)
            return middle;
        *(p->end[middle].v < v ? &first : &end) = p->end[middle].v < v ? middle + 1 : middle;
    }
    return p->start[p->vertices + 1];
}

/* Reads the neighbours of v in their order. */
static enum verdict read_around(struct proof *p, struct drawing *d, size_t v)
{
    const size_t none = p->start[p->vertices + 1];
    size_t first = none, last = none, count = 0, w = 0;
    char *at = NULL;

    TRY(proof_next_line(&at, p));
    do {
        const bool against = proof_take_word(&at, "-");
        NEED(proof_take_count(&w, &at) && w >= 1 && w <= p->vertices,
             "a list of neighbours is expected");
        const size_t half = find_half(p, v, w);
        NEED(half < none && !d->seen[half], "wrong neighbours of vertex %zu", v);
        d->seen[half] = true;
        d->along[half] = !against;
        if (last < none)
            d->after[find_half(p, p->end[last].v, v)] = half;
        else
            first = half;
        last = half;
        count++;
    } while (proof_take_word(&at, " "));
    NEED(*at == '\0' && count == p->start[v + 1] - p->start[v], "wrong neighbours of vertex %zu",
         v);
    d->after[find_half(p, p->end[last].v, v)] = first;
    return FINE;
}

/* Follows the boundary of each face. */
static enum verdict check_faces(size_t *faces, struct proof *p, struct drawing *d)
{
    const size_t halves = p->start[p->vertices + 1];

    memset(d->seen, 0, halves * sizeof *d->seen);
    for (size_t first = 0; first < halves; first++) {
        bool odd = false;
        size_t half = first;
        if (d->seen[first])
            continue;
        do {
            odd ^= d->along[half];
            d->seen[half] = true;
            half = d->after[half];
        } while (half != first);
        NEED(odd, "a face has an even number of edges along its boundary");
        ++*faces;
    }
    return FINE;
}

static size_t count_parts(const struct proof *p, struct drawing *d)
{
    size_t parts = 0;

    memset(d->seen, 0, (p->vertices + 1) * sizeof *d->seen);
    for (size_t root = 1; root <= p->vertices; root++) {
        size_t tail = 0;
        if (d->seen[root])
            continue;
        d->seen[root] = true;
        d->queue[tail++] = root;
        for (size_t head = 0; head < tail; head++) {
            const size_t v = d->queue[head];
            for (size_t k = p->start[v]; k < p->start[v + 1]; k++) {
                if (d->seen[p->end[k].v])
                    continue;
                d->seen[p->end[k].v] = true;
                d->queue[tail++] = p->end[k].v;
            }
        }
        parts++;
    }
    return parts;
}

static enum verdict read_pairs(struct proof *p, struct drawing *d)
{
    size_t count = 0;
    char *at = NULL;

    TRY(proof_take_lines(&count, p, "pairs"));
    NEED(2 * count == p->vertices && count == p->lines - p->at, "the pairs are not all vertices");
    p->pair = calloc(2 * count + 1, sizeof *p->pair);
    NEED(p->pair != NULL, "no memory for the pairs");
    memset(d->seen, 0, (p->vertices + 1) * sizeof *d->seen);
    for (size_t k = 0; k < 2 * count; k++) {
        if (k % 2 == 0)
            TRY(proof_next_line(&at, p));
        NEED((k % 2 == 0 || proof_take_word(&at, " ")) && proof_take_count(&p->pair[k], &at) &&
                 (k % 2 == 0 || *at == '\0'),
             "a pair is 'u v'");
        NEED(p->pair[k] >= 1 && p->pair[k] <= p->vertices && !d->seen[p->pair[k]],
             "the pairs are not all vertices");
        d->seen[p->pair[k]] = true;
    }
    return FINE;
}

static enum verdict read_all(struct proof *p, struct drawing *d)
{
    const size_t halves = p->start[p->vertices + 1];
    size_t count = 0, faces = 0;

    NEED(d->after != NULL && d->along != NULL && d->seen != NULL && d->queue != NULL &&
             p->around != NULL,
         "no memory for a drawing");
    TRY(check_question(p));
    TRY(proof_take_lines(&count, p, "plane"));
    NEED(count == p->vertices, "'plane' must count the vertices");
    for (size_t v = 1; v <= p->vertices; v++)
        TRY(read_around(p, d, v));
    for (size_t v = 1; v <= p->vertices; v++)
        for (size_t k = p->start[v]; k < p->start[v + 1]; k++) {
            NEED(d->along[k] != d->along[find_half(p, p->end[k].v, v)],
                 "an edge has two directions, or none");
            p->around[k] = d->along[k] ? 1 : -1;
        }
    TRY(check_faces(&faces, p, d));
    NEED(p->vertices + faces == halves / 2 + 2 * count_parts(p, d),
         "the faces do not make a sphere");
    return read_pairs(p, d);
}

enum verdict proof_read_plane(struct proof *p)
{
    const size_t room = p->start[p->vertices + 1] + p->vertices + 2;
    struct drawing d = {
        .after = calloc(room, sizeof *d.after),
        .along = calloc(room, sizeof *d.along),
        .seen = calloc(room, sizeof *d.seen),
        .queue = calloc(room, sizeof *d.queue),
    };

    p->around = calloc(room, sizeof *p->around);
    const enum verdict verdict = read_all(p, &d);
    free(d.after);
    free(d.along);
    free(d.seen);
    free(d.queue);
    return verdict;
}
