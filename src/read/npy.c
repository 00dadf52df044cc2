/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays as numpy.save() writes them (NumPy Enhancement Proposal 1): a signature and version of
 * eight bytes, a Python dictionary with type, order and shape, then the entries.  An array of two
 * dimensions is a matrix, of three dimensions a sequence of matrices.  Several arrays may follow
 * each other.  Binary floating numbers are converted exactly. */
#include "read/formats.h"

#include "base/alloc.h"
#include "base/size_text.h"
#include "read/assembly.h"
#include "read/npy.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------ header */

static const char magic[] = "\x93NUMPY";

/* The text after the colon of a key in the dictionary. */
static const char *value_of(const char *header, const char *key)
{
    const char *const at = strstr(header, key);
    const char *const colon = at != NULL ? strchr(at, ':') : NULL;

    return colon != NULL ? colon + 1 + strspn(colon + 1, " ") : NULL;
}

static const struct pm_npy_type *type_named(const char *name)
{
    static const struct pm_npy_type types[] = {
        {"b1", 'b', 1, 1}, {"i1", 'i', 1, 1}, {"i2", 'i', 2, 1}, {"i4", 'i', 4, 1},
        {"i8", 'i', 8, 1}, {"u1", 'u', 1, 1}, {"u2", 'u', 2, 1}, {"u4", 'u', 4, 1},
        {"u8", 'u', 8, 1}, {"f4", 'f', 4, 1}, {"f8", 'f', 8, 1}, {"c8", 'f', 4, 2},
        {"c16", 'f', 8, 2}};

    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        const size_t length = strlen(types[k].name);
        if (strncmp(name, types[k].name, length) == 0 && name[length] == '\'')
            return types + k;
    }
    return NULL;
}

static pm_status parse_type(struct pm_npy *npy, const char *at)
{
    const char *const name = at == NULL ? "" : at + (*at == '\'');
    char quote[PM_QUOTE_SIZE];

    if (at == NULL || *at != '\'' || strchr("<>|=", at[1]) == NULL || at[1] == '\0' ||
        (npy->type = type_named(at + 2)) == NULL)
        return pm_fail(PM_INPUT,
                       "the type %s is not read; bool, integers of up to 8 bytes, float32, "
                       "float64 and complex ones are",
                       pm_word_quote(quote, (struct pm_word){name, strcspn(name, "',}")}));
    npy->swap = at[1] == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '>' : '<');
    return PM_OK;
}

/* "(3, 4, 4)" */
static pm_status parse_shape(struct pm_npy *npy, const char *at)
{
    int64_t size[4] = {0};
    int count = 0;

    at = at != NULL && *at == '(' ? at + 1 : "";
    while (count < 4 && '0' <= *at && *at <= '9') {
        const size_t digits = strspn(at, "0123456789");
        pm_word_integer(&size[count++], (struct pm_word){at, digits});
        at += digits;
        at += strspn(at, ", ");
    }
    npy->dimensions = count;
    if (*at != ')' || (!npy->listed && (count < 2 || count > 3)))
        return pm_fail(
            PM_INPUT,
            "the array has %s; two dimensions are a matrix, and three are several matrices",
            count == 1 ? "one dimension" : "another shape");
    if (npy->listed) {
        npy->matrices = count == 0 ? 1 : size[0];
        return PM_OK;
    }
    for (int k = 0; k < count; k++)
        if (size[k] > INT_MAX)
            return pm_fail(PM_INPUT, "the size %jd is too large", (intmax_t)size[k]);
    npy->matrices = count == 3 ? size[0] : 1;
    npy->rows = (int)size[count - 2];
    npy->cols = (int)size[count - 1];
    return PM_OK;
}

static pm_status parse_header(struct pm_npy *npy, const char *header)
{
    const char *const order = value_of(header, "'fortran_order'");
    int keys = 0;

    for (const char *at = header; (at = strchr(at, ':')) != NULL; at++)
        keys++;
    npy->columns_first = order != NULL && strncmp(order, "True", 4) == 0;
    if (keys != 3 || order == NULL || (!npy->columns_first && strncmp(order, "False", 5) != 0))
        return pm_fail(PM_INPUT, "a header with the keys 'descr', 'fortran_order' (True or False) "
                                 "and 'shape' is expected");
    PM_TRY(parse_type(npy, value_of(header, "'descr'")));
    return parse_shape(npy, value_of(header, "'shape'"));
}

pm_status pm_npy_head(struct pm_npy *npy, struct pm_source *source)
{
    enum { LONGEST = 1 << 16 };
    unsigned char begin[12];
    char *header;

    PM_TRY(pm_source_bytes(source, begin, 10));
    if (memcmp(begin, magic, 6) != 0)
        return pm_source_fail(source, PM_INPUT, "no array of NumPy begins here");
    size_t length = begin[8] + 256u * begin[9];
    if (begin[6] > 1) {
        PM_TRY(pm_source_bytes(source, begin + 10, 2));
        length += 65536u * begin[10] + 16777216u * begin[11];
    }
    npy->head = length + (begin[6] > 1 ? 12 : 10);
    if (length > LONGEST)
        return pm_source_fail(source, PM_INPUT, "a header of %zu bytes is no header", length);
    PM_NEW(header, length + 1);
    pm_status status = pm_source_bytes(source, header, length);
    if (status == PM_OK && (status = parse_header(npy, header)) != PM_OK)
        pm_source_fail_at(source, status);
    free(header);
    return status;
}

/* -------------------------------------------------------------------------- entries */

/* One number of the array's type. */
static pm_status load_number(fmpq_t value, const struct pm_npy *npy, const unsigned char *at)
{
    return pm_binary_number(value, npy->type->kind, npy->type->size, npy->swap, at, npy->logs);
}

static pm_status add_entries(struct pm_triplets *t, const struct pm_npy *npy, size_t number)
{
    const size_t m = (size_t)npy->rows, n = (size_t)npy->cols, d = (size_t)npy->kept;
    const size_t bytes = (size_t)(npy->type->size * npy->type->parts);
    pm_status status = PM_OK;
    fmpq_t re, im;

    fmpq_init(re);
    fmpq_init(im);
    for (size_t i = 0; i < m && status == PM_OK; i++)
        for (size_t j = 0; j < n && status == PM_OK; j++) {
            const size_t at = npy->columns_first ? number + d * (i + m * j) : i * n + j;
            status = load_number(re, npy, npy->data + at * bytes);
            if (status == PM_OK && npy->type->parts == 2)
                status = load_number(im, npy, npy->data + at * bytes + bytes / 2);
            if (status != PM_OK)
                pm_fail_at(status, "entry [%zu, %zu]", i, j);
            else if (!fmpq_is_zero(re) || !fmpq_is_zero(im))
                status = pm_triplets_add(t, (int)i, (int)j, re, im);
        }
    fmpq_clear(im);
    fmpq_clear(re);
    return status;
}

static pm_field field_of(const struct pm_npy_type *type, bool logs)
{
    return logs                ? PM_FIELD_LOGS
           : type->parts == 2  ? PM_FIELD_COMPLEX
           : type->kind == 'f' ? PM_FIELD_REAL
           : type->kind == 'b' ? PM_FIELD_PATTERN
                               : PM_FIELD_INTEGER;
}

static pm_status make_problem(struct pm_problem **problem, const struct pm_npy *npy, size_t number)
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    pm_status status;

    pm_triplets_init(&t, npy->rows, npy->cols, npy->type->parts == 2);
    PM_TRY_GOTO(status, add_entries(&t, npy, number), done);
    PM_TRY_GOTO(status, pm_matrix_from_triplets(&a, &t), done);
    status = pm_problem_wrap(problem, field_of(npy->type, npy->logs), a);
    if (status == PM_OK)
        a = NULL;
done:
    pm_matrix_free(a);
    pm_triplets_clear(&t);
    return status;
}

/* --------------------------------------------------------------------------- reading */

/* Allocates memory for the matrices that are read at once: all of the array, if their entries are
 * interleaved. */
static pm_status begin_array(struct pm_npy *npy, struct pm_source *source)
{
    enum { EMPTY_MOST = 1 << 16 }; /* these cost only the time to count them */
    const uint64_t memory = pm_source_memory(source);

    if (npy->matrices > EMPTY_MOST && (npy->rows == 0 || npy->cols == 0))
        return pm_source_fail(source, PM_INPUT,
                              "%jd matrices of %d x %d: at most %d empty ones are "
                              "read",
                              (intmax_t)npy->matrices, npy->rows, npy->cols, EMPTY_MOST);
    if (npy->logs && (npy->type->parts == 2 || npy->type->kind == 'b'))
        return pm_source_fail(source, PM_INPUT, "logarithms of weights are real numbers");
    npy->kept = npy->columns_first ? npy->matrices : 1;
    const double bytes =
        (double)npy->kept * npy->rows * npy->cols * npy->type->size * npy->type->parts;
    /* An entry needs its own bytes, and some 48 more once it is an exact number. */
    if (bytes + (double)npy->rows * npy->cols * 48 + 16.0 * npy->rows + 16.0 * npy->cols >
        (double)memory)
        return pm_source_fail(source, PM_NOMEM,
                              "%jd x %d x %d entries: more than the memory of %s can hold",
                              (intmax_t)npy->kept, npy->rows, npy->cols, pm_size_text(memory).text);
    npy->bytes = (size_t)bytes;
    free(npy->data);
    PM_NEW(npy->data, npy->bytes);
    npy->next = 0;
    return npy->columns_first ? pm_source_bytes(source, npy->data, npy->bytes) : PM_OK;
}

static pm_status next_array(bool *more, struct pm_npy *npy, struct pm_source *source)
{
    const char *text;
    size_t length = 1;

    PM_TRY(pm_source_peek(source, &text, &length));
    *more = length > 0;
    if (!*more)
        return PM_OK;
    PM_TRY(pm_npy_head(npy, source));
    return begin_array(npy, source);
}

/* *skipped: the matrix is bad, and the next one can be read. */
static pm_status next_matrix(struct pm_problem **problem, bool *skipped, struct pm_npy *npy,
                             struct pm_source *source)
{
    bool more = true;

    while (more && npy->next == npy->matrices)
        PM_TRY(next_array(&more, npy, source));
    if (!more)
        return PM_OK;
    if (!npy->columns_first)
        PM_TRY(pm_source_bytes(source, npy->data, npy->bytes));
    const pm_status status = make_problem(problem, npy, (size_t)npy->next);
    npy->next++;
    *skipped = status == PM_INPUT;
    if (status == PM_OK)
        return PM_OK;
    if (npy->matrices > 1)
        pm_fail_at(status, "matrix %jd", (intmax_t)npy->next);
    return pm_source_fail_at(source, status);
}

static void npy_free(void *state)
{
    struct pm_npy *const npy = state;

    PM_FREE(npy->data, npy);
}

pm_status pm_npy_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    *problem = NULL;
    struct pm_npy *npy = reader->state;
    if (npy == NULL) {
        PM_NEW(npy, 1);
        reader->state = npy;
        reader->state_free = npy_free;
    }
    npy->logs = reader->logs;
    return next_matrix(problem, &reader->skipped, npy, reader->source);
}

enum pm_fit pm_npy_fits(const struct pm_sample *s)
{
    return s->length >= 6 && memcmp(s->begin, magic, 6) == 0 ? PM_FIT_SURE : PM_FIT_NO;
}
