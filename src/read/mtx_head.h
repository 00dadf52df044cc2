/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The beginning of a Matrix Market file: the names in its first line, and the sizes. */
#pragma once

#include "read/assembly.h"

enum pm_mtx_format {
    PM_MTX_COORDINATE,
    PM_MTX_ARRAY,
};

struct pm_mtx_format_name {
    enum pm_mtx_format format;
    const char *sizes; /* the contents of the size line, in words for messages */
};

/* A field: how many numbers make a value, and how messages describe an entry, for either format. */
struct pm_mtx_field {
    const char *name;
    pm_field field;
    int numbers;
    bool negative; /* values below 0 are allowed */
    const char *entry[2];
};

/* A symmetry: what an entry below the diagonal also means. */
struct pm_mtx_symmetry {
    const char *name;
    struct pm_mirror mirror;
    int first; /* a column lists entries from this far below the diagonal */
};

struct pm_mtx_head {
    struct pm_source *source;
    const struct pm_mtx_format_name *format;
    const struct pm_mtx_field *field;
    const struct pm_mtx_symmetry *symmetry;
    int rows, cols;
    uint64_t announced; /* number of entries that the file lists */
};

/* Reads header and sizes.  Errors need a place.  Refuses headers that describe no matrix, and sizes
 * for which the file or the memory limit is too small. */
pm_status pm_mtx_head_read(struct pm_mtx_head *head, struct pm_source *source);

/* Reads the next line that is neither blank nor a comment.  NULL at the end of the file, or before
 * the next header, which stays unread. */
pm_status pm_mtx_line(const char **line, struct pm_source *source);

/* Fails if the line has more words. */
pm_status pm_mtx_line_end(const char *line, const char *expected);
