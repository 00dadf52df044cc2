/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAT-files of level 5, as MATLAB 5 to 7, Octave and SciPy save them (The MathWorks, MAT-File
 * Format, 2017): a head of 128 bytes, then elements with a tag of type and length.  An element is a
 * variable, perhaps packed by zlib.  Full and sparse matrices of numbers are read, one after
 * another.  (Matio reads files by name and takes any memory that a file asks for; here input may be
 * a pipe, and memory is counted.) */
#include "read/assembly.h"

#include "base/alloc.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEAD = 128, MATRIX = 14, PACKED = 15, SPARSE_CLASS = 5, FIRST_FULL = 6, LAST_FULL = 15 };

struct bytes {
    const unsigned char *at;
    size_t length;
};

struct matlab {
    struct bytes rest;
    bool swap;
    unsigned char *unpacked;
    size_t room;
};

/* The types of numbers, by the code in the tag. */
static const struct {
    char kind;
    int size;
} types[] = {{0, 0},   {'i', 1}, {'u', 1}, {'i', 2}, {'u', 2}, {'i', 4}, {'u', 4},
             {'f', 4}, {0, 0},   {'f', 8}, {0, 0},   {0, 0},   {'i', 8}, {'u', 8}};

static pm_status cut_off(void)
{
    return pm_fail(PM_INPUT, "the file ends within a variable, or its lengths are wrong");
}

/* Takes the next element: its type and its bytes. */
static pm_status take(int *type, struct bytes *data, struct bytes *from, bool swap)
{
    if (from->length < 8)
        return cut_off();
    const uint64_t word = pm_binary_bits(from->at, 4, swap);
    size_t used = 8, length = (size_t)(word >> 16);
    *type = (int)(word & 0xffff);
    data->at = from->at + 4;
    if (length == 0) {
        *type = word > INT_MAX ? 0 : (int)word;
        length = (size_t)pm_binary_bits(from->at + 4, 4, swap);
        data->at = from->at + 8;
        if (length > from->length - 8)
            return cut_off();
        used += length;
        if (*type != PACKED && used % 8 != 0)
            used += 8 - used % 8;
    } else if (length > 4) {
        return cut_off();
    }
    data->length = length;
    if (used > from->length)
        used = from->length;
    from->at += used;
    from->length -= used;
    return PM_OK;
}

/* Unpacks an element, which is another one. */
static pm_status unpack(struct bytes *data, struct matlab *m)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)data->at, .avail_in = (uInt)data->length};
    size_t length = 0;
    pm_status status = PM_OK;
    int code = Z_OK;

    if (inflateInit(&stream) != Z_OK)
        return pm_no_memory();
    while (code == Z_OK && status == PM_OK) {
        status = pm_grow((void **)&m->unpacked, &m->room, length + (1 << 15), 1);
        if (status != PM_OK)
            break;
        const size_t room = m->room - length < INT_MAX ? m->room - length : INT_MAX;
        stream.next_out = m->unpacked + length;
        stream.avail_out = (uInt)room;
        code = inflate(&stream, Z_NO_FLUSH);
        length += room - stream.avail_out;
    }
    inflateEnd(&stream);
    *data = (struct bytes){m->unpacked, length};
    return status != PM_OK || code == Z_STREAM_END
               ? status
               : pm_fail(PM_INPUT, "a packed variable is damaged or cut off");
}

/* The parts of a variable. */
struct variable {
    int class;
    bool complex, logical, swap;
    char name[40];
    int64_t rows, cols;
    struct bytes rest;
    int re_type, im_type;
    struct bytes re, im;
};

static pm_status bad(const struct variable *v, const char *what)
{
    return pm_fail(PM_INPUT, "variable '%s': %s", v->name, what);
}

static int64_t integer(const struct variable *v, const struct bytes *data, size_t k)
{
    return (int32_t)pm_binary_bits(data->at + 4 * k, 4, v->swap);
}

static pm_status read_head(struct variable *v, struct bytes data)
{
    struct bytes part;
    int type;

    v->rest = data;
    PM_TRY(take(&type, &part, &v->rest, v->swap));
    if (part.length < 8)
        return cut_off();
    const uint64_t flags = pm_binary_bits(part.at, 4, v->swap);
    v->class = (int)(flags & 0xff);
    v->complex = flags & 0x800;
    v->logical = flags & 0x200;
    PM_TRY(take(&type, &part, &v->rest, v->swap));
    if (part.length < 8)
        return cut_off();
    const bool flat = part.length == 8;
    v->rows = integer(v, &part, 0);
    v->cols = integer(v, &part, 1);
    PM_TRY(take(&type, &part, &v->rest, v->swap));
    for (size_t k = 0; k < part.length && k + 1 < sizeof v->name; k++)
        v->name[k] = ' ' <= part.at[k] && part.at[k] <= '~' ? (char)part.at[k] : '?';
    if (v->class != SPARSE_CLASS && (v->class < FIRST_FULL || v->class > LAST_FULL))
        return bad(v, v->class == 4   ? "a text is no matrix"
                      : v->class == 1 ? "a cell array is no matrix"
                      : v->class == 2 ? "a structure is no matrix"
                                      : "an object is no matrix");
    return flat ? PM_OK : bad(v, "two dimensions are a matrix");
}

/* Takes the numbers of both parts, `count` of each. */
static pm_status take_numbers(struct variable *v, uint64_t count)
{
    for (int k = 0; k < (v->complex ? 2 : 1); k++) {
        int *const type = k == 0 ? &v->re_type : &v->im_type;
        struct bytes *const data = k == 0 ? &v->re : &v->im;
        PM_TRY(take(type, data, &v->rest, v->swap));
        if (*type < 1 || *type >= (int)(sizeof types / sizeof *types) || types[*type].size == 0)
            return bad(v, "its numbers have a type that is not known");
        if (data->length / (size_t)types[*type].size < count)
            return cut_off();
    }
    return PM_OK;
}

/* Adds number k at a place. */
static pm_status add(struct pm_assembly *a, const struct variable *v, uint64_t k, int64_t row,
                     int64_t col)
{
    const bool logs = a->field == PM_FIELD_LOGS;

    for (int part = 0; part < (v->complex ? 2 : 1); part++) {
        const int type = part == 0 ? v->re_type : v->im_type, size = types[type].size;
        const struct bytes *const data = part == 0 ? &v->re : &v->im;
        PM_TRY(pm_binary_number(part == 0 ? a->re : a->im, types[type].kind, size, v->swap,
                                data->at + (size_t)k * (size_t)size, logs));
    }
    return pm_assembly_add(a, row, col);
}

static pm_status read_full(struct pm_assembly *a, struct variable *v)
{
    const uint64_t count = (uint64_t)v->rows * (uint64_t)v->cols;

    PM_TRY(take_numbers(v, count));
    for (uint64_t k = 0; k < count; k++)
        PM_TRY(add(a, v, k, (int64_t)k % v->rows, (int64_t)k / v->rows));
    return PM_OK;
}

static pm_status read_sparse(struct pm_assembly *a, struct variable *v)
{
    struct bytes row, start;
    int type;

    PM_TRY(take(&type, &row, &v->rest, v->swap));
    PM_TRY(take(&type, &start, &v->rest, v->swap));
    if (start.length / 4 < (size_t)v->cols + 1)
        return cut_off();
    const int64_t count = integer(v, &start, (size_t)v->cols);
    if (count < 0 || row.length / 4 < (size_t)count || integer(v, &start, 0) != 0)
        return cut_off();
    PM_TRY(take_numbers(v, (uint64_t)count));
    for (int64_t j = 0; j < v->cols; j++) {
        const int64_t first = integer(v, &start, (size_t)j),
                      end = integer(v, &start, (size_t)j + 1);
        if (first > end || end > count)
            return bad(v, "its columns do not ascend");
        for (int64_t k = first; k < end; k++)
            PM_TRY(add(a, v, (uint64_t)k, integer(v, &row, (size_t)k), j));
    }
    return PM_OK;
}

static pm_status read_variable(struct pm_problem **problem, struct bytes data, bool swap,
                               const struct pm_graph_reader *reader)
{
    struct variable v = {.swap = swap};
    struct pm_assembly a;

    PM_TRY(read_head(&v, data));
    const bool whole = v.class >= 8 && v.class <= LAST_FULL;
    pm_status status = pm_assembly_begin(&a, reader, v.rows, v.cols,
                                         v.complex   ? PM_FIELD_COMPLEX
                                         : v.logical ? PM_FIELD_PATTERN
                                         : whole     ? PM_FIELD_INTEGER
                                                     : PM_FIELD_REAL);
    if (status == PM_OK && a.field == PM_FIELD_LOGS && (v.complex || v.logical))
        status = bad(&v, "logarithms of weights are real numbers");
    if (status == PM_OK)
        status = v.class == SPARSE_CLASS ? read_sparse(&a, &v) : read_full(&a, &v);
    if (status == PM_OK)
        status = pm_assembly_finish(problem, &a, false);
    pm_assembly_clear(&a);
    return status;
}

static void matlab_free(void *state)
{
    struct matlab *const m = state;

    PM_FREE(m->unpacked, m);
}

/* Reads the head of the file. */
static pm_status start(struct matlab **state, struct pm_graph_reader *reader)
{
    struct matlab *m;
    const char *text;
    size_t length;

    PM_TRY(pm_source_rest(reader->source, &text, &length));
    if (length < HEAD || (memcmp(text + 126, "IM", 2) != 0 && memcmp(text + 126, "MI", 2) != 0))
        return pm_source_fail(reader->source, PM_INPUT,
                              "no MAT-file of level 5: of level 7.3 (HDF5) and 4, save(..., '-v7') "
                              "makes one");
    PM_NEW(m, 1);
    m->rest = (struct bytes){(const unsigned char *)text + HEAD, length - HEAD};
    m->swap = (text[126] == 'M') == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    reader->state = *state = m;
    reader->state_free = matlab_free;
    return PM_OK;
}

pm_status pm_matlab_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct matlab *m = reader->state;
    struct bytes data;
    int type;

    *problem = NULL;
    if (m == NULL)
        PM_TRY(start(&m, reader));
    if (m->rest.length == 0)
        return PM_OK;
    pm_status status = take(&type, &data, &m->rest, m->swap);
    const bool framed = status == PM_OK;
    if (status == PM_OK && type == PACKED && (status = unpack(&data, m)) == PM_OK) {
        struct bytes inner = data;
        status = take(&type, &data, &inner, m->swap);
    }
    if (status == PM_OK)
        status = type == MATRIX ? read_variable(problem, data, m->swap, reader)
                                : pm_fail(PM_INPUT,
                                          "a variable is expected, not an element of the "
                                          "type %d",
                                          type);
    reader->skipped = status == PM_INPUT && framed;
    return status == PM_OK ? PM_OK : pm_source_fail_at(reader->source, status);
}

enum pm_fit pm_matlab_fits(const struct pm_sample *s)
{
    return pm_sample_begins(s, "MATLAB 5.0 MAT-file") ? PM_FIT_SURE : PM_FIT_NO;
}
