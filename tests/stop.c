/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines whose units may be long give up when they are asked to, and go through when they are
 * not.  The wish is there from the start: what looks at it only between units would finish its
 * only one. */
#include "base/stop.h"
#include "run/run.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 6, ORDER = 12 };

/* Black and white squares of a board: its domino tilings. */
static pm_status board(struct pm_triplets *t)
{
    fmpq_t one;

    fmpq_init(one);
    fmpq_one(one);
    pm_triplets_init(t, SIDE * SIDE / 2, SIDE * SIDE / 2, false);
    pm_status status = PM_OK;
    for (int x = 0; x < SIDE; x++)
        for (int y = 0; y < SIDE; y++)
            for (int k = 0; k < 4 && status == PM_OK; k++) {
                const int u = x + (k == 0) - (k == 1), v = y + (k == 2) - (k == 3);
                if ((x + y) % 2 == 0 && u >= 0 && u < SIDE && v >= 0 && v < SIDE)
                    status = pm_triplets_add(t, (x * SIDE + y) / 2, (u * SIDE + v) / 2, one, NULL);
            }
    fmpq_clear(one);
    return status;
}

static pm_status full(struct pm_triplets *t)
{
    uint64_t state = 3;
    pm_status status = PM_OK;
    fmpq_t x;

    fmpq_init(x);
    pm_triplets_init(t, ORDER, ORDER, false);
    for (int k = 0; k < ORDER * ORDER && status == PM_OK; k++) {
        fmpq_set_si(x, test_between(&state, 1, 999), 1000);
        status = pm_triplets_add(t, k / ORDER, k % ORDER, x, NULL);
    }
    fmpq_clear(x);
    return status;
}

static void check_engine(struct test *t, const char *name, enum pm_want want,
                         pm_status (*make)(struct pm_triplets *t))
{
    int stop = 0;
    struct pm_planner planner = {
        .want = want,
        .bits = want == PM_WANT_FLOATING ? 53 : 0,
        .engine = pm_engine_find(name),
        .limits = {.memory = 1 << 28, .threads = 1, .epsilon = 1e-6, .stop = &stop},
    };
    struct pm_triplets triplets;
    struct pm_matrix *a;
    struct pm_value value;
    struct pm_way way;

    if (make(&triplets) != PM_OK || pm_matrix_from_triplets(&a, &triplets) != PM_OK ||
        pm_way_find(&way, &(struct pm_core){.a = a}, &planner, NULL) != PM_OK)
        abort();
    pm_value_init(&value);
    const pm_status free_run = pm_run_way(&value, a, &way, &planner);
    stop = 1;
    const pm_status stopped = pm_run_way(&value, a, &way, &planner);
    CHECK(t, free_run == PM_OK && stopped == PM_STOPPED, "%s, %s: %s, on a wish %s", name,
          pm_number_name(way.number), pm_status_name(free_run), pm_status_name(stopped));
    pm_value_clear(&value);
    pm_way_clear(&way);
    pm_matrix_free(a);
    pm_triplets_clear(&triplets);
}

int main(void)
{
    struct test t = {0};

    check_engine(&t, "tree", PM_WANT_EXACT, board);
    check_engine(&t, "tree", PM_WANT_FLOATING, board);
    check_engine(&t, "planar", PM_WANT_EXACT, board);
    check_engine(&t, "planar", PM_WANT_FLOATING, board);
    check_engine(&t, "enumerate", PM_WANT_EXACT, board);
    check_engine(&t, "enumerate", PM_WANT_FLOATING, board);
    check_engine(&t, "graded", PM_WANT_FLOATING, full);
    return test_done(&t);
}
