/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The factor of a column y is the product of two: of its lower and of its upper half. */
#include "proof/evaluate.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 128 };

/* ------------------------------------------------------------------------- factors */

struct factors {
    pm_residue *low, *high;
    int bits; /* of the lower half */
};

/* product[s] = the product of the factors of the bits of s. */
static void multiply(pm_residue *product, const pm_residue *r, int bits, const struct pm_field *f)
{
    product[0] = f->one;
    for (int k = 0; k < bits; k++)
        for (uint32_t s = 0; s < UINT32_C(1) << k; s++)
            product[s | UINT32_C(1) << k] = pm_field_mul(f, product[s], r[k]);
}

static pm_status factors_init(struct factors *x, const pm_residue *r, int bits,
                              const struct pm_field *f)
{
    x->bits = bits / 2;
    PM_NEW(x->low, (size_t)1 << x->bits);
    PM_NEW(x->high, (size_t)1 << (bits - x->bits));
    multiply(x->low, r, x->bits, f);
    multiply(x->high, r + x->bits, bits - x->bits, f);
    return PM_OK;
}

static void factors_clear(struct factors *x)
{
    PM_FREE(x->low, x->high);
}

static pm_residue factor_of(const struct factors *x, uint32_t y, const struct pm_field *f)
{
    return pm_field_mul(f, x->low[y & ((UINT32_C(1) << x->bits) - 1)], x->high[y >> x->bits]);
}

/* ---------------------------------------------------------------------------- sums */

struct fold {
    const struct pm_proof_layout *layout;
    const pm_residue *table;
    const struct factors *factors;
    const struct pm_field *field;
    int class;
};

/* Adds the columns first .. end - 1 of a class to the sums of its rows. */
static void fold_columns(pm_residue *sum, const struct fold *f, size_t first, size_t end)
{
    const struct pm_proof_layout *const l = f->layout;
    const size_t width = l->width[f->class], height = pm_proof_height(l, f->class);
    struct pm_field_digits factor[CHUNK];

    for (size_t i = first; i < end; i += CHUNK) {
        const size_t count = i + CHUNK < end ? CHUNK : end - i;
        for (size_t k = 0; k < count; k++)
            factor[k] = pm_field_split(
                factor_of(f->factors, pm_proof_state(l, &l->y, f->class, i + k), f->field));
        for (size_t row = 0; row < height; row++)
            sum[row] =
                pm_field_add(f->field, sum[row],
                             pm_field_dot(f->field, factor,
                                          f->table + l->first[f->class] + row * width + i, count));
    }
}

static pm_status fold_class(pm_residue *small, const struct fold *f, int threads)
{
    const struct pm_proof_layout *const l = f->layout;
    const size_t width = l->width[f->class], height = pm_proof_height(l, f->class);
    const int other = pm_proof_class_other(l, f->class);
    const size_t teams = width / 1024 < (size_t)threads ? width / 1024 + 1 : (size_t)threads;
    pm_residue *sum;

    PM_NEW(sum, teams * height);
#pragma omp parallel for num_threads((int)teams) if (teams > 1)
    for (size_t team = 0; team < teams; team++)
        fold_columns(sum + team * height, f, width * team / teams, width * (team + 1) / teams);
    for (size_t row = 0; row < height; row++) {
        const uint32_t x = pm_proof_state(l, &l->x, other, row);
        for (size_t team = 0; team < teams; team++)
            small[x] = pm_field_add(f->field, small[x], sum[team * height + row]);
    }
    free(sum);
    return PM_OK;
}

pm_status pm_proof_fold(pm_residue *small, const struct pm_proof_layout *layout,
                        const pm_residue *table, const pm_residue *y, const struct pm_field *field,
                        int threads)
{
    struct factors factors = {0};
    struct fold fold = {.layout = layout, .table = table, .factors = &factors, .field = field};
    pm_status status;

    memset(small, 0, sizeof *small << layout->x.count);
    PM_TRY_GOTO(status, factors_init(&factors, y, layout->y.count, field), done);
    for (int c = 0; c < layout->classes; c++) {
        fold.class = c;
        if (layout->width[c] > 0 && pm_proof_height(layout, c) > 0)
            PM_TRY_GOTO(status, fold_class(small, &fold, threads), done);
    }
done:
    factors_clear(&factors);
    return status;
}

pm_status pm_proof_fold_keys(pm_residue *small, const struct pm_proof_layout *l,
                             const pm_residue *table, const pm_residue *y, const int *bit,
                             int count, uint32_t closed, const struct pm_field *field)
{
    const int class = pm_proof_class_other(l, 0);
    uint64_t image[PM_PROOF_WIDTH] = {0};
    struct pm_proof_map keys;
    uint32_t kept = 0;
    struct factors factors = {0};

    for (int k = 0; k < count; k++) {
        kept |= UINT32_C(1) << bit[k];
        image[bit[k]] = UINT64_C(1) << k;
    }
    closed &= ~kept;
    pm_proof_map_bits(&keys, image);
    memset(small, 0, sizeof *small << count);
    const pm_status status = factors_init(&factors, y, l->y.count, field);
    for (size_t r = 0; status == PM_OK && r < l->length; r++) {
        const uint32_t state = pm_proof_state(l, &l->y, class, r);
        if ((state & closed) != closed)
            continue;
        pm_residue *const sum = &small[pm_proof_map_state(&keys, state)];
        *sum = pm_field_add(
            field, *sum,
            pm_field_mul(field, factor_of(&factors, state & ~kept & ~closed, field), table[r]));
    }
    factors_clear(&factors);
    return status;
}

void pm_proof_evaluate(pm_residue *small, uint32_t open, uint32_t kept, const pm_residue *r,
                       const struct pm_field *field)
{
    uint32_t left = open;

    for (uint32_t fold = open & ~kept; fold != 0; fold &= fold - 1) {
        const uint32_t bit = fold & -fold;
        left &= ~bit;
        for (uint32_t s = left;; s = (s - 1) & left) {
            small[s] = pm_field_add(field, small[s],
                                    pm_field_mul(field, r[__builtin_ctz(bit)], small[s | bit]));
            if (s == 0)
                break;
        }
    }
}
