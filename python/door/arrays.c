/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of Python as the library reads them: where they stand. */
#include "door.h"

#include "dlpack.h"

/* ------------------------------------------------------------------ any array */

static bool take_host(struct door_array *array, PyObject *capsule)
{
    const struct door_interface *const view = PyCapsule_GetPointer(capsule, NULL);

    if (view == NULL)
        return false;
    if ((~view->flags & (DOOR_ALIGNED | DOOR_NATIVE)) != 0) {
        PyErr_SetString(PyExc_TypeError,
                        "the numbers of the array are not aligned, or have another byte order");
        return false;
    }
    *array = (struct door_array){.dims = view->nd,
                                 .size = view->itemsize,
                                 .kind = view->typekind,
                                 .shape = view->shape,
                                 .stride = view->strides,
                                 .data = view->data,
                                 .owner = capsule};
    return true;
}

static bool take_device(struct door_array *array, PyObject *capsule)
{
    const struct door_managed *const managed = PyCapsule_GetPointer(capsule, DOOR_DLPACK_NAME);
    const struct door_tensor *const t = &managed->tensor;

    Py_INCREF(capsule);
    *array = (struct door_array){.dims = t->ndim,
                                 .size = t->bits / 8,
                                 .kind = t->code == DOOR_DLPACK_COMPLEX ? 'c' : 'f',
                                 .shape = (const Py_ssize_t *)t->shape,
                                 .data = (char *)t->data + t->byte_offset,
                                 .device = t->device + 1,
                                 .owner = capsule};
    return true;
}

bool door_array(const struct door *door, struct door_array *array, PyObject *given)
{
    if (PyCapsule_IsValid(given, DOOR_DLPACK_NAME))
        return take_device(array, given);
    PyObject *const capsule = PyObject_GetAttr(given, door->array_struct);
    if (capsule != NULL && take_host(array, capsule))
        return true;
    Py_XDECREF(capsule);
    return false;
}

void door_array_clear(struct door_array *array)
{
    Py_CLEAR(array->owner);
}

bool door_numbers(const struct door *door, void **data, PyObject *given, char kind, int size)
{
    struct door_array array;

    *data = NULL;
    if (given == Py_None)
        return true;
    if (!door_array(door, &array, given))
        return false;
    const bool good = array.kind == kind && array.size == size;
    *data = array.data;
    door_array_clear(&array);
    if (!good)
        PyErr_Format(PyExc_TypeError, "an array of %c%d is expected", kind, size);
    return good;
}

bool door_has(const struct door *door, PyObject *given, const char *what, Py_ssize_t count)
{
    struct door_array array;
    Py_ssize_t there = 1;

    if (given == Py_None)
        return true;
    if (!door_array(door, &array, given))
        return false;
    for (int k = 0; k < array.dims; k++)
        there *= array.shape[k];
    door_array_clear(&array);
    if (there < count)
        door_refuse(door, "%s: an array of %zd numbers is too short, %zd are expected", what, there,
                    count);
    return there >= count;
}

/* ------------------------------------------------------------------ stacks */

static bool take_matrices(const struct door *door, struct door_stack *stack)
{
    const struct door_array *const a = &stack->array;
    pm_stack *const s = &stack->s;
    ptrdiff_t *const step[] = {&s->matrix_stride, &s->row_stride, &s->col_stride};

    s->entries = a->kind == 'c'   ? PM_ENTRIES_COMPLEX
                 : a->kind == 'i' ? PM_ENTRIES_INTEGER
                                  : PM_ENTRIES_REAL;
    if (a->dims != 3 || a->size != (a->kind == 'c' ? 16 : 8) || a->shape[1] > INT32_MAX ||
        a->shape[2] > INT32_MAX) {
        door_refuse(door, "a stack of matrices of float64, complex128 or int64 is expected");
        return false;
    }
    s->data = a->data;
    s->count = (size_t)a->shape[0];
    s->rows = (int)a->shape[1];
    s->cols = (int)a->shape[2];
    s->strided = a->stride != NULL;
    for (int k = 0; k < 3 && s->strided; k++) {
        const Py_ssize_t stride =
            a->shape[k] > 1 ? a->stride[k] : 0; /* of one entry it may be anything */
        *step[k] = stride / a->size;
        if (stride % a->size != 0) {
            PyErr_SetString(PyExc_TypeError, "a stride is no multiple of the size of an entry");
            return false;
        }
    }
    return true;
}

static bool take_gpus(struct door *door, struct door_stack *stack, PyObject *given)
{
    enum { MOST = sizeof door->gpus / sizeof *door->gpus - 1 };
    long long count = stack->array.device;

    stack->s.device = stack->array.device;
    if (count == 0 && !door_whole(door, &count, "gpus", given, -1, MOST))
        return false;
    if (count > 0)
        stack->s.gpus = door_gpus(door, (int)count);
    return count <= 0 || stack->s.gpus != NULL;
}

bool door_stack(struct door *door, struct door_stack *stack, PyObject *given)
{
    PyObject *array, *rows, *cols, *precision, *rtol, *gpus;
    int normalized, logs;
    void *row_times, *col_times;
    pm_stack *const s = &stack->s;

    *stack = (struct door_stack){.s = {.size = sizeof(pm_stack)}};
    if (!PyArg_ParseTuple(given, "OOOOpOOp", &array, &rows, &cols, &precision, &normalized, &rtol,
                          &gpus, &logs) ||
        !door_array(door, &stack->array, array))
        return false;
    if (!take_matrices(door, stack) || !door_numbers(door, &row_times, rows, 'i', sizeof(int)) ||
        !door_numbers(door, &col_times, cols, 'i', sizeof(int)) ||
        !door_precision(door, &s->precision, precision) || !door_epsilon(door, &s->epsilon, rtol) ||
        !take_gpus(door, stack, gpus)) {
        door_stack_clear(stack);
        return false;
    }
    s->row_times = row_times;
    s->col_times = col_times;
    s->normalized = normalized;
    if (logs)
        s->entries = PM_ENTRIES_LOGS;
    return true;
}

void door_stack_clear(struct door_stack *stack)
{
    door_array_clear(&stack->array);
}
