/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrix of a problem as a Matrix Market file.  A fraction whose denominator is a product of
 * twos and fives is written as the decimal number that it is, other fractions as p/q, which the
 * reader of this library takes. */
#include "model/problem.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMALS = 100 }; /* behind the point; longer ones are written as p/q */

/* The smallest k with x 10^k an integer, or -1. */
static int decimals_of(const fmpq *x)
{
    fmpz_t odd, ten;
    int twos, fives;

    fmpz_init(odd);
    fmpz_init(ten);
    fmpz_set_ui(ten, 2);
    twos = (int)fmpz_remove(odd, fmpq_denref(x), ten);
    fmpz_set_ui(ten, 5);
    fives = (int)fmpz_remove(odd, odd, ten);
    const int k = twos > fives ? twos : fives;
    const bool finite = fmpz_is_one(odd) && k <= DECIMALS;
    fmpz_clear(odd);
    fmpz_clear(ten);
    return finite ? k : -1;
}

static void print_decimal(FILE *out, const fmpq *x, int decimals)
{
    fmpz_t scaled;

    fmpz_init(scaled);
    fmpz_set_ui(scaled, 10);
    fmpz_pow_ui(scaled, scaled, (ulong)decimals);
    fmpz_mul(scaled, scaled, fmpq_numref(x));
    fmpz_divexact(scaled, scaled, fmpq_denref(x));
    if (fmpz_sgn(scaled) < 0)
        putc('-', out);
    fmpz_abs(scaled, scaled);
    char *const digits = fmpz_get_str(NULL, 10, scaled);
    const int length = (int)strlen(digits), whole = length - decimals;
    if (whole > 0) {
        fprintf(out, "%.*s.%s", whole, digits, digits + whole);
    } else {
        fputs("0.", out);
        for (int k = whole; k < 0; k++)
            putc('0', out);
        fputs(digits, out);
    }
    flint_free(digits);
    fmpz_clear(scaled);
}

static void print_number(FILE *out, const fmpq *x)
{
    const int decimals = fmpz_is_one(fmpq_denref(x)) ? 0 : decimals_of(x);

    putc(' ', out);
    if (decimals > 0) {
        print_decimal(out, x, decimals);
        return;
    }
    char *const text = fmpq_get_str(NULL, 10, x);
    fputs(text, out);
    flint_free(text);
}

/* The field of the file: the problem's, but for patterns with places that count more than once, and
 * for gadgets. */
static pm_field field_of(const struct pm_problem *problem)
{
    if (problem->gadgets > 0 && problem->field != PM_FIELD_COMPLEX)
        return PM_FIELD_REAL;
    if (problem->field == PM_FIELD_PATTERN && !pm_problem_is_pattern(problem))
        return PM_FIELD_INTEGER;
    return problem->field;
}

static void print_entries(FILE *out, const struct pm_problem *problem, pm_field field)
{
    static const fmpq zero = {0, 1};
    const struct pm_matrix *const a = problem->a;

    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            if (problem->kind == PM_HAFNIAN && a->col[k] > i)
                continue;
            fprintf(out, "%d %d", i + 1, a->col[k] + 1);
            if (field != PM_FIELD_PATTERN)
                print_number(out, a->re + k);
            if (field == PM_FIELD_COMPLEX)
                print_number(out, a->im != NULL ? a->im + k : &zero);
            putc('\n', out);
        }
}

pm_status pm_problem_mtx(char **text, const pm_problem *problem)
{
    static const char *const names[] = {
        [PM_FIELD_PATTERN] = "pattern",
        [PM_FIELD_INTEGER] = "integer",
        [PM_FIELD_REAL] = "real",
        [PM_FIELD_COMPLEX] = "complex",
    };
    const bool symmetric = problem->kind == PM_HAFNIAN;
    const pm_field field = field_of(problem);
    struct pm_text buffer;

    PM_TRY(pm_text_open(&buffer));
    FILE *const out = buffer.file;
    fprintf(out, "%%%%MatrixMarket matrix coordinate %s %s\n", names[field],
            symmetric ? "symmetric" : "general");
    if (problem->note != NULL)
        fprintf(out, "%% %s\n", problem->note);
    fprintf(out, "%d %d %d\n", problem->a->rows, problem->a->cols,
            pm_matrix_nnz(problem->a) / (symmetric ? 2 : 1));
    print_entries(out, problem, field);
    return pm_text_close(text, &buffer, PM_OK);
}
