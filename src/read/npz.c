/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse matrices of scipy.sparse.save_npz(): arrays of NumPy called format, shape, data, and
 * indices and indptr (CSR, CSC) or row and col (COO), which archive.c hands over one after another.
 * Entries at the same place are added up, as SciPy does. */
#include "read/archive.h"
#include "read/assembly.h"
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

/* Reads the bytes of one array. */
static pm_status read_part(struct npz *z, struct pm_source *source)
{
    char head[PM_PART_HEAD + 1] = "", quote[PM_QUOTE_SIZE], letters[17];
    int k = 0;

    PM_TRY(pm_source_bytes(source, head, PM_PART_HEAD));
    const char *name = head + strlen(PM_PART_SIGNATURE);
    memcpy(letters, head + PM_PART_HEAD - 16, 17);
    head[PM_PART_HEAD - 16] = '\0';
    const struct pm_word word = pm_word_next(&name);
    const uint64_t length = strtoull(letters, NULL, 16);
    while (k < PARTS && !pm_word_is(word, names[k]))
        k++;
    if (k == PARTS || z->part[k].data != NULL)
        return pm_source_fail(source, PM_INPUT, "a sparse matrix of SciPy has no array %s",
                              pm_word_quote(quote, word));
    struct pm_npy *const npy = z->part + k;
    if (k == FORMAT) {
        if (length > 4096)
            return pm_source_fail(source, PM_INPUT, "the format is no text");
        PM_NEW(npy->data, length + 1);
        PM_TRY(pm_source_bytes(source, npy->data, (size_t)length));
        const size_t first = length < 10 ? length : 10u + npy->data[8] + 256u * npy->data[9];
        for (size_t at = first, out = 0; at < length && out < 3; at++) /* perhaps in UTF-32 */
            if (npy->data[at] != '\0')
                z->format[out++] = (char)npy->data[at];
        return PM_OK;
    }
    npy->listed = true;
    PM_TRY(pm_npy_head(npy, source));
    npy->bytes = length > npy->head ? (size_t)length - npy->head : 0;
    PM_NEW(npy->data, npy->bytes);
    return pm_source_bytes(source, npy->data, npy->bytes);
}

/* Index number k of an array. */
static int64_t index_of(const struct pm_npy *npy, int64_t k)
{
    const int size = npy->type->size, unused = 64 - 8 * size;
    const uint64_t bits = pm_binary_bits(npy->data + k * size, size, npy->swap);

    return npy->type->kind == 'i' ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
}

static pm_status need(const struct npz *z, int k, int64_t count)
{
    const struct pm_npy *const npy = z->part + k;

    if (npy->data == NULL)
        return pm_fail(PM_INPUT, "%s of a sparse matrix of SciPy is missing", names[k]);
    if (npy->dimensions != 1 ||
        npy->bytes / (size_t)(npy->type->size * npy->type->parts) != (uint64_t)npy->matrices)
        return pm_fail(PM_INPUT, "%s is no list of its length", names[k]);
    if (k != DATA && (npy->type->parts != 1 || strchr("iu", npy->type->kind) == NULL))
        return pm_fail(PM_INPUT, "%s has integers", names[k]);
    return npy->matrices == count ? PM_OK
                                  : pm_fail(PM_INPUT, "%s has %jd numbers, and %jd are expected",
                                            names[k], (intmax_t)npy->matrices, (intmax_t)count);
}

static pm_status add(struct pm_assembly *a, const struct npz *z, int64_t k, int64_t row,
                     int64_t col)
{
    const struct pm_npy *const npy = z->part + DATA;
    const struct pm_npy_type *const type = npy->type;
    const unsigned char *at = npy->data + (size_t)k * (size_t)(type->size * type->parts);
    const bool logs = a->field == PM_FIELD_LOGS;

    PM_TRY(pm_binary_number(a->re, type->kind, type->size, npy->swap, at, logs));
    if (type->parts == 2)
        PM_TRY(pm_binary_number(a->im, type->kind, type->size, npy->swap, at + type->size, logs));
    return pm_assembly_add(a, row, col);
}

static pm_status read_compressed(struct pm_assembly *a, const struct npz *z, int64_t lines,
                                 bool by_rows)
{
    const struct pm_npy *const starts = z->part + STARTS;

    PM_TRY(need(z, DATA, z->part[DATA].matrices));
    PM_TRY(need(z, STARTS, lines + 1));
    PM_TRY(need(z, INDICES, z->part[DATA].matrices));
    for (int64_t i = 0; i < lines; i++) {
        const int64_t first = index_of(starts, i), end = index_of(starts, i + 1);
        if (first < 0 || first > end || end > z->part[DATA].matrices)
            return pm_fail(PM_INPUT, "the numbers in %s do not ascend", names[STARTS]);
        for (int64_t k = first; k < end; k++) {
            const int64_t j = index_of(z->part + INDICES, k);
            PM_TRY(add(a, z, k, by_rows ? i : j, by_rows ? j : i));
        }
    }
    return PM_OK;
}

static pm_status read_matrix(struct pm_assembly *a, const struct npz *z, int64_t rows, int64_t cols)
{
    if (a->field == PM_FIELD_LOGS && z->part[DATA].type->parts == 2)
        return pm_fail(PM_INPUT, "logarithms of weights are real numbers");
    if (strcmp(z->format, "csr") == 0 || strcmp(z->format, "csc") == 0)
        return read_compressed(a, z, z->format[2] == 'r' ? rows : cols, z->format[2] == 'r');
    if (strcmp(z->format, "coo") != 0)
        return pm_fail(PM_INPUT,
                       "a matrix of SciPy in the format %.3s is not read; .tocsr() of it "
                       "is",
                       z->format);
    PM_TRY(need(z, DATA, z->part[DATA].matrices));
    PM_TRY(need(z, ROW, z->part[DATA].matrices));
    PM_TRY(need(z, COL, z->part[DATA].matrices));
    for (int64_t k = 0; k < z->part[DATA].matrices; k++)
        PM_TRY(add(a, z, k, index_of(z->part + ROW, k), index_of(z->part + COL, k)));
    return PM_OK;
}

static pm_status make_problem(struct pm_problem **problem, const struct npz *z,
                              const struct pm_graph_reader *reader)
{
    struct pm_assembly a;

    PM_TRY(need(z, SHAPE, 2));
    if (z->part[DATA].data == NULL)
        return need(z, DATA, 0);
    const struct pm_npy_type *const type = z->part[DATA].type;
    const int64_t rows = index_of(z->part + SHAPE, 0), cols = index_of(z->part + SHAPE, 1);
    pm_status status = pm_assembly_begin(&a, reader, rows, cols,
                                         type->parts == 2    ? PM_FIELD_COMPLEX
                                         : type->kind == 'f' ? PM_FIELD_REAL
                                         : type->kind == 'b' ? PM_FIELD_PATTERN
                                                             : PM_FIELD_INTEGER);
    if (status == PM_OK)
        status = read_matrix(&a, z, rows, cols);
    if (status == PM_OK)
        status = pm_assembly_finish(problem, &a, false);
    pm_assembly_clear(&a);
    return status;
}

pm_status pm_npz_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct npz z = {.format = ""};
    pm_status status = PM_OK;
    const char *text;
    size_t length = 1;

    *problem = NULL;
    while (status == PM_OK && length > 0) {
        status = pm_source_peek(reader->source, &text, &length);
        if (status == PM_OK && length > 0)
            status = read_part(&z, reader->source);
    }
    if (status == PM_OK && (status = make_problem(problem, &z, reader)) != PM_OK)
        pm_source_fail_at(reader->source, status);
    for (int k = 0; k < PARTS; k++)
        free(z.part[k].data);
    return status;
}

enum pm_fit pm_npz_fits(const struct pm_sample *s)
{
    return s->length >= 5 && memcmp(s->begin, PM_PART_SIGNATURE, 5) == 0 ? PM_FIT_SURE : PM_FIT_NO;
}
