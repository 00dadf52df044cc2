/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAT-files of level 5, as MATLAB 5 to 7, Octave and SciPy save them (The MathWorks, MAT-File
 * Format, 2017): a head of 128 bytes, then elements with a tag of type and length.  An element is a
 * variable, perhaps packed by zlib.  Full and sparse matrices of numbers are read, one after
 * another.  (Matio reads files by name and takes any memory that a file asks for; here input may be
 * a pipe, and memory is counted.) */
#include "read/numbers.h"

#include "base/alloc.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEAD = 128, MATRIX = 14, PACKED = 15 };
enum { SPARSE_CLASS = 5, FIRST_FULL = 6, FIRST_INTEGER = 8, LAST_FULL = 15 }; /* classes */

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
    const struct pm_numbers tag = {.kind = 'u', .size = 4, .step = 4, .swap = swap, .at = from->at};
    const uint64_t word = (uint64_t)pm_numbers_integer(&tag, 0);
    size_t used = 8, length = (size_t)(word >> 16);
    *type = (int)(word & 0xffff);
    data->at = from->at + 4;
    if (length == 0) {
        *type = word > INT_MAX ? 0 : (int)word;
        length = (size_t)pm_numbers_integer(&tag, 1);
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
        status = pm_alloc_grow((void **)&m->unpacked, &m->room, length + (1 << 15), 1);
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
    PM_REFUSE_IF(status == PM_OK && code != Z_STREAM_END,
                 "a packed variable is damaged or cut off");
    return status;
}

/* The parts of a variable. */
struct variable {
    int class;
    bool logical;
    char name[40];
    int64_t rows, cols;
    struct bytes rest;
    size_t length; /* bytes of the last numbers */
    struct pm_numbers entries, im, row, start;
};

static pm_status bad(const struct variable *v, const char *what)
{
    return pm_fail(PM_INPUT, "variable '%s': %s", v->name, what);
}

static pm_status take_numbers(struct pm_numbers *n, struct variable *v, bool swap)
{
    struct bytes data;
    int type;

    PM_TRY(take(&type, &data, &v->rest, swap));
    if (type < 1 || type >= (int)(sizeof types / sizeof *types) || types[type].size == 0)
        return bad(v, "its numbers have a type that is not known");
    *n = (struct pm_numbers){.kind = types[type].kind,
                             .size = types[type].size,
                             .step = types[type].size,
                             .swap = swap,
                             .at = data.at,
                             .count = data.length / (size_t)types[type].size};
    v->length = data.length;
    return PM_OK;
}

/* MATLAB writes a byte for each entry of a sparse logical matrix, and gives the type of a double
 * (SciPy's issue 3539). */
static void make_logical(struct variable *v)
{
    struct pm_numbers *const n = &v->entries, *const start = &v->start;

    n->kind = 'b';
    if (v->class == SPARSE_CLASS && start->count > 0 &&
        (uint64_t)pm_numbers_integer(start, start->count - 1) == v->length) {
        n->size = n->step = 1;
        n->count = v->length;
    }
}

/* Finds the parts of the variable. */
static pm_status read_parts(struct variable *v, bool swap)
{
    struct pm_numbers flags, size;
    struct bytes name;
    int type;

    PM_TRY(take_numbers(&flags, v, swap));
    PM_TRY(take_numbers(&size, v, swap));
    PM_TRY(take(&type, &name, &v->rest, swap));
    if (flags.count < 1 || size.count < 2)
        return cut_off();
    const uint64_t flag = (uint64_t)pm_numbers_integer(&flags, 0);
    v->class = flag & 0xff;
    v->logical = flag & 0x200;
    v->rows = pm_numbers_integer(&size, 0);
    v->cols = pm_numbers_integer(&size, 1);
    for (size_t k = 0; k < name.length && k + 1 < sizeof v->name; k++)
        v->name[k] = ' ' <= name.at[k] && name.at[k] <= '~' ? (char)name.at[k] : '?';
    if (v->class != SPARSE_CLASS && (v->class < FIRST_FULL || v->class > LAST_FULL))
        return bad(v, v->class == 4   ? "a text is no matrix"
                      : v->class == 1 ? "a cell array is no matrix"
                      : v->class == 2 ? "a structure is no matrix"
                                      : "an object is no matrix");
    if (size.count != 2)
        return bad(v, "two dimensions are a matrix");
    if (v->class == SPARSE_CLASS) {
        PM_TRY(take_numbers(&v->row, v, swap));
        PM_TRY(take_numbers(&v->start, v, swap));
    }
    PM_TRY(take_numbers(&v->entries, v, swap));
    if (v->logical)
        make_logical(v);
    if ((flag & 0x800) == 0)
        return PM_OK;
    v->entries.im = &v->im;
    PM_TRY(take_numbers(&v->im, v, swap));
    return v->im.count < v->entries.count ? cut_off() : PM_OK;
}

static pm_status fill(struct pm_assembly *a, void *context)
{
    const struct variable *const v = context;
    const uint64_t rows = (uint64_t)v->rows, count = rows * (uint64_t)v->cols;

    if (v->class == SPARSE_CLASS)
        return pm_numbers_compressed(a, &v->entries, &v->start, &v->row, false);
    return v->entries.count < count ? cut_off() : pm_numbers_full(a, &v->entries, 1, rows);
}

static pm_status read_variable(struct pm_problem **problem, struct bytes data, bool swap,
                               const struct pm_graph_reader *reader)
{
    struct variable v = {.rest = data};

    PM_TRY(read_parts(&v, swap));
    const pm_field field = v.class < FIRST_INTEGER && !v.logical && v.entries.im == NULL
                               ? PM_FIELD_REAL
                               : pm_numbers_field(&v.entries);
    return pm_assembly_make(problem, reader, v.rows, v.cols, field, PM_NO_MIRROR, fill, &v);
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
    PM_REFUSE_IF(length < HEAD ||
                     (memcmp(text + 126, "IM", 2) != 0 && memcmp(text + 126, "MI", 2) != 0),
                 "no MAT-file of level 5: of level 7.3 (HDF5) and 4, save(..., '-v7') makes one");
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
        status =
            type == MATRIX
                ? read_variable(problem, data, m->swap, reader)
                : pm_fail(PM_INPUT, "a variable is expected, not an element of the type %d", type);
    reader->skipped = status == PM_INPUT && framed;
    return status;
}
