/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Domino shuffling (Elkies, Kuperberg, Larsen and Propp, Alternating-sign matrices and domino
 * tilings, J. Algebraic Combinatorics 1, 1992), for any weights (Propp, Generalized
 * domino-shuffling, Theoretical Computer Science 303, 2003).
 *
 * A cell has two pairs of opposite edges.  The sum over the matchings of order n is a constant
 * times that of order n - 1 with other weights: those of a cell of order n are divided by the sum
 * of the products of its pairs, and then edge (y, x) of cell (r + y, c + x) becomes edge (y, x) of
 * cell (r, c), for y, x = 0 and 1.  A random matching of order n - 1 becomes one of order n: its
 * edges move back to these cells.  A cell with two edges loses them.  A cell with none gets one of
 * the pairs, with the probability that their products say.
 *
 * The probabilities are balls.  A draw compares them with random bits; in the rare case that these
 * do not decide, more of both are computed.  So draws are exact.  All cells of equal weights keep
 * them equal.  Cost: n^3 / 3 steps for each draw; and as many products of balls, once. */
#include "engine/planar/aztec.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "num/arb_ball.h"
#include "num/random.h"

struct pm_shuffling {
    const struct pm_aztec *aztec;
    const struct pm_matrix *a;
    const int *stop;
    int step, bits; /* `bits` is a multiple of `step`, the number of bits of one random word */
    bool uniform;   /* all cells have one probability */
    size_t cells;
    /* for the cells of all orders, one order after the other: bounds on the probability of the
     * first pair, times 2^bits */
    fmpz *least, *most;
};

/* ------------------------------------------------------------------ probabilities */

/* The bits beside those of the result.  A bound grows at most threefold with each order. */
enum { GUARD = 64, GROWTH = 2 };

/* The number of the first cell of an order among those of all orders. */
static size_t first_cell(int order)
{
    const size_t n = (size_t)order;

    return (n - 1) * n * (2 * n - 1) / 6;
}

/* Divides the weights of a cell by the sum over its pairs, and bounds the probability of the
 * first. */
static void divide_cell(fmpz_t least, fmpz_t most, arb_ptr weight, int bits, slong precision)
{
    arb_t first, sum;
    arf_t bound;

    PM_EACH(arb_init, first, sum);
    arf_init(bound);
    arb_mul(first, weight, weight + 3, precision);
    arb_set(sum, first);
    arb_addmul(sum, weight + 1, weight + 2, precision);
    arb_div(first, first, sum, precision);
    arb_inv(sum, sum, precision);
    for (int q = 0; q < PM_CELL; q++)
        arb_mul(weight + q, weight + q, sum, precision);
    arb_mul_2exp_si(first, first, bits);
    arb_get_lbound_arf(bound, first, precision);
    arf_get_fmpz(least, bound, ARF_RND_FLOOR);
    arb_get_ubound_arf(bound, first, precision);
    arf_get_fmpz(most, bound, ARF_RND_CEIL);
    arf_clear(bound);
    PM_EACH(arb_clear, first, sum);
}

/* The weights of order n, whose lines have `width` cells, become those of order n - 1. */
static void move_weights(arb_ptr weight, int n, int width)
{
    for (int r = 0; r + 1 < n; r++)
        for (int c = 0; c + 1 < n; c++)
            for (int q = 1; q < PM_CELL; q++)
                arb_swap(weight + PM_CELL * (r * width + c) + q,
                         weight + PM_CELL * ((r + q / 2) * width + c + q % 2) + q);
}

static pm_status find_probabilities(struct pm_shuffling *s)
{
    const int n = s->uniform ? 1 : s->aztec->order, edges = PM_CELL * n * n;
    const slong precision = s->bits + GUARD + (slong)GROWTH * n;
    arb_ptr weight;
    pm_status status = PM_OK;

    PM_NEW(weight, edges); /* zero */
    for (int k = 0; k < edges; k++)
        arb_set_fmpq(weight + k, s->a->re + s->aztec->entry[k], precision);
    for (int m = n; m > 0 && status == PM_OK; m--) {
        const size_t first = first_cell(m);
        for (int k = 0; k < m * m; k++) {
            const size_t at = first + (size_t)k;
            divide_cell(s->least + at, s->most + at, weight + PM_CELL * (k / m * n + k % m),
                        s->bits, precision);
        }
        move_weights(weight, m, n);
        status = pm_go_on(s->stop);
    }
    for (int k = 0; k < edges; k++)
        arb_clear(weight + k);
    free(weight);
    return status;
}

/* With bits for so many words. */
static pm_status make(struct pm_shuffling **out, const struct pm_aztec *aztec,
                      const struct pm_matrix *a, int step, int words, const int *stop)
{
    struct pm_shuffling *s;
    pm_status status;

    PM_NEW(s, 1);
    *s = (struct pm_shuffling){.aztec = aztec,
                               .a = a,
                               .stop = stop,
                               .step = step,
                               .bits = step * words,
                               .uniform = pm_aztec_is_uniform(aztec, a)};
    s->cells = s->uniform ? 1 : first_cell(aztec->order + 1);
    PM_NEW_GOTO(status, s->least, s->cells, done);
    PM_NEW_GOTO(status, s->most, s->cells, done);
    status = find_probabilities(s);
done:
    PM_GIVE(out, s, status, pm_shuffling_free);
}

pm_status pm_shuffling_new(struct pm_shuffling **out, const struct pm_aztec *aztec,
                           const struct pm_matrix *a, int bits, const int *stop)
{
    return make(out, aztec, a, bits, 1, stop);
}

void pm_shuffling_free(struct pm_shuffling *s)
{
    if (s == NULL)
        return;
    for (size_t k = 0; k < s->cells; k++) {
        if (s->least != NULL)
            fmpz_clear(s->least + k);
        if (s->most != NULL)
            fmpz_clear(s->most + k);
    }
    PM_FREE(s->least, s->most, s);
}

/* ------------------------------------------------------------------ a draw */

/* Appends random bits to x. */
static void extend(fmpz_t x, int bits, uint64_t *state)
{
    fmpz_mul_2exp(x, x, (ulong)bits);
    fmpz_add_ui(x, x, pm_random_word(state) >> (64 - bits));
}

/* *first: the pair of a cell that had no edges. */
static pm_status choose_pair(bool *first, const struct pm_shuffling *s, size_t cell,
                             uint64_t *state)
{
    struct pm_shuffling *finer = NULL;
    pm_status status = PM_OK;
    fmpz_t x;

    fmpz_init(x);
    extend(x, s->step, state);
    while (fmpz_cmp(x, s->least + cell) >= 0 && fmpz_cmp(x, s->most + cell) < 0) {
        const int words = s->bits / s->step;
        struct pm_shuffling *next = NULL;
        status = make(&next, s->aztec, s->a, s->step, 2 * words, s->stop);
        if (status != PM_OK)
            break;
        for (int k = 0; k < words; k++)
            extend(x, s->step, state);
        pm_shuffling_free(finer);
        s = finer = next;
    }
    *first = status == PM_OK && fmpz_cmp(x, s->least + cell) < 0;
    pm_shuffling_free(finer);
    fmpz_clear(x);
    return status;
}

/* The edges that come to cell (r, c) of order n. */
static unsigned arriving(const unsigned char *edges, int r, int c, int n, int width)
{
    unsigned all = 0;

    for (int q = 0; q < PM_CELL; q++) {
        const int y = r - q / 2, x = c - q % 2;
        if (y >= 0 && x >= 0 && y < n - 1 && x < n - 1)
            all |= edges[y * width + x] & 1u << q;
    }
    return all;
}

/* The pairs of edges of a cell, as sets. */
enum { FIRST_PAIR = 1 | 8, SECOND_PAIR = 2 | 4 };

/* The matching of order n - 1 becomes one of order n.  The last cells come first, so that those
 * that are needed still are as they were. */
static pm_status grow(unsigned char *edges, const struct pm_shuffling *s, int n, uint64_t *state)
{
    const int width = s->aztec->order;

    for (int k = n * n; k-- > 0;) {
        const unsigned all = arriving(edges, k / n, k % n, n, width);
        bool first;
        unsigned char *const cell = &edges[k / n * width + k % n];
        if (all != 0) {
            *cell = all == FIRST_PAIR || all == SECOND_PAIR ? 0 : (unsigned char)all;
            continue;
        }
        PM_TRY(choose_pair(&first, s, s->uniform ? 0 : first_cell(n) + (size_t)k, state));
        *cell = first ? FIRST_PAIR : SECOND_PAIR;
    }
    return pm_go_on(s->stop);
}

pm_status pm_shuffling_draw(int *entry, const struct pm_shuffling *s, uint64_t *state)
{
    const struct pm_matrix *const a = s->a;
    const int n = s->aztec->order;
    unsigned char *edges;
    bool *taken = NULL;
    pm_status status = PM_OK;

    PM_NEW(edges, (size_t)n * (size_t)n);
    PM_NEW_GOTO(status, taken, pm_matrix_nnz(a), done);
    for (int m = 1; m <= n; m++)
        PM_TRY_GOTO(status, grow(edges, s, m, state), done);
    for (int k = 0; k < PM_CELL * n * n; k++)
        taken[s->aztec->entry[k]] = edges[k / PM_CELL] >> k % PM_CELL & 1;
    PM_EACH_ENTRY(a, i, e)
        if (taken[e])
            entry[i] = e;
done:
    PM_FREE(edges, taken);
    return status;
}
