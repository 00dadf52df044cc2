/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of permatch/photons.h. */
#include "door.h"

#include <stddef.h>
#include <string.h>

/* A function of a Gaussian state and of patterns. */
typedef pm_status of_patterns(double *values, double *bounds, const pm_gaussian *state,
                              const int *patterns, size_t count, const pm_options *options);

struct asked {
    of_patterns *of_patterns;
    double *values, *bounds, *gram, *error;
    int *patterns, *right;
    struct door_stack stack;
    pm_gaussian state;
    size_t count;
    uint64_t seed;
    int exchanged, cutoff, most;
    bool lossy;
    struct door_options options;
};

static pm_status check(struct asked *a)
{
    pm_stack watched = a->stack.s;

    watched.watch = a->options.o.watch;
    watched.watcher = a->options.o.watcher;
    return pm_photons_check(&watched, a->lossy);
}

#define CALLS(X)                                                                                   \
    X(probabilities, pm_photons_probabilities, a->values, a->bounds, &a->stack.s)                  \
    X(outputs, pm_photons_outputs, a->values, a->bounds, a->patterns, &a->stack.s, a->lossy)       \
    X(partly, pm_photons_partly, a->values, a->bounds, a->error, &a->stack.s, a->gram,             \
      a->exchanged)                                                                                \
    X(partly_clicks, pm_photons_partly_clicks, a->values, a->bounds, &a->stack.s, a->gram,         \
      a->lossy, a->patterns, a->count)                                                             \
    X(patterns, a->of_patterns, a->values, a->bounds, &a->state, a->patterns, a->count)            \
    X(density, pm_photons_density, a->values, a->bounds, &a->state, a->patterns, a->right,         \
      a->count)                                                                                    \
    X(beyond, pm_photons_beyond, a->values, a->bounds, &a->state, a->cutoff)                       \
    X(sample, pm_photons_sample, a->patterns, a->count, a->seed, &a->stack.s)                      \
    X(gaussian_sample, pm_photons_gaussian_sample, a->patterns, a->count, a->seed, &a->state,      \
      a->cutoff, a->most)                                                                          \
    X(clicks_sample, pm_photons_clicks_sample, a->patterns, a->count, a->seed, &a->state, a->most)

CALLS(DOOR_CALL)

/* ------------------------------------------------------------------ arguments */

/* modes, covariance matrix, means, hbar, whether the order is xpxp */
static bool take_state(struct door *door, void *to, PyObject *given)
{
    static const struct door_argument table[] = {
        {'m', door_take_int, offsetof(pm_gaussian, modes)},
        {'v', door_take_doubles, offsetof(pm_gaussian, covariance)},
        {'d', door_take_doubles, offsetof(pm_gaussian, means)},
        {'h', door_take_double, offsetof(pm_gaussian, hbar)},
        {'x', door_take_truth, offsetof(pm_gaussian, xpxp)}};

    ((pm_gaussian *)to)->size = sizeof(pm_gaussian);
    return door_take(door, to, table, "mvdhx", given);
}

static const struct door_argument arguments_of[] = {
    {'v', door_take_doubles, offsetof(struct asked, values)},
    {'b', door_take_doubles, offsetof(struct asked, bounds)},
    {'g', door_take_complex, offsetof(struct asked, gram)},
    {'e', door_take_doubles, offsetof(struct asked, error)},
    {'p', door_take_ints, offsetof(struct asked, patterns)},
    {'q', door_take_ints, offsetof(struct asked, right)},
    {'s', door_take_stack, offsetof(struct asked, stack)},
    {'c', take_state, offsetof(struct asked, state)},
    {'n', door_take_size, offsetof(struct asked, count)},
    {'r', door_take_seed, offsetof(struct asked, seed)},
    {'x', door_take_int, offsetof(struct asked, exchanged)},
    {'u', door_take_int, offsetof(struct asked, cutoff)},
    {'m', door_take_int, offsetof(struct asked, most)},
    {'l', door_take_truth, offsetof(struct asked, lossy)}};

static const struct function {
    const char *name;
    pm_status (*call)(struct asked *a);
    const char *takes;
    of_patterns *of_patterns;
} functions[] = {{"check", check, "sl", NULL},
                 {"probabilities", probabilities, "vbs", NULL},
                 {"outputs", outputs, "vbspl", NULL},
                 {"partly", partly, "vbesgx", NULL},
                 {"partly_clicks", partly_clicks, "vbsglpn", NULL},
                 {"gaussian", patterns, "vbcpn", pm_photons_gaussian},
                 {"density", density, "vbcpqn", NULL},
                 {"moments", patterns, "vbcpn", pm_photons_moments},
                 {"cumulants", patterns, "vbcpn", pm_photons_cumulants},
                 {"beyond", beyond, "vbcu", NULL},
                 {"clicks", patterns, "vbcpn", pm_photons_clicks},
                 {"sample", sample, "pnrs", NULL},
                 {"gaussian_sample", gaussian_sample, "pnrcum", NULL},
                 {"clicks_sample", clicks_sample, "pnrcm", NULL}};

/* photons(name, arguments, options, rtol, log): writes into the arrays among the arguments. */
static PyObject *photons(PyObject *module, PyObject *arguments)
{
    struct door *const door = door_of(module);
    PyObject *listed, *given, *rtol;
    struct asked a = {.options = {.kept = NULL}};
    const struct function *f = functions, *const end = f + sizeof functions / sizeof *f;
    const char *name;
    bool good = false;
    int log;

    if (!PyArg_ParseTuple(arguments, "sO!O!Op", &name, &PyTuple_Type, &listed, &PyDict_Type, &given,
                          &rtol, &log))
        return NULL;
    while (f < end && strcmp(f->name, name) != 0)
        f++;
    if (f == end)
        return PyErr_Format(PyExc_ValueError, "there is no function '%s'", name);
    if (door_options(door, &a.options, PM_ASK_VALUE, Py_None, false, given) &&
        door_epsilon(door, &a.options.o.epsilon, rtol) &&
        door_take(door, &a, arguments_of, f->takes, listed)) {
        a.options.o.logarithm = log;
        a.of_patterns = f->of_patterns;
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
    struct asked a = {.lossy = false};
    size_t count = 0;

    if (!door_take(door, &a, arguments_of, "sl", arguments))
        return NULL;
    const pm_status status = pm_photons_count(&count, &a.stack.s, a.lossy);
    door_stack_clear(&a.stack);
    return status == PM_OK ? PyLong_FromSize_t(count) : door_fail(door, status);
}

PyMethodDef door_photon_functions[] = {{"photons", photons, METH_VARARGS, NULL},
                                       {"photons_count", photons_count, METH_VARARGS, NULL},
                                       {NULL, NULL, 0, NULL}};
