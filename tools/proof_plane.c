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
};

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

enum verdict proof_count_parts(size_t *parts, size_t *odd, struct proof *p)
{
    bool *const seen = malloc(p->vertices + 1);
    size_t *const queue = malloc((p->vertices + 1) * sizeof *queue);
    const bool fine = seen != NULL && queue != NULL;

    if (fine)
        memcpy(seen, p->gone, p->vertices + 1);
    for (size_t root = 1; fine && root <= p->vertices; root++) {
        size_t tail = 0;
        if (seen[root])
            continue;
        seen[root] = true;
        queue[tail++] = root;
        for (size_t head = 0; head < tail; head++) {
            const size_t v = queue[head];
            for (size_t k = p->start[v]; k < p->start[v + 1]; k++) {
                if (seen[p->end[k].v])
                    continue;
                seen[p->end[k].v] = true;
                queue[tail++] = p->end[k].v;
            }
        }
        ++*parts;
        *odd += tail % 2;
    }
    free(seen);
    free(queue);
    NEED(fine, "no memory for components");
    return FINE;
}

static enum verdict read_pairs(struct proof *p, bool *seen, size_t left)
{
    size_t count = 0;
    char *at = NULL;

    TRY(proof_take_lines(&count, p, "pairs"));
    NEED(2 * count == left, "the pairs are not all vertices");
    memcpy(seen, p->gone, p->vertices + 1);
    for (size_t k = 0; k < 2 * count; k++) {
        if (k % 2 == 0)
            TRY(proof_next_line(&at, p));
        NEED((k % 2 == 0 || proof_take_word(&at, " ")) && proof_take_count(&p->pair[k], &at) &&
                 (k % 2 == 0 || *at == '\0'),
             "a pair is 'u v'");
        NEED(p->pair[k] >= 1 && p->pair[k] <= p->vertices && !seen[p->pair[k]],
             "the pairs are not all vertices");
        seen[p->pair[k]] = true;
    }
    p->pairs = count;
    return FINE;
}

static enum verdict read_all(struct proof *p, struct drawing *d)
{
    const size_t halves = p->start[p->vertices + 1];
    size_t count = 0, left = 0, faces = 0, parts = 0, odd = 0;

    NEED(d->after != NULL && d->along != NULL && d->seen != NULL, "no memory for a drawing");
    for (size_t v = 1; v <= p->vertices; v++)
        left += !p->gone[v];
    TRY(proof_take_lines(&count, p, "plane"));
    NEED(count == left, "'plane' must count the vertices");
    for (size_t v = 1; v <= p->vertices; v++)
        if (!p->gone[v])
            TRY(read_around(p, d, v));
    for (size_t v = 1; v <= p->vertices; v++)
        for (size_t k = p->start[v]; k < p->start[v + 1]; k++) {
            NEED(d->along[k] != d->along[find_half(p, p->end[k].v, v)],
                 "an edge has two directions, or none");
            p->around[k] = d->along[k] ? 1 : -1;
        }
    TRY(check_faces(&faces, p, d));
    TRY(proof_count_parts(&parts, &odd, p));
    NEED(left + faces == halves / 2 + 2 * parts, "the faces do not make a sphere");
    return read_pairs(p, d->seen, left);
}

enum verdict proof_read_plane(struct proof *p)
{
    const size_t room = p->start[p->vertices + 1] + p->vertices + 2;
    struct drawing d = {
        .after = calloc(room, sizeof *d.after),
        .along = calloc(room, sizeof *d.along),
        .seen = calloc(room, sizeof *d.seen),
    };

    const enum verdict verdict = read_all(p, &d);
    free(d.after);
    free(d.along);
    free(d.seen);
    return verdict;
}
