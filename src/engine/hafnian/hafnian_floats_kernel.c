/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum of hafnian_kernel.c in floating numbers with error bounds: the vectors of walks_lanes.h,
 * whose lanes are eight choices of the first pairs. */
#include "base/alloc.h"
#include "engine/hafnian/walks_room.h"
#include "engine/isa/isa.h"
#include "engine/walk.h"
#include "num/type.h"

#include <math.h>

PM_ISA_NUMBERS(pm_walks_kernel, pm_walks_hafnian);

enum {
    LANES = PM_HAF_LANES,
    PARTS = PM_TYPE_ID == PM_TYPE_ID_complex || PM_TYPE_ID == PM_TYPE_ID_complex_dd ? 2 : 1,
    LAYERS = PM_TYPE_ID == PM_TYPE_ID_dd || PM_TYPE_ID == PM_TYPE_ID_complex_dd ? 2 : 1,
    WORDS = PARTS * LAYERS,
    CELL = (WORDS + PM_HAF_MORE) * LANES,
};

/* The unit of radii. */
static const double UNIT = LAYERS == 2 ? 0x1p-106 : 0x1p-53;

/* Writes a number into all lanes. */
static void put(double *to, const struct pm_part *x)
{
    const double word[] = {x->re[0], x->im[0], x->re[1], x->im[1]};
    const double radius = x->err / UNIT;
    const double size = (hypot(x->re[0], x->im[0]) + fabs(x->re[1]) + fabs(x->im[1])) * PM_UP;

    for (int lane = 0; lane < LANES; lane++) {
        for (int k = 0; k < WORDS; k++)
            to[k * LANES + lane] = word[PARTS == 2 ? k : 2 * k];
        to[WORDS * LANES + lane] = (size + x->err) * PM_UP;
        to[(WORDS + 1) * LANES + lane] = radius;
    }
}

/* The state before any pair is decided. */
static void fill(const struct pm_walks_memory *m, const struct pm_walk *walk)
{
    const struct pm_image *const a = walk->image;
    const struct pm_part one = {.re = {1, 0}};
    const int h = a->rows / 2;

    for (int j = 0; j < a->rows; j++)
        for (int k = a->row_start[j]; k < a->row_start[j + 1] && a->row_col[k] < j; k++) {
            const struct pm_part entry = t_part(&a->ring, ((const T *)a->row_val)[k]);
            put(m->b[h] + (j * (j + 1) / 2 + a->row_col[k]) * CELL, &entry);
        }
    put(m->g[h], &one);
}

/* The bits of `first` decide about the pairs from `strand` on, and those of the lane about the
 * `apart` pairs below: weight 1 accepts, and 0 rejects. */
static void set_weights(struct pm_walks_memory *m, uint64_t first, int strand, int apart)
{
    for (int i = 0; i < m->walk.fixed; i++)
        for (int lane = 0; lane < LANES; lane++) {
            const int pair = m->walk.pairs - 1 - i, below = pair - strand + apart;
            m->weight[i * LANES + lane] =
                (pair >= strand ? first >> pair : (uint64_t)lane >> below) & 1;
        }
}

/* The sum of a lane, whose sign is the parity of its rejected pairs. */
static struct pm_part lane_part(const struct pm_walks_memory *m, const double *sum, int lane)
{
    double sign = 1;
    struct pm_part part = {.err = sum[(WORDS + 1) * LANES + lane] * UNIT * PM_UP_LONG};

    for (int i = 0; i < m->walk.fixed; i++)
        sign = m->weight[i * LANES + lane] == 0 ? -sign : sign;
    for (int layer = 0; layer < LAYERS; layer++) {
        const double *const words = sum + layer * PARTS * LANES + lane;
        part.re[layer] = sign * words[0];
        part.im[layer] = PARTS == 2 ? sign * words[LANES] : 0;
    }
    return part;
}

static pm_status add_lanes(struct pm_part *part, const struct pm_walk *walk,
                           struct pm_walks_memory *m, int apart)
{
    double sum[CELL] __attribute__((aligned(64)));

    pm_walks_hafnian_sets[walk->isa->number][LAYERS - 1][PARTS - 1](sum, &m->walk);
    PM_TRY(pm_go_on(walk->stop));
    *part = lane_part(m, sum, 0);
    for (int lane = 1; lane < 1 << apart; lane++) {
        const struct pm_part more = lane_part(m, sum, lane);
        pm_part_add(&walk->image->ring, part, &more);
    }
    return PM_OK;
}

static pm_status unit(const struct pm_walk *walk, uint64_t first, uint64_t last,
                      struct pm_part *part)
{
    const int h = walk->image->rows / 2, strand = __builtin_ctzll(last - first);
    const int apart = pm_walks_least(PM_HAF_LOG_LANES, h - 1);
    int times[PM_HAF_PAIRS];
    const struct pm_joined pairs = {.count = h, .times = times};
    struct pm_walks_memory m = {.all = NULL};

    *part = (struct pm_part){.re = {walk->image->rows == 0, 0}};
    if (h == 0 || walk->image->rows % 2 != 0)
        return PM_OK;
    for (int k = 0; k < h; k++)
        times[k] = 1;
    PM_TRY(pm_walks_memory_new(&m, &pairs, WORDS));
    fill(&m, walk);
    m.walk.fixed = h - strand + apart;
    m.walk.stop = walk->stop;
    set_weights(&m, first, strand, apart);
    const pm_status status = add_lanes(part, walk, &m, apart);
    free(m.all);
    return status;
}

const struct pm_kernel PM_NAME(pm_hafnian) = {NULL, unit};
