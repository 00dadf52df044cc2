/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a pattern and an order of columns to the program of a block.
 *
 * Rows without fast columns come first.  Their product is kept in up to three steps, by the fastest
 * Gray-coded column in each row, so that a change of the fastest column repeats little.  If it is
 * zero, the block is done.  Then each fast column in turn collects its factors: the rows whose
 * first column it is, where rows with the same smaller scope are multiplied first, and the sums
 * that earlier columns left.  Then its sign is summed over.  The remaining numbers are multiplied
 * at the end. */
#include "base/bits.h"
#include "engine/sparse/sparse_program.h"

#include <math.h>
#include <string.h>

#define START (UINT64_C(1) << 63)

/* Operations of a block besides products: the Gray code step, and the sum. */
static const double BLOCK_WORK = 40;

/* A product that waits for the operation that will use it. */
struct product {
    uint64_t scope; /* by places in the order */
    uint64_t moved;
    int entry;
};

struct build {
    struct pm_program *program;
    struct product waiting[PM_OPERATIONS];
    int count;
    uint64_t met[64]; /* by the pattern's rows */
    uint64_t used;    /* rows that are done */
    int rows;
};

static uint64_t fast_places(const struct pm_program *p)
{
    return (UINT64_C(1) << p->fast) - 1;
}

/* The Gray-coded columns of a set of places. */
static uint64_t gray_places(const struct pm_program *p, uint64_t met)
{
    return met >> p->fast & ((UINT64_C(1) << p->gray) - 1);
}

/* Finds pair k of `scope` in a table over `part`; both have the same first column. */
static void map_pairs(struct pm_table *table, uint64_t scope, uint64_t part)
{
    const uint64_t others = scope & (scope - 1);

    for (int k = 0; k < 1 << pm_popcount(others); k++) {
        int pair = 0, from = 0, to = 0;
        for (uint64_t rest = others; rest != 0; rest &= rest - 1, from++)
            if (part >> __builtin_ctzll(rest) & 1)
                pair |= (k >> from & 1) << to++;
        table->pair[k] = (unsigned char)pair;
    }
}

static struct pm_operation *begin(struct build *b, uint64_t scope)
{
    struct pm_program *const p = b->program;
    struct pm_operation *const op = &p->operation[p->operations++];

    *op = (struct pm_operation){.scope = pm_popcount(scope),
                                .table = (short)p->tables,
                                .tables = (short)p->tables,
                                .row = (short)b->rows,
                                .ones = (short)b->rows,
                                .rows = (short)b->rows,
                                .moved = START};
    return op;
}

static void take_row(struct build *b, struct pm_operation *op, int i)
{
    struct pm_program *const p = b->program;

    p->row[b->rows] = i;
    p->met[b->rows] = b->met[i];
    b->used |= UINT64_C(1) << i;
    op->rows = (short)++b->rows;
    op->moved |= gray_places(p, b->met[i]);
}

/* Makes waiting product number k a factor. */
static void take_product(struct build *b, struct pm_operation *op, uint64_t scope, int k)
{
    struct pm_program *const p = b->program;
    struct pm_table *const table = &p->table[p->tables++];

    *table = (struct pm_table){.entry = (short)b->waiting[k].entry};
    if (scope != 0)
        map_pairs(table, scope, b->waiting[k].scope);
    op->tables = (short)p->tables;
    op->moved |= b->waiting[k].moved;
    b->waiting[k] = b->waiting[--b->count];
}

/* Makes the result a waiting product, over `scope`; without the first column if that is summed
 * over. */
static void end(struct build *b, struct pm_operation *op, uint64_t scope, bool sum)
{
    struct pm_program *const p = b->program;
    const uint64_t left = sum ? scope & (scope - 1) : scope;

    op->sum = sum;
    op->entry = (short)p->entries;
    p->entries += 1 << pm_popcount(left);
    b->waiting[b->count++] = (struct product){left, op->moved, op->entry};
}

/* Adds the rows without fast columns. */
static void add_outer(struct build *b)
{
    struct pm_program *const p = b->program;

    for (int level = 2; level >= 0; level--) {
        struct pm_operation *op = NULL;
        for (int i = 0; i < p->n; i++) {
            const uint64_t gray = gray_places(p, b->met[i]);
            const int first = gray != 0 ? __builtin_ctzll(gray) : 2;
            if ((b->met[i] & fast_places(p)) != 0 || (first < 2 ? first : 2) != level)
                continue;
            if (op == NULL) {
                op = begin(b, 0);
                if (b->count > 0)
                    take_product(b, op, 0, 0);
            }
            take_row(b, op, i);
        }
        if (op != NULL)
            end(b, op, 0, false);
    }
    if (p->operations > 0)
        p->operation[p->operations - 1].gate = true;
}

/* Makes one product of the rows with exactly the fast columns `scope`, unless it exists. */
static void add_group(struct build *b, uint64_t scope, int first)
{
    struct pm_operation *const op = begin(b, scope);

    for (int i = first; i < b->program->n; i++)
        if (!(b->used >> i & 1) && (b->met[i] & fast_places(b->program)) == scope)
            take_row(b, op, i);
    end(b, op, scope, false);
}

/* Adds the sum over fast column number `place`. */
static void add_column(struct build *b, int place)
{
    const struct pm_program *const p = b->program;
    const uint64_t bit = UINT64_C(1) << place;
    uint64_t scope = bit;

    for (int i = 0; i < p->n; i++)
        if (!(b->used >> i & 1) && b->met[i] & bit)
            scope |= b->met[i] & fast_places(p);
    for (int k = 0; k < b->count; k++)
        if (b->waiting[k].scope & bit)
            scope |= b->waiting[k].scope;
    for (int i = 0; i < p->n; i++) {
        const uint64_t met = b->met[i] & fast_places(p);
        if (!(b->used >> i & 1) && met & bit && met != scope)
            add_group(b, met, i);
    }
    struct pm_operation *const op = begin(b, scope);
    for (int k = 0; k < b->count;)
        if (b->waiting[k].scope & bit)
            take_product(b, op, scope, k);
        else
            k++;
    for (int i = 0; i < p->n; i++)
        if (!(b->used >> i & 1) && b->met[i] & bit)
            take_row(b, op, i);
    end(b, op, scope, true);
}

/* The number of Gray-coded columns among `slow` ones.  Smaller matrices have fewer, so that there
 * are 2^21 strands for a GPU, which walks some ten thousand at a time. */
static int gray_columns(int slow)
{
    enum { LEAST = 8, STRANDS = 21 };
    const int wanted = slow + PM_LOG_LANES - STRANDS;
    const int gray = wanted < LEAST ? LEAST : wanted > PM_SPARSE_GRAY ? PM_SPARSE_GRAY : wanted;

    return slow < gray ? slow : gray;
}

static void compile(struct pm_program *p, const struct pm_sparse_order *order,
                    const struct pm_pattern *pattern)
{
    const int n = pattern->n;
    struct build b = {.program = p};
    int place[64];

    *p = (struct pm_program){
        .n = n,
        .fast = order->fast,
        .gray = gray_columns(n - pm_sparse_fixed(order) - order->fast - PM_LOG_LANES)};
    for (int k = 0; k < n; k++)
        place[order->column[k]] = k;
    for (int i = 0; i < n; i++) {
        for (uint64_t rest = pattern->row[i]; rest != 0; rest &= rest - 1)
            b.met[i] |= UINT64_C(1) << place[__builtin_ctzll(rest)];
    }
    add_outer(&b);
    for (int k = 0; k < p->fast; k++)
        add_column(&b, k);
    struct pm_operation *const op = begin(&b, 0);
    while (b.count > 0)
        take_product(&b, op, 0, 0);
    end(&b, op, 0, false);
    p->result = op->entry;
}

/* ------------------------------------------------------------------ work */

static double operation_work(const struct pm_operation *op)
{
    const double size = ldexp(1, op->scope);
    const double sums = op->scope > 1 ? size / 2 : 0;

    return 6 + (op->rows - op->row) * (1 + size + sums) + (op->tables - op->table) * size + size;
}

/* The work that a change of a column repeats: rows that meet `place`. */
static double change_work(const struct pm_program *p, int place)
{
    bool dirty[PM_ENTRIES] = {false};
    double work = 0;

    for (const struct pm_operation *op = p->operation; op < p->operation + p->operations; op++) {
        bool again = false;
        for (int k = op->row; k < op->rows; k++)
            again = again || (p->met[k] >> place & 1);
        for (int k = op->table; k < op->tables; k++)
            again = again || dirty[p->table[k].entry];
        dirty[op->entry] = again;
        if (again)
            work += operation_work(op);
    }
    for (int k = 0; k < p->n; k++)
        work += (p->met[k] >> place & 1) * 3;
    return work;
}

static bool meets_outer(const struct pm_program *p, int place)
{
    bool meets = false;

    for (int k = 0; k < p->n; k++)
        meets = meets || (p->met[k] >> place & 1 && (p->met[k] & fast_places(p)) == 0);
    return meets;
}

/* Orders slow columns by cost, the cheapest first; the most expensive has a fixed sign, unless the
 * top is given.  The columns of the lanes, and two more that distinguish the threads of a GPU's
 * warp, are chosen among those that meet no row without fast columns, so that all these threads
 * have a zero at the same time. */
static void arrange(struct pm_sparse_order *order, const struct pm_program *p)
{
    enum { LOG_WARP = 5 };
    const int count = p->n - p->fast - order->top, last = order->top > 0 ? count : count - 1;
    int *const column = order->column + p->fast;
    const int above = last - p->gray, apart = above < LOG_WARP ? above : LOG_WARP;
    double work[64];
    int lanes[LOG_WARP], found = 0, place[64], sorted[64];

    for (int k = 0; k < count; k++) {
        int at = k;
        work[k] = change_work(p, p->fast + k);
        for (; at > 0 && work[place[at - 1]] > work[k]; at--)
            place[at] = place[at - 1];
        place[at] = k;
    }
    for (int pass = 0; pass < 2; pass++) /* the most expensive but the last */
        for (int at = last - 1; at >= 0 && found < apart; at--)
            if (place[at] >= 0 && (pass == 1 || !meets_outer(p, p->fast + place[at]))) {
                lanes[found++] = place[at];
                place[at] = -1;
            }
    int end = 0;
    for (int at = 0; at <= count; at++) {
        if (end == p->gray)
            for (int k = 0; k < found; k++)
                sorted[end++] = column[lanes[k]];
        if (at < count && place[at] >= 0)
            sorted[end++] = column[place[at]];
    }
    memcpy(column, sorted, (size_t)count * sizeof *column);
}

void pm_sparse_program_init(struct pm_program *program, struct pm_sparse_order *order,
                            const struct pm_pattern *pattern)
{
    compile(program, order, pattern);
    arrange(order, program);
    compile(program, order, pattern);
}

double pm_sparse_program_work(const struct pm_program *p, const struct pm_pattern *pattern)
{
    const uint64_t lanes = ((UINT64_C(1) << PM_LOG_LANES) - 1) << (p->fast + p->gray);
    double same = 1, apart = 1, work = 0;

    for (int k = 0; k < p->gray; k++)
        work += ldexp(change_work(p, p->fast + k), -(k + 1 < p->gray ? k + 1 : k));
    for (int k = 0; k < p->n; k++)
        if ((p->met[k] & fast_places(p)) == 0)
            *(p->met[k] & lanes ? &apart : &same) *= 1 - pattern->zeros[p->row[k]];
    return BLOCK_WORK + same * (1 - pow(1 - apart, PM_LANES)) * work;
}

void pm_sparse_program_swap(struct pm_program *p, int k, int l)
{
    const int row = p->row[k];
    const uint64_t met = p->met[k];

    p->row[k] = p->row[l];
    p->met[k] = p->met[l];
    p->row[l] = row;
    p->met[l] = met;
}

int pm_sparse_program_place_lows(struct pm_program *p, int words)
{
    int low = 0;

    for (struct pm_operation *op = p->operation; op < p->operation + p->operations; op++) {
        op->low = low;
        if (op->scope > 0)
            low += words * (((op->ones - op->row) << (op->scope - 1)) +
                            ((op->rows - op->ones) << op->scope));
    }
    return low;
}

int pm_sparse_program_steps(const struct pm_program *p)
{
    int steps = 0;

    for (int k = 0; k < p->n; k++)
        steps += pm_popcount(gray_places(p, p->met[k]));
    return steps;
}
