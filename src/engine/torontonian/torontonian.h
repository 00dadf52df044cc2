/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Torontonians and loop torontonians of one matrix.
 *
 * Mode i of n modes has the rows i and i + n of the Hermitian matrix O.  With M = I - O, which must
 * be positive definite, M_Z for the rows of a set Z of modes, and g_Z likewise,
 *
 *     tor O = sum over Z of (-1)^(n - |Z|) exp(g_Z M_Z^-1 g_Z* / 2) / sqrt(det M_Z).
 *
 * Modes are decided one after another.  An excluded mode leaves the trailing matrix of those that
 * follow.  An included mode is eliminated, by pivots, from that matrix; the product of all pivots
 * is the determinant.  So sets with equal beginnings share their eliminations, and a set takes
 * about 17 products on average, for any n.
 *
 * The matrix is real here: a mode has two rows where O is real or O[i + n][j + n] = O[i][j]* and
 * O[i + n][j] = O[i][j + n]*, as for quantum states (x and p instead of a and a*); else it has
 * four, and the determinant is squared.
 *
 * Sources: Quesada, Arrazola and Killoran, Physical Review A 98, 062322, 2018; prefixes that are
 * shared: Kaposi, Kolarovszki, Kozsik, Zimboras and Rakyta, arXiv:2109.04528, 2022; loops: Bulmer,
 * Paesani, Chadwick and Quesada, Physical Review A 106, 043712, 2022. */
#pragma once

#include "engine/stack_balls.h"
#include "num/dd.h"

struct pm_isa;

/* More modes than this take hours. */
enum { PM_TORONTONIAN_MOST = 40 };

struct pm_torontonian {
    int modes, block;    /* rows of a mode: 2 or 4 */
    int rows;            /* modes * block */
    bool looped;         /* some g is not 0 */
    struct pm_dd *entry; /* I - M, exactly: rows x rows, symmetric; rows of a mode are adjacent */
    double *loop;        /* [rows]: g M^-1 g* = loop_scale loop' M^-1 loop */
    int loop_scale;
    const struct pm_isa *isa;
    int threads;
    const int *stop; /* base/stop.h */
};

/* Reads matrix k; without loops, g = 0.  Numbers that must be conjugates of each other, and differ
 * by at most stack.rtol times the largest modulus, are replaced by their means.  PM_INPUT: the
 * matrix is not Hermitian, or an entry is not below 2^1000.  The caller clears *t, also after an
 * error. */
pm_status pm_torontonian_take(struct pm_torontonian *t, const struct pm_batch *b, size_t k);
void pm_torontonian_clear(struct pm_torontonian *t);

/* Whether some mode has zeros only: then the sum is 0 exactly, but pairs of terms cancel. */
bool pm_torontonian_is_zero(const struct pm_torontonian *t);

/* What one thread adds up with.  The sets of three modes are lanes. */
enum { PM_TORONTONIAN_LANED = 3, PM_TORONTONIAN_LANES = 1 << PM_TORONTONIAN_LANED };

struct pm_torontonian_walk {
    const struct pm_torontonian *t;
    double *room;                  /* pm_torontonian_room() numbers, aligned to 64 bytes */
    const struct pm_dd *factorial; /* 1 / k! */
    double most;                   /* largest exponent of an exponential */
};

struct pm_torontonian_part {
    struct pm_dd value;
    double size; /* sum of moduli */
};

/* Adds up the terms of a unit (below), with the sign of the modes that it excludes; m is that of
 * pm_torontonian_start(). */
typedef void pm_torontonian_add(struct pm_torontonian_part *sum, struct pm_torontonian_walk *w,
                                const struct pm_dd *m, int stride, int unit);

/* *sum, and a bound of its error: double-double.  PM_UNABLE: M may be close to singular, or numbers
 * may leave the range of doubles; balls can compute it. */
pm_status pm_torontonian_dd(struct pm_dd *sum, struct pm_mag *error,
                            const struct pm_torontonian *t);

/* The same in steps.  m = I - O, upper half, with its loops in the last column if the rows have
 * that stride; *least: a bound below its eigenvalues.  Then the bound of the error of a sum whose
 * terms have moduli that add up to `size`, and `most` as the largest exponent. */
pm_status pm_torontonian_start(struct pm_dd *m, double *least, const struct pm_torontonian *t,
                               int stride);
pm_status pm_torontonian_end(struct pm_dd *sum, struct pm_mag *error,
                             const struct pm_torontonian *t, double least, struct pm_dd value,
                             double size, double most);

/* Delivers a sum of matrix k.  PM_UNABLE: it is not as precise as wanted. */
pm_status pm_torontonian_deliver(const struct pm_batch *b, size_t k, struct pm_dd sum,
                                 struct pm_mag error);

/* Many matrices on GPUs.  What they cannot do, or not well enough, is missing.  PM_UNABLE: threads
 * must compute all. */
pm_status pm_torontonian_on_gpus(const struct pm_batch *b, int threads);

/* The same in balls of this number of bits.  PM_UNABLE: more bits are needed to see whether M is
 * positive definite.  PM_DOMAIN: it is not. */
pm_status pm_torontonian_balls(arb_t sum, const struct pm_torontonian *t, slong bits);

/* The same of balls, m[rows + looped][rows + looped], upper half: M with one more column, of the
 * loops and a corner c, which makes the exponents (g M^-1 g* - loop_scale c) / 2.  The other
 * members of *t that count are modes, block, looped, loop_scale, threads and stop. */
pm_status pm_torontonian_sum(arb_t sum, const struct pm_torontonian *t, arb_srcptr m, slong bits);

/* For the first matrix, and for one for each number of modes that are left. */
static inline size_t pm_torontonian_room(const struct pm_torontonian *t)
{
    size_t cells = (size_t)(t->rows + 1) * (size_t)(t->rows + 1);

    for (int left = 0; left <= t->modes; left++)
        cells += (size_t)(left * t->block + 1) * (size_t)(left * t->block + 1);
    return cells * 2 * PM_TORONTONIAN_LANES;
}

/* Threads share the work in units.  A unit decides the first modes: those whose bits are 1 in its
 * number are included, the first mode by the lowest bit.  Units add up in order. */
static inline int pm_torontonian_decided(const struct pm_torontonian *t)
{
    return t->modes > 12 ? 6 : 0;
}
