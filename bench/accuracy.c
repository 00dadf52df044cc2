/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench accuracy: the table of precision of the SUPerman paper, its modes beside ours.
 *
 * For each matrix and order: seconds, the relative error against the exact value, and for our modes
 * the bound that comes with the answer.  The exact value of a constant matrix is n! a^n; that of a
 * matrix of rank three a sum over three exponents; that of the others, whose entries are integers
 * over one denominator, is computed exactly, or, where that takes too long, in double-double.  What
 * is predicted to take longer than --time is left out. */
#include "bench.h"
#include "modes.h"
#include "families.h"
#include "plan/machine.h"
#include "run/core.h"

#include "base/alloc.h"
#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ORDER = 5, MOST_WORDS = 16 };

static const int default_orders[] = {20, 24, 28, 32, 36};
static const double default_seconds = 10;

/* The exact value may take so many times longer than a mode. */
static const double REFERENCE = 2;

/* Rows times subsets that one thread of the machine on which rates were measured does in a second,
 * for predictions. */
static const double paper_rate[PAPER_MODES] = {3e9, 3e9, 3e9, 1e9, 3e9};

static const struct ours {
    const char *name, *engine;
    int bits;
} ours[] = {
    {"dense", "dense", 53},     {"ryser", "ryser", 53},     {"dense dd", "dense", 106},
    {"glynn dd", "glynn", 106}, {"128 bits", "dense", 128}, {"graded", "graded", 53},
    {"default", NULL, 53},
};

enum { OURS = sizeof ours / sizeof *ours, COLUMNS = PAPER_MODES + OURS };

/* ------------------------------------------------------------------- a case */

struct figures {
    double seconds, error, bound; /* seconds < 0: not run; bound < 0: none */
};

struct trial {
    struct pm_matrix *a, *whole; /* whole: times the denominator */
    long denominator;
    double *column; /* real ones: doubles by columns */
    struct pm_value truth;
    bool known;
    int threads, gpus;
    double limit;
};

static pm_status matrix_of(struct pm_matrix **a, const struct sample *s, bool complex_values)
{
    struct pm_triplets t;
    pm_status status = PM_OK;

    pm_triplets_init(&t, s->n, s->n, complex_values);
    for (int k = 0; k < s->n * s->n && status == PM_OK; k++)
        status =
            pm_triplets_add(&t, k / s->n, k % s->n, s->re + k, complex_values ? s->im + k : NULL);
    if (status == PM_OK)
        status = pm_matrix_from_triplets(a, &t);
    pm_triplets_clear(&t);
    return status;
}

static pm_status trial_fill(struct trial *trial, const struct family *family, int n)
{
    struct sample s = {.n = n};
    pm_status status;

    PM_NEW(trial->column, n * n);
    s.re = _fmpq_vec_init(n * n);
    s.im = _fmpq_vec_init(n * n);
    family->fill(&s);
    trial->denominator = s.denominator;
    for (int k = 0; k < n * n; k++)
        trial->column[k % n * n + k / n] = fmpq_get_d(s.re + k);
    status = matrix_of(&trial->a, &s, family->complex_values);
    for (int k = 0; k < n * n; k++) {
        fmpq_mul_si(s.re + k, s.re + k, s.denominator);
        fmpq_mul_si(s.im + k, s.im + k, s.denominator);
    }
    if (status == PM_OK)
        status = matrix_of(&trial->whole, &s, family->complex_values);
    _fmpq_vec_clear(s.re, n * n);
    _fmpq_vec_clear(s.im, n * n);
    return status;
}

/* Takes the denominator off the permanent of `whole`. */
static void divide(struct pm_value *value, const struct trial *trial)
{
    struct pm_value factor;
    struct pm_gauss power;

    pm_value_init(&factor);
    pm_gauss_init(&power);
    fmpz_set_si(fmpq_denref(power.re), trial->denominator);
    fmpz_pow_ui(fmpq_denref(power.re), fmpq_denref(power.re), (ulong)trial->a->rows);
    fmpz_one(fmpq_numref(power.re));
    pm_value_set_gauss(&factor, &power);
    pm_value_mul(value, &factor);
    pm_gauss_clear(&power);
    pm_value_clear(&factor);
}

/* The permanent by an engine (NULL: the planner's choice) in so many bits, 0: exactly; *seconds < 0
 * where that cannot be, or would take too long.  What may be exact is asked of integers. */
static pm_status solve(struct pm_value *value, double *seconds, const struct trial *trial,
                       const char *engine, int bits, double limit)
{
    const bool whole = bits == 0 || engine == NULL;
    const struct pm_matrix *const a = whole ? trial->whole : trial->a;
    const struct pm_planner planner = {
        .want = bits > 0 ? PM_WANT_FLOATING : PM_WANT_EXACT,
        .bits = bits,
        .complex_values = a->im != NULL,
        .rounded = engine == NULL,
        .engine = engine != NULL ? pm_engine_find(engine) : NULL,
        .limits = {.memory = pm_machine_memory(),
                   .threads = trial->threads,
                   .gpus = trial->gpus,
                   .epsilon = 1e-12},
    };
    const struct pm_core core = {.a = a};
    struct pm_way way;

    *seconds = -1;
    pm_status status = pm_way_find(&way, &core, &planner, NULL);
    if (status != PM_OK)
        return status == PM_UNABLE ? PM_OK : status;
    if (pm_way_seconds(&way, trial->threads) <= limit) {
        const double start = pm_clock();
        status = pm_core_alone(value, a, &way, &planner);
        *seconds = pm_clock() - start;
    }
    pm_way_clear(&way);
    if (status == PM_OK && whole)
        divide(value, trial);
    return status;
}

static pm_status find_truth(struct trial *trial, const struct family *family)
{
    double seconds = 0;

    trial->known = true;
    if (family->known != NULL) {
        family->known(trial->truth.centre.re, trial->a->rows);
        return PM_OK;
    }
    PM_TRY(solve(&trial->truth, &seconds, trial, "dense", 0, REFERENCE * trial->limit));
    if (seconds < 0) /* good for all modes in double */
        PM_TRY(solve(&trial->truth, &seconds, trial, "dense", PM_PRECISION_DD,
                     REFERENCE * trial->limit));
    trial->known = seconds >= 0;
    return PM_OK;
}

static double ratio(struct pm_mag x, struct pm_mag y)
{
    return x.m == 0 ? 0 : ldexp(x.m / y.m, (int)(x.e - y.e));
}

static struct pm_mag modulus(const struct pm_gauss *x)
{
    const struct pm_mag re = pm_mag_fmpq(x->re), im = pm_mag_fmpq(x->im);

    return im.m == 0   ? re
           : re.m == 0 ? im
                       : pm_mag_double(hypot(re.m, ldexp(im.m, (int)(im.e - re.e))), re.e);
}

/* |value - truth| / |truth|; -1 where that is not above what the reference itself may be off. */
static double relative_error(const struct pm_gauss *value, const struct trial *trial)
{
    struct pm_gauss gap;

    pm_gauss_init(&gap);
    pm_gauss_sub(&gap, value, &trial->truth.centre);
    const double error = ratio(modulus(&gap), modulus(&trial->truth.centre));
    pm_gauss_clear(&gap);
    const double off = ratio(trial->truth.error, modulus(&trial->truth.centre));
    return off > 0 && error <= off ? -1 : error;
}

static pm_status run_paper(struct figures *f, const struct trial *trial, enum paper_mode mode)
{
    const int n = trial->a->rows;
    struct pm_value value;

    *f = (struct figures){-1, -1, -1};
    if (trial->a->im != NULL || ldexp(n, n - 1) / paper_rate[mode] / trial->threads > trial->limit)
        return PM_OK;
    const double start = pm_clock();
    const struct pm_dd sum = paper_permanent(mode, trial->column, n, trial->threads);
    f->seconds = pm_clock() - start;
    pm_value_init(&value);
    const struct pm_part part = {.re = {sum.hi, sum.lo}};
    const pm_status status = pm_value_set_part(&value, &part, 0);
    f->error = relative_error(&value.centre, trial);
    pm_value_clear(&value);
    return status;
}

static pm_status run_ours(struct figures *f, const struct trial *trial, const struct ours *mode)
{
    struct pm_value value;

    *f = (struct figures){-1, -1, -1};
    pm_value_init(&value);
    const pm_status status =
        solve(&value, &f->seconds, trial, mode->engine, mode->bits, trial->limit);
    if (status == PM_OK && f->seconds >= 0) {
        f->error = relative_error(&value.centre, trial);
        f->bound = ratio(value.error, modulus(&trial->truth.centre));
    }
    pm_value_clear(&value);
    return status;
}

/* ------------------------------------------------------------------- the table */

static void put_line(const char *title, const double *figure)
{
    printf("%-12s", title);
    for (int k = 0; k < COLUMNS; k++)
        if (figure[k] < 0)
            printf(" %9s", "-");
        else
            printf(" %9.2e", figure[k]);
    putchar('\n');
}

static void put_figures(int n, const struct figures *f, bool known)
{
    double seconds[COLUMNS], error[COLUMNS], bound[COLUMNS];
    char title[32];

    for (int k = 0; k < COLUMNS; k++) {
        seconds[k] = f[k].seconds;
        error[k] = known ? f[k].error : -1;
        bound[k] = known ? f[k].bound : -1;
    }
    snprintf(title, sizeof title, "%-3d seconds", n);
    put_line(title, seconds);
    put_line("    error", error);
    put_line("    bound", bound);
    fflush(stdout);
}

static pm_status run_case(const struct family *family, int n, struct trial trial)
{
    struct figures f[COLUMNS];
    pm_status status;

    pm_value_init(&trial.truth);
    PM_TRY_GOTO(status, trial_fill(&trial, family, n), done);
    PM_TRY_GOTO(status, find_truth(&trial, family), done);
    for (int k = 0; k < PAPER_MODES; k++)
        PM_TRY_GOTO(status, run_paper(&f[k], &trial, (enum paper_mode)k), done);
    for (int k = 0; k < OURS; k++)
        PM_TRY_GOTO(status, run_ours(&f[PAPER_MODES + k], &trial, &ours[k]), done);
    put_figures(n, f, trial.known);
done:
    free(trial.column);
    pm_matrix_free(trial.a);
    pm_matrix_free(trial.whole);
    pm_value_clear(&trial.truth);
    return status;
}

/* Operands are orders, and words of the matrices' names. */
struct choice {
    const int *orders;
    int count, words;
    const char *word[MOST_WORDS];
};

static bool chosen(const struct choice *choice, const struct family *family)
{
    bool found = choice->words == 0;

    for (int k = 0; k < choice->words; k++)
        found |= strstr(family->name, choice->word[k]) != NULL;
    return found;
}

static bool is_word(const char *operand)
{
    for (const struct family *family = families; family->name != NULL; family++)
        if (strstr(family->name, operand) != NULL)
            return true;
    return false;
}

static pm_status run_family(const struct family *family, const struct choice *choice,
                            const struct trial *trial)
{
    pm_status status = PM_OK;

    printf("%s, %d threads, %d GPUs\n%-12s", family->name, trial->threads, trial->gpus, "n");
    for (int k = 0; k < COLUMNS; k++)
        printf(" %9s",
               k < PAPER_MODES ? paper_mode_name((enum paper_mode)k) : ours[k - PAPER_MODES].name);
    putchar('\n');
    for (int k = 0; k < choice->count && status == PM_OK; k++)
        status = run_case(family, choice->orders[k], *trial);
    putchar('\n');
    return status;
}

int bench_accuracy(const struct cli *cli, int count, const char *const *operand)
{
    const struct trial trial = {
        .threads = cli->solve.threads > 0 ? cli->solve.threads : pm_machine_threads(),
        .gpus = cli->solve.gpus > 0 ? cli->solve.gpus : 0,
        .limit = cli->solve.seconds > 0 ? cli->solve.seconds : default_seconds,
    };
    int order[MOST_WORDS];
    struct choice choice = {.orders = order};
    pm_status status = PM_OK;

    for (int k = 0; k < count; k++) {
        const int n = atoi(operand[k]);
        if (n >= LEAST_ORDER && n <= SAMPLE_MOST && choice.count < MOST_WORDS)
            order[choice.count++] = n;
        else if (is_word(operand[k]) && choice.words < MOST_WORDS)
            choice.word[choice.words++] = operand[k];
        else
            return cli_usage(cli->program,
                             "accuracy: '%s' is neither an order, %d to %d, nor a word of a "
                             "matrix's name, as signed",
                             operand[k], LEAST_ORDER, SAMPLE_MOST);
    }
    if (choice.count == 0) {
        choice.orders = default_orders;
        choice.count = (int)(sizeof default_orders / sizeof *default_orders);
    }
    for (const struct family *family = families; family->name != NULL && status == PM_OK; family++)
        if (chosen(&choice, family))
            status = run_family(family, &choice, &trial);
    return status == PM_OK ? CLI_ANSWERED : cli_fail(cli, status, "accuracy");
}
