/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep on a GPU: what the host and the kernel of cuda/sweep.cu share.
 *
 * The passes of a sweep (passes.h) become *steps*, one launch each: the actions of a pass, or a
 * change of places.  A *table* holds all of them: it depends on the order alone, and one copy in
 * the memory of the device serves all primes.  It is a block of memory in which everything is found
 * by its distance from the begin.  Numbers are residues modulo a prime below 2^31, of four bytes.
 * Legal in C and in CUDA C++. */
#ifndef PM_ENGINE_SWEEP_LAUNCHES_H
#define PM_ENGINE_SWEEP_LAUNCHES_H

enum {
    PM_LAUNCH_THREADS = 256, /* of a block */
    PM_LAUNCH_HIGH = 40,     /* high places of a shape, at most */
    PM_LAUNCH_LOW = 9,       /* low places */
    PM_LAUNCH_WINDOW = 10,   /* places of a pass's window */
    PM_LAUNCH_TILE = 1 << PM_LAUNCH_WINDOW,
    PM_LAUNCH_MOVING = 6,   /* high places that an exchange moves */
    PM_LAUNCH_PAD = 16,     /* numbers */
    PM_LAUNCH_ROW = 128,    /* numbers of a block, at most */
    PM_LAUNCH_APART = 132,  /* so far are rows in an exchange's shared memory: few bank conflicts */
    PM_LAUNCH_TURNS = 4,    /* blocks that each warp moves */
    PM_LAUNCH_ROOM = 16384, /* numbers of a pass's shared memory, at most */
    PM_LAUNCH_LEAST = 16,   /* numbers of a row that it takes at once, at least */
};

/* Where the numbers of a shape stand (frame.h).  By ones among the high bits: the numbers of a
 * block, without and with padding, and where the low bits of that class begin in the list.  Block h
 * begins at pad top[h >> split] + rest[ones of h >> split][lowest `split` bits of h]; `top` and
 * `rest` are distances. */
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
    PM_LAUNCH_BLOCKS, /* whole blocks move to the other vector: a slot comes, or goes */
    PM_LAUNCH_REMAKE, /* numbers move to the other vector, one by one */
    PM_LAUNCH_END,    /* the first number goes to the result */
};

/* What an action does with pairs of settings. */
enum pm_launch_act {
    PM_LAUNCH_ADD,   /* to += weight from */
    PM_LAUNCH_SCALE, /* to *= weight */
    PM_LAUNCH_CLEAR, /* to = 0 */
};

struct pm_launch_action {
    unsigned act, weight;  /* number of the weight */
    unsigned first, count; /* pairs */
};

/* A window is filled up to `windows` places.  Settings of its bits that actions never mix are
 * different groups; `where` has their high bits, group after group.  A block of threads takes
 * `numbers` of each row; threads that have the same number share the pairs of an action. */
struct pm_launch_pass {
    int groups, windows;
    unsigned numbers, chunks;                    /* of a row */
    unsigned short start[PM_LAUNCH_WINDOW + 2];  /* of the settings of group g */
    unsigned char ones[PM_LAUNCH_WINDOW + 1];    /* among the bits of one of its settings */
    unsigned first[PM_LAUNCH_WINDOW + 1], count; /* actions of group g; as many in each */
    unsigned long long where[PM_LAUNCH_TILE];
};

/* The old state of a new one, as its low bits and, 16 bits above them, those of its high bits that
 * move: the bits that come from a place in the frame's list, and those that come from the high bits
 * that move. */
struct pm_launch_exchange {
    int bits; /* that move */
    unsigned long long high[1 << PM_LAUNCH_MOVING];
    unsigned of_low[1 << PM_LAUNCH_LOW], of_high[1 << PM_LAUNCH_MOVING];
};

/* A slot comes on top, at `place` among the high bits: numbers are where its bit is `value`.  Or
 * the one at `place` goes: numbers are taken from where its bit was `value`. */
struct pm_launch_blocks {
    int rises, place;
    unsigned long long value;
};

struct pm_launch_remake {
    unsigned long long fresh, value, kept; /* new bits that come, their values; old bits that go */
    signed char from[PM_LAUNCH_HIGH + PM_LAUNCH_LOW];
};

struct pm_launch_step {
    int kind;
    unsigned frame, after;      /* distances of the frames before and afterwards */
    unsigned data;              /* distance of what the kind needs */
    unsigned blocks, rows;      /* of threads, and rows of the grid */
    unsigned shared;            /* bytes of shared memory of a block of threads */
    int vector;                 /* the one that has the numbers before: 0 or 1 */
    unsigned long long outside; /* high bits that name tiles */
};

struct pm_launch_table {
    unsigned steps, step;             /* how many; distance */
    unsigned action, pair;            /* distances */
    unsigned long long size, numbers; /* bytes of the table; numbers of a vector */
};

/* A prime, and where its numbers are in the device's memory. */
struct pm_launch_job {
    unsigned p, zero;
    const struct pm_launch_table *table;
    const unsigned *weight; /* pairs w, floor(2^32 w / p) */
    unsigned *vector[2];
};

#endif
