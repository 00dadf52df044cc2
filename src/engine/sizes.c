/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matchings of every size, from values of a polynomial.  All n + 1 values modulo a prime come from
 * one image, whose entries are multiplied by z = 1, 2, ... in turn.  FLINT interpolates the
 * polynomial.  Each further prime is combined with the result so far by the Chinese remainder
 * theorem. */
#include "engine/sizes.h"

#include "base/alloc.h"
#include "num/crt.h"
#include "num/type_mod.h"

#include <flint/fmpz_vec.h>
#include <flint/nmod_poly.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

double pm_sizes_bits(const struct pm_matrix *a)
{
    double bits = 0;
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

double pm_sizes_primes(const struct pm_core *core, int prime_bits)
{
    return pm_crt_count_below(pm_sizes_bits(core->a), false, prime_bits);
}

double pm_sizes_values(const struct pm_core *core, int prime_bits)
{
    return pm_core_size(core) * pm_sizes_primes(core, prime_bits);
}

/* point[z] = z, and value[z] = the value of the polynomial at z, for z = 0 .. degree.  The entries
 * of the image become z times the original ones. */
static pm_status find_values(uint64_t *point, uint64_t *value, int degree, struct pm_image *image,
                             pm_sizes_value *find, const void *self)
{
    const struct pm_ring ring = image->ring;
    T *const entry = image->row_val, *once;

    PM_NEW(once, image->nnz);
    memcpy(once, entry, (size_t)image->nnz * sizeof *once);
    pm_status status = PM_OK;
    value[0] = 1;
    for (int z = 1; z <= degree && status == PM_OK; z++) {
        struct pm_part part = {.exp = 0};
        status = find(&part, self, image);
        point[z] = (uint64_t)z;
        value[z] = part.word[0];
        for (int k = 0; k < image->nnz; k++)
            entry[k] = t_add(&ring, entry[k], once[k]);
    }
    free(once);
    return status;
}

pm_status pm_sizes_combine(fmpz *sum, const struct pm_core *core, int prime_bits,
                           pm_sizes_residues *residues, void *self)
{
    const int degree = pm_core_size(core);
    struct pm_crt_rings rings;
    uint64_t *count;
    fmpz_t product;

    PM_TRY(pm_crt_below(&rings, pm_sizes_bits(core->a), false, prime_bits));
    pm_status status = PM_OK;
    fmpz_init_set_ui(product, 1);
    PM_NEW_GOTO(status, count, degree + 1, done);
    _fmpz_vec_zero(sum, degree + 1);
    for (size_t i = 0; i < rings.count && status == PM_OK; i++) {
        const uint64_t p = rings.ring[i].p;
        status = residues(count, self, p);
        for (int k = 0; k <= degree && status == PM_OK; k++)
            fmpz_CRT_ui(&sum[k], &sum[k], product, count[k], p, 1);
        fmpz_mul_ui(product, product, p);
    }
    free(count);
done:
    fmpz_clear(product);
    pm_crt_clear(&rings);
    return status;
}

/* ------------------------------------------------------------ interpolation */

struct values {
    const struct pm_core *core;
    pm_sizes_value *find;
    const void *self;
};

/* Computes the polynomial modulo p. */
static pm_status interpolate(uint64_t *count, void *self, uint64_t p)
{
    const struct values *const v = self;
    const struct pm_core *const core = v->core;
    const struct pm_ring ring = pm_ring_mod(p);
    const int degree = pm_core_size(core);
    struct pm_image *image = NULL;
    uint64_t *point = NULL, *value = NULL;
    nmod_poly_t poly;
    pm_status status;

    nmod_poly_init(poly, p);
    PM_TRY_GOTO(status, pm_core_image(&image, core, &ring), done);
    PM_NEW_GOTO(status, point, degree + 1, done);
    PM_NEW_GOTO(status, value, degree + 1, done);
    PM_TRY_GOTO(status, find_values(point, value, degree, image, v->find, v->self), done);
    nmod_poly_interpolate_nmod_vec(poly, point, value, degree + 1);
    for (int k = 0; k <= degree; k++)
        count[k] = nmod_poly_get_coeff_ui(poly, k);
done:
    PM_FREE(point, value);
    pm_image_free(image);
    nmod_poly_clear(poly);
    return status;
}

pm_status pm_sizes_add_up(fmpz *sum, const struct pm_core *core, int prime_bits,
                          pm_sizes_value *value, const void *self)
{
    return pm_sizes_combine(sum, core, prime_bits, interpolate,
                            &(struct values){core, value, self});
}

pm_status pm_sizes_modulo(uint64_t *count, const struct pm_core *core, pm_sizes_value *value,
                          const void *self, uint64_t p)
{
    return interpolate(count, &(struct values){core, value, self}, p);
}
