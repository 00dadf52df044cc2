/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GMP and FLINT allocate by functions that may be replaced, but not fail. */
#include "base/budget.h"

#include <flint/flint.h>
#include <gmp.h>
#include <stdlib.h>

static void (*on_exhaustion)(void);

static void *checked(void *memory)
{
    if (memory == NULL)
        on_exhaustion();
    return memory;
}

static void *take_plain(size_t size)
{
    pm_budget_force(size);
    return checked(malloc(size > 0 ? size : 1));
}

static void *take_zeroed(size_t count, size_t size)
{
    pm_budget_force(count * size);
    return checked(calloc(count > 0 ? count : 1, size > 0 ? size : 1));
}

static void *change(void *memory, size_t size)
{
    pm_budget_force(size);
    return checked(realloc(memory, size > 0 ? size : 1));
}

static void *change_from(void *memory, size_t before, size_t size)
{
    (void)before;
    return change(memory, size);
}

static void give_back(void *memory, size_t size)
{
    (void)size;
    free(memory);
}

void pm_on_exhaustion(void (*end)(void))
{
    on_exhaustion = end;
    mp_set_memory_functions(take_plain, change_from, give_back);
    __flint_set_memory_functions(take_plain, take_zeroed, change, free);
}
