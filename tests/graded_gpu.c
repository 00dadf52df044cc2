/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graded walk on GPUs.  With NVRTC: its kernels compile for several generations of GPUs.  With
 * a GPU: its sums are those of the CPU, number by number. (tests/warps.c needs no GPU.) */
#include "engine/graded/graded_gpu.h"
#include "gpu_walks.h"

#include <stdlib.h>
#include <string.h>

struct graded {
    const char *name;
    int n, percent;
    bool tiny;
    double epsilon;
    int root;
    bool compiled;
};

static const struct graded gradeds[] = {
    {"random", 24, 100, false, 1e-3, 13, false},    {"random", 27, 100, false, 1e-6, 16, false},
    {"random", 30, 100, false, 1e-2, 19, false},    {"zeros", 25, 50, false, 1e-5, 13, false},
    {"zeros", 33, 40, false, 1e-9, 22, true},       {"all classes", 26, 70, true, 1e-4, 16, true},
    {"all classes", 31, 80, true, 1e-4, 19, false}, {"random", 40, 100, false, 1e-6, 22, false},
    {"random", 54, 100, false, 1e-6, 22, true},     {"random", 64, 100, false, 1e-6, 22, true},
};

enum { GRADEDS = sizeof gradeds / sizeof *gradeds };

static struct pm_graded *open_graded(const struct graded *g)
{
    const struct pm_graded_wish wish = {.epsilon = g->epsilon, .root = g->root};
    uint64_t state = 2026 + (uint64_t)g->n;
    struct pm_graded *d;
    struct pm_matrix *const a = brute_positive(&state, g->n, g->percent, g->tiny);

    test_need(pm_graded_new(&d, a, &wish));
    pm_matrix_free(a);
    return d;
}

/* Every matrix has thresholds, also without a device. */
static void test_rows(struct test *t)
{
    for (int k = 0; k < GRADEDS; k++) {
        struct pm_graded *const d = open_graded(&gradeds[k]);
        CHECK(t, pm_graded_units(d) > 1, "%s, order %d: more units than one", gradeds[k].name,
              d->n);
        pm_graded_free(d);
    }
}

/* True if the units have the same sums; some have few signs - and some have many. */
static bool same_sums(struct pm_graded_device *device, const struct pm_graded *d, uint64_t first,
                      uint64_t count)
{
    struct pm_graded_sums got[64], wanted;

    test_need(pm_graded_device_sums(got, device, first, count, NULL));
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

static void test_bits(struct test *t)
{
    struct pm_gpus *gpus;

    if (pm_gpus_open(&gpus, 1) != PM_OK) {
        test_skip(t, "the same sums on a GPU: %s", pm_message());
        return;
    }
    struct pm_gpu *const gpu = &gpus->gpu[0];
    test_need(pm_gpu_enter(gpu));
    for (int k = 0; k < GRADEDS; k++) {
        struct pm_graded *const d = open_graded(&gradeds[k]);
        const uint64_t units = pm_graded_units(d), some = units < 16 ? units : 16;
        struct pm_graded_device *device;
        test_need(pm_graded_device_new(&device, gpu, d));
        CHECK(t,
              same_sums(device, d, 0, some) && same_sums(device, d, units - some, some) &&
                  same_sums(device, d, units / 3, 1) && same_sums(device, d, units / 2 - 1, 2),
              "%s, order %d, units of 2^%d: the CPU's sums", gradeds[k].name, d->n, d->root);
        pm_graded_device_free(device);
        pm_graded_free(d);
    }
    pm_gpu_leave(gpu);
    pm_gpus_close(gpus);
}

static void test_compiles(struct test *t)
{
    struct pm_nvrtc nvrtc;

    if (pm_nvrtc_open(&nvrtc) != PM_OK) {
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
        pm_recipe_clear(&recipe);
        pm_graded_free(d);
        if (test_effort() == TEST_SHORT) /* sanitizers do not check NVRTC */
            break;
    }
}

/* With an argument, kernels are compiled for the device only. */
int main(int count, char **argument)
{
    struct test t = {0, 0};

    (void)argument;
    if (count == 1)
        test_compiles(&t);
    test_rows(&t);
    test_bits(&t);
    return test_done(&t);
}
