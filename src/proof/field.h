/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residues modulo a prime of 124 bits.  Tables hold plain residues below p.  A factor has the form
 * of Montgomery (Modular multiplication without trial division, Math. Comp. 44, 1985), w 2^128 mod
 * p, so that the product of a factor and a residue is a plain residue. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef unsigned __int128 pm_residue;

struct pm_field {
    pm_residue p;
    pm_residue one;    /* 1 as a factor: 2^128 mod p */
    pm_residue square; /* 2^256 mod p */
    uint64_t inverse;  /* -1/p mod 2^64 */
};

static inline pm_residue pm_field_add(const struct pm_field *f, pm_residue a, pm_residue b)
{
    const pm_residue sum = a + b, less = sum - f->p;

    return sum >= f->p ? less : sum;
}

static inline pm_residue pm_field_sub(const struct pm_field *f, pm_residue a, pm_residue b)
{
    return a >= b ? a - b : a + f->p - b;
}

/* a b / 2^128 mod p, for a < 2^128 and b < p. */
static inline pm_residue pm_field_mul(const struct pm_field *f, pm_residue a, pm_residue b)
{
    const uint64_t a0 = (uint64_t)a, a1 = (uint64_t)(a >> 64);
    const uint64_t b0 = (uint64_t)b, b1 = (uint64_t)(b >> 64);
    const uint64_t p0 = (uint64_t)f->p, p1 = (uint64_t)(f->p >> 64);

    pm_residue x = (pm_residue)a0 * b0;
    uint64_t l0 = (uint64_t)x;
    x = (pm_residue)a0 * b1 + (x >> 64);
    uint64_t l1 = (uint64_t)x, l2 = (uint64_t)(x >> 64);
    uint64_t m = l0 * f->inverse;
    x = (pm_residue)m * p0 + l0;
    x = (pm_residue)m * p1 + l1 + (x >> 64);
    l0 = (uint64_t)x;
    l1 = l2 + (uint64_t)(x >> 64); /* p < 2^124: no carry */
    x = (pm_residue)a1 * b0 + l0;
    l0 = (uint64_t)x;
    x = (pm_residue)a1 * b1 + l1 + (x >> 64);
    l1 = (uint64_t)x;
    l2 = (uint64_t)(x >> 64);
    m = l0 * f->inverse;
    x = (pm_residue)m * p0 + l0;
    x = (pm_residue)m * p1 + l1 + (x >> 64);
    const pm_residue y = ((pm_residue)(l2 + (uint64_t)(x >> 64)) << 64) | (uint64_t)x;
    return y >= f->p ? y - f->p : y;
}

/* T / 2^128 mod p for T = high 2^128 + low < 2^128 p. */
static inline pm_residue pm_field_reduce(const struct pm_field *f, pm_residue high, pm_residue low)
{
    const uint64_t p0 = (uint64_t)f->p, p1 = (uint64_t)(f->p >> 64);

    uint64_t m = (uint64_t)low * f->inverse;
    pm_residue x = (pm_residue)m * p0 + (uint64_t)low;
    x = (pm_residue)m * p1 + (uint64_t)(low >> 64) + (x >> 64);
    const uint64_t l1 = (uint64_t)x;
    pm_residue y = high + (uint64_t)(x >> 64);
    m = l1 * f->inverse;
    x = (pm_residue)m * p0 + l1;
    x = (pm_residue)m * p1 + (x >> 64);
    y += x;
    return y >= f->p ? y - f->p : y;
}

/* A residue is low + 2^62 high.  Then eight products of two digits fit into 128 bits, and sixteen
 * products of residues are below 2^128 p. */
enum { PM_FIELD_DIGIT = 62, PM_FIELD_AT_ONCE = 8 };

struct pm_field_digits {
    uint64_t low, high;
};

static inline struct pm_field_digits pm_field_split(pm_residue a)
{
    return (struct pm_field_digits){(uint64_t)a & ((UINT64_C(1) << PM_FIELD_DIGIT) - 1),
                                    (uint64_t)(a >> PM_FIELD_DIGIT)};
}

/* A sum of up to AT_ONCE products: d0 + 2^62 d1 + 2^124 d2. */
struct pm_field_sum {
    pm_residue d0, d1, d2;
};

static inline void pm_field_sum_add(struct pm_field_sum *sum, struct pm_field_digits a,
                                    struct pm_field_digits b)
{
    sum->d0 += (pm_residue)a.low * b.low;
    sum->d1 += (pm_residue)a.low * b.high + (pm_residue)a.high * b.low;
    sum->d2 += (pm_residue)a.high * b.high;
}

static inline pm_residue pm_field_sum_reduce(const struct pm_field *f,
                                             const struct pm_field_sum *sum)
{
    const pm_residue middle = sum->d1 << PM_FIELD_DIGIT, t = sum->d0 + middle;
    const pm_residue u = t + (sum->d2 << 2 * PM_FIELD_DIGIT);
    const pm_residue high = (sum->d1 >> (128 - PM_FIELD_DIGIT)) +
                            (sum->d2 >> (128 - 2 * PM_FIELD_DIGIT)) + (t < middle) + (u < t);

    return pm_field_reduce(f, high, u);
}

/* The sum of count products of factors and residues. */
static inline pm_residue pm_field_dot(const struct pm_field *f, const struct pm_field_digits *a,
                                      const pm_residue *b, size_t count)
{
    pm_residue sum = 0;
    size_t i = 0;

    for (; i + PM_FIELD_AT_ONCE <= count; i += PM_FIELD_AT_ONCE) {
        struct pm_field_sum part = {0, 0, 0};
        for (int k = 0; k < PM_FIELD_AT_ONCE; k++)
            pm_field_sum_add(&part, a[i + k], pm_field_split(b[i + k]));
        sum = pm_field_add(f, sum, pm_field_sum_reduce(f, &part));
    }
    struct pm_field_sum rest = {0, 0, 0};
    for (; i < count; i++)
        pm_field_sum_add(&rest, a[i], pm_field_split(b[i]));
    return pm_field_add(f, sum, pm_field_sum_reduce(f, &rest));
}

/* The factor of a plain residue. */
static inline pm_residue pm_field_factor(const struct pm_field *f, pm_residue a)
{
    return pm_field_mul(f, a, f->square);
}

static inline void pm_field_init(struct pm_field *f, pm_residue p)
{
    const uint64_t low = (uint64_t)p;
    uint64_t x = low; /* 1/p modulo 2^3; each step doubles the bits */

    for (int i = 0; i < 5; i++)
        x *= 2 - low * x;
    *f = (struct pm_field){.p = p, .inverse = -x};
    f->one = (-p) % p; /* 2^128 - p, reduced */
    f->square = f->one;
    for (int i = 0; i < 128; i++)
        f->square = pm_field_add(f, f->square, f->square);
}
