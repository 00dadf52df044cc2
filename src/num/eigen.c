/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jacobi's method: rotations of two lines make one entry after another 0, until all are below the
 * roundings of the largest.  About ten rounds of n^2 / 2 rotations.  Source: Golub and Van Loan,
 * Matrix Computations, 4th edition, section 8.5. */
#include "num/eigen.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <math.h>
#include <string.h>

/* Rows p and q of x become c p - s q and s p + c q; entries of a row are `step` apart. */
static void turn(double *p, double *q, int n, int step, double c, double s)
{
    for (int k = 0; k < n; k++, p += step, q += step) {
        const double x = *p, y = *q;
        *p = c * x - s * y;
        *q = s * x + c * y;
    }
}

/* a becomes diagonal; rows of v[n][n], if it is not NULL, become its eigenvectors. */
static pm_status diagonalise(double *a, double *v, int n)
{
    enum { ROUNDS = 50 };
    double most = 0;
    bool turned = true;

    for (int at = 0; at < n * n; at++) {
        most = fmax(most, fabs(a[at]));
        if (v != NULL)
            v[at] = at / n == at % n;
    }
    for (int round = 0; round < ROUNDS && turned; round++) {
        turned = false;
        for (int p = 0; p < n; p++) {
            PM_TRY(pm_budget_ask());
            for (int q = p + 1; q < n; q++) {
                const double off = a[p * n + q];
                if (!(fabs(off) > 0x1p-55 * most))
                    continue;
                const double slope = (a[q * n + q] - a[p * n + p]) / off / 2;
                const double t = copysign(1, slope) / (fabs(slope) + hypot(1, slope));
                const double c = 1 / sqrt(1 + t * t);
                turn(a + p, a + q, n, n, c, t * c);
                turn(a + p * n, a + q * n, n, 1, c, t * c);
                if (v != NULL)
                    turn(v + p * n, v + q * n, n, 1, c, t * c);
                turned = true;
            }
        }
    }
    return PM_OK;
}

pm_status pm_eigen_range(double *least, double *most, const double complex *h, int n)
{
    const int size = 2 * n; /* real and imaginary parts: every eigenvalue twice */
    double *a;

    PM_NEW(a, (size_t)size * (size_t)size);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double complex z = h[i * n + j];
            a[i * size + j] = a[(i + n) * size + j + n] = creal(z);
            a[i * size + j + n] = -cimag(z);
            a[(i + n) * size + j] = cimag(z);
        }
    const pm_status status = diagonalise(a, NULL, size);
    *least = *most = n > 0 ? a[0] : 1;
    for (int i = 0; i < size; i++) {
        *least = fmin(*least, a[i * size + i]);
        *most = fmax(*most, a[i * size + i]);
    }
    free(a);
    return status;
}

pm_status pm_eigen_map(double *to, const double *a, int n, double (*f)(double))
{
    const size_t cells = (size_t)n * (size_t)n;
    double *own, *v;

    PM_NEW(own, 2 * cells);
    v = own + cells;
    memcpy(own, a, cells * sizeof *a);
    pm_status status = diagonalise(own, v, n);
    memset(to, 0, cells * sizeof *to);
    for (int k = 0; k < n && status == PM_OK; k++) {
        const double value = f(own[k * n + k]);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                to[i * n + j] += value * v[k * n + i] * v[k * n + j];
        status = pm_budget_ask();
    }
    free(own);
    return status;
}
