/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs and measures programs of this project from outside. */
#ifndef PM_BENCH_CHILD_H
#define PM_BENCH_CHILD_H

#include <stdbool.h>
#include <stddef.h>

struct child {
    char *text;      /* its output, which the caller must free; NULL: none */
    int status;      /* its exit status; -1: it did not start, or was killed */
    double wall;     /* seconds */
    double computed; /* processor seconds, user and system */
};

/* Finds perm-mtx: beside this program, or in a build folder beside this program's folder, or by
 * PATH. */
void child_program(char *path, size_t room);

/* Runs a command to its end, or kills it after `limit` seconds (0: never).  Its messages are
 * dropped. */
struct child child_run(char *const *command, double limit);

#endif
