/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random instances: tables of structures and of kinds of entries.  Most instances are small, since
 * small ones find most faults and take microseconds; some are as large as the reference allows. */
#include "instance.h"

#include <stdlib.h>
#include <string.h>

static bool chance(uint64_t *state, int percent)
{
    return test_between(state, 1, 100) <= percent;
}

/* From `least` to `most`, or for a large instance from `most` to `more`. */
static int size(const struct instance *x, uint64_t *state, int least, int most, int more)
{
    return x->large ? test_between(state, most, more) : test_between(state, least, most);
}

/* ------------------------------------------------------------------- matrices */

typedef void structure(struct instance *x, uint64_t *state);

/* Adds each entry of a rectangle with that probability. */
static void fill(struct instance *x, int row, int rows, int col, int cols, int percent,
                 uint64_t *state)
{
    for (int i = row; i < row + rows; i++)
        for (int j = col; j < col + cols; j++)
            if (chance(state, percent))
                instance_add(x, i, j);
}

static void random_places(struct instance *x, uint64_t *state)
{
    fill(x, 0, x->rows, 0, x->cols, test_between(state, 15, 110), state);
}

static void diagonal_band(struct instance *x, uint64_t *state)
{
    const int below = test_between(state, 0, 3), above = test_between(state, 0, 4);
    const int percent = test_between(state, 60, 110);

    for (int i = 0; i < x->rows; i++)
        for (int j = 0; j < x->cols; j++) {
            const int middle = x->rows > 0 ? i * x->cols / x->rows : 0;
            if (j - middle >= -below && j - middle <= above && chance(state, percent))
                instance_add(x, i, j);
        }
}

static void block_diagonal(struct instance *x, uint64_t *state)
{
    const int row = test_between(state, 0, x->rows), col = test_between(state, 0, x->cols);
    const int percent = test_between(state, 50, 110);

    fill(x, 0, row, 0, col, percent, state);
    fill(x, row, x->rows - row, col, x->cols - col, percent, state);
    fill(x, 0, row, col, x->cols - col, chance(state, 50) ? 0 : test_between(state, 0, 30), state);
}

/* Each row begins no later than the one before it: the rows are nested. */
static void nested_rows(struct instance *x, uint64_t *state)
{
    for (int i = 0; i < x->rows; i++)
        fill(x, i, 1, 0, test_between(state, 0, x->cols), 100, state);
}

/* Vertices of degree 1 and 2, which the rules remove. */
static void few_entries(struct instance *x, uint64_t *state)
{
    for (int i = 0; i < x->rows && x->cols > 0; i++)
        for (int k = test_between(state, 1, 3); k > 0; k--)
            instance_add(x, i, test_between(state, 0, x->cols - 1));
    for (int j = 0; j < x->cols && x->rows > 0; j++)
        if (chance(state, 60))
            instance_add(x, test_between(state, 0, x->rows - 1), j);
}

/* With the most rows of large instances. */
static const struct {
    structure *draw;
    int rows;
} matrix_structures[] = {{random_places, 18},  {random_places, 15}, {diagonal_band, 28},
                         {block_diagonal, 20}, {nested_rows, 19},   {few_entries, 28}};

/* Most often up to 7 rows; up to three times as many columns. */
static void draw_sizes(struct instance *x, uint64_t *state, int large)
{
    static const int most[] = {4, 5, 6, 7, 8, 10};
    const int rows = size(x, state, 0, most[test_between(state, 0, 5)], large);
    const int more = chance(state, 40)               ? 0
                     : chance(state, 60) || x->large ? test_between(state, 0, 3)
                                                     : test_between(state, 0, 2 * rows);

    x->rows = rows;
    x->cols = rows + more;
}

static void turn(struct instance *x)
{
    const int rows = x->rows;

    x->rows = x->cols;
    x->cols = rows;
    for (int k = 0; k < x->count; k++) {
        const int row = x->entry[k].row;
        x->entry[k].row = x->entry[k].col;
        x->entry[k].col = row;
    }
}

/* --------------------------------------------------------------------- graphs */

/* A vertex of a lattice for the position (r, c); the rows wrap around if `rows` is negative. */
static void lattice(struct instance *x, int rows, int cols, const int (*step)[2], int steps,
                    bool torus)
{
    x->rows = x->cols = rows * cols;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            for (int s = 0; s < steps; s++) {
                int r2 = r + step[s][0], c2 = c + step[s][1];
                if (torus) {
                    r2 = (r2 + rows) % rows;
                    c2 = (c2 + cols) % cols;
                }
                if (r2 >= 0 && r2 < rows && c2 >= 0 && c2 < cols)
                    instance_add(x, r * cols + c, r2 * cols + c2);
            }
}

static void some_lattice(struct instance *x, uint64_t *state)
{
    static const int steps[][4][2] = {
        {{0, 1}, {1, 0}},                   /* grid */
        {{0, 1}, {1, 0}, {1, 1}, {1, -1}},  /* king */
        {{1, 2}, {2, 1}, {1, -2}, {2, -1}}, /* knight */
        {{0, 1}, {1, 0}, {1, 1}},           /* triangular */
    };
    static const int counts[] = {2, 4, 4, 3};
    const int which = test_between(state, 0, 3);
    const int short_side = size(x, state, 1, which == 2 ? 4 : 5, 7);

    lattice(x, size(x, state, 1, 20 / short_side + 2, 60 / short_side), short_side, steps[which],
            counts[which], chance(state, 25));
}

/* Edges i, i + d for all small d, with about three or four for each vertex; or for some d. */
static void band_graph(struct instance *x, uint64_t *state)
{
    const int most = test_between(state, 2, chance(state, 50) ? 5 : 9);
    const bool all = chance(state, 60);
    const int percent = all ? test_between(state, 130, 210) / most : test_between(state, 20, 100);

    x->rows = x->cols = size(x, state, 2, chance(state, 40) ? 14 : 42, 60);
    for (int d = 1; d <= most; d++)
        if (all || chance(state, 60))
            for (int i = 0; i + d < x->rows; i++)
                if (chance(state, percent))
                    instance_add(x, i, i + d);
}

static void random_graph(struct instance *x, uint64_t *state)
{
    const int percent = test_between(state, 10, 110);

    x->rows = x->cols = size(x, state, 0, chance(state, 70) ? 9 : 13, 30);
    for (int i = 0; i < x->rows; i++)
        fill(x, i, 1, 0, i, percent, state);
}

static void unequal_sides(struct instance *x, uint64_t *state)
{
    const int left = size(x, state, 1, 6, 14), right = size(x, state, 1, 3 * left, 3 * left + 2);

    x->rows = x->cols = left + right;
    fill(x, left, right, 0, left, test_between(state, 20, 100), state);
}

/* Each vertex is joined to an earlier one; and some further edges. */
static void tree_and_edges(struct instance *x, uint64_t *state)
{
    const int further = test_between(state, 0, 5), reach = test_between(state, 1, 8);

    x->rows = x->cols = size(x, state, 2, 30, 60);
    for (int i = 1; i < x->rows; i++)
        instance_add(x, i, test_between(state, i > reach ? i - reach : 0, i - 1));
    for (int k = 0; k < further; k++)
        instance_add(x, test_between(state, 0, x->rows - 1), test_between(state, 0, x->rows - 1));
}

static structure *const graph_structures[] = {some_lattice, some_lattice,  band_graph,
                                              band_graph,   band_graph,    band_graph,
                                              random_graph, unequal_sides, tree_and_edges};

/* ------------------------------------------------------------------- changes */

/* Leaves out some entries; vertices may be left over. */
static void thin(struct instance *x, uint64_t *state)
{
    const int percent = test_between(state, 60, 99);
    int kept = 0;

    for (int k = 0; k < x->count; k++)
        if (chance(state, percent))
            x->entry[kept++] = x->entry[k];
    x->count = kept;
}

static void empty_line(struct instance *x, uint64_t *state)
{
    const int line = test_between(state, 0, x->rows);
    int kept = 0;

    for (int k = 0; k < x->count; k++)
        if (x->entry[k].row != line)
            x->entry[kept++] = x->entry[k];
    x->count = kept;
}

static void shuffle_list(int *list, int count, uint64_t *state)
{
    for (int k = 0; k < count; k++) {
        const int other = test_between(state, 0, k);
        list[k] = list[other];
        list[other] = k;
    }
}

/* Shuffles the names of the lines, and the order of the entries. */
static void shuffle(struct instance *x, uint64_t *state)
{
    int row[INSTANCE_LINES], col[INSTANCE_LINES];

    shuffle_list(row, x->rows, state);
    shuffle_list(col, x->cols, state);
    for (int k = 0; k < x->count; k++) {
        struct entry e = x->entry[k];
        e.row = row[e.row];
        e.col = (x->kind == INSTANCE_MATRIX ? col : row)[e.col];
        if (x->kind == INSTANCE_GRAPH && e.row < e.col) {
            const int swap = e.row;
            e.row = e.col;
            e.col = swap;
        }
        const int other = test_between(state, 0, k);
        x->entry[k] = x->entry[other];
        x->entry[other] = e;
    }
}

static struct entry *entry_at(struct instance *x, int row, int col)
{
    for (int k = 0; k < x->count; k++)
        if (x->entry[k].row == row && x->entry[k].col == col)
            return &x->entry[k];
    return NULL;
}

/* Makes row `to` of a matrix equal to row `from`, or to a multiple of it. */
static void copy_row(struct instance *x, int to, int from, long times)
{
    int kept = 0;

    if (to == from)
        return;
    for (int k = 0; k < x->count; k++)
        if (x->entry[k].row != to)
            x->entry[kept++] = x->entry[k];
    x->count = kept;
    for (int j = 0; j < x->cols; j++) {
        const struct entry *const e = entry_at(x, from, j);
        if (e == NULL || x->count == INSTANCE_ENTRIES)
            continue;
        struct entry *const copy = &x->entry[x->count++];
        *copy = *e;
        copy->row = to;
        if (labs(e->re.num) < 1L << 60 && labs(e->im.num) < 1L << 60) {
            copy->re.num *= times;
            copy->im.num *= times;
        }
    }
}

static void equal_lines(struct instance *x, uint64_t *state)
{
    const long times = x->field == PM_FIELD_PATTERN || chance(state, 60) ? 1 : -2;
    const bool cols = chance(state, 50);

    if (x->kind != INSTANCE_MATRIX || x->rows == 0 || x->cols == 0)
        return;
    if (cols)
        turn(x);
    for (int copies = test_between(state, 1, x->rows); copies > 0; copies--)
        copy_row(x, test_between(state, 0, x->rows - 1),
                 test_between(state, 0, x->rows > 2 ? 2 : x->rows - 1), times);
    if (cols)
        turn(x);
}

/* -------------------------------------------------------------------- entries */

typedef void draw_number(struct number *number, uint64_t *state);

static void one(struct number *number, uint64_t *state)
{
    (void)state;
    *number = (struct number){1, 1, 0, 0};
}

static void digit(struct number *number, uint64_t *state)
{
    const int x = test_between(state, -9, 8);
    *number = (struct number){x < 0 ? x : x + 1, 1, 0, 0};
}

static void count(struct number *number, uint64_t *state)
{
    *number = (struct number){test_between(state, 1, 9), 1, 0, 0};
}

static void sign(struct number *number, uint64_t *state)
{
    *number = (struct number){chance(state, 50) ? 1 : -1, 1, 0, 0};
}

static void large(struct number *number, uint64_t *state)
{
    *number =
        (struct number){(long)(test_random(state) >> test_between(state, 2, 60)) + 1, 1, 0, 0};
    if (chance(state, 40))
        number->num = -number->num;
}

static void decimal(struct number *number, uint64_t *state)
{
    digit(number, state);
    number->num += 10 * test_between(state, 0, 99) * (number->num < 0 ? -1 : 1);
    number->ten = -test_between(state, 0, 4);
}

static void probability(struct number *number, uint64_t *state)
{
    *number = (struct number){test_between(state, 1, 999), 1, -3, 0};
}

static void quotient(struct number *number, uint64_t *state)
{
    digit(number, state);
    number->den = test_between(state, 1, 12);
}

static void binary(struct number *number, uint64_t *state)
{
    large(number, state);
    number->num >>= 11;
    number->num += number->num == 0;
    number->two = test_between(state, -60, 5);
}

static void wild(struct number *number, uint64_t *state)
{
    digit(number, state);
    number->ten = test_between(state, 0, 2) * test_between(state, -150, 150); /* 1e-300 to 1e300 */
}

static void wild_binary(struct number *number, uint64_t *state)
{
    binary(number, state);
    number->two += test_between(state, 0, 1) * test_between(state, -1014, 960);
}

/* Multiples of the smallest subnormal double. */
static void subnormal(struct number *number, uint64_t *state)
{
    digit(number, state);
    number->two = -1074;
}

/* Shares of a row that differ by 2^40. */
static void pivot(struct number *number, uint64_t *state)
{
    digit(number, state);
    number->two = chance(state, 33) ? -70 : -30;
}

/* Terms of one size that cancel. */
static void nearly_one(struct number *number, uint64_t *state)
{
    sign(number, state);
    number->num *= (1L << 50) + test_between(state, 0, 999);
    number->two = -50;
}

static void zero(struct number *number, uint64_t *state)
{
    (void)state;
    *number = (struct number){0, 1, 0, 0};
}

/* Kinds of entries.  If `lines` is set, all entries of some rows, or columns, get the same large
 * exponent. */
static const struct entries {
    pm_field field;
    draw_number *re, *im;
    bool lines;
} entries[] = {
    {PM_FIELD_PATTERN, one, zero, false},         {PM_FIELD_PATTERN, one, zero, false},
    {PM_FIELD_PATTERN, one, zero, false},         {PM_FIELD_PATTERN, one, zero, false},
    {PM_FIELD_INTEGER, digit, zero, false},       {PM_FIELD_INTEGER, count, zero, false},
    {PM_FIELD_INTEGER, sign, zero, false},        {PM_FIELD_REAL, probability, zero, false},
    {PM_FIELD_COMPLEX, digit, digit, false},      {PM_FIELD_INTEGER, large, zero, false},
    {PM_FIELD_REAL, decimal, zero, false},        {PM_FIELD_REAL, quotient, zero, false},
    {PM_FIELD_REAL, binary, zero, false},         {PM_FIELD_REAL, sign, zero, false},
    {PM_FIELD_REAL, wild, zero, false},           {PM_FIELD_REAL, wild_binary, zero, false},
    {PM_FIELD_REAL, probability, zero, true},     {PM_FIELD_REAL, binary, zero, true},
    {PM_FIELD_COMPLEX, zero, one, false},         {PM_FIELD_COMPLEX, decimal, decimal, false},
    {PM_FIELD_COMPLEX, binary, binary, false},    {PM_FIELD_COMPLEX, one, zero, false},
    {PM_FIELD_COMPLEX, wild_binary, wild, false}, {PM_FIELD_COMPLEX, binary, digit, true},
    {PM_FIELD_REAL, subnormal, zero, false},      {PM_FIELD_REAL, pivot, zero, false},
    {PM_FIELD_COMPLEX, pivot, pivot, false},      {PM_FIELD_REAL, nearly_one, zero, false},
};

enum {
    KINDS = sizeof entries / sizeof *entries,
    SIMPLE = 9,
    LARGE =
        40, /* instances with more entries get the first SIMPLE kinds, for the reference's sake */
};

static void weigh(struct instance *x, const struct entries *kind, uint64_t *state)
{
    const bool cols = x->kind == INSTANCE_MATRIX && chance(state, 50);
    const int most = (const int[]){30, 100, 500, 1000}[test_between(state, 0, 3)];
    int shift[INSTANCE_LINES] = {0};

    for (int i = 0; i < INSTANCE_LINES && kind->lines; i++)
        shift[i] = chance(state, 30) ? test_between(state, -most, most) : 0;
    x->field = kind->field;
    for (int k = 0; k < x->count; k++) {
        struct entry *const e = &x->entry[k];
        kind->re(&e->re, state);
        kind->im(&e->im, state);
        e->re.two += shift[cols ? e->col : e->row];
        e->im.two += shift[cols ? e->col : e->row];
    }
}

/* Adds to row 0 of a matrix what makes the sum of its products smaller: near-singular matrices are
 * two equal rows with opposite signs of which a few entries are changed a little. */
static void cancel(struct instance *x, uint64_t *state)
{
    if (x->kind != INSTANCE_MATRIX || x->rows < 2 || x->rows > x->cols ||
        x->field == PM_FIELD_PATTERN || x->field == PM_FIELD_INTEGER)
        return;
    copy_row(x, 1, 0, 1);
    for (int k = 0; k < x->count; k++) {
        struct number *const re = &x->entry[k].re;
        if (x->entry[k].row == 1 && x->entry[k].col % 2 == 1)
            re->num = -re->num;
        if (x->entry[k].row == 1 && chance(state, 20) && labs(re->num) < 1000) {
            re->num = re->num * 1000000000000 + 1;
            re->ten -= 12;
        }
    }
}

void instance_draw(struct instance *x, uint64_t *state, bool large)
{
    const int kind = test_between(state, 0, 9);

    memset(x, 0, offsetof(struct instance, entry));
    x->large = large;
    x->kind = kind < 5 ? INSTANCE_MATRIX : kind < 6 ? INSTANCE_COVERS : INSTANCE_GRAPH;
    if (x->kind == INSTANCE_GRAPH) {
        graph_structures[test_between(state, 0, 8)](x, state);
    } else {
        const int which = test_between(state, 0, 5);
        draw_sizes(x, state, matrix_structures[which].rows);
        if (x->kind == INSTANCE_COVERS)
            x->cols = x->rows;
        matrix_structures[which].draw(x, state);
    }
    if (chance(state, 25))
        thin(x, state);
    weigh(x, &entries[test_between(state, 0, x->count > LARGE || large ? SIMPLE - 1 : KINDS - 1)],
          state);
    if (chance(state, 18))
        equal_lines(x, state);
    if (chance(state, 5))
        cancel(x, state);
    if (x->kind == INSTANCE_MATRIX && chance(state, 25))
        turn(x);
    if (chance(state, 4))
        empty_line(x, state);
    if (chance(state, 70))
        shuffle(x, state);
}
