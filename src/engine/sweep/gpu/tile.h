/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep on a GPU by tiles: the data structures that the host and the kernel of
 * cuda/sweep.cu share.
 *
 * This is for vectors in which every setting of the slots' bits is a state, except that the bit of
 * place 0 is determined: it makes the number of ones even, or odd, and is not stored.  So state s
 * is number s >> 1.  (If there is no such rule, no slot has place 0.)
 *
 * A *pass* is one launch.  Its *tile* has PM_TILE_SLOTS places: the lowest six, so that a row of 32
 * numbers is a whole line of the cache, and nine others.  A block of threads loads the numbers of a
 * tile into shared memory, carries out the actions on its slots, and writes the numbers back.
 * Meanwhile slots may have exchanged places within the tile, slots on top may have been added, and
 * slots on top may have been removed.  No number leaves its tile, so one vector is enough, and a
 * block takes one tile after another.
 *
 * The actions of a pass are carried out in *rounds*.  In a round, a thread has the numbers of all
 * settings of six slots in registers.  The bits of five of them are the index of the register.  The
 * bit of the sixth makes the number of ones of all six even, or odd if `turned` (below) is 1.
 *
 * Addresses in shared memory are linear over GF(2) in the bits of a number: each bit has an
 * address, and the address of a number is the exclusive or of those of its bits.  The banks of the
 * bits are chosen so that the 32 threads of a warp, which differ in five bits, almost always use 32
 * different banks.  Four numbers stay together as in the device's memory.  So there, too, the
 * lowest two bits of the place of a number depend on its upper bits (pm_tile_stand()).  Valid in C
 * and in CUDA C++. */
#pragma once

enum {
    PM_TILE_THREADS = 256,
    PM_TILE_PLACES = 41, /* largest number of places of a vector */
    PM_TILE_BLOCKS = 3, /* blocks on a multiprocessor at most: that of an H100 has room for so many,
                         * and that of an A100 for two */
    PM_TILE_ROW = 5,    /* log2 of the number of numbers in a row */
    PM_TILE_ROWS = 9,   /* log2 of the number of rows in a tile */
    PM_TILE_BITS = PM_TILE_ROW + PM_TILE_ROWS,
    PM_TILE_SLOTS = PM_TILE_BITS + 1,
    PM_TILE_OWN = 5, /* log2 of the number of numbers in a thread */
    PM_TILE_SHARES = PM_TILE_BITS - PM_TILE_OWN,
    PM_TILE_TURNS = 4,   /* log2 of how many times all threads fetch four numbers each */
    PM_TILE_DROPS = 4,   /* largest number of slots that are removed in a pass */
    PM_TILE_STEPS = 128, /* largest number of steps of a pass */
    PM_TILE_LIST = 16 * (PM_TILE_STEPS + 1) + 8 * PM_TILE_OWN * PM_TILE_STEPS, /* bytes of a block's
                                                                                * list of steps */
};

/* What a step does.  Codes below PM_TILE_ALONE: for a slot a and some others, to += weight from,
 * where the bits of a and of the other differ from those of `from`.  All are done at once, since
 * every `from` has the same bit of a, and every `to` the other one.  The code is 2 a + (the bit of
 * a in `from`).  With weights, the others come after a. */
enum {
    PM_TILE_CODE = 15, /* mask of the code in `word` */
    PM_TILE_FIRST = 4, /* from this bit on: two bits for each other slot, the first if its bit in
                        * `from` is 0, the second if it is 1 */
    PM_TILE_ALONE =
        12, /* one slot's bit changes: from bit PM_TILE_FIRST on, 2 a + its bit in `from` */
    PM_TILE_SCALE = 13,       /* *= weight, in the registers of `mask` */
    PM_TILE_CLEAR = 14,       /* = 0, in the registers of `mask` */
    PM_TILE_OTHERS = 1 << 16, /* SCALE, CLEAR: in the registers that are not in `mask` */
};

struct pm_tile_step {
    unsigned word;
    unsigned turn; /* if the round is turned: exclusive or with `word` */
    unsigned mask;
    unsigned count;                   /* number of weights, by ascending slots */
    unsigned weight[PM_TILE_OWN + 1]; /* indices of the weights */
};

/* The addresses of the bits of a thread's number and of its turn; those of its registers. */
struct __attribute__((aligned(16))) pm_tile_round {
    unsigned share[PM_TILE_SHARES], own[PM_TILE_OWN];
    unsigned count;   /* number of steps; they follow those of the previous round */
    unsigned implied; /* 1: the sixth slot is that of place 0, and `turned` depends on the tile */
};

enum pm_tile_kind {
    PM_TILE_PASS,
    PM_TILE_COPY, /* copies the vector to the other one */
    PM_TILE_DOT,  /* writes the result: the product of both vectors (middle.h) */
    PM_TILE_END,  /* writes the result: number `answer` */
};

struct pm_tile_pass {
    unsigned kind;
    unsigned first, count; /* range of rounds */
    unsigned step, steps;  /* first step; number of steps */
    unsigned begins;       /* 1: the vector must be initialised */
    unsigned long long answer;
    unsigned long long outside; /* bits of a number that number the tiles */
    unsigned long long low[2];  /* those of them that change bit k of the place of a number */
    unsigned long long in[PM_TILE_ROWS], out[PM_TILE_ROWS]; /* row bits, before and after the
                                                             * pass */
    unsigned spread[PM_TILE_ROWS]; /* row bits as quads of shared memory, exclusive or */
    unsigned fresh;                /* row bits that are new: numbers exist where they are 0 */
    unsigned odd;                  /* 1: the number of ones is odd before the pass */
    unsigned bits;                 /* log2 of the number of numbers in a tile after the pass */
    unsigned from[PM_TILE_BITS];   /* addresses of the bits of a number after the pass */
    unsigned kept, turned; /* address of the removed bits; of place 0, if the number of ones is odd
                            * then */
    unsigned drops_odd;    /* 1: an odd number of the removed bits are ones */
    unsigned blocks;       /* number of blocks of threads; of a pass: of tiles */
};

/* The numbers of both vectors whose products are added, by settings of `pairs` bits: base,
 * exclusive or flip[k] for each bit k that is 1.  The number of ones is odd if `odd` is 1.  A
 * thread processes 2^log of them. */
struct pm_tile_dot {
    unsigned pairs, odd, log, none;
    unsigned long long base[2], flip[2][PM_TILE_PLACES];
};

/* Rounds and steps follow the table in memory; distances are in bytes. */
struct pm_tile_table {
    unsigned round, step;
    struct pm_tile_dot dot;
};

/* A prime, and the addresses of its numbers in the device's memory. */
struct pm_tile_job {
    unsigned p, zero;
    const struct pm_tile_table *table;
    const unsigned *weight; /* pairs w, floor(2^32 w / p) */
    unsigned *vector[2];    /* the second one exists if there is a copy */
};
