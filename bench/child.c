/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts a program with posix_spawn(), reads its output through a pipe until it ends or its time is
 * over, and gets its processor time and memory from wait4(). */
#include "bench/child.h"

#include "base/clock.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void child_program(char *path, size_t room)
{
    static const char *const places[] = {"perm-mtx", "../tools/perm-mtx"};
    const ssize_t length = readlink("/proc/self/exe", path, room - sizeof "../tools/perm-mtx");
    path[length > 0 ? length : 0] = '\0';
    char *const slash = strrchr(path, '/');

    for (int k = 0; slash != NULL && k < 2; k++) {
        strcpy(slash + 1, places[k]);
        if (access(path, X_OK) == 0)
            return;
    }
    strcpy(path, "perm-mtx");
}

static bool start(pid_t *child, char *const *command, int to)
{
    posix_spawn_file_actions_t actions;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const bool started = posix_spawnp(child, command[0], &actions, NULL, command, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return started;
}

/* Reads all output until the time `end`; then kills the child if it is still running. */
static char *read_all(int from, pid_t child, double end)
{
    struct pollfd wait = {.fd = from, .events = POLLIN};
    char *text = NULL, piece[4096];
    size_t length = 0;
    FILE *const to = open_memstream(&text, &length);
    ssize_t got;

    do {
        const double left = end - pm_clock();
        if (end > 0 && poll(&wait, 1, left > 0 ? (int)(1e3 * left) + 1 : 0) == 0) {
            kill(child, SIGKILL);
            end = 0;
        }
        got = read(from, piece, sizeof piece);
        if (got > 0 && to != NULL)
            fwrite(piece, 1, (size_t)got, to);
    } while (got > 0);
    if (to != NULL)
        fclose(to);
    return text;
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

struct child child_run(char *const *command, double limit)
{
    struct child run = {.status = -1};
    const double begin = pm_clock();
    struct rusage used;
    int end[2], status;
    pid_t child;

    if (pipe2(end, O_CLOEXEC) != 0)
        return run;
    const bool started = start(&child, command, end[1]);
    close(end[1]);
    if (started) {
        run.text = read_all(end[0], child, limit > 0 ? begin + limit : 0);
        if (wait4(child, &status, 0, &used) == child) {
            run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            run.computed = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
        }
    }
    close(end[0]);
    run.wall = pm_clock() - begin;
    return run;
}
