/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of states of a class, and how many of them an operation reads: binomials and powers of
 * two, in tables, since searches ask for them often. */
#include "engine/order/order_star.h"

#include "base/alloc.h"

#include <pthread.h>

/* Pascal's triangle, rounded beyond 2^53. */
static double binomials[PM_ORDER_ROW][PM_ORDER_ROW];

static void fill_binomials(void)
{
    for (int n = 0; n < PM_ORDER_ROW; n++) {
        binomials[n][0] = 1;
        for (int k = 1; k <= n; k++)
            binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
    }
}

/* C(n, k), n <= PM_ORDER_WIDTH. */
static double binomial(int n, int k)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, fill_binomials);
    return k < 0 || k > n ? 0 : binomials[n][k];
}

/* The number of subsets of n vertices with `ones` covered vertices, an odd number, or any
 * number. */
static double subsets(enum pm_order_class states, int n, int ones)
{
    if (n < 0)
        return 0;
    if (states == PM_ORDER_SQUARE)
        return binomial(n, ones);
    if (states == PM_ORDER_EVEN)
        return n == 0 ? ones == 0 : ones > 1 ? 0 : ldexp(1, n - 1);
    return ones == 0 ? ldexp(1, n) : 0;
}

double pm_order_states(enum pm_order_class states, int width, int ones)
{
    return width > PM_ORDER_WIDTH ? INFINITY : subsets(states, width, ones);
}

/* The two vertices of an edge are a row and a column, and one of their bits is a one. */
double pm_order_added(enum pm_order_class states, int width, int ones)
{
    return width > PM_ORDER_WIDTH
               ? INFINITY
               : subsets(states, width - 2, states == PM_ORDER_SQUARE ? ones - 1 : ones);
}

double pm_order_left(enum pm_order_class states, int width, int ones)
{
    return width > PM_ORDER_WIDTH    ? INFINITY
           : states == PM_ORDER_FREE ? subsets(states, width - 1, ones)
                                     : 0;
}

/* A block is looked up in the time in which so many numbers are moved; few ones in a wide frontier
 * have many blocks of hardly any states. */
static const double BLOCK_STATES = 27;
enum { LOG_BLOCK = 9 }; /* log2 of the number of states of a block */

/* most_states: INFINITY for numbers alone. */
void pm_order_price_limit(struct pm_order_price *p, double most_states)
{
    const double lookup = isinf(most_states) ? 0 : BLOCK_STATES;

    for (int width = 0; width <= PM_ORDER_WIDTH; width++) {
        const double blocks = ldexp(1, width - LOG_BLOCK);
        for (int ones = 0; ones <= width || ones <= 1; ones++) {
            const int at = width * PM_ORDER_ROW + ones;
            const double length = subsets(p->states, width, ones);
            const double dearer = fmax(1, length / most_states);
            p->move[at] = dearer * fmax(length, lookup * blocks);
            p->add[at] = dearer * pm_order_added(p->states, width, ones);
            p->alone[at] = dearer * pm_order_left(p->states, width, ones);
        }
    }
}

pm_status pm_order_price_new(struct pm_order_price **price, enum pm_order_class states,
                             double most_states)
{
    struct pm_order_price *p;
    PM_NEW(p, 1);
    p->states = states;
    pm_order_price_limit(p, most_states);
    *price = p;
    return PM_OK;
}
