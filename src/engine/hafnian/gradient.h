/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The derivatives of a hafnian by all entries, in balls (gradient.c). */
#pragma once

#include "engine/hafnian/walks.h"

/* PM_UNABLE: matrices of order n take too many steps. */
pm_status pm_hafnian_gradient_able(int n);

/* gradient[i n + j] = the hafnian of the symmetric matrix entry[n][n] without i and j; 0 for i = j.
 * The diagonal is not read.  PM_STOPPED: `stop` says so. */
pm_status pm_hafnian_gradient_of(acb_ptr gradient, acb_srcptr entry, int n, slong bits,
                                 const int *stop);
