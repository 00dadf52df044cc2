/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages of a block of steps.  Its table is evaluated at the point for all vertices that the
 * block does not touch, and its steps are carried out on the small table that is left.  Then the
 * steps are undone: for each group of edges there is a line, and a message about the small table on
 * this line.  Cost: one product for each number of the table. */
#include "base/alloc.h"
#include "proof/evaluate.h"
#include "proof/prover.h"

#include <stdlib.h>
#include <string.h>

/* A block's small table before each of its groups. */
struct replay {
    pm_residue *before; /* 2^vertices numbers for each group; NULL: the messages are there */
    uint32_t *open;     /* the open vertices, before each group */
    pm_residue r[PM_PROOF_TOUCHED];
};

/* Uses a group of edges in a small table. */
static void group_forward(pm_residue *table, uint32_t *open, const struct pm_prover *p,
                          const struct pm_proof_span *span, const struct pm_proof_group *g)
{
    const struct pm_field *const f = &p->oracle.field;
    const uint32_t u = pm_proof_bit(span, g->u);

    *open |= u;
    for (int k = 0; k < g->edges; k++) {
        const uint32_t ends = u | pm_proof_bit(span, g->v[k]);
        const uint32_t rest = (*open |= ends) & ~ends;
        const pm_residue weight = p->edge[g->edge[k]];
        for (uint32_t s = rest;; s = (s - 1) & rest) {
            table[s | ends] = pm_field_add(f, table[s | ends], pm_field_mul(f, weight, table[s]));
            if (s == 0)
                break;
        }
    }
    if (!g->closes)
        return;
    *open &= ~u;
    for (uint32_t s = *open;; s = (s - 1) & *open) {
        table[s] = pm_field_add(f, table[s | u], pm_field_mul(f, p->stay[g->u], table[s]));
        table[s | u] = 0;
        if (s == 0)
            break;
    }
}

static void play(struct replay *r, const struct pm_prover *p, const struct pm_proof_span *span,
                 int opened)
{
    const size_t size = (size_t)1 << span->vertices;
    uint32_t open = (UINT32_C(1) << opened) - 1;

    for (int i = 0; i < span->count; i++) {
        r->open[i] = open;
        if (i + 1 == span->count)
            break;
        pm_residue *const next = r->before + (size_t)(i + 1) * size;
        memcpy(next, next - size, size * sizeof *next);
        group_forward(next, &open, p, span, &span->group[i]);
    }
}

enum { DEGREE = PM_PROOF_GROUP + 1 };

/* line = the polynomial of a small table over the bits of `open` where bit number k has the value
 * r[k] + slope[k] y. */
static void on_line(pm_residue *line, const pm_residue *table, uint32_t open, const pm_residue *r,
                    const pm_residue *slope, const struct pm_field *f)
{
    pm_residue part[1 << DEGREE][DEGREE + 1] = {{0}};
    const int bits = __builtin_popcount(open);
    uint32_t states = 0;

    for (uint32_t s = 0;; s = (s - open) & open) { /* ascending */
        part[states++][0] = table[s];
        if (s == open)
            break;
    }
    for (int k = bits - 1; k >= 0; k--)
        for (uint32_t s = 0; s < UINT32_C(1) << k; s++) {
            const pm_residue *const one = part[s | UINT32_C(1) << k];
            for (int d = 0; d < bits - k; d++) {
                part[s][d] = pm_field_add(f, part[s][d], pm_field_mul(f, r[k], one[d]));
                part[s][d + 1] = pm_field_add(f, part[s][d + 1], pm_field_mul(f, slope[k], one[d]));
            }
        }
    memcpy(line, part[0], sizeof part[0]);
}

/* line = the polynomial of an earlier message: the claim is line[1] + w line[0]. */
static pm_status hear_line(pm_residue *line, struct pm_prover *p, int degree, pm_residue claim,
                           pm_residue w)
{
    const struct pm_field *const f = &p->oracle.field;

    memset(line, 0, (DEGREE + 1) * sizeof *line);
    PM_TRY(pm_prover_hear(p, degree > 0 ? degree : 1, line));
    if (degree == 0)
        return PM_OK;
    for (int d = degree; d >= 2; d--)
        line[d] = line[d - 1];
    line[1] = pm_field_sub(f, claim, pm_field_mul(f, w, line[0]));
    return PM_OK;
}

/* Says the coefficients of y^0 and of y^2, .. and returns the challenge; value = the polynomial
 * there. */
static pm_residue say_line(pm_residue *value, struct pm_prover *p, const pm_residue *line,
                           int degree)
{
    const struct pm_field *const f = &p->oracle.field;
    pm_residue number[DEGREE] = {line[0]};

    for (int d = 2; d <= degree; d++)
        number[d - 1] = line[d];
    const pm_residue t = pm_prover_say(p, degree > 0 ? degree : 1, number);
    *value = 0;
    for (int d = degree; d >= 0; d--)
        *value = pm_field_add(f, pm_field_mul(f, t, *value), line[d]);
    return t;
}

/* The message of a group, and the claim about the table before it.  The line goes through the point
 * without u, and in the direction in which the table's derivative is what the edges add. */
static pm_status group_back(pm_residue *claim, struct replay *r, struct pm_prover *p,
                            const struct pm_proof_span *span, int i)
{
    const struct pm_field *const f = &p->oracle.field;
    const struct pm_proof_group *const g = &span->group[i];
    const uint32_t u = pm_proof_bit(span, g->u);
    pm_residue *const ru = &r->r[__builtin_ctz(u)];
    pm_residue base[PM_PROOF_TOUCHED] = {0}, slope[PM_PROOF_TOUCHED] = {0}, line[DEGREE + 1];
    pm_residue all = g->closes ? p->stay[g->u] : f->one;
    uint32_t kept = g->u_open ? u : 0;
    int bits = 0;

    *ru = g->closes ? f->one : *ru;
    for (int k = 0; k < g->edges; k++) {
        const uint32_t v = pm_proof_bit(span, g->v[k]);
        const pm_residue rv = r->r[__builtin_ctz(v)];
        const pm_residue w = pm_field_mul(f, p->edge[g->edge[k]], *ru);
        kept |= g->v_open[k] ? v : 0;
        all = pm_field_add(f, all, pm_field_mul(f, w, rv));
        slope[__builtin_ctz(v)] = pm_field_sub(f, 0, pm_field_mul(f, w, pm_field_mul(f, rv, rv)));
    }
    slope[__builtin_ctz(u)] = *ru;
    *ru = 0;
    for (uint32_t left = kept; left != 0; left &= left - 1, bits++) {
        base[bits] = r->r[__builtin_ctz(left)];
        slope[bits] = slope[__builtin_ctz(left)];
    }
    if (p->again) {
        PM_TRY(hear_line(line, p, bits, *claim, all));
    } else {
        pm_residue *const table = r->before + ((size_t)i << span->vertices);
        pm_proof_evaluate(table, r->open[i], kept, r->r, f);
        on_line(line, table, kept, base, slope, f);
    }
    if (*claim != pm_field_add(f, line[1], pm_field_mul(f, all, line[0])))
        return pm_prover_wrong(p);
    const pm_residue t = say_line(claim, p, line, bits);
    bits = 0;
    for (uint32_t left = kept; left != 0; left &= left - 1, bits++)
        r->r[__builtin_ctz(left)] = pm_field_add(f, base[bits], pm_field_mul(f, t, slope[bits]));
    return PM_OK;
}

/* The small tables of a block, at the point y. */
static pm_status fold(struct replay *r, struct pm_prover *p, int b, const pm_residue *y)
{
    static const pm_residue one = 1;
    const struct pm_proof_block *const block = &p->blocks->block[b];
    const struct pm_proof_span *const span = &block->span;
    const bool meets = block->meeting >= 0;

    if (block->left >= 0 && !meets)
        PM_TRY(pm_prover_make_again(p, block->left));
    PM_NEW(r->before, ((size_t)span->count + 1) << span->vertices);
    PM_NEW(r->open, span->count + 1);
    PM_TRY(meets ? pm_prover_meet(r->before, p, b, y)
                 : pm_proof_fold(r->before, block->in,
                                 block->left >= 0 ? p->table[block->left] : &one, y,
                                 &p->oracle.field, p->threads));
    play(r, p, span, block->in->x.count);
    return PM_OK;
}

pm_status pm_prover_block_back(struct pm_prover *p, int b)
{
    const struct pm_proof_block *const block = &p->blocks->block[b];
    const struct pm_proof_span *const span = &block->span;
    const struct pm_proof_layout *const in = block->in;
    struct replay r = {0};
    pm_residue y[PM_PROOF_WIDTH];
    pm_status status = PM_OK;

    for (int k = 0; k < in->y.count; k++)
        y[k] = pm_prover_point(p, b, in->y.vertex[k]);
    for (int k = 0; k < span->vertices; k++)
        r.r[k] = pm_prover_point(p, b, span->vertex[k]);
    if (!p->again)
        PM_TRY_GOTO(status, fold(&r, p, b, y), done);
    for (int i = span->count - 1; i >= 0; i--)
        PM_TRY_GOTO(status, group_back(&p->claim[b], &r, p, span, i), done);
    if (block->left < 0) { /* the number of an empty table */
        status = p->claim[b] == 1 ? PM_OK : pm_prover_wrong(p);
    } else {
        PM_TRY_GOTO(status, pm_prover_point_new(p, block->left), done);
        memcpy(p->point[block->left], r.r, (size_t)in->x.count * sizeof *y);
        memcpy(p->point[block->left] + in->x.count, y, (size_t)in->y.count * sizeof *y);
        p->claim[block->left] = p->claim[b];
        pm_prover_forget(p, block->left);
    }
done:
    PM_FREE(r.before, r.open);
    return status;
}
