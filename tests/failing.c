/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A library for LD_PRELOAD: request number PM_FAIL of a process for memory fails, counted from 1,
 * and with PM_FAIL_ON=1 every later one, too.  Requests of the loader, before main(), do not count.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

static long countdown; /* requests until one fails; 0: none does */
static bool all;

__attribute__((constructor)) static void begin(void)
{
    const char *const text = getenv("PM_FAIL"), *const on = getenv("PM_FAIL_ON");

    all = on != NULL && *on == '1';
    countdown = text != NULL ? atol(text) : 0;
}

static bool fails(void)
{
    if (__atomic_load_n(&countdown, __ATOMIC_RELAXED) <= 0)
        return false;
    if (__atomic_sub_fetch(&countdown, 1, __ATOMIC_RELAXED) != 0)
        return false;
    if (all)
        __atomic_store_n(&countdown, 1, __ATOMIC_RELAXED);
    errno = ENOMEM; /* which the C library relies on where it starts threads */
    return true;
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return fails() ? NULL : __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *const found = fails() ? NULL : __libc_memalign(alignment, size);

    if (found != NULL)
        *memory = found;
    return found != NULL ? 0 : ENOMEM;
}
