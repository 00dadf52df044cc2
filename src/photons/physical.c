/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_photons_check(), and other conditions of physics, in double arithmetic. */
#include "photons/physical.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/watched.h"
#include "engine/stack_load.h"
#include "num/eigen.h"

#include <math.h>

/* ------------------------------------------------------------------ interferometers */

/* used[modes][n] = the columns that photons enter, each once; *most: the largest modulus. */
static pm_status read_used(double complex **used, int *n, double *most,
                           const struct pm_interferometer *u)
{
    PM_NEW(*used, (size_t)u->modes * (size_t)u->photons);
    *n = 0;
    *most = 0;
    for (int k = 0; k < u->photons; k++)
        *n += k == 0 || u->enter[k] != u->enter[k - 1];
    for (int k = 0, j = 0; k < u->photons; k++) {
        if (k > 0 && u->enter[k] == u->enter[k - 1])
            continue;
        for (int i = 0; i < u->modes; i++) {
            double z[2];
            PM_TRY(pm_stack_finite(z, &u->b, 0, i, u->enter[k]));
            (*used)[i * *n + j] = z[0] + I * z[1];
            *most = fmax(*most, hypot(z[0], z[1]));
        }
        j++;
    }
    return PM_OK;
}

static pm_status check(const double complex *used, int modes, int n, bool lossy)
{
    double complex *g;
    double least, most;

    PM_NEW(g, (size_t)n * (size_t)n);
    for (int i = 0; i < modes; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                g[j * n + k] += conj(used[i * n + j]) * used[i * n + k];
    pm_status status = pm_eigen_range(&least, &most, g, n); /* squares of the singular values */
    free(g);
    if (status == PM_OK && most > 1 + PM_PHYSICAL_TOLERANCE)
        status = pm_fail(PM_INPUT,
                         "the interferometer has a singular value above 1, %.12g: it makes photons",
                         sqrt(most));
    if (status == PM_OK && !lossy && least < 1 - PM_PHYSICAL_TOLERANCE)
        status = pm_fail(PM_INPUT,
                         "the interferometer is not unitary: it has a singular value below 1, "
                         "%.12g: it loses photons",
                         sqrt(fmax(least, 0)));
    return status;
}

pm_status pm_physical_interferometer(const struct pm_interferometer *u, bool lossy)
{
    double complex *used = NULL;
    double most;
    int n;

    pm_status status = read_used(&used, &n, &most, u);
    if (status == PM_OK && most > 2) /* its square may be beyond the range of doubles */
        status = pm_fail(PM_INPUT,
                         "the interferometer has a singular value above 1, at least %.12g: it "
                         "makes photons",
                         most);
    PM_THEN(status, check(used, u->modes, n, lossy));
    free(used);
    return status;
}

struct checked {
    struct pm_interferometer u;
    bool lossy;
};

static pm_status watched_check(void *context, struct pm_watched *watched)
{
    const struct checked *const c = context;

    (void)watched;
    return pm_physical_interferometer(&c->u, c->lossy);
}

pm_status pm_photons_check(const pm_stack *interferometer, bool lossy)
{
    PM_ARGUMENTS(interferometer);
    struct checked c = {.lossy = lossy};

    pm_status status = pm_interferometer_take(&c.u, interferometer);
    PM_THEN(status,
            pm_watched_run(watched_check, &c, 0, interferometer->watch, interferometer->watcher));
    pm_interferometer_clear(&c.u);
    return status;
}

/* ------------------------------------------------------------------ overlaps */

pm_status pm_physical_overlaps(const double *gram, int n)
{
    const double complex *const g = (const double complex *)gram;
    double least, most;

    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            const double complex off =
                i == j ? g[i * n + i] - 1 : g[i * n + j] - conj(g[j * n + i]);
            if (cabs(off) > PM_PHYSICAL_TOLERANCE)
                return pm_fail(PM_INPUT,
                               i == j ? "overlaps: the states are normalized, with 1 on the "
                                        "diagonal"
                                      : "overlaps: entry (j, i) is the complex conjugate of entry "
                                        "(i, j); one number for all pairs is real");
        }
    PM_TRY(pm_eigen_range(&least, &most, g, n));
    if (least < -PM_PHYSICAL_TOLERANCE * fmax(n, 1))
        return pm_fail(PM_INPUT,
                       "no states have these overlaps: the Gram matrix has the eigenvalue %.6g "
                       "below 0",
                       least);
    return PM_OK;
}

/* ------------------------------------------------------------------ Gaussian states */

/* Whether the Hermitian matrix h[n][n], lower half, is positive definite: Cholesky's factor. */
static bool is_positive(double complex *h, int n)
{
    for (int k = 0; k < n; k++) {
        const double pivot = creal(h[k * n + k]);
        if (!(pivot > 0))
            return false;
        for (int i = k + 1; i < n; i++) {
            const double complex factor = h[i * n + k] / pivot;
            for (int j = k + 1; j <= i; j++)
                h[i * n + j] -= factor * conj(h[j * n + k]);
        }
    }
    return true;
}

pm_status pm_physical_covariance(const double *v, int modes)
{
    const int n = 2 * modes;
    double complex *h;
    double allowed = 1;

    for (int at = 0; at < n * n; at++)
        allowed = fmax(allowed, fabs(v[at]));
    allowed *= PM_PHYSICAL_TOLERANCE;
    PM_NEW(h, n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            h[i * n + j] =
                v[i * n + j] + (i == j ? allowed : 0) - (i == j + 1 && j % 2 == 0 ? I / 2 : 0);
    const bool allows = is_positive(h, n);
    free(h);
    return allows ? PM_OK
                  : pm_fail(PM_INPUT, "no state has this covariance matrix with this hbar: it "
                                      "violates the uncertainty relation");
}
