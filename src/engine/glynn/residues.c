/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/glynn/residues.h"

#include "base/bits.h"
#include "num/type_mod.h"

static double centred(const struct pm_ring *ring, T x)
{
    const uint64_t r = t_to_residue(ring, x);
    return r > ring->p / 2 ? -(double)(ring->p - r) : (double)r;
}

void pm_residues_load(double *b, int n, const struct pm_image *image)
{
    for (int i = 0; i < image->rows; i++)
        for (int k = image->row_start[i]; k < image->row_start[i + 1]; k++)
            b[i * n + image->row_col[k]] = centred(&image->ring, ((const T *)image->row_val)[k]);
    for (int i = image->rows; i < image->cols; i++)
        for (int j = 0; j < image->cols; j++)
            b[i * n + j] = 1;
    for (int i = image->cols; i < n; i++)
        b[i * n + i] = 1;
}

struct pm_part pm_residues_part(const struct pm_ring *ring, uint64_t factor, int64_t total)
{
    const int64_t p = (int64_t)ring->p, rest = total % p;
    const T residue = t_from_residue(ring, (uint64_t)(rest < 0 ? rest + p : rest));

    return t_part(ring, t_mul(ring, residue, factor));
}

struct pm_part pm_residues_end(const double sum[PM_LANES], const struct pm_ring *ring,
                               uint64_t factor, uint64_t unit)
{
    int64_t total = 0;

    for (int lane = 0; lane < PM_LANES; lane++)
        total += pm_popcount((uint64_t)lane) & 1 ? -(int64_t)sum[lane] : (int64_t)sum[lane];
    return pm_residues_part(ring, factor, pm_popcount(unit) & 1 ? -total : total);
}
