/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "num/crt.h"

#include "base/alloc.h"

#include <flint/fmpz.h>
#include <flint/ulong_extras.h>
#include <math.h>
#include <stdlib.h>

/* Primes below 2^b have at least b - PRIME_LOSS bits: those that a sane count can reach lie far
 * above that. */
static const double PRIME_LOSS = 0.1;

enum { PRIME_BITS = 62 };

bool pm_images_wrap(double bits, bool gaussian)
{
    return !gaussian && bits < 126;
}

double pm_images_count_below(double bits, bool gaussian, int prime_bits)
{
    /* One bit for the sign, one against rounding in `bits`. */
    return (gaussian ? 2 : 1) * fmax(1, ceil((bits + 2) / (prime_bits - PRIME_LOSS)));
}

double pm_images_count(double bits, bool gaussian, bool wrap)
{
    return wrap ? 1 : pm_images_count_below(bits, gaussian, PRIME_BITS);
}

static uint64_t prime_below(uint64_t p, bool gaussian)
{
    do
        p -= 2;
    while ((gaussian && p % 4 != 1) || !n_is_prime(p));
    return p;
}

pm_status pm_images_below(struct pm_images *images, double bits, bool gaussian, int prime_bits)
{
    const double count = pm_images_count_below(bits, gaussian, prime_bits);
    uint64_t p = (UINT64_C(1) << prime_bits) + 1;

    if (!(count < 1e8))
        return pm_fail(PM_UNABLE, "the answer may have %.3g bits: too many for exact arithmetic",
                       bits);
    *images = (struct pm_images){.count = (size_t)count, .gaussian = gaussian};
    PM_NEW(images->ring, images->count);
    for (size_t k = 0; k < images->count; k++) {
        p = prime_below(p, gaussian);
        images->ring[k] = pm_ring_mod(p);
        if (gaussian) {
            images->ring[k].iota = n_sqrtmod(p - 1, p);
            images->ring[k + 1] = images->ring[k];
            images->ring[k + 1].iota = p - images->ring[k].iota;
            k++;
        }
    }
    return PM_OK;
}

pm_status pm_images_new(struct pm_images *images, double bits, bool gaussian, bool wrap)
{
    if (!wrap)
        return pm_images_below(images, bits, gaussian, PRIME_BITS);
    *images = (struct pm_images){.count = 1};
    PM_NEW(images->ring, 1);
    images->ring[0] = pm_ring_of(PM_WRAP);
    return PM_OK;
}

pm_status pm_images_mod(struct pm_images *images, uint64_t p)
{
    *images = (struct pm_images){.count = 1};
    PM_NEW(images->ring, 1);
    images->ring[0] = pm_ring_mod(p);
    return PM_OK;
}

void pm_images_clear(struct pm_images *images)
{
    free(images->ring);
    *images = (struct pm_images){0};
}

/* *x = the integer with residue[k] modulo the primes, every stride-th ring. */
static pm_status recover(fmpz_t x, const struct pm_images *images, const ulong *residue, int stride)
{
    const slong count = (slong)images->count / stride;
    ulong *prime;
    fmpz_comb_t comb;
    fmpz_comb_temp_t temp;

    PM_NEW(prime, count);
    for (slong k = 0; k < count; k++)
        prime[k] = images->ring[k * stride].p;
    fmpz_comb_init(comb, prime, count);
    fmpz_comb_temp_init(temp, comb);
    fmpz_multi_CRT_ui(x, residue, comb, temp, 1);
    fmpz_comb_temp_clear(temp);
    fmpz_comb_clear(comb);
    free(prime);
    return PM_OK;
}

static void recover_wrap(fmpz_t x, const struct pm_part *part)
{
    fmpz_set_si(x, (slong)part->word[1]);
    fmpz_mul_2exp(x, x, 64);
    fmpz_add_ui(x, x, part->word[0]);
}

/* Residues of x and y from those of x + y iota and x - y iota. */
static void gaussian_split(const struct pm_ring *ring, uint64_t plus, uint64_t minus, ulong *x,
                           ulong *y)
{
    const uint64_t p = ring->p, half = (p + 1) / 2;
    const uint64_t sum = n_addmod(plus, minus, p), difference = n_submod(plus, minus, p);

    *x = (ulong)((unsigned __int128)sum * half % p);
    /* 1 / (2 iota) = -iota / 2 */
    const uint64_t turned = (uint64_t)((unsigned __int128)difference * (p - ring->iota) % p);
    *y = (ulong)((unsigned __int128)turned * half % p);
}

pm_status pm_images_recover(struct pm_gauss *out, const struct pm_images *images,
                            const struct pm_part *part)
{
    pm_status status = PM_OK;
    const size_t count = images->gaussian ? images->count / 2 : images->count;
    ulong *x = NULL, *y = NULL;

    fmpq_zero(out->re);
    fmpq_zero(out->im);
    if (images->ring[0].number == PM_WRAP) {
        recover_wrap(fmpq_numref(out->re), part);
        return PM_OK;
    }
    PM_NEW_GOTO(status, x, count, done);
    PM_NEW_GOTO(status, y, count, done);
    for (size_t k = 0; k < count; k++) {
        if (images->gaussian)
            gaussian_split(&images->ring[2 * k], part[2 * k].word[0], part[2 * k + 1].word[0],
                           &x[k], &y[k]);
        else
            x[k] = part[k].word[0];
    }
    PM_TRY_GOTO(status, recover(fmpq_numref(out->re), images, x, images->gaussian ? 2 : 1), done);
    if (images->gaussian)
        PM_TRY_GOTO(status, recover(fmpq_numref(out->im), images, y, 2), done);
done:
    free(x);
    free(y);
    return status;
}
