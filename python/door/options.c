/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of Python as the library takes them, by a table.  Which question has which option, the
 * library says (pm_facility_refusal()). */
#include "door.h"

#include <math.h>
#include <stddef.h>

enum kind { INT, LARGE, SHARE, SECONDS, FLAG, TEXT, FILE_NAME };

#define OPTION(name, kind, facility, ...)                                                          \
    {                                                                                              \
#name, kind, facility, offsetof(pm_options, name), __VA_ARGS__                             \
    }
enum { ALWAYS = PM_FACILITIES };
static const struct option {
    const char *name;
    enum kind kind;
    int facility;
    size_t offset;
    long long least, most; /* of integers */
} options[] = {
    OPTION(threads, INT, ALWAYS, 0, 4096),
    OPTION(memory, LARGE, PM_WITH_MEMORY, 0, 0),
    OPTION(seconds, SECONDS, PM_WITH_SECONDS, 0, 0),
    OPTION(epsilon, SHARE, PM_WITH_EPSILON, 0, 0),
    OPTION(strict, FLAG, PM_WITH_STRICT, 0, 0),
    OPTION(estimate, SHARE, PM_WITH_ESTIMATE, 0, 0),
    OPTION(delta, SHARE, PM_WITH_ESTIMATE, 0, 0),
    OPTION(unproved, FLAG, PM_WITH_ESTIMATE, 0, 0),
    OPTION(seed, LARGE, PM_WITH_ESTIMATE, 0, 0),
    OPTION(gpus, INT, PM_WITH_GPUS, -1, 4096),
    OPTION(engine, TEXT, PM_WITH_ENGINE, 0, 0),
    OPTION(reduce, TEXT, PM_WITH_REDUCTIONS, 0, 0),
    OPTION(no_reduce, TEXT, PM_WITH_REDUCTIONS, 0, 0),
    OPTION(modulus, TEXT, PM_WITH_MODULUS, 0, 0),
    OPTION(audit, SHARE, PM_WITH_AUDIT, 0, 0),
    OPTION(checkpoint, FILE_NAME, PM_WITH_CHECKPOINT, 0, 0),
    OPTION(checkpoint_every, SECONDS, PM_WITH_CHECKPOINT, 0, 0),
};
enum { OPTIONS = sizeof options / sizeof *options };

/* ------------------------------------------------------------------ numbers */

bool door_whole(const struct door *door, long long *number, const char *name, PyObject *given,
                long long least, long long most)
{
    PyObject *const index = PyBool_Check(given) ? NULL : PyNumber_Index(given);
    int over = 1;

    if (index != NULL)
        *number = PyLong_AsLongLongAndOverflow(index, &over);
    Py_XDECREF(index);
    PyErr_Clear();
    if (over == 0 && *number >= least && *number <= most)
        return true;
    door_refuse(door, "%s: an integer from %lld to %lld is expected, not %R", name, least, most,
                given);
    return false;
}

static bool take_large(const struct door *door, uint64_t *number, const char *name, PyObject *given)
{
    PyObject *const index = PyBool_Check(given) ? NULL : PyNumber_Index(given);

    if (index != NULL)
        *number = PyLong_AsUnsignedLongLong(index);
    Py_XDECREF(index);
    if (index != NULL && !PyErr_Occurred())
        return true;
    PyErr_Clear();
    door_refuse(door, "%s: an integer from 0 to 18446744073709551615 is expected, not %R", name,
                given);
    return false;
}

static bool take_seconds(const struct door *door, double *number, const char *name, PyObject *given)
{
    *number = PyFloat_AsDouble(given);
    if (PyErr_Occurred())
        return false;
    if (!(*number >= 0))
        door_refuse(door, "%s: a number of at least 0 is expected, not %R", name, given);
    return *number >= 0;
}

bool door_precision(const struct door *door, pm_precision *precision, PyObject *given)
{
    static const struct {
        const char *word;
        pm_precision precision;
    } words[] = {
        {"exact", PM_PRECISION_EXACT}, {"double", PM_PRECISION_DOUBLE}, {"dd", PM_PRECISION_DD}};
    long long bits;

    *precision = PM_PRECISION_AUTO;
    if (given == Py_None)
        return true;
    if (PyUnicode_Check(given)) {
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (PyUnicode_CompareWithASCIIString(given, words[k].word) == 0) {
                *precision = words[k].precision;
                return true;
            }
        door_refuse(door, "the precision is 'exact', 'double', 'dd' or a number of bits, not %R",
                    given);
        return false;
    }
    if (!door_whole(door, &bits, "precision", given, 2, PM_PRECISION_MOST))
        return false;
    *precision = (pm_precision)bits;
    return true;
}

bool door_epsilon(const struct door *door, double *epsilon, PyObject *rtol)
{
    *epsilon = 0;
    if (rtol == Py_None)
        return true;
    *epsilon = PyFloat_AsDouble(rtol);
    if (PyErr_Occurred())
        return false;
    if (!(*epsilon > 0 && *epsilon < 1)) {
        door_refuse(door, "rtol: a number between 0 and 1 is expected, not %R", rtol);
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------ texts */

/* The bytes of a text or of a file's name; `kept` keeps them. */
static bool take_text(const char **text, PyObject *kept, PyObject *given, bool is_file)
{
    PyObject *bytes = NULL;

    if (is_file) {
        if (!PyUnicode_FSConverter(given, &bytes))
            return false;
    } else {
        PyObject *const word = PyObject_Str(given);
        bytes = word != NULL ? PyUnicode_AsUTF8String(word) : NULL;
        Py_XDECREF(word);
    }
    if (bytes == NULL)
        return false;
    char *found;
    const bool good = PyBytes_AsStringAndSize(bytes, &found, NULL) == 0 && /* no NUL inside */
                      PyList_Append(kept, bytes) == 0;
    *text = found;
    Py_DECREF(bytes);
    return good;
}

static bool take_option(const struct door *door, struct door_options *out,
                        const struct option *option, PyObject *given)
{
    void *const place = (char *)&out->o + option->offset;
    long long number;
    int truth;

    switch (option->kind) {
    case INT:
        if (!door_whole(door, &number, option->name, given, option->least, option->most))
            return false;
        *(int *)place = (int)number;
        return true;
    case LARGE:
        return take_large(door, place, option->name, given);
    case SECONDS:
        return take_seconds(door, place, option->name, given);
    case SHARE:
        *(double *)place = PyFloat_AsDouble(given);
        return !PyErr_Occurred();
    case FLAG:
        truth = PyObject_IsTrue(given);
        *(bool *)place = truth > 0;
        return truth >= 0;
    case TEXT:
    case FILE_NAME:
        return take_text(place, out->kept, given, option->kind == FILE_NAME);
    }
    return false;
}

/* ------------------------------------------------------------------ all of them */

/* Why a question does not have an option; NULL: it has. */
static const char *refusal_of(const struct option *option, pm_question question)
{
    return option->facility == ALWAYS
               ? NULL
               : pm_facility_refusal(question, (pm_facility)option->facility);
}

static bool fail_unknown(PyObject *name, pm_question question)
{
    PyObject *list = PyUnicode_FromString("");

    for (int k = 0; k < OPTIONS && list != NULL; k++)
        if (refusal_of(options + k, question) == NULL) {
            PyObject *const longer =
                PyUnicode_FromFormat("%U%s%s", list, k > 0 ? ", " : "", options[k].name);
            Py_DECREF(list);
            list = longer;
        }
    if (list != NULL)
        PyErr_Format(PyExc_TypeError, "there is no option %R here; there are %U", name, list);
    Py_XDECREF(list);
    return false;
}

static bool take(const struct door *door, struct door_options *out, pm_question question,
                 PyObject *name, PyObject *value)
{
    for (int k = 0; k < OPTIONS; k++) {
        if (PyUnicode_CompareWithASCIIString(name, options[k].name) != 0)
            continue;
        const char *const refusal = refusal_of(options + k, question);
        if (refusal != NULL)
            door_refuse(door, "%s: %s", options[k].name, refusal);
        return refusal == NULL && (value == Py_None || take_option(door, out, options + k, value));
    }
    return fail_unknown(name, question);
}

bool door_options(const struct door *door, struct door_options *out, pm_question question,
                  PyObject *precision, bool exact, PyObject *given)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;

    *out = (struct door_options){.o = PM_OPTIONS_DEFAULT, .kept = PyList_New(0)};
    if (out->kept == NULL || !door_precision(door, &out->o.precision, precision))
        return false;
    if (precision == Py_None && exact)
        out->o.precision = PM_PRECISION_EXACT;
    while (given != NULL && PyDict_Next(given, &at, &name, &value))
        if (!take(door, out, question, name, value))
            return false;
    out->o.watch = door_look;
    out->o.watcher = &out->call;
    return true;
}

void door_options_clear(struct door_options *out)
{
    Py_CLEAR(out->kept);
}

/* check_options(options, others): a TypeError if a name is neither that of an option nor one of the
 * others. */
static PyObject *check_options(PyObject *module, PyObject *arguments)
{
    PyObject *name, *value, *given, *others;
    Py_ssize_t at = 0;

    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyDict_Type, &given, &PyTuple_Type, &others))
        return NULL;
    while (PyDict_Next(given, &at, &name, &value)) {
        bool known = PySequence_Contains(others, name) == 1;
        for (int k = 0; k < OPTIONS && !known; k++)
            known = PyUnicode_CompareWithASCIIString(name, options[k].name) == 0;
        if (!known) {
            fail_unknown(name, PM_ASK_VALUE);
            return NULL;
        }
    }
    return Py_BuildValue("");
}

PyMethodDef door_option_functions[] = {{"check_options", check_options, METH_VARARGS, NULL},
                                       {NULL, NULL, 0, NULL}};
