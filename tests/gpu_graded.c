/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graded walk on GPUs.  With NVRTC: its kernels compile for several generations of GPUs.  With
 * a GPU, real or emulated: its sums are those of the CPU, number by number. */
#include "engine/graded/graded_gpu.h"
#include "gpu_walks.h"

#include <math.h>
#include <string.h>

struct graded {
    const char *name;
    int n, percent;
    bool tiny;
    double epsilon;
    int root;
    bool compiled;
    int coarse; /* blocks above 2^-coarse of the largest plain ones are compensated */
};

enum { SMALL = 21 }; /* the order of emulated walks */

static const struct graded gradeds[] = {
    {"random", SMALL, 100, false, 1e-3, 13, false, 0},
    {"random", SMALL, 100, false, 1e-9, 13, false, 9},
    {"random", SMALL, 100, false, 1e-2, 16, false, 6},
    {"random", SMALL, 100, false, 1e-6, 19, false, 0},
    {"zeros", SMALL, 60, false, 1e-3, 16, false, 8},
    {"zeros", SMALL, 40, false, 1e-4, 19, false, 0},
    {"zeros", SMALL, 40, false, 1e-9, 13, false, 0},
    {"all classes", SMALL, 70, true, 1e-2, 13, false, 0},
    {"all classes", SMALL, 70, true, 1e-5, 16, false, 12},
    {"all classes", SMALL, 70, true, 1e-9, 13, false, 0},
    {"random", 24, 100, false, 1e-3, 13, false, 0},
    {"random", 27, 100, false, 1e-6, 16, false, 0},
    {"random", 30, 100, false, 1e-2, 19, false, 0},
    {"zeros", 25, 50, false, 1e-5, 13, false, 0},
    {"zeros", 33, 40, false, 1e-9, 22, true, 0},
    {"all classes", 26, 70, true, 1e-4, 16, true, 0},
    {"all classes", 31, 80, true, 1e-4, 19, false, 0},
    {"random", 40, 100, false, 1e-6, 22, false, 0},
    {"random", 54, 100, false, 1e-6, 22, true, 0},
    {"random", 64, 100, false, 1e-6, 22, true, 0},
};

enum { GRADEDS = sizeof gradeds / sizeof *gradeds };

/* Lowers the thresholds of grades, so that more blocks get a finer grade.  The meaning of the sums
 * does not matter here, but they must keep their range. */
static void coarsen(struct pm_graded *d, int by)
{
    struct pm_graded_level *const level = &d->level[0];

    for (int g = PM_GRADE_SINGLE; g < PM_GRADE_FINE; g++) {
        level->edge[g] = fmaxf(ldexpf(level->edge[g], -by * g), level->edge[g - 1]);
        level->scale[g] = ldexpf(level->scale[g], by * g);
    }
}

static struct pm_graded *open_graded(const struct graded *g)
{
    const struct pm_graded_wish wish = {.epsilon = g->epsilon, .root = g->root};
    uint64_t state = 2026 + (uint64_t)g->n;
    struct pm_graded *d;
    struct pm_matrix *const a = brute_positive(&state, g->n, g->percent, g->tiny);

    test_need(pm_graded_new(&d, a, &wish));
    coarsen(d, g->coarse);
    pm_matrix_free(a);
    return d;
}

/* True if the units have the same sums; some have few signs - and some have many. */
static bool same_sums(struct pm_graded_device *device, const struct pm_graded *d, uint64_t first,
                      uint64_t count)
{
    struct pm_graded_sums got[64], wanted;
    const struct pm_graded_sums *sums;

    for (uint64_t at = 0, now = count; at < count; at += now, now = count - at) {
        test_need(pm_graded_device_sums(&sums, &now, device, first + at));
        memcpy(got + at, sums, now * sizeof *sums);
    }
    for (uint64_t k = 0; k < count; k++) {
        pm_graded_sums(&wanted, d, first + k);
        if (memcmp(&got[k], &wanted, sizeof wanted) == 0)
            continue;
        for (size_t i = 0; i < sizeof wanted / sizeof(long long); i++)
            if (((long long *)&got[k])[i] != ((long long *)&wanted)[i])
                printf("# unit %llu, number %zu: %lld, the CPU: %lld\n",
                       (unsigned long long)(first + k), i, ((long long *)&got[k])[i],
                       ((long long *)&wanted)[i]);
        return false;
    }
    return true;
}

void gpu_test_graded(struct test *t, bool small)
{
    struct pm_gpus *gpus;
    long long whole = 0;

    if (pm_gpus_open(&gpus, 1) != PM_OK) {
        test_skip(t, "the same sums on a GPU: %s", pm_message());
        return;
    }
    struct pm_gpu *const gpu = &gpus->gpu[0];
    test_need(pm_gpu_enter(gpu));
    for (const struct graded *g = gradeds; g < gradeds + GRADEDS; g++) {
        if (small && g->n != SMALL)
            continue;
        struct pm_graded *const d = open_graded(g);
        const uint64_t units = pm_graded_units(d), most = small ? 1 : 16;
        const uint64_t some = units < most ? units : most;
        void *device;
        test_need(pm_graded_device_new(&device, d, gpu));
        CHECK(
            t,
            same_sums(device, d, units - some, some) &&
                (small || (same_sums(device, d, 0, some) && same_sums(device, d, units / 3, 1))) &&
                same_sums(device, d, units / 2 - (units > 1), units > 1 ? 2 : 1),
            "%s, order %d, epsilon %g, units of 2^%d: the CPU's sums", g->name, d->n, g->epsilon,
            d->root);
        struct pm_graded_sums sums;
        pm_graded_sums(&sums, d, 0);
        whole += sums.whole;
        pm_graded_device_free(device);
        pm_graded_free(d);
    }
    CHECK(t, whole > 0, "%lld nodes are computed whole", whole);
    pm_gpu_leave(gpu);
    pm_gpus_close(gpus);
}

void gpu_compile_graded(struct test *t)
{
    struct pm_nvrtc nvrtc;

    if (pm_driver_open_compiler(&nvrtc) != PM_OK) {
        test_skip(t, "kernels compile: %s", pm_message());
        return;
    }
    for (int k = 0; k < GRADEDS; k++) {
        struct pm_recipe_text recipe;
        if (!gradeds[k].compiled)
            continue;
        struct pm_graded *const d = open_graded(&gradeds[k]);
        pm_graded_recipe(&recipe, d, gradeds[k].n > 60 ? 3 : 8);
        gpu_test_compiles(t, &nvrtc, gradeds[k].name, &recipe.recipe);
        pm_compile_clear(&recipe);
        pm_graded_free(d);
        if (test_effort() != TEST_LONG) /* other orders are other constants of the same text */
            break;
    }
}
