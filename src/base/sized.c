/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members that the caller lacks become 0.  More members than this version has must be 0. */
#include "base/sized.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* What these structures have in version 1.0.  The constants stay when members are added. */
enum {
    OPTIONS_FIRST = sizeof(pm_options),
    GRAPH_OPTIONS_FIRST = sizeof(pm_graph_options),
    STACK_FIRST = sizeof(pm_stack),
    SPARSE_FIRST = sizeof(pm_sparse),
};

/* Copies a structure with `own_size` bytes here, of which version 1.0 had `first`. */
static pm_status copy_sized(void *own, size_t own_size, size_t first, const void *given,
                            const char *name)
{
    const char *const bytes = given;
    size_t size;

    memcpy(&size, given, sizeof size);
    if (size == 0)
        size = first;
    if (size < first)
        return pm_fail(PM_INPUT, "%s.size is %zu, but the structure has at least %zu bytes", name,
                       size, first);
    for (size_t k = own_size; k < size; k++)
        if (bytes[k] != 0)
            return pm_fail(PM_INPUT,
                           "%s has %zu bytes, and one after the first %zu is not 0: it was "
                           "compiled for a newer version of the library",
                           name, size, own_size);
    memset(own, 0, own_size);
    memcpy(own, given, size < own_size ? size : own_size);
    memcpy(own, &own_size, sizeof own_size);
    return PM_OK;
}

static pm_status check_number(const char *name, double number, double least, double most)
{
    return number >= least && number <= most /* false for NaN */
               ? PM_OK
               : pm_fail(PM_INPUT, "the option %s is %.10g; %.10g to %.10g is expected", name,
                         number, least, most);
}

pm_status pm_sized_options(pm_options *own, const pm_options *given)
{
    static const pm_options defaults;

    PM_TRY(copy_sized(own, sizeof *own, OPTIONS_FIRST, given != NULL ? given : &defaults,
                      "pm_options"));
    PM_TRY(check_number("precision", (int)own->precision, 0, PM_PRECISION_MOST));
    PM_TRY(check_number("threads", own->threads, 0, INT_MAX));
    PM_TRY(check_number("gpus", own->gpus, PM_GPUS_NONE, INT_MAX));
    PM_TRY(check_number("seconds", own->seconds, 0, HUGE_VAL));
    PM_TRY(check_number("epsilon", own->epsilon, -HUGE_VAL, 1));
    PM_TRY(check_number("estimate", own->estimate, 0, 1));
    PM_TRY(check_number("delta", own->delta, 0, 1));
    PM_TRY(check_number("audit", own->audit, 0, 1));
    return check_number("checkpoint_every", own->checkpoint_every, 0, HUGE_VAL);
}

pm_status pm_sized_graph_options(pm_graph_options *own, const pm_graph_options *given)
{
    static const pm_graph_options defaults;

    return copy_sized(own, sizeof *own, GRAPH_OPTIONS_FIRST, given != NULL ? given : &defaults,
                      "pm_graph_options");
}

pm_status pm_sized_stack(pm_stack *own, const pm_stack *given)
{
    pm_stack *const s = own;

    PM_TRY(copy_sized(s, sizeof *s, STACK_FIRST, given, "pm_stack"));
    if (s->rows < 0 || s->cols < 0)
        return pm_fail(PM_INPUT, "%d x %d is no shape of matrices", s->rows, s->cols);
    if (s->data == NULL && s->count > 0 && s->rows > 0 && s->cols > 0)
        return pm_fail(PM_INPUT, "the data of a stack is NULL");
    if (s->strided)
        return PM_OK;
    if (s->matrix_stride != 0 || s->row_stride != 0 || s->col_stride != 0)
        return pm_fail(PM_INPUT, "a stack has strides, but its member 'strided' is not set");
    s->col_stride = 1;
    s->row_stride = s->cols;
    s->matrix_stride = (ptrdiff_t)s->rows * s->cols;
    return PM_OK;
}

pm_status pm_sized_sparse(pm_sparse *own, const pm_sparse *given)
{
    return copy_sized(own, sizeof *own, SPARSE_FIRST, given, "pm_sparse");
}

int pm_sized_options_gpus(const pm_options *options)
{
    return options->gpus < 0 ? 0 : options->gpus > 0 ? options->gpus : INT_MAX;
}
