/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of a rule: a factor and a list of matrices.  Factors are multiplied as a tree, so that
 * long products of small numbers are fast. */
#include "reduce/rewrite.h"

#include "base/alloc.h"

#include <stdlib.h>

void pm_rewrite_init(struct pm_rewrite *rewrite)
{
    *rewrite = (struct pm_rewrite){0};
    pm_gauss_init(&rewrite->factor);
    pm_gauss_set_si(&rewrite->factor, 1);
}

void pm_rewrite_clear(struct pm_rewrite *rewrite)
{
    for (size_t k = 0; k < rewrite->count; k++)
        pm_matrix_free(rewrite->out[k]);
    PM_FREE(rewrite->out, rewrite->permanent);
    pm_gauss_clear(&rewrite->factor);
}

static pm_status push(struct pm_rewrite *rewrite, struct pm_matrix *a, bool permanent)
{
    PM_TRY(pm_alloc_grow((void **)&rewrite->out, &rewrite->room, rewrite->count + 1,
                         sizeof(struct pm_matrix *)));
    PM_TRY(pm_alloc_grow((void **)&rewrite->permanent, &rewrite->permanent_room, rewrite->count + 1,
                         sizeof *rewrite->permanent));
    rewrite->permanent[rewrite->count] = permanent;
    rewrite->out[rewrite->count++] = a;
    return PM_OK;
}

pm_status pm_rewrite_push(struct pm_rewrite *rewrite, struct pm_matrix *a)
{
    return push(rewrite, a, false);
}

pm_status pm_rewrite_push_permanent(struct pm_rewrite *rewrite, struct pm_matrix *a)
{
    return push(rewrite, a, true);
}

/* ------------------------------------------------------------------- product */

void pm_rewrite_product_init(struct pm_product *p)
{
    *p = (struct pm_product){0};
}

void pm_rewrite_product_clear(struct pm_product *p)
{
    for (size_t k = 0; k < p->count; k++) {
        PM_EACH(fmpq_clear, p->re + k, p->im + k);
    }
    PM_FREE(p->re, p->im);
}

pm_status pm_rewrite_product_add(struct pm_product *p, const fmpq *re, const fmpq *im)
{
    PM_TRY(pm_alloc_grow((void **)&p->re, &p->room_re, p->count + 1, sizeof *p->re));
    PM_TRY(pm_alloc_grow((void **)&p->im, &p->room_im, p->count + 1, sizeof *p->im));
    PM_EACH(fmpq_init, p->re + p->count, p->im + p->count);
    fmpq_set(p->re + p->count, re);
    if (im != NULL)
        fmpq_set(p->im + p->count, im);
    p->count++;
    return PM_OK;
}

void pm_rewrite_product_take(struct pm_gauss *x, const struct pm_product *p)
{
    struct pm_gauss all;

    if (p->count == 0)
        return;
    pm_gauss_init(&all);
    pm_gauss_product(&all, p->re, p->im, (long)p->count);
    pm_gauss_mul(x, x, &all);
    pm_gauss_clear(&all);
}
