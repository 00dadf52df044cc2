/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries and the x_j are exact: numbers with as many bits as they need.  Products and sums are
 * balls of Arb (Johansson, IEEE Transactions on Computers 66, 2017), which prove their errors.
 *
 * For minors, level i holds the sums over the numbers of the lines before line i.  When a number
 * s_i of line i is finished, its sum is added to the next level, and m_i - 2 s_i times the sum to
 * the minors of line i. */
#include "engine/multiple/repeated_lines.h"
#include "engine/stack_balls.h"

#include "base/alloc.h"
#include "engine/stack_answers.h"
#include <stdlib.h>

enum { ENOUGH_BITS = 56, MOST_BITS = 1 << 24 };

static const double STEPS_MOST = 0x1p34;

struct balls {
    const struct pm_batch *b;
    const struct pm_lines *lines;
    int count, factors;
    slong bits;
    acb_ptr entry, x;              /* [factors][count], [factors]: exact */
    int *digit;                    /* s_i */
    fmpz *binomial;                /* (-1)^(s_i) C(m_i, s_i) */
    fmpz_t weight;                 /* their product, doubled if it stands for two terms */
    acb_ptr x_ball, before, level; /* [factors]; [factors + 1]; [count + 1][factors] */
    acb_ptr answer;                /* [1] or [count][factors] */
};

static size_t all(const struct balls *w)
{
    return (size_t)w->count * (size_t)w->factors;
}

static size_t answers(const struct balls *w)
{
    return w->b->minors ? all(w) : 1;
}

static acb_ptr entry_at(const struct balls *w, int i, int j)
{
    return w->entry + (size_t)(j * w->count + i);
}

/* ------------------------------------------------------------------ entries */

static pm_status fill_entries(struct balls *w, size_t k)
{
    for (int j = 0; j < w->factors; j++)
        for (int i = 0; i < w->count; i++) {
            const acb_ptr z = entry_at(w, i, j);
            int row, col;
            acb_one(z);
            if (pm_repeated_lines_at(&row, &col, w->lines, i, j))
                PM_TRY(pm_stack_balls_entry(z, w->b, k, row, col));
        }
    return PM_OK;
}

/* ------------------------------------------------------------------ terms */

static void change_x(struct balls *w, int i, int change)
{
    for (int j = 0; j < w->factors; j++)
        acb_addmul_si(w->x + j, entry_at(w, i, j), change, ARF_PREC_EXACT);
}

static void set_digit(struct balls *w, int i, int s)
{
    fmpz *const binomial = w->binomial + i;

    change_x(w, i, 2 * (w->digit[i] - s));
    if (s == 0) {
        fmpz_one(binomial);
    } else { /* one more */
        fmpz_mul_si(binomial, binomial, w->digit[i] - w->lines->times[PM_SIGNED][i]);
        fmpz_divexact_si(binomial, binomial, s);
    }
    w->digit[i] = s;
}

static void find_weight(struct balls *w)
{
    const int last = w->count - 1;

    fmpz_set_si(w->weight, last < 0 ? 1 : pm_lines_pairs(w->lines, last, w->digit[last]));
    for (int i = 0; i < w->count; i++)
        fmpz_mul(w->weight, w->weight, w->binomial + i);
}

/* before[j] = the weighted product of the factors before j; for minors, with one x_j less at j. */
static void multiply(struct balls *w)
{
    const int *const times = w->lines->times[PM_FACTOR];
    acb_t power;

    acb_init(power);
    acb_set_round_fmpz(w->before, w->weight, w->bits);
    for (int j = 0; j < w->factors && !pm_stack_is_stopped(w->b); j++) {
        acb_set_round(w->x_ball + j, w->x + j, w->bits);
        acb_pow_ui(power, w->x_ball + j, (ulong)times[j] - w->b->minors, w->bits);
        acb_mul(w->before + j + 1, w->before + j, power, w->bits);
        if (w->b->minors) {
            acb_set(w->before + j, w->before + j + 1);
            acb_mul(w->before + j + 1, w->before + j, w->x_ball + j, w->bits);
        }
    }
    acb_clear(power);
}

static void add_term(struct balls *w)
{
    acb_t behind, power;

    multiply(w);
    if (!w->b->minors) {
        acb_add(w->answer, w->answer, w->before + w->factors, w->bits);
        return;
    }
    PM_EACH(acb_init, behind, power);
    acb_one(behind);
    for (int j = w->factors - 1; j >= 0 && !pm_stack_is_stopped(w->b); j--) {
        acb_addmul(w->level + j, w->before + j, behind, w->bits);
        acb_pow_ui(power, w->x_ball + j, (ulong)w->lines->times[PM_FACTOR][j], w->bits);
        acb_mul(behind, behind, power, w->bits);
    }
    PM_EACH(acb_clear, behind, power);
}

static void settle(struct balls *w, int i)
{
    const int share = w->lines->times[PM_SIGNED][i] - 2 * w->digit[i];
    const acb_ptr from = w->level + (size_t)i * (size_t)w->factors;

    for (int j = 0; j < w->factors; j++) {
        acb_addmul_si(w->answer + (size_t)i * (size_t)w->factors + j, from + j, share, w->bits);
        acb_add(from + w->factors + j, from + w->factors + j, from + j, w->bits);
        acb_zero(from + j);
    }
}

static bool step(struct balls *w)
{
    for (int i = 0; i < w->count; i++) {
        if (w->b->minors)
            settle(w, i);
        if (w->digit[i] + 1 < pm_repeated_lines_radix(w->lines, i)) {
            set_digit(w, i, w->digit[i] + 1);
            return true;
        }
        set_digit(w, i, 0);
    }
    return false;
}

static void walk(struct balls *w)
{
    _acb_vec_zero(w->x, w->factors);
    for (int i = 0; i < w->count; i++) {
        w->digit[i] = 0;
        set_digit(w, i, 0);
        change_x(w, i, w->lines->times[PM_SIGNED][i]);
    }
    _acb_vec_zero(w->answer, (slong)answers(w));
    _acb_vec_zero(w->level, (slong)(all(w) + (size_t)w->factors));
    do {
        find_weight(w);
        add_term(w);
    } while (step(w) && !pm_stack_is_stopped(w->b));
}

/* ------------------------------------------------------------------ answers */

/* Divides by 2^N, by m_i, by d!, and by the norm. */
static void divide(struct balls *w, size_t k)
{
    const struct pm_lines *const l = w->lines;
    arb_t divisor;

    arb_init(divisor);
    arb_fac_ui(divisor, (ulong)l->ones, w->bits);
    arb_mul_2exp_si(divisor, divisor, l->total);
    for (size_t at = 0; at < answers(w); at++) {
        const acb_ptr z = w->answer + at;
        acb_div_arb(z, z, divisor, w->bits);
        if (w->b->minors)
            acb_div_si(z, z, l->times[PM_SIGNED][at / (size_t)w->factors], w->bits);
        pm_stack_balls_normalize(z, w->b, k, w->bits);
    }
    arb_clear(divisor);
}

static void deliver_all(const struct balls *w, size_t k)
{
    if (!w->b->minors)
        pm_stack_balls_deliver(w->b, pm_stack_place(w->b, k, 0, 0), w->answer);
    for (int i = 0; i < w->count && w->b->minors; i++)
        for (int j = 0; j < w->factors; j++) {
            int row, col;
            if (pm_repeated_lines_at(&row, &col, w->lines, i, j))
                pm_stack_balls_deliver(w->b, pm_stack_place(w->b, k, row, col),
                                       w->answer + i * w->factors + j);
        }
}

static pm_status work(struct balls *w, size_t k, int bits)
{
    PM_TRY(fill_entries(w, k));
    /* beam splitters lose 0.44 N bits by cancellation */
    w->bits = bits > 0 ? bits : PM_BALLS_FIRST + w->lines->total / 2;
    do {
        walk(w);
        PM_TRY(pm_stack_go_on(w->b));
        divide(w, k);
    } while (pm_stack_balls_again(&w->bits, bits, w->answer, answers(w)));
    deliver_all(w, k);
    return PM_OK;
}

pm_status pm_multiple_balls_work(const struct pm_batch *b, const struct pm_lines *lines, size_t k,
                                 int bits)
{
    struct balls w = {.b = b,
                      .lines = lines,
                      .count = lines->count[PM_SIGNED],
                      .factors = lines->count[PM_FACTOR]};
    pm_status status;

    if (lines->steps > STEPS_MOST)
        return pm_fail(PM_UNABLE, "matrix %zu: %.3g steps with more than double precision", k,
                       lines->steps);
    PM_NEW(w.digit, w.count);
    w.entry = _acb_vec_init((slong)all(&w));
    w.x = _acb_vec_init(w.factors);
    w.binomial = _fmpz_vec_init(w.count);
    fmpz_init(w.weight);
    w.x_ball = _acb_vec_init(w.factors);
    w.before = _acb_vec_init(w.factors + 1);
    w.level = _acb_vec_init((slong)(all(&w) + (size_t)w.factors));
    w.answer = _acb_vec_init((slong)answers(&w));
    status = work(&w, k, bits);
    _acb_vec_clear(w.answer, (slong)answers(&w));
    _acb_vec_clear(w.level, (slong)(all(&w) + (size_t)w.factors));
    _acb_vec_clear(w.before, w.factors + 1);
    _acb_vec_clear(w.x_ball, w.factors);
    fmpz_clear(w.weight);
    _fmpz_vec_clear(w.binomial, w.count);
    _acb_vec_clear(w.x, w.factors);
    _acb_vec_clear(w.entry, (slong)all(&w));
    free(w.digit);
    return status;
}
