/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares what the library answers with the reference. */
#include "compare.h"

#include "brute.h"
#include "engine/abilities.h"

#include <stdarg.h>
#include <stdlib.h>

enum verdict wrong(char story[STORY], const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(story, STORY, format, args);
    va_end(args);
    return WRONG;
}

/* ------------------------------------------------------------- the reference */

void gauss_of(struct pm_gauss *x, const struct exact *y)
{
    fmpz_set_mpz(fmpq_numref(x->re), mpq_numref(y->re));
    fmpz_set_mpz(fmpq_denref(x->re), mpq_denref(y->re));
    fmpz_set_mpz(fmpq_numref(x->im), mpq_numref(y->im));
    fmpz_set_mpz(fmpq_denref(x->im), mpq_denref(y->im));
}

/* *value = the sum over all sizes.  False: it is too large for the reference. */
bool value_of(struct pm_gauss *value, const struct instance *x, enum reference_free which)
{
    const int size = instance_size(x);
    struct exact total;
    struct sums sums;

    if (x->kind == INSTANCE_GRAPH && which == REFERENCE_FULL && x->loose == 0 &&
        x->rows != 2 * size) {
        pm_gauss_set_si(value, 0);
        return true;
    }
    sums_init(&sums);
    exact_init(&total);
    const bool able = refer(&sums, x, which);
    if (able) {
        sums_total(&total, &sums);
        gauss_of(value, &total);
    }
    exact_clear(&total);
    sums_clear(&sums);
    return able;
}

bool value_unmatched(struct pm_gauss *value, const struct instance *x, int left)
{
    const int lines = x->kind == INSTANCE_GRAPH ? x->rows : x->rows + x->cols;
    const int size = (lines - left) / 2;
    struct sums sums;

    sums_init(&sums);
    const bool able = x->kind != INSTANCE_COVERS && x->loose == 0 && refer(&sums, x, REFERENCE_ALL);
    if (able && left <= lines && (lines - left) % 2 == 0 && size < sums.sizes)
        gauss_of(value, &sums.size[size]);
    else
        pm_gauss_set_si(value, 0);
    sums_clear(&sums);
    return able;
}

void multiply_entry(struct pm_gauss *value, const struct entry *e)
{
    struct exact entry;
    struct pm_gauss factor;

    exact_init(&entry);
    pm_gauss_init(&factor);
    number_get(entry.re, &e->re);
    number_get(entry.im, &e->im);
    gauss_of(&factor, &entry);
    pm_gauss_mul(value, value, &factor);
    pm_gauss_clear(&factor);
    exact_clear(&entry);
}

/* *value = the sum over the full matchings with that pair of lines: of the products, or without the
 * factor of the entry if e is NULL. */
bool value_through(struct pm_gauss *value, const struct instance *x, int i, int j,
                   const struct entry *e)
{
    struct instance *const less = malloc(sizeof *less);

    instance_without(less, x, i, j);
    const bool able = value_of(value, less, REFERENCE_FULL);
    free(less);
    if (!able || e == NULL)
        return able;
    multiply_entry(value, e);
    return able;
}

/* Of many numbers, only about this many are compared, since each is a new sum for the reference. */
enum { COMPARED = 8 };

bool is_compared(uint64_t *state, size_t count)
{
    return count <= COMPARED || test_random(state) % count < COMPARED;
}

/* The entry of the instance for an entry of the problem. */
const struct entry *entry_of(const struct instance *x, const pm_problem *problem, int row, int col)
{
    int i = row, j = col;

    if (x->kind != INSTANCE_MATRIX) {
        i = pm_problem_row_vertex(problem, row);
        j = pm_problem_col_vertex(problem, col);
    }
    for (int k = 0; k < x->count; k++)
        if ((x->entry[k].row == i && x->entry[k].col == j) ||
            (x->kind == INSTANCE_GRAPH && x->entry[k].row == j && x->entry[k].col == i))
            return &x->entry[k];
    return NULL;
}

/* ---------------------------------------------------------------- comparisons */

static char *gauss_text(const struct pm_gauss *x)
{
    char *const re = fmpq_get_str(NULL, 10, x->re), *const im = fmpq_get_str(NULL, 10, x->im);
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);

    fprintf(out, fmpq_is_zero(x->im) ? "%s" : "%s + %s i", re, im);
    fclose(out);
    PM_EACH(flint_free, re, im);
    return text;
}

/* Compares a value with the truth; exact values must be equal. */
enum verdict compare_value(char story[STORY], const char *what, const struct pm_value *value,
                           bool exact, const struct pm_gauss *truth)
{
    if (exact ? pm_gauss_equal(&value->centre, truth) && pm_mag_is_zero(value->error)
              : !pm_mag_is_finite(value->error) || brute_contains(value, truth))
        return RIGHT;
    char *const got = gauss_text(&value->centre), *const want = gauss_text(truth);
    wrong(story, "%s: %.300s with a bound of %.3g 2^%ld, but the truth is %.300s", what, got,
          value->error.m, (long)value->error.e, want);
    PM_FREE(got, want);
    return WRONG;
}

static bool is_residue(const fmpq *residue, const fmpq *truth, const fmpz *modulus)
{
    fmpz_t gap;

    if (!fmpz_is_one(fmpq_denref(residue)) || fmpz_sgn(fmpq_numref(residue)) < 0 ||
        fmpz_cmp(fmpq_numref(residue), modulus) >= 0)
        return false;
    fmpz_init(gap);
    fmpz_mul(gap, fmpq_numref(residue), fmpq_denref(truth));
    fmpz_sub(gap, gap, fmpq_numref(truth));
    const bool same = fmpz_divisible(gap, modulus);
    fmpz_clear(gap);
    return same;
}

/* True if a residue modulo the modulus exists. */
static bool has_residue(const struct pm_gauss *truth, const fmpz *modulus)
{
    fmpz_t common;

    fmpz_init(common);
    fmpz_lcm(common, fmpq_denref(truth->re), fmpq_denref(truth->im));
    fmpz_gcd(common, common, modulus);
    const bool one = fmpz_is_one(common);
    fmpz_clear(common);
    return one;
}

static enum verdict compare_residue(char story[STORY], pm_status status, const pm_answer *answer,
                                    const struct pm_gauss *truth, const char *modulus)
{
    enum verdict verdict = RIGHT;
    fmpz_t m;

    fmpz_init(m);
    fmpz_set_str(m, modulus, 10);
    const bool exists = has_residue(truth, m);
    if (status == PM_DOMAIN)
        verdict = exists ? wrong(story, "there is a residue, but: %s", pm_message()) : RIGHT;
    else if (exists && (!is_residue(answer->value.centre.re, truth->re, m) ||
                        !is_residue(answer->value.centre.im, truth->im, m))) {
        char *const got = gauss_text(&answer->value.centre), *const want = gauss_text(truth);
        verdict = wrong(story, "residue %s, but the truth is %.400s", got, want);
        PM_FREE(got, want);
    }
    fmpz_clear(m);
    return verdict;
}

/* A failure: an engine may be unable, and so may limits and precisions make it. */
enum verdict refused(char story[STORY], pm_status status, const struct manner *manner)
{
    const bool may =
        manner->engine != NULL || manner->memory > 0 || manner->large ||
        (manner->precision != PM_PRECISION_AUTO && manner->precision != PM_PRECISION_EXACT);

    return status == PM_UNABLE && may
               ? UNABLE
               : wrong(story, "%s: %s", pm_status_name(status), pm_message());
}

enum verdict compare_answer(char story[STORY], const char *what, pm_status status,
                            const pm_answer *answer, const struct pm_gauss *truth,
                            const struct manner *manner)
{
    if (manner->modulus != NULL && (status == PM_OK || status == PM_DOMAIN))
        return compare_residue(story, status, answer, truth, manner->modulus);
    return status != PM_OK ? refused(story, status, manner)
                           : compare_value(story, what, &answer->value, answer->bits == 0, truth);
}

/* A chosen engine, or one with little memory, refuses what takes longer.  Those that search for an
 * order get more time. */
double seconds_for(const struct manner *manner)
{
    return manner->emulated                       ? 0
           : manner->large                        ? 0.05
           : manner->engine == NULL               ? (manner->memory > 0 ? 0.03 : 0)
           : manner->engine->more->search != NULL ? 0.03
                                                  : 0.001;
}

pm_options options_of(const struct manner *manner)
{
    return (pm_options){
        .precision = manner->precision,
        .modulus = manner->modulus,
        .engine = manner->engine != NULL ? manner->engine->name : NULL,
        .reduce = manner->reduce,
        .no_reduce = manner->no_reduce,
        .threads = manner->threads,
        .gpus = manner->emulated ? 1 : PM_GPUS_NONE,
        .memory = manner->memory,
        .seconds = seconds_for(manner),
        .epsilon = manner->epsilon,
    };
}

bool is_nonnegative(const struct instance *x)
{
    for (int k = 0; k < x->count; k++)
        if (x->entry[k].re.num < 0 || x->entry[k].im.num != 0)
            return false;
    return true;
}

void draw_times(int *times, int count, uint64_t *state)
{
    for (int k = 0; k < count; k++)
        times[k] = test_between(state, 0, 2);
}
