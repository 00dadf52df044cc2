/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiler of passes: from the operations of a sweep (order.h) to walks over its vector.
 *
 * A state has one bit for every slot.  The bits stand at *places*, 0 being the lowest; a state's
 * number is stored by *blocks*: the bits from place `low` on name a block, blocks ascend, and in a
 * block stand the states of the class by ascending low bits, followed by nothing of meaning up to a
 * multiple of PM_SWEEP_PAD numbers.  Where the class has C(w, k) states, or 2^(w - 1), a block has
 * only those low bits that the class allows.
 *
 * A *pass* is one walk over the vector.  It has a *window*: a few places above the low
 * ones.  All actions of a pass change bits of the window alone.  So the states that agree
 * in all other high bits, a *tile*, can be taken through all actions of the pass while they are in
 * cache, and tiles are independent of each other.  An action adds whole blocks to whole blocks; no
 * low bit is ever looked at.
 *
 * After its actions a pass may end with a *change* of places: slots exchange places, a new slot
 * comes, or one goes.  Exchanges bring slots that are needed soon out of the low places and put
 * those there that are needed last.
 *
 * Passes are plain data.  They depend on the order alone: neither on the numbers nor on who will
 * carry them out.
 *
 * What a bit means: in a square matrix 1 is a row that is not covered, or a column that is, so that
 * all states have the same number of ones.  Elsewhere a new slot's vertex is not covered where its
 * bit is `uncovered`, 0 or 1 as it suits; the number of ones is even or odd for all states of a
 * general graph's vector.  A vertex that inherits a slot from a closed one is covered where that
 * one was not, so no number moves. */
#ifndef PM_ENGINE_SWEEP_PASSES_H
#define PM_ENGINE_SWEEP_PASSES_H

#include "engine/sweep/shape.h"

enum {
    PM_SWEEP_WINDOW = 10, /* places of a window, at most */
    PM_SWEEP_SWAPS = 9,   /* low places that an exchange brings up, at most */
};

enum pm_sweep_act {
    PM_SWEEP_ACT_ADD,   /* X(to) += weight X(from), where the bits a and b differ from `from` */
    PM_SWEEP_ACT_ALONE, /* the same where bit a alone differs, without weight */
    PM_SWEEP_ACT_SCALE, /* X(from) *= weight, from: bit a alone */
    PM_SWEEP_ACT_CLEAR, /* X(from) = 0, from: bit a alone */
};

struct pm_sweep_action {
    enum pm_sweep_act act;
    uint8_t a, b;           /* of the window's places, by number */
    uint8_t from_a, from_b; /* bits of the states that are read */
    int entry;              /* of the matrix, the weight; -1 where there is none */
    int u, v;               /* the edge's vertices; v: -1 where there is none */
};

enum pm_sweep_move {
    PM_SWEEP_STAY,     /* no change */
    PM_SWEEP_EXCHANGE, /* slots exchange places, the shape stays */
    PM_SWEEP_RISE,     /* a new slot on top; nobody else moves */
    PM_SWEEP_FALL,     /* a slot goes from a high place, those above come down by one */
    PM_SWEEP_REMAKE,   /* anything: of vectors that are short enough for a copy */
};

struct pm_sweep_change {
    enum pm_sweep_move move;
    struct pm_sweep_shape shape; /* afterwards */
    int8_t from[PM_SWEEP_SLOTS]; /* by new place: the old one; -1: a new slot */
    uint64_t fresh; /* new places: the value of a new slot's bit where there are numbers */
    uint64_t kept;  /* old places: the bit of a slot that goes, where numbers are kept */
};

struct pm_sweep_pass {
    struct pm_sweep_shape shape;
    int windows;
    uint8_t window[PM_SWEEP_WINDOW]; /* places, ascending */
    size_t first, count;             /* actions */
    struct pm_sweep_change change;
};

struct pm_sweep_passes {
    size_t count, room, actions, room_actions;
    struct pm_sweep_pass *pass; /* the last ends with no slot: one number is left */
    struct pm_sweep_action *action;
    double additions;    /* numbers added to others */
    double moved;        /* numbers that change their place */
    double blocks;       /* blocks that are looked up, over all passes */
    double touched;      /* numbers read and written, with a cache that holds a tile */
    double room_numbers; /* of the longest vector, padding and all */
    double copied;       /* numbers of the longest vector that is copied by PM_SWEEP_REMAKE */
    double high;         /* blocks of the vector that has most of them */
};

/* What those who carry passes out can hold at once. */
struct pm_sweep_reach {
    int window; /* places of a window, at most PM_SWEEP_WINDOW */
    int swaps;  /* low places that an exchange brings up, at most PM_SWEEP_LOW */
};
extern const struct pm_sweep_reach pm_sweep_reach_cpu, pm_sweep_reach_gpu;

/* Compiles the operations of a sweep.  PM_UNABLE where a vector has more than PM_SWEEP_SLOTS slots.
 */
pm_status pm_sweep_passes_new(struct pm_sweep_passes **passes, const struct pm_sweep_graph *graph,
                              const struct pm_sweep_program *program,
                              const struct pm_sweep_reach *reach);
void pm_sweep_passes_free(struct pm_sweep_passes *passes); /* NULL is fine */

#endif
