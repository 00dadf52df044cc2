/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings, each with probability in proportion to the product of its entries, exactly.
 *
 * Blocks are drawn apart.  Where the permanent of a block is below 2^127, the tree engine draws
 * from its tables, in integers.  Beyond that planar blocks are drawn by determinants
 * (query/planar.c); of others the partner of the first row is drawn from the exact shares of its
 * entries, in integers of any size (self-reducibility: Jerrum, Valiant and Vazirani, Random
 * generation of combinatorial structures from a uniform distribution, Theoretical Computer Science
 * 43, 1986); what is left without that row and column falls into blocks, each with a smaller
 * permanent.  Draws that agree so far go on together.
 *
 * Random words are taken in an order that the matrix alone determines; each run of the tree engine
 * gets one of them as the seed of its own. */
#include "query/blocks.h"
#include "query/hafnians.h"
#include "num/random.h"
#include "query/planar.h"
#include "query/request.h"
#include "query/shares.h"

#include "base/alloc.h"
#include "engine/tree/more.h"
#include "num/crt.h"
#include "plan/bound.h"

#include <flint/fmpz.h>
#include <stdlib.h>

/* How far wrapping integers reach: bits of the permanent. */
#define REACH 127

struct drawing {
    const struct pm_limits *limits;
    uint64_t state; /* of the generator */
    int *partner;   /* the caller's */
    size_t lines;   /* of the shorter side: partners a draw */
    bool turned;    /* that side are the columns */
    const int *col; /* of the entries of the whole matrix */
    int *row;
};

/* Draw `which` uses that entry of the whole matrix. */
static void set_partner(struct drawing *d, size_t which, int entry)
{
    int *const partner = d->partner + which * d->lines;

    if (d->turned)
        partner[d->col[entry]] = d->row[entry];
    else
        partner[d->row[entry]] = d->col[entry];
}

/* ------------------------------------------------------------- from the tables */

static pm_status draw_by_tables(struct drawing *d, const struct pm_block *b, const size_t *which,
                                size_t count)
{
    const struct pm_ring ring = pm_ring_of(PM_WRAP);
    const size_t rows = (size_t)b->a->rows;
    struct pm_tree_use use = {
        .memory = d->limits->memory, .threads = d->limits->threads, .few = PM_TREE_USUAL};
    struct pm_layout *layout = NULL;
    struct pm_image *image = NULL;
    int *edge = NULL;
    pm_status status;

    if (count > SIZE_MAX / rows)
        return pm_fail(PM_NOMEM, "%zu matchings of %zu rows", count, rows);
    PM_TRY(pm_shares_plan(&layout, b->a, PM_WRAP, d->limits));
    PM_TRY_GOTO(status, pm_request_time(d->limits, PM_WRAP, layout->cost), done);
    PM_TRY_GOTO(status, pm_image_new(&image, b->a, &ring), done);
    PM_NEW_GOTO(status, edge, count * rows, done);
    PM_TRY_GOTO(status,
                pm_tree_kernels_of(PM_WRAP, layout->width, NULL)
                    ->sample(edge, count, pm_random_word(&d->state), layout, image, &use),
                done);
    for (size_t k = 0; k < count * rows; k++)
        set_partner(d, which[k / rows], b->entry[edge[k]]);
done:
    free(edge);
    pm_image_free(image);
    pm_layout_free(layout);
    return status;
}

/* -------------------------------------------------------------- row after row */

static pm_status draw_block(struct drawing *d, const struct pm_block *b, const size_t *which,
                            size_t count);

/* The draws that took entry e in the first row: its partner, and what is left. */
static pm_status draw_rest(struct drawing *d, const struct pm_block *b, int e, const size_t *which,
                           size_t count)
{
    const struct pm_matrix *const a = b->a;
    pm_status status = PM_OK;
    struct pm_matrix *rest = NULL;
    struct pm_blocks blocks = {0};
    int *row = NULL, *col = NULL, *entry = NULL, kept = 0;

    PM_NEW_GOTO(status, row, a->rows, done);
    PM_NEW_GOTO(status, col, a->cols, done);
    PM_NEW_GOTO(status, entry, pm_matrix_nnz(a), done);
    for (int i = 1; i < a->rows; i++)
        row[i - 1] = i;
    for (int j = 0; j < a->cols; j++)
        if (j != a->col[e])
            col[kept++] = j;
    kept = 0;
    for (int k = a->start[1]; k < pm_matrix_nnz(a); k++)
        if (a->col[k] != a->col[e])
            entry[kept++] = b->entry[k];
    PM_TRY_GOTO(status, pm_matrix_sub(&rest, a, a->rows - 1, row, a->cols - 1, col), done);
    PM_TRY_GOTO(status, pm_blocks_find(&blocks, rest), done);
    for (size_t k = 0; k < count; k++) {
        set_partner(d, which[k], b->entry[e]);
        for (size_t s = 0; s < blocks.singles; s++)
            set_partner(d, which[k], entry[blocks.single[s]]);
    }
    for (size_t x = 0; x < blocks.count; x++) {
        for (int k = 0; k < pm_matrix_nnz(blocks.block[x].a); k++)
            blocks.block[x].entry[k] = entry[blocks.block[x].entry[k]];
        PM_TRY_GOTO(status, draw_block(d, &blocks.block[x], which, count), done);
    }
done:
    free(row);
    free(col);
    free(entry);
    pm_matrix_free(rest);
    pm_blocks_clear(&blocks);
    return status;
}

/* first[e] = how many of `count` draws take an entry before e of the first row, whose weights are
 * `share` and add up to `total`; order[] lists the draws by their entries. */
static pm_status choose(size_t *first, size_t *order, struct drawing *d,
                        const struct pm_gauss *share, int entries, const fmpz_t total,
                        const size_t *which, size_t count)
{
    pm_status status = PM_OK;
    size_t *next = NULL;
    int *taken = NULL;
    fmpz_t x;

    fmpz_init(x);
    PM_NEW_GOTO(status, taken, count, done);
    PM_NEW_GOTO(status, next, entries, done);
    for (size_t k = 0; k < count; k++) {
        int e = 0;
        pm_random_below(x, total, &d->state);
        while (e + 1 < entries && fmpz_cmp(x, fmpq_numref(share[e].re)) >= 0) {
            fmpz_sub(x, x, fmpq_numref(share[e].re));
            e++;
        }
        taken[k] = e;
        first[e + 1]++;
    }
    for (int e = 0; e < entries; e++) {
        first[e + 1] += first[e];
        next[e] = first[e];
    }
    for (size_t k = 0; k < count; k++)
        order[next[taken[k]]++] = which[k];
done:
    free(taken);
    free(next);
    fmpz_clear(x);
    return status;
}

/* Shares of the block, and, unless *small says that the tables can do it, the first row's choices
 * as in choose(). */
static pm_status first_row(bool *small, size_t *first, size_t *order, struct drawing *d,
                           const struct pm_matrix *a, const size_t *which, size_t count)
{
    const int nnz = pm_matrix_nnz(a);
    struct pm_gauss *share;

    PM_NEW(share, (size_t)nnz + 1);
    for (int e = 0; e <= nnz; e++)
        pm_gauss_init(&share[e]);
    pm_status status = pm_shares_exact(share, a, d->limits);
    const fmpz *const total = fmpq_numref(share[nnz].re);
    *small = fmpz_bits(total) <= REACH;
    if (status == PM_OK && !*small)
        status = choose(first, order, d, share, a->start[1], total, which, count);
    for (int e = 0; e <= nnz; e++)
        pm_gauss_clear(&share[e]);
    free(share);
    return status;
}

static pm_status draw_row(struct drawing *d, const struct pm_block *b, const size_t *which,
                          size_t count)
{
    const int entries = b->a->start[1];
    pm_status status = PM_OK;
    size_t *first = NULL, *order = NULL;
    bool small = false;

    PM_NEW_GOTO(status, first, (size_t)entries + 1, done);
    PM_NEW_GOTO(status, order, count, done);
    PM_TRY_GOTO(status, first_row(&small, first, order, d, b->a, which, count), done);
    if (small)
        status = draw_by_tables(d, b, which, count);
    for (int e = 0; e < entries && status == PM_OK && !small; e++)
        if (first[e] < first[e + 1])
            status = draw_rest(d, b, e, order + first[e], first[e + 1] - first[e]);
done:
    free(first);
    free(order);
    return status;
}

/* Planar blocks, by determinants. */
static pm_status draw_planar(struct drawing *d, const struct pm_block *b, const size_t *which,
                             size_t count)
{
    const struct pm_matrix *const a = b->a;
    const size_t rows = (size_t)a->rows;
    int *mate;

    if (count > SIZE_MAX / rows)
        return pm_fail(PM_NOMEM, "%zu matchings of %zu rows", count, rows);
    PM_NEW(mate, count * rows);
    const pm_status status = pm_planar_sample(mate, count, &d->state, a, PM_PERMANENT, d->limits);
    for (size_t k = 0; k < count && status == PM_OK; k++)
        for (int i = 0; i < a->rows; i++)
            for (int e = a->start[i]; e < a->start[i + 1]; e++)
                if (a->col[e] == mate[k * rows + (size_t)i])
                    set_partner(d, which[k], b->entry[e]);
    free(mate);
    return status;
}

static pm_status draw_block(struct drawing *d, const struct pm_block *b, const size_t *which,
                            size_t count)
{
    pm_status status = PM_UNABLE;
    double bits;

    PM_TRY(pm_bound_bits(&bits, b->a, PM_PERMANENT));
    if (pm_images_wrap(bits, false))
        status = draw_by_tables(d, b, which, count);
    if (status == PM_UNABLE)
        status = draw_planar(d, b, which, count);
    return status == PM_UNABLE ? draw_row(d, b, which, count) : status;
}

/* ------------------------------------------------------------------ the whole */

static pm_status draw_all(struct drawing *d, const struct pm_matrix *a, size_t count)
{
    struct pm_blocks blocks = {0};
    size_t *which = NULL;
    pm_status status;

    PM_TRY(pm_blocks_find(&blocks, a));
    PM_NEW_GOTO(status, which, count, done);
    PM_NEW_GOTO(status, d->row, pm_matrix_nnz(a), done);
    status = PM_OK;
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            d->row[k] = i;
    for (size_t k = 0; k < count; k++) {
        which[k] = k;
        for (size_t s = 0; s < blocks.singles; s++)
            set_partner(d, k, blocks.single[s]);
    }
    for (size_t b = 0; b < blocks.count && status == PM_OK && count > 0; b++)
        status = draw_block(d, &blocks.block[b], which, count);
done:
    free(which);
    free(d->row);
    pm_blocks_clear(&blocks);
    return status;
}

pm_status pm_sample(int *partner, size_t count, uint64_t seed, const pm_problem *problem,
                    const pm_options *options)
{
    const struct pm_matrix *const a = problem->a;
    const bool turned = a->rows > a->cols;
    struct pm_request request;

    PM_TRY(pm_request_parse(&request, problem, options));
    if (!pm_matrix_is_nonnegative(a))
        return pm_fail(PM_DOMAIN, "negative or complex entries are no weights to draw by");
    if (problem->kind == PM_HAFNIAN)
        return pm_hafnian_sample(partner, count, seed, a, &request.limits);
    struct drawing d = {
        .limits = &request.limits,
        .state = seed,
        .partner = partner,
        .lines = (size_t)(turned ? a->cols : a->rows),
        .turned = turned,
        .col = a->col,
    };
    return draw_all(&d, a, count);
}
