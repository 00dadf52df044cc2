/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs of this project, run and measured from outside. */
#ifndef PM_BENCH_CHILD_H
#define PM_BENCH_CHILD_H

#include <stdbool.h>
#include <stddef.h>

struct child {
    char *text;      /* what it printed, the caller's; NULL: nothing */
    int status;      /* its exit status; -1: it did not start, or was killed */
    double wall;     /* seconds */
    double computed; /* seconds of processors, its own and the system's for it */
};

/* perm-mtx stands beside this program, or in a build beside its folder, or is found as shells find
 * it. */
void child_program(char *path, size_t room);

/* Runs a command to its end, or kills it after `limit` seconds (0: never).  quiet: its messages
 * are thrown away. */
struct child child_run(char *const *command, double limit, bool quiet);

#endif
