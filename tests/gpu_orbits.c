/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine `orbits` on a GPU: units of one sign pattern, and of several, have the bits of the
 * CPU. */
#include "gpu_walks.h"

#include "engine/abilities.h"
#include "schedule/units.h"

extern const struct pm_engine pm_engine_orbits;

enum { POINTS = 31, PRIME = 2147483629 };

/* The lines of the projective plane of order 5, by a perfect difference set. */
static long plane_entry(int i, int j, int n)
{
    static const int difference[] = {0, 1, 3, 8, 12, 18};
    bool on = false;

    for (int k = 0; k < 6; k++)
        on = on || (i + difference[k]) % n == j;
    return on;
}

/* The sum of some units, by the device, or by this thread if it is NULL. */
static struct pm_part sum(void *device, void *job, uint64_t first, uint64_t count)
{
    const struct pm_ring ring = pm_number_ring_mod(PRIME);
    struct pm_fold fold;
    struct pm_part part;

    pm_fold_init(&fold, &ring);
    test_need(device != NULL ? pm_engine_orbits.more->gpu->work(device, first, count, &fold)
                             : pm_units_add(&fold, &pm_engine_orbits, job, first, count));
    pm_fold_sum(&part, &fold);
    pm_fold_clear(&fold);
    return part;
}

void gpu_test_orbits(struct test *t, bool small)
{
    struct pm_matrix *const a = brute_from(POINTS, POINTS, plane_entry);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    const struct pm_limits limits = {.threads = 1, .memory = UINT64_C(1) << 28};
    const struct pm_ring ring = pm_number_ring_mod(PRIME);
    struct pm_gpus *gpus;
    struct pm_cost cost;
    void *job, *device;

    (void)small;
    if (pm_gpus_open(&gpus, 1) != PM_OK) {
        test_skip(t, "orbits: %s", pm_message());
        pm_matrix_free(a);
        return;
    }
    if (pm_engine_orbits.cost(&cost, &core, PM_MOD, &limits) != PM_OK) { /* no igraph */
        test_skip(t, "orbits: %s", pm_message());
        pm_gpus_close(gpus);
        pm_matrix_free(a);
        return;
    }
    test_need(pm_engine_orbits.open(&job, &core, &cost, &ring, &limits));
    test_need(pm_gpu_enter(&gpus->gpu[0]));
    test_need(pm_engine_orbits.more->gpu->open(&device, job, &gpus->gpu[0]));
    const uint64_t each = cost.units / 4; /* there are four patterns */
    const uint64_t range[][2] = {{0, 16}, {each - 20, 40}, {cost.units - 16, 16}};
    for (int k = 0; k < 3; k++) {
        const struct pm_part got = sum(device, job, range[k][0], range[k][1]);
        const struct pm_part wanted = sum(NULL, job, range[k][0], range[k][1]);
        CHECK(t, pm_part_same(&got, &wanted), "orbits: units %d to %d of %d", (int)range[k][0],
              (int)(range[k][0] + range[k][1]), (int)cost.units);
    }
    pm_engine_orbits.more->gpu->close(device);
    pm_gpu_leave(&gpus->gpu[0]);
    pm_gpus_close(gpus);
    pm_engine_orbits.close(job);
    pm_engine_orbits.more->forget(cost.choice);
    pm_matrix_free(a);
}
