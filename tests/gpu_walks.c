/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu_walks.h"

#include "engine/gpu_jobs.h"
#include "engine/dense/dense_walk.h"
#include "schedule/units.h"
#include "engine/abilities.h"

#include <stdlib.h>
#include <string.h>

const struct gpu_kind gpu_kinds[] = {
    {"real", "dense", BRUTE_DECIMAL, 100, PM_REAL, false, false},
    {"real with zeros", "dense", BRUTE_DECIMAL, 60, PM_REAL, false, false},
    {"real, all classes", "dense", BRUTE_INTEGER, 60, PM_REAL, true, true},
    {"complex", "dense", BRUTE_GAUSSIAN, 100, PM_COMPLEX, false, false},
    {"complex, all classes", "dense", BRUTE_GAUSSIAN, 60, PM_COMPLEX, true, true},
    {"double-double", "dense", BRUTE_DECIMAL, 100, PM_DD, false, false},
    {"double-double, all classes", "dense", BRUTE_DECIMAL, 60, PM_DD, true, true},
    {"complex double-double", "dense", BRUTE_GAUSSIAN, 100, PM_COMPLEX_DD, false, false},
    {"complex double-double, all classes", "dense", BRUTE_GAUSSIAN, 60, PM_COMPLEX_DD, true, true},
    {"0/1 modulo p", "dense", BRUTE_PATTERN, 50, PM_MOD, false, false},
    {"integers modulo p", "dense", BRUTE_INTEGER, 70, PM_MOD, true, false},
    {"rationals modulo p", "dense", BRUTE_DECIMAL, 80, PM_MOD, true, false},
    {"sparse 0/1", "sparse", BRUTE_PATTERN, 15, PM_REAL, true, false},
    {"sparse with an empty column", "sparse", BRUTE_INTEGER, 25, PM_REAL, true, false},
    {"sparse residues with an empty column", "sparse", BRUTE_INTEGER, 25, PM_MOD, true, false},
    {"sparse real", "sparse", BRUTE_DECIMAL, 20, PM_REAL, true, false},
    {"sparse real, denser", "sparse", BRUTE_DECIMAL, 40, PM_REAL, false, false},
    {"sparse real, all classes", "sparse", BRUTE_INTEGER, 25, PM_REAL, false, true},
    {"sparse complex", "sparse", BRUTE_GAUSSIAN, 20, PM_COMPLEX, true, false},
    {"sparse complex, all classes", "sparse", BRUTE_GAUSSIAN, 30, PM_COMPLEX, false, true},
    {"sparse double-double", "sparse", BRUTE_DECIMAL, 20, PM_DD, true, false},
    {"sparse complex double-double", "sparse", BRUTE_GAUSSIAN, 20, PM_COMPLEX_DD, true, true},
    {"sparse 0/1 modulo p", "sparse", BRUTE_PATTERN, 20, PM_MOD, false, false},
    {"sparse integers modulo p", "sparse", BRUTE_INTEGER, 20, PM_MOD, true, false},
    {"sparse rationals modulo p", "sparse", BRUTE_DECIMAL, 25, PM_MOD, true, false},
    {NULL, NULL, BRUTE_PATTERN, 0, PM_MOD, false, false},
};

static void scale_some(struct pm_matrix *a, uint64_t *state)
{
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        if (test_between(state, 0, 2) == 0) {
            fmpq_div_2exp(a->re + k, a->re + k, 40);
            if (a->im != NULL)
                fmpq_div_2exp(a->im + k, a->im + k, 40);
        }
}

/* The matrix without the entries of its first column. */
static void empty_column(struct pm_matrix **a)
{
    struct pm_triplets t;

    pm_triplets_init(&t, (*a)->rows, (*a)->cols, false);
    for (int i = 0; i < (*a)->rows; i++)
        for (int k = (*a)->start[i]; k < (*a)->start[i + 1]; k++)
            if ((*a)->col[k] > 0)
                test_need(pm_triplets_add(&t, i, (*a)->col[k], (*a)->re + k, NULL));
    pm_matrix_free(*a);
    test_need(pm_matrix_from_triplets(a, &t));
    pm_triplets_clear(&t);
}

void gpu_walk_open(struct gpu_walk *walk, const struct gpu_kind *kind, int n, uint64_t *state)
{
    const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 1};

    memset(walk, 0, sizeof *walk);
    walk->engine = pm_engine_find(kind->engine);
    walk->a = brute_random(state, n, n, kind->percent, kind->entries);
    walk->ring = kind->number == PM_MOD ? pm_number_ring_mod(UINT64_C(281474976710597))
                                        : pm_number_ring_of(kind->number);
    if (strstr(kind->name, "empty") != NULL)
        empty_column(&walk->a);
    if (kind->tiny)
        scale_some(walk->a, state);
    walk->core = (struct pm_core){.a = walk->a};
    test_need(walk->engine->cost(&walk->cost, &walk->core, kind->number, &limits));
    test_need(walk->engine->open(&walk->job, &walk->core, &walk->cost, &walk->ring, &limits));
    test_need(pm_sign_walk_describe(&walk->device, &walk->recipe, walk->job));
}

void gpu_walk_close(struct gpu_walk *walk)
{
    pm_compile_clear(&walk->recipe);
    walk->engine->close(walk->job);
    if (walk->engine->more->forget != NULL)
        walk->engine->more->forget(walk->cost.choice);
    pm_matrix_free(walk->a);
}

/* The sum of some units, computed by the CPU. */
static struct pm_part cpu_sum(const struct gpu_walk *walk, uint64_t first, uint64_t count)
{
    struct pm_fold fold;
    struct pm_part part;

    pm_fold_init(&fold, &walk->ring);
    test_need(pm_units_add(&fold, walk->engine, walk->job, first, count));
    pm_fold_sum(&part, &fold);
    pm_fold_clear(&fold);
    return part;
}

/* True if `got` has the bits of that sum.  If not, prints both. */
static bool is_same(const struct gpu_walk *walk, uint64_t first, uint64_t count,
                    const struct pm_part *got)
{
    const struct pm_part wanted = cpu_sum(walk, first, count);

    if (pm_part_same(got, &wanted))
        return true;
    printf("# units from %llu: %a %a + %a %a i, %a, %llu\n"
           "#     the CPU: %a %a + %a %a i, %a, %llu\n",
           (unsigned long long)first, got->re[0], got->re[1], got->im[0], got->im[1], got->err,
           (unsigned long long)got->word[0], wanted.re[0], wanted.re[1], wanted.im[0], wanted.im[1],
           wanted.err, (unsigned long long)wanted.word[0]);
    return false;
}

/* ------------------------------------------------------------------ tests of a GPU */

/* Enters the first device.  NULL if there is none; then the test point is skipped. */
static struct pm_gpus *open_gpu(struct test *t, const char *what)
{
    struct pm_gpus *gpus;

    if (pm_gpus_open(&gpus, 1) != PM_OK) {
        test_skip(t, "%s: %s", what, pm_message());
        return NULL;
    }
    test_need(pm_gpu_enter(&gpus->gpu[0]));
    return gpus;
}

static void close_gpu(struct pm_gpus *gpus)
{
    pm_gpu_leave(&gpus->gpu[0]);
    pm_gpus_close(gpus);
}

static bool same_range(struct pm_device *device, const struct gpu_walk *walk, uint64_t first,
                       uint64_t count)
{
    struct pm_fold fold;
    struct pm_part got;

    pm_fold_init(&fold, &walk->ring);
    test_need(pm_gpu_walk_work(device, first, count, &fold));
    pm_fold_sum(&got, &fold);
    pm_fold_clear(&fold);
    return is_same(walk, first, count, &got);
}

/* Compares a node at the end.  Unless the effort is short and the numbers are double-double, it
 * also compares units near the begin that make no whole node, or more than one; and a node at the
 * begin, but for emulated kernels only if the effort is long. */
static bool same_bits(const struct pm_gpu *gpu, const struct gpu_walk *walk, bool odd,
                      bool emulated)
{
    const uint64_t units = walk->device.units, count = 1 << PM_DEVICE_LOG_NODE;
    const bool begin = !emulated || test_effort() == TEST_LONG;
    const bool slow = test_effort() == TEST_SHORT &&
                      (walk->ring.number == PM_DD || walk->ring.number == PM_COMPLEX_DD);
    struct pm_device *device;

    test_need(pm_gpu_walk_new(&device, gpu, &walk->device));
    const bool same = same_range(device, walk, units - count, count) &&
                      (slow || ((!begin || same_range(device, walk, 0, count)) &&
                                (!odd || same_range(device, walk, 3, units >= 32 ? 29 : 5))));
    pm_gpu_walk_close(device);
    return same;
}

static bool is_sparse(const struct gpu_kind *kind)
{
    return strcmp(kind->engine, "sparse") == 0;
}

/* The emulated kernels are slow.  Dense kinds are tested at order 23, sparse ones at 34, and the
 * complex kind, which has another form above order 40 (dense_gpu.c), at 41. */
static bool is_small_case(const struct gpu_kind *kind, int n)
{
    if (n > 40)
        return strcmp(kind->name, "complex, all classes") == 0;
    return is_sparse(kind) == (n > 30);
}

bool gpu_wanted(const char *const *words, const char *name)
{
    if (words == NULL || *words == NULL)
        return true;
    while (*words != NULL && strstr(name, *words) == NULL)
        words++;
    return *words != NULL;
}

void gpu_test_compiles(struct test *t, const struct pm_nvrtc *nvrtc, const char *name,
                       const struct pm_recipe *recipe)
{
    static const int archs[][5] = {[TEST_SHORT] = {90}, {75}, {75, 80, 90, 100}};

    for (const int *arch = archs[test_effort()]; *arch != 0; arch++) {
        struct pm_binary binary = {NULL, 0};
        const pm_status status = pm_compile_fresh(&binary, nvrtc, recipe, *arch);
        CHECK(t, status == PM_OK && binary.size > 0, "%s compiles for sm_%d%s%s", name, *arch,
              status == PM_OK ? "" : ": ", status == PM_OK ? "" : pm_message());
        free(binary.code);
    }
}

/* Larger orders take the kinds in turn.  If the effort is short, sparse kernels are not emulated:
 * they need larger orders and compile longest. */
void gpu_test_bits(struct test *t, bool small, const char *const *words, int share, int shares)
{
    static const int orders[] = {22, 34, 40, 51, 64, 0};
    static const int few[][4] = {[TEST_SHORT] = {23}, {23, 34, 41}, {23, 34, 41}};
    struct pm_gpus *const gpus = open_gpu(t, "the same bits on a GPU");
    int walks = 0;

    for (const int *n = small ? few[test_effort()] : orders; gpus != NULL && *n != 0; n++)
        for (const struct gpu_kind *kind = gpu_kinds; kind->name != NULL; kind++) {
            const bool turn = *n < 40 || (kind - gpu_kinds + *n) % 3 == 0;
            struct gpu_walk walk;
            if (!gpu_wanted(words, kind->name) || (words == NULL && !turn) ||
                (small && (!kind->compiled || !is_small_case(kind, *n))) ||
                walks++ % shares != share)
                continue;
            uint64_t state = 20261121 + (uint64_t)walks;
            gpu_walk_open(&walk, kind, *n, &state);
            if (walk.device.units >= 2 << PM_DEVICE_LOG_NODE)
                CHECK(t, same_bits(&gpus->gpu[0], &walk, *n <= 34, small),
                      "%s, order %d: the CPU's bits", kind->name, *n);
            gpu_walk_close(&walk);
        }
    if (gpus != NULL)
        close_gpu(gpus);
}

/* The first node: computed by the device, and by the CPU unit by unit. */
static bool same_node(const struct pm_gpu *gpu, const struct pm_device_walk *walk)
{
    enum { UNITS = 1 << PM_DEVICE_LOG_NODE };
    const struct pm_ring ring = pm_number_ring_of(PM_REAL);
    struct pm_fold by_device, by_unit;
    struct pm_device *device;
    struct pm_part got, wanted;

    pm_fold_init(&by_device, &ring);
    pm_fold_init(&by_unit, &ring);
    test_need(pm_gpu_walk_new(&device, gpu, walk));
    test_need(pm_gpu_walk_work(device, 0, UNITS, &by_device));
    for (uint64_t unit = 0; unit < UNITS; unit++)
        test_need(pm_gpu_walk_work(device, unit, 1, &by_unit));
    pm_fold_sum(&got, &by_device);
    pm_fold_sum(&wanted, &by_unit);
    pm_gpu_walk_close(device);
    PM_EACH(pm_fold_clear, &by_unit, &by_device);
    return pm_part_same(&got, &wanted);
}

/* The real dense walk with error bounds for patches of 2, 4 and 8 blocks. */
static void test_patches(struct test *t, bool small)
{
    enum { ORDER = 22 };
    struct pm_gpus *const gpus = open_gpu(t, "patches of more blocks");
    uint64_t state = 17;

    (void)small;
    for (int log_patch = 1; gpus != NULL && log_patch <= PM_LOG_PATCH_MOST; log_patch++) {
        struct pm_matrix *const a = brute_random(&state, ORDER, ORDER, 100, BRUTE_DECIMAL);
        struct pm_rows rows;
        struct pm_dense *dense;
        struct pm_device_walk walk;
        struct pm_recipe_text recipe;
        test_need(pm_rows_init(&rows, a, 1));
        test_need(pm_dense_new(&dense, &rows, 1, log_patch));
        test_need(pm_isa_chosen(&dense->signs.isa, NULL));
        test_need(pm_sign_walk_describe(&walk, &recipe, dense));
        CHECK(t, same_node(&gpus->gpu[0], &walk), "patches of 2^%d blocks: the CPU's bits",
              log_patch);
        pm_sign_walk_free(&dense->signs);
        pm_rows_clear(&rows);
        pm_matrix_free(a);
    }
    if (gpus != NULL)
        close_gpu(gpus);
}

/* Walks of different kinds in common launches. */
static void test_batch(struct test *t, bool small)
{
    enum { WALKS = 40 };
    struct pm_gpus *const gpus = open_gpu(t, "walks that share launches");
    struct pm_device_job job[WALKS];
    struct gpu_walk walk[WALKS];
    const int walks = small ? 6 : WALKS;
    uint64_t state = 99;

    if (gpus == NULL)
        return;
    for (int k = 0; k < walks; k++) { /* real, real with zeros, residues; two orders */
        const struct gpu_kind *const kind = &gpu_kinds[k % 3 == 2 ? 9 : k % 3];
        gpu_walk_open(&walk[k], kind, small ? 22 : 22 + k % 2, &state);
        job[k] = (struct pm_device_job){
            .describe = pm_sign_walk_describe, .job = walk[k].job, .ring = &walk[k].ring};
    }
    const pm_status status = pm_gpu_jobs_device_batch(job, (size_t)walks, &gpus->gpu[0]);
    CHECK(t, status == PM_OK, "%d walks share launches%s%s", walks, status == PM_OK ? "" : ": ",
          status == PM_OK ? "" : pm_message());
    for (int k = 0; k < walks; k++) {
        CHECK(t, is_same(&walk[k], 0, walk[k].device.units, &job[k].sum), "walk %d: the CPU's bits",
              k + 1);
        gpu_walk_close(&walk[k]);
    }
    close_gpu(gpus);
}

/* A device that fails as PM_GPU_FAIL says: its launches after the first two fail. */
static void test_fails(struct test *t, bool small)
{
    struct pm_device *device;
    struct pm_fold fold;
    struct gpu_walk walk;
    uint64_t state = 3;

    (void)small;
    setenv("PM_GPU_FAIL", "0:2", 1);
    struct pm_gpus *const gpus = open_gpu(t, "a GPU that fails");
    unsetenv("PM_GPU_FAIL");
    if (gpus == NULL)
        return;
    gpu_walk_open(&walk, &gpu_kinds[0], 23, &state);
    test_need(pm_gpu_walk_new(&device, &gpus->gpu[0], &walk.device));
    for (uint64_t k = 0; k < 4; k++) {
        pm_fold_init(&fold, &walk.ring);
        const pm_status status = pm_gpu_walk_work(device, 16 * k, 16, &fold);
        CHECK(t, status == (k < 2 ? PM_OK : PM_UNABLE), "launch %d of 2 that succeed", (int)k + 1);
        pm_fold_clear(&fold);
    }
    pm_gpu_walk_close(device);
    gpu_walk_close(&walk);
    close_gpu(gpus);
}

void gpu_test_others(struct test *t, bool small, const char *const *words, int share, int shares)
{
    static const struct {
        const char *name;
        void (*test)(struct test *t, bool small);
    } tests[] = {
        {"patches", test_patches},   {"graded", gpu_test_graded},
        {"sweeps", gpu_test_sweeps}, {"orbits", gpu_test_orbits},
        {"stacks", gpu_test_stacks}, {"hafnians", gpu_test_hafnians},
        {"batch", test_batch},       {"torontonians", gpu_test_torontonians},
        {"fails", test_fails},
    };

    for (int k = 0; k < (int)(sizeof tests / sizeof *tests); k++)
        if (k % shares == share && gpu_wanted(words, tests[k].name))
            tests[k].test(t, small);
}
