/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory is left, by the /proc and /sys of machines that are invented here, and by the
 * limit of this process. */
#include "base/alloc.h"
#include "base/budget.h"
#include "base/memory_left.h"
#include "plan/machine.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

static const uint64_t GIB = UINT64_C(1) << 30;

static char root[] = "/tmp/pm-memory-XXXXXX";

/* Writes a file below the root, and makes its folders. */
static void put(const char *name, const char *text)
{
    char path[512];

    snprintf(path, sizeof path, "%s%s", root, name);
    for (char *end = path + strlen(root) + 1; (end = strchr(end, '/')) != NULL; end++) {
        *end = '\0';
        mkdir(path, 0700);
        *end = '/';
    }
    FILE *const file = fopen(path, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
        exit(99);
}

static void check(struct test *t, uint64_t most, uint64_t left, const char *what)
{
    const struct pm_memory m = pm_memory_of(root);

    CHECK(t, m.most == most && m.left == left, "%s: %.6g GiB of %.6g", what,
          (double)m.left / (double)GIB, (double)m.most / (double)GIB);
}

static void check_files(struct test *t)
{
    put("/proc/meminfo", "MemTotal:       33554432 kB\nMemFree: 1 kB\nMemAvailable: 25165824 kB\n");
    check(t, 32 * GIB, 24 * GIB, "a machine");
    put("/proc/self/cgroup", "0::/job/step\n");
    put("/sys/fs/cgroup/job/step/memory.max", "max\n");
    put("/sys/fs/cgroup/job/step/memory.current", "1073741824\n");
    check(t, 32 * GIB, 24 * GIB, "a group without a limit");
    put("/sys/fs/cgroup/job/memory.max", "8589934592\n");
    put("/sys/fs/cgroup/job/memory.current", "3221225472\n");
    check(t, 8 * GIB, 5 * GIB, "a limit of the group above");
    put("/sys/fs/cgroup/job/memory.stat", "anon 5\ninactive_file 1073741824\n");
    check(t, 8 * GIB, 6 * GIB, "... which has read a file");
    put("/sys/fs/cgroup/job/step/memory.max", "4294967296\n");
    check(t, 4 * GIB, 3 * GIB, "its own limit");
    put("/proc/self/cgroup", "5:cpu,cpuacct:/old\n4:memory:/old/job\n0::/\n");
    check(t, 32 * GIB, 24 * GIB, "version 1 without its files");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("/sys/fs/cgroup/memory/old/job/memory.limit_in_bytes", "2147483648\n");
    put("/sys/fs/cgroup/memory/old/job/memory.usage_in_bytes", "4294967296\n");
    put("/sys/fs/cgroup/memory/old/job/memory.stat", "total_inactive_file 3221225472\n");
    check(t, 2 * GIB, GIB, "version 1");
    put("/sys/fs/cgroup/memory/old/job/memory.stat", "");
    check(t, 2 * GIB, 0, "... with nothing left");
    put("/proc/self/cgroup", "nonsense\n:\n");
    put("/proc/meminfo", "nonsense\n");
    CHECK(t, pm_memory_of(root).left >= GIB, "nonsense is no limit");
}

/* The last test, since the limit cannot be raised again. */
static void check_limit(struct test *t)
{
    const struct rlimit limit = {GIB, GIB};
    const struct pm_memory before = pm_memory_of("");

    CHECK(t, before.most > GIB && before.left <= before.most, "this machine");
    const uint64_t free_before = pm_machine_memory(0, 100);
    test_need(setrlimit(RLIMIT_AS, &limit) == 0 ? PM_OK : PM_WRONG);
    const struct pm_memory m = pm_memory_of("");
    CHECK(t, m.most == GIB && m.left < GIB, "ulimit -v: %ju of %ju bytes", (uintmax_t)m.left,
          (uintmax_t)m.most);
    const uint64_t now = pm_machine_memory(0, 100); /* a graph of a stream, soon after another */
    CHECK(t, now < GIB && now < free_before, "%ju of %ju bytes for the next graph", (uintmax_t)now,
          (uintmax_t)free_before);
}

enum { LIMIT = 1 << 30, MADE = 8 << 20, PIECES = 40000, PIECE = 800 };

/* A problem that is made counts as part of the questions about it, until it is freed; what the
 * question before has freed does not. */
static void check_budget(struct test *t)
{
    struct pm_budget making = {.memory = LIMIT, .makes = true}, next = {.memory = LIMIT},
                     last = next;
    char *piece[PIECES], *made;

    pm_budget_open(&making);
    test_need((made = pm_alloc(MADE, 1)) != NULL ? PM_OK : PM_NOMEM);
    memset(made, 1, MADE);
    pm_budget_close(&making, PM_OK);
    pm_budget_open(&next);
    CHECK(t, next.own >= MADE * 9 / 10, "%llu bytes are those of the question",
          (unsigned long long)next.own);
    for (int k = 0; k < PIECES; k++) {
        test_need((piece[k] = pm_alloc(PIECE, 1)) != NULL ? PM_OK : PM_NOMEM);
        memset(piece[k], 1, PIECE);
    }
    for (int k = 0; k < PIECES - 1; k++) /* the last one stays: no end of the heap is free */
        free(piece[k]);
    pm_budget_close(&next, PM_OK);
    pm_budget_open(&last);
    CHECK(t, last.own == next.own && last.before < next.before + PIECES * PIECE / 4,
          "%llu bytes before the next question", (unsigned long long)last.before);
    pm_budget_close(&last, PM_OK);
    pm_budget_forget();
    pm_budget_open(&last);
    CHECK(t, last.own == 0, "a freed problem is part of no question");
    pm_budget_close(&last, PM_OK);
    PM_FREE(made, piece[PIECES - 1]);
}

int main(void)
{
    struct test t = {0, 0};
    char command[64];

    if (mkdtemp(root) == NULL)
        return 99;
    check_files(&t);
    snprintf(command, sizeof command, "rm -r %s", root);
    CHECK(&t, system(command) == 0, "files are gone");
#ifndef __SANITIZE_ADDRESS__ /* AddressSanitizer reserves far more, and keeps what is freed */
    check_limit(&t);
    check_budget(&t);
#else
    (void)check_limit;
    (void)check_budget;
#endif
    return test_done(&t);
}
