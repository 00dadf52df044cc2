/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exceptions of the package.  They are made here, by a table. */
#include "door.h"

#include <stdarg.h>

static const char base_doc[] = "What the library refuses or fails to do; the text says why.";

static int add(PyObject *module, PyObject **made, const char *name, const char *doc,
               PyObject *bases)
{
    *made = PyErr_NewExceptionWithDoc(name, doc, bases, NULL);
    Py_XDECREF(bases);
    if (*made == NULL)
        return -1;
    Py_INCREF(*made);
    return PyModule_AddObject(module, name + sizeof "permatch." - 1, *made);
}

int door_add_errors(PyObject *module)
{
    struct door *const door = door_of(module);
    PyObject *base;
    const struct {
        PyObject **made;
        const char *name, *doc;
        PyObject *also; /* a base */
    } errors[] = {
        {&door->error[PM_INPUT], "permatch.InputError",
         "The input or an argument is not what it should be.", PyExc_ValueError},
        {&door->error[PM_DOMAIN], "permatch.DomainError",
         "The question has no answer for this input, as a share of a permanent that is 0.",
         PyExc_ArithmeticError},
        {&door->error[PM_UNABLE], "permatch.UnableError",
         "Nothing can do it within the limits; the text has the predicted cost.", NULL},
        {&door->error[PM_STOPPED], "permatch.StoppedError", "Stopped on request.", NULL},
        {&door->error[PM_WRONG], "permatch.WrongError", "A self-check failed.", NULL},
        {&door->precision_error, "permatch.PrecisionError",
         "The proved bound of an error is larger than the relative error that was asked for, and "
         "strict=True.",
         PyExc_ArithmeticError},
    };

    if (add(module, &base, "permatch.Error", base_doc, NULL) < 0)
        return -1;
    door->error[PM_OK] = base;
    for (size_t k = 0; k < sizeof errors / sizeof *errors; k++) {
        PyObject *const bases =
            errors[k].also != NULL ? PyTuple_Pack(2, base, errors[k].also) : PyTuple_Pack(1, base);
        if (bases == NULL || add(module, errors[k].made, errors[k].name, errors[k].doc, bases) < 0)
            return -1;
    }
    Py_INCREF(PyExc_MemoryError);
    Py_INCREF(PyExc_OSError);
    door->error[PM_NOMEM] = PyExc_MemoryError;
    door->error[PM_IO] = PyExc_OSError;
    Py_INCREF(PyExc_UserWarning);
    return add(module, &door->precision_warning, "permatch.PrecisionWarning",
               "The proved bound of an error is larger than the relative error that was asked for.",
               PyExc_UserWarning);
}

PyObject *door_fail(const struct door *door, pm_status status)
{
    PyErr_SetString(door->error[status], pm_message());
    return NULL;
}

PyObject *door_refuse(const struct door *door, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    PyErr_FormatV(door->error[PM_INPUT], format, arguments);
    va_end(arguments);
    return NULL;
}

/* True if a frame is of this package. */
static bool is_inside(PyObject *frame)
{
    PyObject *const globals = PyObject_GetAttrString(frame, "f_globals");
    PyObject *const name = globals != NULL ? PyDict_GetItemString(globals, "__name__") : NULL;
    PyObject *const start = PyUnicode_FromString("permatch.");
    const bool inside = name != NULL && start != NULL && PyUnicode_Check(name) &&
                        PyUnicode_Tailmatch(name, start, 0, PY_SSIZE_T_MAX, -1) == 1;

    Py_XDECREF(start);
    Py_XDECREF(globals);
    return inside;
}

/* The number of frames from the one that calls this module to the one that called the package. */
static Py_ssize_t depth(void)
{
    PyObject *const get = PySys_GetObject("_getframe");
    PyObject *frame = get != NULL ? PyObject_CallFunction(get, NULL) : NULL;
    Py_ssize_t level = 1;

    while (frame != NULL && is_inside(frame)) {
        PyObject *const back = PyObject_GetAttrString(frame, "f_back");
        Py_DECREF(frame);
        frame = back;
        level++;
    }
    Py_XDECREF(frame);
    PyErr_Clear();
    return level;
}

int door_complain(const struct door *door, bool strict, const char *message)
{
    if (!strict)
        return PyErr_WarnEx(door->precision_warning, message, depth());
    PyErr_SetString(door->precision_error, message);
    return -1;
}
