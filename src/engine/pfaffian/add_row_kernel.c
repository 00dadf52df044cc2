/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds a multiple of a row to another one, in double or with all errors (Ogita, Rump and Oishi,
 * SIAM J. Scientific Computing 26, 2005, algorithm 5.3). */
#include "engine/isa/vector.h"
#include "engine/pfaffian/pfaffian.h"

#include <string.h>

pm_pfaffian_row ISA_NAME(pm_pfaffian_add_row);

/* To any address that is aligned for a double. */
static void store(double *p, V x)
{
    memcpy(p, &x, sizeof x);
}

static void add(double *y, const double *x, double z, int count)
{
    const V factor = v_all(z);
    int j = 0;

    for (; j + WIDTH <= count; j += WIDTH)
        store(y + j, v_fma(factor, v_load_any(x + j), v_load_any(y + j)));
    for (; j < count; j++)
        y[j] = __builtin_fma(z, x[j], y[j]);
}

void ISA_NAME(pm_pfaffian_add_row)(double *y, double *low, const double *x, double z, int count)
{
    const V factor = v_all(z);
    int j = 0;

    if (low == NULL) {
        add(y, x, z, count);
        return;
    }
    for (; j + WIDTH <= count; j += WIDTH) {
        const V from = v_load_any(x + j), before = v_load_any(y + j);
        const V product = v_mul(factor, from), rest = v_fms(factor, from, product);
        const V sum = v_add(before, product), back = v_sub(sum, before);
        const V error = v_add(v_sub(before, v_sub(sum, back)), v_sub(product, back));
        store(y + j, sum);
        store(low + j, v_add(v_load_any(low + j), v_add(error, rest)));
    }
    for (; j < count; j++) {
        const double product = z * x[j];
        double error;
        y[j] = pm_two_sum(y[j], product, &error);
        low[j] += error + __builtin_fma(z, x[j], -product);
    }
}
