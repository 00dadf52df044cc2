/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes: walks over the vector of a sweep, which carry out its operations (order.h).
 *
 * A state has one bit for every slot.  The bits are at *places*; 0 is the lowest.  Numbers are
 * stored in *blocks*: the bits from place `low` on are the index of the block.  A block contains
 * the states of the class by ascending low bits, and is padded to a multiple of PM_SWEEP_PAD
 * numbers.  If the class has C(w, k) or 2^(w - 1) states, a block has only those low bits that the
 * class allows.
 *
 * A *pass* is one walk over the vector.  It has a *window*: a few places above the low ones.  All
 * actions of a pass change only bits of the window.  So the states that agree in all other high
 * bits, a *tile*, can go through all actions of the pass while they are in cache, and tiles are
 * independent.  An action adds whole blocks to whole blocks, and never uses low bits.
 *
 * After its actions, a pass may end with a *change* of places: slots exchange places, a new slot is
 * added, or one is removed.  Exchanges move slots that are needed soon out of the low places, and
 * those that are needed last into them.
 *
 * Passes are plain data.  They depend only on the order, not on the numbers or on the device that
 * carries them out.
 *
 * The meaning of a bit: in a square matrix, 1 means a row that is not covered or a column that is
 * covered, so all states have the same number of ones.  Otherwise, the vertex of a new slot is not
 * covered if its bit is `uncovered`, which is 0 or 1, whichever is better.  In a general graph, the
 * number of ones is even for all states of a vector, or odd for all.  A vertex that inherits a slot
 * from a closed one is covered where that one was not, so no number moves. */
#pragma once

#include "engine/sweep/shape.h"

enum { PM_SWEEP_WINDOW = 8 }; /* largest number of places of a window */

enum pm_sweep_act {
    PM_SWEEP_ACT_ADD,   /* X(to) += weight X(from), where the bits a and b differ from those of
                         * `from` */
    PM_SWEEP_ACT_ALONE, /* the same where only bit a differs, without weight */
    PM_SWEEP_ACT_SCALE, /* X(from) *= weight; `from` is given by bit a */
};

struct pm_sweep_action {
    enum pm_sweep_act act;
    uint8_t a, b;           /* places, as indices in the window */
    uint8_t from_a, from_b; /* values of these bits in the states that are read */
    int entry;              /* index in the matrix of the weight; -1: none */
    int u, v;               /* vertices of the edge; v: -1 if there is none */
};

enum pm_sweep_move {
    PM_SWEEP_STAY,     /* no change */
    PM_SWEEP_EXCHANGE, /* slots exchange places, the shape stays */
    PM_SWEEP_RISE,     /* a new slot on top; no other slot moves */
    PM_SWEEP_FALL,     /* a slot is removed from a high place; those above move down by one */
    PM_SWEEP_REMAKE,   /* any change, for vectors that are short enough for a copy */
};

struct pm_sweep_change {
    enum pm_sweep_move move;
    struct pm_sweep_shape shape; /* afterwards */
    int8_t from[PM_SWEEP_SLOTS]; /* for each new place, the old one; -1: a new slot */
    uint64_t fresh; /* new places: the value of a new slot's bit for existing numbers */
    uint64_t kept;  /* old places: the bit of a removed slot for numbers that are kept */
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
    struct pm_sweep_pass *pass; /* after the last one there is no slot: one number is left */
    struct pm_sweep_action *action;
    double additions;    /* numbers added to others */
    double moved;        /* number of numbers that change their place */
    double blocks;       /* number of blocks that are looked up, over all passes */
    double touched;      /* number of numbers read and written, with a cache that holds a tile */
    double room_numbers; /* numbers of the longest vector, with padding */
    double copied;       /* numbers of the longest vector that PM_SWEEP_REMAKE copies */
    double high;         /* blocks of the vector with the most blocks */
};
