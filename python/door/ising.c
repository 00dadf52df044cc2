/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ising models, as capsules. */
#include "door.h"

const char door_model_name[] = "pm_ising";

static void free_model(PyObject *capsule)
{
    pm_ising_free(PyCapsule_GetPointer(capsule, door_model_name));
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
    return status == PM_OK ? PyCapsule_New(model, door_model_name, free_model)
                           : door_fail(door, status);
}

/* ising_couplings(model): a list of pairs (u, v); v -1: the field. */
static PyObject *couplings(PyObject *module, PyObject *model)
{
    const pm_ising *const held = door_held(model, door_model_name);
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

PyMethodDef door_ising_functions[] = {{"ising", new_model, METH_VARARGS, NULL},
                                      {"ising_couplings", couplings, METH_O, NULL},
                                      {NULL, NULL, 0, NULL}};
