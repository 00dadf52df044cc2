/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices in brackets:
 *     lists of rows, as Python, NumPy and Mathematica print them, [[1, 2], [3, 4]] or {{1, 2}, {3,
 *     4}}; blanks may separate numbers and rows;
 *     lines of rows in brackets without others around them, as Sage prints them; blank lines
 *     separate such matrices;
 *     calls, as Sage, SymPy and Maple print them, Matrix(2, 2, [[1, 2], [3, 4]]), perhaps after
 * NAME
 *     =.  In their brackets stand: perhaps a ring (Sage), perhaps the numbers of rows and columns,
 *     then the entries, then options (Maple).  Entries are a list of rows, a list of all of them by
 *     rows, or pairs of a place and an entry: (0, 1): 5 counts from 0 (Sage, SymPy), (1, 2) = 5
 * from 1 (Maple). Several may follow each other. */
#include "read/assembly.h"
#include "read/items.h"

#include "base/alloc.h"
#include "base/compare.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct lists {
    struct pm_items v;
    const struct pm_item *entries;
    struct pm_item bare; /* these, of rows without brackets around them */
    int64_t rows, cols;  /* -1: not said */
    bool call;           /* the matrix is in a call */
    bool whole;          /* entries are integers: those of ZZ, and of integer types of NumPy */
    char separator;      /* of the numbers in the rows so far */
    uint64_t *place;     /* those of pairs, which are taken once */
};

static pm_status fail_at(const struct lists *l, const struct pm_item *i)
{
    return pm_items_fail(&l->v, i, "one list of lists of numbers, [[1,2],[3,4]], is expected");
}

/* ---------------------------------------------------------------------- calls */

static bool is_among(const char *const *words, struct pm_word word)
{
    while (*words != NULL &&
           (strlen(*words) != word.length || memcmp(*words, word.text, word.length) != 0))
        words++;
    return *words != NULL;
}

static bool is_name(struct pm_word word)
{
    static const char *const names[] = {
        "Matrix", "matrix",   "SparseMatrix",       "ImmutableDenseMatrix",  "ImmutableMatrix",
        "array",  "np.array", "MutableDenseMatrix", "ImmutableSparseMatrix", "MutableSparseMatrix",
        NULL};

    return is_among(names, word);
}

/* True for 'Matrix (', perhaps after NAME = or NAME :=. */
static bool is_call(struct pm_tokens t)
{
    t.source = NULL; /* its line stays */
    if (t.now.kind != PM_TOKEN_WORD)
        return false;
    if (!is_name(t.now.word)) {
        pm_tokens_next(&t);
        if (!pm_tokens_take(&t, "=") && !pm_tokens_take(&t, ":="))
            return false;
    }
    const bool name = is_name(t.now.word);
    pm_tokens_next(&t);
    return name && pm_tokens_is(&t, "(");
}

/* A type of NumPy, perhaps as np.int64 or 'int64'.  False: it changes numbers. */
static bool take_type(struct lists *l, struct pm_word type)
{
    if (type.length > 3 && memcmp(type.text, "np.", 3) == 0)
        type = (struct pm_word){type.text + 3, type.length - 3};
    l->whole = (type.length > 2 && memcmp(type.text, "int", 3) == 0) ||
               (type.length > 3 && memcmp(type.text, "uint", 4) == 0);
    return l->whole || pm_word_is(type, "object") ||
           (type.length > 4 && memcmp(type.text, "float", 5) == 0) ||
           (type.length > 6 && memcmp(type.text, "complex", 7) == 0);
}

/* Options that say nothing of the entries but their type. */
static pm_status check_options(struct lists *l, const struct pm_item *i)
{
    static const char *const harmless[] = {"datatype", "dtype", "order", "storage", NULL};

    for (; i != NULL; i = i->next) {
        const struct pm_item *const key = i->kind == PM_ITEM_PAIR ? i->first : NULL;
        if (key == NULL || !is_among(harmless, key->word) ||
            (pm_word_is(key->word, "dtype") && !take_type(l, key->next->word)))
            return pm_items_fail(&l->v, i,
                                 "nothing that says more of a matrix is read after its entries");
    }
    return PM_OK;
}

/* Finds the entries of a call, and the size that it says. */
static pm_status parse_call(struct lists *l, const struct pm_item *call)
{
    static const char *const rings[] = {"ZZ", "QQ", "RR", "RDF", NULL};
    const struct pm_item *i = call->first;
    int64_t *const size[] = {&l->rows, &l->cols};

    if (i != NULL && i->kind == PM_ITEM_WORD && is_among(rings, i->word)) {
        l->whole = pm_word_is(i->word, "ZZ");
        i = i->next;
    }
    for (int k = 0; k < 2; k++)
        if (i != NULL && i->kind == PM_ITEM_WORD && pm_word_integer(size[k], i->word))
            i = i->next;
    if (i == NULL || i->kind != PM_ITEM_LIST || i->word.length > 0)
        return pm_items_fail(&l->v, i != NULL ? i : call,
                             "rows, columns and a list of entries are expected in Matrix(...), "
                             "over ZZ, QQ, RR or RDF");
    l->entries = i;
    return check_options(l, i->next);
}

/* -------------------------------------------------------------------- entries */

/* Adds an entry: a number, perhaps in parentheses. */
static pm_status add(struct pm_assembly *a, const struct lists *l, const struct pm_item *i,
                     int64_t row, int64_t col)
{
    if (i->kind == PM_ITEM_LIST && i->open == '(' && i->count == 1)
        i = i->first;
    if (i->kind != PM_ITEM_WORD)
        return fail_at(l, i);
    if (l->whole && !pm_word_is_integer(i->word))
        return pm_items_fail(&l->v, i, "an integer is expected, as the matrix says");
    pm_source_set_line(l->v.t->source, i->line);
    return pm_assembly_word(a, row, col, i->word);
}

/* Adds a row, whose numbers are separated as in the first one. */
static pm_status add_row(struct pm_assembly *a, struct lists *l, const struct pm_item *row,
                         int64_t at)
{
    int64_t col = 0;

    if (row->kind != PM_ITEM_LIST || row->word.length > 0 ||
        (!l->call && row->open != l->entries->open))
        return fail_at(l, row);
    l->separator = l->separator == 0 ? row->separator : l->separator;
    if (row->separator != 0 && row->separator != l->separator)
        return pm_items_fail(&l->v, row, "commas separate some numbers, and only blanks others");
    PM_ITEMS_EACH(i, row)
    if (col++ < l->cols)
        PM_TRY(add(a, l, i, at, col - 1));
    return pm_assembly_check_row(at, row->count, l->cols);
}

/* Adds the entry of pair `at`. */
static pm_status add_pair(struct pm_assembly *a, struct lists *l, const struct pm_item *pair,
                          int64_t at)
{
    const struct pm_item *const place = pair->first, *const row = place->first;
    const bool zero = pm_word_is(pair->word, ":");
    int64_t i, j;

    if (place->kind != PM_ITEM_LIST || place->count != 2 || !pm_word_integer(&i, row->word) ||
        !pm_word_integer(&j, row->next->word) || (!zero && !pm_word_is(pair->word, "=")))
        return pm_items_fail(&l->v, pair,
                             "a place and an entry are expected, (0, 1): 5 or (1, 2) = 5");
    i -= !zero;
    j -= !zero;
    l->place[at] = (uint64_t)i * ((uint64_t)l->cols + 1) + (uint64_t)j;
    return add(a, l, place->next, i, j);
}

/* PM_INPUT: two pairs have one place. */
static pm_status check_places(const struct lists *l, size_t count)
{
    pm_alloc_sort(l->place, count, sizeof *l->place, pm_compare_words);
    for (size_t k = 1; k < count; k++)
        if (l->place[k] == l->place[k - 1])
            return pm_items_fail(&l->v, l->entries, "two entries have the same place");
    return PM_OK;
}

static pm_status fill(struct pm_assembly *a, void *context)
{
    struct lists *const l = context;
    const struct pm_item *i = l->entries->first;
    const enum pm_item_kind kind = i != NULL ? i->kind : PM_ITEM_LIST;
    int64_t at = 0;

    if (kind == PM_ITEM_WORD && l->entries->count != l->rows * l->cols)
        return pm_items_fail(&l->v, i, "there are more or fewer entries than the size says");
    if (kind == PM_ITEM_PAIR)
        PM_NEW(l->place, l->entries->count);
    for (; i != NULL; i = i->next, at++) {
        if (i->kind != kind)
            return fail_at(l, i);
        PM_TRY(kind == PM_ITEM_PAIR   ? add_pair(a, l, i, at)
               : kind == PM_ITEM_LIST ? add_row(a, l, i, at)
                                      : add(a, l, i, at / l->cols, at % l->cols));
    }
    return kind == PM_ITEM_PAIR ? check_places(l, (size_t)at) : PM_OK;
}

static pm_status find_size(struct lists *l)
{
    const struct pm_item *const i = l->entries, *const first = i->first;

    if (first == NULL ? !l->call : first->kind == PM_ITEM_LIST) {
        const int cols = first != NULL ? first->count : 0;
        if ((l->rows >= 0 && l->rows != i->count) || (l->cols >= 0 && l->cols != cols))
            return pm_items_fail(&l->v, i, "the list has another number of rows or columns");
        l->rows = i->count;
        l->cols = cols;
    } else if (l->rows > 0 && l->cols < 0 && i->open == '[' && i->count % l->rows == 0) {
        l->cols = i->count / l->rows;
    }
    return l->rows >= 0 && l->cols >= 0
               ? PM_OK
               : pm_items_fail(&l->v, i,
                               "a list of lists, or the numbers of rows and columns, are expected");
}

/* -------------------------------------------------------------------- reading */

/* Rows on lines that follow each other are one list; `row` is the first of them. */
static pm_status parse_rows(struct lists *l, struct pm_item *row, bool another)
{
    struct pm_items *const v = &l->v;

    l->bare = *row;
    l->bare.first = row;
    for (l->bare.count = 1; !pm_tokens_end(v->t) && v->t->shown == v->t->last + 1;
         l->bare.count++, row = row->next) {
        PM_TRY(pm_items_parse(&row->next, v));
        if (!pm_tokens_end(v->t) && v->t->shown == v->t->last)
            return fail_at(l, row->next);
    }
    l->entries = &l->bare;
    return l->bare.count > 1 || (!another && pm_tokens_end(v->t))
               ? PM_OK
               : pm_items_fail(v, &l->bare,
                               "a row stands alone between blank lines, which separate matrices; "
                               "as a list, [[1,2]], it is a matrix of one row");
}

static pm_status parse(struct lists *l, bool another)
{
    struct pm_items *const v = &l->v;
    struct pm_item *i;

    PM_TRY(pm_items_parse(&i, v));
    if (l->call)
        pm_tokens_take(v->t, ";");
    const bool ends = pm_tokens_end(v->t);
    const struct pm_item *const first = i->first;
    if (l->call) {
        if (!ends && (v->t->now.kind != PM_TOKEN_WORD || !isalpha(*v->t->now.word.text)))
            return pm_tokens_expected(v->t, "the end of the matrix, or another one");
        i = i->kind == PM_ITEM_PAIR ? first->next : i;
        return i->kind == PM_ITEM_LIST && is_name(i->word)
                   ? parse_call(l, i)
                   : pm_items_fail(v, i, "Matrix(...) is expected");
    }
    if (i->kind != PM_ITEM_LIST || strchr("[{", i->open) == NULL ||
        (!ends && v->t->shown == v->t->last))
        return fail_at(l, i);
    l->entries = i;
    return first == NULL || first->kind == PM_ITEM_LIST ? PM_OK : parse_rows(l, i, another);
}

static pm_status read_matrix(struct pm_problem **problem, struct lists *l,
                             struct pm_graph_reader *reader, bool another)
{
    PM_TRY(parse(l, another));
    reader->more = !pm_tokens_end(l->v.t);
    PM_TRY(find_size(l));
    return pm_assembly_make(problem, reader, l->rows, l->cols, PM_FIELD_INTEGER, PM_NO_MIRROR, fill,
                            l);
}

pm_status pm_lists_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct lists l = {.v = {.t = &reader->tokens}, .rows = -1, .cols = -1};

    if (l.v.t->language == NULL)
        PM_TRY(pm_tokens_begin(l.v.t, &pm_items_language, reader->source));
    if (pm_tokens_end(l.v.t))
        return l.v.t->failed;
    l.call = is_call(*l.v.t);
    l.v.loose = !l.call;
    const bool another = reader->more;
    reader->more = false;
    const pm_status status = read_matrix(problem, &l, reader, another);
    reader->skipped = status == PM_INPUT && reader->more;
    pm_items_clear(&l.v);
    free(l.place);
    return status;
}

/* True for lines of numbers in brackets, with blanks between them. */
static bool are_bare(struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const char *const text = s->line[k].text + strspn(s->line[k].text, " \t");
        const char *const end = text + strcspn(text, "]}");
        if (strchr("[{", *text) == NULL || strcspn(text + 1, ",;[{") < strlen(text + 1) ||
            *end == '\0' || end[1 + strspn(end + 1, " \t\r")] != '\0')
            return false;
    }
    return s->lines > 1;
}

/* "[[" or "{{" and a number, perhaps with blanks or line ends between them; or lines in brackets.
 */
bool pm_lists_fits(struct pm_sample *s)
{
    struct pm_tokens t = pm_tokens_of(&pm_items_language, s->text, s->binary ? 0 : s->length, NULL);
    char open[2] = "";
    int depth = 0;

    if (is_call(t))
        return true;
    if (!pm_tokens_is(&t, "[") && !pm_tokens_is(&t, "{"))
        return false;
    for (*open = *t.now.word.text; pm_tokens_take(&t, open); depth++)
        continue;
    return t.now.word.length > 0 && strchr("0123456789+-.(", *t.now.word.text) != NULL &&
           (depth == 2 || (depth == 1 && are_bare(s)));
}
