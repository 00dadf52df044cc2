/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of a problem, or of an Ising model: one function of Python for all questions, and a
 * table of them. */
#include "door.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A question, with all arguments that any of them has, and the answer. */
struct asked {
    const void *of; /* a problem or a model */
    struct door_options options;
    PyObject *progress;      /* of Python, or NULL */
    struct door_array array; /* to be filled; its first dimension counts */
    uint64_t seed;
    const char *claim;        /* what is proved, or the error of all entries */
    const pm_problem *errors; /* of the entries; NULL: the claim has it */
    int *u, *v;
    size_t count;
    double *mean, *bound; /* to be filled */
    bool is_signed, with_free;
    int free_vertices;
    bool judged, strict; /* whether bounds are compared with what was asked */

    pm_problem *wider; /* with the free vertices */
    pm_answer *answer;
    pm_values *values;
    char *proof;
    double bounds[2];
    const char *methods[2];
};

/* ------------------------------------------------------------------ calls of the library */

static pm_status solve(struct asked *a)
{
    pm_options *const o = &a->options.o;
    const bool estimate = o->estimate > 0;

    a->strict = o->strict;
    a->judged = !estimate && (o->precision == PM_PRECISION_AUTO || o->epsilon > 0 || a->strict);
    o->strict = a->strict && estimate;
    return pm_solve(&a->answer, a->of, o);
}

static pm_status plan(struct asked *a)
{
    a->options.o.plan_only = true;
    return pm_solve(&a->answer, a->of, &a->options.o);
}

static pm_status shares(struct asked *a)
{
    a->options.o.is_signed = a->is_signed;
    return pm_marginals(&a->values, a->of, &a->options.o);
}

static pm_status best(struct asked *a)
{
    a->count = (size_t)a->array.shape[0];
    return pm_best(&a->values, &a->count, a->array.data, a->bounds, a->of, &a->options.o);
}

static pm_status interval_of(struct asked *a)
{
    pm_problem *made = NULL;
    pm_status status = a->errors == NULL ? pm_problem_errors(&made, a->of, a->claim) : PM_OK;

    if (status == PM_OK)
        status = pm_interval(&a->values, a->of, made != NULL ? made : a->errors, &a->options.o);
    pm_problem_free(made);
    return status;
}

/* bethe() writes three logarithms and then the ends
 * into `mean`. */
#define CALLS(X)                                                                                   \
    X(prove, pm_prove, &a->proof, a->of, PM_PROVE_VALUE, &a->claim, 1)                             \
    X(sizes, pm_matchings, &a->values, a->of)                                                      \
    X(clar, pm_clar, &a->values, a->of)                                                            \
    X(draw, pm_sample, a->array.data, (size_t)a->array.shape[0], a->seed, a->of)                   \
    X(bounds, pm_bounds, a->bounds, a->methods, a->of)                                             \
    X(bethe, pm_bethe, a->mean, a->mean + 3, a->bound, a->of)                                      \
    X(ising_solve, pm_ising_solve, &a->answer, a->of)                                              \
    X(ising_means, pm_ising_means, &a->values, a->of)                                              \
    X(ising_heat, pm_ising_heat, &a->values, a->of)                                                \
    X(ising_pairs, pm_ising_pairs, &a->values, a->of, a->count, a->u, a->v)                        \
    X(ising_signed_pair, pm_ising_signed_pair, a->mean, a->bound, a->of, a->u[0], a->v[0],         \
      (size_t)a->array.shape[0], a->array.data)                                                    \
    X(ising_energies, pm_ising_energies, &a->values, a->of)                                        \
    X(ising_draw, pm_ising_sample, a->array.data, (size_t)a->array.shape[0], a->seed, a->of)

CALLS(DOOR_CALL)

/* ------------------------------------------------------------------ answers for Python */

static bool is_floating(const char *kind)
{
    return strcmp(kind, "real") == 0 || strcmp(kind, "complex") == 0;
}

/* Complains if the bound of a floating number is larger than asked. */
static bool judge(const struct door *door, PyObject *number, const struct asked *a)
{
    const double asked = a->options.o.epsilon > 0 ? a->options.o.epsilon : 1e-12;
    char message[40];

    if (!is_floating(pm_answer_type(a->answer)) || pm_answer_within(a->answer, asked))
        return true;
    PyObject *const text = PyObject_GetAttrString(number, "text"),
                    *bound = PyObject_GetAttrString(number, "bound");
    PyObject *const limit = PyFloat_FromDouble(asked), *said = NULL;
    if (text != NULL && bound != NULL && limit != NULL) {
        snprintf(message, sizeof message, "%.2g", PyFloat_AsDouble(bound));
        said = PyUnicode_FromFormat("the relative error may be above %R: %U +/- %s", limit, text,
                                    message);
    }
    Py_XDECREF(text);
    Py_XDECREF(bound);
    Py_XDECREF(limit);
    PyObject *const bytes = said != NULL ? PyUnicode_AsUTF8String(said) : NULL;
    const bool good = bytes != NULL && door_complain(door, a->strict, PyBytes_AsString(bytes)) == 0;
    Py_XDECREF(said);
    Py_XDECREF(bytes);
    return good;
}

static PyObject *number(const struct door *door, struct asked *a)
{
    PyObject *made = door_number(door, a->answer);

    if (made != NULL && a->judged && !judge(door, made, a))
        Py_CLEAR(made);
    return made;
}

static PyObject *plan_text(const struct door *door, struct asked *a)
{
    (void)door;
    return PyUnicode_FromString(pm_answer_plan(a->answer));
}

static PyObject *proof_text(const struct door *door, struct asked *a)
{
    (void)door;
    return door_text(a->proof);
}

/* (exact, (kind, list)) */
static PyObject *listed(const struct door *door, const struct asked *a, bool exact)
{
    return Py_BuildValue("iN", exact, door_values(door, a->values, exact));
}

static PyObject *values(const struct door *door, struct asked *a)
{
    return listed(door, a, a->options.o.precision == PM_PRECISION_EXACT);
}

static PyObject *floats(const struct door *door, struct asked *a)
{
    return listed(door, a, false);
}

static PyObject *exact_values(const struct door *door, struct asked *a)
{
    return listed(door, a, true);
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

static PyObject *typed_values(const struct door *door, struct asked *a)
{
    return listed(door, a, !is_floating(pm_values_type(a->values)));
}

/* (number of matchings, log10 of a bound of the rest, logarithms, (exact, (kind, list))) */
static PyObject *heaviest(const struct door *door, struct asked *a)
{
    return Py_BuildValue("ndNN", (Py_ssize_t)a->count, a->bounds[0], logs_of(a->values),
                         typed_values(door, a));
}

static const char *word(const char *method)
{
    return method != NULL ? method : "";
}

/* Two logarithms and two methods. */
static PyObject *interval(const struct door *door, struct asked *a)
{
    (void)door;
    return Py_BuildValue("ddss", a->bounds[0], a->bounds[1], word(a->methods[0]),
                         word(a->methods[1]));
}

static PyObject *nothing(const struct door *door, struct asked *a)
{
    (void)door;
    (void)a;
    return Py_BuildValue("");
}

/* ------------------------------------------------------------------ arguments */

static bool take_array(struct door *door, void *to, PyObject *given)
{
    return door_array(door, to, given);
}

static bool take_bytes(struct door *door, void *to, PyObject *given)
{
    (void)door;
    *(const char **)to = PyBytes_AsString(given);
    return !PyErr_Occurred();
}

static bool take_progress(struct door *door, void *to, PyObject *given)
{
    (void)door;
    *(PyObject **)to = given != Py_None ? given : NULL;
    return true;
}

static bool take_free(struct door *door, void *to, PyObject *given)
{
    struct asked *const a = to;

    a->with_free = given != Py_None;
    return !a->with_free || door_unmatched(door, &a->free_vertices, given);
}

/* A problem, or a number as bytes. */
static bool take_errors(struct door *door, void *to, PyObject *given)
{
    struct asked *const a = to;

    if (PyBytes_Check(given))
        return take_bytes(door, &a->claim, given);
    a->errors = door_held(given, door_problem_name);
    return a->errors != NULL;
}

static const struct door_argument arguments_of[] = {
    {'a', take_array, offsetof(struct asked, array)},
    {'b', door_take_doubles, offsetof(struct asked, bound)},
    {'c', take_bytes, offsetof(struct asked, claim)},
    {'e', take_errors, 0},
    {'f', take_free, 0},
    {'m', door_take_doubles, offsetof(struct asked, mean)},
    {'n', door_take_size, offsetof(struct asked, count)},
    {'p', take_progress, offsetof(struct asked, progress)},
    {'r', door_take_seed, offsetof(struct asked, seed)},
    {'s', door_take_truth, offsetof(struct asked, is_signed)},
    {'u', door_take_ints, offsetof(struct asked, u)},
    {'v', door_take_ints, offsetof(struct asked, v)}};

static const struct function {
    const char *name, *of, *takes;
    pm_question question;
    pm_status (*call)(struct asked *a);
    PyObject *(*give)(const struct door *door, struct asked *a);
} functions[] = {
    {"solve", door_problem_name, "pf", PM_ASK_VALUE, solve, number},
    {"plan", door_problem_name, "f", PM_ASK_VALUE, plan, plan_text},
    {"prove", door_problem_name, "c", PM_ASK_VALUE, prove, proof_text},
    {"shares", door_problem_name, "s", PM_ASK_SHARES, shares, values},
    {"free_shares", door_problem_name, "sf", PM_ASK_FREE_SHARES, shares, values},
    {"sizes", door_problem_name, "", PM_ASK_SIZES, sizes, values},
    {"clar", door_problem_name, "", PM_ASK_SIZES, clar, values},
    {"draw", door_problem_name, "ar", PM_ASK_DRAWS, draw, nothing},
    {"best", door_problem_name, "a", PM_ASK_BEST, best, heaviest},
    {"bounds", door_problem_name, "", PM_ASK_BOUNDS, bounds, interval},
    {"bethe", door_problem_name, "mb", PM_ASK_BOUNDS, bethe, nothing},
    {"interval", door_problem_name, "e", PM_ASK_VALUE, interval_of, typed_values},
    {"ising_solve", door_model_name, "", PM_ASK_VALUE, ising_solve, number},
    {"ising_means", door_model_name, "", PM_ASK_SHARES, ising_means, floats},
    {"ising_heat", door_model_name, "", PM_ASK_SHARES, ising_heat, floats},
    {"ising_pairs", door_model_name, "uvn", PM_ASK_VALUE, ising_pairs, floats},
    {"ising_signed_pair", door_model_name, "mbauv", PM_ASK_SHARES, ising_signed_pair, nothing},
    {"ising_energies", door_model_name, "", PM_ASK_VALUE, ising_energies, exact_values},
    {"ising_draw", door_model_name, "ar", PM_ASK_DRAWS, ising_draw, nothing}};

/* Asks a question whose arguments have been read. */
static PyObject *answer(const struct door *door, const struct function *f, struct asked *a)
{
    a->options.call.progress = a->progress;
    door_begin(&a->options.call);
    pm_status status =
        a->with_free ? pm_problem_unmatched(&a->wider, a->of, a->free_vertices) : PM_OK;
    if (a->wider != NULL)
        a->of = a->wider;
    if (status == PM_OK)
        status = f->call(a);
    return door_end(door, &a->options.call, status) ? f->give(door, a) : NULL;
}

/* ask(name, problem or model, exact, precision, options, arguments) */
static PyObject *ask(PyObject *module, PyObject *arguments)
{
    struct door *const door = door_of(module);
    PyObject *held, *precision, *given, *listed_here, *found = NULL;
    struct asked a = {.of = NULL};
    const struct function *f = functions, *const end = f + sizeof functions / sizeof *f;
    const char *name;
    int exact;

    if (!PyArg_ParseTuple(arguments, "sOpOO!O!", &name, &held, &exact, &precision, &PyDict_Type,
                          &given, &PyTuple_Type, &listed_here))
        return NULL;
    while (f < end && strcmp(f->name, name) != 0)
        f++;
    if (f == end)
        return PyErr_Format(PyExc_ValueError, "there is no question '%s'", name);
    a.of = door_held(held, f->of);
    if (a.of != NULL && door_take(door, &a, arguments_of, f->takes, listed_here) &&
        door_options(door, &a.options, f->question, precision, exact, given))
        found = answer(door, f, &a);
    pm_problem_free(a.wider);
    pm_answer_free(a.answer);
    pm_values_free(a.values);
    door_array_clear(&a.array);
    door_options_clear(&a.options);
    return found;
}

PyMethodDef door_question_functions[] = {{"ask", ask, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};
