/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matchings of every size, from values of a polynomial.  Each thread has an image, whose entries
 * are multiplied by z = 1, 2, ... in turn.  FLINT interpolates the polynomial.  Each further prime
 * is combined with the result so far by the Chinese remainder theorem. */
#include "engine/sizes.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "engine/limits.h"
#include "num/crt.h"
#include "num/type_mod.h"

#include <flint/fmpz_vec.h>
#include <flint/nmod_poly.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double FEW_STEPS = 1e6; /* fewer are not worth threads */

double pm_sizes_bits(const struct pm_matrix *a)
{
    double bits = 0;
    fmpz_t sum, modulus;

    PM_EACH(fmpz_init, sum, modulus);
    for (int i = 0; i < a->rows; i++) {
        fmpz_one(sum);
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            fmpz_abs(modulus, fmpq_numref(&a->re[e]));
            fmpz_add(sum, sum, modulus);
        }
        bits += fmpz_dlog(sum) / M_LN2 + 1e-9;
    }
    PM_EACH(fmpz_clear, modulus, sum);
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

int pm_sizes_at_once(const struct pm_core *core, const struct pm_cost *cost,
                     const struct pm_limits *limits)
{
    const double most = cost->bytes > 0 ? pm_limits_memory(limits) / cost->bytes : HUGE_VAL;
    const double at_once = fmin(fmin(limits->threads, pm_core_size(core)), most);

    return cost->steps < FEW_STEPS || at_once < 2 ? 1 : (int)at_once;
}

struct values {
    const struct pm_core *core;
    pm_sizes_value *find;
    const void *self;
    int at_once;
};

/* An image whose entries are z times those of the core. */
struct scaled {
    struct pm_image *image;
    T *once; /* [image->nnz] the entries for z = 1 */
    int z;
};

static void scaled_clear(struct scaled *s)
{
    free(s->once);
    pm_image_free(s->image);
}

static pm_status scaled_init(struct scaled *s, const struct pm_core *core, uint64_t p)
{
    const struct pm_ring ring = pm_number_ring_mod(p);

    *s = (struct scaled){.z = 1};
    PM_TRY(pm_core_image(&s->image, core, &ring));
    PM_NEW(s->once, s->image->nnz);
    memcpy(s->once, s->image->row_val, (size_t)s->image->nnz * sizeof *s->once);
    return PM_OK;
}

/* *value = that of the polynomial at z, which is not below the last one. */
static pm_status find_value(uint64_t *value, struct scaled *s, const struct values *v, int z)
{
    struct pm_part part = {.exp = 0};
    T *const entry = s->image->row_val;

    for (; s->z < z; s->z++)
        for (int k = 0; k < s->image->nnz; k++)
            entry[k] = t_add(&s->image->ring, entry[k], s->once[k]);
    const pm_status status = v->find(&part, v->self, s->image);
    *value = part.word[0];
    return status;
}

/* value[z] for z = 1 .. degree, modulo p: those that no other thread takes.  *taken = the last z
 * that a thread has taken. */
static pm_status find_some(uint64_t *value, int *taken, const struct values *v, int degree,
                           uint64_t p)
{
    struct scaled s;

    pm_status status = scaled_init(&s, v->core, p);
    for (int z; status == PM_OK && (z = __atomic_add_fetch(taken, 1, __ATOMIC_RELAXED)) <= degree;)
        status = find_value(value + z, &s, v, z);
    scaled_clear(&s);
    return status;
}

static pm_status find_values(uint64_t *value, const struct values *v, int degree, uint64_t p)
{
    struct pm_failure failure = {.status = PM_OK};
    int taken = 0;

    if (v->at_once == 1)
        return find_some(value, &taken, v, degree, p);
#pragma omp parallel num_threads(v->at_once)
    {
        const pm_status status = find_some(value, &taken, v, degree, p);
        pm_threads_ends_team();
#pragma omp critical(pm_sizes)
        if (status != PM_OK)
            pm_failure_keep(&failure, status);
    }
    return pm_failure_raise(&failure);
}

/* Computes the polynomial modulo p. */
static pm_status interpolate(uint64_t *count, void *self, uint64_t p)
{
    const struct values *const v = self;
    const int degree = pm_core_size(v->core);
    uint64_t *point = NULL, *value = NULL;
    nmod_poly_t poly;
    pm_status status;

    nmod_poly_init(poly, p);
    PM_NEW_GOTO(status, point, degree + 1, done);
    PM_NEW_GOTO(status, value, degree + 1, done);
    value[0] = 1;
    for (int z = 0; z <= degree; z++)
        point[z] = (uint64_t)z;
    PM_TRY_GOTO(status, find_values(value, v, degree, p), done);
    nmod_poly_interpolate_nmod_vec(poly, point, value, degree + 1);
    for (int k = 0; k <= degree; k++)
        count[k] = nmod_poly_get_coeff_ui(poly, k);
done:
    PM_FREE(point, value);
    nmod_poly_clear(poly);
    return status;
}

pm_status pm_sizes_add_up(fmpz *sum, const struct pm_core *core, int prime_bits,
                          pm_sizes_value *value, const void *self, int at_once)
{
    return pm_sizes_combine(sum, core, prime_bits, interpolate,
                            &(struct values){core, value, self, at_once});
}

pm_status pm_sizes_modulo(uint64_t *count, const struct pm_core *core, pm_sizes_value *value,
                          const void *self, uint64_t p)
{
    return interpolate(count, &(struct values){core, value, self, 1}, p);
}
