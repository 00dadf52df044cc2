/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cycle covers with a weight a of every cycle, the alpha-permanent: the sum over all permutations
 * of a^(number of cycles) times the product of their entries.  It is the coefficient of x_1 ... x_n
 * in det(I - X A)^(-a), where X is the diagonal matrix of the x (Vere-Jones, A generalization of
 * permanents and determinants, Linear Algebra and its Applications 111, 1988).  If each x is t or
 * 0, the coefficient of t^n adds up all products of n of the x that are t.  By inclusion and
 * exclusion over these sets, only the product of all x is left.  Cost: 2^n characteristic
 * polynomials of integer matrices, and as many powers of polynomials. */
#include "base/budget.h"
#include "base/status.h"
#include "model/problem.h"
#include "num/gauss.h"
#include "solve/solve.h"

#include <flint/fmpz_mat.h>
#include <flint/fmpz_poly.h>

enum { MOST = 24 };

struct cycles {
    const fmpq *weight;
    int n;
    fmpz_mat_t a;         /* integers */
    fmpq power[MOST + 1]; /* p_0 to p_n of a set */
};

/* p_n, where p_0 + p_1 t + ... = (q_0 + q_1 t + ...)^(-a), and q_0 = 1: k p_k is the sum over j > 0
 * of ((1 - a) j - k) q_j p_(k-j).  c is the characteristic polynomial, with the q in descending
 * order. */
static void take_power(struct cycles *s, const fmpz_poly_t c)
{
    const slong m = fmpz_poly_degree(c);
    fmpq_t factor;
    fmpz_t z;

    fmpq_init(factor);
    fmpz_init(z);
    fmpq_one(s->power);
    for (int k = 1; k <= s->n; k++) {
        fmpq_zero(s->power + k);
        for (int j = 1; j <= k && j <= m; j++) {
            fmpz_poly_get_coeff_fmpz(z, c, m - j);
            fmpq_mul_si(factor, s->weight, -j);
            fmpq_add_si(factor, factor, j - k);
            fmpq_mul_fmpz(factor, factor, z);
            fmpq_addmul(s->power + k, factor, s->power + k - j);
        }
        fmpz_set_si(z, k);
        fmpq_div_fmpz(s->power + k, s->power + k, z);
    }
    fmpq_clear(factor);
    fmpz_clear(z);
}

/* Adds the term of a set of rows, or subtracts it. */
static void add_set(fmpq_t sum, struct cycles *s, unsigned set)
{
    int row[MOST], m = 0;
    fmpz_mat_t b;
    fmpz_poly_t c;

    for (int i = 0; i < s->n; i++)
        if (set >> i & 1)
            row[m++] = i;
    fmpz_mat_init(b, m, m);
    fmpz_poly_init(c);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            fmpz_set(fmpz_mat_entry(b, i, j), fmpz_mat_entry(s->a, row[i], row[j]));
    fmpz_mat_charpoly(c, b);
    take_power(s, c);
    if ((s->n - m) % 2 == 0)
        fmpq_add(sum, sum, s->power + s->n);
    else
        fmpq_sub(sum, sum, s->power + s->n);
    fmpz_poly_clear(c);
    fmpz_mat_clear(b);
}

static pm_status add_up(fmpq_t sum, struct cycles *s)
{
    pm_status status = PM_OK;

    for (unsigned set = 1; set < 1u << s->n && status == PM_OK; set++) {
        add_set(sum, s, set);
        status = pm_budget_ask();
    }
    return status;
}

/* The entries times their least common denominator d; *scale = d^n. */
static pm_status take_entries(fmpz_t scale, struct cycles *s, const struct pm_matrix *a)
{
    struct pm_matrix *whole;

    fmpz_one(scale);
    pm_matrix_denominators(scale, a, 0, pm_matrix_nnz(a));
    fmpz_pow_ui(scale, scale, (ulong)s->n);
    PM_TRY(pm_matrix_integers(&whole, a));
    PM_EACH_ENTRY(whole, i, k)
        fmpz_set(fmpz_mat_entry(s->a, i, whole->col[k]), fmpq_numref(whole->re + k));
    pm_matrix_free(whole);
    return PM_OK;
}

pm_status pm_cycles_value(struct pm_gauss *value, const struct pm_problem *problem, int threads,
                          const struct pm_watched *watched)
{
    const struct pm_matrix *const a = problem->a;
    struct cycles s = {.weight = problem->variant->cycle, .n = a->rows};
    fmpz_t scale;

    (void)threads, (void)watched;
    if (s.n > MOST)
        return pm_fail(PM_UNABLE,
                       "a weight of every cycle has a method for at most %d vertices, and there "
                       "are %d",
                       MOST, s.n);
    pm_gauss_set_si(value, s.n == 0);
    fmpz_init(scale);
    fmpz_mat_init(s.a, s.n, s.n);
    for (int k = 0; k <= s.n; k++)
        fmpq_init(s.power + k);
    pm_status status = take_entries(scale, &s, a);
    PM_THEN(status, add_up(value->re, &s));
    fmpq_div_fmpz(value->re, value->re, scale);
    for (int k = 0; k <= s.n; k++)
        fmpq_clear(s.power + k);
    fmpz_mat_clear(s.a);
    fmpz_clear(scale);
    return status;
}
