/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses are linear over the field of two elements, so elimination of a few bits finds the banks
 * that a warp uses. */
#include "engine/sweep/gpu/tile_pass.h"

#include "base/bits.h"

#include <stdbool.h>
#include <string.h>

enum { SIX = PM_TILE_OWN + 1, BANK_BITS = 5, BYTES = 4, PRIMITIVE = 37 };

/* ------------------------------------------------------------------ addresses */

/* The k-th power of 2 in the field of 32 elements, with x^5 = x^2 + 1.  The banks of any five
 * consecutive bits have rank 5, and any two bits of a tile have different banks. */
static unsigned bank_of_bit(int k)
{
    unsigned x = 1;

    for (; k > 0; k--)
        x = x << 1 ^ (x >> (BANK_BITS - 1) ? PRIMITIVE : 0);
    return x;
}

uint64_t pm_tile_stand(int place)
{
    return UINT64_C(1) << (place - 1) | (bank_of_bit(place - 1) & 3);
}

/* The bits of a number within its row are those of its bank. */
unsigned pm_tile_address(uint64_t tile, int place)
{
    return BYTES * (1u << pm_tile_bit(tile, place) | bank_of_bit(place - 1));
}

static unsigned bank(unsigned address)
{
    return address / BYTES & ((1u << BANK_BITS) - 1);
}

/* Reduces a bank's number by those of `count` others, which have different top bits. */
static unsigned reduced(unsigned x, const unsigned *base, int count)
{
    for (int k = 0; k < count; k++)
        if ((x ^ base[k]) < x)
            x ^= base[k];
    return x;
}

int pm_tile_spread(unsigned *address, int count)
{
    unsigned base[BANK_BITS];
    int rank = 0;

    for (int k = 0; k < count && rank < BANK_BITS; k++) {
        const unsigned left = reduced(bank(address[k]), base, rank), chosen = address[k];
        if (left == 0)
            continue;
        memmove(address + rank + 1, address + rank, (size_t)(k - rank) * sizeof *address);
        address[rank] = chosen;
        base[rank++] = left;
    }
    return rank;
}

int pm_tile_bit(uint64_t tile, int place)
{
    return pm_popcount(tile & ((UINT64_C(1) << place) - 1)) - 1;
}

/* --------------------------------------------------------------------- rounds */

/* The sixth slot is that of place 0.  The bits of all others except the last are paired with the
 * last, so that only the last one turns the round. */
static int share_implied(struct pm_tile_round *round, const unsigned *other, int last)
{
    int count = 0;

    for (int k = 0; k < PM_TILE_SHARES; k++)
        if (k != last)
            round->share[count++] = other[k] ^ other[last];
    round->share[count] = other[last];
    return pm_tile_spread(round->share, count);
}

static void set_implied(struct pm_tile_round *round, const unsigned *other)
{
    int best = 0, most = -1;

    for (int last = 0; last < PM_TILE_SHARES; last++) {
        const int rank = share_implied(round, other, last);
        if (rank > most) {
            most = rank;
            best = last;
        }
    }
    share_implied(round, other, best);
}

void pm_tile_round_set(struct pm_tile_round *round, int place[6], uint64_t six, uint64_t tile)
{
    unsigned other[PM_TILE_BITS], last = 0;
    int own = 0, count = 0;

    round->implied = six & 1;
    for (uint64_t set = tile & ~UINT64_C(1); set != 0; set &= set - 1) {
        const int p = __builtin_ctzll(set);
        const unsigned address = pm_tile_address(tile, p);
        if (!(six >> p & 1)) {
            other[count++] = address;
        } else if (own < PM_TILE_OWN) {
            place[own] = p;
            round->own[own++] = address;
        } else {
            place[own] = p;
            last = address;
        }
    }
    if (round->implied) {
        place[PM_TILE_OWN] = 0;
        set_implied(round, other);
        return;
    }
    for (int k = 0; k < PM_TILE_OWN; k++)
        round->own[k] ^= last;
    pm_tile_spread(other, count);
    memcpy(round->share, other, (size_t)count * sizeof *other);
    round->share[count] = last;
}

/* ---------------------------------------------------------------------- steps */

static int number_of(const int place[6], int p)
{
    int k = 0;

    while (place[k] != p)
        k++;
    return k;
}

/* Registers in which slot k has a one, in a round that is not turned. */
static unsigned ones_at(int k)
{
    unsigned mask = 0;

    for (unsigned s = 0; s < 1u << PM_TILE_OWN; s++)
        mask |= (unsigned)((k < PM_TILE_OWN ? s >> k : (unsigned)pm_popcount(s)) & 1) << s;
    return mask;
}

/* A task with numbers of the round as its slots.  With weights, the lower one comes first. */
static struct pm_tile_task numbered(const struct pm_tile_task *task, const int place[6],
                                    bool weighted)
{
    struct pm_tile_task t = *task;

    t.a = number_of(place, task->a);
    t.b = number_of(place, task->b);
    return !weighted || t.a < t.b ? t : (struct pm_tile_task){t.act,    t.b,      t.a,
                                                              t.from_b, t.from_a, t.weight};
}

/* Combines consecutive additions with the same first slot into a step. */
static size_t set_star(struct pm_tile_step *step, const struct pm_tile_task *task, size_t tasks,
                       const int place[6], bool weighted)
{
    const struct pm_tile_task first = numbered(task, place, weighted);
    bool has[SIX] = {false};
    unsigned weight[SIX];
    size_t done = 0;

    step->word = (unsigned)(2 * first.a + first.from_a);
    step->turn = first.a == PM_TILE_OWN;
    for (; done < tasks && task[done].act == PM_TASK_ADD; done++) {
        const struct pm_tile_task t = numbered(&task[done], place, weighted);
        if (t.a != first.a || t.from_a != first.from_a || has[t.b])
            break;
        has[t.b] = true;
        weight[t.b] = t.weight;
        step->word |= 1u << (PM_TILE_FIRST + 2 * t.b + t.from_b);
        step->turn |= t.b == PM_TILE_OWN ? 3u << (PM_TILE_FIRST + 2 * t.b) : 0;
    }
    for (int b = 0; b < SIX; b++)
        if (has[b])
            step->weight[step->count++] = weight[b];
    return done;
}

size_t pm_tile_step_set(struct pm_tile_step *step, const struct pm_tile_task *task, size_t tasks,
                        const int place[6], bool weighted)
{
    const int a = number_of(place, task->a);

    *step = (struct pm_tile_step){.word = 0};
    if (task->act == PM_TASK_ADD)
        return set_star(step, task, tasks, place, weighted);
    step->count = 1;
    step->weight[0] = task->weight;
    if (task->act == PM_TASK_ALONE) {
        step->word = PM_TILE_ALONE | (unsigned)(2 * a + task->from_a) << PM_TILE_FIRST;
        return 1;
    }
    step->word = task->act == PM_TASK_SCALE ? PM_TILE_SCALE : PM_TILE_CLEAR;
    step->mask = task->from_a ? ones_at(a) : ~ones_at(a);
    step->turn = a == PM_TILE_OWN ? PM_TILE_OTHERS : 0;
    return 1;
}
