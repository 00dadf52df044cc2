/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Divides all twos and fives out of the denominator.  The decimal is finite if 1 is left. */
#include "print/exact.h"

#include "base/status.h"

#include <stdbool.h>
#include <string.h>

enum { DECIMALS = 100 }; /* largest number of decimals; other numbers are written as p/q */

/* The smallest k for which x 10^k is an integer, or -1. */
static int decimals_of(const fmpq *x)
{
    fmpz_t odd, ten;
    int twos, fives;

    PM_EACH(fmpz_init, odd, ten);
    fmpz_set_ui(ten, 2);
    twos = (int)fmpz_remove(odd, fmpq_denref(x), ten);
    fmpz_set_ui(ten, 5);
    fives = (int)fmpz_remove(odd, odd, ten);
    const int k = twos > fives ? twos : fives;
    const bool finite = fmpz_is_one(odd) && k <= DECIMALS;
    PM_EACH(fmpz_clear, odd, ten);
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

void pm_print_exact(FILE *out, const fmpq *x)
{
    const int decimals = fmpz_is_one(fmpq_denref(x)) ? 0 : decimals_of(x);

    if (decimals > 0) {
        print_decimal(out, x, decimals);
        return;
    }
    char *const text = fmpq_get_str(NULL, 10, x);
    fputs(text, out);
    flint_free(text);
}
