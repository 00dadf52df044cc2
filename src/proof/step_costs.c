/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pass over a table costs a time for each of its numbers.  A join multiplies the pairs of states
 * that have no vertex in common.  They are counted exactly where they may be many: in a square
 * table, all states have the same number of covered columns minus covered rows. */
#include "proof/step_costs.h"

#include "proof/meeting.h"

#include <math.h>
#include <string.h>

/* Of a number of a table, for a group; for each of its edges; of a product of a join; of a number
 * of its table, and of the tables that meet; of a message, which must be written, hashed and read.
 */
static const double NUMBER = 3, EDGE = 0.5, PRODUCT = 2.5, PLACE = 40, SIDE = 10, MESSAGE = 20000;

void pm_step_costs_init(struct pm_step_costs *c, const struct pm_proved_problem *s, const int *turn)
{
    *c = (struct pm_step_costs){.statement = s, .turn = turn, .states = pm_proof_states(s)};
}

/* The number of states of a table. */
static double states_of(const struct pm_step_costs *c, const struct pm_proof_open *t)
{
    return pm_order_states(c->states, t->count, pm_proof_open_ones(t, c->states, c->statement));
}

void pm_step_costs_close(double *cost, struct pm_proof_open *table, const struct pm_step_costs *c,
                         const int *vertex, int count, double limit)
{
    struct pm_proof_group group;

    for (int k = 0; k < count && *cost <= limit; k++) {
        bool last = false;
        for (int first = 0; !last; first += PM_PROOF_GROUP) {
            if (table->count > PM_COSTS_OPEN - PM_PROOF_GROUP) {
                *cost = INFINITY;
                return;
            }
            const double before = states_of(c, table);
            last = pm_proof_group_next(&group, c->statement, table, c->turn, vertex[k], first);
            *cost += (NUMBER + EDGE * group.edges) * fmax(before, states_of(c, table)) + MESSAGE;
        }
    }
}

/* ------------------------------------------------------------------------- joins */

/* What a join sees of the vertices. */
struct join {
    const struct pm_step_costs *costs;
    struct pm_proof_open left, right;
    const int *closed; /* with the join */
    int count;
    /* way[i + ZERO][k + ZERO]: in how many ways shared vertices add i to the columns minus rows of
     * the left state, and k to those of the right one */
    double way[2 * PM_COSTS_OPEN + 1][2 * PM_COSTS_OPEN + 1];
    int reach; /* of i and k */
};

enum { ZERO = PM_COSTS_OPEN };

static bool is_closed(const struct join *j, int v)
{
    for (int k = 0; k < j->count; k++)
        if (j->closed[k] == v)
            return true;
    return false;
}

/* A shared vertex is covered in the left state, in the right one, or, if it stays open, in none. */
static void add_way(struct join *j, int v)
{
    const int sign = j->costs->statement->column[v] ? 1 : -1, reach = ++j->reach;
    const double none = is_closed(j, v) ? 0 : 1;

    for (int at = -reach; at <= reach; at++) /* against the direction of the sums */
        for (int to = -reach; to <= reach; to++) {
            const int i = -sign * at + ZERO, k = -sign * to + ZERO;
            const double left = i - sign < 0 || i - sign > 2 * ZERO ? 0 : j->way[i - sign][k];
            const double right = k - sign < 0 || k - sign > 2 * ZERO ? 0 : j->way[i][k - sign];
            j->way[i][k] = none * j->way[i][k] + left + right;
        }
}

/* The states of own vertices that need `excess` more columns than rows. */
static double own_states(const struct join *j, const struct pm_proof_open *t,
                         const struct pm_proof_open *other, int excess)
{
    int open = 0, rows = 0;

    for (int k = 0; k < t->count; k++) {
        const int v = t->vertex[k];
        const bool column = j->costs->statement->column[v];
        if (pm_proof_is_open(other, v))
            continue;
        if (is_closed(j, v)) {
            excess -= column ? 1 : -1;
        } else {
            open++;
            rows += !column;
        }
    }
    return pm_order_states(PM_ORDER_SQUARE, open, excess + rows);
}

static double square_pairs(struct join *j)
{
    const struct pm_proof_open *const l = &j->left, *const r = &j->right;
    double pairs = 0, left[2 * PM_COSTS_OPEN + 1], right[2 * PM_COSTS_OPEN + 1];

    memset(j->way, 0, sizeof j->way);
    j->way[ZERO][ZERO] = 1;
    j->reach = 0;
    for (int k = 0; k < l->count; k++)
        if (pm_proof_is_open(r, l->vertex[k]))
            add_way(j, l->vertex[k]);
    for (int i = -j->reach; i <= j->reach; i++) {
        left[i + ZERO] = own_states(j, l, r, l->rows - l->cols - i);
        right[i + ZERO] = own_states(j, r, l, r->rows - r->cols - i);
    }
    for (int i = ZERO - j->reach; i <= ZERO + j->reach; i++)
        for (int k = ZERO - j->reach; k <= ZERO + j->reach; k++)
            pairs += j->way[i][k] * left[i] * right[k];
    return pairs;
}

/* The number of pairs of states that have no vertex in common. */
static double pairs_of(struct join *j)
{
    static const double MANY = 10000;
    double pairs = states_of(j->costs, &j->left) * states_of(j->costs, &j->right);

    if (j->costs->states == PM_ORDER_SQUARE && pairs > MANY)
        return square_pairs(j);
    for (int k = 0; k < j->left.count; k++)
        if (pm_proof_is_open(&j->right, j->left.vertex[k]))
            pairs *= is_closed(j, j->left.vertex[k]) ? 0.5 : 0.75;
    return pairs;
}

void pm_step_costs_join(double *cost, struct pm_proof_open *table, const struct pm_step_costs *c,
                        const struct pm_proof_open *other, const int *vertex, int count)
{
    int list[PM_COSTS_OPEN], open[2 * PM_COSTS_OPEN], groups = 0;
    struct join j = {.costs = c, .left.vertex = list, .right = *other, .closed = vertex};
    struct pm_proof_open before = {.vertex = open};

    pm_proof_open_copy(&j.left, table);
    pm_proof_open_join(table, other);
    const int shared = j.left.count + other->count - table->count;
    for (bool takes = true; takes && j.count < count; j.count += takes) { /* one more vertex */
        struct pm_proof_group group;
        bool last = false;
        pm_proof_open_copy(&before, table);
        for (int first = 0; takes && !last; first += PM_PROOF_GROUP, groups++) {
            last =
                pm_proof_group_next(&group, c->statement, table, c->turn, vertex[j.count], first);
            takes = pm_proof_meeting_takes(&j.left, &j.right, &group);
        }
        if (!takes)
            pm_proof_open_copy(table, &before);
    }
    *cost += PRODUCT * pairs_of(&j) + PLACE * states_of(c, table) +
             SIDE * (1 + groups / 4.0) * (states_of(c, &j.left) + states_of(c, other)) +
             MESSAGE * (1 + 2 * shared + groups);
    if (table->count > PM_COSTS_OPEN - PM_PROOF_GROUP)
        *cost = INFINITY;
    pm_step_costs_close(cost, table, c, vertex + j.count, count - j.count, INFINITY);
}
