/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vertices are scaled by powers of two, so that entries are near 1: D A D has the loop hafnian of A
 * times the product of all d_i.  Valid in C and in CUDA C++. */
#pragma once

#include "num/modulus.h"

#ifndef PM_ISA_CUDA
#include <stdbool.h>
#endif

enum {
    PM_HAF_SWEEPS = 4,       /* over the vertices, to choose their powers of two */
    PM_HAF_NEAR = 300,       /* a product of such an exponent is far from underflow */
    PM_HAF_NOTHING = -50000, /* the exponent of 0 is below this */
};

/* Entry (i, j) is number i row + j col of the numbers, which have `parts` doubles. */
struct pm_walks_entries {
    const double *entry, *loop; /* loop: NULL, or one for each vertex */
    long long row, col;
    int n, parts;
    const int *times; /* copies of each vertex; NULL: one each */
};

static inline const double *pm_walks_entry(const struct pm_walks_entries *m, int i, int j)
{
    return m->entry + (i * m->row + j * m->col) * m->parts;
}

static inline int pm_walks_copies(const struct pm_walks_entries *m, int i)
{
    return m->times == 0 ? 1 : m->times[i];
}

static inline int pm_walks_exponent(const double *z, int parts)
{
    return parts == 1 ? pm_exponent(z[0]) : pm_larger_exponent(z[0], z[1]);
}

/* The largest exponent of what vertex i takes part in, after scaling. */
static inline int pm_walks_reach(const struct pm_walks_entries *m, const int *scale, int i)
{
    int most = PM_HAF_NOTHING;

    for (int j = 0; j < m->n; j++) {
        if ((j == i && pm_walks_copies(m, i) <= 1) || pm_walks_copies(m, j) == 0)
            continue;
        const int e = pm_walks_exponent(pm_walks_entry(m, i, j), m->parts);
        if (e > PM_HAF_NOTHING && e - scale[i] - scale[j] > most)
            most = e - scale[i] - scale[j];
    }
    if (m->loop == 0)
        return most;
    const int e = pm_walks_exponent(m->loop + (long long)i * m->parts, m->parts);
    return e > PM_HAF_NOTHING && e - scale[i] > most ? e - scale[i] : most;
}

static inline bool pm_walks_number_kept(const double *z, int parts, int down)
{
    bool kept = true;

    for (int part = 0; part < parts; part++) /* 0 has an exponent far below */
        kept = kept && (z[part] == 0 || pm_exponent(z[part]) - down > -1022);
    return kept;
}

/* Whether no number falls below the normal numbers by this scale. */
static inline bool pm_walks_is_kept(const int *scale, const struct pm_walks_entries *m)
{
    bool kept = true;

    for (int i = 0; i < m->n; i++) {
        kept = kept && (m->loop == 0 || pm_walks_number_kept(m->loop + (long long)i * m->parts,
                                                             m->parts, scale[i]));
        for (int j = 0; j < m->n && kept; j++)
            kept = pm_walks_number_kept(pm_walks_entry(m, i, j), m->parts, scale[i] + scale[j]);
    }
    return kept;
}

static inline bool pm_walks_number_is_near(const double *z, int parts, double most)
{
    bool near = true;

    for (int part = 0; part < parts; part++)
        near = near && (z[part] == 0 || (fabs(z[part]) < most && fabs(z[part]) * most > 1));
    return near;
}

/* Whether all numbers are 0 or so near 1 that they need no scale: powers of two change no digit. */
static inline bool pm_walks_is_near(const struct pm_walks_entries *m)
{
    int total = 1;
    bool near = true;

    for (int i = 0; i < m->n; i++)
        total += pm_walks_copies(m, i);
    const double most = pm_times_power(1, PM_HAF_NEAR / total);
    for (int i = 0; i < m->n && near; i++) {
        near = m->loop == 0 ||
               pm_walks_number_is_near(m->loop + (long long)i * m->parts, m->parts, most);
        for (int j = 0; j <= i && near; j++)
            near = pm_walks_number_is_near(pm_walks_entry(m, i, j), m->parts, most);
    }
    return near;
}

/* scale[i]: vertex i is divided by 2^scale[i], so that the largest exponent of each is near 0.
 * False: a number falls below the normal numbers. */
static inline bool pm_walks_choose_scale(int *scale, const struct pm_walks_entries *m)
{
    for (int i = 0; i < m->n; i++)
        scale[i] = 0;
    if (pm_walks_is_near(m))
        return true;
    bool changed = true;
    for (int sweep = 0; sweep < PM_HAF_SWEEPS && changed; sweep++) {
        changed = sweep == 0; /* the next one takes whole exponents */
        for (int i = 0; i < m->n; i++) {
            const int most = pm_walks_reach(m, scale, i), more = most / (sweep == 0 ? 2 : 1);
            if (most <= PM_HAF_NOTHING || pm_walks_copies(m, i) == 0)
                continue;
            scale[i] += more;
            changed = changed || more != 0;
        }
    }
    return pm_walks_is_kept(scale, m);
}
