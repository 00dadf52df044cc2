/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The module permatch._door: its functions and its state. */
#include "door.h"

/* numbers(real, complex, exact): the classes of floating numbers, and the function (kind, text)
 * that makes the others. */
static PyObject *numbers(PyObject *module, PyObject *arguments)
{
    struct door *const door = door_of(module);

    if (!PyArg_ParseTuple(arguments, "OOO", &door->real, &door->complex_type, &door->exact))
        return NULL;
    Py_INCREF(door->real);
    Py_INCREF(door->complex_type);
    Py_INCREF(door->exact);
    return Py_BuildValue("");
}

/* version(): that of the library. */
static PyObject *version(PyObject *module, PyObject *none)
{
    (void)module;
    (void)none;
    return PyUnicode_FromString(pm_version());
}

static PyMethodDef functions[] = {{"numbers", numbers, METH_VARARGS, NULL},
                                  {"version", version, METH_NOARGS, NULL},
                                  {NULL, NULL, 0, NULL}};

static int fill_module(PyObject *module)
{
    PyMethodDef *const tables[] = {functions,
                                   door_option_functions,
                                   door_number_functions,
                                   door_problem_functions,
                                   door_question_functions,
                                   door_stack_functions,
                                   door_photon_functions,
                                   door_gpu_functions,
                                   door_ising_functions};
    struct door *const door = door_of(module);
    PyObject *const numpy = PyImport_ImportModule("numpy");

    door->ndarray = numpy != NULL ? PyObject_GetAttrString(numpy, "ndarray") : NULL;
    Py_XDECREF(numpy);
    door->bound = PyUnicode_InternFromString("bound");
    door->array_struct = PyUnicode_InternFromString("__array_struct__");
    door->threads = PyUnicode_InternFromString("threads");
    door->strict = PyUnicode_InternFromString("strict");
    if (door->ndarray == NULL || door->bound == NULL || door->array_struct == NULL ||
        door->threads == NULL || door->strict == NULL)
        return -1;
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        if (PyModule_AddFunctions(module, tables[k]) < 0)
            return -1;
    return door_add_quick(module) ? door_add_errors(module) : -1;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill_module}, {0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_door",
                                        .m_doc = "The library for the modules of this package.",
                                        .m_size = sizeof(struct door), .m_slots = slots};

PyMODINIT_FUNC PyInit__door(void);
PyMODINIT_FUNC PyInit__door(void)
{
    return PyModuleDef_Init(&definition);
}
