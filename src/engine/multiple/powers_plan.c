/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans the computation of powers.c: whether rows or columns are forms, which variable is left out,
 * and whether the recurrence is used.  The steps of all choices are counted, and the choice with
 * the fewest steps is kept. */
#include "base/alloc.h"
#include "engine/multiple/powers.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDES = 2 };

static const double BOX_MOST = 0x1p20; /* largest number of places of a product of forms (F in
                                        * powers.c) */

/* One side of the matrix. */
struct side {
    int *line, *times; /* [count] the lines with multiplicities above 0, and these multiplicities */
    int count;
    int64_t total;
    double states; /* log2 of prod (times + 1), without the largest factor */
};

static pm_status side_find(struct side *s, int lines, const int *times)
{
    double most = 0;

    PM_NEW(s->line, lines);
    PM_NEW(s->times, lines);
    for (int k = 0; k < lines; k++) {
        const int copies = times != NULL ? times[k] : 1;
        if (copies == 0)
            continue;
        s->line[s->count] = k;
        s->times[s->count++] = copies;
        s->total += copies;
        s->states += log2(copies + 1.0);
        most = fmax(most, log2(copies + 1.0));
    }
    s->states -= most;
    return PM_OK;
}

static void side_clear(struct side *s)
{
    PM_FREE(s->line, s->times);
}

void pm_powers_free(struct pm_powers *p)
{
    if (p == NULL)
        return;
    const size_t count = (size_t)p->forms * (size_t)p->vars;
    for (size_t k = 0; k < count; k++) {
        if (p->form.re != NULL)
            fmpz_clear(p->form.re + k);
        if (p->form.im != NULL)
            fmpz_clear(p->form.im + k);
    }
    PM_FREE(p->form.re, p->form.im, p->times, p->most);
    fmpz_clear(p->scale);
    free(p);
}

static bool is_zero(const struct pm_powers *p, int i, int j)
{
    const int at = i * p->vars + j;

    return fmpz_is_zero(p->form.re + at) && (p->form.im == NULL || fmpz_is_zero(p->form.im + at));
}

/* ------------------------------------------------------------------ entries */

/* Computes form i: the entries of the row times their least common denominator.  p->scale is
 * multiplied by power times[i] of this denominator. */
static void fill_form(struct pm_powers *p, int i, const struct pm_matrix *a, int row,
                      const int *var_of)
{
    fmpz_t common, factor;

    fmpz_init_set_ui(common, 1);
    fmpz_init(factor);
    pm_matrix_denominators(common, a, a->start[row], a->start[row + 1]);
    for (int e = a->start[row]; e < a->start[row + 1]; e++) {
        if (var_of[a->col[e]] < 0)
            continue;
        const int at = i * p->vars + var_of[a->col[e]];
        fmpz_divexact(factor, common, fmpq_denref(a->re + e));
        fmpz_mul(p->form.re + at, fmpq_numref(a->re + e), factor);
        if (a->im == NULL)
            continue;
        fmpz_divexact(factor, common, fmpq_denref(a->im + e));
        fmpz_mul(p->form.im + at, fmpq_numref(a->im + e), factor);
    }
    fmpz_pow_ui(factor, common, (ulong)p->times[i]);
    fmpz_mul(p->scale, p->scale, factor);
    PM_EACH(fmpz_clear, factor, common);
}

/* Fills the plan if rows of `a` are forms.  Variable `last` of the columns is moved to the last
 * place, so it is left out. */
static pm_status powers_fill(struct pm_powers *p, const struct pm_matrix *a,
                             const struct side *forms, const struct side *vars, int last)
{
    const size_t count = (size_t)p->forms * (size_t)p->vars;
    int *var_of;

    PM_NEW(p->times, p->forms);
    PM_NEW(p->most, p->vars);
    PM_NEW(p->form.re, count);
    if (a->im != NULL)
        PM_NEW(p->form.im, count);
    PM_NEW(var_of, a->cols);
    for (int j = 0; j < a->cols; j++)
        var_of[j] = -1;
    for (int j = 0, to = 0; j < p->vars; j++) {
        const int at = j == last ? p->vars - 1 : to++;
        var_of[vars->line[j]] = at;
        p->most[at] = vars->times[j];
    }
    for (int i = 0; i < p->forms; i++) {
        p->times[i] = forms->times[i];
        fill_form(p, i, a, forms->line[i], var_of);
    }
    free(var_of);
    return PM_OK;
}

/* Moves the forms that contain the last variable to the beginning, and counts them as
 * p->recurring. */
static void order_forms(struct pm_powers *p)
{
    p->recurring = 0;
    for (int i = 0; i < p->forms; i++) {
        const int to = p->recurring;
        if (is_zero(p, i, p->vars - 1))
            continue;
        for (int j = 0; j < p->vars && to < i; j++) {
            fmpz_swap(p->form.re + i * p->vars + j, p->form.re + to * p->vars + j);
            if (p->form.im != NULL)
                fmpz_swap(p->form.im + i * p->vars + j, p->form.im + to * p->vars + j);
        }
        PM_SWAP(p->times[i], p->times[to]);
        p->recurring++;
    }
}

/* ------------------------------------------------------------------ costs */

/* Returns about log2 of the sum of the moduli of a form's coefficients. */
static double form_bits(const struct pm_powers *p, int i)
{
    fmpz_t sum, part;
    double bits = 0;

    PM_EACH(fmpz_init, sum, part);
    for (int at = i * p->vars; at < (i + 1) * p->vars; at++) {
        fmpz_abs(part, p->form.re + at);
        fmpz_add(sum, sum, part);
        if (p->form.im != NULL) {
            fmpz_abs(part, p->form.im + at);
            fmpz_add(sum, sum, part);
        }
    }
    if (!fmpz_is_zero(sum))
        bits = fmpz_dlog(sum) / log(2);
    PM_EACH(fmpz_clear, part, sum);
    return bits;
}

/* Returns the number of terms of the recurrence for one coefficient; infinite if F is too large. */
static double terms_of(const struct pm_powers *p)
{
    double box = 1, terms = 1;

    for (int j = 0; j < p->vars - 1; j++) {
        box *= fmin(p->recurring, p->most[j]) + 1;
        terms *= (double)(p->recurring + p->vars - 1 - j) / (j + 1);
    }
    return box > BOX_MOST ? HUGE_VAL : fmin(terms, box);
}

static void count_steps(struct pm_powers *p)
{
    double states = 1, bits = 0, longest = 0, products = 0, recurring_bits = 0, recurring = 0;
    const double parts = p->form.im != NULL ? 2 : 1;

    for (int j = 0; j < p->vars - 1; j++)
        states *= p->most[j] + 1.0;
    for (int i = 0; i < p->forms; i++) {
        const double one = form_bits(p, i);
        int entries = 0;
        for (int j = 0; j < p->vars; j++)
            entries += !is_zero(p, i, j);
        bits += one * p->times[i];
        longest = fmax(longest, one);
        products += (double)entries * p->times[i];
        if (i < p->recurring) {
            recurring_bits += one;
            recurring += (double)entries * p->times[i];
        }
    }
    const double words = parts * parts * (1 + bits / 64);
    const double by_products = products * (1 + longest / 64);
    const double by_terms =
        terms_of(p) * (3 + recurring_bits / 64) + (products - recurring) * (1 + longest / 64);
    if (by_products <= by_terms)
        p->recurring = 0;
    p->steps = states * words * fmin(by_products, by_terms);
    p->bytes = states * parts * (sizeof(fmpz) + (bits > 62 ? 24 + bits / 8 : 0));
    snprintf(p->note, sizeof p->note,
             "the coefficient of a product of %d powers: %.6g numbers, %d of the powers by a "
             "recurrence",
             p->forms, states, p->recurring);
}

/* ------------------------------------------------------------------ choices */

/* Tries all plans in which the rows of `a` are forms.  *best = the plan with the fewest steps so
 * far. */
static pm_status look(struct pm_powers **best, const struct pm_matrix *a, const struct side *forms,
                      const struct side *vars, double most_steps, double most_bytes)
{
    if (forms->total > vars->total || vars->total > INT_MAX / 2 || vars->states > log2(most_steps))
        return PM_OK;
    for (int last = 0; last < vars->count; last++) {
        struct pm_powers *p;
        PM_NEW(p, 1);
        p->forms = forms->count;
        p->vars = vars->count;
        fmpz_init_set_ui(p->scale, 1);
        const pm_status status = powers_fill(p, a, forms, vars, last);
        if (status != PM_OK) {
            pm_powers_free(p);
            return status;
        }
        order_forms(p);
        count_steps(p);
        if (p->steps <= most_steps && p->bytes <= most_bytes &&
            (*best == NULL || p->steps < (*best)->steps)) {
            pm_powers_free(*best);
            *best = p;
        } else {
            pm_powers_free(p);
        }
    }
    return PM_OK;
}

pm_status pm_powers_new(struct pm_powers **out, const struct pm_matrix *a, const int *row_times,
                        const int *col_times, double most_steps, double most_bytes)
{
    pm_status status;
    struct side side[SIDES] = {{.count = 0}, {.count = 0}};
    struct pm_matrix *turned = NULL;
    struct pm_powers *best = NULL;

    PM_TRY_GOTO(status, side_find(&side[0], a->rows, row_times), done);
    PM_TRY_GOTO(status, side_find(&side[1], a->cols, col_times), done);
    PM_TRY_GOTO(status, pm_matrix_transpose(&turned, a), done);
    PM_TRY_GOTO(status, look(&best, a, &side[0], &side[1], most_steps, most_bytes), done);
    PM_TRY_GOTO(status, look(&best, turned, &side[1], &side[0], most_steps, most_bytes), done);
    *out = best;
    best = NULL;
done:
    pm_powers_free(best);
    pm_matrix_free(turned);
    PM_EACH(side_clear, &side[0], &side[1]);
    return status;
}
