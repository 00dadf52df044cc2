/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matchings of every size.  Where no vertex need be covered and every entry is multiplied by z, the
 * last table holds the matching generating polynomial sum_k m_k z^k (Heilmann and Lieb, Theory of
 * monomer-dimer systems, 1972) at z: its values at 0 .. n, modulo as many primes as the bound
 * m_k <= prod_i (1 + sum_j |a_ij|) asks for, give the numbers by interpolation and remaindering. */
#include "engine/tree/more.h"

#include "base/alloc.h"
#include "engine/tree/order.h"

#include <flint/fmpz_vec.h>
#include <flint/nmod_poly.h>
#include <flint/ulong_extras.h>

#include <math.h>
#include <stdlib.h>

#define TOO_MANY 1e15 /* steps */

pm_status pm_tree_plan(struct pm_layout **layout, const struct pm_core *core, enum pm_number number,
                       const struct pm_limits *limits, bool keep, bool loose)
{
    struct pm_tree *tree;
    struct pm_layout *l = NULL;
    const double entry = (double)(2 * sizeof(uint64_t) + pm_number_size(number));
    const double memory = limits->memory ? (double)limits->memory : 0x1p34;
    double keys = 0;
    PM_TRY(pm_tree_search(&tree, core, memory / entry / 3, loose, limits->poll));
    for (int x = 0; x < tree->nodes && keep; x++)
        keys += tree->node[x].keys;
    pm_status status = PM_OK;
    const int width = pm_tree_width(tree);
    if (width > PM_TREE_BITS || pm_tree_steps(tree) > TOO_MANY || keys > memory / entry / 3)
        status = pm_fail(PM_UNABLE, "width %d, %.3g steps, %.3g states", width, pm_tree_steps(tree),
                         keys);
    if (status == PM_OK)
        status = pm_layout_new(&l, tree);
    pm_tree_free(tree);
    if (status == PM_OK && l->keys > memory / entry / 3) {
        status = pm_fail(PM_UNABLE, "width %d, %.3g steps, %.3g states at once", width, l->cost,
                         l->keys);
        pm_layout_free(l);
    } else if (status == PM_OK) {
        *layout = l;
    }
    return status;
}

/* ------------------------------------------------------------------- matchings */

/* Bits of the bound on the coefficients, sign included; entries may be beyond a double's range. */
static double bound_bits(const struct pm_matrix *a)
{
    double bits = 2;
    fmpz_t sum, modulus;

    fmpz_init(sum);
    fmpz_init(modulus);
    for (int i = 0; i < a->rows; i++) {
        fmpz_one(sum);
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            fmpz_abs(modulus, fmpq_numref(&a->re[e]));
            fmpz_add(sum, sum, modulus);
        }
        bits += fmpz_dlog(sum) / M_LN2 + 1e-9;
    }
    fmpz_clear(modulus);
    fmpz_clear(sum);
    return bits;
}

/* PM_UNABLE where all values modulo all primes take longer than allowed. */
static pm_status check_time(const struct pm_layout *layout, double bits, int degree,
                            const struct pm_limits *limits)
{
    const double runs = degree * (floor((bits + 1) / 61) + 1);
    const double rate = pm_engine_find("tree")->rate[PM_MOD];
    const double seconds = layout->cost * runs / rate / (limits->threads > 0 ? limits->threads : 1);
    if (limits->seconds > 0 && seconds > limits->seconds)
        return pm_fail(PM_UNABLE, "predicted to take %.3g s, more than the %.3g s allowed", seconds,
                       limits->seconds);
    return PM_OK;
}

/* The polynomial modulo p, from its values at 0 .. degree. */
static pm_status residues(nmod_poly_t poly, const struct pm_core *core,
                          const struct pm_layout *layout, int degree, uint64_t p,
                          const struct pm_limits *limits)
{
    const struct pm_ring ring = pm_ring_mod(p);
    struct pm_image *image;
    mp_limb_t *point;
    PM_TRY((core->kind == PM_HAFNIAN ? pm_image_symmetric : pm_image_new)(&image, core->a, &ring));
    pm_status status = PM_OK;
    if ((point = pm_alloc(2 * ((size_t)degree + 1), sizeof *point)) == NULL)
        status = PM_NOMEM;
    for (int z = 0; z <= degree && status == PM_OK; z++) {
        struct pm_tree_use use = {.memory = limits->memory ? limits->memory : UINT64_MAX / 4,
                                  .threads = limits->threads,
                                  .few = PM_TREE_USUAL,
                                  .scale = (uint32_t)z};
        struct pm_part part = {.word = {1, 0}};
        if (z > 0)
            status =
                pm_tree_kernels_of(PM_MOD, layout->width, NULL)->run(&part, layout, image, 0, &use);
        point[z] = (mp_limb_t)z;
        point[degree + 1 + z] = part.word[0];
    }
    if (status == PM_OK)
        nmod_poly_interpolate_nmod_vec(poly, point, point + degree + 1, degree + 1);
    free(point);
    pm_image_free(image);
    return status;
}

static pm_status remainder_all(fmpz *count, const struct pm_core *core,
                               const struct pm_layout *layout, int degree,
                               const struct pm_limits *limits)
{
    const double bits = bound_bits(core->a);
    uint64_t p = UINT64_C(1) << 61;
    pm_status status = check_time(layout, bits, degree, limits);
    fmpz_t product;
    fmpz_init_set_ui(product, 1);
    _fmpz_vec_zero(count, degree + 1);
    while ((double)fmpz_bits(product) <= bits + 1 && status == PM_OK) {
        nmod_poly_t poly;
        p = n_nextprime(p, 1);
        nmod_poly_init(poly, p);
        status = residues(poly, core, layout, degree, p, limits);
        for (int k = 0; k <= degree && status == PM_OK; k++)
            fmpz_CRT_ui(&count[k], &count[k], product, nmod_poly_get_coeff_ui(poly, k), p, 1);
        nmod_poly_clear(poly);
        fmpz_mul_ui(product, product, p);
    }
    fmpz_clear(product);
    return status;
}

int pm_tree_sizes(const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;

    return 1 + (core->kind == PM_HAFNIAN ? a->rows / 2 : a->rows < a->cols ? a->rows : a->cols);
}

pm_status pm_tree_matchings(fmpz *count, const struct pm_core *core, const struct pm_limits *limits)
{
    const struct pm_matrix *const a = core->a;
    const int degree = pm_tree_sizes(core) - 1;
    struct pm_layout *layout;
    if (!pm_matrix_is_integer(a) || a->im)
        return pm_fail(PM_UNABLE, "sums over matchings of every size need integers");
    if (pm_matrix_nnz(a) == 0) {
        _fmpz_vec_zero(count, degree + 1);
        fmpz_one(&count[0]);
        return PM_OK;
    }
    PM_TRY(pm_tree_plan(&layout, core, PM_MOD, limits, false, true));
    const pm_status status = remainder_all(count, core, layout, degree, limits);
    pm_layout_free(layout);
    return status;
}
