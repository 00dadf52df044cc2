/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residues modulo as many primes as the bound needs, by the table of table.h; the Chinese remainder
 * theorem gives the integers (num/crt.h).  Each prime takes a lane.
 *
 * Cost: n 2^(n-1) multiplications for eight primes and an n x n matrix. */
#include "engine/table/integers.h"

#include "base/alloc.h"
#include "engine/isa/isa.h"
#include "engine/table/table.h"
#include "num/crt.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>

enum { LANES = PM_TABLE_LANES };

/* With small entries, smaller primes make the sums exact.  Gaussian integers are computed modulo
 * primes p = 1 (mod 4), twice for each. */
enum kind { NARROW, WIDE, GAUSSIAN, KINDS };

static const int prime_bits[KINDS] = {40, PM_TABLE_PRIME_BITS, PM_TABLE_PRIME_BITS};

static enum kind kind_of(const struct pm_integers *m)
{
    return m->im != NULL                                        ? GAUSSIAN
           : m->widest + 1 <= ldexp(1, 53 - prime_bits[NARROW]) ? NARROW
                                                                : WIDE;
}

/* ------------------------------------------------------------------ residues */

/* The residue of x with the smallest modulus. */
static double residue_of(const fmpz *x, uint64_t p)
{
    uint64_t r;

    if (!COEFF_IS_MPZ(*x) && (uint64_t)llabs(*x) <= p / 2)
        return (double)*x;
    if (!COEFF_IS_MPZ(*x)) {
        const int64_t signed_r = *x % (int64_t)p;
        r = signed_r < 0 ? (uint64_t)(signed_r + (int64_t)p) : (uint64_t)signed_r;
    } else {
        r = fmpz_fdiv_ui(x, p);
    }
    return r > p / 2 ? -(double)(p - r) : (double)r;
}

/* The residue of x + y iota.  The product and the quotient, off by 1 at most, are as in
 * engine/isa/vector_mod.h. */
static double gaussian_of(const fmpz *x, const fmpz *y, const struct pm_ring *ring)
{
    const double p = (double)ring->p, iota = (double)ring->iota;
    const double turned = residue_of(y, ring->p), high = turned * iota;
    const double rest = fma(turned, iota, -high) + fma(-rint(high / p), p, high);
    const double sum = rest + residue_of(x, ring->p);

    return sum - p * rint(sum / p);
}

static void fill_lane(double *to, const struct pm_integers *m, const struct pm_ring *ring)
{
    for (int e = 0; e < m->rows * m->cols; e++)
        to[e * LANES] = m->im != NULL ? gaussian_of(m->re + e, m->im + e, ring)
                                      : residue_of(m->re + e, ring->p);
}

/* The residues modulo at most LANES primes. */
static void work(struct pm_part *part, struct pm_table *t, pm_table_walk *walk,
                 const struct pm_integers *m, const struct pm_ring *ring, size_t count)
{
    struct pm_table_sum sum;

    for (size_t k = 0; k < LANES; k++)
        pm_table_set_prime(t, (int)k, ring[k < count ? k : 0].p);
    for (size_t k = 0; k < count; k++)
        fill_lane(t->entries + k, m, &ring[k]);
    walk(&sum, t);
    for (size_t k = 0; k < count; k++) {
        const double x = sum.value[0][k];
        part[k].word[0] = (uint64_t)(x < 0 ? x + t->primes[k] : x);
    }
}

pm_status pm_integers_solve(struct pm_integers *m)
{
    const enum kind kind = kind_of(m);
    struct pm_table table = {.rows = m->rows,
                             .cols = m->cols,
                             .parts = 1,
                             .words = 1,
                             .numbers = kind == NARROW ? PM_TABLE_NARROW : PM_TABLE_RESIDUES};
    struct pm_crt_rings rings;
    struct pm_part *part = NULL;
    const struct pm_isa *isa;

    PM_TRY(pm_isa_chosen(&isa, NULL));
    PM_TRY(pm_crt_below(&rings, m->bits, kind == GAUSSIAN, prime_bits[kind]));
    pm_status status = pm_table_open(&table, false);
    if (status == PM_OK)
        PM_NEW_GOTO(status, part, rings.count, done);
    for (size_t k = 0; k < rings.count && status == PM_OK; k += LANES)
        work(part + k, &table, pm_table_kernel(isa), m, rings.ring + k,
             rings.count - k < LANES ? rings.count - k : LANES);
    PM_THEN(status, pm_crt_recover(&m->value, &rings, part));
done:
    free(part);
    pm_table_close(&table);
    pm_crt_clear(&rings);
    return status;
}
