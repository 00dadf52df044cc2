/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GPUs.  On every machine: compiled kernels are kept on disk, and damaged files are not used.  With
 * NVRTC: every kernel compiles for several generations of GPUs.  With a GPU: walks give the bits of
 * the CPU for every class of rows. */
#include "base/cache.h"
#include "cuda/rooms.h"
#include "engine/sweep/gpu/tile.h"
#include "engine/sweep/gpu/sweep_gpu.h"
#include "gpu_walks.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ------------------------------------------------------------------ compilation */

static void sweep_compiles(struct test *t, const struct pm_nvrtc *nvrtc)
{
    struct pm_recipe_text recipe;

    for (int weighted = 0; weighted < 2; weighted++) {
        pm_sweep_gpu_recipe(&recipe, weighted, PM_TILE_BLOCKS);
        gpu_test_compiles(t, nvrtc, weighted ? "sweep, weighted" : "sweep", &recipe.recipe);
        pm_compile_clear(&recipe);
    }
}

static void test_compiles(struct test *t, const char *const *words)
{
    const enum test_effort effort = test_effort();
    struct pm_nvrtc nvrtc;
    uint64_t state = 4711;
    bool done[2][PM_NUMBERS] = {{false}}; /* of engine dense, of engine sparse */

    if (pm_driver_open_compiler(&nvrtc) != PM_OK) {
        test_skip(t, "kernels compile: %s", pm_message());
        return;
    }
    for (const struct gpu_kind *kind = gpu_kinds; kind->name != NULL; kind++) {
        struct gpu_walk walk;
        bool *const before = &done[kind->engine[0] == 's'][kind->number];
        if (!kind->compiled || !gpu_wanted(words, kind->name) || (*before && effort != TEST_LONG))
            continue;
        *before = true;
        /* the longest kernel takes a quarter of a minute at order 20 */
        gpu_walk_open(&walk, kind, effort != TEST_LONG ? 12 : 20, &state);
        gpu_test_compiles(t, &nvrtc, kind->name, &walk.recipe.recipe);
        gpu_walk_close(&walk);
        if (effort == TEST_SHORT) /* sanitizers do not check NVRTC */
            break;
    }
    if (gpu_wanted(words, "sweep"))
        sweep_compiles(t, &nvrtc);
    if (gpu_wanted(words, "graded"))
        gpu_compile_graded(t);
}

/* ------------------------------------------------------------------ shared memory */

/* Tiles of 64 KiB: in the 228 KiB of an H100 there is room for three, in the 164 of an A100 for
 * two. Source of the sizes: NVIDIA, CUDA C++ Programming Guide, Technical Specifications per
 * Compute Capability.  A block can ask for all but one KiB. */
static void test_blocks(struct test *t)
{
    static const struct {
        const char *name;
        int kib, blocks;
    } device[] = {{"an H100", 228, 3}, {"an A100", 164, 2}, {"compute capability 8.9", 100, 1}};

    for (int k = 0; k < 3; k++) {
        const struct pm_gpu gpu = {.shared = 1024 * (device[k].kib - 1)};
        const int blocks = pm_sweep_gpu_blocks(&gpu);
        CHECK(t, blocks == device[k].blocks, "%s has room for %d tiles, not %d", device[k].name,
              device[k].blocks, blocks);
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
    CHECK(t, holds("key", "machine code"), "a stored kernel is found");
    CHECK(t, !holds("Key", "machine code"), "another key is not found");
    for (long at = 0; at < 40; at += 13)
        CHECK(t, damage(folder, at) && !holds("key", "machine code"),
              "byte %ld changed: the file is not used", at);
    pm_cache_put(&code, "key");
    CHECK(t, holds("key", "machine code"), "a damaged file is replaced");
    CHECK(t, chmod(folder, 0755) == 0 && !holds("key", "machine code"),
          "a folder that others can read is not used");
    snprintf(command, sizeof command, "chmod 700 '%s' && rm -r '%s'", folder, path);
    CHECK(t, system(command) == 0, "the cache can be removed");
}

/* ------------------------------------------------------------------------ memory */

enum { MEMORY = 100 << 20 }; /* bytes of an emulated device, whose addresses count up */

static size_t size_of[16], used;
static pm_cu_pointer addresses;

static pm_cu_result emulated_new(pm_cu_pointer *at, size_t size)
{
    if (used + size > MEMORY)
        return PM_CU_OUT_OF_MEMORY;
    used += size;
    *at = ++addresses;
    size_of[addresses] = size;
    return 0;
}

static pm_cu_result emulated_free(pm_cu_pointer at)
{
    used -= size_of[at];
    return 0;
}

static pm_cu_result emulated_error(pm_cu_result result, const char **text)
{
    (void)result;
    *text = "emulated";
    return 0;
}

/* A vector that takes most of the memory and a table that grows, as in the slices of a sweep: the
 * table does not take the room of the vector. */
static void test_rooms(struct test *t)
{
    const struct pm_cu cu = {
        .memory_new = emulated_new, .memory_free = emulated_free, .error_string = emulated_error};
    struct pm_room *table, *vector;
    struct pm_rooms rooms;

    pm_rooms_init(&rooms);
    for (size_t slice = 1; slice <= 3; slice++) {
        test_need(pm_room_take(&table, &rooms, &cu, false, slice * 1000));
        CHECK(t, pm_room_take(&vector, &rooms, &cu, false, 70 << 20) == PM_OK,
              "slice %zu has room for its vector: %s", slice, pm_message());
        pm_room_drop(&rooms, vector->at, NULL);
        pm_room_drop(&rooms, table->at, NULL);
    }
    CHECK(t, pm_room_take(&vector, &rooms, &cu, false, 90 << 20) == PM_OK,
          "a larger vector takes the room of a smaller one");
    pm_room_drop(&rooms, vector->at, NULL);
    pm_rooms_clear(&rooms, &cu);
    CHECK(t, used == 0, "%zu bytes are left", used);
}

/* tests/gpu [WORD ...]: tests the kinds whose names contain one of the words, or all kinds.
 * tests/gpu -n K/M: tests share K of M, counted from 0, of what needs a GPU. */
int main(int count, char **argument)
{
    const char *const *const words = count > 1 ? (const char *const *)argument + 1 : NULL;
    const bool shared = count > 1 && strcmp(argument[1], "-n") == 0;
    struct test t = {0, 0};
    int share = 0, shares = 1;

    if (shared && (count != 3 || sscanf(argument[2], "%d/%d", &share, &shares) != 2 || share < 0 ||
                   share >= shares)) {
        printf("Bail out! -n K/M, K from 0 to M - 1\n");
        return 99;
    }
    if (!shared) {
        test_cache(&t);
        test_rooms(&t);
        test_blocks(&t);
        test_compiles(&t, words);
        unsetenv("XDG_CACHE_HOME");
    }
    gpu_test_bits(&t, false, shared ? NULL : words, share, shares);
    gpu_test_others(&t, false, shared ? NULL : words, share, shares);
    return test_done(&t);
}
