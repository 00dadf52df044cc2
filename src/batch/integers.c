/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residues modulo as many primes as the bounds need, by the table of residue_table.h; the Chinese
 * remainder theorem gives the integers (num/crt.h).  Matrices that need the same kind of primes are
 * grouped by shape; a matrix and one of its primes take a lane of a table.  If the entries are
 * small, smaller primes make the sums exact.  Gaussian integers with large entries are computed
 * modulo primes p = 1 (mod 4), twice for each.
 *
 * Cost: n 2^(n-1) multiplications for a prime and an n x n matrix. */
#include "batch/integers.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "batch/residue_table.h"
#include "engine/stack.h"
#include "engine/isa/isa.h"
#include "num/crt.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = PM_TABLE_LANES };

/* The bits of primes for narrow matrices, in steps, so that they can share primes. */
enum { LEAST_PRIME_BITS = 32, PRIME_BITS_STEP = 4 };

/* Fewer steps are finished before other threads have started. */
static const double FEW_STEPS = 1e7;

/* A matrix, and what its primes are. */
struct job {
    struct pm_integers *matrix;
    int parts; /* of the table */
    bool narrow;
    bool gaussian; /* residues come in pairs, with iota and with -iota */
    int prime_bits;
    size_t rings;
    struct pm_part *part[2]; /* [rings] for each part of the table */
};

static struct job job_of(struct pm_integers *m)
{
    struct job job = {.matrix = m, .prime_bits = PM_TABLE_PRIME_BITS};

    for (int bits = PM_TABLE_PRIME_BITS; bits >= LEAST_PRIME_BITS && !job.narrow;
         bits -= PRIME_BITS_STEP)
        if ((job.narrow = m->widest + 1 <= ldexp(1, 53 - bits)))
            job.prime_bits = bits;
    job.parts = m->im != NULL && job.narrow ? 2 : 1;
    job.gaussian = m->im != NULL && !job.narrow;
    job.rings = (size_t)pm_images_count_below(m->bits, job.gaussian, job.prime_bits);
    return job;
}

/* -1, 0 or 1, as x is less than, equal to, or greater than y. */
static int order(double x, double y)
{
    return (x > y) - (x < y);
}

static bool same_primes(const struct job *a, const struct job *b)
{
    return a->parts == b->parts && a->gaussian == b->gaussian && a->narrow == b->narrow &&
           a->prime_bits == b->prime_bits;
}

static bool same_shape(const struct job *a, const struct job *b)
{
    return a->matrix->rows == b->matrix->rows && a->matrix->cols == b->matrix->cols;
}

/* Jobs with the same primes follow each other; among these, those with the same shape. */
static int compare(const void *x, const void *y)
{
    const struct job *const a = x, *const b = y;
    const int by[] = {order(a->parts, b->parts),
                      order(a->gaussian, b->gaussian),
                      order(a->narrow, b->narrow),
                      order(a->prime_bits, b->prime_bits),
                      order(a->matrix->rows, b->matrix->rows),
                      order(a->matrix->cols, b->matrix->cols),
                      order((double)(a->matrix - b->matrix), 0)};

    for (size_t k = 0; k < sizeof by / sizeof *by; k++)
        if (by[k] != 0)
            return by[k];
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

static void fill_lane(double *to, const struct pm_integers *m, int parts,
                      const struct pm_ring *ring)
{
    const int step = parts * LANES;

    for (int e = 0; e < m->rows * m->cols; e++) {
        to[e * step] = m->im != NULL && parts == 1 ? gaussian_of(m->re + e, m->im + e, ring)
                                                   : residue_of(m->re + e, ring->p);
        if (parts == 2)
            to[e * step + LANES] = residue_of(m->im + e, ring->p);
    }
}

/* A matrix modulo one of its primes. */
struct lane {
    struct job *job;
    size_t ring;
};

/* What a thread computes with. */
struct room {
    struct pm_residue_table table;
    double *entries;
    pm_residue_walk *walk;
};

static pm_status room_open(struct room *r, const struct pm_isa *isa, int rows, int cols, int parts)
{
    const size_t count = (size_t)(rows * cols * parts) * LANES;

    r->walk = pm_residue_kernel(isa);
    PM_TRY(pm_batch_aligned(&r->entries, count));
    memset(r->entries, 0, count * sizeof *r->entries);
    r->table.entries = r->entries;
    return pm_batch_aligned(&r->table.scratch, (size_t)(parts * LANES) << rows);
}

static void room_close(struct room *r)
{
    free(r->entries);
    free(r->table.scratch);
}

/* Computes the residues of at most LANES lanes, whose matrices have the same shape. */
static void work(struct room *r, const struct lane *lane, int count, const struct pm_ring *ring)
{
    const struct job *const job = lane->job;
    struct pm_residue_table *const t = &r->table;
    double sum[2][LANES] __attribute__((aligned(64)));

    t->rows = job->matrix->rows;
    t->cols = job->matrix->cols;
    t->parts = job->parts;
    t->narrow = job->narrow;
    for (int k = 0; k < LANES; k++) {
        t->p[k] = (double)ring[lane[k < count ? k : 0].ring].p;
        t->inverse[k] = 1 / t->p[k];
    }
    for (int k = 0; k < count; k++)
        fill_lane(r->entries + k, lane[k].job->matrix, job->parts, &ring[lane[k].ring]);
    r->walk(sum, t);
    for (int k = 0; k < count; k++)
        for (int part = 0; part < job->parts; part++) {
            const double x = sum[part][k];
            lane[k].job->part[part][lane[k].ring].word[0] = (uint64_t)(x < 0 ? x + t->p[k] : x);
        }
}

/* ------------------------------------------------------------------- groups */

/* The number of lanes from the first one on that a table takes at the same time. */
static int group_at(const struct lane *lane, size_t left)
{
    int count = 1;

    while (count < LANES && (size_t)count < left && same_shape(lane[count].job, lane->job))
        count++;
    return count;
}

/* How many threads these jobs with the same primes deserve. */
static int threads_for(const struct job *job, size_t count, int threads)
{
    double steps = 0;

    for (size_t k = 0; k < count; k++)
        steps += (double)job[k].rings * job[k].matrix->cols *
                 ldexp(job[k].matrix->rows, job[k].matrix->rows);
    return steps < FEW_STEPS ? 1 : pm_threads(threads);
}

/* The lanes of jobs with the same primes, and the groups that they are computed in. */
struct lanes {
    struct lane *lane;
    size_t count, *first, groups; /* group g begins with lane first[g] */
    int rows, cols;               /* the most of any matrix */
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
        for (size_t ring = 0; ring < job[k].rings; ring++)
            l->lane[l->count++] = (struct lane){&job[k], ring};
        l->rows = job[k].matrix->rows > l->rows ? job[k].matrix->rows : l->rows;
        l->cols = job[k].matrix->cols > l->cols ? job[k].matrix->cols : l->cols;
    }
    for (size_t k = 0; k < l->count; k += (size_t)group_at(l->lane + k, l->count - k))
        l->first[l->groups++] = k;
    l->first[l->groups] = l->count;
    return PM_OK;
}

/* Computes the residues of jobs with the same primes. */
static pm_status find_residues(struct job *job, size_t count, const struct pm_ring *ring,
                               const struct pm_isa *isa, int threads)
{
    struct pm_failure failure = {PM_OK, ""};
    struct lanes lanes;
    pm_status made;

    PM_TRY_GOTO(made, lanes_init(&lanes, job, count), done);
#pragma omp parallel num_threads(threads_for(job, count, threads))
    {
        struct room room = {.entries = NULL};
        const pm_status status = room_open(&room, isa, lanes.rows, lanes.cols, job->parts);
#pragma omp for schedule(dynamic)
        for (size_t g = 0; g < lanes.groups; g++)
            if (status == PM_OK)
                work(&room, lanes.lane + lanes.first[g], (int)(lanes.first[g + 1] - lanes.first[g]),
                     ring);
#pragma omp critical
        pm_failure_keep(&failure, status);
        room_close(&room);
    }
    made = pm_failure_raise(&failure);
done:
    lanes_clear(&lanes);
    return made;
}

/* The permanent of a job with its residues. */
static pm_status recover(const struct job *job, struct pm_ring *ring)
{
    const struct pm_images images = {job->rings, ring, job->gaussian};
    struct pm_gauss turned;

    PM_TRY(pm_images_recover(&job->matrix->value, &images, job->part[0]));
    if (job->parts == 1)
        return PM_OK;
    pm_gauss_init(&turned);
    const pm_status status = pm_images_recover(&turned, &images, job->part[1]);
    fmpq_swap(job->matrix->value.im, turned.re);
    pm_gauss_clear(&turned);
    return status;
}

/* Solves jobs with the same primes. */
static pm_status solve(struct job *job, size_t count, const struct pm_isa *isa, int threads)
{
    struct pm_images images = {.count = 0};
    struct pm_part *part = NULL;
    size_t rings = 0;
    double bits = 0;
    pm_status status;

    for (size_t k = 0; k < count; k++) {
        rings += job[k].rings;
        bits = fmax(bits, job[k].matrix->bits);
    }
    PM_TRY(pm_images_below(&images, bits, job->gaussian, job->prime_bits));
    PM_NEW_GOTO(status, part, 2 * rings, done);
    rings = 0;
    for (size_t k = 0; k < count; rings += 2 * job[k++].rings) {
        job[k].part[0] = part + rings;
        job[k].part[1] = part + rings + job[k].rings;
    }
    status = find_residues(job, count, images.ring, isa, threads);
    for (size_t k = 0; k < count && status == PM_OK; k++)
        status = recover(&job[k], images.ring);
done:
    free(part);
    pm_images_clear(&images);
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
        for (end = first + 1; end < count && same_primes(job + end, job + first);)
            end++;
        status = solve(job + first, end - first, isa, threads);
    }
    free(job);
    return status;
}
