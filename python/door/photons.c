/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of permatch/photons.h. */
#include "door.h"

#include <string.h>

struct asked {
    double *values, *bounds;
    struct door_stack stack;
    pm_gaussian state;
    int *patterns;
    size_t count;
    double *gram;
    int exchanged;
    bool lossy;
    struct door_options options;
};

static pm_status probabilities(const struct asked *a)
{
    return pm_photons_probabilities(a->values, a->bounds, &a->stack.s, &a->options.o);
}

static pm_status outputs(const struct asked *a)
{
    return pm_photons_outputs(a->values, a->bounds, a->patterns, &a->stack.s, a->lossy,
                              &a->options.o);
}

static pm_status partly(const struct asked *a)
{
    return pm_photons_partly(a->values, a->bounds, &a->stack.s, a->gram, a->exchanged,
                             &a->options.o);
}

static pm_status gaussian(const struct asked *a)
{
    return pm_photons_gaussian(a->values, a->bounds, &a->state, a->patterns, a->count,
                               &a->options.o);
}

static pm_status clicks(const struct asked *a)
{
    return pm_photons_clicks(a->values, a->bounds, &a->state, a->patterns, a->count, &a->options.o);
}

/* ------------------------------------------------------------------ arguments */

static bool take_ints(const struct door *door, int **numbers, PyObject *given)
{
    void *data;

    if (!door_numbers(door, &data, given, 'i', sizeof(int)))
        return false;
    *numbers = data;
    return true;
}

static bool take_doubles(const struct door *door, const double **numbers, PyObject *given)
{
    void *data;

    if (!door_numbers(door, &data, given, 'f', sizeof(double)))
        return false;
    *numbers = data;
    return true;
}

/* (patterns, lossy) behind the stack */
static bool take_outputs(struct door *door, struct asked *a, PyObject *more)
{
    PyObject *stack, *patterns;
    int lossy;

    if (!PyArg_ParseTuple(more, "OOp", &stack, &patterns, &lossy) ||
        !take_ints(door, &a->patterns, patterns))
        return false;
    a->lossy = lossy;
    return door_stack(door, &a->stack, stack);
}

static bool take_stack(struct door *door, struct asked *a, PyObject *more)
{
    PyObject *stack;

    return PyArg_ParseTuple(more, "O", &stack) && door_stack(door, &a->stack, stack);
}

static bool take_partly(struct door *door, struct asked *a, PyObject *more)
{
    PyObject *stack, *gram;
    void *data;

    if (!PyArg_ParseTuple(more, "OOi", &stack, &gram, &a->exchanged) ||
        !door_numbers(door, &data, gram, 'c', 16))
        return false;
    a->gram = data;
    return door_stack(door, &a->stack, stack);
}

static bool take_state(struct door *door, struct asked *a, PyObject *more)
{
    PyObject *covariance, *means, *patterns;
    int xpxp;
    Py_ssize_t count;

    a->state.size = sizeof a->state;
    if (!PyArg_ParseTuple(more, "iOOdpOn", &a->state.modes, &covariance, &means, &a->state.hbar,
                          &xpxp, &patterns, &count))
        return false;
    a->state.xpxp = xpxp;
    a->count = (size_t)count;
    return take_doubles(door, &a->state.covariance, covariance) &&
           take_doubles(door, &a->state.means, means) && take_ints(door, &a->patterns, patterns);
}

static const struct function {
    const char *name;
    pm_status (*call)(const struct asked *a);
    bool (*take)(struct door *door, struct asked *a, PyObject *more);
} functions[] = {{"probabilities", probabilities, take_stack},
                 {"outputs", outputs, take_outputs},
                 {"partly", partly, take_partly},
                 {"gaussian", gaussian, take_state},
                 {"clicks", clicks, take_state}};

/* photons(name, values, bounds, options, rtol, log, more): writes probabilities into arrays of
 * doubles. */
static PyObject *photons(PyObject *module, PyObject *arguments)
{
    struct door *const door = door_of(module);
    PyObject *values, *bounds, *given, *rtol, *more;
    struct asked a = {.options = {.kept = NULL}};
    const struct function *f = functions;
    const char *name;
    void *value, *bound;
    bool good = false;
    int log;

    if (!PyArg_ParseTuple(arguments, "sOOO!OpO!", &name, &values, &bounds, &PyDict_Type, &given,
                          &rtol, &log, &PyTuple_Type, &more) ||
        !door_numbers(door, &value, values, 'f', 8) || !door_numbers(door, &bound, bounds, 'f', 8))
        return NULL;
    while (strcmp(f->name, name) != 0)
        f++;
    a.values = value;
    a.bounds = bound;
    if (door_options(door, &a.options, PM_ASK_VALUE, Py_None, false, given) &&
        door_epsilon(door, &a.options.o.epsilon, rtol) && f->take(door, &a, more)) {
        a.options.o.logarithm = log;
        door_begin(&a.options.call);
        const pm_status status = f->call(&a);
        good = door_end(door, &a.options.call, status);
    }
    door_stack_clear(&a.stack);
    door_options_clear(&a.options);
    return good ? Py_BuildValue("") : NULL;
}

/* photons_count(stack, lossy): the number of outputs. */
static PyObject *photons_count(PyObject *module, PyObject *arguments)
{
    struct door *const door = door_of(module);
    struct door_stack stack;
    PyObject *described;
    size_t count = 0;
    int lossy;

    if (!PyArg_ParseTuple(arguments, "Op", &described, &lossy) ||
        !door_stack(door, &stack, described))
        return NULL;
    const pm_status status = pm_photons_count(&count, &stack.s, lossy);
    door_stack_clear(&stack);
    return status == PM_OK ? PyLong_FromSize_t(count) : door_fail(door, status);
}

PyMethodDef door_photon_functions[] = {{"photons", photons, METH_VARARGS, NULL},
                                       {"photons_count", photons_count, METH_VARARGS, NULL},
                                       {NULL, NULL, 0, NULL}};
