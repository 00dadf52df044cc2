/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of binary files.  Binary floating numbers are converted exactly. */
#include "read/assembly.h"

#include "num/exponential.h"
#include "num/gauss.h"

#include <math.h>
#include <string.h>

uint64_t pm_binary_bits(const unsigned char *at, int size, bool swap)
{
    uint64_t bits = 0;

    for (int k = 0; k < size; k++)
        bits |= (uint64_t)at[swap ? size - 1 - k : k] << 8 * k;
    return bits;
}

static pm_status load_floating(fmpq_t value, uint64_t bits, int size, bool logs)
{
    float single;
    double x;

    if (size == 4) {
        const uint32_t low = (uint32_t)bits;
        memcpy(&single, &low, sizeof single);
        x = (double)single;
    } else {
        memcpy(&x, &bits, sizeof x);
    }
    if (logs && x == -HUGE_VAL) {
        fmpq_zero(value);
        return PM_OK;
    }
    PM_TRY(pm_gauss_part_double(value, x));
    return logs ? pm_exponential(value) : PM_OK;
}

pm_status pm_binary_number(fmpq_t value, char kind, int size, bool swap, const unsigned char *at,
                           bool logs)
{
    const uint64_t bits = pm_binary_bits(at, size, swap);

    if (kind == 'f')
        return load_floating(value, bits, size, logs);
    if (kind == 'i') {
        const int unused = 64 - 8 * size;
        fmpq_set_si(value, (slong)((int64_t)(bits << unused) >> unused), 1);
    } else {
        fmpq_set_ui(value, kind == 'b' ? bits != 0 : bits, 1);
    }
    return logs ? pm_exponential(value) : PM_OK;
}
