/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays as numpy.save() writes them (NumPy Enhancement Proposal 1): a signature and version of
 * eight bytes, a Python dictionary with type, order and shape, then the entries.  An array of two
 * dimensions is a matrix, of three dimensions a sequence of matrices.  Several arrays may follow
 * each other.
 *
 * Sparse matrices of scipy.sparse.save_npz() are arrays called format, shape, data, and indices and
 * indptr (CSR, CSC) or row and col (COO), which archive.c hands over one after another.  Entries at
 * the same place are added up, as SciPy does. */
#include "read/numbers.h"

#include "base/alloc.h"
#include "base/size_text.h"
#include "unpack/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of a reader within an array. */
struct npy {
    struct pm_numbers numbers, im; /* their type; where they are is known once they are read */
    bool columns_first;            /* the first index varies fastest (fortran_order) */
    int dimensions;
    int64_t size[4]; /* of each of them */
    size_t head;     /* bytes before the numbers */
    int64_t matrices, next;
    unsigned char *data;
    size_t bytes; /* that are read at once */
};

/* ------------------------------------------------------------------------ header */

static const char magic[] = "\x93NUMPY";

/* The text after the colon of a key in the dictionary. */
static const char *value_of(const char *header, const char *key)
{
    const char *const at = strstr(header, key);
    const char *const colon = at != NULL ? strchr(at, ':') : NULL;

    return colon != NULL ? colon + 1 + strspn(colon + 1, " ") : NULL;
}

static pm_status parse_type(struct pm_numbers *n, const char *at)
{
    static const char types[] = " b1 i1 i2 i4 i8 u1 u2 u4 u8 f4 f8 c8 c16 ";
    char order[2] = "", name[8] = " ", quote[PM_QUOTE_SIZE];
    int end = 0;

    at = at != NULL ? at : "";
    sscanf(at, "'%1[<>|=]%3[a-z0-9]%n", order, name + 1, &end);
    strcat(name, " ");
    PM_REFUSE_IF(end == 0 || at[end] != '\'' || strstr(types, name) == NULL,
                 "the type %s is not read; bool, integers of up to 8 bytes, float32, float64 and "
                 "complex ones are: numpy.save(FILE, a.astype(float)) writes numbers so",
                 pm_word_quote(quote, (struct pm_word){at + (*at == '\''),
                                                       strcspn(at + (*at == '\''), "',}")}));
    const bool complex = name[1] == 'c';
    n->kind = complex ? 'f' : name[1];
    n->step = (int)strtol(name + 2, NULL, 10);
    n->size = complex ? n->step / 2 : n->step;
    n->im = NULL;
    n->swap = *order == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '>' : '<');
    return PM_OK;
}

/* "(3, 4, 4)" */
static pm_status parse_shape(struct npy *npy, const char *at)
{
    npy->dimensions = 0;
    at = at != NULL && *at == '(' ? at + 1 : "";
    while (npy->dimensions < 4 && '0' <= *at && *at <= '9') {
        const size_t digits = strspn(at, "0123456789");
        pm_word_integer(npy->size + npy->dimensions++, (struct pm_word){at, digits});
        at += digits;
        at += strspn(at, ", ");
    }
    PM_REFUSE_IF(*at != ')', "the array has no shape, or too many dimensions");
    return PM_OK;
}

static pm_status parse_header(struct npy *npy, const char *header)
{
    const char *const order = value_of(header, "'fortran_order'");
    int keys = 0;

    for (const char *at = header; (at = strchr(at, ':')) != NULL; at++)
        keys++;
    npy->columns_first = order != NULL && strncmp(order, "True", 4) == 0;
    PM_REFUSE_IF(
        keys != 3 || order == NULL || (!npy->columns_first && strncmp(order, "False", 5) != 0),
        "a header with the keys 'descr', 'fortran_order' (True or False) and 'shape' is expected");
    PM_TRY(parse_type(&npy->numbers, value_of(header, "'descr'")));
    return parse_shape(npy, value_of(header, "'shape'"));
}

/* Says where the numbers are. */
static void place(struct npy *npy, const unsigned char *at)
{
    struct pm_numbers *const n = &npy->numbers;

    n->at = at;
    npy->im = *n;
    npy->im.at += n->size;
    n->im = n->size < n->step ? &npy->im : NULL;
}

/* Reads signature and dictionary of an array. */
static pm_status read_head(struct npy *npy, struct pm_source *source)
{
    enum { LONGEST = 1 << 16 };
    unsigned char begin[12];
    char *header;

    PM_TRY(pm_source_bytes(source, begin, 10));
    PM_REFUSE_IF(memcmp(begin, magic, 6) != 0, "no array of NumPy begins here");
    size_t length = begin[8] + 256u * begin[9];
    if (begin[6] > 1) {
        PM_TRY(pm_source_bytes(source, begin + 10, 2));
        length += 65536u * begin[10] + 16777216u * begin[11];
    }
    npy->head = length + (begin[6] > 1 ? 12 : 10);
    PM_REFUSE_IF(length > LONGEST, "a header of %zu bytes is no header", length);
    PM_NEW(header, length + 1);
    pm_status status = pm_source_bytes(source, header, length);
    PM_THEN(status, parse_header(npy, header));
    free(header);
    return status;
}

/* ------------------------------------------------------------------------- matrices */

/* Allocates memory for the matrices that are read at once: all of the array, if their entries are
 * interleaved. */
static pm_status begin_array(struct npy *npy, const struct pm_source *source)
{
    enum { EMPTY_MOST = 1 << 16 }; /* these cost only the time to count them */
    const uint64_t memory = pm_source_memory(source);
    const int d = npy->dimensions;

    PM_REFUSE_IF(d < 2 || d > 3,
                 "the array has %s; two dimensions are a matrix, and three are several matrices",
                 d == 1 ? "one dimension" : "another shape");
    const int64_t m = npy->size[d - 2], n = npy->size[d - 1];
    npy->matrices = d == 3 ? npy->size[0] : 1;
    npy->next = 0;
    PM_REFUSE_IF(npy->matrices > EMPTY_MOST && (m == 0 || n == 0),
                 "%jd matrices of %jd x %jd: at most %d empty ones are read",
                 (intmax_t)npy->matrices, (intmax_t)m, (intmax_t)n, EMPTY_MOST);
    const double entries = (double)m * (double)n,
                 bytes = entries * npy->numbers.step *
                         (npy->columns_first ? (double)npy->matrices : 1.0);
    /* An entry needs its own bytes, and some 48 more once it is an exact number. */
    if (bytes + 48 * entries + 16.0 * (double)m + 16.0 * (double)n > (double)memory)
        return pm_fail(PM_NOMEM, "%jd x %jd x %jd entries: more than the memory of %s can hold",
                       (intmax_t)npy->matrices, (intmax_t)m, (intmax_t)n,
                       pm_size_text(memory).text);
    npy->bytes = (size_t)bytes;
    free(npy->data);
    PM_NEW(npy->data, npy->bytes);
    return PM_OK;
}

static pm_status next_array(bool *more, struct npy *npy, struct pm_source *source)
{
    const char *text;
    size_t length = 1;

    PM_TRY(pm_source_peek(source, &text, &length));
    *more = length > 0;
    if (!*more)
        return PM_OK;
    PM_TRY(read_head(npy, source));
    PM_TRY(begin_array(npy, source));
    return npy->columns_first ? pm_source_bytes(source, npy->data, npy->bytes) : PM_OK;
}

static pm_status fill(struct pm_assembly *a, void *context)
{
    const struct npy *const npy = context;
    const uint64_t rows = (uint64_t)a->triplets.rows, cols = (uint64_t)a->triplets.cols,
                   all = (uint64_t)npy->matrices;
    const pm_status status = npy->columns_first ? pm_numbers_full(a, &npy->numbers, all, all * rows)
                                                : pm_numbers_full(a, &npy->numbers, cols, 1);

    return status == PM_OK || all == 1 ? status
                                       : pm_fail_at(status, "matrix %jd", (intmax_t)npy->next);
}

static void npy_free(void *state)
{
    struct npy *const npy = state;

    PM_FREE(npy->data, npy);
}

/* A bad matrix is passed over: the next one can be read. */
pm_status pm_npy_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct npy *npy = reader->state;
    bool more = true;

    if (npy == NULL) {
        PM_NEW(npy, 1);
        reader->state = npy;
        reader->state_free = npy_free;
    }
    while (more && npy->next == npy->matrices)
        PM_TRY(next_array(&more, npy, reader->source));
    if (!more)
        return PM_OK;
    if (!npy->columns_first)
        PM_TRY(pm_source_bytes(reader->source, npy->data, npy->bytes));
    place(npy, npy->data + (npy->columns_first ? npy->next * npy->numbers.step : 0));
    npy->next++;
    const int64_t *const size = npy->size + npy->dimensions - 2;
    const pm_status status =
        pm_assembly_make(problem, reader, size[0], size[1], pm_numbers_field(&npy->numbers),
                         PM_NO_MIRROR, fill, npy);
    reader->skipped = status == PM_INPUT;
    return status;
}

/* --------------------------------------------------------------- sparse matrices */

/* The arrays, by their place in the list of names.  KIND says that it is no matrix of SciPy, but an
 * array, whose entries are the same. */
enum { FORMAT, SHAPE, DATA, INDICES, STARTS, ROW, COL, KIND, PARTS };

static const char *const names[PARTS] = {"format.npy", "shape.npy", "data.npy", "indices.npy",
                                         "indptr.npy", "row.npy",   "col.npy",  "_is_array.npy"};

struct npz {
    struct npy part[PARTS];
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
    struct npy *const npy = z->part + k;
    PM_TRY(read_head(npy, source));
    npy->bytes = length > npy->head ? (size_t)length - npy->head : 0;
    PM_NEW(npy->data, npy->bytes);
    npy->numbers.count = npy->bytes / (size_t)npy->numbers.step;
    place(npy, npy->data);
    return pm_source_bytes(source, npy->data, npy->bytes);
}

/* Fails where an array is missing, or is no list of integers (or of entries) with that length. */
static pm_status need(const struct npz *z, int k, uint64_t count)
{
    const struct npy *const npy = z->part + k;

    PM_REFUSE_IF(npy->data == NULL, "%s of a sparse matrix of SciPy is missing", names[k]);
    PM_REFUSE_IF(npy->dimensions != 1 || npy->numbers.count != (uint64_t)npy->size[0],
                 "%s is no list of its length", names[k]);
    PM_REFUSE_IF(k != DATA && pm_numbers_field(&npy->numbers) != PM_FIELD_INTEGER,
                 "%s has no integers", names[k]);
    PM_REFUSE_IF(npy->numbers.count != count, "%s has %ju numbers, and %ju are expected", names[k],
                 (uintmax_t)npy->numbers.count, (uintmax_t)count);
    return PM_OK;
}

static pm_status fill_sparse(struct pm_assembly *a, void *context)
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
                            fill_sparse, z);
}

pm_status pm_npz_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct npz z = {.format = ""};

    const pm_status status = read_matrix(problem, &z, reader);
    for (int k = 0; k < PARTS; k++)
        free(z.part[k].data);
    return status;
}
