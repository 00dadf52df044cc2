/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench accuracy: the table of precision of the SUPerman paper, its modes beside ours.
 *
 * For each matrix and order: seconds, the relative error against the exact value, and for our modes
 * the bound that comes with the answer.  The exact value of a constant matrix is n! a^n; that of a
 * matrix of rank three a sum over three exponents; that of the others is computed to far more bits
 * than any mode has, or, where that takes too long, in double-double.  What is predicted to take
 * longer than --time is left out. */
#include "bench.h"
#include "bench_modes.h"
#include "plan/machine.h"
#include "run/run.h"

#include "base/alloc.h"

#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_ORDER = 40, RANK = 3, REFERENCE_BITS = 160 };

static const int default_orders[] = {20, 24, 28, 32, 36};
static const double default_seconds = 10;

/* Rows times subsets that one thread of the machine on which rates were measured does in a second,
 * for predictions. */
static const double paper_rate[PAPER_MODES] = {6e8, 6e8, 6e8, 1e8, 6e8};

static const struct ours {
    const char *name, *engine;
    int bits;
} ours[] = {
    {"dense", "dense", 53},     {"ryser", "ryser", 53},     {"dense dd", "dense", 106},
    {"glynn dd", "glynn", 106}, {"128 bits", "dense", 128},
};

enum { OURS = sizeof ours / sizeof *ours, COLUMNS = PAPER_MODES + OURS };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ------------------------------------------------------------------- matrices */

/* Entries, exact. */
struct sample {
    int n;
    fmpq *re, *im; /* im NULL: real */
};

/* Uniform in 0 .. 2^31 - 1, the same everywhere (Park and Miller 1988). */
static long random_word(uint64_t *state)
{
    *state = *state * 48271 % 2147483647;
    return (long)*state;
}

static double random_unit(uint64_t *state)
{
    return (double)random_word(state) / 2147483647.0;
}

static void fill_constant(struct sample *s)
{
    for (int k = 0; k < s->n * s->n; k++)
        fmpq_set_si(s->re + k, 91, 100);
}

static void fill_uniform(struct sample *s)
{
    uint64_t state = 12345;

    for (int k = 0; k < s->n * s->n; k++)
        fmpq_set_si(s->re + k, 1 + random_word(&state) % 9999, 10000);
}

static void fill_signed(struct sample *s)
{
    uint64_t state = 54321;

    for (int k = 0; k < s->n * s->n; k++)
        fmpq_set_si(s->re + k, random_word(&state) % 19999 - 9999, 10000);
}

/* Factors of rank three: row i has u[3 i ..], column j has v[3 j ..], all from 1 to 9. */
static void rank_factors(long *u, long *v, int n)
{
    uint64_t state = 777;

    for (int k = 0; k < RANK * n; k++) {
        u[k] = 1 + random_word(&state) % 9;
        v[k] = 1 + random_word(&state) % 9;
    }
}

static void fill_rank(struct sample *s)
{
    long u[RANK * MOST_ORDER], v[RANK * MOST_ORDER];

    rank_factors(u, v, s->n);
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++) {
            long x = 0;
            for (int r = 0; r < RANK; r++)
                x += u[RANK * i + r] * v[RANK * j + r];
            fmpq_set_si(s->re + i * s->n + j, x, 1);
        }
}

/* The first n columns of the first n rows of a random unitary matrix of order 2 n: normal random
 * rows (Box and Muller), made orthogonal one after the other, rounded to 30 bits. */
static void fill_unitary(struct sample *s)
{
    const int n = s->n, m = 2 * n;
    double row[MOST_ORDER][4 * MOST_ORDER];
    uint64_t state = 31415;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            const double size = sqrt(-2 * log(random_unit(&state)));
            const double angle = 2 * acos(-1) * random_unit(&state);
            row[i][2 * j] = size * cos(angle);
            row[i][2 * j + 1] = size * sin(angle);
        }
        for (int k = 0; k <= i; k++) { /* at last the length of the row itself */
            double re = 0, im = 0;
            for (int j = 0; j < m; j++) {
                re += row[k][2 * j] * row[i][2 * j] + row[k][2 * j + 1] * row[i][2 * j + 1];
                im += row[k][2 * j] * row[i][2 * j + 1] - row[k][2 * j + 1] * row[i][2 * j];
            }
            for (int j = 0; j < m; j++) {
                const double x = row[k][2 * j], y = row[k][2 * j + 1];
                row[i][2 * j] = k < i ? row[i][2 * j] - (re * x - im * y) : x / sqrt(re);
                row[i][2 * j + 1] = k < i ? row[i][2 * j + 1] - (re * y + im * x) : y / sqrt(re);
            }
        }
        for (int j = 0; j < n; j++) {
            fmpq_set_si(s->re + i * n + j, lrint(ldexp(row[i][2 * j], 30)), 1 << 30);
            fmpq_set_si(s->im + i * n + j, lrint(ldexp(row[i][2 * j + 1], 30)), 1 << 30);
        }
    }
}

/* ------------------------------------------------------------------- known permanents */

static void known_constant(fmpq_t value, int n)
{
    fmpq_t factor;

    fmpq_init(factor);
    fmpq_one(value);
    for (int k = 1; k <= n; k++) {
        fmpq_set_si(factor, 91 * k, 100);
        fmpq_mul(value, value, factor);
    }
    fmpq_clear(factor);
}

/* Place of x^i y^j z^(n-i-j). */
static int power(int i, int j)
{
    return i * (MOST_ORDER + 1) + j;
}

/* *c = the coefficients of prod over i of (u[3i] x + u[3i+1] y + u[3i+2] z). */
static void form_product(fmpz *c, const long *u, int n)
{
    fmpz_one(c + power(0, 0));
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i >= 0; i--)
            for (int j = k + 1 - i; j >= 0; j--) {
                fmpz *const x = c + power(i, j);
                fmpz_mul_si(x, x, i + j <= k ? u[RANK * k + 2] : 0);
                if (i > 0)
                    fmpz_addmul_ui(x, c + power(i - 1, j), (ulong)u[RANK * k]);
                if (j > 0)
                    fmpz_addmul_ui(x, c + power(i, j - 1), (ulong)u[RANK * k + 1]);
            }
}

/* per(sum over r of u_r v_r') = sum over i + j + k = n of i! j! k! [x^i y^j z^k] of the rows' and
 * of the columns' product of forms (Barvinok, Two algorithmic results for the traveling salesman
 * problem, Math. Oper. Res. 21, 1996). */
static void known_rank(fmpq_t value, int n)
{
    enum { PLACES = (MOST_ORDER + 1) * (MOST_ORDER + 1) };
    long u[RANK * MOST_ORDER], v[RANK * MOST_ORDER];
    fmpz *const rows = _fmpz_vec_init(PLACES), *const cols = _fmpz_vec_init(PLACES);
    fmpz_t factorial;

    fmpz_init(factorial);
    rank_factors(u, v, n);
    form_product(rows, u, n);
    form_product(cols, v, n);
    fmpq_zero(value);
    for (int i = 0; i <= n; i++)
        for (int j = 0; i + j <= n; j++) {
            const int part[RANK] = {i, j, n - i - j};
            fmpz *const term = rows + power(i, j);
            fmpz_mul(term, term, cols + power(i, j));
            for (int r = 0; r < RANK; r++) {
                fmpz_fac_ui(factorial, (ulong)part[r]);
                fmpz_mul(term, term, factorial);
            }
            fmpz_add(fmpq_numref(value), fmpq_numref(value), term);
        }
    fmpz_clear(factorial);
    _fmpz_vec_clear(rows, PLACES);
    _fmpz_vec_clear(cols, PLACES);
}

static const struct family {
    const char *name;
    bool complex_values;
    void (*fill)(struct sample *s);
    void (*known)(fmpq_t value, int n); /* NULL: to be computed */
} families[] = {
    {"all entries 0.91", false, fill_constant, known_constant},
    {"random in (0,1)", false, fill_uniform, NULL},
    {"rank 3, positive", false, fill_rank, known_rank},
    {"random signed", false, fill_signed, NULL},
    {"minors of unitary matrices", true, fill_unitary, NULL},
};

enum { FAMILIES = sizeof families / sizeof *families };

/* ------------------------------------------------------------------- a case */

struct figures {
    double seconds, error, bound; /* seconds < 0: not run; bound < 0: none */
};

struct trial {
    struct pm_matrix *a;
    double *column; /* real ones: doubles by columns */
    struct pm_value truth;
    bool known;
    int threads;
    double limit;
};

static pm_status trial_fill(struct trial *trial, const struct family *family, int n)
{
    struct sample s = {.n = n};
    struct pm_triplets t;
    pm_status status = PM_OK;

    PM_NEW(trial->column, n * n);
    s.re = _fmpq_vec_init(n * n);
    s.im = _fmpq_vec_init(n * n);
    pm_triplets_init(&t, n, n, family->complex_values);
    family->fill(&s);
    for (int k = 0; k < n * n && status == PM_OK; k++) {
        trial->column[k % n * n + k / n] = fmpq_get_d(s.re + k);
        status =
            pm_triplets_add(&t, k / n, k % n, s.re + k, family->complex_values ? s.im + k : NULL);
    }
    if (status == PM_OK)
        status = pm_matrix_from_triplets(&trial->a, &t);
    pm_triplets_clear(&t);
    _fmpq_vec_clear(s.re, n * n);
    _fmpq_vec_clear(s.im, n * n);
    return status;
}

/* The permanent by an engine in so many bits; *seconds < 0 where that would take too long. */
static pm_status solve(struct pm_value *value, double *seconds, const struct trial *trial,
                       const char *engine, int bits)
{
    const struct pm_planner planner = {
        .want = PM_WANT_FLOATING,
        .bits = bits,
        .complex_values = trial->a->im != NULL,
        .engine = pm_engine_find(engine),
        .limits = {.memory = pm_machine_memory(), .threads = trial->threads},
    };
    const struct pm_core core = {.a = trial->a};
    struct pm_way way;
    pm_status status;

    *seconds = -1;
    PM_TRY(pm_way_find(&way, &core, &planner, NULL));
    status = PM_OK;
    if (way.seconds / trial->threads <= trial->limit) {
        const double start = now();
        status = pm_run_way(value, trial->a, &way, &planner);
        *seconds = now() - start;
    }
    pm_way_clear(&way);
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
    PM_TRY(solve(&trial->truth, &seconds, trial, "dense", REFERENCE_BITS));
    if (seconds < 0) /* good for all modes in double */
        PM_TRY(solve(&trial->truth, &seconds, trial, "dense", PM_PRECISION_DD));
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
    const double start = now();
    const struct pm_dd sum = paper_permanent(mode, trial->column, n, trial->threads);
    f->seconds = now() - start;
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
    const pm_status status = solve(&value, &f->seconds, trial, mode->engine, mode->bits);
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

static pm_status run_case(const struct family *family, int n, int threads, double limit)
{
    struct trial trial = {.threads = threads, .limit = limit};
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
    pm_value_clear(&trial.truth);
    return status;
}

int bench_accuracy(const struct cli *cli, int count, const char *const *operand)
{
    const int threads = cli->solve.threads > 0 ? cli->solve.threads : pm_machine_threads();
    const double limit = cli->solve.seconds > 0 ? cli->solve.seconds : default_seconds;
    const int orders = count > 0 ? count : (int)(sizeof default_orders / sizeof *default_orders);
    pm_status status = PM_OK;

    for (int k = 0; k < count; k++)
        if (atoi(operand[k]) < 2 || atoi(operand[k]) > MOST_ORDER)
            return cli_usage(cli->program, "accuracy: ORDER is 2 to %d, not '%s'", MOST_ORDER,
                             operand[k]);
    for (int family = 0; family < FAMILIES && status == PM_OK; family++) {
        printf("%s%s, %d threads\n%-12s", family ? "\n" : "", families[family].name, threads, "n");
        for (int k = 0; k < COLUMNS; k++)
            printf(" %9s", k < PAPER_MODES ? paper_mode_name((enum paper_mode)k)
                                           : ours[k - PAPER_MODES].name);
        putchar('\n');
        for (int k = 0; k < orders && status == PM_OK; k++)
            status = run_case(&families[family], count > 0 ? atoi(operand[k]) : default_orders[k],
                              threads, limit);
    }
    return status == PM_OK ? CLI_ANSWERED : cli_fail(cli, status, "accuracy");
}
