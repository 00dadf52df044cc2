/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a Matrix Market file announces: the names of its first line and the sizes behind them. */
#ifndef PM_READ_MTX_HEAD_H
#define PM_READ_MTX_HEAD_H

#include "read/source.h"

enum pm_mtx_format {
    PM_MTX_COORDINATE,
    PM_MTX_ARRAY,
};

struct pm_mtx_format_name {
    const char *name;
    enum pm_mtx_format format;
    const char *sizes; /* what the size line holds, as messages say it */
};

/* A field: how many numbers make a value, and the words of an entry in either format. */
struct pm_mtx_field {
    const char *name;
    pm_field field;
    int numbers;
    bool negative; /* values below 0 are allowed */
    const char *entry[2];
};

/* A symmetry: an entry a + bi below the diagonal stands also for re*a + im*b i above it. */
struct pm_mtx_symmetry {
    const char *name;
    bool mirrored;
    int re, im;
    int first; /* a listed column starts this far below the diagonal */
};

struct pm_mtx_head {
    struct pm_source *source;
    const struct pm_mtx_format_name *format;
    const struct pm_mtx_field *field;
    const struct pm_mtx_symmetry *symmetry;
    int rows, cols;
    uint64_t announced; /* entries to be listed in the file */
};

/* Reads header and sizes; refuses what describes no matrix, and sizes that no file could fill or
 * the source's memory hold. */
pm_status pm_mtx_head_read(struct pm_mtx_head *head, struct pm_source *source);

/* Bytes of all lines, and of an entry, while triplets and matrix are both there. */
uint64_t pm_mtx_line_bytes(const struct pm_mtx_head *head);
uint64_t pm_mtx_entry_bytes(const struct pm_mtx_head *head);

/* The next line that is neither blank nor a comment; NULL at the end of the file, or where the next
 * header begins, which is left to be read. */
pm_status pm_mtx_line(const char **line, struct pm_source *source);

/* Fails on words that are left in the line. */
pm_status pm_mtx_line_end(struct pm_source *source, const char *line, const char *expected);

#endif
