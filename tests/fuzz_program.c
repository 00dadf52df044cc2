/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole programs in this process: perm-mtx and countmatch with any options and any input. */
#include "fuzz_program.h"

#include "tools/graphs.h"
#include "tools/queries.h"
#include "tools/queue.h"
#include "tools/say.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

/* Both programs use these names. */
#define main     perm_mtx_main
#define program  perm_mtx_program
#define ask      perm_mtx_ask
#define ask_file perm_mtx_ask_file
#include "tools/perm_mtx.c"
#undef main
#undef program
#undef ask
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

int fuzz_program(const uint8_t *chosen, size_t count, const char *path)
{
    enum { FIXED = 5, MOST = 6 };
    const bool graph = count > 0 && chosen[0] % 2 == 0;
    char *arguments[FIXED + MOST + 2] = {graph ? "countmatch" : "perm-mtx", "--threads=1",
                                         "--gpus=none", "--memory=16M", "--time=0.05"};
    int used = FIXED;

    for (size_t k = 1; k < count && k <= MOST; k++)
        arguments[used++] = (char *)options[chosen[k] % OPTIONS];
    arguments[used++] = (char *)path;
    optind = 0; /* getopt begins again */
    return quietly(graph ? countmatch_main : perm_mtx_main, used, arguments);
}
