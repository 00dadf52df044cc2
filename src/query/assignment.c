/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cheapest assignments (Murty, Operations Research 16, 1968).
 *
 * The set of all assignments is cut at the cheapest one: branch r has those that agree with it in
 * the rows before r and differ in row r.  The cheapest of all branches is the next one, and its
 * branch is cut in the same way.  The cheapest of a branch differs from that of its parent by one
 * cheapest path, from row r to the column that the row had there (Jonker and Volgenant, Computing
 * 38, 1987); the prices of the parent make all steps of the path cost at least 0.  A branch costs
 * at least as much more than its parent as the cheapest other entry of row r, so most branches are
 * never searched (Miller, Stone and Cox, IEEE Trans. Aerospace and Electronic Systems 33, 1997).
 * Cost: a search takes cols^2 steps, and an assignment at most two for each row. */
#include "query/assignment.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <flint/fmpz_vec.h>
#include <string.h>

/* BANNED: for the first row of a search. */
enum state { UNSEEN, SEEN, SETTLED, BLOCKED, BANNED };

/* A branch, by the cost of its cheapest assignment, or a lower bound of it. */
struct pm_branch {
    fmpz cost;
    size_t parent;
    int depth;
    bool searched;
    uint64_t number; /* of equal costs, the earlier one is first */
};

static bool is_before(const struct pm_branch *x, const struct pm_branch *y)
{
    const int order = fmpz_cmp(&x->cost, &y->cost);

    return order != 0 ? order < 0 : x->number < y->number;
}

static pm_status push(struct pm_assignment *s, const struct pm_branch *branch)
{
    size_t k = s->branches;

    PM_TRY(pm_alloc_grow((void **)&s->heap, &s->heap_room, k + 1, sizeof *s->heap));
    s->heap[k] = *branch;
    fmpz_init_set(&s->heap[k].cost, &branch->cost);
    s->heap[k].number = s->made++;
    s->branches++;
    for (; k > 0 && is_before(&s->heap[k], &s->heap[(k - 1) / 2]); k = (k - 1) / 2)
        PM_SWAP(s->heap[k], s->heap[(k - 1) / 2]);
    return PM_OK;
}

/* *least = the first branch, whose cost the caller clears. */
static void pop(struct pm_branch *least, struct pm_assignment *s)
{
    *least = s->heap[0];
    s->heap[0] = s->heap[--s->branches];
    for (size_t k = 0, next; (next = 2 * k + 1) < s->branches; k = next) {
        if (next + 1 < s->branches && is_before(&s->heap[next + 1], &s->heap[next]))
            next++;
        if (!is_before(&s->heap[next], &s->heap[k]))
            return;
        PM_SWAP(s->heap[next], s->heap[k]);
    }
}

/* ------------------------------------------------------------------ one search */

/* A path to column j may end with a step of cost `step` (NULL: 0) from a row that is `base` away.
 */
static void reach(struct pm_assignment *s, const struct pm_assigned *x, const fmpz_t base, int row,
                  const fmpz *step, int j)
{
    fmpz_t d;

    if (s->state[j] >= SETTLED)
        return;
    fmpz_init(d);
    fmpz_sub(d, base, x->row_price + row);
    fmpz_sub(d, d, x->col_price + j);
    if (step != NULL)
        fmpz_add(d, d, step);
    if (s->state[j] == UNSEEN || fmpz_cmp(d, s->distance + j) < 0) {
        s->state[j] = SEEN;
        s->from[j] = row;
        fmpz_swap(d, s->distance + j);
    }
    fmpz_clear(d);
}

static void reach_from(struct pm_assignment *s, const struct pm_assigned *x, const fmpz_t base,
                       int row)
{
    const struct pm_matrix *const a = s->a;

    for (int j = 0; row == a->rows && j < a->cols; j++)
        reach(s, x, base, row, NULL, j);
    for (int e = row < a->rows ? a->start[row] : 0; row < a->rows && e < a->start[row + 1]; e++)
        reach(s, x, base, row, s->cost + e, a->col[e]);
}

/* The column that is nearest among those that are not settled; -1: there is none. */
static int nearest(const struct pm_assignment *s)
{
    int best = -1;

    for (int j = 0; j < s->a->cols; j++)
        if (s->state[j] == SEEN && (best < 0 || fmpz_cmp(s->distance + j, s->distance + best) < 0))
            best = j;
    return best;
}

/* Settles columns, of which some are reached, until `target`, or, if that is -1, one that the row
 * of what is left has.  Returns this column; -1: no path leads there. */
static int settle(struct pm_assignment *s, const struct pm_assigned *x, int target)
{
    const int spare = s->a->rows;
    int j;

    s->entered[spare] = -1;
    while ((j = nearest(s)) >= 0) {
        const int row = x->owner[j];
        s->state[j] = SETTLED;
        if (j == target || (target < 0 && row == spare))
            break;
        if (row == spare && s->entered[spare] >= 0)
            continue;
        s->entered[row] = j;
        reach_from(s, x, s->distance + j, row);
    }
    return j;
}

/* The prices after a search that ended with column `last`. */
static void set_prices(struct pm_assignment *s, struct pm_assigned *x, int root, int last)
{
    const fmpz *const end = s->distance + last;
    fmpz_t less;

    fmpz_init(less);
    fmpz_add(x->row_price + root, x->row_price + root, end);
    for (int j = 0; j < s->a->cols; j++) {
        if (s->state[j] != SETTLED || j == last)
            continue;
        fmpz_sub(less, end, s->distance + j);
        fmpz_sub(x->col_price + j, x->col_price + j, less);
        if (s->entered[x->owner[j]] == j)
            fmpz_add(x->row_price + x->owner[j], x->row_price + x->owner[j], less);
    }
    fmpz_clear(less);
}

/* Gives row `root` a column by a cheapest path that avoids blocked ones, and frees `target` (-1: a
 * column that is left).  *any = there is a path.  The cost grows by its length. */
static pm_status extend(bool *any, struct pm_assignment *s, struct pm_assigned *x, int root,
                        int target)
{
    fmpz_t none;

    fmpz_init(none);
    reach_from(s, x, none, root);
    fmpz_clear(none);
    for (int j = 0; j < s->a->cols; j++)
        if (s->state[j] == BANNED)
            s->state[j] = UNSEEN;
    int j = settle(s, x, target);
    *any = j >= 0;
    if (!*any)
        return pm_budget_ask();
    fmpz_add(x->cost, x->cost, s->distance + j);
    set_prices(s, x, root, j);
    for (int row = -1; row != root;) {
        row = s->from[j];
        const int next = row == root ? -1 : s->entered[row];
        x->owner[j] = row;
        if (row < s->a->rows)
            x->col[row] = j;
        j = next;
    }
    return pm_budget_ask();
}

/* ------------------------------------------------------------------ assignments and branches */

static void clear_assigned(struct pm_assigned *x, const struct pm_matrix *a)
{
    if (x->row_price != NULL)
        _fmpz_vec_clear(x->row_price, a->rows + 1);
    if (x->col_price != NULL)
        _fmpz_vec_clear(x->col_price, a->cols);
    fmpz_clear(x->cost);
    PM_FREE(x->col, x->owner);
}

/* Makes room for one more, and counts it. */
static pm_status open_assigned(struct pm_assigned **out, struct pm_assignment *s)
{
    PM_TRY(pm_alloc_grow((void **)&s->found, &s->room, s->count + 1, sizeof *s->found));
    struct pm_assigned *const x = *out = &s->found[s->count++];
    *x = (struct pm_assigned){.col = NULL};
    PM_NEW(x->col, s->a->rows);
    PM_NEW(x->owner, s->a->cols);
    x->row_price = _fmpz_vec_init(s->a->rows + 1);
    x->col_price = _fmpz_vec_init(s->a->cols);
    return PM_OK;
}

static void close_last(struct pm_assignment *s)
{
    clear_assigned(&s->found[--s->count], s->a);
}

/* Blocks the columns of the rows before `depth`, and bans those that row `depth` must not have in a
 * branch: the columns that it had in the assignments from which the branch was cut. */
static void block(struct pm_assignment *s, size_t parent, int depth)
{
    const struct pm_assigned *x = &s->found[parent];
    bool more;

    memset(s->state, UNSEEN, (size_t)s->a->cols);
    for (int r = 0; r < depth; r++)
        s->state[x->col[r]] = BLOCKED;
    do {
        s->state[x->col[depth]] = BANNED;
        more = x->depth == depth && x != s->found;
        x = &s->found[x->parent];
    } while (more);
}

/* cost = a lower bound of the costs in a branch.  False: the branch is empty. */
static bool bound(fmpz_t cost, struct pm_assignment *s, size_t parent, int depth)
{
    const struct pm_assigned *const x = &s->found[parent];

    block(s, parent, depth);
    reach_from(s, x, cost, depth);
    const int j = nearest(s);
    if (j >= 0)
        fmpz_add(cost, x->cost, s->distance + j);
    return j >= 0;
}

/* Cuts the branch of the last assignment. */
static pm_status cut(struct pm_assignment *s)
{
    const size_t parent = s->count - 1;

    for (int r = s->found[parent].depth; r < s->a->rows; r++) {
        struct pm_branch branch = {.parent = parent, .depth = r};
        pm_status status = PM_OK;
        if (bound(&branch.cost, s, parent, r))
            status = push(s, &branch);
        fmpz_clear(&branch.cost);
        PM_TRY(status);
    }
    return PM_OK;
}

/* The first assignment: each row in turn takes a column. */
static pm_status find_first(bool *any, struct pm_assignment *s)
{
    const struct pm_matrix *const a = s->a;
    struct pm_assigned *x;

    *any = true;
    PM_TRY(open_assigned(&x, s));
    for (int j = 0; j < a->cols; j++)
        x->owner[j] = a->rows;
    for (int r = 0; r < a->rows && *any; r++) {
        fmpz *const price = x->row_price + r;
        memset(s->state, UNSEEN, (size_t)a->cols);
        for (int e = a->start[r]; e < a->start[r + 1]; e++) {
            fmpz_sub(s->distance, s->cost + e, x->col_price + a->col[e]);
            if (e == a->start[r] || fmpz_cmp(s->distance, price) < 0)
                fmpz_set(price, s->distance);
        }
        fmpz_add(x->cost, x->cost, price);
        PM_TRY(extend(any, s, x, r, -1));
    }
    return PM_OK;
}

/* Appends the cheapest assignment of a branch, if it is not empty. */
static pm_status search(bool *any, struct pm_assignment *s, const struct pm_branch *branch)
{
    const struct pm_matrix *const a = s->a;
    const int depth = branch->depth;
    struct pm_assigned *x;

    PM_TRY(open_assigned(&x, s));
    const struct pm_assigned *const parent = &s->found[branch->parent];
    const int target = parent->col[depth];
    memcpy(x->col, parent->col, (size_t)a->rows * sizeof *x->col);
    memcpy(x->owner, parent->owner, (size_t)a->cols * sizeof *x->owner);
    _fmpz_vec_set(x->row_price, parent->row_price, a->rows + 1);
    _fmpz_vec_set(x->col_price, parent->col_price, a->cols);
    fmpz_set(x->cost, parent->cost);
    x->parent = branch->parent;
    x->depth = depth;
    block(s, branch->parent, depth);
    return extend(any, s, x, depth, target);
}

/* Appends the next one, and does not cut its branch. */
static pm_status find_next(bool *any, struct pm_assignment *s)
{
    for (*any = false; !*any && s->branches > 0;) {
        struct pm_branch branch;
        pop(&branch, s);
        pm_status status = search(any, s, &branch);
        fmpz *const cost = s->found[s->count - 1].cost;
        if (status == PM_OK && *any && !branch.searched && s->branches > 0 &&
            fmpz_cmp(cost, &s->heap[0].cost) > 0) { /* later, when it is its turn */
            *any = false;
            branch.searched = true;
            fmpz_swap(cost, &branch.cost);
            status = push(s, &branch);
        }
        fmpz_clear(&branch.cost);
        if (!*any)
            close_last(s);
        PM_TRY(status);
    }
    return PM_OK;
}

pm_status pm_assignment_next(bool *any, struct pm_assignment *s)
{
    if (s->count > 0) {
        PM_TRY(find_next(any, s));
    } else {
        PM_TRY(find_first(any, s));
        if (!*any)
            close_last(s);
    }
    return *any ? cut(s) : PM_OK;
}

pm_status pm_assignment_init(struct pm_assignment *s, const struct pm_matrix *a, const fmpz *cost)
{
    *s = (struct pm_assignment){.a = a, .cost = cost, .distance = _fmpz_vec_init(a->cols + 1)};
    PM_NEW(s->from, a->cols);
    PM_NEW(s->entered, a->rows + 1);
    PM_NEW(s->state, a->cols);
    return PM_OK;
}

void pm_assignment_clear(struct pm_assignment *s)
{
    while (s->count > 0)
        close_last(s);
    while (s->branches > 0)
        fmpz_clear(&s->heap[--s->branches].cost);
    if (s->distance != NULL)
        _fmpz_vec_clear(s->distance, s->a->cols + 1);
    PM_FREE(s->found, s->heap, s->from, s->entered, s->state);
}
