/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The permanents, or hafnians, of all matrices in an interval: each entry is within r of that of
 * the problem.  The answer has degree 1 in each entry.  So where none can be negative it grows with
 * each, and the two end matrices have the ends.  Else
 *
 *     |per(A + E) - per(A)| <= per(|A| + R) - per(|A|)  for |E| <= R,
 *
 * since every product with entries of E is at most that of the moduli.  For small matrices, the
 * products with one entry of E are taken with their signs, as minors:
 *
 *     ... <= sum |per A(i,j)| r_ij + per(|A| + R) - per(|A|) - sum per |A|(i,j) r_ij.
 *
 * Cost: two or three problems of pm_solve(), and for small matrices the minors of two. */
#include "base/argument.h"
#include "base/budget.h"
#include "base/clock.h"
#include "base/sized.h"
#include "query/values.h"
#include "solve/solve.h"

/* Minors are computed for at most so many. */
enum { MOST_MINORS = 256 };

struct interval {
    const struct pm_problem *problem;
    const struct pm_matrix *a, *r;
    pm_options options;
    pm_field field; /* of all matrices */
    double begin, seconds;
    int digits, bits; /* of the answers; 0: they are exact */
    fmpq_t end[2];    /* real part */
    fmpq_t imaginary[2];
};

/* Whether errors may be complex, also of a matrix whose imaginary parts happen to be 0. */
static bool is_complex(const struct interval *s)
{
    return s->problem->field == PM_FIELD_COMPLEX || s->a->im != NULL;
}

/* x += y, with its error upwards (sign 1) or downwards (sign -1) */
static void add_end(fmpq_t x, const fmpq_t y, struct pm_mag error, int sign)
{
    fmpq_t e;

    fmpq_init(e);
    pm_mag_get_fmpq(e, error);
    fmpq_add(x, x, y);
    (sign > 0 ? fmpq_add : fmpq_sub)(x, x, e);
    fmpq_clear(e);
}

/* *problem = that of the same kind with this matrix, which it owns; with the time that is left. */
static pm_status wrap(pm_problem **problem, struct interval *s, struct pm_matrix *a)
{
    pm_status status = PM_OK;

    *problem = NULL;
    if (s->seconds > 0) {
        s->options.seconds = s->seconds - (pm_clock() - s->begin);
        if (s->options.seconds <= 0)
            status = pm_fail(PM_UNABLE, "the time of %g s is over", s->seconds);
    }
    PM_THEN(status, pm_problem_wrap(problem, s->field, a));
    if (status == PM_OK)
        (*problem)->kind = s->problem->kind;
    else
        pm_matrix_free(a);
    return status;
}

/* value = the answer for a matrix, which is freed. */
static pm_status solve(struct pm_value *value, struct interval *s, struct pm_matrix *a)
{
    pm_answer *answer = NULL;
    pm_problem *problem;

    PM_TRY(wrap(&problem, s, a));
    pm_status status = pm_solve(&answer, problem, &s->options);
    if (status == PM_OK && !pm_mag_is_finite(answer->value.error))
        status = pm_fail(PM_UNABLE, "the error of an end has no bound");
    if (status == PM_OK) {
        pm_value_set(value, &answer->value);
        s->digits = answer->digits > s->digits ? answer->digits : s->digits;
        s->bits = answer->bits > s->bits ? answer->bits : s->bits;
    }
    pm_answer_free(answer);
    pm_problem_free(problem);
    return status;
}

/* *sum = a + sign r; a is real.  Hafnians have no entries on the diagonal. */
static pm_status add_errors(struct pm_matrix **sum, const struct interval *s,
                            const struct pm_matrix *a, int sign)
{
    const struct pm_matrix *const both[] = {a, s->r};
    const bool diagonal = s->problem->kind != PM_HAFNIAN;
    struct pm_triplets t;
    pm_status status = PM_OK;
    fmpq_t x;

    fmpq_init(x);
    pm_triplets_init(&t, a->rows, a->cols, false);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < a->rows; i++)
            for (int e = both[k]->start[i]; e < both[k]->start[i + 1] && status == PM_OK; e++) {
                if (both[k]->col[e] == i && !diagonal)
                    continue;
                fmpq_set(x, both[k]->re + e);
                if (k == 1 && sign < 0)
                    fmpq_neg(x, x);
                status = pm_triplets_add(&t, i, both[k]->col[e], x, NULL);
            }
    PM_THEN(status, pm_matrix_from_triplets(sum, &t));
    pm_triplets_clear(&t);
    fmpq_clear(x);
    return status;
}

/* The end of the sum of both matrices: an upper one with a + r, a lower one with a - r. */
static pm_status add_answer(fmpq_t end, struct interval *s, struct pm_matrix *a, int sign)
{
    struct pm_value value;

    pm_value_init(&value);
    const pm_status status = solve(&value, s, a);
    add_end(end, value.centre.re, value.error, sign);
    pm_value_clear(&value);
    return status;
}

/* *found = whether no matrix of the interval has a negative or complex entry; then both ends. */
static pm_status nonnegative(bool *found, struct interval *s)
{
    struct pm_matrix *low, *high;

    *found = false;
    if (is_complex(s))
        return PM_OK;
    PM_TRY(add_errors(&low, s, s->a, -1));
    *found = pm_matrix_is_nonnegative(low);
    if (!*found) {
        pm_matrix_free(low);
        return PM_OK;
    }
    PM_TRY(add_answer(s->end[0], s, low, -1));
    PM_TRY(add_errors(&high, s, s->a, 1));
    return add_answer(s->end[1], s, high, 1);
}

/* sum = a bound of the sum of |minor| r: an upper (sign 1) or a lower one; `a` is freed. */
static pm_status add_minors(fmpq_t sum, struct interval *s, struct pm_matrix *a, int sign)
{
    pm_values *minors = NULL;
    pm_problem *problem;
    fmpq_t x, im;

    PM_TRY(wrap(&problem, s, a));
    const pm_status status = pm_problem_minors(&minors, problem, &s->options);
    PM_EACH(fmpq_init, x, im);
    for (int i = 0; i < s->r->rows && status == PM_OK; i++)
        for (int e = s->r->start[i]; e < s->r->start[i + 1]; e++) {
            const struct pm_value *const v = &minors->value[i * s->r->cols + s->r->col[e]];
            fmpq_abs(x, v->centre.re);
            fmpq_abs(im, v->centre.im);
            add_end(x, im, v->error, sign);
            fmpq_addmul(sum, x, s->r->re + e);
        }
    PM_EACH(fmpq_clear, x, im);
    pm_values_free(minors);
    pm_problem_free(problem);
    return status;
}

/* The radius by minors, if it is smaller. */
static pm_status sharpen(fmpq_t radius, struct interval *s)
{
    struct pm_matrix *a;
    fmpq_t first, all;

    if (s->problem->kind != PM_PERMANENT || (double)s->a->rows * s->a->cols > MOST_MINORS)
        return PM_OK;
    PM_EACH(fmpq_init, first, all);
    pm_status status = pm_matrix_copy(&a, s->a);
    PM_THEN(status, add_minors(first, s, a, 1));
    PM_THEN(status, pm_matrix_moduli(&a, s->a));
    PM_THEN(status, add_minors(all, s, a, -1));
    if (status == PM_OK && fmpq_cmp(first, all) < 0) {
        fmpq_sub(all, radius, all);
        if (fmpq_sgn(all) > 0)
            fmpq_add(first, first, all);
        fmpq_set(radius, first);
    }
    PM_EACH(fmpq_clear, first, all);
    return status;
}

static pm_status find_radius(fmpq_t radius, struct interval *s)
{
    struct pm_matrix *moduli, *larger;
    fmpq_t least;

    PM_TRY(pm_matrix_moduli(&moduli, s->a));
    pm_status status = add_errors(&larger, s, moduli, 1);
    PM_THEN(status, add_answer(radius, s, larger, 1));
    if (status != PM_OK) {
        pm_matrix_free(moduli);
        return status;
    }
    fmpq_init(least);
    status = add_answer(least, s, moduli, -1);
    fmpq_sub(radius, radius, least);
    fmpq_clear(least);
    PM_THEN(status, sharpen(radius, s));
    return status;
}

/* The ends as the answer minus and plus a radius. */
static pm_status around(struct interval *s)
{
    struct pm_matrix *a;
    struct pm_value value;
    fmpq_t radius;

    pm_value_init(&value);
    fmpq_init(radius);
    pm_status status = find_radius(radius, s);
    PM_THEN(status, pm_matrix_copy(&a, s->a));
    PM_THEN(status, solve(&value, s, a));
    for (int k = 0; k < 2; k++) {
        add_end(s->end[k], value.centre.re, value.error, 2 * k - 1);
        (k == 0 ? fmpq_sub : fmpq_add)(s->end[k], s->end[k], radius);
        if (!is_complex(s))
            continue;
        add_end(s->imaginary[k], value.centre.im, value.error, 2 * k - 1);
        (k == 0 ? fmpq_sub : fmpq_add)(s->imaginary[k], s->imaginary[k], radius);
    }
    fmpq_clear(radius);
    pm_value_clear(&value);
    return status;
}

/* to = the end, moved outwards by what its text rounds. */
static void set_end(fmpq_t to, const fmpq_t end, int digits, int sign)
{
    fmpq_t part;

    fmpq_set(to, end);
    if (digits == 0)
        return;
    fmpq_init(part);
    fmpq_set_si(part, 10, 1);
    fmpq_pow_si(part, part, 1 - digits);
    fmpq_mul_2exp(part, part, 1); /* half a unit would do for the text, but not for a double */
    fmpq_mul(part, part, end);
    fmpq_abs(part, part);
    (sign > 0 ? fmpq_add : fmpq_sub)(to, to, part);
    fmpq_clear(part);
}

static pm_status find(pm_values **ends, struct interval *s)
{
    struct pm_problem like = *s->problem;
    bool found;

    PM_TRY(nonnegative(&found, s));
    if (!found)
        PM_TRY(around(s));
    like.field = s->field;
    PM_TRY(pm_values_new(ends, 2, &like, s->bits, true));
    for (int k = 0; k < 2; k++) {
        struct pm_gauss *const to = &(*ends)->value[k].centre;
        set_end(to->re, s->end[k], s->digits, 2 * k - 1);
        set_end(to->im, s->imaginary[k], s->digits, 2 * k - 1);
    }
    return PM_OK;
}

static pm_status check(const struct interval *s, const struct pm_problem *errors)
{
    const struct pm_problem *const p = s->problem;
    int row, col;

    if (p->base != NULL || p->variant != NULL || p->gadgets > 0 || p->looped > 0 || p->required)
        return pm_fail(PM_UNABLE, "errors are those of the entries of a matrix, without free or "
                                  "repeated lines, loops and required entries");
    if (p->field == PM_FIELD_LOGS || errors->field == PM_FIELD_LOGS)
        return pm_fail(PM_UNABLE, "errors are not those of logarithms");
    if (s->a->rows != s->r->rows || s->a->cols != s->r->cols)
        return pm_fail(PM_INPUT, "the errors are %d x %d, and the matrix is %d x %d", s->r->rows,
                       s->r->cols, s->a->rows, s->a->cols);
    if (!pm_matrix_is_nonnegative(s->r))
        return pm_fail(PM_INPUT, "an error is negative or complex");
    if (p->kind != PM_HAFNIAN)
        return PM_OK;
    PM_TRY(pm_matrix_asymmetry(&row, &col, s->r, false));
    return row < 0 ? PM_OK : pm_matrix_fail_asymmetric("the matrix of errors", false, row, col);
}

static pm_status check_options(const pm_options *o)
{
    return o->modulus != NULL || o->estimate > 0 || o->parts > 1 || o->logarithm || o->plan_only ||
                   o->plan_file != NULL || o->checkpoint != NULL
               ? pm_fail(PM_INPUT, "an interval has two ends, and each is an answer of its own")
               : PM_OK;
}

static pm_status interval(pm_values **ends, struct interval *s, const struct pm_problem *errors)
{
    pm_values *values = NULL;

    PM_TRY(check(s, errors));
    for (int k = 0; k < 2; k++)
        PM_EACH(fmpq_init, s->end[k], s->imaginary[k]);
    const pm_status status = find(&values, s);
    for (int k = 0; k < 2; k++)
        PM_EACH(fmpq_clear, s->end[k], s->imaginary[k]);
    PM_GIVE(ends, values, status, pm_values_free);
}

pm_status pm_interval(pm_values **ends, const pm_problem *problem, const pm_problem *errors,
                      const pm_options *options)
{
    PM_ARGUMENTS(ends, problem, errors);
    struct interval s = {.problem = problem, .a = problem->a, .r = errors->a, .begin = pm_clock()};

    PM_TRY(pm_sized_options(&s.options, options));
    PM_TRY(check_options(&s.options));
    s.seconds = s.options.seconds;
    s.field = problem->field > errors->field ? problem->field : errors->field;
    s.field = s.field == PM_FIELD_PATTERN ? PM_FIELD_INTEGER : s.field;
    PM_RETURN_WITHIN(s.options.memory, false, interval(ends, &s, errors));
}
