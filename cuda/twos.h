/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A block of sixteen sign vectors, two of them and the two opposite to them at a time: for numbers
 * that take more registers than real ones.  The file that includes this has defined
 *
 *     T twos(T *opposite, const struct tables *w, const double x[LINE], int first, double sign);
 *     T sub(T a, T b);
 *
 * twos: the difference of the products of sign vectors first and first + 1, and *opposite that of
 * the two opposite ones, ascending. */

/* The signed sum, as the tree of differences over pairs 0 .. 7. */
template <typename T>
static __device__ __forceinline__ T block_of_twos(const struct tables *w, const double x[LINE],
                                                  double sign)
{
    T b = {}, c = {}, first = {}, last = {};

#pragma unroll 1
    for (int k = 0; k < 4; k++) { /* pairs k and 7 - k */
        T opposite;
        const T two = twos(&opposite, w, x, 2 * k, sign);
        if (k % 2 == 0) {
            b = two;
            c = opposite;
        } else {
            b = sub(b, two);
            c = sub(opposite, c);
        }
        if (k == 1) {
            first = b;
            last = c;
        }
    }
    return sub(sub(first, b), sub(c, last));
}
