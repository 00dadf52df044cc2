/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library for LD_PRELOAD that finds what does not ask the budget (src/base/budget.h): allocations
 * of a megabyte and more by libpermatch that do not come from alloc.c.
 *
 * And by a sampling clock: every question to the budget reads CLOCK_MONOTONIC or the clock of the
 * thread, so a thread that has not read one for SECONDS of its processor time does not ask.
 *
 * PM_ASKING has the places of its functions in the library, as pairs of hexadecimal numbers, and
 * PM_UNASKED the file to which a line is added for each allocation and each such thread: its bytes,
 * or 0, and the places in the library from which it came.  tests/limits.sh sets them. */

#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { LARGE = 1 << 20, DEPTH = 24, RANGES = 32 };

static struct {
    uintptr_t first, end;
} asking[RANGES], library;
static int ranges;
static const char *report;
static __thread bool inside;
static __thread double asked; /* processor time of this thread when it asked last; 0: never */
static const double SECONDS = 1;

static int find_library(struct dl_phdr_info *info, size_t size, void *nothing)
{
    (void)size, (void)nothing;
    if (strstr(info->dlpi_name, "libpermatch") == NULL)
        return 0;
    library.first = info->dlpi_addr;
    for (int k = 0; k < info->dlpi_phnum; k++) {
        const uintptr_t end =
            info->dlpi_addr + info->dlpi_phdr[k].p_vaddr + info->dlpi_phdr[k].p_memsz;
        if (info->dlpi_phdr[k].p_type == PT_LOAD && end > library.end)
            library.end = end;
    }
    return 1;
}

/* Adds a line for the places of the library among those from which this was called, unless one of
 * them asks. */
static void add(size_t bytes)
{
    void *place[DEPTH];
    bool ours = false;

    const int depth = backtrace(place, DEPTH);
    for (int k = 0; k < depth; k++) {
        const uintptr_t p = (uintptr_t)place[k];
        ours |= library.first <= p && p < library.end;
        for (int r = 0; r < ranges; r++)
            if (bytes > 0 && asking[r].first <= p && p < asking[r].end)
                return;
    }
    FILE *const file = ours ? fopen(report, "ae") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%zu", bytes);
    for (int k = 0; k < depth; k++)
        if (library.first <= (uintptr_t)place[k] && (uintptr_t)place[k] < library.end)
            fprintf(file, " %lx", (unsigned long)((uintptr_t)place[k] - library.first - 1));
    fputc('\n', file);
    fclose(file);
}

static void look(size_t bytes)
{
    if (bytes < LARGE || report == NULL || inside)
        return;
    inside = true;
    add(bytes);
    inside = false;
}

static double seconds(void)
{
    struct timespec t;

    syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    if (clock == CLOCK_MONOTONIC || clock == CLOCK_THREAD_CPUTIME_ID)
        asked = seconds();
    return (int)syscall(SYS_clock_gettime, clock, t);
}

static void sample(int signal)
{
    (void)signal;
    if (inside || asked == 0 || seconds() - asked < SECONDS)
        return;
    inside = true;
    asked = seconds();
    add(0);
    inside = false;
}

__attribute__((constructor)) static void begin(void)
{
    const struct itimerval often = {{0, 20000}, {0, 20000}};
    char *at = getenv("PM_ASKING");
    void *warm[1];

    dl_iterate_phdr(find_library, NULL);
    while (at != NULL && *at != '\0' && ranges < RANGES) {
        asking[ranges].first = library.first + strtoul(at, &at, 16);
        asking[ranges++].end = library.first + strtoul(at, &at, 16);
    }
    (void)backtrace(warm, 1); /* which allocates when it is first called */
    report = getenv("PM_UNASKED");
    if (report == NULL)
        return;
    sigaction(SIGPROF, &(struct sigaction){.sa_handler = sample, .sa_flags = SA_RESTART}, NULL);
    setitimer(ITIMER_PROF, &often, NULL);
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    look(size);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    look(count * size);
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    look(size);
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    look(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    look(size);
    *memory = __libc_memalign(alignment, size);
    return *memory != NULL ? 0 : ENOMEM;
}
