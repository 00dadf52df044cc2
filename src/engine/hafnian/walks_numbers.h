/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and polynomials of walks_template.h, in vectors.  A file that includes this has defined
 * the constants PARTS and WORDS.  A coefficient is stored as WORDS groups of PM_HAF_LANES doubles,
 * one of sizes and one of radii (walks_lanes.h). */
#pragma once

#include "engine/hafnian/walks_lanes.h"
#include "engine/isa/vector.h"

enum { DD = WORDS > PARTS, ALL = WORDS + PM_HAF_MORE, CELL = ALL * PM_HAF_LANES };

/* A number, or a sum while products are added to it.  size: in a sum, that of the sizes of all
 * `count` terms. */
struct number {
    V h[PARTS], l[PARTS], size, radius;
    int count;
};

/* WIDTH numbers from `at` on, whose words are `apart` doubles from each other; of one place or of
 * consecutive ones. */
KERNEL struct number take(const double *at, long apart, bool spread)
{
    struct number x;

    UNROLL for (int k = 0; k < PARTS; k++)
    {
        const double *const low = at + (WORDS - PARTS + k) * apart;
        x.h[k] = spread ? v_all(at[k * apart]) : v_load_any(at + k * apart);
        x.l[k] = !DD ? v_all(0) : spread ? v_all(*low) : v_load_any(low);
    }
    const double *const size = at + WORDS * apart, *const radius = size + apart;
    x.size = spread ? v_all(*size) : v_load_any(size);
    x.radius = spread ? v_all(*radius) : v_load_any(radius);
    x.count = 1;
    return x;
}

KERNEL struct number get(const double *p)
{
    return take(p, PM_HAF_LANES, false);
}

KERNEL struct number sum_zero(void)
{
    struct number s;

    UNROLL for (int k = 0; k < PARTS; k++) s.h[k] = s.l[k] = v_all(0);
    s.size = s.radius = v_all(0);
    s.count = 0;
    return s;
}

/* Stores the number, in words that are `apart` doubles from each other; in double-double, the low
 * part becomes at most an ulp of the high one. */
KERNEL void store(double *at, long apart, const struct number *s)
{
    UNROLL for (int k = 0; k < PARTS; k++)
    {
        V high = s->h[k];
        if (DD) {
            V low = v_all(0);
            v_gather(&high, &low, s->l[k]);
            v_store(at + (WORDS - PARTS + k) * apart, low);
        }
        v_store(at + k * apart, high);
    }
    const V radius = v_fma(v_all(pm_walks_operation(s->count, PARTS, DD)), s->size,
                           v_add(s->radius, v_all(PM_HAF_LEAST)));
    V size = PARTS == 1 ? v_abs(s->h[0]) : v_modulus(s->h[0], s->h[PARTS - 1]);
    size = v_fma(size, v_all(1 + 0x1p-45), DD ? v_abs(s->l[0]) : v_all(0));
    if (DD && PARTS == 2)
        size = v_add(size, v_abs(s->l[PARTS - 1]));
    v_store(at + WORDS * apart, v_fma(v_all(DD ? PM_BALL_U * PM_BALL_U : PM_BALL_U), radius, size));
    v_store(at + (WORDS + 1) * apart, radius);
}

KERNEL void put(double *p, const struct number *s)
{
    store(p, PM_HAF_LANES, s);
}

/* Part `to` of s += the product of part i of x and part j of y, or its opposite. */
KERNEL void add_part(struct number *s, int to, const struct number *x, int i,
                     const struct number *y, int j, bool minus)
{
    if (!DD) {
        s->h[to] = minus ? v_fnma(x->h[i], y->h[j], s->h[to]) : v_fma(x->h[i], y->h[j], s->h[to]);
        return;
    }
    const V a = minus ? v_negative(x->h[i]) : x->h[i], p = v_mul(a, y->h[j]);
    V rest = v_fma(a, y->l[j], v_fms(a, y->h[j], p));
    rest = minus ? v_fnma(x->l[i], y->h[j], rest) : v_fma(x->l[i], y->h[j], rest);
    v_gather(&s->h[to], &rest, p);
    s->l[to] = v_add(s->l[to], rest);
}

/* *s += x y */
KERNEL void add_times(struct number *s, const struct number *x, const struct number *y)
{
    add_part(s, 0, x, 0, y, 0, false);
    if (PARTS == 2) {
        add_part(s, 0, x, PARTS - 1, y, PARTS - 1, true);
        add_part(s, PARTS - 1, x, 0, y, PARTS - 1, false);
        add_part(s, PARTS - 1, x, PARTS - 1, y, 0, false);
    }
    s->size = v_fma(x->size, y->size, s->size);
    s->radius = v_fma(x->size, y->radius, v_fma(x->radius, y->size, s->radius));
    s->count++;
}

/* *s += factor x */
KERNEL void add_multiple(struct number *s, const struct number *x, V factor)
{
    struct number f;

    UNROLL for (int k = 0; k < PARTS; k++) f.h[k] = f.l[k] = v_all(0);
    f.h[0] = factor;
    add_part(s, 0, x, 0, &f, 0, false);
    if (PARTS == 2)
        add_part(s, PARTS - 1, x, PARTS - 1, &f, 0, false);
    s->size = v_fma(v_abs(factor), x->size, s->size);
    s->radius = v_fma(v_abs(factor), x->radius, s->radius);
    s->count++;
}

/* ------------------------------------------------------------------ polynomials */

/* *s += coefficient m of x y */
KERNEL void add_dot(struct number *s, int m, const double *x, int x_length, const double *y,
                    int y_length)
{
    const int low = m < y_length ? 0 : m - y_length + 1, high = pm_walks_least(m, x_length - 1);

    for (int i = low; i <= high; i++) {
        const struct number a = get(x + i * CELL), c = get(y + (m - i) * CELL);
        add_times(s, &a, &c);
    }
}

/* The first coefficients of to = x y, or of to += x y */
static void put_products(double *to, int length, bool add, const double *x, int x_length,
                         const double *y, int y_length)
{
    for (int m = 0; m < length; m++) {
        struct number s = add ? get(to + m * CELL) : sum_zero();
        add_dot(&s, m, x, x_length, y, y_length);
        put(to + m * CELL, &s);
    }
}

/* to += z^shift x y, up to `length` coefficients */
static void add_products(double *to, int length, int shift, const double *x, int x_length,
                         const double *y, int y_length)
{
    const int most = pm_walks_least(length - shift, x_length + y_length - 1);

    put_products(to + shift * CELL, most, true, x, x_length, y, y_length);
}

/* x_i += sum over j of p_(i+j+shift) y_j: what the derivatives p by z^shift x y give those by x. */
static inline void add_back(double *x, int x_length, const double *p, int length, int shift,
                            const double *y, int y_length)
{
    for (int i = 0; i < x_length && i + shift < length; i++) {
        const int most = pm_walks_least(y_length, length - shift - i);
        struct number s = get(x + i * CELL);
        for (int j = 0; j < most; j++) {
            const struct number a = get(p + (i + shift + j) * CELL), c = get(y + j * CELL);
            add_times(&s, &a, &c);
        }
        put(x + i * CELL, &s);
    }
}

static void set_zero(double *to, int length)
{
    for (int m = 0; m < length; m++)
        for (int k = 0; k < ALL; k++)
            v_store(to + m * CELL + k * PM_HAF_LANES, v_all(0));
}

static void set_one(double *to, int length)
{
    set_zero(to, length);
    v_store(to, v_all(1));
    v_store(to + WORDS * PM_HAF_LANES, v_all(1));
}

/* to = factor x, for a factor 0, 1 or -1: nothing is rounded */
static void set_signed(double *to, int length, const double *x, int x_length, V factor)
{
    for (int m = 0; m < x_length; m++)
        for (int k = 0; k < ALL; k++) {
            const int at = m * CELL + k * PM_HAF_LANES;
            v_store(to + at, v_mul(v_load(x + at), k < WORDS ? factor : v_abs(factor)));
        }
    set_zero(to + x_length * CELL, length - x_length);
}

static void set(double *to, int length, const double *from, int from_length)
{
    set_signed(to, length, from, from_length, v_all(1));
}

/* to = x y */
static void multiply_all(double *to, int length, const double *x, int x_length, const double *y,
                         int y_length)
{
    const int most = pm_walks_least(length, x_length + y_length - 1);

    put_products(to, most, false, x, x_length, y, y_length);
    set_zero(to + most * CELL, length - most);
}

/* to += factor x */
static void add_scaled(double *to, const double *x, int length, V factor)
{
    for (int m = 0; m < length; m++) {
        struct number s = get(to + m * CELL);
        const struct number a = get(x + m * CELL);
        add_multiple(&s, &a, factor);
        put(to + m * CELL, &s);
    }
}
