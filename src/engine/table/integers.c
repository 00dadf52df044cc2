/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residues modulo as many primes as the bounds need, by the table of table.h; the Chinese remainder
 * theorem gives the integers (num/crt.h).  Matrices of one kind share primes.  A matrix and one of
 * its primes take a lane; the lanes of a table have the same shape.
 *
 * Cost: n 2^(n-1) multiplications for a prime and an n x n matrix. */
#include "engine/table/integers.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "engine/isa/isa.h"
#include "engine/table/table.h"
#include "num/crt.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>

enum { LANES = PM_TABLE_LANES };

/* With small entries, smaller primes make the sums exact.  Gaussian integers are computed modulo
 * primes p = 1 (mod 4), twice for each. */
enum kind { NARROW, WIDE, GAUSSIAN, KINDS };

static const int prime_bits[KINDS] = {40, PM_TABLE_PRIME_BITS, PM_TABLE_PRIME_BITS};

/* Fewer steps are finished before other threads have started. */
static const double FEW_STEPS = 1e7;

struct job {
    struct pm_integers *matrix;
    enum kind kind;
    size_t rings;
    struct pm_part *part; /* [rings] */
};

static struct job job_of(struct pm_integers *m)
{
    const enum kind kind = m->im != NULL                                        ? GAUSSIAN
                           : m->widest + 1 <= ldexp(1, 53 - prime_bits[NARROW]) ? NARROW
                                                                                : WIDE;

    return (struct job){
        m, kind, (size_t)pm_crt_count_below(m->bits, kind == GAUSSIAN, prime_bits[kind]), NULL};
}

/* Jobs of a kind follow each other; among these, those with the same shape. */
static int compare(const void *x, const void *y)
{
    const struct job *const a = x, *const b = y;
    const long by[] = {(long)a->kind - (long)b->kind, a->matrix->rows - b->matrix->rows,
                       a->matrix->cols - b->matrix->cols, a->matrix - b->matrix};

    for (size_t k = 0; k < sizeof by / sizeof *by; k++)
        if (by[k] != 0)
            return by[k] < 0 ? -1 : 1;
    return 0;
}

/* ------------------------------------------------------------------ residues */

/* The residue of x with the smallest modulus. */
static double residue_of(const fmpz *x, uint64_t p)
{
    uint64_t r;

    if (!COEFF_IS_MPZ(*x) && (uint64_t)llabs(*x) <= p / 2)
        return (double)*x;
    if (!COEFF_IS_MPZ(*x)) {
        const int64_t signed_r = *x % (int64_t)p;
        r = signed_r < 0 ? (uint64_t)(signed_r + (int64_t)p) : (uint64_t)signed_r;
    } else {
        r = fmpz_fdiv_ui(x, p);
    }
    return r > p / 2 ? -(double)(p - r) : (double)r;
}

/* The residue of x + y iota.  The product and the quotient, off by 1 at most, are as in
 * engine/isa/vector_mod.h. */
static double gaussian_of(const fmpz *x, const fmpz *y, const struct pm_ring *ring)
{
    const double p = (double)ring->p, iota = (double)ring->iota;
    const double turned = residue_of(y, ring->p), high = turned * iota;
    const double rest = fma(turned, iota, -high) + fma(-rint(high / p), p, high);
    const double sum = rest + residue_of(x, ring->p);

    return sum - p * rint(sum / p);
}

static void fill_lane(double *to, const struct pm_integers *m, const struct pm_ring *ring)
{
    for (int e = 0; e < m->rows * m->cols; e++)
        to[e * LANES] = m->im != NULL ? gaussian_of(m->re + e, m->im + e, ring)
                                      : residue_of(m->re + e, ring->p);
}

/* A matrix modulo one of its primes. */
struct lane {
    struct job *job;
    size_t ring;
};

/* Computes the residues of at most LANES lanes, whose matrices have the same shape. */
static void work(struct pm_table *t, pm_table_walk *walk, const struct lane *lane, int count,
                 const struct pm_ring *ring)
{
    const struct job *const job = lane->job;
    struct pm_table_sum sum;

    t->rows = job->matrix->rows;
    t->cols = job->matrix->cols;
    t->numbers = job->kind == NARROW ? PM_TABLE_NARROW : PM_TABLE_RESIDUES;
    for (int k = 0; k < LANES; k++)
        pm_table_set_prime(t, k, ring[lane[k < count ? k : 0].ring].p);
    for (int k = 0; k < count; k++)
        fill_lane(t->entries + k, lane[k].job->matrix, &ring[lane[k].ring]);
    walk(&sum, t);
    for (int k = 0; k < count; k++) {
        const double x = sum.value[0][k];
        lane[k].job->part[lane[k].ring].word[0] = (uint64_t)(x < 0 ? x + t->primes[k] : x);
    }
}

/* ------------------------------------------------------------------- groups */

static bool same_shape(const struct job *a, const struct job *b)
{
    return a->matrix->rows == b->matrix->rows && a->matrix->cols == b->matrix->cols;
}

/* The number of lanes from the first one on that a table takes at the same time. */
static int group_at(const struct lane *lane, size_t left)
{
    int count = 1;

    while (count < LANES && (size_t)count < left && same_shape(lane[count].job, lane->job))
        count++;
    return count;
}

/* The lanes of jobs of a kind, and the groups that they are computed in. */
struct lanes {
    struct lane *lane;
    size_t count, *first, groups; /* group g begins with lane first[g] */
    int rows, cols;               /* the most of any matrix */
    double steps;
};

static void lanes_clear(struct lanes *lanes)
{
    free(lanes->lane);
    free(lanes->first);
}

static pm_status lanes_init(struct lanes *l, struct job *job, size_t count)
{
    *l = (struct lanes){.count = 0};
    for (size_t k = 0; k < count; k++)
        l->count += job[k].rings;
    PM_NEW(l->lane, l->count);
    PM_NEW(l->first, l->count + 1);
    l->count = 0;
    for (size_t k = 0; k < count; k++) {
        const int rows = job[k].matrix->rows, cols = job[k].matrix->cols;
        for (size_t ring = 0; ring < job[k].rings; ring++)
            l->lane[l->count++] = (struct lane){&job[k], ring};
        l->rows = rows > l->rows ? rows : l->rows;
        l->cols = cols > l->cols ? cols : l->cols;
        l->steps += (double)job[k].rings * pm_table_steps(rows, cols);
    }
    for (size_t k = 0; k < l->count; k += (size_t)group_at(l->lane + k, l->count - k))
        l->first[l->groups++] = k;
    l->first[l->groups] = l->count;
    return PM_OK;
}

/* Computes the residues of jobs of a kind. */
static pm_status find_residues(struct job *job, size_t count, const struct pm_ring *ring,
                               const struct pm_isa *isa, int threads)
{
    struct pm_failure failure = {.status = PM_OK};
    struct lanes lanes;
    pm_status made;

    PM_TRY_GOTO(made, lanes_init(&lanes, job, count), done);
#pragma omp parallel num_threads(lanes.steps < FEW_STEPS ? 1 : pm_threads(threads))
    {
        struct pm_table table = {.rows = lanes.rows, .cols = lanes.cols, .parts = 1, .words = 1};
        const pm_status status = pm_table_open(&table, false);
#pragma omp for schedule(dynamic)
        for (size_t g = 0; g < lanes.groups; g++)
            if (status == PM_OK)
                work(&table, pm_table_kernel(isa), lanes.lane + lanes.first[g],
                     (int)(lanes.first[g + 1] - lanes.first[g]), ring);
#pragma omp critical
        pm_failure_keep(&failure, status);
        pm_table_close(&table);
    }
    made = pm_failure_raise(&failure);
done:
    lanes_clear(&lanes);
    return made;
}

/* Solves jobs of a kind. */
static pm_status solve(struct job *job, size_t count, const struct pm_isa *isa, int threads)
{
    const bool gaussian = job->kind == GAUSSIAN;
    struct pm_crt_rings images = {.count = 0};
    struct pm_part *part = NULL;
    size_t rings = 0;
    double bits = 0;
    pm_status status;

    for (size_t k = 0; k < count; k++) {
        rings += job[k].rings;
        bits = fmax(bits, job[k].matrix->bits);
    }
    PM_TRY(pm_crt_below(&images, bits, gaussian, prime_bits[job->kind]));
    PM_NEW_GOTO(status, part, rings, done);
    rings = 0;
    for (size_t k = 0; k < count; rings += job[k++].rings)
        job[k].part = part + rings;
    status = find_residues(job, count, images.ring, isa, threads);
    for (size_t k = 0; k < count && status == PM_OK; k++) {
        const struct pm_crt_rings own = {
            .count = job[k].rings, .ring = images.ring, .gaussian = gaussian};
        status = pm_crt_recover(&job[k].matrix->value, &own, job[k].part);
    }
done:
    free(part);
    pm_crt_clear(&images);
    return status;
}

pm_status pm_integers_solve(struct pm_integers *matrix, size_t count, int threads)
{
    const struct pm_isa *isa;
    struct job *job;
    pm_status status = PM_OK;
    size_t end;

    PM_TRY(pm_isa_chosen(&isa, NULL));
    PM_NEW(job, count);
    for (size_t k = 0; k < count; k++)
        job[k] = job_of(matrix + k);
    qsort(job, count, sizeof *job, compare);
    for (size_t first = 0; first < count && status == PM_OK; first = end) {
        for (end = first + 1; end < count && job[end].kind == job[first].kind;)
            end++;
        status = solve(job + first, end - first, isa, threads);
    }
    free(job);
    return status;
}
