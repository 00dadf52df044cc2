/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact permanent of a matrix with repeated lines, as the coefficient of a product of powers of
 * linear forms.
 *
 * If row i of A occurs r_i times and column j occurs c_j times, the permanent is
 *     prod_j c_j!  times the coefficient of prod_j y_j^(c_j) in Q = prod_i (sum_j a_ij y_j)^(r_i)
 * (MacMahon, Combinatory Analysis I, 1915, section 3).  If there are fewer rows than columns, it is
 * the sum over all coefficients of exponents k_j <= c_j, each times prod_j c_j! / (c_j - k_j)!.
 *
 * The last variable is replaced by 1, since the degree gives its exponent.  What remains is prod
 * (c_j + 1) coefficients Q_k, where k are the exponents of the other variables and the product is
 * over these variables.  Let f_i = sum_j a_ij y_j be the different forms, h_i the coefficient of
 * the last variable in f_i, F = prod_i f_i, H = sum_i r_i h_i prod_(l != i) f_l and N = sum_i r_i.
 * Euler's operator sum_j y_j d/dy_j turns Q into Q (N F - H) / F, so that
 *     F_0 |k| Q_k = sum over e != 0 of (F_e (N + |e| - |k|) - H_e) Q_(k-e),
 * where |k| is the sum of the exponents.  (For one form this is Miller's recurrence: Knuth, The Art
 * of Computer Programming 2, section 4.7.)  Each coefficient takes as many terms as F has, however
 * large the r_i are.  The recurrence needs h_i != 0.  Forms with h_i = 0 are multiplied in one by
 * one.  All numbers are integers or Gaussian integers, and all divisions are exact. */
#include "engine/multiple/powers.h"

#include "base/alloc.h"

enum { LOOK_STATES = 256 };

/* The coefficients of a polynomial in all variables but the last.  Exponent j is 0 .. most[j]. */
struct box {
    int vars;
    int *most;
    size_t *stride, size;
    struct pm_powers_numbers at;
};

struct monomial {
    size_t place;  /* place in the box of F */
    size_t offset; /* place in the box of Q, relative to that of the coefficient that is computed */
    int degree;
    int *exponent;
};

/* The data of a computation. */
struct recurrence {
    struct box q, f, h;
    struct monomial *monomial; /* the monomials of F except 1 */
    size_t monomials;
    int *exponents;                  /* the exponents of all monomials */
    int *now;                        /* exponents of the current coefficient */
    int degree;                      /* degree of the product of all powers that are computed by the
                                      * recurrence */
    struct pm_powers_numbers number; /* [1] room for one number */
};

/* ------------------------------------------------------------------ numbers */

static pm_status numbers_new(struct pm_powers_numbers *x, size_t count, bool complex_values)
{
    PM_NEW(x->re, count);
    if (complex_values)
        PM_NEW(x->im, count);
    return PM_OK;
}

static void numbers_free(struct pm_powers_numbers *x, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (x->re != NULL)
            fmpz_clear(x->re + k);
        if (x->im != NULL)
            fmpz_clear(x->im + k);
    }
    PM_FREE(x->re, x->im);
}

/* to[i] += x[j] y[k] */
static void add_product(const struct pm_powers_numbers *to, size_t i,
                        const struct pm_powers_numbers *x, size_t j,
                        const struct pm_powers_numbers *y, size_t k)
{
    fmpz_addmul(to->re + i, x->re + j, y->re + k);
    if (to->im == NULL)
        return;
    fmpz_submul(to->re + i, x->im + j, y->im + k);
    fmpz_addmul(to->im + i, x->re + j, y->im + k);
    fmpz_addmul(to->im + i, x->im + j, y->re + k);
}

/* x[i] = 0 */
static void set_zero(const struct pm_powers_numbers *x, size_t i)
{
    fmpz_zero(x->re + i);
    if (x->im != NULL)
        fmpz_zero(x->im + i);
}

static void swap(const struct pm_powers_numbers *x, size_t i, const struct pm_powers_numbers *y,
                 size_t j)
{
    fmpz_swap(x->re + i, y->re + j);
    if (x->im != NULL)
        fmpz_swap(x->im + i, y->im + j);
}

/* ------------------------------------------------------------------ boxes */

static void box_clear(struct box *b)
{
    numbers_free(&b->at, b->size);
    PM_FREE(b->most, b->stride);
}

/* Makes a box of zeros.  Exponent j is at most p->most[j] and at most `degree`. */
static pm_status box_init(struct box *b, const struct pm_powers *p, int degree)
{
    b->vars = p->vars - 1;
    PM_NEW(b->most, p->vars);
    PM_NEW(b->stride, p->vars);
    size_t size = 1;
    for (int j = 0; j < b->vars; j++) {
        b->most[j] = p->most[j] < degree ? p->most[j] : degree;
        b->stride[j] = size;
        size *= (size_t)b->most[j] + 1;
    }
    PM_TRY(numbers_new(&b->at, size, p->form.im != NULL));
    b->size = size;
    return PM_OK;
}

/* The exponent of variable j at a place. */
static int exponent(const struct box *b, size_t place, int j)
{
    return (int)(place / b->stride[j] % ((size_t)b->most[j] + 1));
}

/* sum = the coefficient at `place` of the product of the box's polynomial and form i. */
static void form_times(const struct pm_powers_numbers *sum, const struct box *b, size_t place,
                       const struct pm_powers *p, int i)
{
    const size_t first = (size_t)i * (size_t)p->vars;

    set_zero(sum, 0);
    add_product(sum, 0, &p->form, first + (size_t)b->vars, &b->at, place);
    for (int j = 0; j < b->vars; j++)
        if (exponent(b, place, j) > 0)
            add_product(sum, 0, &p->form, first + (size_t)j, &b->at, place - b->stride[j]);
}

/* ------------------------------------------------------------------ the recurrence */

/* Multiplies all numbers of a box by `factor`. */
static void box_scale(const struct box *b, const struct pm_powers_numbers *factor,
                      const struct pm_powers_numbers *room)
{
    for (size_t place = 0; place < b->size; place++) {
        set_zero(room, 0);
        add_product(room, 0, factor, 0, &b->at, place);
        swap(room, 0, &b->at, place);
    }
}

/* Updates F and H for one more form, i. */
static void take_form(struct recurrence *w, const struct pm_powers *p, int i,
                      const struct pm_powers_numbers *factor)
{
    const size_t left_out = (size_t)(i + 1) * (size_t)p->vars - 1;

    fmpz_mul_si(factor->re, p->form.re + left_out, p->times[i]);
    if (factor->im != NULL)
        fmpz_mul_si(factor->im, p->form.im + left_out, p->times[i]);
    for (size_t place = w->f.size; place-- > 0;) {
        form_times(&w->number, &w->h, place, p, i);
        add_product(&w->number, 0, factor, 0, &w->f.at, place);
        swap(&w->number, 0, &w->h.at, place);
        form_times(&w->number, &w->f, place, p, i);
        swap(&w->number, 0, &w->f.at, place);
    }
}

/* Computes F and H of the forms for the recurrence.  If the numbers are complex, both are
 * multiplied by the conjugate of F_0, which makes F_0 real. */
static pm_status products_find(struct recurrence *w, const struct pm_powers *p)
{
    struct pm_powers_numbers factor = {NULL, NULL};
    pm_status status;

    PM_TRY_GOTO(status, numbers_new(&factor, 1, p->form.im != NULL), done);
    fmpz_one(w->f.at.re);
    for (int i = 0; i < p->recurring; i++)
        take_form(w, p, i, &factor);
    if (factor.im != NULL) {
        fmpz_set(factor.re, w->f.at.re);
        fmpz_neg(factor.im, w->f.at.im);
        box_scale(&w->f, &factor, &w->number);
        box_scale(&w->h, &factor, &w->number);
    }
done:
    numbers_free(&factor, 1);
    return status;
}

/* Lists the exponents e != 0 of F, whose degrees are at most `most`, the number of forms in F. */
static pm_status monomials_find(struct recurrence *w, int most)
{
    const struct box *const f = &w->f;

    PM_NEW(w->monomial, f->size);
    PM_NEW(w->exponents, f->size * (size_t)(f->vars + 1));
    for (size_t place = 1; place < f->size; place++) {
        struct monomial *const m = &w->monomial[w->monomials];
        *m = (struct monomial){.place = place,
                               .exponent = w->exponents + place * (size_t)(f->vars + 1)};
        for (int j = 0; j < f->vars; j++) {
            m->exponent[j] = exponent(f, place, j);
            m->offset += (size_t)m->exponent[j] * w->q.stride[j];
            m->degree += m->exponent[j];
        }
        w->monomials += m->degree <= most;
    }
    return PM_OK;
}

static bool reaches(const struct recurrence *w, const struct monomial *m)
{
    for (int j = 0; j < w->q.vars; j++)
        if (m->exponent[j] > w->now[j])
            return false;
    return true;
}

/* Computes the coefficient `place` of Q, which has that degree, from the coefficients before it. */
static void recur(struct recurrence *w, size_t place, int degree)
{
    const struct pm_powers_numbers *const weight = &w->number, *const q = &w->q.at;

    if (degree > w->degree)
        return;
    for (const struct monomial *m = w->monomial; m < w->monomial + w->monomials; m++) {
        const slong factor = (slong)w->degree + m->degree - degree;
        if (!reaches(w, m))
            continue;
        fmpz_mul_si(weight->re, w->f.at.re + m->place, factor);
        fmpz_sub(weight->re, weight->re, w->h.at.re + m->place);
        if (weight->im != NULL) {
            fmpz_mul_si(weight->im, w->f.at.im + m->place, factor);
            fmpz_sub(weight->im, weight->im, w->h.at.im + m->place);
        }
        add_product(q, place, weight, 0, q, place - m->offset);
    }
    fmpz_mul_si(weight->re, w->f.at.re, degree);
    fmpz_divexact(q->re + place, q->re + place, weight->re);
    if (weight->im != NULL)
        fmpz_divexact(q->im + place, q->im + place, weight->re);
}

/* Changes `now` to the next exponents; the first one changes fastest.  Also updates *degree, their
 * sum. */
static void next(const struct box *b, int *now, int *degree)
{
    int j = 0;

    for (; now[j] == b->most[j]; j++) {
        *degree -= now[j];
        now[j] = 0;
    }
    now[j]++;
    ++*degree;
}

/* Records that a piece of the work is done, the fraction `part`.  Tells the watch once in a while;
 * `count` is the number of the piece. */
static pm_status look(struct pm_powers *p, double part, size_t count, struct pm_watched *watched)
{
    p->share += part;
    if (count % LOOK_STATES != 0)
        return PM_OK;
    const uint64_t done = (uint64_t)(p->share * p->steps);
    pm_watched_done(watched, done - p->done);
    p->done = done;
    return pm_go_on(pm_watched_stop(watched));
}

static pm_status recur_all(struct recurrence *w, struct pm_powers *p, double part,
                           struct pm_watched *watched)
{
    int degree = 0;

    /* Q_0 = prod h_i^(r_i) */
    for (int i = 0; i < p->recurring; i++)
        for (int copy = 0; copy < p->times[i]; copy++) {
            form_times(&w->number, &w->q, 0, p, i);
            swap(&w->number, 0, &w->q.at, 0);
        }
    for (size_t place = 1; place < w->q.size; place++) {
        next(&w->q, w->now, &degree);
        recur(w, place, degree);
        PM_TRY(look(p, part / (double)w->q.size, place, watched));
    }
    return PM_OK;
}

/* Multiplies Q by the other forms, one after another. */
static pm_status multiply_all(struct recurrence *w, struct pm_powers *p, double part,
                              struct pm_watched *watched)
{
    for (int i = p->recurring; i < p->forms; i++)
        for (int copy = 0; copy < p->times[i]; copy++)
            for (size_t place = w->q.size; place-- > 0;) {
                form_times(&w->number, &w->q, place, p, i);
                swap(&w->number, 0, &w->q.at, place);
                PM_TRY(look(p, part / (double)w->q.size, place, watched));
            }
    return PM_OK;
}

/* ------------------------------------------------------------------ the answer */

/* weight = prod_j c_j! / (c_j - k_j)!  The exponents k_j are exponents[j], and `last` for the last
 * variable. */
static void find_weight(fmpz_t weight, fmpz_t one, const struct pm_powers *p, const int *exponents,
                        int last)
{
    fmpz_one(weight);
    for (int j = 0; j < p->vars; j++) {
        const int k = j < p->vars - 1 ? exponents[j] : last;
        if (k == 0)
            continue;
        fmpz_rfac_uiui(one, (ulong)(p->most[j] - k + 1), (ulong)k);
        fmpz_mul(weight, weight, one);
    }
}

/* *value = the permanent: the weighted sum over the coefficients whose exponents are at most the
 * multiplicities.  total: the degree of Q. */
static pm_status answer(struct pm_gauss *value, struct recurrence *w, const struct pm_powers *p,
                        int total)
{
    struct pm_powers_numbers sum = {NULL, NULL}, weight = {NULL, NULL};
    const int most = p->most[p->vars - 1];
    int degree = 0;
    pm_status status;
    fmpz_t one;

    fmpz_init(one);
    PM_TRY_GOTO(status, numbers_new(&sum, 1, p->form.im != NULL), done);
    PM_TRY_GOTO(status, numbers_new(&weight, 1, p->form.im != NULL), done);
    for (int j = 0; j < w->q.vars; j++)
        w->now[j] = 0;
    for (size_t place = 0; place < w->q.size; place++) {
        if (place > 0)
            next(&w->q, w->now, &degree);
        if (degree > total || total - degree > most)
            continue;
        find_weight(weight.re, one, p, w->now, total - degree);
        add_product(&sum, 0, &weight, 0, &w->q.at, place);
    }
    fmpq_set_fmpz_frac(value->re, sum.re, p->scale);
    if (sum.im != NULL)
        fmpq_set_fmpz_frac(value->im, sum.im, p->scale);
done:
    numbers_free(&weight, 1);
    numbers_free(&sum, 1);
    fmpz_clear(one);
    return status;
}

static void recurrence_clear(struct recurrence *w)
{
    PM_EACH(box_clear, &w->q, &w->f, &w->h);
    PM_FREE(w->monomial, w->exponents, w->now);
    numbers_free(&w->number, 1);
}

pm_status pm_powers_value(struct pm_gauss *value, struct pm_powers *p, struct pm_watched *watched)
{
    struct recurrence w = {.degree = 0};
    int total = 0;
    pm_status status;

    for (int i = 0; i < p->forms; i++) {
        total += p->times[i];
        w.degree += i < p->recurring ? p->times[i] : 0;
    }
    /* the recurrence is assumed to take as long as one multiplication by a form */
    const double passes = (p->recurring > 0) + (double)(total - w.degree);
    PM_NEW_GOTO(status, w.now, p->vars, done);
    PM_TRY_GOTO(status, numbers_new(&w.number, 1, p->form.im != NULL), done);
    PM_TRY_GOTO(status, box_init(&w.q, p, total), done);
    fmpz_one(w.q.at.re);
    if (p->recurring > 0) {
        PM_TRY_GOTO(status, box_init(&w.f, p, p->recurring), done);
        PM_TRY_GOTO(status, box_init(&w.h, p, p->recurring), done);
        PM_TRY_GOTO(status, products_find(&w, p), done);
        PM_TRY_GOTO(status, monomials_find(&w, p->recurring), done);
        PM_TRY_GOTO(status, recur_all(&w, p, 1 / passes, watched), done);
    }
    PM_TRY_GOTO(status, multiply_all(&w, p, 1 / passes, watched), done);
    status = answer(value, &w, p, total);
done:
    recurrence_clear(&w);
    return status;
}
