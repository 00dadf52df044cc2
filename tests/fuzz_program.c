/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole programs in this process: perm-mtx and countmatch with any options and any input. */
#include "fuzz_program.h"

#include "tools/graphs.h"
#include "tools/queries.h"
#include "tools/say.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Both programs use these names. */
#define main     perm_mtx_main
#define program  perm_mtx_program
#define answer   perm_mtx_answer
#define ask_file perm_mtx_ask_file
#include "tools/perm_mtx.c"
#undef main
#undef program
#undef answer
#undef ask_file
#define main countmatch_main
#include "tools/countmatch.c"
#undef main

/* No option that names a file. */
static const char *const options[] = {
    "--exact",
    "--precision=double",
    "--precision=dd",
    "--precision=200",
    "--pattern",
    "--mod=7",
    "--mod=1000003",
    "--mod=1000000",
    "--marginals",
    "--matchings",
    "--matchings=line",
    "--bounds",
    "--estimate=0.5",
    "--estimate=0.5,0.3",
    "--unproved",
    "--symmetry",
    "--minors",
    "--rows=1,2",
    "--cols=2,1,1",
    "--total",
    "--unmatched=1",
    "--list=3",
    "--sample=2",
    "--seed=7",
    "--as=biadjacency",
    "--as=adjacency",
    "--loops",
    "--saturating",
    "--engine=tree",
    "--engine=sweep",
    "--engine=dense",
    "--engine=sparse",
    "--engine=planar",
    "--engine=rank",
    "--engine=hafnian",
    "--engine=multiplicity",
    "--reduce=none",
    "--no-reduce",
    "--no-reduce=degree,scale",
    "--plan",
    "--plan=full",
    "--plan-rule=paper",
    "--audit=100%",
    "--json",
    "--csv",
    "--bfile",
    "--log10",
    "--per-vertex",
    "--digits=3",
    "--complex=j",
    "--svg",
    "--to-mtx",
    "--to-graph=dot",
    "--to-graph=graph6",
    "--strict",
    "--epsilon=0.1",
    "--verbose",
    "--explain",
    "--format=el",
    "--format=mtx",
};

enum { OPTIONS = sizeof options / sizeof *options };

/* Standard output of a program, which may close it. */
static bool closed;
static ssize_t drop(void *cookie, const char *text, size_t count)
{
    (void)cookie;
    (void)text;
    return (ssize_t)count;
}
static int note_end(void *cookie)
{
    (void)cookie;
    closed = true;
    return 0;
}

/* Runs a program without its output. */
static int quietly(int (*run)(int, char **), int count, char **arguments)
{
    const cookie_io_functions_t nowhere = {.write = drop, .close = note_end};
    FILE *const out = stdout, *const none = fopencookie(NULL, "w", nowhere);
    const int before = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);

    closed = false;
    stdout = none;
    dup2(null, STDERR_FILENO);
    const int result = run(count, arguments);
    dup2(before, STDERR_FILENO);
    stdout = out;
    if (!closed)
        fclose(none);
    close(before);
    close(null);
    return result;
}

bool fuzz_program(const char *format, const char *path)
{
    (void)format;
    enum { FIXED = 5, MOST = 6, LONGEST = 1 << 16 };
    static uint8_t bytes[LONGEST];
    char *arguments[FIXED + MOST + 2] = {"perm-mtx", "--threads=1", "--gpus=none", "--memory=16M",
                                         "--time=0.05"};
    const int descriptor = memfd_create("input", MFD_CLOEXEC);
    FILE *const file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    const bool graph = size > 0 && bytes[0] % 2 == 0;
    int used = FIXED, result = -1;
    size_t line = 0;
    char input[32];

    for (; line < size && bytes[line] != '\n'; line++)
        if (line > 0 && used < FIXED + MOST)
            arguments[used++] = (char *)options[bytes[line] % OPTIONS];
    line += line < size;
    snprintf(input, sizeof input, "/dev/fd/%d", descriptor);
    arguments[used++] = input;
    optind = 0; /* getopt begins again */
    if (file != NULL && write(descriptor, bytes + line, size - line) == (ssize_t)(size - line))
        result = quietly(graph ? countmatch_main : perm_mtx_main, used, arguments);
    if (file != NULL)
        fclose(file);
    close(descriptor);
    if (result < 0 || result > 4)
        abort();
    return result == 0;
}
