/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The driver, which applies rules until none changes anything.
 *
 * The driver keeps a list of matrices.  In a round it takes the rules in the order of the table and
 * applies each to every matrix of its kind, except where the rule is known to change nothing.  The
 * outputs replace the matrix.  A rule does not change its own outputs (dm: blocks are irreducible;
 * degree: nothing light is left; lines and scale: see there), so only the other rules look at them.
 *
 * This terminates.  dm and degree replace a matrix by smaller ones, or by one of the same size with
 * fewer entries, and only the pattern decides when they do so.  lines and scale keep the pattern.
 * Once dm and degree have finished with a matrix, lines changes it at most once, and scale at most
 * once: scale divides rows and columns by numbers, and equal lines by equal numbers.  So
 * proportional lines stay proportional and equal lines stay equal, and lines has nothing more to
 * do.  The same holds for hafnians: components, degree and edmonds make matrices smaller, remove
 * entries, or turn a hafnian into a permanent, never the reverse.  Each piece that pairs replaces
 * leaves fewer vertices, and it repeats until it finds none.  Whether it replaces a piece depends
 * on the pattern and on whether the piece's hafnian is 0, which scale does not change. */
#include "reduce/reduce.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------ log */

/* A longer log adds to an existing line instead of writing a new one. */
enum { STEPS_SHOWN = 24 };

/* The log line of this rule in this round, which starts at step `first`; NULL if there is none
 * yet. */
static struct pm_step *step_find(struct pm_reduction *r, const char *rule, size_t first)
{
    if (r->steps >= STEPS_SHOWN)
        first = 0;
    for (size_t k = r->steps; k > first; k--)
        if (strcmp(r->step[k - 1].rule, rule) == 0)
            return r->step + k - 1;
    return NULL;
}

static pm_status step_log(struct pm_reduction *r, const char *rule, size_t first,
                          const struct pm_matrix *a, const struct pm_rewrite *w)
{
    struct pm_step *step = step_find(r, rule, first);

    if (step != NULL && !w->zero) {
        step->applications++;
        return PM_OK;
    }
    PM_TRY(pm_alloc_grow((void **)&r->step, &r->step_room, r->steps + 1, sizeof *r->step));
    step = r->step + r->steps++;
    *step = (struct pm_step){.rule = rule, .applications = 1};
    if (w->zero && r->steps > 1) /* numbers in the note are those of the part */
        snprintf(step->note, sizeof step->note, "in a part of %d x %d: %.450s", a->rows, a->cols,
                 w->note);
    else
        memcpy(step->note, w->note, sizeof step->note);
    return PM_OK;
}

/* A note describes the first matrix that a rule changed; this adds how many others there were. */
static void steps_finish(struct pm_reduction *r)
{
    for (size_t k = 0; k < r->steps; k++) {
        struct pm_step *const step = r->step + k;
        const size_t length = strlen(step->note);
        if (step->applications > 1)
            snprintf(step->note + length, sizeof step->note - length, " (and %d more like it)",
                     step->applications - 1);
    }
}

/* --------------------------------------------------------------------- driver */

struct item {
    struct pm_matrix *matrix;
    enum pm_kind kind;
    unsigned clean; /* set of rules that change nothing in it */
};

struct work {
    struct item *item, *next; /* the list, and the list of the next round */
    size_t items, room, nexts, next_room;
    struct pm_product product; /* the product of all factors so far */
};

static void work_clear(struct work *w)
{
    for (size_t k = 0; k < w->items; k++)
        pm_matrix_free(w->item[k].matrix);
    for (size_t k = 0; k < w->nexts; k++)
        pm_matrix_free(w->next[k].matrix);
    PM_FREE(w->item, w->next);
    pm_rewrite_product_clear(&w->product);
}

/* A matrix with one row: its permanent is the sum of its entries. */
static pm_status absorb_row(struct work *w, struct pm_reduction *r, const struct pm_matrix *a)
{
    struct pm_gauss sum, x;

    PM_EACH(pm_gauss_init, &sum, &x);
    for (int k = 0; k < pm_matrix_nnz(a); k++) {
        pm_entry_get(&x, a, k);
        pm_gauss_add(&sum, &sum, &x);
    }
    r->zero |= pm_gauss_is_zero(&sum);
    const pm_status status = pm_rewrite_product_add(&w->product, sum.re, sum.im);
    PM_EACH(pm_gauss_clear, &sum, &x);
    return status;
}

/* One vertex cannot be matched; two vertices are matched by their only edge. */
static pm_status absorb_pair(struct work *w, struct pm_reduction *r, const struct pm_matrix *a)
{
    if (pm_matrix_nnz(a) > 0)
        return pm_rewrite_product_add(&w->product, a->re, a->im);
    r->zero = true;
    return PM_OK;
}

/* Puts a matrix on the next list, which then owns it, or into the factor. */
static pm_status work_put(struct work *w, struct pm_reduction *r, struct pm_matrix *a,
                          enum pm_kind kind, unsigned clean)
{
    static pm_status (*const absorb[PM_KINDS])(struct work *, struct pm_reduction *,
                                               const struct pm_matrix *) = {
        [PM_PERMANENT] = absorb_row, [PM_HAFNIAN] = absorb_pair};

    if (a->rows <= (kind == PM_HAFNIAN ? 2 : 1)) {
        if (a->rows > 0)
            PM_TRY(absorb[kind](w, r, a));
        pm_matrix_free(a);
        return PM_OK;
    }
    PM_TRY(pm_alloc_grow((void **)&w->next, &w->next_room, w->nexts + 1, sizeof *w->next));
    w->next[w->nexts++] = (struct item){a, kind, clean};
    return PM_OK;
}

static void work_turn(struct work *w)
{
    const struct work old = *w;

    w->item = old.next;
    w->items = old.nexts;
    w->room = old.next_room;
    w->next = old.item;
    w->nexts = 0;
    w->next_room = old.room;
}

/* The origins of lines that this rule has made. */
static void name_origins(struct pm_matrix *a, int rule)
{
    for (int i = 0; a->origin != NULL && i < a->rows + a->cols; i++)
        if (a->origin[i] == -1)
            a->origin[i] = pm_rule_origin(rule);
}

/* Applies one rule to one matrix, which is removed from the list. */
static pm_status apply_rule(struct work *w, struct pm_reduction *r, int rule, struct item *item,
                            size_t first_step)
{
    pm_status status;
    struct pm_rewrite rewrite;

    pm_rewrite_init(&rewrite);
    PM_TRY_GOTO(status, pm_rules[rule].apply[item->kind](&rewrite, item->matrix), done);
    if (!rewrite.changed) {
        PM_TRY_GOTO(status,
                    work_put(w, r, item->matrix, item->kind, item->clean | pm_rule_bit(rule)),
                    done);
        item->matrix = NULL;
        goto done;
    }
    PM_TRY_GOTO(status, step_log(r, pm_rules[rule].name, first_step, item->matrix, &rewrite), done);
    r->zero |= rewrite.zero;
    if (!pm_gauss_is_one(&rewrite.factor))
        PM_TRY_GOTO(status,
                    pm_rewrite_product_add(&w->product, rewrite.factor.re, rewrite.factor.im),
                    done);
    for (size_t k = 0; k < rewrite.count; k++) {
        name_origins(rewrite.out[k], rule);
        PM_TRY_GOTO(status,
                    work_put(w, r, rewrite.out[k], rewrite.permanent[k] ? PM_PERMANENT : item->kind,
                             pm_rule_bit(rule)),
                    done);
        rewrite.out[k] = NULL;
    }
    pm_matrix_free(item->matrix);
    item->matrix = NULL;
done:
    pm_rewrite_clear(&rewrite);
    return status;
}

static bool is_work(const struct item *item, int rule)
{
    return !(item->clean & pm_rule_bit(rule)) && pm_rules[rule].apply[item->kind] != NULL;
}

static pm_status apply_to_all(struct work *w, struct pm_reduction *r, int rule, size_t first_step)
{
    for (size_t k = 0; k < w->items && !r->zero; k++) {
        struct item *const item = w->item + k;
        PM_TRY(pm_budget_ask());
        if (!is_work(item, rule)) {
            PM_TRY(work_put(w, r, item->matrix, item->kind, item->clean));
            item->matrix = NULL;
        } else {
            PM_TRY(apply_rule(w, r, rule, item, first_step));
        }
    }
    if (!r->zero) {
        w->items = 0;
        work_turn(w);
    }
    return PM_OK;
}

static bool all_clean(const struct work *w, unsigned set)
{
    for (size_t k = 0; k < w->items; k++)
        for (int rule = 0; pm_rules[rule].name != NULL; rule++)
            if ((set & pm_rule_bit(rule)) && is_work(w->item + k, rule))
                return false;
    return true;
}

static pm_status to_fixed_point(struct work *w, struct pm_reduction *r, unsigned set)
{
    while (!r->zero && !all_clean(w, set)) {
        const size_t first_step = r->steps;
        for (int k = 0; pm_rules[k].name != NULL && !r->zero; k++)
            if (set & pm_rule_bit(k))
                PM_TRY(apply_to_all(w, r, k, first_step));
    }
    return PM_OK;
}

/* Makes the matrices of the list the cores. */
static pm_status take_cores(struct work *w, struct pm_reduction *r)
{
    steps_finish(r);
    if (r->zero) {
        pm_gauss_set_si(&r->factor, 0);
        return PM_OK;
    }
    pm_rewrite_product_take(&r->factor, &w->product);
    PM_TRY(pm_alloc_grow((void **)&r->core, &r->room, w->items, sizeof(struct pm_matrix *)));
    PM_TRY(pm_alloc_grow((void **)&r->kind, &r->kind_room, w->items, sizeof *r->kind));
    for (size_t k = 0; k < w->items; k++) {
        r->kind[r->cores] = w->item[k].kind;
        r->core[r->cores++] = w->item[k].matrix;
    }
    w->items = 0;
    return PM_OK;
}

/* Removes the diagonal: its entries are loops, which no matching uses. */
static pm_status drop_diagonal(struct pm_matrix *a)
{
    int loops = 0;
    bool *keep;

    PM_EACH_ENTRY(a, i, k)
        loops += a->col[k] == i;
    if (loops == 0) {
        pm_matrix_drop_zero_im(a);
        return PM_OK;
    }
    PM_NEW(keep, pm_matrix_nnz(a) + 1);
    PM_EACH_ENTRY(a, i, k)
        keep[k] = a->col[k] != i;
    pm_matrix_keep(a, keep);
    free(keep);
    return PM_OK;
}

/* Handles the cases that need no rule. */
static pm_status begin_hafnian(struct pm_reduction *r, struct pm_matrix *a)
{
    struct pm_rewrite odd = {.zero = true};

    PM_TRY(drop_diagonal(a));
    if (a->rows % 2 == 0)
        return PM_OK;
    r->zero = true;
    snprintf(odd.note, sizeof odd.note, "%d vertices, an odd number, cannot be matched", a->rows);
    return step_log(r, "order", 0, a, &odd);
}

/* The rules that are equations of numbers or modulo this number; `whole`: which do not divide. */
static unsigned of_modulus(uint64_t modulo, bool whole)
{
    unsigned set = 0;

    for (int k = 0; pm_rules[k].name != NULL; k++)
        if ((pm_rules[k].modulo == 0 || pm_rules[k].modulo == modulo) &&
            (pm_rules[k].whole || !whole))
            set |= pm_rule_bit(k);
    return set;
}

pm_status pm_reduce_modulo(struct pm_reduction *reduction, const struct pm_matrix *a,
                           enum pm_kind kind, unsigned rules, uint64_t modulo)
{
    pm_status status;
    struct work w = {0};
    struct pm_reduction r = {0};
    struct pm_matrix *copy = NULL;

    pm_gauss_init(&r.factor);
    pm_gauss_set_si(&r.factor, 1);
    PM_TRY_GOTO(status, pm_matrix_copy(&copy, a), done);
    if (copy->origin == NULL)
        PM_NEW_GOTO(status, copy->origin, (size_t)a->rows + (size_t)a->cols, done);
    for (int i = 0; i < a->rows + a->cols; i++)
        copy->origin[i] = kind == PM_HAFNIAN ? i % a->rows : i;
    if (kind == PM_HAFNIAN)
        PM_TRY_GOTO(status, begin_hafnian(&r, copy), done);
    PM_TRY_GOTO(status, work_put(&w, &r, copy, kind, 0), done);
    copy = NULL;
    work_turn(&w);
    if (modulo != 0)
        PM_TRY_GOTO(status, to_fixed_point(&w, &r, rules & of_modulus(modulo, true)), done);
    PM_TRY_GOTO(status, to_fixed_point(&w, &r, rules & of_modulus(0, false)), done);
    PM_TRY_GOTO(status, take_cores(&w, &r), done);
done:
    pm_matrix_free(copy);
    work_clear(&w);
    if (status == PM_OK)
        *reduction = r;
    else
        pm_reduce_clear(&r);
    return status;
}

pm_status pm_reduce(struct pm_reduction *reduction, const struct pm_matrix *a, enum pm_kind kind,
                    unsigned rules)
{
    return pm_reduce_modulo(reduction, a, kind, rules, 0);
}

const struct pm_step *pm_reduce_step(const struct pm_reduction *reduction,
                                     const struct pm_rule *rule)
{
    for (size_t k = 0; k < reduction->steps; k++)
        if (strcmp(reduction->step[k].rule, rule->name) == 0)
            return &reduction->step[k];
    return NULL;
}

void pm_reduce_clear(struct pm_reduction *reduction)
{
    for (size_t k = 0; k < reduction->cores; k++)
        pm_matrix_free(reduction->core[k]);
    PM_FREE(reduction->core, reduction->kind, reduction->step);
    pm_gauss_clear(&reduction->factor);
    *reduction = (struct pm_reduction){0};
}
