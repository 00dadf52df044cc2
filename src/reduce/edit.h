/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An editable sparse matrix for eliminations: entries stand in two doubly linked lists, that of
 * their row and that of their column, so that an entry goes or moves in constant time and two
 * lines are merged in time linear in their lengths.  A heap knows the lines that an elimination
 * can take.  Rows and columns are treated alike: a line is (side, number), side 0 for rows. */
#ifndef PM_REDUCE_EDIT_H
#define PM_REDUCE_EDIT_H

#include "model/matrix.h"
#include "num/gauss.h"

struct pm_entry {
    int line[2], next[2], prev[2]; /* by side; -1 ends a list */
    struct pm_gauss value;
};

struct pm_edit {
    bool square;    /* else only rows with at most one entry count as light */
    int size[2];    /* rows and columns at the start */
    int alive[2];   /* and now */
    int *head[2];   /* first entry of a line */
    int *degree[2]; /* entries of a line, -1 once it is gone */
    int *place[2];  /* where a line stands among its side's: order of output and of choice */
    struct pm_entry *entry;
    int entries; /* length of that array; entries that went stay in it */
    int *mark;   /* of the marked line: 1 + entry, by crossing line */
    int marked_side, marked;
    struct pm_light {
        uint64_t key;
        int line;
    } * heap; /* light lines, stale ones included */
    size_t heap_count;
};

pm_status pm_edit_init(struct pm_edit *e, const struct pm_matrix *a);
void pm_edit_clear(struct pm_edit *e);

/* The lightest line with at most two entries (rectangular: row with at most one): fewest entries
 * first, then columns before rows, then by place.  False if there is none. */
bool pm_edit_lightest(struct pm_edit *e, int *side, int *line);

/* Takes a line out, with its entries. */
void pm_edit_remove(struct pm_edit *e, int side, int line);

/* Multiplies a line by a number other than 0. */
void pm_edit_scale(struct pm_edit *e, int side, int line, const struct pm_gauss *x);

/* Adds `ratio` times line `from` to line `to` of the same side and takes `from` out; the sum
 * stands at the lower of the two places. Entries that cancel go. */
void pm_edit_merge(struct pm_edit *e, int side, int to, int from, const struct pm_gauss *ratio);

/* What is left, canonical, lines in the order of their places. */
pm_status pm_edit_matrix(struct pm_matrix **out, const struct pm_edit *e);

#endif
