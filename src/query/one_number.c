/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes one number of the sums over the matchings of every size, and takes it apart again.  Digits
 * are between -2^(b-1) and 2^(b-1), since sums may be negative. */
#include "query/one_number.h"

#include "base/refusal.h"
#include "engine/sizes.h"

#include <math.h>

/* The entries, in the matrix, in triplets and in the sum. */
static pm_status check_memory(const struct pm_one_number *one, const struct pm_matrix *a,
                              uint64_t memory)
{
    const double bytes = 3.0 * pm_matrix_nnz(a) * (double)one->b / 8;

    return bytes <= (double)memory
               ? PM_OK
               : pm_refuse_memory("the sum over all sizes as one number", bytes, (double)memory);
}

pm_status pm_one_number_new(struct pm_one_number *one, const struct pm_problem *problem,
                            uint64_t memory)
{
    struct pm_problem scaled = *problem;
    struct pm_matrix *a = NULL;

    *one = (struct pm_one_number){.total = NULL};
    fmpz_init_set_ui(one->d, 1);
    if (problem->a->im != NULL)
        return pm_fail(PM_UNABLE, "matchings of every size need real entries");
    PM_TRY(pm_matrix_copy(&a, problem->a));
    pm_matrix_denominators(one->d, a, 0, pm_matrix_nnz(a));
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        fmpq_mul_fmpz(a->re + k, a->re + k, one->d);
    one->b = (ulong)ceil(pm_sizes_bits(a)) + 2;
    pm_status status = check_memory(one, a, memory);
    for (int k = 0; k < pm_matrix_nnz(a) && status == PM_OK; k++)
        fmpq_mul_2exp(a->re + k, a->re + k, one->b);
    scaled.a = a;
    scaled.field = PM_FIELD_INTEGER;
    if (status == PM_OK)
        status = pm_problem_total(&one->total, &scaled);
    pm_matrix_free(a);
    return status;
}

void pm_one_number_clear(struct pm_one_number *one)
{
    pm_problem_free(one->total);
    fmpz_clear(one->d);
}

void pm_one_number_digits(struct pm_values *values, const struct pm_one_number *one,
                          const struct pm_answer *answer)
{
    fmpz_t rest, digit, power;

    fmpz_init_set(rest, fmpq_numref(answer->value.centre.re));
    fmpz_init(digit);
    fmpz_init_set_ui(power, 1);
    for (size_t k = 0; k < values->count; k++) {
        fmpz_fdiv_r_2exp(digit, rest, one->b);
        fmpz_fdiv_q_2exp(rest, rest, one->b);
        if (fmpz_tstbit(digit, one->b - 1)) { /* negative */
            fmpz_one_2exp(power, one->b);
            fmpz_sub(digit, digit, power);
            fmpz_add_ui(rest, rest, 1);
        }
        fmpz_pow_ui(power, one->d, k);
        fmpq_set_fmpz_frac(values->value[k].centre.re, digit, power);
    }
    fmpz_clear(power);
    fmpz_clear(digit);
    fmpz_clear(rest);
}
