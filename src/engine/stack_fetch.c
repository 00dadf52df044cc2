/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies a stack from the memory of a GPU. */
#include "base/alloc.h"
#include "cuda/gpu.h"
#include "engine/stack_load.h"

static pm_status fetch(void **copy, const pm_stack *s, const void *from, size_t count)
{
    const size_t size = count * (s->entries == PM_ENTRIES_COMPLEX ? 2 : 1) * sizeof(double);
    struct pm_gpu *const gpu = &s->gpus->gpu[s->device - 1];
    char *to;

    PM_NEW(to, size + 1);
    *copy = to;
    PM_TRY(pm_gpu_enter(gpu));
    const pm_status status = pm_gpu_fetch(to, gpu, (pm_cu_pointer)(uintptr_t)from, size);
    pm_gpu_leave(gpu);
    return status;
}

pm_status pm_stack_device(const pm_stack *stack)
{
    const int count = stack->gpus != NULL ? stack->gpus->count : 0;

    return stack->device >= 0 && stack->device <= count
               ? PM_OK
               : pm_fail(PM_INPUT, "the stack is in the memory of GPU %d of %d", stack->device,
                         count);
}

pm_status pm_stack_fetch(pm_stack *s, void *copy[2])
{
    const size_t lines = s->count * (size_t)s->rows;

    if (s->device == 0)
        return PM_OK;
    PM_TRY(pm_stack_device(s));
    if (s->entries > PM_ENTRIES_INTEGER || s->col_stride != 1 || s->row_stride != s->cols ||
        s->matrix_stride != (ptrdiff_t)s->rows * s->cols)
        return pm_fail(PM_INPUT, "matrices in the memory of a GPU follow each other, row by row");
    PM_TRY(fetch(&copy[0], s, s->data, lines * (size_t)s->cols));
    s->data = copy[0];
    if (s->loops != NULL) {
        PM_TRY(fetch(&copy[1], s, s->loops, s->count * (size_t)s->cols));
        s->loops = copy[1];
    }
    s->device = 0;
    return PM_OK;
}
