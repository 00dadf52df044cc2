/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ising models, as capsules. */
#include "door.h"

static const char model_name[] = "pm_ising";

static void free_model(PyObject *capsule)
{
    pm_ising_free(PyCapsule_GetPointer(capsule, model_name));
}

/* ising(graph, beta, field or None): beta and the field are texts. */
static PyObject *new_model(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    const char *beta, *field;
    pm_ising *model = NULL;
    PyObject *graph;

    if (!PyArg_ParseTuple(arguments, "Osz", &graph, &beta, &field))
        return NULL;
    const pm_graph *const held = door_held(graph, door_graph_name);
    if (held == NULL)
        return NULL;
    const pm_status status = pm_ising_new(&model, held, beta, false, field);
    return status == PM_OK ? PyCapsule_New(model, model_name, free_model) : door_fail(door, status);
}

/* What is asked of a model. */
struct asked {
    const pm_ising *model;
    struct door_options options;
};

static bool begin(const struct door *door, struct asked *asked, PyObject *model,
                  pm_question question, PyObject *precision, PyObject *given)
{
    asked->model = door_held(model, model_name);
    if (asked->model == NULL ||
        !door_options(door, &asked->options, question, precision, false, given))
        return false;
    door_begin(&asked->options.call);
    return true;
}

/* ising_solve(model, precision, options): log Z. */
static PyObject *solve(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    struct asked asked = {.model = NULL};
    PyObject *model, *precision, *given, *number = NULL;
    pm_answer *answer = NULL;

    if (!PyArg_ParseTuple(arguments, "OOO!", &model, &precision, &PyDict_Type, &given))
        return NULL;
    if (begin(door, &asked, model, PM_ASK_VALUE, precision, given)) {
        const pm_status status = pm_ising_solve(&answer, asked.model, &asked.options.o);
        if (door_end(door, &asked.options.call, status))
            number = door_number(door, answer);
        pm_answer_free(answer);
    }
    door_options_clear(&asked.options);
    return number;
}

/* ising_values(model, what, u, v, precision, options): (exact, (kind, list)); u and v are arrays of
 * int for pairs. */
static PyObject *values_of(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *model, *us, *vs, *precision, *given, *found = NULL;
    struct asked asked = {.model = NULL};
    pm_values *values = NULL;
    struct door_array array;
    void *u = NULL, *v = NULL;
    Py_ssize_t count = 0;
    const char *what;

    if (!PyArg_ParseTuple(arguments, "OsOOOO!", &model, &what, &us, &vs, &precision, &PyDict_Type,
                          &given) ||
        !door_numbers(door, &u, us, 'i', sizeof(int)) ||
        !door_numbers(door, &v, vs, 'i', sizeof(int)))
        return NULL;
    if (us != Py_None) {
        if (!door_array(door, &array, us))
            return NULL;
        count = array.shape[0];
        door_array_clear(&array);
        if (!door_has(door, vs, "v", count))
            return NULL;
    }
    const bool energies = *what == 'e';
    if (begin(door, &asked, model, *what == 'm' || *what == 'h' ? PM_ASK_SHARES : PM_ASK_VALUE,
              precision, given)) {
        const pm_options *const o = &asked.options.o;
        const pm_status status = *what == 'p'
                                     ? pm_ising_pairs(&values, asked.model, (size_t)count, u, v, o)
                                 : *what == 'h' ? pm_ising_heat(&values, asked.model, o)
                                 : energies     ? pm_ising_energies(&values, asked.model, o)
                                                : pm_ising_means(&values, asked.model, o);
        if (door_end(door, &asked.options.call, status))
            found = Py_BuildValue("iN", energies, door_values(door, values, energies));
        pm_values_free(values);
    }
    door_options_clear(&asked.options);
    return found;
}

/* ising_draw(states, seed, model, options): fills an array of int8, count x vertices. */
static PyObject *draw(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    struct asked asked = {.model = NULL};
    PyObject *states, *model, *given;
    struct door_array array;
    unsigned long long seed;
    bool good = false;

    if (!PyArg_ParseTuple(arguments, "OKOO!", &states, &seed, &model, &PyDict_Type, &given) ||
        !door_array(door, &array, states))
        return NULL;
    if (begin(door, &asked, model, PM_ASK_DRAWS, Py_None, given))
        good = door_end(door, &asked.options.call,
                        pm_ising_sample(array.data, (size_t)array.shape[0], seed, asked.model,
                                        &asked.options.o));
    door_options_clear(&asked.options);
    door_array_clear(&array);
    return good ? Py_BuildValue("") : NULL;
}

/* ising_couplings(model): a list of pairs (u, v); v -1: the field. */
static PyObject *couplings(PyObject *module, PyObject *model)
{
    const pm_ising *const held = door_held(model, model_name);
    PyObject *const list = held != NULL ? PyList_New(0) : NULL;
    int u, v;

    (void)module;
    for (size_t k = 0; list != NULL && pm_ising_coupling(held, k, &u, &v); k++) {
        PyObject *const pair = Py_BuildValue("ii", u, v);
        const bool bad = pair == NULL || PyList_Append(list, pair) < 0;
        Py_XDECREF(pair);
        if (bad) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

PyMethodDef door_ising_functions[] = {
    {"ising", new_model, METH_VARARGS, NULL},        {"ising_solve", solve, METH_VARARGS, NULL},
    {"ising_values", values_of, METH_VARARGS, NULL}, {"ising_draw", draw, METH_VARARGS, NULL},
    {"ising_couplings", couplings, METH_O, NULL},    {NULL, NULL, 0, NULL}};
