/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GPU code on a machine without a GPU.  The driver of tests/gpu_fake.cc runs kernels as C++, with a
 * context for each thread of a block.  Every computation on it gives the bits of the CPU. */
#include "emulated.h"
#include "engine/graded/warp_tables.h"
#include "gpu_walks.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The last stage of a graded walk is divided into launches of so few groups. */
unsigned __wrap_pm_warps_most(const struct pm_graded *d)
{
    (void)d;
    return 40;
}

/* A count that the driver keeps. */
static int count_of(const char *name)
{
    int (*count)(void);

    *(void **)&count = dlsym(RTLD_DEFAULT, name);
    return count();
}

/* A walk reuses the memory of a finished walk of the same size.  A larger walk replaces it.  All of
 * it is freed at the end. */
static void test_memory(struct test *t)
{
    static const int order[] = {22, 22, 26, 22};
    int before = 0;
    struct pm_gpus *gpus;

    test_need(pm_gpus_usable(&gpus, 1));
    test_need(pm_gpu_enter(&gpus->gpu[0]));
    for (int k = 0; k < 4; k++) {
        struct gpu_walk walk;
        struct pm_device *device;
        uint64_t state = 1;
        gpu_walk_open(&walk, &gpu_kinds[0], order[k], &state);
        test_need(pm_gpu_walk_new(&device, &gpus->gpu[0], &walk.device));
        pm_gpu_walk_close(device);
        gpu_walk_close(&walk);
        const int now = count_of("fake_allocations"), blocks = count_of("fake_blocks");
        CHECK(t, k == 0 || (now > before) == (order[k] == 26),
              "walk %d, of order %d: %d allocations before, %d after", k + 1, order[k], before,
              now);
        CHECK(t, blocks == 3, "%d blocks: of a problem, of results on both sides", blocks);
        before = now;
    }
    pm_gpu_leave(&gpus->gpu[0]);
    pm_gpus_close(gpus);
}

static long heavy_king(int i, int j, int n)
{
    return brute_king(i, j, n) * (1000000000 + 7 * i * j);
}

/* Weighted king's graph. */
static pm_problem *king(int side)
{
    struct pm_matrix *const a = brute_from(side * side, side * side, heavy_king);
    pm_problem *const matrix = brute_problem(a, PM_FIELD_INTEGER), *problem;

    test_need(pm_problem_hafnian(&problem, matrix));
    pm_problem_free(matrix);
    pm_matrix_free(a);
    return problem;
}

/* The answer by threads and at most one device, which does not give the `count` pieces of memory
 * after the next `after` ones.  *units = the units of the device. */
static char *answer_with(uint64_t *units, const pm_problem *problem, int gpus, int after, int count)
{
    const pm_options options = {.engine = "sweep",
                                .precision = PM_PRECISION_EXACT,
                                .threads = 1,
                                .gpus = gpus > 0 ? gpus : PM_GPUS_NONE};
    void (*refuse)(int, int);
    pm_answer *answer;
    char *text;

    *(void **)&refuse = dlsym(RTLD_DEFAULT, "fake_refuse");
    refuse(after, count);
    test_need(pm_solve(&answer, problem, &options));
    refuse(0, 0);
    *units = pm_answer_units(answer, true);
    test_need(pm_answer_text(&text, answer, 0));
    pm_answer_free(answer);
    return text;
}

/* A device that gives no memory, or no results, in the middle of a run.  The library tries again
 * after it has released what it kept there.  If this fails, too, threads compute the prime, and the
 * device the others; if it fails again, threads compute all. */
static void test_refused(struct test *t)
{
    enum { PIECES = 6 }; /* of memory for the first prime; the next ones use them, too */
    pm_problem *const problem = king(6);
    uint64_t units, all;
    char *const right = answer_with(&units, problem, 0, 0, 0);

    setenv("PM_GPU_EAGER", "1", 1);
    char *const usual = answer_with(&all, problem, 1, 0, 0);
    CHECK(t, strcmp(usual, right) == 0 && all > 0, "%llu units of a device",
          (unsigned long long)all);
    for (int after = 0; after < PIECES; after++)
        for (int k = 0; k < 3; k++) {
            const int count = k < 2 ? k + 1 : INT_MAX;
            const uint64_t wanted = k < 2 ? all - (uint64_t)k : 0;
            char *const text = answer_with(&units, problem, 1, after, count);
            CHECK(t, strcmp(text, right) == 0 && units == wanted,
                  "%d pieces of memory, then %d refused: %llu of %llu units of a device", after,
                  count, (unsigned long long)units, (unsigned long long)all);
            free(text);
        }
    setenv("PM_GPU_FAIL", "0:7", 1);
    char *const text = answer_with(&units, problem, 1, 0, 0);
    unsetenv("PM_GPU_FAIL");
    CHECK(t, strcmp(text, right) == 0 && units > 0 && units < all,
          "launches that fail after the first 7: %llu units of a device",
          (unsigned long long)units);
    free(text);
    unsetenv("PM_GPU_EAGER");
    free(usual);
    free(right);
    pm_problem_free(problem);
}

/* The contexts of all used devices are released at the end. */
static void test_start(struct test *t)
{
    struct pm_gpus *gpus;

    test_need(pm_gpus_usable(&gpus, 2));
    CHECK(t, gpus->count == 2 && count_of("fake_contexts") == 0, "two devices that nobody uses");
    test_need(pm_gpu_enter(&gpus->gpu[1]));
    pm_gpu_leave(&gpus->gpu[1]);
    CHECK(t, count_of("fake_contexts") == 1, "entered: %d contexts in use",
          count_of("fake_contexts"));
    pm_gpus_close(gpus);
    CHECK(t, count_of("fake_contexts") == 0, "closed: no context in use");
    setenv("PM_NVRTC", "/nonexistent", 1);
    CHECK(t, pm_gpus_usable(&gpus, 2) == PM_UNABLE, "no compiler: %s", pm_message());
}

/* True if a new process can compile the kernel, or finds it in the cache. */
static bool child_compiles(const struct pm_recipe *recipe)
{
    struct pm_binary binary;
    int status = 1;
    const pid_t child = fork();

    if (child == 0)
        _exit(pm_compile(&binary, recipe, 90) == PM_OK ? 0 : 1);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* The predicted seconds until the kernel can be loaded. */
static double seconds_of(const struct pm_recipe *recipe, int arch)
{
    double seconds;

    test_need(pm_compile_seconds(&seconds, recipe, arch));
    return seconds;
}

/* A kernel in the cache needs no compiler, and less time. */
static void test_cached(struct test *t, const char *folder)
{
    char path[4200], command[9000];
    struct gpu_walk walk;
    uint64_t state = 1;

    snprintf(path, sizeof path, "%s/nvrtc.so", folder);
    snprintf(command, sizeof command, "cp '%s/fake.so' '%s'", folder, path);
    test_need(system(command) == 0 ? PM_OK : pm_fail(PM_IO, "no copy of the compiler"));
    setenv("PM_NVRTC", path, 1);
    gpu_walk_open(&walk, &gpu_kinds[0], 22, &state);
    const struct pm_recipe *const recipe = &walk.recipe.recipe;
    CHECK(t, recipe->seconds > 0 && seconds_of(recipe, 90) > recipe->seconds,
          "%g s are predicted for compiling", seconds_of(recipe, 90));
    CHECK(t, child_compiles(recipe), "a kernel is compiled");
    CHECK(t, seconds_of(recipe, 90) < recipe->seconds && seconds_of(recipe, 0) > recipe->seconds,
          "%g s for the kernel in the cache, but %g s for another device", seconds_of(recipe, 90),
          seconds_of(recipe, 0));
    unlink(path);
    CHECK(t, child_compiles(recipe), "without the compiler it comes from the cache");
    snprintf(command, sizeof command, "rm -r '%s/permatch'", folder);
    CHECK(t, system(command) == 0 && !child_compiles(recipe), "without both there is no kernel");
    gpu_walk_close(&walk);
    snprintf(path, sizeof path, "%s/fake.so", folder);
    setenv("PM_NVRTC", path, 1);
}

/* tests/gpu_host [WORD ...]: tests only kinds whose names contain one of the words. */
int main(int count, char **argument)
{
    const char *const *const words = count > 1 ? (const char *const *)argument + 1 : NULL;
    char name[] = "gpu-XXXXXX", folder[4096], command[4200];
    struct test t = {0, 0};

    if (!emulated_possible()) {
        test_skip(&t, "kernels as C++: there is no compiler");
        return test_done(&t);
    }
    if (mkdtemp(name) == NULL || realpath(name, folder) == NULL) {
        printf("Bail out! no scratch folder in the current folder\n");
        return 99;
    }
    if (emulated_gpus(folder)) {
        gpu_test_bits(&t, true, words, 0, 1);
        if (gpu_wanted(words, "cached"))
            test_cached(&t, folder);
        if (gpu_wanted(words, "memory"))
            test_memory(&t);
        if (gpu_wanted(words, "refused"))
            test_refused(&t);
        gpu_test_others(&t, true, words, 0, 1);
        CHECK(&t, count_of("fake_refusals") == 0, "%d kernels do not compile",
              count_of("fake_refusals"));
        CHECK(&t, count_of("fake_blocks") == 0, "all memory of devices was given back");
        if (gpu_wanted(words, "start")) /* the last test, since it names another compiler */
            test_start(&t);
    } else {
        CHECK(&t, false, "the driver can be built: %s", dlerror());
    }
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK(&t, system(command) == 0, "the folder can be removed");
    return test_done(&t);
}
