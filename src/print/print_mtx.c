/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the matrix of a problem as a Matrix Market file. */
#include "model/variant.h"

#include "base/argument.h"
#include "base/text.h"
#include "print/exact.h"

/* The field of the file.  It is the field of the problem, unless a pattern has places that count
 * more than once, or there are gadgets. */
static pm_field field_of(const struct pm_problem *problem)
{
    if (problem->field == PM_FIELD_LOGS ||
        (problem->gadgets > 0 && problem->field != PM_FIELD_COMPLEX))
        return PM_FIELD_REAL;
    if (problem->field == PM_FIELD_PATTERN && !pm_problem_is_pattern(problem))
        return PM_FIELD_INTEGER;
    return problem->field;
}

static void print_entries(FILE *out, const struct pm_problem *problem, pm_field field)
{
    static const fmpq zero = {0, 1};
    const struct pm_matrix *const a = problem->a;

    PM_EACH_ENTRY(a, i, k) {
        if (problem->kind == PM_HAFNIAN && a->col[k] > i)
            continue;
        fprintf(out, "%d %d", i + 1, a->col[k] + 1);
        if (field != PM_FIELD_PATTERN) {
            putc(' ', out);
            pm_print_exact(out, a->re + k);
        }
        if (field == PM_FIELD_COMPLEX) {
            putc(' ', out);
            pm_print_exact(out, a->im != NULL ? a->im + k : &zero);
        }
        putc('\n', out);
    }
}

pm_status pm_problem_mtx(char **text, const pm_problem *problem)
{
    PM_ARGUMENTS(text, problem);
    static const char *const names[] = {
        [PM_FIELD_PATTERN] = "pattern",
        [PM_FIELD_INTEGER] = "integer",
        [PM_FIELD_REAL] = "real",
        [PM_FIELD_COMPLEX] = "complex",
    };
    const bool symmetric = problem->kind == PM_HAFNIAN;
    const pm_field field = field_of(problem);
    struct pm_text buffer;

    PM_TRY(pm_variant_check(problem));
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
