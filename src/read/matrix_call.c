/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the brackets stand, one after another: perhaps a ring (Sage), perhaps the numbers of rows and
 * columns, then the entries, then options (Maple).  Entries are a list of rows, a list of all of
 * them by rows, or pairs of a place and an entry: (0, 1): 5 counts from 0 (Sage, SymPy), (1, 2) = 5
 * from 1 (Maple). */
#include "read/matrix_call.h"

#include "base/alloc.h"
#include "base/compare.h"
#include "read/assembly.h"
#include "read/nested.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct call {
    struct pm_nested v;
    const struct pm_nested_item *entries;
    int64_t rows, cols; /* -1: not said */
    bool whole;         /* entries are integers: those of ZZ, and of integer types of NumPy */
    uint64_t *place;    /* those of pairs, which are taken once */
};

static bool is_among(const char *const *words, struct pm_word word)
{
    while (*words != NULL &&
           (strlen(*words) != word.length || memcmp(*words, word.text, word.length) != 0))
        words++;
    return *words != NULL;
}

bool pm_matrix_call_begins(struct pm_word word)
{
    static const char *const names[] = {
        "Matrix", "matrix",   "SparseMatrix",       "ImmutableDenseMatrix",  "ImmutableMatrix",
        "array",  "np.array", "MutableDenseMatrix", "ImmutableSparseMatrix", "MutableSparseMatrix",
        NULL};

    return is_among(names, word);
}

/* A type of NumPy, perhaps as np.int64 or 'int64'.  False: it changes numbers. */
static bool take_type(struct call *c, struct pm_word type)
{
    if (type.length > 3 && memcmp(type.text, "np.", 3) == 0)
        type = (struct pm_word){type.text + 3, type.length - 3};
    c->whole = (type.length > 2 && memcmp(type.text, "int", 3) == 0) ||
               (type.length > 3 && memcmp(type.text, "uint", 4) == 0);
    return c->whole || pm_word_is(type, "object") ||
           (type.length > 4 && memcmp(type.text, "float", 5) == 0) ||
           (type.length > 6 && memcmp(type.text, "complex", 7) == 0);
}

/* Options that say nothing of the entries but their type. */
static pm_status check_options(struct call *c, const struct pm_nested_item *i)
{
    static const char *const harmless[] = {"datatype", "dtype", "order", "storage", NULL};

    for (; i != NULL; i = pm_nested_part(&c->v, i->next)) {
        const struct pm_nested_item *const key =
            i->kind == PM_NESTED_PAIR ? pm_nested_part(&c->v, i->first) : NULL;
        if (key == NULL || !is_among(harmless, key->word) ||
            (pm_word_is(key->word, "dtype") &&
             !take_type(c, pm_nested_part(&c->v, key->next)->word)))
            return pm_nested_fail(&c->v, i,
                                  "nothing that says more of a matrix is read after its entries");
    }
    return PM_OK;
}

/* Finds the entries and the size. */
static pm_status parse_call(struct call *c, const struct pm_nested_item *call)
{
    static const char *const rings[] = {"ZZ", "QQ", "RR", "RDF", NULL};
    const struct pm_nested_item *i = pm_nested_part(&c->v, call->first);
    int64_t *const size[] = {&c->rows, &c->cols};

    if (i != NULL && i->kind == PM_NESTED_WORD && is_among(rings, i->word)) {
        c->whole = pm_word_is(i->word, "ZZ");
        i = pm_nested_part(&c->v, i->next);
    }
    for (int k = 0; k < 2; k++)
        if (i != NULL && i->kind == PM_NESTED_WORD && pm_word_integer(size[k], i->word))
            i = pm_nested_part(&c->v, i->next);
    if (i == NULL || i->kind != PM_NESTED_LIST || i->word.length > 0)
        return pm_nested_fail(&c->v, i != NULL ? i : call,
                              "rows, columns and a list of entries are expected in Matrix(...), "
                              "over ZZ, QQ, RR or RDF");
    PM_TRY(check_options(c, pm_nested_part(&c->v, i->next)));
    c->entries = i;
    const struct pm_nested_item *const first = pm_nested_part(&c->v, i->first);
    if (first != NULL && first->kind == PM_NESTED_LIST) {
        if ((c->rows >= 0 && c->rows != i->count) || (c->cols >= 0 && c->cols != first->count))
            return pm_nested_fail(&c->v, i, "the list has another number of rows or columns");
        c->rows = i->count;
        c->cols = first->count;
    } else if (c->rows > 0 && c->cols < 0 && i->open == '[' && i->count % c->rows == 0) {
        c->cols = i->count / c->rows;
    }
    return c->rows >= 0 && c->cols >= 0
               ? PM_OK
               : pm_nested_fail(
                     &c->v, i, "a list of lists, or the numbers of rows and columns, are expected");
}

static pm_status add(struct pm_assembly *a, const struct call *c, const struct pm_nested_item *i,
                     int64_t row, int64_t col)
{
    if (i->kind != PM_NESTED_WORD || (c->whole && !pm_word_is_integer(i->word)))
        return pm_nested_fail(&c->v, i,
                              c->whole ? "an integer is expected, as the matrix says"
                                       : "a number is expected");
    pm_source_set_line(c->v.t->source, i->line);
    return pm_assembly_words(a, row, col, i->word, (struct pm_word){"", 0});
}

/* Adds the entry of pair `at`. */
static pm_status add_pair(struct pm_assembly *a, const struct call *c,
                          const struct pm_nested_item *pair, int64_t at)
{
    const struct pm_nested_item *const place = pm_nested_part(&c->v, pair->first),
                                       *const row = pm_nested_part(&c->v, place->first),
                                       *const col =
                                           row != NULL ? pm_nested_part(&c->v, row->next) : NULL;
    const bool zero = pm_word_is(pair->word, ":");
    int64_t i, j;

    if (place->kind != PM_NESTED_LIST || place->count != 2 || !pm_word_integer(&i, row->word) ||
        !pm_word_integer(&j, col->word) || (!zero && !pm_word_is(pair->word, "=")))
        return pm_nested_fail(&c->v, pair,
                              "a place and an entry are expected, (0, 1): 5 or (1, 2) = 5");
    i -= !zero;
    j -= !zero;
    c->place[at] = (uint64_t)i * ((uint64_t)c->cols + 1) + (uint64_t)j;
    return add(a, c, pm_nested_part(&c->v, place->next), i, j);
}

/* PM_INPUT: two pairs have one place. */
static pm_status check_places(const struct call *c, size_t count)
{
    pm_alloc_sort(c->place, count, sizeof *c->place, pm_compare_words);
    for (size_t k = 1; k < count; k++)
        if (c->place[k] == c->place[k - 1])
            return pm_nested_fail(&c->v, c->entries, "two entries have the same place");
    return PM_OK;
}

static pm_status fill(struct pm_assembly *a, void *context)
{
    struct call *const c = context;
    const struct pm_nested_item *i = pm_nested_part(&c->v, c->entries->first);
    const enum pm_nested_kind kind = i != NULL ? i->kind : PM_NESTED_LIST;
    int64_t at = 0;

    if (kind == PM_NESTED_WORD && c->entries->count != c->rows * c->cols)
        return pm_nested_fail(&c->v, i, "there are more or fewer entries than the size says");
    free(c->place); /* of a first pass */
    PM_NEW(c->place, (size_t)c->entries->count + 1);
    for (; i != NULL; i = pm_nested_part(&c->v, i->next), at++) {
        if (i->kind != kind)
            return pm_nested_fail(&c->v, i, "all entries, or all rows, have one form");
        if (kind == PM_NESTED_PAIR) {
            PM_TRY(add_pair(a, c, i, at));
        } else if (kind == PM_NESTED_LIST) {
            if (i->count != c->cols)
                return pm_nested_fail(&c->v, i,
                                      "a row has another number of entries than the first one");
            int64_t col = 0;
            for (int k = i->first; k >= 0; k = pm_nested_part(&c->v, k)->next)
                PM_TRY(add(a, c, pm_nested_part(&c->v, k), at, col++));
        } else {
            PM_TRY(add(a, c, i, at / c->cols, at % c->cols));
        }
    }
    return kind == PM_NESTED_PAIR ? check_places(c, (size_t)at) : PM_OK;
}

pm_status pm_matrix_call_read(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct call c = {.v = {.t = &reader->tokens}, .rows = -1, .cols = -1};
    bool taken;
    int root;

    pm_status status = pm_nested_parse(&root, &c.v);
    if (status == PM_OK)
        status = pm_tokens_take(&taken, c.v.t, ";");
    if (status == PM_OK && c.v.t->now.kind != PM_TOKEN_END &&
        (c.v.t->now.kind != PM_TOKEN_WORD || !isalpha((unsigned char)*c.v.t->now.word.text)))
        status = pm_tokens_expected(c.v.t, "the end of the matrix, or another one");
    if (status == PM_OK) {
        const struct pm_nested_item *i = pm_nested_part(&c.v, root);
        if (i->kind == PM_NESTED_PAIR)
            i = pm_nested_part(&c.v, pm_nested_part(&c.v, i->first)->next);
        status = i->kind == PM_NESTED_LIST && pm_matrix_call_begins(i->word)
                     ? parse_call(&c, i)
                     : pm_nested_fail(&c.v, i, "Matrix(...) is expected");
    }
    if (status == PM_OK)
        status = pm_assembly_make(problem, reader, c.rows, c.cols, PM_FIELD_INTEGER, PM_NO_MIRROR,
                                  fill, &c);
    PM_FREE(c.v.item, c.place);
    return status;
}
