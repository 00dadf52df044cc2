/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares INPUT with the problem of a proof: the same vertices and the same weights. */
#include "proof_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Puts a cell at the place that the problem has for it, and tells whether it counts. */
static bool place_cell(struct cell *c, const struct input *in)
{
    const bool graph = in->p->columns < 0;

    if (!graph) {
        const bool loop = c->u == c->v;
        c->v += in->rows;
        return !loop || !in->how->no_loops;
    }
    if (!in->list && !in->symmetric) {
        c->v += in->rows;
        return true;
    }
    if (c->u > c->v) {
        const size_t u = c->u;
        c->u = c->v;
        c->v = u;
    }
    return c->u != c->v || in->how->loops;
}

static int by_ends(const void *a, const void *b)
{
    const struct cell *const x = a, *const y = b;

    return x->u != y->u ? (x->u > y->u) - (x->u < y->u) : (x->v > y->v) - (x->v < y->v);
}

/* Removes the cells that do not count, and sorts the others. */
static void place_cells(struct input *in)
{
    size_t kept = 0;

    for (size_t k = 0; k < in->cells; k++) {
        const struct cell cell = in->cell[k];
        in->cell[k] = in->cell[kept];
        in->cell[kept] = cell;
        kept += place_cell(&in->cell[kept], in);
    }
    if (kept > 0)
        qsort(in->cell, kept, sizeof *in->cell, by_ends);
    in->counted = kept;
}

/* True if x times the scale is y. */
static bool is_scaled(mpq_t x, const mpz_t y, const struct proof *p)
{
    mpz_mul(mpq_numref(x), mpq_numref(x), p->scale);
    mpq_canonicalize(x);
    return mpz_cmp_ui(mpq_denref(x), 1) == 0 && mpz_cmp(mpq_numref(x), y) == 0;
}

/* True if the sums of the cells with the same ends, without those that are 0, are the edges of the
 * proof. */
static bool are_edges(struct input *in)
{
    const struct proof *const p = in->p;
    size_t edges = 0, next;

    place_cells(in);
    for (size_t k = 0; k < in->counted; k = next) {
        struct cell *const sum = in->cell + k;
        for (next = k + 1; next < in->counted && by_ends(sum, in->cell + next) == 0; next++) {
            mpq_add(sum->re, sum->re, in->cell[next].re);
            mpq_add(sum->im, sum->im, in->cell[next].im);
        }
        if (mpq_sgn(sum->re) == 0 && mpq_sgn(sum->im) == 0)
            continue;
        const struct proof_edge *const e = p->edge + edges;
        if (edges++ == p->edges || e->u != sum->u || e->v != sum->v)
            return false;
        if (in->how->pattern) {
            mpq_set_ui(sum->re, 1, 1);
            mpq_set_ui(sum->im, 0, 1);
        }
        if (!is_scaled(sum->re, e->weight.re, p) || !is_scaled(sum->im, e->weight.im, p))
            return false;
    }
    return edges == p->edges;
}

static bool are_sides(const struct input *in)
{
    const struct proof *const p = in->p;

    if (p->columns >= 0)
        return p->rows == in->rows && (size_t)p->columns == in->columns;
    return p->vertices == in->rows + (in->list || in->symmetric ? 0 : in->columns);
}

/* How INPUT was read, for the user. */
static void say_reading(const struct input *in)
{
    const struct proof_reading *const how = in->how;
    const bool graph = in->p->columns < 0;

    snprintf(in->p->reading, sizeof in->p->reading, "%s%s%s",
             graph && in->list        ? "edges without directions"
             : graph && in->symmetric ? "the adjacency matrix of a graph"
             : graph                  ? "the biadjacency matrix of a graph"
             : !in->list              ? "a matrix"
             : in->undirected         ? "edges in both directions"
                                      : "arcs",
             graph && !in->list && !in->symmetric ? ""
             : graph && how->loops                ? ", loops count"
             : graph                              ? ", loops do not count"
             : how->no_loops                      ? ", its diagonal does not count"
                                                  : "",
             how->pattern ? ", every weight is 1" : "");
}

static enum verdict read_input(struct input *in)
{
    const char *const path = in->path, *const point = strrchr(path, '.');
    const bool list = point != NULL && (strcmp(point, ".el") == 0 || strcmp(point, ".edges") == 0);
    struct proof *const p = in->p;
    size_t length = 0;

    NEED(p->columns < 0 || !in->how->loops, "--loops is for proofs about graphs");
    NEED(p->columns >= 0 || (!in->how->no_loops && !in->how->undirected),
         "--no-loops and --undirected are for proofs about matrices");
    if (proof_take_file(&in->text, &length, p, path) != FINE)
        return UNREADABLE_PROOF;
    TRY(proof_cut_lines(in, length));
    const bool matrix = in->lines > 0 && strncasecmp(in->line[0], "%%MatrixMarket", 14) == 0;
    NEED(matrix || list,
         "%s: a Matrix Market file, or an edge list named .el or .edges, is expected; countmatch "
         "--as=biadjacency --to-mtx makes the former of a table",
         path);
    return matrix ? proof_read_matrix(in) : proof_read_list(in);
}

enum verdict proof_compare(struct proof *proof, const char *path, const struct proof_reading *how)
{
    struct input in = {.p = proof, .path = path, .how = how};
    enum verdict verdict = read_input(&in);

    if (verdict == FINE && (!are_sides(&in) || !are_edges(&in)))
        verdict = proof_fail(proof, WRONG, "the proof is about another problem than %s", path);
    say_reading(&in);
    for (size_t k = 0; k < in.cells; k++) {
        mpq_clear(in.cell[k].re);
        mpq_clear(in.cell[k].im);
    }
    free(in.cell);
    free(in.name);
    free(in.line);
    free(in.text);
    return verdict;
}
