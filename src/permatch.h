/* SPDX-License-Identifier: GPL-3.0-or-later */
/* permatch: exact counting and weighing of perfect matchings.
 *
 * This and the headers below are the whole public interface of the library.  The caller reads or
 * builds a problem (pm_problem).  pm_solve() reduces it, makes a plan, computes, and returns an
 * answer (pm_answer). Other functions read the value, the plan and further figures from the answer.
 * The library does not print and does not exit.  Several threads may call all functions at the same
 * time, but while one thread changes an object, no other thread may use it.  A process may fork
 * while no other thread computes; its child may call all functions.  A call that fails leaves its
 * outputs unchanged, unless its comment says otherwise; pm_message() has the reason.  Every
 * function that returns a status fails with PM_INPUT if a pointer is NULL where its comment does
 * not allow it, if a count, a size or a number of threads is negative, or if a time is negative or
 * NaN.
 *
 * The permanent of an m x n matrix A with m <= n is the sum over all injections s of the rows into
 * the columns of prod_i a[i][s(i)] (Minc, Permanents, 1978, section 1.1).  For m > n it is the
 * permanent of the transpose.  The permanent of the 0 x 0 matrix is 1.  The hafnian of a symmetric
 * matrix is the sum, over all perfect matchings of its graph, of the products of their entries.
 * It does not depend on the diagonal. */
#ifndef PERMATCH_H
#define PERMATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "permatch/basics.h"
#include "permatch/inputs.h"
#include "permatch/graph_inputs.h"
#include "permatch/answers.h"
#include "permatch/questions.h"
#include "permatch/stacks.h"
#include "permatch/photons.h"
#include "permatch/ising.h"

#ifdef __cplusplus
}
#endif
#endif
