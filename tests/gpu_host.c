/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels for GPUs, without one: compiled as C++ for this machine, with a thread for each thread of
 * a block (tests/gpu_host.h has what CUDA brings along), they give the bits of the CPU's walks. */
#include "cuda/sources.h"
#include "gpu_walks.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void emulated(void *out, const void *problem, unsigned long long first, unsigned blocks);

static void put_file(const char *folder, const char *name, const char *text)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        char command[4200];
        *slash = '\0';
        snprintf(command, sizeof command, "mkdir -p '%s'", path);
        if (system(command) != 0)
            exit(99);
        *slash = '/';
    }
    FILE *const file = fopen(path, "w");
    if (file == NULL || fputs(text, file) == EOF || fclose(file) != 0) {
        printf("Bail out! cannot write %s\n", path);
        exit(99);
    }
}

/* The kernel of a recipe as a library in the folder; NULL where it does not compile. */
static void *build(const char *folder, const struct pm_recipe *recipe, int number)
{
    const char *const compiler = getenv("CXX"), *const srcdir = getenv("srcdir");
    char path[4200], command[16000];

    snprintf(command, sizeof command,
             "#include \"%s\"\n"
             "extern \"C\" void emulate(void *out, const void *problem, unsigned long long first, "
             "unsigned blocks)\n{\n    run_kernel(walk, out, problem, first, blocks);\n}\n",
             recipe->source);
    put_file(folder, "emulate.cc", command);
    if (recipe->program != NULL)
        put_file(folder, "program.h", recipe->program);
    snprintf(path, sizeof path, "./%s/kernel%d.so", folder, number);
    int used = snprintf(
        command, sizeof command,
        "%s -std=c++17 -w -O1 -fno-strict-aliasing -ffp-contract=off -shared -fPIC -pthread -I%s "
        "-include '%s/tests/gpu_host.h' -o %s",
        compiler != NULL ? compiler : "c++", folder, srcdir != NULL ? srcdir : ".", path);
    for (int k = 0; k < recipe->options; k++)
        used += snprintf(command + used, sizeof command - (size_t)used, " '%s'", recipe->option[k]);
    snprintf(command + used, sizeof command - (size_t)used, " %s/emulate.cc", folder);
    return system(command) == 0 ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

/* Nodes `first` and the one after it. */
static bool same_nodes(const struct gpu_walk *walk, emulated *run, const void *problem,
                       uint64_t first)
{
    char out[2 * 64];
    struct pm_fold fold;
    struct pm_part part;

    run(out, problem, first << PM_DEVICE_LOG_NODE, 2);
    pm_fold_init(&fold, &walk->ring);
    for (uint64_t k = 0; k < 2; k++) {
        memset(&part, 0, sizeof part);
        walk->device.node(&part, walk->device.walk, out + k * walk->device.node_size);
        gpu_need(pm_fold_add(&fold, PM_DEVICE_LOG_NODE, first + k, &part));
    }
    pm_fold_sum(&part, &fold);
    pm_fold_clear(&fold);
    return gpu_walk_same(walk, first << PM_DEVICE_LOG_NODE, UINT64_C(2) << PM_DEVICE_LOG_NODE,
                         &part);
}

static void test_kind(struct test *t, const char *folder, const struct gpu_kind *kind, int number)
{
    uint64_t state = 77 + (uint64_t)number;
    struct gpu_walk walk;

    gpu_walk_open(&walk, kind, strcmp(kind->engine, "dense") == 0 ? 24 : 34, &state);
    const uint64_t nodes = walk.device.units >> PM_DEVICE_LOG_NODE;
    void *const library = build(folder, &walk.recipe.recipe, number);
    emulated *run = NULL;
    if (library != NULL)
        *(void **)&run = dlsym(library, "emulate");
    CHECK(t, run != NULL, "%s compiles as C++", kind->name);
    if (run != NULL) {
        char *const problem = calloc(walk.device.problem_size, 1);
        walk.device.problem(problem, walk.device.walk);
        CHECK(t,
              nodes >= 2 && same_nodes(&walk, run, problem, 0) &&
                  same_nodes(&walk, run, problem, nodes - 2),
              "%s: the CPU's bits", kind->name);
        free(problem);
        dlclose(library);
    }
    gpu_walk_close(&walk);
}

int main(void)
{
    const char *const compiler = getenv("CXX");
    char folder[] = "kernels-XXXXXX", command[4096];
    struct test t = {0, 0};
    int number = 0;

    snprintf(command, sizeof command, "%s --version > /dev/null 2>&1",
             compiler != NULL ? compiler : "c++");
    if (system(command) != 0) {
        test_skip(&t, "kernels as C++: there is no compiler, %s",
                  compiler != NULL ? compiler : "c++");
        return test_done(&t);
    }
    if (mkdtemp(folder) == NULL) {
        printf("Bail out! no scratch folder in the current folder\n");
        return 99;
    }
    for (const struct pm_source *s = pm_sources; s->name != NULL; s++)
        put_file(folder, s->name, s->text);
    for (const struct gpu_kind *kind = gpu_kinds; kind->name != NULL; kind++, number++)
        test_kind(&t, folder, kind, number);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(&t, system(command) == 0, "the folder can be removed");
    return test_done(&t);
}
