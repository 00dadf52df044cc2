/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems and graphs, as capsules. */
#include "door.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

const char door_problem_name[] = "pm_problem", door_graph_name[] = "pm_graph";

void *door_held(PyObject *capsule, const char *name)
{
    return PyCapsule_GetPointer(capsule, name);
}

static void free_problem(PyObject *capsule)
{
    pm_problem_free(PyCapsule_GetPointer(capsule, door_problem_name));
}

static void free_graph(PyObject *capsule)
{
    pm_graph_free(PyCapsule_GetPointer(capsule, door_graph_name));
}

static PyObject *new_problem(const struct door *door, pm_problem *problem, pm_status status)
{
    return status == PM_OK ? PyCapsule_New(problem, door_problem_name, free_problem)
                           : door_fail(door, status);
}

/* ------------------------------------------------------------------ matrices */

/* The bytes of all texts of a tuple, which must outlive them; NULL: an exception is raised. */
static const char **texts_of(PyObject *tuple)
{
    const Py_ssize_t count = PyTuple_Size(tuple);
    const char **const texts = count >= 0 ? calloc((size_t)count + 1, sizeof *texts) : NULL;

    for (Py_ssize_t k = 0; k < count && texts != NULL; k++)
        texts[k] = PyBytes_AsString(PyTuple_GetItem(tuple, k));
    if (texts == NULL && !PyErr_Occurred())
        PyErr_NoMemory();
    return texts;
}

/* problem_of_texts(field, m, n, rows, cols, values): values are a tuple of bytes. */
static PyObject *problem_of_texts(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    pm_problem *problem = NULL;
    PyObject *rows, *cols, *values;
    void *row, *col;
    int field, m, n;

    if (!PyArg_ParseTuple(arguments, "iiiOOO!", &field, &m, &n, &rows, &cols, &PyTuple_Type,
                          &values) ||
        !door_numbers(door, &row, rows, 'i', sizeof(int)) ||
        !door_numbers(door, &col, cols, 'i', sizeof(int)))
        return NULL;
    const char **const texts = texts_of(values);
    if (texts == NULL)
        return NULL;
    const pm_status status = pm_problem_new(&problem, (pm_field)field, m, n,
                                            (size_t)PyTuple_Size(values), row, col, texts);
    free(texts);
    return new_problem(door, problem, status);
}

/* problem_dense(stack) */
static PyObject *problem_dense(PyObject *module, PyObject *described)
{
    struct door *const door = door_of(module);
    pm_problem *problem = NULL;
    struct door_call call = {.progress = NULL};
    struct door_stack stack;

    if (!door_stack(door, &stack, described))
        return NULL;
    stack.s.watch = door_look;
    stack.s.watcher = &call;
    door_begin(&call);
    const bool good = door_end(door, &call, pm_problem_dense(&problem, &stack.s, 0));
    door_stack_clear(&stack);
    return good ? new_problem(door, problem, PM_OK) : NULL;
}

static bool take_entries(const struct door *door, pm_entries *entries, void **data,
                         PyObject *values, bool logs)
{
    struct door_array array;

    *data = NULL;
    if (values == Py_None)
        return true;
    if (!door_array(door, &array, values))
        return false;
    *entries = logs                ? PM_ENTRIES_LOGS
               : array.kind == 'c' ? PM_ENTRIES_COMPLEX
               : array.kind == 'i' ? PM_ENTRIES_INTEGER
                                   : PM_ENTRIES_REAL;
    *data = array.data;
    door_array_clear(&array);
    return true;
}

/* problem_sparse(m, n, start, index, values, logs, wide, by_cols) */
static PyObject *problem_sparse(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    pm_sparse s = {.size = sizeof s, .entries = PM_ENTRIES_REAL};
    pm_problem *problem = NULL;
    PyObject *starts, *indices, *values;
    void *start, *index, *data;
    int logs, wide, by_cols;

    if (!PyArg_ParseTuple(arguments, "iiOOOppp", &s.rows, &s.cols, &starts, &indices, &values,
                          &logs, &wide, &by_cols))
        return NULL;
    const Py_ssize_t size = wide ? sizeof(int64_t) : sizeof(int);
    const int lines = by_cols ? s.cols : s.rows;
    if (!door_numbers(door, &start, starts, 'i', size) ||
        !door_numbers(door, &index, indices, 'i', size) ||
        !take_entries(door, &s.entries, &data, values, logs) ||
        !door_has(door, starts, "indptr", lines < 0 ? 0 : (Py_ssize_t)lines + 1))
        return NULL;
    const Py_ssize_t count = lines < 0 ? 0 /* indptr ascends, or is refused */
                             : wide    ? (Py_ssize_t)((const int64_t *)start)[lines]
                                       : ((const int *)start)[lines];
    if (!door_has(door, indices, "indices", count) || !door_has(door, values, "data", count))
        return NULL;
    s.start = start;
    s.index = index;
    s.values = data;
    s.wide = wide;
    s.by_cols = by_cols;
    const pm_status status = pm_problem_sparse(&problem, &s);
    return new_problem(door, problem, status);
}

/* The problem that one function of the library makes from a matrix. */
static PyObject *problem_from(PyObject *module, PyObject *matrix,
                              pm_status make(pm_problem **problem, const pm_problem *matrix))
{
    const pm_problem *const given = door_held(matrix, door_problem_name);
    pm_problem *problem = NULL;

    if (given == NULL)
        return NULL;
    const pm_status status = make(&problem, given);
    return new_problem(door_of(module), problem, status);
}

static PyObject *problem_hafnian(PyObject *module, PyObject *matrix)
{
    return problem_from(module, matrix, pm_problem_hafnian);
}

static PyObject *problem_pfaffian(PyObject *module, PyObject *matrix)
{
    return problem_from(module, matrix, pm_problem_pfaffian);
}

/* problem_loops(matrix, loops, times) */
static PyObject *problem_loops(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *matrix, *loops, *copies;
    pm_problem *problem = NULL;
    void *times;

    if (!PyArg_ParseTuple(arguments, "OOO", &matrix, &loops, &copies) ||
        !door_numbers(door, &times, copies, 'i', sizeof(int)))
        return NULL;
    const pm_problem *const a = door_held(matrix, door_problem_name),
                            *const l = a != NULL ? door_held(loops, door_problem_name) : NULL;
    if (l == NULL)
        return NULL;
    const pm_status status = pm_problem_loops(&problem, a, l, times);
    return new_problem(door, problem, status);
}

/* problem_repeat(problem, rows, cols): repeats its lines. */
static PyObject *problem_repeat(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *given, *rows, *cols;
    void *row_times, *col_times;

    if (!PyArg_ParseTuple(arguments, "OOO", &given, &rows, &cols) ||
        !door_numbers(door, &row_times, rows, 'i', sizeof(int)) ||
        !door_numbers(door, &col_times, cols, 'i', sizeof(int)))
        return NULL;
    pm_problem *const problem = door_held(given, door_problem_name);
    const pm_status status =
        problem != NULL ? pm_problem_repeat(problem, row_times, col_times) : PM_OK;
    return problem == NULL ? NULL : status == PM_OK ? Py_BuildValue("") : door_fail(door, status);
}

/* ------------------------------------------------------------------ graphs */

/* Rational weights of edges, from a tuple of bytes. */
static mpq_t *rationals_of(PyObject *tuple)
{
    const Py_ssize_t count = PyTuple_Size(tuple);
    mpq_t *const numbers = calloc((size_t)count + 1, sizeof *numbers);
    const char **const texts = numbers != NULL ? texts_of(tuple) : NULL;

    if (texts == NULL) {
        free(numbers);
        return NULL;
    }
    for (Py_ssize_t k = 0; k < count; k++) {
        mpq_init(numbers[k]);
        mpq_set_str(numbers[k], texts[k], 10);
    }
    free(texts);
    return numbers;
}

static void free_rationals(mpq_t *numbers, Py_ssize_t count)
{
    for (Py_ssize_t k = 0; k < count && numbers != NULL; k++)
        mpq_clear(numbers[k]);
    free(numbers);
}

/* graph(directed, vertices, count, from, to, weights, logs): weights are an array, a tuple of bytes
 * or None. */
static PyObject *graph(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    pm_entries entries = PM_ENTRIES_REAL;
    pm_graph *made = NULL;
    PyObject *tails, *heads, *weights;
    void *from, *to, *data;
    mpq_t *rationals = NULL;
    Py_ssize_t count;
    int directed, vertices, logs;

    if (!PyArg_ParseTuple(arguments, "pinOOOp", &directed, &vertices, &count, &tails, &heads,
                          &weights, &logs) ||
        !door_numbers(door, &from, tails, 'i', sizeof(int)) ||
        !door_numbers(door, &to, heads, 'i', sizeof(int)))
        return NULL;
    if (PyTuple_Check(weights)) {
        data = rationals = rationals_of(weights);
        entries = PM_ENTRIES_MPQ;
        if (rationals == NULL)
            return NULL;
    } else if (!take_entries(door, &entries, &data, weights, logs)) {
        return NULL;
    }
    const pm_status status =
        pm_graph_from_edges(&made, directed, vertices, (size_t)count, from, to, entries, data);
    free_rationals(rationals, count);
    return status == PM_OK ? PyCapsule_New(made, door_graph_name, free_graph)
                           : door_fail(door, status);
}

/* molecule(text, skeleton): the names of the vertices and the edges as pairs of vertices. */
static PyObject *molecule(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    pm_graph_options options = {.size = sizeof options, .format = "mol"};
    pm_graph_reader *reader = NULL;
    pm_graph *read = NULL;
    const char *text;
    Py_ssize_t length;
    int skeleton, ends[2];

    if (!PyArg_ParseTuple(arguments, "y#p", &text, &length, &skeleton))
        return NULL;
    options.as = skeleton ? "skeleton" : "molecule";
    pm_status status = pm_graph_open_text(&reader, "the molecule", text, (size_t)length, &options);
    if (status == PM_OK)
        status = pm_graph_next(&read, reader);
    pm_graph_close(reader);
    if (status != PM_OK)
        return door_fail(door, status);
    const int vertices = pm_graph_vertices(read);
    const size_t edges = pm_graph_edges(read);
    PyObject *const names = PyList_New(vertices), *const pairs = PyList_New((Py_ssize_t)edges);
    for (int v = 0; v < vertices && names != NULL; v++)
        PyList_SetItem(names, v, PyUnicode_FromString(pm_graph_vertex_name(read, v)));
    for (size_t k = 0; k < edges && pairs != NULL; k++) {
        pm_graph_edge(read, k, &ends[0], &ends[1]);
        PyList_SetItem(pairs, (Py_ssize_t)k, Py_BuildValue("ii", ends[0], ends[1]));
    }
    pm_graph_free(read);
    return Py_BuildValue("NN", names, pairs);
}

static PyObject *problem_matchings(PyObject *module, PyObject *given)
{
    const pm_graph *const from = door_held(given, door_graph_name);
    pm_problem *problem = NULL;

    if (from == NULL)
        return NULL;
    const pm_status status = pm_problem_matchings(&problem, from, false);
    return new_problem(door_of(module), problem, status);
}

static PyObject *problem_cycle_covers(PyObject *module, PyObject *arguments)
{
    PyObject *given;
    pm_problem *problem = NULL;
    int least;

    if (!PyArg_ParseTuple(arguments, "Oi", &given, &least))
        return NULL;
    const pm_graph *const from = door_held(given, door_graph_name);
    if (from == NULL)
        return NULL;
    const pm_status status = pm_problem_cycle_covers(&problem, from, least);
    return new_problem(door_of(module), problem, status);
}

/* ------------------------------------------------------------------ what they are */

static PyObject *problem_shape(PyObject *module, PyObject *given)
{
    const pm_problem *const problem = door_held(given, door_problem_name);

    (void)module;
    return problem != NULL
               ? Py_BuildValue("iin", pm_problem_rows(problem), pm_problem_cols(problem),
                               (Py_ssize_t)pm_problem_entries(problem))
               : NULL;
}

static PyObject *problem_is_symmetric(PyObject *module, PyObject *given)
{
    const pm_problem *const problem = door_held(given, door_problem_name);

    (void)module;
    return problem != NULL ? PyBool_FromLong(pm_problem_is_symmetric(problem)) : NULL;
}

/* problem_places(problem, rows, cols): fills arrays of int with the places of the entries. */
static PyObject *problem_places(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *given, *rows, *cols;
    void *row, *col;

    if (!PyArg_ParseTuple(arguments, "OOO", &given, &rows, &cols) ||
        !door_numbers(door, &row, rows, 'i', sizeof(int)) ||
        !door_numbers(door, &col, cols, 'i', sizeof(int)))
        return NULL;
    const pm_problem *const problem = door_held(given, door_problem_name);
    for (size_t k = 0; problem != NULL && k < pm_problem_entries(problem); k++)
        pm_problem_entry(problem, k, (int *)row + k, (int *)col + k);
    return problem != NULL ? Py_BuildValue("") : NULL;
}

/* problem_vertices(problem): the vertices of all rows and of all columns, two lists. */
static PyObject *problem_vertices(PyObject *module, PyObject *given)
{
    const pm_problem *const problem = door_held(given, door_problem_name);
    PyObject *lists[2] = {NULL, NULL};

    (void)module;
    for (int side = 0; side < 2 && problem != NULL; side++) {
        const int count = side == 0 ? pm_problem_rows(problem) : pm_problem_cols(problem);
        lists[side] = PyList_New(count);
        for (int k = 0; k < count && lists[side] != NULL; k++)
            PyList_SetItem(lists[side], k,
                           PyLong_FromLong(side == 0 ? pm_problem_row_vertex(problem, k)
                                                     : pm_problem_col_vertex(problem, k)));
    }
    if (lists[0] != NULL && lists[1] != NULL)
        return Py_BuildValue("NN", lists[0], lists[1]);
    Py_XDECREF(lists[0]);
    Py_XDECREF(lists[1]);
    return NULL;
}

PyMethodDef door_problem_functions[] = {
    {"problem_of_texts", problem_of_texts, METH_VARARGS, NULL},
    {"problem_dense", problem_dense, METH_O, NULL},
    {"problem_sparse", problem_sparse, METH_VARARGS, NULL},
    {"problem_hafnian", problem_hafnian, METH_O, NULL},
    {"problem_loops", problem_loops, METH_VARARGS, NULL},
    {"problem_pfaffian", problem_pfaffian, METH_O, NULL},
    {"problem_repeat", problem_repeat, METH_VARARGS, NULL},
    {"graph", graph, METH_VARARGS, NULL},
    {"molecule", molecule, METH_VARARGS, NULL},
    {"problem_matchings", problem_matchings, METH_O, NULL},
    {"problem_cycle_covers", problem_cycle_covers, METH_VARARGS, NULL},
    {"problem_shape", problem_shape, METH_O, NULL},
    {"problem_is_symmetric", problem_is_symmetric, METH_O, NULL},
    {"problem_places", problem_places, METH_VARARGS, NULL},
    {"problem_vertices", problem_vertices, METH_O, NULL},
    {NULL, NULL, 0, NULL}};
