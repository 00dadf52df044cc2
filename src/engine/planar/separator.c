/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a separator, and computes with all primes, in packs of eight (separator_kernel.c). */
#include "engine/planar/separator.h"

#include "base/alloc.h"
#include "engine/isa/isa.h"
#include "engine/limits.h"

#include <stdlib.h>

PM_ISA_TABLE(const struct pm_separator_kernel, pm_separator_kernel_mods);

/* A graph with at most this many vertices is its own separator. */
enum { SMALL = 48 };

/* ------------------------------------------------------------------ all primes */

/* Sets up the packs, or adds the pair of row u and column v.  Several threads. */
static pm_status for_packs(struct pm_separator *s, bool set_up, int u, int v)
{
    struct pm_failure failure = {.status = PM_OK};
    const int64_t count = (int64_t)s->rings.count;
    const bool alone = s->threads == 1 || s->rings.count * (size_t)s->rows < 60;

#pragma omp parallel for schedule(dynamic) num_threads(alone ? 1 : s->threads)
    for (int64_t k = 0; k < count; k++) {
        const pm_status status = set_up ? s->kernel->setup(&s->pack[k], s, &s->rings.ring[k])
                                        : s->kernel->take(s->pack[k], s, u, v);
        if (status != PM_OK)
#pragma omp critical(pm_planar_primes)
            pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}

pm_status pm_separator_begin(struct pm_gauss *total, struct pm_separator *s)
{
    s->terms = 0;
    for (size_t r = 0; r < s->rings.count; r++)
        s->kernel->begin(&s->part[r], s->pack[r]);
    return pm_crt_recover(total, &s->rings, s->part);
}

pm_status pm_separator_sum(struct pm_gauss *sum, struct pm_separator *s, int u, int v)
{
    const int k = pm_matrix_entry(s->a, u, v);

    for (size_t r = 0; r < s->rings.count; r++)
        s->kernel->sum(&s->part[r], s->pack[r], s, k, u, v);
    return pm_crt_recover(sum, &s->rings, s->part);
}

pm_status pm_separator_take(struct pm_separator *s, int u, int v)
{
    PM_TRY(for_packs(s, false, u, v));
    s->terms += pm_separator_is_skew(s) ? 2 : 1;
    return PM_OK;
}

/* ------------------------------------------------------------------ a separator */

/* Takes the weights and the signs from a signed matrix. */
static pm_status take_signs(struct pm_separator *s, const struct pm_matrix *k, const int *mate)
{
    PM_TRY(pm_matrix_copy(&s->a, k));
    PM_NEW(s->signs.entry, pm_matrix_nnz(k));
    for (int e = 0; e < pm_matrix_nnz(k); e++) {
        s->signs.entry[e] = (signed char)fmpq_sgn(k->re + e);
        fmpq_abs(s->a->re + e, k->re + e);
    }
    return pm_signs_term(&s->signs.term, s->signs.entry, k, s->kind, mate);
}

/* Finds the places of the lines of the separator and its neighbours in the needed part of Z, and
 * marks these vertices in needed[]. */
static pm_status place_lines(struct pm_separator *s, bool *needed, const struct pm_adjacent *graph)
{
    PM_NEW(s->row_at, s->n);
    PM_NEW(s->col_at, s->n);
    for (int k = 0; k < s->owns; k++) {
        needed[s->own[k]] = true;
        for (int e = graph->start[s->own[k]]; e < graph->start[s->own[k] + 1]; e++)
            needed[graph->to[e]] = true;
    }
    for (int i = 0; i < s->n; i++) {
        s->row_at[i] = needed[i] ? s->rows++ : -1;
        s->col_at[i] = needed[pm_separator_is_skew(s) ? i : s->n + i] ? s->cols++ : -1;
    }
    return PM_OK;
}

/* Fails with PM_UNABLE if the draws need more memory than allowed. */
static pm_status check_memory(const struct pm_separator *s, const struct pm_limits *limits)
{
    const double rows = s->rows, primes = (double)s->rings.count * PM_RESIDUES;
    const double bytes = 8 * primes * (rows * s->cols + (rows + s->cols) * s->room);

    return pm_limits_allow(limits, 0, bytes);
}

pm_status pm_separator_setup(struct pm_separator *s, const struct pm_matrix *k, enum pm_kind kind,
                             const struct pm_adjacent *graph, double bits,
                             const struct pm_limits *limits)
{
    const struct pm_isa *isa;
    bool *needed = NULL, perfect;
    int *mate = NULL;
    pm_status status;

    *s = (struct pm_separator){.kind = kind, .n = k->rows, .threads = limits->threads};
    PM_TRY_GOTO(status, pm_isa_chosen(&isa, limits->isa), done);
    s->kernel = pm_separator_kernel_mods_sets[isa->number];
    PM_NEW_GOTO(status, s->mate, graph->vertices, done);
    PM_NEW_GOTO(status, s->own, graph->vertices, done);
    PM_NEW_GOTO(status, needed, graph->vertices, done);
    PM_NEW_GOTO(status, mate, graph->vertices, done);
    PM_TRY_GOTO(status, pm_match_perfect(mate, &perfect, graph), done);
    if (!perfect) {
        status = pm_fail(PM_DOMAIN, "there is no perfect matching");
        goto done;
    }
    if (graph->vertices > SMALL)
        PM_TRY_GOTO(status, pm_graph_separate(s->own, &s->owns, graph), done);
    else
        for (; s->owns < graph->vertices; s->owns++)
            s->own[s->owns] = s->owns;
    PM_TRY_GOTO(status, place_lines(s, needed, graph), done);
    s->room = pm_separator_is_skew(s) ? 2 * s->owns : s->owns;
    PM_TRY_GOTO(status, take_signs(s, k, mate), done);
    PM_TRY_GOTO(status, pm_fronts_new(&s->fronts, s->a, s->kind, mate, needed), done);
    PM_TRY_GOTO(status, pm_crt_new(&s->rings, bits, false, PM_MODS), done);
    PM_TRY_GOTO(status, check_memory(s, limits), done);
    PM_NEW_GOTO(status, s->pack, s->rings.count, done);
    PM_NEW_GOTO(status, s->part, s->rings.count, done);
    status = for_packs(s, true, 0, 0);
done:
    free(needed);
    free(mate);
    return status;
}

void pm_separator_clear(struct pm_separator *s)
{
    for (size_t r = 0; s->pack != NULL && r < s->rings.count; r++)
        s->kernel->clear(s->pack[r]);
    free(s->pack);
    free(s->part);
    pm_crt_clear(&s->rings);
    pm_fronts_free(s->fronts);
    pm_signs_clear(&s->signs);
    pm_matrix_free(s->a);
    free(s->own);
    free(s->row_at);
    free(s->col_at);
    free(s->mate);
}
