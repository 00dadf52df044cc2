/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse walk modulo a prime p: its numbers.
 *
 * As in dense/dense_mod.c, residues are centred and nothing is divided.  If the moduli of a row add
 * up to at most 2^46, its sums are exact; other sums are reduced at every Gray code step.  A bound
 * of every product is known in advance.  Factors are multiplied exactly while it stays below 2^50;
 * then the product so far is multiplied into a reduced product (`apart`).  A product that was never
 * reduced needs no reduction at all. */
#include "engine/sparse/sparse_walk.h"

#include "base/alloc.h"
#include "base/status.h"
#include "num/type_mod.h"

#include <math.h>
#include <stdlib.h>

struct fill {
    struct pm_sparse_signs *s;
    const struct pm_sparse_order *order;
    double *b;      /* [n][n] by the matrix's rows and columns, centred */
    double sum[64]; /* of moduli, by the program's rows */
};

static double *entry(const struct fill *f, int k, int place)
{
    return f->b + f->s->program.row[k] * f->s->program.n + f->order->column[place];
}

/* The entry of row k in its first column. */
static double first_entry(const struct fill *f, int k)
{
    const uint64_t met = f->s->program.met[k];

    return met != 0 ? *entry(f, k, __builtin_ctzll(met)) : 0;
}

/* Sums of moduli; rows whose first entry in a fast column is -1 change their sign. */
static void classify(struct fill *f)
{
    struct pm_program *const p = &f->s->program;

    for (struct pm_operation *op = p->operation; op < p->operation + p->operations; op++)
        for (int k = op->row; k < op->rows; k++) {
            double sum = 0;
            for (int place = 0; place < p->n; place++)
                sum += fabs(*entry(f, k, place));
            if (op->scope > 0 && first_entry(f, k) == -1) {
                f->s->signs.factor = t_neg(&f->s->signs.ring, f->s->signs.factor);
                for (int place = 0; place < p->n; place++)
                    *entry(f, k, place) = -*entry(f, k, place);
            }
            f->sum[k] = sum;
            f->s->wide[k] = sum > PM_EXACT_SUM;
            if (op->scope > 0 && !f->s->wide[k] && first_entry(f, k) == 1) {
                const int to = op->ones++;
                const double other = f->sum[to];
                const bool wide = f->s->wide[to];
                pm_sparse_program_swap(p, k, to);
                f->sum[to] = f->sum[k];
                f->s->wide[to] = f->s->wide[k];
                if (to != k) {
                    f->sum[k] = other;
                    f->s->wide[k] = wide;
                }
            }
        }
}

/* Decides from bounds of all factors where products are reduced. */
static void place_reductions(const struct fill *f)
{
    struct pm_program *const p = &f->s->program;
    const double reduced = f->s->walk.p * 7 / 8;
    double bound[PM_ENTRIES];

    for (struct pm_operation *op = p->operation; op < p->operation + p->operations; op++) {
        double product = 1;
        op->reduce = false;
        for (int k = op->table; k < op->tables; k++) {
            const double factor = bound[p->table[k].entry];
            p->table[k].apart = product * factor >= PM_EXACT_PRODUCT;
            op->reduce = op->reduce || p->table[k].apart;
            product = p->table[k].apart ? factor : product * factor;
        }
        for (int k = op->row; k < op->rows; k++) {
            const double factor = f->s->wide[k] ? 2 * f->s->walk.p : fmax(f->sum[k], 1);
            p->apart[k] = product * factor >= PM_EXACT_PRODUCT;
            op->reduce = op->reduce || p->apart[k];
            product = p->apart[k] ? factor : product * factor;
        }
        op->reduce = op->reduce || 2 * product >= PM_EXACT_PRODUCT;
        bound[op->entry] = (op->reduce ? reduced : product) * (op->sum ? 2 : 1);
    }
}

static pm_status residues_fill(struct fill *f, const struct pm_image *image)
{
    PM_NEW(f->b, f->s->program.n * f->s->program.n);
    pm_residues_load(f->b, f->s->program.n, image);
    classify(f);
    place_reductions(f);
    return pm_sparse_fill(f->s,
                          &(struct pm_sparse_entries){f->b, f->s->program.row, f->order->column});
}

pm_status pm_sparse_mod_new(struct pm_sign_walk **out, const struct pm_image *image,
                            const void *choice)
{
    const struct pm_sign_walk signs = {
        .kind = &pm_sparse_mod_kind, .parts = 1, .words = 1, .ring = image->ring};
    struct fill f = {.order = &((const struct pm_sparse_choice *)choice)->order};

    PM_TRY(pm_sparse_begin(&f.s, &signs, choice));
    f.s->walk.p = (double)image->ring.p;
    f.s->walk.inverse = 1 / f.s->walk.p;
    f.s->signs.factor = t_one(&image->ring);
    for (int k = 1; k < f.s->program.n; k++)
        f.s->signs.factor = t_half(&image->ring, f.s->signs.factor);
    const pm_status status = residues_fill(&f, image);
    free(f.b);
    PM_GIVE(out, &f.s->signs, status, pm_sign_walk_free);
}
