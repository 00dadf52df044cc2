/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_photons_gaussian_sample().  By Williamson's normal form, V = S D S' with D >= 1/2, a state is
 * a pure one, P = S S' / 2, with random means, whose covariance matrix is V - P.  Modes are counted
 * one after another.  Those that have not been counted are measured by heterodyne detection, with
 * results alpha that have the distribution of all: so the counted modes are in a pure state, and a
 * mode takes loop hafnians as large as the number of photons, not twice as large.
 *
 * The pure state is exp(a' B a' / 2 + z a') |0>, up to its norm.  With K = (P + 1/2)^-1, blocks X,
 * Y and P as in gaussian.c, and k = K mean,
 *
 *     B = -(X - P + i (Y + Y')) / 2,    z = (k_x + i k_p) / sqrt 2.
 *
 * The modes s, s + 1, ... with results alpha leave the loops z + B alpha* to the others.
 *
 * Sources: Quesada et al., PRX Quantum 3, 010306, 2022; Bulmer et al., Science Advances 8,
 * eabl9236, 2022. */
#include "photons/gaussian_state.h"
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/chance.h"
#include "base/sized.h"
#include "base/watched.h"
#include "num/eigen.h"
#include "num/modulus.h"

#include <complex.h>
#include <math.h>
#include <string.h>

/* Draws that are made together have so many loop hafnians. */
static const int HAFNIANS_MOST = 1 << 14;

struct drawing {
    const pm_gaussian *state;
    int *patterns;
    size_t count;
    uint64_t seed;
    int modes, cutoff, most;
    pm_options options;
    struct pm_deadline deadline;
    pm_stack hafnians;          /* what is asked of all of them */
    double *root, *seen, *mean; /* roots of V - P and of P + 1/2; of x_1, p_1, x_2 ... */
    double *inverse;            /* K */
    double complex *b;          /* B[modes][modes] */
};

/* Draws that are made together, with cutoff + 1 loop hafnians each. */
struct block {
    size_t count;
    uint64_t *state;                /* [count] */
    double complex *linear, *alpha; /* [count][modes] */
    double complex *loops, *value;  /* [count][cutoff + 1][modes], [count][cutoff + 1] */
    int64_t *exponent;
    int *times; /* [count][cutoff + 1][modes] */
    double *weight;
};

/* ------------------------------------------------------------------ the pure state */

static double root_of(double x)
{
    return x > 0 ? sqrt(x) : 0;
}

static double inverse_root_of(double x)
{
    return 1 / sqrt(x);
}

/* to = a b, n x n */
static void multiply(double *to, const double *a, const double *b, int n)
{
    memset(to, 0, (size_t)n * (size_t)n * sizeof *to);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                to[i * n + j] += a[i * n + k] * b[k * n + j];
}

/* pure = V^(1/2) (F' F)^(-1/2) V^(1/2) / 2 with F = V^(1/2) W V^(1/2), where W has the commutators;
 * room[3][n][n] */
static pm_status find_pure(double *pure, double *room, const double *v, int n)
{
    const size_t cells = (size_t)n * (size_t)n;
    double *const root = room, *const turned = room + cells, *const form = room + 2 * cells;

    PM_TRY(pm_eigen_map(root, v, n, root_of));
    for (int at = 0; at < n * n; at++) /* W root: rows x become p, and p become -x */
        turned[at] = at / n % 2 == 0 ? root[at + n] : -root[at - n];
    multiply(form, root, turned, n);
    multiply(turned, form, form, n); /* - F' F */
    for (int at = 0; at < n * n; at++)
        turned[at] = -turned[at];
    PM_TRY(pm_eigen_map(turned, turned, n, inverse_root_of));
    multiply(form, turned, root, n);
    multiply(pure, root, form, n);
    for (int at = 0; at < n * n; at++)
        pure[at] /= 2;
    return PM_OK;
}

static void find_form(struct drawing *d, const double *pure)
{
    const int m = d->modes, n = 2 * m;
    double *const k = d->inverse;

    for (int line = 0; line < n; line++) {
        double *const here = d->seen + line * n;
        for (int i = 0; i <= line; i++)
            here[i] = pure[line * n + i] + (i == line ? 0.5 : 0);
        pm_gaussian_border(k, n, line, here);
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            const double *const x = k + 2 * i * n + 2 * j, *const p = x + n;
            d->b[i * m + j] = -(x[0] - p[1] + I * (x[1] + p[0])) / 2;
        }
    for (int at = 0; at < n * n; at++)
        d->seen[at] = pure[at] + (at / n == at % n ? 0.5 : 0);
}

static pm_status open_state(void *drawing, struct pm_watched *watched)
{
    struct drawing *const d = drawing;
    const int n = 2 * d->modes;
    const size_t cells = (size_t)n * (size_t)n;
    double *room = NULL, *v = NULL;
    pm_status status;

    (void)watched;
    PM_TRY_GOTO(status, pm_gaussian_doubles(&v, &d->mean, d->state), done);
    PM_NEW_GOTO(status, room, 4 * cells, done);
    PM_NEW_GOTO(status, d->root, cells, done);
    PM_NEW_GOTO(status, d->seen, cells, done);
    PM_NEW_GOTO(status, d->inverse, cells, done);
    PM_NEW_GOTO(status, d->b, d->modes * d->modes, done);
    double *const pure = room + 3 * cells;
    PM_TRY_GOTO(status, find_pure(pure, room, v, n), done);
    find_form(d, pure);
    for (size_t at = 0; at < cells; at++)
        v[at] -= pure[at];
    PM_TRY_GOTO(status, pm_eigen_map(d->root, v, n, root_of), done);
    status = pm_eigen_map(d->seen, d->seen, n, root_of);
done:
    PM_FREE(v, room);
    return status;
}

/* ------------------------------------------------------------------ draws */

/* A number with the standard normal distribution (Box and Muller, Annals of Mathematical Statistics
 * 29, 1958).  log() and cos() may differ in the last bit between machines. */
static double draw_normal(uint64_t *state)
{
    const double size = pm_chance(state), angle = pm_chance(state);

    return sqrt(-2 * log1p(-size)) * cos(2 * 3.14159265358979323846 * angle);
}

/* x += root times normal random numbers */
static void add_normal(double *x, const double *root, int n, uint64_t *state)
{
    for (int k = 0; k < n; k++) {
        const double drawn = draw_normal(state);
        for (int i = 0; i < n; i++)
            x[i] += root[k * n + i] * drawn;
    }
}

/* The means of draw k, and what heterodyne detectors of all modes would see; x[2 modes] */
static void begin(const struct drawing *d, const struct block *b, size_t k, double *x)
{
    const int m = d->modes, n = 2 * m;

    memcpy(x, d->mean, (size_t)n * sizeof *x);
    add_normal(x, d->root, n, &b->state[k]);
    for (int i = 0; i < m; i++) {
        double complex sum = 0;
        for (int j = 0; j < n; j++)
            sum += (d->inverse[2 * i * n + j] + I * d->inverse[(2 * i + 1) * n + j]) * x[j];
        b->linear[k * (size_t)m + (size_t)i] = sum / sqrt(2);
    }
    add_normal(x, d->seen, n, &b->state[k]);
    for (int i = 0; i < m; i++)
        b->alpha[k * (size_t)m + (size_t)i] = (x[2 * i] + I * x[2 * i + 1]) / sqrt(2);
}

/* The loops and the numbers of photons of draw k, for each number of photons of the last of these
 * modes. */
static void fill(const struct drawing *d, const struct block *b, size_t first, size_t k, int modes)
{
    const size_t m = (size_t)d->modes, tried = (size_t)d->cutoff + 1;
    double complex *const loops = b->loops + k * tried * (size_t)modes;
    int *const times = b->times + k * tried * (size_t)modes;

    for (int i = 0; i < modes; i++) {
        double complex loop = b->linear[k * m + (size_t)i];
        for (int j = modes; j < d->modes; j++)
            loop += conj(b->alpha[k * m + (size_t)j]) * d->b[i * d->modes + j];
        for (size_t t = 0; t < tried; t++) {
            loops[t * (size_t)modes + (size_t)i] = loop;
            times[t * (size_t)modes + (size_t)i] =
                i < modes - 1 ? d->patterns[(first + k) * m + (size_t)i] : (int)t;
        }
    }
}

static pm_status find_hafnians(const struct drawing *d, const struct block *b, int modes)
{
    pm_stack s = d->hafnians;

    s.data = d->b;
    s.count = b->count * ((size_t)d->cutoff + 1);
    s.rows = s.cols = modes;
    s.strided = true;
    s.row_stride = d->modes;
    s.col_stride = 1;
    s.row_times = b->times;
    s.exponents = b->exponent;
    s.kind = PM_STACK_HAFNIANS;
    s.loops = b->loops;
    return pm_probability_deadline_status(
        &d->deadline, pm_batch((double *)b->value, NULL, &s, d->options.threads));
}

/* The number of photons of the last of these modes in draw k. */
static pm_status count_photons(const struct drawing *d, const struct block *b, size_t first,
                               size_t k, int modes)
{
    const size_t tried = (size_t)d->cutoff + 1;
    int *const pattern = d->patterns + (first + k) * (size_t)d->modes;
    int64_t top = INT64_MIN;
    double sum = 0;
    int photons = 0;

    for (size_t t = k * tried; t < (k + 1) * tried; t++)
        top = b->value[t] != 0 && b->exponent[t] > top ? b->exponent[t] : top;
    for (size_t t = 0; t < tried; t++) {
        const double size = cabs(b->value[k * tried + t]);
        const double scaled = size > 0 ? pm_times_power(size, b->exponent[k * tried + t] - top) : 0;
        b->weight[t] = scaled * scaled;
        sum += b->weight[t];
    }
    if (!(sum > 0 && sum < INFINITY))
        return pm_fail(PM_UNABLE,
                       "draw %zu: the probabilities of 0 to %d photons in mode %d were "
                       "not found",
                       first + k, d->cutoff, modes - 1);
    pattern[modes - 1] = pm_chance_pick(b->weight, (int)tried, &b->state[k]);
    for (int i = 0; i < modes; i++)
        photons += pattern[i];
    return photons <= d->most ? PM_OK
                              : pm_fail(PM_UNABLE, "a sample has more than %d photons", d->most);
}

static pm_status draw_block(const struct drawing *d, const struct block *b, size_t first, double *x)
{
    for (size_t k = 0; k < b->count; k++) {
        b->state[k] = pm_chance_stream(d->seed, first + k);
        begin(d, b, k, x);
    }
    for (int modes = 1; modes <= d->modes; modes++) {
        for (size_t k = 0; k < b->count; k++)
            fill(d, b, first, k, modes);
        PM_TRY(find_hafnians(d, b, modes));
        for (size_t k = 0; k < b->count; k++)
            PM_TRY(count_photons(d, b, first, k, modes));
    }
    return PM_OK;
}

static pm_status draw_all(const struct drawing *d)
{
    const size_t m = (size_t)d->modes, tried = (size_t)d->cutoff + 1;
    const size_t room = (size_t)HAFNIANS_MOST / tried > 0 ? (size_t)HAFNIANS_MOST / tried : 1;
    const size_t together = room < d->count ? room : d->count;
    struct block b = {.count = 0};
    double *x = NULL;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, b.state, together, done);
    PM_NEW_GOTO(status, b.linear, together * m, done);
    PM_NEW_GOTO(status, b.alpha, together * m, done);
    PM_NEW_GOTO(status, b.loops, together * tried * m, done);
    PM_NEW_GOTO(status, b.value, together * tried, done);
    PM_NEW_GOTO(status, b.exponent, together * tried, done);
    PM_NEW_GOTO(status, b.times, together * tried * m, done);
    PM_NEW_GOTO(status, b.weight, tried, done);
    PM_NEW_GOTO(status, x, 2 * m, done);
    for (size_t first = 0; first < d->count && status == PM_OK; first += b.count) {
        b.count = d->count - first < together ? d->count - first : together;
        status = draw_block(d, &b, first, x);
    }
done:
    PM_FREE(b.state, b.linear, b.alpha, b.loops, b.value, b.exponent, b.times, b.weight, x);
    return status;
}

pm_status pm_photons_gaussian_sample(int *patterns, size_t count, uint64_t seed,
                                     const pm_gaussian *state, int cutoff, int most,
                                     const pm_options *options)
{
    PM_ARGUMENTS(state);
    PM_ARGUMENTS_IF(count > 0 && state->modes > 0, patterns);
    PM_AT_LEAST(0, cutoff);
    PM_AT_LEAST(0, most);
    PM_TRY(pm_gaussian_check(state));
    struct drawing d = {.state = state,
                        .patterns = patterns,
                        .count = count,
                        .seed = seed,
                        .modes = state->modes,
                        .cutoff = cutoff,
                        .most = most,
                        .hafnians = {.size = sizeof(pm_stack),
                                     .entries = PM_ENTRIES_COMPLEX,
                                     .precision = PM_PRECISION_DOUBLE,
                                     .normalized = true}};

    PM_TRY(pm_sized_options(&d.options, options));
    pm_probability_deadline_set(&d.deadline, &d.hafnians, &d.options);
    pm_status status = pm_watched_within(open_state, &d, &d.options);
    PM_THEN(status, draw_all(&d));
    PM_FREE(d.root, d.seen, d.mean, d.inverse, d.b);
    return status;
}
