/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hashes of problems, the same on every machine: of dimensions, kind, places and values; and of the
 * words that answers print. */
#include "model/graph.h"
#include "model/problem.h"
#include "model/variable.h"

#include <stdint.h>

/* FNV-1a, 64 bits (Fowler, Noll, Vo), over text: the same on every machine. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return (hash ^ '\n') * UINT64_C(0x100000001b3);
}

static uint64_t hash_int(uint64_t hash, int k)
{
    for (int byte = 0; byte < 4; byte++)
        hash = (hash ^ ((unsigned)k >> (8 * byte) & 255)) * UINT64_C(0x100000001b3);
    return hash;
}

static pm_status hash_rational(uint64_t *hash, const fmpq *x)
{
    char *const text = fmpq_get_str(NULL, 16, x);

    if (text == NULL)
        return pm_no_memory();
    *hash = hash_text(*hash, text);
    flint_free(text);
    return PM_OK;
}

pm_status pm_problem_fingerprint(uint64_t *hash, const struct pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a;
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    h = hash_int(h, (int)problem->kind);
    h = hash_int(h, (int)problem->field);
    h = hash_int(hash_int(h, a->rows), a->cols);
    for (int i = 0; i <= a->rows; i++)
        h = hash_int(h, a->start[i]);
    for (int k = 0; k < pm_matrix_nnz(a); k++) {
        h = hash_int(h, a->col[k]);
        PM_TRY(hash_rational(&h, a->re + k));
        if (a->im != NULL)
            PM_TRY(hash_rational(&h, a->im + k));
    }
    *hash = h;
    return PM_OK;
}

static uint64_t hash_labels(uint64_t hash, const struct pm_labels *labels)
{
    for (int k = 0; k < labels->count; k++)
        hash = hash_text(hash, pm_labels_name(labels, k));
    return hash_int(hash, labels->count);
}

static uint64_t hash_lines(uint64_t hash, const int *vertex, int lines)
{
    for (int k = 0; k < lines && vertex != NULL; k++)
        hash = hash_int(hash, vertex[k]);
    return hash;
}

static pm_status hash_graph(uint64_t *hash, const struct pm_graph *graph)
{
    const struct pm_variable *const x = graph->powers;

    for (int v = 0; v < graph->edge.rows && graph->name != NULL; v++)
        *hash = hash_text(*hash, pm_graph_vertex_name(graph, v));
    *hash = hash_text(hash_int(*hash, (int)graph->index), graph->title != NULL ? graph->title : "");
    if (x == NULL)
        return PM_OK;
    *hash = hash_int(hash_int(hash_int(*hash, (int)x->bits), (int)x->below), x->negative);
    return hash_rational(hash, x->unit);
}

pm_status pm_problem_hash_words(uint64_t *hash, const struct pm_problem *problem,
                                const struct pm_graph *graph)
{
    const struct pm_problem *const p = problem->base != NULL ? problem->base : problem;

    *hash = hash_labels(hash_labels(*hash, &p->row_name), &p->col_name);
    *hash = hash_lines(hash_lines(*hash, p->row_vertex, p->a->rows), p->col_vertex, p->a->cols);
    return graph != NULL ? hash_graph(hash, graph) : PM_OK;
}
