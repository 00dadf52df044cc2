/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GPUs.  Everywhere: compiled kernels are kept on disk and never believed when damaged.  With
 * NVRTC: every kernel compiles for several generations of devices.  With a device: the walks give
 * the bits that the CPU's give, for every class of rows. */
#include "brute.h"
#include "cuda/cache.h"
#include "engine/dense/device.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void give_up(void)
{
    printf("Bail out! %s\n", pm_message());
    exit(99);
}

static void need(pm_status status)
{
    if (status != PM_OK)
        give_up();
}

/* ------------------------------------------------------------------ walks */

struct kind {
    const char *name;
    enum brute_entries entries;
    int percent;
    enum pm_number number;
    bool compiled; /* and tested without a device: one of each kernel, with all classes of rows */
    bool tiny;     /* some entries are scaled down by 2^40: no column is a pivot of all rows */
};

static const struct kind kinds[] = {
    {"real", BRUTE_DECIMAL, 100, PM_REAL, false, false},
    {"real with zeros", BRUTE_DECIMAL, 60, PM_REAL, false, false},
    {"real, all classes", BRUTE_INTEGER, 60, PM_REAL, true, true},
    {"complex", BRUTE_GAUSSIAN, 100, PM_COMPLEX, false, false},
    {"complex, all classes", BRUTE_GAUSSIAN, 60, PM_COMPLEX, true, true},
    {"double-double", BRUTE_DECIMAL, 100, PM_DD, false, false},
    {"double-double, all classes", BRUTE_DECIMAL, 60, PM_DD, true, true},
    {"complex double-double", BRUTE_GAUSSIAN, 100, PM_COMPLEX_DD, false, false},
    {"complex double-double, all classes", BRUTE_GAUSSIAN, 60, PM_COMPLEX_DD, true, true},
    {"0/1 modulo p", BRUTE_PATTERN, 50, PM_MOD, false, false},
    {"integers modulo p", BRUTE_INTEGER, 70, PM_MOD, true, false},
    {"rationals modulo p", BRUTE_DECIMAL, 80, PM_MOD, true, false},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

struct walk {
    struct pm_dense *floating;
    struct pm_modular *modular;
    struct pm_ring ring;
};

static void open_walk(struct walk *walk, const struct kind *kind, int n, uint64_t *state)
{
    const struct pm_isa *const isa = pm_isa_find(NULL);
    struct pm_matrix *const a = brute_random(state, n, n, kind->percent, kind->entries);

    *walk = (struct walk){NULL, NULL,
                          kind->number == PM_MOD ? pm_ring_mod(UINT64_C(281474976710597))
                                                 : pm_ring_of(kind->number)};
    for (int k = 0; kind->tiny && k < pm_matrix_nnz(a); k++)
        if (test_between(state, 0, 2) == 0) {
            fmpq_div_2exp(a->re + k, a->re + k, 40);
            if (a->im != NULL)
                fmpq_div_2exp(a->im + k, a->im + k, 40);
        }
    if (kind->number == PM_MOD) {
        struct pm_image *image;
        need(pm_image_new(&image, a, &walk->ring));
        need(pm_modular_new(&walk->modular, image));
        pm_image_free(image);
        walk->modular->isa = isa;
    } else {
        struct pm_dense_rows rows;
        need(pm_dense_rows_init(
            &rows, a, kind->number == PM_COMPLEX || kind->number == PM_COMPLEX_DD ? 2 : 1));
        need(pm_dense_new(&walk->floating, &rows,
                          kind->number == PM_DD || kind->number == PM_COMPLEX_DD ? 2 : 1));
        pm_dense_rows_clear(&rows);
        walk->floating->isa = isa;
    }
    pm_matrix_free(a);
}

static void close_walk(struct walk *walk)
{
    pm_dense_free(walk->floating);
    pm_modular_free(walk->modular);
}

/* ------------------------------------------------------------------ the same bits */

static struct pm_part on_cpu(const struct walk *walk, uint64_t first, uint64_t count)
{
    struct pm_fold fold;
    struct pm_part part;

    pm_fold_init(&fold, &walk->ring);
    for (uint64_t unit = first; unit < first + count; unit++) {
        if (walk->floating != NULL)
            pm_dense_unit(&part, walk->floating, unit);
        else
            pm_modular_unit(&part, walk->modular, unit);
        need(pm_fold_add(&fold, 0, unit, &part));
    }
    pm_fold_sum(&part, &fold);
    pm_fold_clear(&fold);
    return part;
}

static bool same_range(struct pm_device *device, const struct walk *walk, uint64_t first,
                       uint64_t count)
{
    const struct pm_part wanted = on_cpu(walk, first, count);
    struct pm_fold fold;
    struct pm_part got;

    pm_fold_init(&fold, &walk->ring);
    need(pm_device_add(device, first, count, &fold, NULL));
    pm_fold_sum(&got, &fold);
    pm_fold_clear(&fold);
    if (pm_part_same(&got, &wanted))
        return true;
    printf(
        "# units from %llu: %a %a + %a %a i, %a, %llu\n#     the CPU: %a %a + %a %a i, %a, %llu\n",
        (unsigned long long)first, got.re[0], got.re[1], got.im[0], got.im[1], got.err,
        (unsigned long long)got.word[0], wanted.re[0], wanted.re[1], wanted.im[0], wanted.im[1],
        wanted.err, (unsigned long long)wanted.word[0]);
    return false;
}

/* The first units, the last ones, and some whose nodes are not whole. */
static bool same_bits(const struct pm_gpu *gpu, const struct walk *walk, int n)
{
    const uint64_t units = pm_dense_units(n), count = units < 128 ? units / 2 : 64;
    struct pm_recipe_text recipe;
    struct pm_device_walk described;
    struct pm_device *device;

    pm_dense_describe(&described, &recipe, walk->floating, walk->modular);
    need(pm_device_new(&device, gpu, &described));
    const bool same = same_range(device, walk, 0, count) &&
                      same_range(device, walk, units - count, count) &&
                      same_range(device, walk, 3, 30 < units - 3 ? 30 : 1);
    pm_device_free(device);
    return same;
}

static void test_bits(struct test *t)
{
    static const int orders[] = {22, 25, 31, 40, 51, 64};
    struct pm_gpus *gpus;
    uint64_t state = 20261121;

    if (pm_gpus_open(&gpus, 1) != PM_OK) {
        test_skip(t, "the same bits on a GPU: %s", pm_message());
        return;
    }
    need(pm_gpu_enter(&gpus->gpu[0]));
    for (size_t o = 0; o < sizeof orders / sizeof *orders; o++)
        for (int k = 0; k < KINDS; k++) {
            struct walk walk;
            open_walk(&walk, &kinds[k], orders[o], &state);
            CHECK(t, same_bits(&gpus->gpu[0], &walk, orders[o]), "%s, order %d: the CPU's bits",
                  kinds[k].name, orders[o]);
            close_walk(&walk);
        }
    pm_gpu_leave(&gpus->gpu[0]);
    pm_gpus_close(gpus);
}

/* A device that fails, as PM_GPU_FAIL says, does so for the launches after the first two. */
static void test_fails(struct test *t)
{
    const struct kind *const kind = &kinds[0];
    const struct pm_ring ring = pm_ring_of(PM_REAL);
    struct pm_recipe_text recipe;
    struct pm_device_walk described;
    struct pm_device *device;
    struct pm_gpus *gpus;
    struct pm_fold fold;
    struct walk walk;
    uint64_t state = 3;

    setenv("PM_GPU_FAIL", "0:2", 1);
    if (pm_gpus_open(&gpus, 1) != PM_OK) {
        test_skip(t, "a GPU that fails: %s", pm_message());
        return;
    }
    need(pm_gpu_enter(&gpus->gpu[0]));
    open_walk(&walk, kind, 24, &state);
    pm_dense_describe(&described, &recipe, walk.floating, walk.modular);
    need(pm_device_new(&device, &gpus->gpu[0], &described));
    for (uint64_t k = 0; k < 4; k++) {
        pm_fold_init(&fold, &ring);
        const pm_status status = pm_device_add(device, 16 * k, 16, &fold, NULL);
        CHECK(t, status == (k < 2 ? PM_OK : PM_UNABLE), "launch %d of 2 that succeed", (int)k + 1);
        pm_fold_clear(&fold);
    }
    pm_device_free(device);
    close_walk(&walk);
    pm_gpu_leave(&gpus->gpu[0]);
    pm_gpus_close(gpus);
    unsetenv("PM_GPU_FAIL");
}

/* ------------------------------------------------------------------ compilation */

static void test_compiles(struct test *t)
{
    static const int archs[] = {75, 80, 90, 100};
    struct pm_nvrtc nvrtc;
    uint64_t state = 4711;

    if (pm_nvrtc_open(&nvrtc) != PM_OK) {
        test_skip(t, "kernels compile: %s", pm_message());
        return;
    }
    for (int k = 0; k < KINDS; k++) {
        struct pm_recipe_text recipe;
        struct pm_device_walk described;
        struct walk walk;
        if (!kinds[k].compiled)
            continue;
        open_walk(&walk, &kinds[k], 12, &state);
        pm_dense_describe(&described, &recipe, walk.floating, walk.modular);
        for (size_t arch = 0; arch < sizeof archs / sizeof *archs; arch++) {
            struct pm_binary binary = {NULL, 0};
            const pm_status status = pm_compile_fresh(&binary, &nvrtc, &recipe.recipe, archs[arch]);
            CHECK(t, status == PM_OK && binary.size > 0, "%s compiles for sm_%d%s%s", kinds[k].name,
                  archs[arch], status == PM_OK ? "" : ": ", status == PM_OK ? "" : pm_message());
            free(binary.code);
        }
        close_walk(&walk);
    }
}

/* ------------------------------------------------------------------ the cache */

static bool holds(const char *key, const char *code)
{
    struct pm_binary binary;

    if (!pm_cache_get(&binary, key))
        return false;
    const bool same = binary.size == strlen(code) && strcmp(binary.code, code) == 0;
    free(binary.code);
    return same;
}

/* Changes one byte of the only file in the folder. */
static bool damage(const char *folder, long at)
{
    char command[4400];

    snprintf(command, sizeof command,
             "f=$(ls -d %s/*) && printf X | dd of=\"$f\" bs=1 seek=%ld conv=notrunc 2>/dev/null",
             folder, at);
    return system(command) == 0;
}

static void test_cache(struct test *t)
{
    char base[] = "cache-XXXXXX", path[4096], folder[4200], command[8400];
    struct pm_binary code = {(char *)"machine code", strlen("machine code")};

    if (mkdtemp(base) == NULL || realpath(base, path) == NULL) {
        printf("Bail out! no scratch folder in the current folder\n");
        exit(99);
    }
    snprintf(folder, sizeof folder, "%s/permatch", path);
    setenv("XDG_CACHE_HOME", path, 1);
    CHECK(t, !holds("key", "machine code"), "an empty cache holds nothing");
    pm_cache_put(&code, "key");
    CHECK(t, holds("key", "machine code"), "what was put is there");
    CHECK(t, !holds("Key", "machine code"), "another key is not");
    for (long at = 0; at < 40; at += 13)
        CHECK(t, damage(folder, at) && !holds("key", "machine code"),
              "byte %ld changed: not believed", at);
    pm_cache_put(&code, "key");
    CHECK(t, holds("key", "machine code"), "a damaged file is replaced");
    CHECK(t, chmod(folder, 0755) == 0 && !holds("key", "machine code"),
          "a folder that others can read is not used");
    snprintf(command, sizeof command, "chmod 700 '%s' && rm -r '%s'", folder, path);
    CHECK(t, system(command) == 0, "the cache can be removed");
}

int main(void)
{
    struct test t = {0, 0};

    test_cache(&t);
    test_compiles(&t);
    unsetenv("XDG_CACHE_HOME");
    test_bits(&t);
    test_fails(&t);
    return test_done(&t);
}
