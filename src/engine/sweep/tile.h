/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep on a GPU by tiles: what the host and the kernel of cuda/sweep_tiles.cu share.
 *
 * For vectors in which every setting of the slots' bits is a state, but for one bit: that of place
 * 0 makes the number of ones even, or odd, and is not stored.  So state s is number s >> 1.  (Where
 * there is no such rule, nobody has place 0.)
 *
 * A *pass* is one launch.  Its *tile* has PM_TILE_SLOTS places: the lowest five, so that a row of
 * sixteen numbers is one access to memory, and ten others.  A block of threads takes the numbers of
 * a tile into shared memory, carries out the actions on its slots, and writes the numbers back:
 * slots may have exchanged places within the tile then, slots may have come on top, and slots on
 * top may have gone.  No number leaves its tile, so one vector is enough.
 *
 * The actions of a pass are carried out in *rounds*: in a round a thread has the numbers of all
 * settings of six slots in registers.  The bits of five of them are the number of the register; the
 * bit of the sixth makes the ones of all six even, or odd where `turned` (below) is 1.
 *
 * Addresses in shared memory are linear over GF(2) in the bits of a number: each bit has an
 * address, and the address of a number is the exclusive or of those of its bits.  The banks of the
 * bits are such that 32 threads, which differ in five bits, nearly always meet at 32 banks.  Four
 * numbers stay together there as in the device's memory; so there, too, the lowest two bits of
 * where a number stands depend on its upper bits (pm_tile_stand()).  Legal in C and in CUDA C++. */
#ifndef PM_ENGINE_SWEEP_TILE_H
#define PM_ENGINE_SWEEP_TILE_H

enum {
    PM_TILE_THREADS = 256,
    PM_TILE_PLACES = 41, /* of a vector, at most */
    PM_TILE_BLOCKS = 3,  /* on a multiprocessor: as many as its shared memory holds */
    PM_TILE_ROW = 4,     /* log2 of the numbers of a row */
    PM_TILE_ROWS = 10,   /* log2 of the rows of a tile */
    PM_TILE_BITS = PM_TILE_ROW + PM_TILE_ROWS,
    PM_TILE_SLOTS = PM_TILE_BITS + 1,
    PM_TILE_OWN = 5, /* log2 of the numbers that a thread has */
    PM_TILE_SHARES = PM_TILE_BITS - PM_TILE_OWN,
    PM_TILE_TURNS = 4,   /* log2 of the times that all threads fetch four numbers each */
    PM_TILE_DROPS = 4,   /* slots that go in a pass, at most */
    PM_TILE_STEPS = 128, /* steps of a pass, at most */
};

/* What a step does.  Below PM_TILE_ALONE: for a slot a and some others, to += weight from, where
 * the bits of a and of the other differ from those of `from`; all at once, since every `from` has
 * the same bit of a, and every `to` the other one.  The code is 2 a + (the bit of a in `from`). */
enum {
    PM_TILE_CODE = 15, /* mask of the code in `word` */
    PM_TILE_FIRST = 4, /* from this bit on: two for each other slot, the first one where its bit in
                        * `from` is 0, the second where it is 1 */
    PM_TILE_ALONE =
        12, /* the bit of one slot changes: 2 a + its bit in `from` are from PM_TILE_FIRST on */
    PM_TILE_SCALE = 13,       /* *= weight, the registers of `mask` */
    PM_TILE_CLEAR = 14,       /* = 0, the same */
    PM_TILE_OTHERS = 1 << 16, /* SCALE, CLEAR: the registers that are not in `mask` */
};

struct pm_tile_step {
    unsigned word;
    unsigned turn; /* where the round is turned: exclusive or with `word` */
    unsigned mask;
    unsigned count;                   /* weights, by ascending slots */
    unsigned weight[PM_TILE_OWN + 1]; /* their numbers */
};

/* The bits of a thread's number, and of its turn, as addresses; those of its registers. */
struct __attribute__((aligned(16))) pm_tile_round {
    unsigned share[PM_TILE_SHARES], own[PM_TILE_OWN];
    unsigned count;   /* steps: those that follow the ones of the round before */
    unsigned implied; /* 1: the sixth slot is that of place 0: `turned` depends on the tile */
};

enum pm_tile_kind {
    PM_TILE_PASS,
    PM_TILE_COPY, /* the vector to the other one */
    PM_TILE_DOT,  /* the result: the product of both vectors (mirror.h) */
    PM_TILE_END,  /* the result: number `answer` */
};

struct pm_tile_pass {
    unsigned kind;
    unsigned first, count; /* rounds */
    unsigned step, steps;  /* the first one; how many */
    unsigned begins;       /* 1: the vector is to be made */
    unsigned long long answer;
    unsigned long long outside; /* bits of a number that name tiles */
    unsigned long long low[2];  /* those of them that change bit k of where a number stands */
    unsigned long long in[PM_TILE_ROWS], out[PM_TILE_ROWS]; /* row bits: before, and afterwards */
    unsigned spread[PM_TILE_ROWS]; /* row bits: quads of shared memory, exclusive or */
    unsigned fresh;                /* row bits that are new: there are numbers where they are 0 */
    unsigned odd;                  /* 1: the number of ones is odd before */
    unsigned bits;                 /* log2 of the numbers of a tile afterwards */
    unsigned from[PM_TILE_BITS];   /* bits of a number afterwards: addresses */
    unsigned kept, turned; /* address of the bits that go; of place 0, where ones are odd then */
    unsigned drops_odd;    /* 1: an odd number of those are ones */
    unsigned blocks;       /* of threads */
};

/* Both vectors' numbers whose product counts, by settings of `pairs` bits: of the base, exclusive
 * or flip[k] for each bit k that is 1.  The number of ones is odd where `odd` is 1.  A thread takes
 * 2^log of them. */
struct pm_tile_dot {
    unsigned pairs, odd, log, none;
    unsigned long long base[2], flip[2][PM_TILE_PLACES];
};

/* Passes, rounds and steps follow the table in memory; distances are in bytes. */
struct pm_tile_table {
    unsigned passes, pass, round, step;
    struct pm_tile_dot dot;
    unsigned long long size, numbers; /* bytes of the table; numbers of the vector */
};

/* A prime, and where its numbers are in the device's memory. */
struct pm_tile_job {
    unsigned p, zero;
    const struct pm_tile_table *table;
    const unsigned *weight; /* pairs w, floor(2^32 w / p) */
    unsigned *vector[2];    /* the second one where there is a copy */
};

#endif
