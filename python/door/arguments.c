/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments of functions that have a table of them: each kind is read in one place. */
#include "door.h"

#include <string.h>

static bool take_whole(const struct door *door, long long *number, PyObject *given, long long most)
{
    return door_whole(door, number, "an argument", given, -1, most);
}

bool door_unmatched(const struct door *door, int *count, PyObject *unmatched)
{
    long long number = PM_UNMATCHED_LEAST;
    const bool least =
        PyUnicode_Check(unmatched) && PyUnicode_CompareWithASCIIString(unmatched, "least") == 0;

    if (!least && !door_whole(door, &number, "unmatched", unmatched, 0, 1000000))
        return false;
    *count = (int)number;
    return true;
}

bool door_take_int(struct door *door, void *to, PyObject *given)
{
    long long number;

    if (!take_whole(door, &number, given, INT32_MAX))
        return false;
    *(int *)to = (int)number;
    return true;
}

bool door_take_size(struct door *door, void *to, PyObject *given)
{
    long long number;

    if (!take_whole(door, &number, given, INT64_MAX))
        return false;
    *(size_t *)to = (size_t)number;
    return true;
}

bool door_take_seed(struct door *door, void *to, PyObject *given)
{
    (void)door;
    *(uint64_t *)to = PyLong_AsUnsignedLongLong(given);
    return !PyErr_Occurred();
}

bool door_take_truth(struct door *door, void *to, PyObject *given)
{
    (void)door;
    *(bool *)to = PyObject_IsTrue(given) == 1;
    return !PyErr_Occurred();
}

bool door_take_double(struct door *door, void *to, PyObject *given)
{
    (void)door;
    *(double *)to = PyFloat_AsDouble(given);
    return !PyErr_Occurred();
}

/* The pointer at `to` may be of any type. */
static bool take_numbers(struct door *door, void *to, PyObject *given, char kind, int size)
{
    void *data;

    if (!door_numbers(door, &data, given, kind, size))
        return false;
    memcpy(to, &data, sizeof data);
    return true;
}

bool door_take_ints(struct door *door, void *to, PyObject *given)
{
    return take_numbers(door, to, given, 'i', sizeof(int));
}

bool door_take_doubles(struct door *door, void *to, PyObject *given)
{
    return take_numbers(door, to, given, 'f', sizeof(double));
}

bool door_take_complex(struct door *door, void *to, PyObject *given)
{
    return take_numbers(door, to, given, 'c', 2 * sizeof(double));
}

bool door_take_stack(struct door *door, void *to, PyObject *given)
{
    return door_stack(door, to, given);
}

bool door_take(struct door *door, void *asked, const struct door_argument *table,
               const char *letters, PyObject *given)
{
    const Py_ssize_t count = PyTuple_Size(given);

    if (count < 0 || (size_t)count > strlen(letters)) {
        PyErr_SetString(PyExc_TypeError, "too many arguments");
        return false;
    }
    for (Py_ssize_t k = 0; k < count; k++) {
        const struct door_argument *row = table;
        while (row->letter != letters[k])
            row++;
        if (!row->take(door, (char *)asked + row->place, PyTuple_GetItem(given, k)))
            return false;
    }
    return true;
}
