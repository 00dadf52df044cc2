/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of a problem besides one number. */
#include "door.h"

#include <string.h>

/* Begins a query: its problem and its options, which the caller clears.  NULL: an exception is
 * raised. */
static const pm_problem *begin(const struct door *door, struct door_options *options,
                               pm_question question, PyObject *problem, PyObject *precision,
                               bool exact, PyObject *given)
{
    const pm_problem *const held = door_held(problem, door_problem_name);

    return held != NULL && door_options(door, options, question, precision, exact, given) ? held
                                                                                          : NULL;
}

/* The values of a query as door_values() gives them, with whether they are exact before them. */
static PyObject *end(const struct door *door, struct door_options *options, pm_values *values,
                     pm_status status)
{
    const bool exact = options->o.precision == PM_PRECISION_EXACT;
    PyObject *found = NULL;

    if (door_end(door, &options->call, status))
        found = Py_BuildValue("iN", exact, door_values(door, values, exact));
    pm_values_free(values);
    return found;
}

/* shares(problem, exact, precision, options, signed, unmatched or None): (exact, (kind, list)) */
static PyObject *shares(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *problem, *precision, *given, *unmatched, *found = NULL;
    struct door_options options = {.kept = NULL};
    pm_values *values = NULL;
    int free_vertices = 0;
    int exact, is_signed;

    if (!PyArg_ParseTuple(arguments, "OpOO!pO", &problem, &exact, &precision, &PyDict_Type, &given,
                          &is_signed, &unmatched))
        return NULL;
    const bool with_free = unmatched != Py_None;
    if (with_free && !door_unmatched(door, &free_vertices, unmatched))
        return NULL;
    const pm_problem *const held =
        begin(door, &options, with_free ? PM_ASK_FREE_SHARES : PM_ASK_SHARES, problem, precision,
              exact, given);
    if (held != NULL) {
        options.o.is_signed = is_signed;
        pm_problem *wider = NULL;
        door_begin(&options.call);
        pm_status status = with_free ? pm_problem_unmatched(&wider, held, free_vertices) : PM_OK;
        if (status == PM_OK)
            status = pm_marginals(&values, with_free ? wider : held, &options.o);
        pm_problem_free(wider);
        found = end(door, &options, values, status);
    }
    door_options_clear(&options);
    return found;
}

/* sizes(problem, options, clar): (exact, (kind, list)) */
static PyObject *sizes(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *problem, *given, *found = NULL;
    struct door_options options = {.kept = NULL};
    pm_values *values = NULL;
    int clar;

    if (!PyArg_ParseTuple(arguments, "OO!p", &problem, &PyDict_Type, &given, &clar))
        return NULL;
    const pm_problem *const held =
        begin(door, &options, PM_ASK_SIZES, problem, Py_None, true, given);
    if (held != NULL) {
        door_begin(&options.call);
        const pm_status status = (clar ? pm_clar : pm_matchings)(&values, held, &options.o);
        found = end(door, &options, values, status);
    }
    door_options_clear(&options);
    return found;
}

/* draw(partners, seed, problem, exact, options): fills an array of int, count x lines. */
static PyObject *draw(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *partners, *problem, *given;
    struct door_options options = {.kept = NULL};
    struct door_array array;
    unsigned long long seed;
    bool good = false;
    int exact;

    if (!PyArg_ParseTuple(arguments, "OKOpO!", &partners, &seed, &problem, &exact, &PyDict_Type,
                          &given) ||
        !door_array(door, &array, partners))
        return NULL;
    const pm_problem *const held =
        begin(door, &options, PM_ASK_DRAWS, problem, Py_None, exact, given);
    if (held != NULL) {
        door_begin(&options.call);
        const pm_status status =
            pm_sample(array.data, (size_t)array.shape[0], seed, held, &options.o);
        good = door_end(door, &options.call, status);
    }
    door_options_clear(&options);
    door_array_clear(&array);
    return good ? Py_BuildValue("") : NULL;
}

/* The natural logarithms of values as a list. */
static PyObject *logs_of(const pm_values *values)
{
    const Py_ssize_t count = (Py_ssize_t)pm_values_count(values);
    PyObject *const list = PyList_New(count);

    for (Py_ssize_t k = 0; k < count && list != NULL; k++) {
        PyObject *const log = PyFloat_FromDouble(pm_values_log(values, (size_t)k));
        if (log == NULL || PyList_SetItem(list, k, log) < 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

/* best(partners, problem, precision, exact, options): fills an array of int, count x lines. (number
 * of matchings, log10 of a bound of the rest, logarithms, exact, (kind, list)) */
static PyObject *best(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *partners, *problem, *precision, *given, *found = NULL;
    struct door_options options = {.kept = NULL};
    struct door_array array;
    pm_values *values = NULL;
    double rest = 0;
    int exact;

    if (!PyArg_ParseTuple(arguments, "OOOpO!", &partners, &problem, &precision, &exact,
                          &PyDict_Type, &given) ||
        !door_array(door, &array, partners))
        return NULL;
    const pm_problem *const held =
        begin(door, &options, PM_ASK_BEST, problem, precision, exact, given);
    if (held != NULL) {
        size_t count = (size_t)array.shape[0];
        door_begin(&options.call);
        const pm_status status = pm_best(&values, &count, array.data, &rest, held, &options.o);
        if (door_end(door, &options.call, status)) {
            const bool numbers = strcmp(pm_values_type(values), "real") != 0; /* that are exact */
            found = Py_BuildValue("ndNiN", (Py_ssize_t)count, rest, logs_of(values), numbers,
                                  door_values(door, values, numbers));
        }
        pm_values_free(values);
    }
    door_options_clear(&options);
    door_array_clear(&array);
    return found;
}

/* bounds(problem, options): two logarithms and two methods. */
static PyObject *bounds(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *problem, *given, *found = NULL;
    struct door_options options = {.kept = NULL};
    const char *methods[2] = {NULL, NULL};
    double pair[2];

    if (!PyArg_ParseTuple(arguments, "OO!", &problem, &PyDict_Type, &given))
        return NULL;
    const pm_problem *const held =
        begin(door, &options, PM_ASK_BOUNDS, problem, Py_None, false, given);
    if (held != NULL) {
        door_begin(&options.call);
        const pm_status status = pm_bounds(pair, methods, held, &options.o);
        if (door_end(door, &options.call, status))
            found = Py_BuildValue("ddss", pair[0], pair[1], methods[0] != NULL ? methods[0] : "",
                                  methods[1] != NULL ? methods[1] : "");
    }
    door_options_clear(&options);
    return found;
}

PyMethodDef door_query_functions[] = {
    {"shares", shares, METH_VARARGS, NULL}, {"sizes", sizes, METH_VARARGS, NULL},
    {"draw", draw, METH_VARARGS, NULL},     {"best", best, METH_VARARGS, NULL},
    {"bounds", bounds, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
