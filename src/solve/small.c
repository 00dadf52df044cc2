/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small problem, without a plan.  Every line of the shorter side is multiplied by the least
 * common denominator of its entries.  The permanent of these integers is found exactly
 * (engine/table/integers.h) and divided by the denominators.  So an answer is the same as by a
 * plan, which computes small answers exactly, too, if no floating arithmetic is asked for. */
#include "base/clock.h"
#include "base/watched.h"
#include "engine/table/integers.h"
#include "num/ball.h"
#include "solve/solve.h"

#include <flint/fmpz_vec.h>
#include <math.h>

/* Numbers with more bits have a plan, which may find floating arithmetic cheaper. */
static const double MOST_BITS = 4096;

#define METHOD "a table over subsets, exactly"

/* ----------------------------------------------------------- integer matrices */

/* An entry of a problem in the matrix of integers. */
struct place {
    int entry; /* of the problem's matrix */
    int line;  /* of the shorter side */
    int at;    /* in the matrix of integers */
};

/* The next entry; place->entry and *row begin with -1 and 0. */
static bool next_place(struct place *place, int *row, const struct pm_matrix *a)
{
    if (++place->entry == pm_matrix_nnz(a))
        return false;
    while (a->start[*row + 1] <= place->entry)
        ++*row;
    const int col = a->col[place->entry];
    const bool turned = a->rows > a->cols;
    place->line = turned ? col : *row;
    place->at = turned ? col * a->rows + *row : *row * a->cols + col;
    return true;
}

static void add_denominator(fmpz_t common, const fmpq *x)
{
    if (!fmpz_divisible(common, fmpq_denref(x)))
        fmpz_lcm(common, common, fmpq_denref(x));
}

/* *y = x common */
static void multiply(fmpz *y, const fmpq *x, const fmpz_t common)
{
    if (fmpz_equal(common, fmpq_denref(x))) {
        fmpz_set(y, fmpq_numref(x));
    } else {
        fmpz_divexact(y, common, fmpq_denref(x));
        fmpz_mul(y, y, fmpq_numref(x));
    }
}

/* Fills the matrix of integers, which is zero, and *divisor = the product of the denominators. */
static void take_entries(struct pm_integers *m, fmpz_t divisor, const struct pm_matrix *a)
{
    fmpz *const common = _fmpz_vec_init(m->rows);
    struct place place = {.entry = -1};
    int row = 0;

    for (int i = 0; i < m->rows; i++)
        fmpz_one(common + i);
    while (next_place(&place, &row, a)) {
        add_denominator(common + place.line, a->re + place.entry);
        if (a->im != NULL)
            add_denominator(common + place.line, a->im + place.entry);
    }
    place.entry = -1;
    row = 0;
    while (next_place(&place, &row, a)) {
        multiply(m->re + place.at, a->re + place.entry, common + place.line);
        if (a->im != NULL)
            multiply(m->im + place.at, a->im + place.entry, common + place.line);
    }
    for (int i = 0; i < m->rows; i++)
        fmpz_mul(divisor, divisor, common + i);
    _fmpz_vec_clear(common, m->rows);
}

/* The permanent is at most the product of the sums of moduli of the rows; for a square matrix, also
 * of the columns. */
static void find_bits(struct pm_integers *m)
{
    double row_sum[PM_INTEGERS_ROWS] = {0}, col_sum[PM_INTEGERS_COLS] = {0};
    double by_rows = 0, by_cols = 0, widest = 0;

    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++) {
            const int e = i * m->cols + j;
            const double size =
                fabs(fmpz_get_d(m->re + e)) + (m->im != NULL ? fabs(fmpz_get_d(m->im + e)) : 0);
            row_sum[i] += size;
            col_sum[j] += size;
        }
    for (int i = 0; i < m->rows; i++) {
        by_rows += log2(row_sum[i]);
        widest = fmax(widest, row_sum[i]);
    }
    for (int j = 0; j < m->cols; j++) {
        by_cols += log2(col_sum[j]);
        widest = fmax(widest, col_sum[j]);
    }
    m->bits = (m->rows == m->cols ? fmin(by_rows, by_cols) : by_rows) + 0.01; /* for rounding */
    m->widest = widest * PM_UP;
}

static bool is_small(const struct pm_problem *p)
{
    const int rows = p->a->rows < p->a->cols ? p->a->rows : p->a->cols;
    const int cols = p->a->rows < p->a->cols ? p->a->cols : p->a->rows;

    return p->kind == PM_PERMANENT && p->gadgets == 0 && p->variant == NULL &&
           rows <= PM_INTEGERS_ROWS && cols <= PM_INTEGERS_COLS;
}

static void matrix_clear(struct pm_integers *m)
{
    const slong cells = (slong)m->rows * m->cols;

    if (m->re != NULL)
        _fmpz_vec_clear(m->re, cells);
    if (m->im != NULL)
        _fmpz_vec_clear(m->im, cells);
    pm_gauss_clear(&m->value);
}

/* *divisor: the permanent of the integers is so many times that of the matrix. */
static void matrix_init(struct pm_integers *m, fmpz_t divisor, const struct pm_matrix *a)
{
    const bool turned = a->rows > a->cols;
    const slong cells = (slong)a->rows * a->cols;

    *m = (struct pm_integers){.rows = turned ? a->cols : a->rows,
                              .cols = turned ? a->rows : a->cols,
                              .re = _fmpz_vec_init(cells),
                              .im = a->im != NULL ? _fmpz_vec_init(cells) : NULL};
    pm_gauss_init(&m->value);
    fmpz_init_set_ui(divisor, 1);
    take_entries(m, divisor, a);
    find_bits(m);
}

/* -------------------------------------------------------------------- answers */

static void set_quotient(fmpq_t x, const fmpz_t divisor)
{
    if (!fmpz_is_one(divisor))
        fmpq_div_fmpz(x, x, divisor);
}

static pm_status answer_new(pm_answer **out, const struct pm_problem *problem,
                            const struct pm_integers *m, const fmpz_t divisor,
                            const struct pm_ask *ask, const pm_options *options)
{
    struct pm_answer *answer;

    PM_TRY(pm_answer_new(&answer, 1));
    pm_value_set_gauss(&answer->value, &m->value);
    set_quotient(answer->value.centre.re, divisor);
    set_quotient(answer->value.centre.im, divisor);
    pm_answer_numbers(answer, problem, ask, options);
    pm_status status = pm_answer_texts(answer, "table", METHOD);
    PM_THEN(status, pm_solve_check_answer(answer, problem, ask, NULL, NULL));
    PM_THEN(status, pm_answer_finish(answer, options, ask));
    PM_GIVE(out, answer, status, pm_answer_free);
}

/* True if a plan would compute the answer exactly. */
static bool is_exact(struct pm_ask *ask, const struct pm_problem *problem,
                     const pm_options *options)
{
    return options->modulus == NULL && options->precision <= PM_PRECISION_EXACT &&
           pm_ask_of(ask, problem, options) == PM_OK;
}

pm_status pm_solve_small(pm_answer **answer, const pm_problem *problem, const pm_options *options)
{
    const double begin = pm_clock();
    struct pm_integers matrix;
    pm_status status = PM_OK;
    struct pm_ask ask;
    fmpz_t divisor;

    *answer = NULL;
    if (options->plan_shown || !pm_solve_options_are_simple(options) || !is_small(problem) ||
        !is_exact(&ask, problem, options))
        return PM_OK;
    matrix_init(&matrix, divisor, problem->a);
    if (matrix.bits <= MOST_BITS) {
        status = pm_watched_once(NULL, options->watch, options->watcher);
        PM_THEN(status,
                pm_watched_once("engine table: " METHOD "\n", options->watch, options->watcher));
        PM_THEN(status, pm_integers_solve(&matrix));
        PM_THEN(status, answer_new(answer, problem, &matrix, divisor, &ask, options));
        if (status == PM_OK)
            (*answer)->seconds = pm_clock() - begin;
    }
    matrix_clear(&matrix);
    fmpz_clear(divisor);
    return status;
}
