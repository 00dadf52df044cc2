/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of cuda/sparse.cu and sparse_modular.cu: their constants, and their problems in
 * the layout of `struct problem`. */
#include "engine/sparse/sparse_walk.h"

enum { BLOCKS = 2 }; /* on a multiprocessor: threads need all its registers */

static int most(int a, int b)
{
    return a > b ? a : b;
}

static pm_status recipe(struct pm_recipe_text *r, const char *source, double seconds,
                        const struct pm_sparse_signs *s, const bool *wide)
{
    pm_compile_begin(r, source, seconds);
    pm_compile_define(r, "-DLOG_BLOCKS=%d", s->program.gray);
    pm_compile_define(r, "-DENTRIES=%d", s->program.entries);
    pm_compile_define(r, "-DRESULT=%d", s->program.result);
    pm_compile_define(r, "-DBLOCKS=%d", BLOCKS);
    const pm_status status = pm_sparse_source(&r->program, &s->walk, s->signs.words, wide);
    r->recipe.program = r->program;
    return status;
}

static pm_status floating_recipe(struct pm_recipe_text *r, const struct pm_sign_walk *signs)
{
    return recipe(r, "sparse.cu", 1, (const struct pm_sparse_signs *)signs, NULL);
}

/* ------------------------------------------------------------------ residues */

static int lows_of(const struct pm_sparse_signs *s)
{
    return (int)(s->walk.step - s->walk.low);
}

static pm_status modular_recipe(struct pm_recipe_text *r, const struct pm_sign_walk *signs)
{
    const struct pm_sparse_signs *const s = (const struct pm_sparse_signs *)signs;
    unsigned long long wide = 0;

    for (int k = 0; k < signs->rows; k++)
        wide |= (unsigned long long)s->wide[k] << k;
    PM_TRY(recipe(r, "sparse_modular.cu", 0.5, s, s->wide));
    pm_compile_define(r, "-DLOWS=%d", most(lows_of(s), 1));
    pm_compile_define(r, "-DSTEPS=%d", most(pm_sparse_program_steps(&s->program), 1));
    pm_compile_define(r, "-DWIDE=%lluull", wide);
    return PM_OK;
}

/* Unused members get a number that is never read: the first of the tables. */
static void put_modular(struct pm_sign_walk_problem *problem, const struct pm_sign_walk *signs)
{
    const struct pm_sparse_signs *const s = (const struct pm_sparse_signs *)signs;

    pm_sign_walk_put_far(problem, signs);
    pm_sign_walk_put(problem, s->walk.low, most(lows_of(s), 1));
    pm_sign_walk_put(problem, s->walk.step, most(pm_sparse_program_steps(&s->program), 1));
}

const struct pm_sign_walk_kind pm_sparse_kind = {
    .walk = pm_sparse_walk, .recipe = floating_recipe, .problem = pm_sign_walk_put_far};

const struct pm_sign_walk_kind pm_sparse_mod_kind = {
    .residues = true, .walk = pm_sparse_mod_walk, .recipe = modular_recipe, .problem = put_modular};
