/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparse matrix that eliminations can change.  Each entry is in two doubly linked lists, that of
 * its row and that of its column.  So an entry is removed or moved in constant time, and two lines
 * are merged in time linear in their lengths.  A heap holds the lines that can be eliminated.  Rows
 * and columns are treated alike: a line is (side, number), and side 0 means rows. */
#ifndef PM_REDUCE_EDIT_H
#define PM_REDUCE_EDIT_H

#include "model/matrix.h"
#include "num/gauss.h"

struct pm_entry {
    int line[2], next[2], prev[2]; /* by side; -1 ends a list */
    struct pm_gauss value;
};

struct pm_edit {
    bool square;    /* else only rows with at most one entry are light */
    int size[2];    /* number of rows and columns at the start */
    int alive[2];   /* and now */
    int *head[2];   /* first entry of a line */
    int *degree[2]; /* entries of a line; -1 after its removal */
    int *place[2];  /* position of a line among those of its side, for output and for choice */
    struct pm_entry *entry;
    int entries; /* length of that array, including removed entries */
    int *mark;   /* for the marked line: 1 + entry, by crossing line */
    int marked_side, marked;
    struct pm_light {
        uint64_t key;
        int line;
    } * heap; /* light lines, including outdated keys */
    size_t heap_count;
};

pm_status pm_edit_init(struct pm_edit *e, const struct pm_matrix *a);
void pm_edit_clear(struct pm_edit *e);

/* The lightest line with at most two entries (rectangular: row with at most one).  Fewest entries
 * come first, then columns before rows, then places.  False if there is none. */
bool pm_edit_lightest(struct pm_edit *e, int *side, int *line);

/* Removes a line with its entries. */
void pm_edit_remove(struct pm_edit *e, int side, int line);

/* Multiplies a line by a nonzero number. */
void pm_edit_scale(struct pm_edit *e, int side, int line, const struct pm_gauss *x);

/* Adds `ratio` times line `from` to line `to` of the same side, and removes `from`.  The sum gets
 * the lower of the two places.  Entries that cancel are removed. */
void pm_edit_merge(struct pm_edit *e, int side, int to, int from, const struct pm_gauss *ratio);

/* The remaining matrix in canonical form, lines in the order of their places. */
pm_status pm_edit_matrix(struct pm_matrix **out, const struct pm_edit *e);

#endif
