/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Binary floating numbers are converted exactly. */
#include "read/numbers.h"

#include "num/exponential.h"
#include "num/gauss.h"
#include "read/decimal.h"

#include <math.h>
#include <string.h>

int64_t pm_numbers_integer(const struct pm_numbers *n, uint64_t k)
{
    const unsigned char *const at = n->at + k * (uint64_t)n->step;
    const int unused = 64 - 8 * n->size;
    uint64_t bits = 0;

    for (int i = 0; i < n->size; i++)
        bits |= (uint64_t)at[n->swap ? n->size - 1 - i : i] << 8 * i;
    return n->kind == 'i' ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
}

pm_field pm_numbers_field(const struct pm_numbers *n)
{
    return n->im != NULL    ? PM_FIELD_COMPLEX
           : n->kind == 'f' ? PM_FIELD_REAL
           : n->kind == 'b' ? PM_FIELD_PATTERN
                            : PM_FIELD_INTEGER;
}

/* Floating number k. */
static double floating(const struct pm_numbers *n, uint64_t k)
{
    const int64_t bits = pm_numbers_integer(n, k);
    const uint32_t low = (uint32_t)bits;
    float single;
    double x;

    memcpy(&single, &low, sizeof single);
    memcpy(&x, &bits, sizeof x);
    return n->size == 4 ? (double)single : x;
}

static bool is_nan(const struct pm_numbers *n, uint64_t k)
{
    return n != NULL && n->kind == 'f' && isnan(floating(n, k));
}

/* *value = number k, or its exponential. */
static pm_status load(fmpq_t value, const struct pm_numbers *n, uint64_t k, bool logs)
{
    const int64_t bits = pm_numbers_integer(n, k);

    if (n->kind == 'f') {
        const double x = floating(n, k);
        if (logs && x == -HUGE_VAL) {
            fmpq_zero(value);
            return PM_OK;
        }
        PM_TRY(pm_gauss_part_double(value, x));
    } else if (n->kind == 'i') {
        fmpq_set_si(value, (slong)bits, 1);
    } else {
        fmpq_set_ui(value, n->kind == 'b' ? bits != 0 : (ulong)bits, 1);
    }
    return logs ? pm_exponential(value) : PM_OK;
}

pm_status pm_numbers_add(struct pm_assembly *a, const struct pm_numbers *n, uint64_t k, int64_t row,
                         int64_t col)
{
    const bool logs = a->field == PM_FIELD_LOGS,
               gap = a->missing != NULL && (is_nan(n, k) || is_nan(n->im, k));

    fmpq_set_si(a->im, 0, 1);
    pm_status status = gap ? pm_weight_parse(a->re, a->missing, strlen(a->missing), logs)
                           : load(a->re, n, k, logs);
    if (status == PM_OK && n->im != NULL && !gap)
        status = load(a->im, n->im, k, false);
    return status == PM_OK ? pm_assembly_add(a, row, col)
                           : pm_fail_at(status, "entry [%jd, %jd]", (intmax_t)row, (intmax_t)col);
}

pm_status pm_numbers_full(struct pm_assembly *a, const struct pm_numbers *n, uint64_t down,
                          uint64_t right)
{
    for (int i = 0; i < a->triplets.rows; i++)
        for (int j = 0; j < a->triplets.cols; j++)
            PM_TRY(pm_numbers_add(a, n, (uint64_t)i * down + (uint64_t)j * right, i, j));
    return PM_OK;
}

pm_status pm_numbers_compressed(struct pm_assembly *a, const struct pm_numbers *n,
                                const struct pm_numbers *start, const struct pm_numbers *place,
                                bool by_rows)
{
    const int lines = by_rows ? a->triplets.rows : a->triplets.cols;
    const uint64_t entries = n->count < place->count ? n->count : place->count;

    PM_REFUSE_IF(start->count <= (uint64_t)lines, "a list of %d numbers is too short", lines + 1);
    for (int i = 0; i < lines; i++) {
        const int64_t first = pm_numbers_integer(start, (uint64_t)i),
                      end = pm_numbers_integer(start, (uint64_t)i + 1);
        PM_REFUSE_IF(first < 0 || first > end || (uint64_t)end > entries,
                     "the places where %s begin do not ascend", by_rows ? "rows" : "columns");
        for (int64_t k = first; k < end; k++) {
            const int64_t j = pm_numbers_integer(place, (uint64_t)k);
            PM_TRY(pm_numbers_add(a, n, (uint64_t)k, by_rows ? i : j, by_rows ? j : i));
        }
    }
    return PM_OK;
}
