/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One number of a problem: pm_solve() and its relatives. */
#include "door.h"

#include <stdio.h>
#include <string.h>

struct asked {
    const pm_problem *problem;
    bool with_free;
    int free_vertices;
};

static pm_status solve(pm_answer **answer, const struct asked *asked, const pm_options *options)
{
    pm_problem *wider = NULL;
    pm_status status = PM_OK;

    if (asked->with_free)
        status = pm_problem_unmatched(&wider, asked->problem, asked->free_vertices);
    if (status == PM_OK)
        status = pm_solve(answer, wider != NULL ? wider : asked->problem, options);
    pm_problem_free(wider);
    return status;
}

static bool take_free(const struct door *door, struct asked *asked, PyObject *unmatched)
{
    asked->with_free = unmatched != Py_None;
    return !asked->with_free || door_unmatched(door, &asked->free_vertices, unmatched);
}

static bool solved(const struct door *door, pm_answer **answer, const struct asked *asked,
                   struct door_options *options)
{
    *answer = NULL;
    door_begin(&options->call);
    const pm_status status = solve(answer, asked, &options->o);
    if (door_end(door, &options->call, status))
        return true;
    pm_answer_free(*answer);
    return false;
}

/* Complains if the bound of a floating number is larger than asked. */
static bool judge(const struct door *door, PyObject *number, const pm_answer *answer,
                  const pm_options *options, bool strict)
{
    const double asked = options->epsilon > 0 ? options->epsilon : 1e-12;
    const char *const kind = pm_answer_type(answer);
    char message[40];

    if ((strcmp(kind, "real") != 0 && strcmp(kind, "complex") != 0) ||
        pm_answer_within(answer, asked))
        return true;
    PyObject *const text = PyObject_GetAttrString(number, "text"),
                    *bound = PyObject_GetAttrString(number, "bound");
    snprintf(message, sizeof message, "%.2g", PyFloat_AsDouble(bound));
    PyObject *const said = PyUnicode_FromFormat("the relative error may be above %R: %U +/- %s",
                                                PyFloat_FromDouble(asked), text, message);
    Py_XDECREF(text);
    Py_XDECREF(bound);
    PyObject *const bytes = said != NULL ? PyUnicode_AsUTF8String(said) : NULL;
    const bool good = bytes != NULL && door_complain(door, strict, PyBytes_AsString(bytes)) == 0;
    Py_XDECREF(said);
    Py_XDECREF(bytes);
    return good;
}

/* solve(problem, exact, precision, options, progress, unmatched or None) */
static PyObject *solve_problem(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *problem, *precision, *given, *progress, *unmatched, *number = NULL;
    struct door_options options = {.kept = NULL};
    struct asked asked;
    pm_answer *answer;
    int exact;

    if (!PyArg_ParseTuple(arguments, "OpOO!OO", &problem, &exact, &precision, &PyDict_Type, &given,
                          &progress, &unmatched))
        return NULL;
    asked.problem = door_held(problem, door_problem_name);
    if (asked.problem == NULL || !take_free(door, &asked, unmatched) ||
        !door_options(door, &options, PM_ASK_VALUE, precision, exact, given))
        goto done;
    const bool strict = options.o.strict, estimate = options.o.estimate > 0;
    const bool judged = !estimate && (precision == Py_None || options.o.epsilon > 0 || strict);
    options.o.strict = strict && estimate;
    options.call.progress = progress != Py_None ? progress : NULL;
    if (!solved(door, &answer, &asked, &options))
        goto done;
    number = door_number(door, answer);
    if (number != NULL && judged && !judge(door, number, answer, &options.o, strict))
        Py_CLEAR(number);
    pm_answer_free(answer);
done:
    door_options_clear(&options);
    return number;
}

/* plan(problem, exact, precision, options, unmatched or None) */
static PyObject *plan(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *problem, *precision, *given, *unmatched, *text = NULL;
    struct door_options options = {.kept = NULL};
    struct asked asked;
    pm_answer *answer;
    int exact;

    if (!PyArg_ParseTuple(arguments, "OpOO!O", &problem, &exact, &precision, &PyDict_Type, &given,
                          &unmatched))
        return NULL;
    asked.problem = door_held(problem, door_problem_name);
    if (asked.problem != NULL && take_free(door, &asked, unmatched) &&
        door_options(door, &options, PM_ASK_VALUE, precision, exact, given)) {
        options.o.plan_only = true;
        if (solved(door, &answer, &asked, &options)) {
            text = PyUnicode_FromString(pm_answer_plan(answer));
            pm_answer_free(answer);
        }
    }
    door_options_clear(&options);
    return text;
}

/* prove(problem, value, precision, options): the text of a proof. */
static PyObject *prove(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *problem, *precision, *given, *text = NULL;
    struct door_options options = {.kept = NULL};
    const char *value;
    char *proof = NULL;

    if (!PyArg_ParseTuple(arguments, "OsOO!", &problem, &value, &precision, &PyDict_Type, &given))
        return NULL;
    const pm_problem *const held = door_held(problem, door_problem_name);
    if (held != NULL && door_options(door, &options, PM_ASK_VALUE, precision, true, given)) {
        door_begin(&options.call);
        const pm_status status = pm_prove(&proof, held, PM_PROVE_VALUE, &value, 1, &options.o);
        if (door_end(door, &options.call, status))
            text = door_text(proof);
    }
    door_options_clear(&options);
    return text;
}

PyObject *door_text_of(PyObject *module, PyObject *arguments);

PyMethodDef door_answer_functions[] = {{"solve", solve_problem, METH_VARARGS, NULL},
                                       {"plan", plan, METH_VARARGS, NULL},
                                       {"prove", prove, METH_VARARGS, NULL},
                                       {"text_of", door_text_of, METH_VARARGS, NULL},
                                       {NULL, NULL, 0, NULL}};
