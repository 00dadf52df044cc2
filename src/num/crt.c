/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FLINT finds the primes and combines residues by divide and conquer (fmpz_multi_CRT_ui).  Each
 * prime counts for slightly fewer bits than it has. */
#include "num/crt.h"

#include "base/alloc.h"

#include <flint/fmpz.h>
#include <flint/ulong_extras.h>
#include <math.h>
#include <stdlib.h>

/* Primes below 2^b are counted as b - PRIME_LOSS bits each.  So only the larger ones are taken, and
 * there are more than MOST_PRIMES 2^b / b that are 1 modulo 4: half of (1 - 2^-0.1) / log 2 =
 * 0.097, but for 10 %.  With b = 24 these are 30,000. */
static const double PRIME_LOSS = 0.1, MOST_PRIMES = 0.043;

enum { PRIME_BITS = 62 };

bool pm_crt_wrap(double bits, bool gaussian)
{
    return !gaussian && bits < 128 - PM_CRT_SPARE;
}

double pm_crt_count_below(double bits, bool gaussian, int prime_bits)
{
    const double primes = fmax(1, ceil((bits + PM_CRT_SPARE) / (prime_bits - PRIME_LOSS)));

    return primes > MOST_PRIMES * ldexp(1, prime_bits) / prime_bits ? INFINITY
                                                                    : (gaussian ? 2 : 1) * primes;
}

double pm_crt_count(double bits, bool gaussian, enum pm_number number)
{
    if (number == PM_MODS)
        return ceil(pm_crt_count_below(bits, gaussian, PM_RESIDUES_BITS) / PM_RESIDUES);
    return number == PM_WRAP ? 1 : pm_crt_count_below(bits, gaussian, PRIME_BITS);
}

/* Whether a large p has a small prime factor, as most candidates have. */
static bool is_composite(uint64_t p)
{
    static const uint8_t primes[] = {3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41};
    bool found = false;

    for (size_t k = 0; k < sizeof primes && !found; k++)
        found = p % primes[k] == 0;
    return found;
}

static uint64_t prime_below(uint64_t p)
{
    do
        p -= 4;
    while (is_composite(p) || !n_is_prime(p));
    return p;
}

/* The next prime below p, which is prime number k below 2^prime_bits.  Small problems take the
 * first ones below 2^40 and 2^48, which are known. */
static uint64_t next_prime(uint64_t p, size_t k, int prime_bits)
{
    enum { KNOWN = 8 };
    static const uint16_t below_40[KNOWN] = {87, 167, 195, 203, 299, 455, 467, 479},
                          below_48[KNOWN] = {59, 147, 243, 459, 527, 567, 627, 899};

    if (k >= KNOWN || (prime_bits != 40 && prime_bits != 48))
        return prime_below(p);
    return (UINT64_C(1) << prime_bits) - (prime_bits == 40 ? below_40 : below_48)[k];
}

/* One ring for each of `count` primes below 2^prime_bits. */
static pm_status rings_of_primes(struct pm_crt_rings *rings, double count, bool gaussian,
                                 int prime_bits)
{
    uint64_t p = (UINT64_C(1) << prime_bits) + 1;

    if (!(count < 1e8))
        return pm_fail(PM_UNABLE, "exact arithmetic would need too many residues");
    *rings = (struct pm_crt_rings){.count = (size_t)count, .gaussian = gaussian};
    PM_NEW(rings->ring, rings->count);
    for (size_t k = 0; k < rings->count; k++) {
        p = next_prime(p, gaussian ? k / 2 : k, prime_bits);
        rings->ring[k] = pm_number_ring_mod(p);
        if (gaussian) {
            rings->ring[k].iota = n_sqrtmod(p - 1, p);
            rings->ring[k + 1] = rings->ring[k];
            rings->ring[k + 1].iota = p - rings->ring[k].iota;
            k++;
        }
    }
    return PM_OK;
}

pm_status pm_crt_below(struct pm_crt_rings *rings, double bits, bool gaussian, int prime_bits)
{
    return rings_of_primes(rings, pm_crt_count_below(bits, gaussian, prime_bits), gaussian,
                           prime_bits);
}

static pm_status rings_packed(struct pm_crt_rings *rings, double bits, bool gaussian)
{
    const double packs = pm_crt_count(bits, gaussian, PM_MODS);

    PM_TRY(rings_of_primes(rings, PM_RESIDUES * packs, gaussian, PM_RESIDUES_BITS));
    rings->count = (size_t)packs;
    for (size_t k = 0; k < rings->count; k++)
        rings->ring[k] = pm_number_ring_mods(rings->ring + k * PM_RESIDUES);
    return PM_OK;
}

pm_status pm_crt_new(struct pm_crt_rings *rings, double bits, bool gaussian, enum pm_number number)
{
    if (number == PM_MODS)
        return rings_packed(rings, bits, gaussian);
    if (number != PM_WRAP)
        return pm_crt_below(rings, bits, gaussian, PRIME_BITS);
    *rings = (struct pm_crt_rings){.count = 1};
    PM_NEW(rings->ring, 1);
    rings->ring[0] = pm_number_ring_of(PM_WRAP);
    return PM_OK;
}

pm_status pm_crt_mod(struct pm_crt_rings *rings, uint64_t p)
{
    *rings = (struct pm_crt_rings){.count = 1};
    PM_NEW(rings->ring, 1);
    rings->ring[0] = pm_number_ring_mod(p);
    return PM_OK;
}

/* FLINT's data for primes, which it does not copy. */
struct pm_crt_comb {
    fmpz_comb_t comb;
    ulong prime[];
};

static void comb_free(struct pm_crt_comb *comb)
{
    if (comb != NULL)
        fmpz_comb_clear(comb->comb);
    free(comb);
}

void pm_crt_clear(struct pm_crt_rings *rings)
{
    free(rings->ring);
    comb_free(rings->comb);
    *rings = (struct pm_crt_rings){0};
}

/* A residue of an answer, and its prime. */
struct residue {
    uint64_t p, iota, x;
};

static struct residue residue_at(const struct pm_crt_rings *rings, const struct pm_part *part,
                                 size_t k)
{
    const struct pm_ring *const ring = rings->ring;
    const size_t pack = k / PM_RESIDUES, lane = k % PM_RESIDUES;

    if (ring->number == PM_MODS)
        return (struct residue){(uint64_t)ring[pack].primes[lane], ring[pack].iotas[lane],
                                part[pack].word[lane]};
    return (struct residue){ring[k].p, ring[k].iota, part[k].word[0]};
}

/* The number of primes. */
static size_t primes_of(const struct pm_crt_rings *rings)
{
    const size_t lanes = rings->ring[0].number == PM_MODS ? PM_RESIDUES : 1;

    return rings->count * lanes / (rings->gaussian ? 2 : 1);
}

static pm_status comb_new(struct pm_crt_comb **out, const struct pm_crt_rings *rings)
{
    const size_t count = primes_of(rings);
    struct pm_crt_comb *comb;

    if ((comb = pm_alloc(1, sizeof *comb + count * sizeof *comb->prime)) == NULL)
        return PM_NOMEM;
    for (size_t k = 0; k < count; k++) {
        const size_t ring = rings->gaussian ? 2 * k : k;
        comb->prime[k] = rings->ring->number == PM_MODS
                             ? (uint64_t)rings->ring[ring / PM_RESIDUES].primes[ring % PM_RESIDUES]
                             : rings->ring[ring].p;
    }
    fmpz_comb_init(comb->comb, comb->prime, (slong)count);
    *out = comb;
    return PM_OK;
}

pm_status pm_crt_prepare(struct pm_crt_rings *rings)
{
    return rings->ring[0].number == PM_WRAP ? PM_OK : comb_new(&rings->comb, rings);
}

/* *x = the integer with these residues. */
static void recover(fmpz_t x, const ulong *residue, const struct pm_crt_comb *comb)
{
    fmpz_comb_temp_t temp;

    fmpz_comb_temp_init(temp, comb->comb);
    fmpz_multi_CRT_ui(x, residue, comb->comb, temp, 1);
    fmpz_comb_temp_clear(temp);
}

static void recover_wrap(fmpz_t x, const struct pm_part *part)
{
    fmpz_set_si(x, (slong)part->word[1]);
    fmpz_mul_2exp(x, x, 64);
    fmpz_add_ui(x, x, part->word[0]);
}

/* Residues of x and y from those of x + y iota and x - y iota. */
static void gaussian_split(struct residue plus, struct residue minus, ulong *x, ulong *y)
{
    const uint64_t p = plus.p, half = (p + 1) / 2;
    const uint64_t sum = n_addmod(plus.x, minus.x, p), difference = n_submod(plus.x, minus.x, p);

    *x = (ulong)((unsigned __int128)sum * half % p);
    /* 1 / (2 iota) = -iota / 2 */
    const uint64_t turned = (uint64_t)((unsigned __int128)difference * (p - plus.iota) % p);
    *y = (ulong)((unsigned __int128)turned * half % p);
}

pm_status pm_crt_recover(struct pm_gauss *out, const struct pm_crt_rings *rings,
                         const struct pm_part *part)
{
    struct pm_crt_comb *own = NULL;
    ulong *x = NULL, *y = NULL;
    pm_status status = PM_OK;

    PM_EACH(fmpq_zero, out->re, out->im);
    if (rings->ring[0].number == PM_WRAP) {
        recover_wrap(fmpq_numref(out->re), part);
        return PM_OK;
    }
    const size_t count = primes_of(rings);
    if (rings->comb == NULL)
        PM_TRY_GOTO(status, comb_new(&own, rings), done);
    const struct pm_crt_comb *const comb = own != NULL ? own : rings->comb;
    PM_NEW_GOTO(status, x, count, done);
    PM_NEW_GOTO(status, y, count, done);
    for (size_t k = 0; k < count; k++) {
        const struct residue r = residue_at(rings, part, rings->gaussian ? 2 * k : k);
        if (rings->gaussian)
            gaussian_split(r, residue_at(rings, part, 2 * k + 1), &x[k], &y[k]);
        else
            x[k] = r.x;
    }
    recover(fmpq_numref(out->re), x, comb);
    if (rings->gaussian)
        recover(fmpq_numref(out->im), y, comb);
done:
    comb_free(own);
    PM_FREE(x, y);
    return status;
}
