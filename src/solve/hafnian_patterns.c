/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop hafnians of all patterns of copies (engine/hafnian/patterns.h), in vectors.  What these
 * cannot do, or not well enough, is asked one by one. */
#include "solve/batch.h"

#include "base/alloc.h"
#include "engine/hafnian/patterns.h"
#include "engine/hafnian/walks_room.h"
#include "engine/isa/isa.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

PM_ISA_NUMBERS(pm_walks_patterns_fill, pm_walks_patterns);

enum { LANES = PM_HAF_LANES, PAGE = 1 << 12, HUGE = 1 << 18 /* numbers */ };

static const double PATTERNS_MOST = 0x1p30;

struct patterns {
    const struct pm_batch *b;
    int cutoff;
    long count; /* of patterns */
};

/* Tables for the kernel. */
struct tables {
    struct pm_walks_patterns walk;
    double *factor, *last, *loop;
    long step[PM_HAF_PATTERNS_ORDER];
    int words, all_words; /* of a number; with its size and radius */
};

static pm_status tables_new(struct tables *t, const struct patterns *p, int words)
{
    const int n = p->b->stack.rows, cutoff = p->cutoff;
    struct pm_walks_patterns *const w = &t->walk;

    t->words = words;
    t->all_words = words + PM_HAF_MORE;
    *w = (struct pm_walks_patterns){.n = n, .cutoff = cutoff, .rows = p->count / cutoff};
    w->row = (cutoff + LANES - 1) / LANES * LANES + LANES;
    for (long i = n - 2, step = 1; i >= 0; i--, step *= cutoff)
        t->step[i] = step;
    const size_t table = (size_t)(w->rows * w->row * t->all_words),
                 last = (size_t)(n * w->row * t->all_words),
                 factor = (size_t)(n * n * cutoff * t->all_words),
                 all = table + last + factor + (size_t)(n * t->all_words);
    PM_TRY(pm_stack_aligned(&w->table, all));
    if (all > HUGE) /* huge pages: memory of gigabytes is freed in milliseconds, not in .1 s */
        madvise((void *)(((uintptr_t)w->table + PAGE - 1) / PAGE * PAGE),
                (all - PAGE) * sizeof(double), MADV_HUGEPAGE);
    w->step = t->step;
    w->last = t->last = w->table + table;
    w->factor = t->factor = t->last + last;
    w->loop = t->loop = t->factor + factor;
    memset(w->table, 0, sizeof(double) * (size_t)(w->row * t->all_words));
    memset(t->last, 0, sizeof(double) * last);
    return PM_OK;
}

/* z times m: re, im, and in double-double their low parts; size and radius. */
static void set_number(double *to, int apart, const double *z, double m, int parts, int words)
{
    for (int k = 0; k < parts; k++) {
        to[k * apart] = z[k] * m;
        if (words > parts)
            to[(parts + k) * apart] = fma(z[k], m, -to[k * apart]);
    }
    to[words * apart] = pm_modulus(z, parts) * m;
    to[(words + 1) * apart] = words > parts ? 0 : to[words * apart];
}

static void fill_tables(struct tables *t, const struct pm_walks_room *r)
{
    const struct pm_walks_patterns *const w = &t->walk;
    const int n = w->n, words = t->words, all = t->all_words;

    for (int i = 0; i < n; i++) {
        const double *const row = r->entry + (ptrdiff_t)i * n * r->parts;
        set_number(t->loop + i * all, 1, r->loop + i * r->parts, 1, r->parts, words);
        for (int m = 0; m < w->cutoff; m++) {
            for (int j = i; j < n; j++)
                set_number(t->factor + ((ptrdiff_t)(i * n + j) * w->cutoff + m) * all, 1,
                           row + j * r->parts, m, r->parts, words);
            set_number(t->last + i * w->row * all + LANES + m, (int)w->row,
                       row + (n - 1) * r->parts, m, r->parts, words);
        }
    }
}

/* The copies of the first vertices of a pattern, whose number without the others is `rest`. */
static void find_copies(int *copies, const struct patterns *p, int vertices, long rest)
{
    for (int i = vertices - 1; i >= 0; i--, rest /= p->cutoff)
        copies[i] = (int)(rest % p->cutoff);
}

/* What the copies of a pattern do to its value. */
struct pattern {
    int total, exp;
    double root; /* of the product of the factorials, for normalized values */
};

/* Adds the copies of vertex i from number `first` to number `last`. */
static void add_copies(struct pattern *x, const struct pm_walks_room *r, int i, int first, int last)
{
    x->total += last - first + 1;
    x->exp += (last - first + 1) * r->scale[i];
    for (int m = first; m <= last && r->b->stack.normalized; m++)
        x->root *= sqrt(m);
}

/* Delivers the number at z, whose words are `row` doubles apart.  Its size is at least its modulus.
 */
static void deliver(const struct pm_walks_room *r, size_t place, const double *z, long row,
                    const struct pattern *x)
{
    const int parts = r->parts;
    const bool layers = r->words > parts, divided = x->root != 1;
    const double size = z[r->words * row], radius = z[(r->words + 1) * row]; /* 2^-400 at least */
    const double gamma = divided ? pm_gamma(2 * x->total + 2) : pm_gamma(1);
    const double error = (radius + gamma * (layers ? 0x1p106 : 0x1p53) * size) * PM_UP_LONG;
    double value[2] = {0, 0};

    for (int k = 0; k < parts; k++) {
        value[k] = z[k * row] + (layers ? z[(parts + k) * row] : 0);
        value[k] = divided ? value[k] / x->root : value[k];
    }
    if (size < 0x1p900 && radius < 0x1p900 && x->root < 0x1p400)
        pm_stack_deliver(
            r->b, place, value,
            pm_mag_double(divided ? error / x->root * PM_UP_LONG : error, layers ? -106 : -53),
            x->exp);
    else
        pm_stack_miss(r->b, place);
}

/* Asks for one pattern of matrix k alone. */
static pm_status mend(const struct patterns *p, size_t k, size_t place, const int *copies)
{
    const struct pm_batch *const b = p->b;
    const struct pm_hafnian_copies one = {
        .count = 1,
        .times = copies,
        .value = b->value + place * (size_t)b->parts,
        .bound = b->bound + place,
        .exponent = b->stack.exponents != NULL ? b->stack.exponents + place : NULL};

    PM_TRY(pm_stack_go_on(b));
    return pm_batch_hafnian_copies(b, k, &one, 1);
}

/* A pattern with an odd number of copies is 0 if there are no loops. */
static void clear(const struct patterns *p, size_t k)
{
    const struct pm_batch *const b = p->b;
    const size_t count = (size_t)p->count, parts = (size_t)b->parts;

    memset(b->value + k * count * parts, 0, count * parts * sizeof *b->value);
    memset(b->bound + k * count, 0, count * sizeof *b->bound);
    if (b->stack.exponents != NULL)
        memset(b->stack.exponents + k * count, 0, count * sizeof *b->stack.exponents);
}

/* Delivers the patterns of matrix k; rounded: no number of the tables is right. */
static pm_status deliver_all(const struct patterns *p, const struct pm_walks_room *r, size_t k,
                             const struct tables *numbers, bool rounded)
{
    const struct pm_walks_patterns *const w = &numbers->walk;
    const bool looped = rounded || pm_walks_has_loops(r, 1);
    const int last = r->n - 1;
    int copies[PM_HAF_PATTERNS_ORDER];
    size_t place = k * (size_t)p->count;

    clear(p, k);
    for (long line = 0; line < w->rows; line++) {
        const double *const z = w->table + line * w->row * numbers->all_words + LANES;
        struct pattern x = {.root = 1};
        find_copies(copies, p, last, line);
        for (int i = 0; i < last; i++)
            add_copies(&x, r, i, 1, copies[i]);
        for (int m = 0; m < p->cutoff; m++, place++) {
            if (m % 1024 == 0)
                PM_TRY(pm_stack_go_on(p->b));
            if (m > 0)
                add_copies(&x, r, last, m, m);
            if (x.total % 2 != 0 && !looped)
                continue;
            copies[last] = m;
            if (rounded)
                pm_stack_miss(p->b, place);
            else
                deliver(r, place, z + m, w->row, &x);
            if (isnan(p->b->value[place * (size_t)r->parts]))
                PM_TRY(mend(p, k, place, copies));
        }
    }
    return PM_OK;
}

static pm_status find_patterns(struct pm_walks_room *r, const struct patterns *p, size_t k)
{
    struct tables numbers = {.words = 0};
    const pm_precision precision = p->b->stack.precision;
    bool rounded = precision != PM_PRECISION_AUTO && precision != PM_PRECISION_DOUBLE;
    pm_status status;

    PM_TRY(pm_walks_read(&rounded, r, 0, k));
    for (int i = 0; i < r->n; i++)
        r->times[i] = p->cutoff;
    rounded = !pm_walks_scale(r, 0) || rounded;
    PM_TRY_GOTO(status, tables_new(&numbers, p, r->words), done);
    fill_tables(&numbers, r);
    numbers.walk.stop = pm_watched_stop(p->b->watched);
    pm_walks_patterns_sets[p->b->isa->number][r->words / r->parts - 1][r->parts - 1](&numbers.walk);
    PM_TRY_GOTO(status, pm_stack_go_on(p->b), done);
    status = deliver_all(p, r, k, &numbers, rounded);
done:
    free(numbers.walk.table);
    return status;
}

static pm_status matrix(const struct pm_batch *b, size_t k)
{
    static const double one[2] = {1, 0};
    size_t count;
    void *room;

    if (b->stack.rows == 0) { /* without vertices there is one pattern */
        pm_stack_deliver(b, k, one, (struct pm_mag){0, 0}, 0);
        return PM_OK;
    }
    PM_TRY(pm_hafnian_patterns_count(&count, &b->stack));
    const struct patterns p = {b, b->stack.cutoff, (long)count};
    PM_TRY(pm_walks_room_open(&room, b));
    const pm_status status = find_patterns(room, &p, k);
    pm_walks_room_close(room);
    return status;
}

pm_status pm_hafnian_patterns_count(size_t *count, const pm_stack *stack)
{
    double all = 1;

    if (stack->cutoff < 1)
        return pm_fail(PM_INPUT, "a cutoff of %d", stack->cutoff);
    for (int i = 0; i < stack->rows; i++)
        all *= stack->cutoff;
    if (all > PATTERNS_MOST || stack->rows > PM_HAF_PATTERNS_ORDER)
        return pm_fail(PM_UNABLE, "%.3g patterns of %d vertices", all, stack->rows);
    *count = (size_t)all;
    return PM_OK;
}

pm_status pm_batch_patterns(struct pm_batch *b, int threads)
{
    b->stack.row_times = b->stack.col_times = NULL;
    return pm_stack_each(b, threads, false, matrix);
}
