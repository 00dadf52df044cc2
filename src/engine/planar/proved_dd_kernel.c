/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pfaffians in double-double, with bounds of the roundings (proved_template.h and
 * product_lanes.h).  Subtracting a sum of products takes 3 u^2, and 17 u^2 are the inverse and the
 * product in an element of L. */
#define PM_TYPE dd
#define PM_SET  PM_ISA
#include "num/type.h"

#include "engine/planar/proved.h"
#include "engine/planar/field_dd.h"
#include "engine/planar/product_lanes.h"

static const double LEAST = 0x1p-80, STABLE = 0x1p-6;

#undef n_is_pivot
#undef n_times_rest
#define n_is_pivot(x)                     (fabs((x)->hi) > LEAST && fabs((x)->hi) < HUGE_VAL)
#define n_times_rest(f, x, a, size, skew) ((f)->proved->failed = true)
#define n_is_larger(x, y)                 (fabs((x)->hi) > 2 * fabs((y)->hi))
#define n_is_stable(x, y)                 (fabs((x)->hi) >= STABLE * fabs((y)->hi))
#define n_own(field, f, x, t)             n_zero(x)
#define n_product(f, x, y)                times_pivot((f)->proved->pfaffian, y)
#define n_pair(field, f, t)                                                                        \
    ((f)->inverse[(t) + 1] = pm_dd_neg((f)->inverse[t]),                                           \
     (f)->line[(t) + 1][(t) + 1] = pm_dd_neg((f)->line[t][t]))
#define n_modulus(x)   fabs((x)->hi)
#define n_start(x, y)  (*(x) = (y))
#define n_finish(p, x) arb_mul_si((p)->pfaffian, (p)->pfaffian, (x)->hi < 0 ? -1 : 1, PRODUCT_BITS)
#define N_SUMS         2
#define n_term(sum, l, y)                                                                          \
    add_terms(sum, v_all((l)->hi), v_all((l)->lo), v_load_any(y), v_load_any((y) + LANES))
#define n_minus(x, sum) minus_sum(x, sum)
#define N_ROUND(sums)   ((lanes_round(PM_PANEL) + 17 + 3.0 * (sums)) * PM_DD_U)
#define N_ADD           (3 * PM_DD_U)

enum { PRODUCT_BITS = 128 };

/* product *= a pivot, which is a dyadic number. */
static void times_pivot(arb_t product, const N *pivot)
{
    arf_t x, low;

    PM_EACH(arf_init, x, low);
    arf_set_d(x, pivot->hi);
    arf_set_d(low, pivot->lo);
    arf_add(x, x, low, ARF_PREC_EXACT, ARF_RND_DOWN);
    arb_mul_arf(product, product, x, PRODUCT_BITS);
    PM_EACH(arf_clear, x, low);
}

#include "engine/planar/proved_template.h"

extern pm_proved_run PM_NAME(pm_proved_pfaffian);

pm_status PM_NAME(pm_proved_pfaffian)(struct pm_proved *p)
{
    return run(p);
}
