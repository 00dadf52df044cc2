/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep on a GPU: the data structures that the host and the kernel of cuda/sweep.cu share.
 *
 * The passes of a sweep (pass.h) become *steps* of one launch each: the actions of a pass, or a
 * change of places.  A *table* holds all steps.  It depends only on the order, and one copy in the
 * device's memory serves all primes.  It is one block of memory; records are found by their
 * distances from its beginning.  Numbers are residues modulo a prime below 2^31, of four bytes.
 * Valid in C and in CUDA C++. */
#ifndef PM_ENGINE_SWEEP_LAUNCHES_H
#define PM_ENGINE_SWEEP_LAUNCHES_H

enum {
    PM_LAUNCH_THREADS = 256, /* threads of a block */
    PM_LAUNCH_HIGH = 40,     /* largest number of high places of a shape */
    PM_LAUNCH_LOW = 9,       /* number of low places */
    PM_LAUNCH_WINDOW = 10,   /* number of places of a pass's window */
    PM_LAUNCH_TILE = 1 << PM_LAUNCH_WINDOW,
    PM_LAUNCH_MOVING = 6,   /* number of high places that an exchange moves */
    PM_LAUNCH_PAD = 16,     /* numbers of a pad */
    PM_LAUNCH_ROW = 128,    /* largest number of numbers of a block */
    PM_LAUNCH_APART = 132,  /* distance of rows in an exchange's shared memory, for few bank
                             * conflicts */
    PM_LAUNCH_TURNS = 4,    /* blocks that each warp moves */
    PM_LAUNCH_ROOM = 16384, /* largest number of numbers in a pass's shared memory */
    PM_LAUNCH_LEAST = 16,   /* least number of numbers of a row that are taken at once */
};

/* The places of the numbers of a shape (frame.h).  By the number of ones among the high bits: the
 * number of numbers of a block, without and with padding, and where the low bits of that class
 * begin in the list.  Block h begins at pad top[h >> split] + rest[ones of h >> split][lowest
 * `split` bits of h]; `top` and `rest` are distances. */
struct pm_launch_frame {
    int low, high, split;
    unsigned top, rest;
    unsigned short count[PM_LAUNCH_HIGH + 1], room[PM_LAUNCH_HIGH + 1], first[PM_LAUNCH_HIGH + 1];
    unsigned short list[1 << PM_LAUNCH_LOW], rank[1 << PM_LAUNCH_LOW];
};

enum pm_launch_kind {
    PM_LAUNCH_BEGIN, /* the vector of the empty graph: one number, 1 */
    PM_LAUNCH_PASS,
    PM_LAUNCH_EXCHANGE,
    PM_LAUNCH_BLOCKS, /* whole blocks move to the other vector: a slot is added or removed */
    PM_LAUNCH_REMAKE, /* numbers move to the other vector, one by one */
    PM_LAUNCH_END,    /* writes the first number to the result */
};

/* What an action does with pairs of settings. */
enum pm_launch_act {
    PM_LAUNCH_ADD,   /* to += weight from */
    PM_LAUNCH_SCALE, /* to *= weight */
    PM_LAUNCH_CLEAR, /* to = 0 */
};

struct pm_launch_action {
    unsigned act, weight;  /* weight: index of the weight */
    unsigned first, count; /* range of pairs */
};

/* A window is filled up to `windows` places.  Settings of its bits that no action mixes are in
 * different groups; `where` has their high bits, group after group.  A block of threads processes
 * `numbers` numbers of each row.  Threads with the same number share the pairs of an action. */
struct pm_launch_pass {
    int groups, windows;
    unsigned numbers, chunks;                    /* of each row */
    unsigned short start[PM_LAUNCH_WINDOW + 2];  /* index of the first setting of group g */
    unsigned char ones[PM_LAUNCH_WINDOW + 1];    /* number of ones among the bits of a setting of
                                                  * group g */
    unsigned first[PM_LAUNCH_WINDOW + 1], count; /* first action of group g; number of actions of
                                                  * each group */
    unsigned long long where[PM_LAUNCH_TILE];
};

/* For an exchange: the old state of a new one, as its low bits and, 16 bits above, its moving high
 * bits.  of_low: the part that comes from a place in the frame's list; of_high: the part from the
 * moving high bits. */
struct pm_launch_exchange {
    int bits; /* number of moving bits */
    unsigned long long high[1 << PM_LAUNCH_MOVING];
    unsigned of_low[1 << PM_LAUNCH_LOW], of_high[1 << PM_LAUNCH_MOVING];
};

/* A slot is added on top, at `place` among the high bits: numbers are where its bit is `value`.  Or
 * the slot at `place` is removed: numbers are taken from where its bit was `value`. */
struct pm_launch_blocks {
    int rises, place;
    unsigned long long value;
};

struct pm_launch_remake {
    unsigned long long fresh, value, kept; /* new bits that are added, and their values; old bits
                                            * that are removed */
    signed char from[PM_LAUNCH_HIGH + PM_LAUNCH_LOW];
};

struct pm_launch_step {
    int kind;
    unsigned frame, after;      /* distances of the frames before and after the step */
    unsigned data;              /* distance of the data for this kind of step */
    unsigned blocks, rows;      /* blocks of threads, and rows of the grid */
    unsigned shared;            /* bytes of shared memory of a block */
    int vector;                 /* which vector holds the numbers before the step: 0 or 1 */
    unsigned long long outside; /* the high bits that number the tiles */
};

struct pm_launch_table {
    unsigned steps, step;             /* number of steps; their distance */
    unsigned action, pair;            /* distances */
    unsigned long long size, numbers; /* bytes of the table; numbers of a vector */
};

/* A prime, and the addresses of its numbers in the device's memory. */
struct pm_launch_job {
    unsigned p, zero;
    const struct pm_launch_table *table;
    const unsigned *weight; /* pairs w, floor(2^32 w / p) */
    unsigned *vector[2];
};

#endif
