/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes at all are either a matrix in canonical form or refused with a reason in one printable
 * line.  Built with -DPM_FUZZ and clang -fsanitize=fuzzer, libFuzzer makes up the bytes:
 *
 *     fuzz_mtx -max_len=4096 CORPUS tests/files
 *
 * built without, this is a test that takes every file named, or all of tests/files, as it is, cut
 * short, and with single bytes changed. */
#include "read/mtx.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    MEMORY = 1 << 24, /* what a matrix may take: small, so that a size line alone costs nothing */
    LONGEST = 1 << 16,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void insist(bool ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "fuzz_mtx: %s\n", what);
        abort();
    }
}

static void insist_canonical(const struct pm_matrix *a)
{
    insist(a->rows >= 0 && a->cols >= 0 && a->start[0] == 0, "a shape");
    for (int i = 0; i < a->rows; i++) {
        insist(a->start[i] <= a->start[i + 1], "rows ascend");
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            insist(0 <= a->col[k] && a->col[k] < a->cols, "a column in range");
            insist(k == a->start[i] || a->col[k - 1] < a->col[k], "columns ascend");
            insist(fmpq_is_canonical(a->re + k), "lowest terms");
            insist(a->im == NULL || fmpq_is_canonical(a->im + k), "lowest terms");
            insist(!fmpq_is_zero(a->re + k) || (a->im != NULL && !fmpq_is_zero(a->im + k)),
                   "no zeros");
        }
    }
}

static void insist_reason(pm_status status, const char *path)
{
    const char *const message = pm_message();

    insist(status == PM_INPUT || status == PM_IO || status == PM_NOMEM, "a fitting status");
    insist(strncmp(message, path, strlen(path)) == 0, "the file is named");
    for (const char *c = message; *c != '\0'; c++)
        insist(' ' <= *c && *c <= '~', "a printable message");
}

static void read_one(const char *path)
{
    struct pm_problem *problem = NULL;
    struct pm_source *source;

    insist(pm_source_open(&source, path) == PM_OK, "a file that can be opened");
    const pm_status status = pm_mtx_read_source(&problem, source, MEMORY);
    insist((status == PM_OK) == (problem != NULL), "a problem or a failure");
    if (status == PM_OK)
        insist_canonical(problem->a);
    else
        insist_reason(status, path);
    pm_problem_free(problem);
    pm_source_close(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int descriptor = memfd_create("fuzz_mtx", MFD_CLOEXEC);
    char path[32];

    insist(descriptor >= 0 && write(descriptor, data, size) == (ssize_t)size, "a file in memory");
    snprintf(path, sizeof path, "/dev/fd/%d", descriptor);
    read_one(path);
    close(descriptor);
    return 0;
}

#ifndef PM_FUZZ

static void test_file(struct test *t, const char *path)
{
    uint8_t *const data = malloc(LONGEST);
    uint64_t seed = 1;
    FILE *const file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(data, 1, LONGEST, file) : 0;

    LLVMFuzzerTestOneInput(data, size);
    for (int k = 0; k < 300 && size > 0; k++) {
        const size_t at = (size_t)test_between(&seed, 0, (int)size - 1);
        const uint8_t saved = data[at];
        LLVMFuzzerTestOneInput(data, at);
        data[at] = (uint8_t)(k % 2 ? "0123456789-+. eE/%\n\r\t\0nix"[k / 2 % 25]
                                   : test_between(&seed, 0, 255));
        LLVMFuzzerTestOneInput(data, size);
        data[at] = saved;
    }
    CHECK(t, file != NULL, "%s: %zu bytes, 600 ways of damage", path, size);
    if (file != NULL)
        fclose(file);
    free(data);
}

int main(int argc, char **argv)
{
    const char *const srcdir = getenv("srcdir");
    struct test t = {0};
    char folder[4096], path[8192];

    for (int k = 1; k < argc; k++)
        test_file(&t, argv[k]);
    snprintf(folder, sizeof folder, "%s/tests/files", srcdir != NULL ? srcdir : ".");
    DIR *const dir = argc > 1 ? NULL : opendir(folder);
    for (const struct dirent *e; dir != NULL && (e = readdir(dir)) != NULL;) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        test_file(&t, path);
    }
    if (dir != NULL)
        closedir(dir);
    CHECK(&t, t.points > 0, "there were files to read");
    return test_done(&t);
}

#endif
