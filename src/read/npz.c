/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse matrices of scipy.sparse.save_npz(): arrays of NumPy called format, shape, data, and
 * indices and indptr (CSR, CSC) or row and col (COO), which archive.c hands over one after another.
 * Entries at the same place are added up, as SciPy does. */
#include "read/archive.h"
#include "read/npy.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arrays, by their place in the list of names. */
enum { FORMAT, SHAPE, DATA, INDICES, STARTS, ROW, COL, PARTS };

static const char *const names[PARTS] = {"format.npy", "shape.npy", "data.npy", "indices.npy",
                                         "indptr.npy", "row.npy",   "col.npy"};

struct npz {
    struct pm_npy part[PARTS];
    char format[4];
};

/* The text that is the array 'format', perhaps in UTF-32. */
static pm_status read_format(struct npz *z, struct pm_source *source, uint64_t length)
{
    unsigned char text[4096];

    PM_REFUSE_IF(length > sizeof text || length < 10, "the format is no text");
    PM_TRY(pm_source_bytes(source, text, (size_t)length));
    for (size_t at = 10u + text[8] + 256u * text[9], out = 0; at < length && out < 3; at++)
        if (text[at] != '\0')
            z->format[out++] = (char)text[at];
    return PM_OK;
}

/* Reads one array. */
static pm_status read_part(struct npz *z, struct pm_source *source)
{
    char head[PM_PART_HEAD + 1] = "", name[32] = "", quote[PM_QUOTE_SIZE];
    uintmax_t length = 0;
    int k = 0;

    PM_TRY(pm_source_bytes(source, head, PM_PART_HEAD));
    sscanf(head + strlen(PM_PART_SIGNATURE), "%31s %jx", name, &length);
    while (k < PARTS && strcmp(name, names[k]) != 0)
        k++;
    PM_REFUSE_IF(k == PARTS || z->part[k].data != NULL, "a sparse matrix of SciPy has no array %s",
                 pm_word_quote(quote, (struct pm_word){name, strlen(name)}));
    if (k == FORMAT)
        return read_format(z, source, length);
    struct pm_npy *const npy = z->part + k;
    PM_TRY(pm_npy_head(npy, source));
    npy->bytes = length > npy->head ? (size_t)length - npy->head : 0;
    PM_NEW(npy->data, npy->bytes);
    npy->numbers.count = npy->bytes / (size_t)npy->numbers.step;
    pm_npy_place(npy, npy->data);
    return pm_source_bytes(source, npy->data, npy->bytes);
}

/* Fails where an array is missing, or is no list of integers (or of entries) with that length. */
static pm_status need(const struct npz *z, int k, uint64_t count)
{
    const struct pm_npy *const npy = z->part + k;

    PM_REFUSE_IF(npy->data == NULL, "%s of a sparse matrix of SciPy is missing", names[k]);
    PM_REFUSE_IF(npy->dimensions != 1 || npy->numbers.count != (uint64_t)npy->size[0],
                 "%s is no list of its length", names[k]);
    PM_REFUSE_IF(k != DATA && pm_numbers_field(&npy->numbers) != PM_FIELD_INTEGER,
                 "%s has no integers", names[k]);
    PM_REFUSE_IF(npy->numbers.count != count, "%s has %ju numbers, and %ju are expected", names[k],
                 (uintmax_t)npy->numbers.count, (uintmax_t)count);
    return PM_OK;
}

static pm_status fill(struct pm_assembly *a, void *context)
{
    const struct npz *const z = context;
    const struct pm_numbers *const data = &z->part[DATA].numbers,
                                   *const row = &z->part[ROW].numbers,
                                   *const col = &z->part[COL].numbers;
    const bool by_rows = strcmp(z->format, "csr") == 0;

    if (by_rows || strcmp(z->format, "csc") == 0) {
        const int lines = by_rows ? a->triplets.rows : a->triplets.cols;
        PM_TRY(need(z, STARTS, (uint64_t)lines + 1));
        PM_TRY(need(z, INDICES, data->count));
        return pm_numbers_compressed(a, data, &z->part[STARTS].numbers, &z->part[INDICES].numbers,
                                     by_rows);
    }
    PM_TRY(need(z, ROW, data->count));
    PM_TRY(need(z, COL, data->count));
    for (uint64_t k = 0; k < data->count; k++)
        PM_TRY(pm_numbers_add(a, data, k, pm_numbers_integer(row, k), pm_numbers_integer(col, k)));
    return PM_OK;
}

static pm_status read_matrix(struct pm_problem **problem, struct npz *z,
                             struct pm_graph_reader *reader)
{
    const struct pm_numbers *const shape = &z->part[SHAPE].numbers, *const data =
                                                                        &z->part[DATA].numbers;
    const char *text;
    size_t length = 1;

    for (;;) {
        PM_TRY(pm_source_peek(reader->source, &text, &length));
        if (length == 0)
            break;
        PM_TRY(read_part(z, reader->source));
    }
    PM_REFUSE_IF(strlen(z->format) != 3 || strstr("csr csc coo", z->format) == NULL,
                 "a matrix of SciPy in the format %.3s is not read; .tocsr() of it is", z->format);
    PM_TRY(need(z, SHAPE, 2));
    PM_TRY(need(z, DATA, data->count));
    return pm_assembly_make(problem, reader, pm_numbers_integer(shape, 0),
                            pm_numbers_integer(shape, 1), pm_numbers_field(data), PM_NO_MIRROR,
                            fill, z);
}

pm_status pm_npz_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct npz z = {.format = ""};

    const pm_status status = read_matrix(problem, &z, reader);
    for (int k = 0; k < PARTS; k++)
        free(z.part[k].data);
    return status;
}
