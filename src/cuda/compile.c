/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compilation by NVRTC.  The options make results exact to the bit: no contraction of a * b + c, no
 * flushing of subnormal numbers, divisions and square roots rounded as IEEE 754 says. */
#include "cuda/compile.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MOST = 32, SOURCES_MOST = 64 };

/* To load a kernel from the cache; to start NVRTC.  Measured on the host of an NVIDIA H200. */
static const double CACHED_SECONDS = 0.01, START_SECONDS = 0.9;

/* The last lines define gcc's names that the headers shared with C use. */
static const char *const common[] = {
    "--std=c++17",         "--device-as-default-execution-space",
    "--fmad=false",        "--ftz=false",
    "--prec-div=true",     "--prec-sqrt=true",
    "-DPM_ISA_CUDA",       "-D__builtin_fabs=fabs",
    "-D__builtin_fma=fma", "-D__builtin_sqrt=sqrt",
};

enum { COMMON = sizeof common / sizeof *common };

void pm_compile_begin(struct pm_recipe_text *text, const char *source, double seconds)
{
    text->program = NULL;
    text->recipe = (struct pm_recipe){.source = source, .option = text->option, .seconds = seconds};
}

void pm_compile_define(struct pm_recipe_text *text, const char *format, ...)
{
    const int number = text->recipe.options++;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text->text[number], PM_DEFINE, format, arguments);
    va_end(arguments);
    text->option[number] = text->text[number];
}

void pm_compile_clear(struct pm_recipe_text *text)
{
    free(text->program);
    text->program = NULL;
}

static const char *text_of(const struct pm_recipe *recipe)
{
    for (const struct pm_kernel_source *s = recipe->sources != NULL ? recipe->sources
                                                                    : pm_kernel_sources;
         s->name != NULL; s++)
        if (strcmp(s->name, recipe->source) == 0)
            return s->text;
    return NULL;
}

/* Everything that machine code depends on, as text.  For the compiler this is only its requested
 * name: to know its version, a library of 100 MB would have to be opened. */
static pm_status key_new(char **key, const struct pm_recipe *recipe, int arch)
{
    const char *const named = getenv("PM_NVRTC");
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    FILE *const out = text.file;
    fprintf(out, "NVRTC %s, arch %d\n", named != NULL ? named : "", arch);
    for (int k = 0; k < COMMON; k++)
        fprintf(out, "%s\n", common[k]);
    for (int k = 0; k < recipe->options; k++)
        fprintf(out, "%s\n", recipe->option[k]);
    if (recipe->program != NULL)
        fputs(recipe->program, out);
    for (const struct pm_kernel_source *s = pm_kernel_sources; s->name != NULL; s++)
        if (strstr(s->name, ".cu") == NULL)
            fprintf(out, "%s\n%s\n", s->name, s->text);
    fprintf(out, "%s\n%s\n", recipe->source, text_of(recipe));
    return pm_text_close(key, &text, PM_OK);
}

/* "sm_90" where NVRTC supports the device; else "compute_NN" for the newest older architecture that
 * it supports. */
static bool option_arch(char *option, size_t room, const struct pm_nvrtc *nvrtc, int arch)
{
    int archs[256], count = 0, best = 0;

    if (nvrtc->arch_count(&count) == 0 && count <= 256 && nvrtc->archs(archs) == 0)
        for (int k = 0; k < count; k++)
            if (archs[k] <= arch && archs[k] > best)
                best = archs[k];
    const bool known = best == arch;
    snprintf(option, room, "--gpu-architecture=%s_%d", known ? "sm" : "compute", best);
    return known;
}

static pm_status fail_log(const struct pm_nvrtc *nvrtc, pm_nvrtc_program program, const char *name)
{
    size_t size = 0;
    char *log = NULL;

    if (nvrtc->log_size(program, &size) == 0 && size > 0 && (log = pm_alloc(size, 1)) != NULL)
        nvrtc->log(program, log);
    const pm_status status = pm_fail(PM_UNABLE, "NVRTC: %s does not compile: %.150s", name,
                                     log != NULL ? log : "no reason given");
    free(log);
    return status;
}

/* Fetches machine code, or PTX if `code` is false. */
static pm_status fetch(struct pm_binary *binary, const struct pm_nvrtc *nvrtc,
                       pm_nvrtc_program program, bool code)
{
    size_t size = 0;
    struct pm_binary got = {NULL, 0};

    if ((code ? nvrtc->cubin_size : nvrtc->ptx_size)(program, &size) != 0 || size == 0)
        return pm_fail(PM_UNABLE, "NVRTC returned no code");
    PM_NEW(got.code, size + 1); /* PTX is text and ends with a zero */
    got.size = size;
    if ((code ? nvrtc->cubin : nvrtc->ptx)(program, got.code) != 0) {
        free(got.code);
        return pm_fail(PM_UNABLE, "NVRTC returned no code");
    }
    *binary = got;
    return PM_OK;
}

pm_status pm_compile_fresh(struct pm_binary *binary, const struct pm_nvrtc *nvrtc,
                           const struct pm_recipe *recipe, int arch)
{
    const char *option[OPTIONS_MOST], *header[SOURCES_MOST], *header_name[SOURCES_MOST];
    char arch_option[64];
    int options = 0, headers = 0;
    pm_nvrtc_program program;
    pm_status status;

    const bool known = option_arch(arch_option, sizeof arch_option, nvrtc, arch);
    option[options++] = arch_option;
    for (int k = 0; k < COMMON; k++)
        option[options++] = common[k];
    for (int k = 0; k < recipe->options && options < OPTIONS_MOST; k++)
        option[options++] = recipe->option[k];
    for (const struct pm_kernel_source *s = pm_kernel_sources;
         s->name != NULL && headers < SOURCES_MOST - 1; s++) {
        header_name[headers] = s->name;
        header[headers++] = s->text;
    }
    if (recipe->program != NULL) {
        header_name[headers] = "program.h";
        header[headers++] = recipe->program;
    }
    if (nvrtc->create(&program, text_of(recipe), recipe->source, headers, header, header_name) != 0)
        return pm_fail(PM_UNABLE, "NVRTC cannot make a program");
    status = nvrtc->compile(program, options, option) == 0
                 ? fetch(binary, nvrtc, program, known)
                 : fail_log(nvrtc, program, recipe->source);
    nvrtc->destroy(&program);
    return status;
}

pm_status pm_compile(struct pm_binary *binary, const struct pm_recipe *recipe, int arch)
{
    struct pm_nvrtc nvrtc;
    pm_status status = PM_OK;
    char *key;

    PM_TRY(key_new(&key, recipe, arch));
    if (pm_cache_get(binary, key))
        goto done;
    const uint64_t bytes = pm_budget_bytes();
    PM_TRY_GOTO(status, pm_driver_open_compiler(&nvrtc), done);
    PM_TRY_GOTO(status, pm_compile_fresh(binary, &nvrtc, recipe, arch), done);
    pm_budget_exempt(bytes);
    pm_cache_put(binary, key);
done:
    free(key);
    return status;
}

pm_status pm_compile_seconds(double *seconds, const struct pm_recipe *recipe, int arch)
{
    struct pm_binary binary = {.code = NULL};
    char *key;

    PM_TRY(key_new(&key, recipe, arch));
    *seconds = pm_cache_get(&binary, key) ? CACHED_SECONDS : START_SECONDS + recipe->seconds;
    PM_FREE(binary.code, key);
    return PM_OK;
}
