/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polynomials of balls, and the steps of walks_steps_template.h over them. */
#include "engine/hafnian/walks.h"

#include "base/alloc.h"
#include "engine/hafnian/walks_lanes.h"

#include <stdlib.h>

/* Elements of a coefficient; polynomials besides two for each vertex. */
enum { CELL = 1, WORK = 16 };

static slong room(const struct pm_walks *w, int r)
{
    const slong vertices = w->looped + 2 * r;

    return vertices * (vertices + 1) / 2 * w->stride;
}

static slong work_room(const struct pm_walks *w)
{
    return (2 * (w->looped + 2 * w->pairs) + WORK) * w->stride;
}

/* ------------------------------------------------------------------ memory */

pm_status pm_walks_init(struct pm_walks *w)
{
    w->diagonal = false;
    PM_NEW(w->degree, (size_t)w->pairs + 1);
    for (int r = w->pairs; r > 0; r--) {
        w->degree[r - 1] = w->degree[r] + w->times[r - 1];
        w->diagonal = w->diagonal || w->times[r - 1] > 1;
    }
    w->stride = w->degree[pm_walks_least(1, w->pairs)] + 1;
    w->work = _acb_vec_init(work_room(w));
    return PM_OK;
}

void pm_walks_clear(struct pm_walks *w)
{
    if (w->degree != NULL)
        _acb_vec_clear(w->work, work_room(w));
    free(w->degree);
}

void pm_walks_state_init(struct pm_walks_state *s, const struct pm_walks *w, int r)
{
    s->b = _acb_vec_init(room(w, r));
    s->g = _acb_vec_init(w->stride);
    s->length = 1;
}

void pm_walks_state_clear(struct pm_walks_state *s, const struct pm_walks *w, int r)
{
    _acb_vec_clear(s->b, room(w, r));
    _acb_vec_clear(s->g, w->stride);
}

void pm_walks_powers_init(struct pm_walks_powers *s, const struct pm_walks *w, int r)
{
    const int m = w->times[r - 1];

    s->p = _acb_vec_init(m > 1 ? m * w->stride : 0);
    s->q = _acb_vec_init(m > 1 ? m * w->stride : 0);
    s->h = _acb_vec_init((m + 1) * w->stride);
}

void pm_walks_powers_clear(struct pm_walks_powers *s, const struct pm_walks *w, int r)
{
    const int m = w->times[r - 1];

    _acb_vec_clear(s->p, m > 1 ? m * w->stride : 0);
    _acb_vec_clear(s->q, m > 1 ? m * w->stride : 0);
    _acb_vec_clear(s->h, (m + 1) * w->stride);
}

/* ------------------------------------------------------------------ polynomials */

/* z += x[0] y[0] + x[1] y[step] + ..., `count` products. */
static void add_dot(const struct pm_walks *w, acb_t z, acb_srcptr x, acb_srcptr y, int step,
                    slong count)
{
    if (w->complex_values)
        acb_dot(z, z, 0, x, 1, y, step, count, w->bits);
    else
        arb_dot(acb_realref(z), acb_realref(z), 0, acb_realref(x), 2, acb_realref(y), 2 * step,
                count, w->bits);
}

/* to += z^shift x y, up to `length` coefficients. */
static void add_product(const struct pm_walks *w, acb_ptr to, int length, int shift, acb_srcptr x,
                        int x_length, acb_srcptr y, int y_length)
{
    const int most = pm_walks_least(length - shift, x_length + y_length - 1);

    for (int m = 0; m < most; m++) {
        const int low = m < y_length ? 0 : m - y_length + 1, high = pm_walks_least(m, x_length - 1);
        add_dot(w, to + m + shift, x + low, y + m - low, -1, high - low + 1);
    }
}

static void add_times(const struct pm_walks *w, acb_ptr to, acb_srcptr x, int length, slong factor)
{
    for (int i = 0; i < length && factor != 0; i++)
        acb_addmul_si(to + i, x + i, factor, w->bits);
}

static void set(acb_ptr to, int length, acb_srcptr from, int from_length)
{
    _acb_vec_set(to, from, from_length);
    _acb_vec_zero(to + from_length, length - from_length);
}

static void set_weighted(const struct pm_walks *w, acb_ptr to, int length, acb_srcptr x,
                         int x_length, slong weight)
{
    _acb_vec_zero(to, length);
    add_times(w, to, x, x_length, weight);
}

static void set_one(acb_ptr to, int length)
{
    _acb_vec_zero(to, length);
    acb_one(to);
}

static void multiply(const struct pm_walks *w, acb_ptr to, int length, acb_srcptr x, int x_length,
                     acb_srcptr y, int y_length)
{
    _acb_vec_zero(to, length);
    add_product(w, to, length, 0, x, x_length, y, y_length);
}

static void set_step(const struct pm_walks *w, acb_ptr to, acb_srcptr r, acb_srcptr s, int length,
                     int left, long falling)
{
    _acb_vec_set(to, r, length);
    if (left > 0)
        add_times(w, to, s, length, -left);
    _acb_vec_scalar_mul_ui(to, to, length, (ulong)falling, w->bits);
}

static void set_powers(const struct pm_walks *w, acb_ptr to, int length, acb_srcptr x, int m,
                       int weight)
{
    fmpz_t power;

    fmpz_init(power);
    fmpz_one(power);
    _acb_vec_zero(to, length);
    for (int k = 0; k < m && k < length; k++) {
        fmpz_mul_si(power, power, weight);
        for (int i = 0; i + k < length; i++)
            acb_addmul_fmpz(to + i + k, x + k * w->stride + i, power, w->bits);
    }
    fmpz_clear(power);
}

static void set_closed(const struct pm_walks *w, acb_ptr to, int length, acb_srcptr h, int m,
                       int weight)
{
    fmpz_t share;

    fmpz_init(share);
    fmpz_fac_ui(share, (ulong)m);
    _acb_vec_zero(to, length);
    for (int k = 0; k <= m && k < length; k++) {
        for (int i = 0; i + k < length && i < length - 1; i++)
            acb_addmul_fmpz(to + i + k, h + k * w->stride + i, share, w->bits);
        fmpz_mul_si(share, share, weight);
        fmpz_tdiv_q_ui(share, share, (ulong)k + 1);
    }
    fmpz_clear(share);
}

static void set_joined(const struct pm_walks *w, acb_ptr to, int length, acb_srcptr old,
                       int old_length, acb_srcptr x[2], acb_srcptr y[2], int y_length)
{
    set(to, length, old, old_length);
    for (int side = 0; side < 2; side++)
        add_product(w, to, length, 1, x[side], old_length, y[side], y_length);
}

typedef acb_ptr P;
typedef acb_srcptr CP;
typedef struct pm_walks WALK_DATA;
typedef struct pm_walks_state STATE;
typedef struct pm_walks_powers POWERS;
typedef int WEIGHT;
#define pair_times(w, pair) (w)->times[pair]
#define walk_at             pm_walks_at
#define set_zero            _acb_vec_zero

#include "engine/hafnian/walks_steps_template.h"

/* ------------------------------------------------------------------ steps */

void pm_walks_powers_find(struct pm_walks_powers *s, const struct pm_walks *w,
                          const struct pm_walks_state *from, int r)
{
    find_powers(s, w, from, r);
}

void pm_walks_accept(const struct pm_walks *w, struct pm_walks_state *to,
                     const struct pm_walks_state *from, const struct pm_walks_powers *s, int r,
                     int weight)
{
    accept(to, w, from, s, r, weight, weight == 1 && w->times[r - 1] == 1);
}

void pm_walks_finish(acb_t z, const struct pm_walks *w, const struct pm_walks_state *from,
                     const struct pm_walks_powers *s)
{
    const int d = w->degree[1], m = w->times[0];

    acb_zero(z);
    add_dot(w, z, from->g, s->h + m * w->stride + d, -1, pm_walks_least(d + 1, from->length));
}
