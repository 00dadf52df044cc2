/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A replacement for NVRTC that calls the compiler of the CUDA Toolkit, for `make check-cuda`.
 * PM_NVRTC names it, so the library compiles its kernels by nvcc, with the options of run time.
 * NVCC names the compiler.  It has the functions of NVRTC that permatch uses; see NVIDIA's NVRTC
 * manual, "User Interface". */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OK, FAILED, PATH = 4096, COMMAND = 65536 };

struct _nvrtcProgram {
    char folder[32];
    char *log, *code;
    size_t size;
};
typedef struct _nvrtcProgram *nvrtcProgram;

static const char *nvcc(void)
{
    const char *const named = getenv("NVCC");

    return named != NULL ? named : "nvcc";
}

/* ------------------------------------------------------------------ files */

/* Opens folder/name for writing, and makes the folders in the name. */
static FILE *create(const char *folder, const char *name)
{
    char path[PATH];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return NULL;
        *slash = '/';
    }
    return fopen(path, "w");
}

static bool put(const char *folder, const char *name, const char *text)
{
    FILE *const file = create(folder, name);

    if (file == NULL)
        return false;
    const bool good = fputs(text, file) >= 0;
    return fclose(file) == 0 && good;
}

/* The content of folder/name with a zero byte at the end. */
static char *get(size_t *size, const char *folder, const char *name)
{
    char path[PATH], *text = NULL;
    struct stat state;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "r");
    if (file == NULL)
        return NULL;
    if (fstat(fileno(file), &state) == 0 && (text = calloc((size_t)state.st_size + 1, 1)) != NULL)
        *size = fread(text, 1, (size_t)state.st_size, file);
    fclose(file);
    return text;
}

/* ------------------------------------------------------------------ NVRTC */

int nvrtcDestroyProgram(nvrtcProgram *program)
{
    char command[PATH];

    snprintf(command, sizeof command, "rm -r '%s'", (*program)->folder);
    const int status = system(command) == 0 ? OK : FAILED;
    free((*program)->log);
    free((*program)->code);
    free(*program);
    return status;
}

int nvrtcCreateProgram(nvrtcProgram *out, const char *source, const char *name, int headers,
                       const char *const *header, const char *const *header_name)
{
    nvrtcProgram p = calloc(1, sizeof *p);

    (void)name;
    if (p == NULL)
        return FAILED;
    strcpy(p->folder, "nvcc-XXXXXX");
    bool good = mkdtemp(p->folder) != NULL;
    for (int k = 0; good && k < headers; k++)
        good = put(p->folder, header_name[k], header[k]);
    if (!good || !put(p->folder, "kernel.cu", source)) {
        nvrtcDestroyProgram(&p);
        return FAILED;
    }
    *out = p;
    return OK;
}

/* True if the option must be written into the source.  nvcc splits values at commas, does not know
 * whether unmarked functions are for the host or for the device, and has headers that use names of
 * gcc. */
static bool in_source(const char *option)
{
    return strncmp(option, "-D", 2) == 0 ||
           strcmp(option, "--device-as-default-execution-space") == 0;
}

static bool put_source(const char *folder, int options, const char *const *option)
{
    FILE *const file = create(folder, "main.cu");

    if (file == NULL)
        return false;
    for (int k = 0; k < options; k++) {
        const char *const value = strchr(option[k], '=');
        if (strncmp(option[k], "-D", 2) == 0 && value != NULL)
            fprintf(file, "#define %.*s %s\n", (int)(value - option[k] - 2), option[k] + 2,
                    value + 1);
        else if (in_source(option[k]))
            fprintf(file, "#define inline inline __device__\n");
    }
    fprintf(file, "#include \"kernel.cu\"\n");
    return fclose(file) == 0;
}

int nvrtcCompileProgram(nvrtcProgram program, int options, const char *const *option)
{
    char command[COMMAND];
    const char *kind = "ptx";
    int used = 0;

    if (!put_source(program->folder, options, option))
        return FAILED;
    for (int k = 0; k < options; k++)
        if (strncmp(option[k], "--gpu-architecture=sm", 21) == 0)
            kind = "cubin";
    used = snprintf(command, sizeof command, "cd '%s' && '%s' -w -I. --%s -o code", program->folder,
                    nvcc(), kind);
    for (int k = 0; k < options && used < COMMAND; k++)
        if (!in_source(option[k]))
            used += snprintf(command + used, COMMAND - (size_t)used, " '%s'", option[k]);
    if (used < COMMAND)
        used += snprintf(command + used, COMMAND - (size_t)used, " main.cu > log 2>&1");
    if (used >= COMMAND || system(command) != 0) {
        size_t size;
        program->log = get(&size, program->folder, "log");
        return FAILED;
    }
    program->code = get(&program->size, program->folder, "code");
    return program->code != NULL ? OK : FAILED;
}

int nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size)
{
    *size = program->log != NULL ? strlen(program->log) + 1 : 0;
    return OK;
}

int nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
    strcpy(log, program->log);
    return OK;
}

int nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
    *size = program->size;
    return OK;
}

int nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
    memcpy(cubin, program->code, program->size);
    return OK;
}

int nvrtcGetPTXSize(nvrtcProgram program, size_t *size)
{
    return nvrtcGetCUBINSize(program, size);
}

int nvrtcGetPTX(nvrtcProgram program, char *ptx)
{
    return nvrtcGetCUBIN(program, ptx);
}

/* The architectures; there is room for `room` of them. */
static int list_archs(int *arch, int room)
{
    char command[PATH];
    int count = 0;

    snprintf(command, sizeof command, "'%s' --list-gpu-arch", nvcc());
    FILE *const list = popen(command, "r");
    while (list != NULL && count < room && fscanf(list, " compute_%d", &arch[count]) == 1)
        count++;
    if (list != NULL)
        pclose(list);
    return count;
}

int nvrtcGetNumSupportedArchs(int *count)
{
    int arch[256];

    *count = list_archs(arch, 256);
    return OK;
}

int nvrtcGetSupportedArchs(int *arch)
{
    list_archs(arch, 256);
    return OK;
}
