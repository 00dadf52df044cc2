/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers as numbers of Python: classes of _numbers.py with the bound, the text and the plan as
 * attributes. */
#include "door.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PyObject *door_text(char *text)
{
    PyObject *const made = PyUnicode_FromString(text);

    free(text);
    return made;
}

static bool set(PyObject *number, const char *name, PyObject *value)
{
    const bool good = value != NULL && PyObject_SetAttrString(number, name, value) == 0;

    Py_XDECREF(value);
    return good;
}

static PyObject *none(void)
{
    Py_INCREF(Py_None);
    return Py_None;
}

/* The natural logarithm of an answer; None where there is none. */
static PyObject *log_of(const pm_answer *answer)
{
    double log;

    return pm_answer_log(&log, NULL, answer) == PM_OK ? PyFloat_FromDouble(log) : none();
}

/* (sign, natural logarithm of the modulus); None where there is none. */
static PyObject *slog_of(const pm_answer *answer)
{
    double log;
    int sign;

    return pm_answer_log_modulus(&sign, &log, NULL, answer) == PM_OK
               ? Py_BuildValue("id", sign, log)
               : none();
}

static PyObject *least_of(const pm_answer *answer)
{
    const double least = pm_answer_estimate_least(answer);

    return least > -HUGE_VAL ? PyFloat_FromDouble(least) : none();
}

static bool is_one_of(const char *word, const char *one, const char *other)
{
    return strcmp(word, one) == 0 || strcmp(word, other) == 0;
}

static PyObject *value_of(const struct door *door, const pm_answer *answer, const char *text)
{
    const char *const kind = pm_answer_type(answer);
    const bool real = is_one_of(kind, "real", "estimate");
    double re, im;

    if (!real && !is_one_of(kind, "complex", "additive"))
        return PyObject_CallFunction(door->exact, "ss", kind, text);
    pm_answer_double(answer, &re, &im);
    PyObject *number = real ? PyObject_CallFunction(door->real, "d", re)
                            : PyObject_CallFunction(door->complex_type, "dd", re, im);
    if (number != NULL && !set(number, "bound", PyFloat_FromDouble(pm_answer_double_bound(answer))))
        Py_CLEAR(number);
    return number;
}

PyObject *door_number(const struct door *door, const pm_answer *answer)
{
    char *text;
    const pm_status status = pm_answer_text(&text, answer, 0);

    if (status != PM_OK)
        return door_fail(door, status);
    PyObject *number = value_of(door, answer, text);
    PyObject *const written = door_text(text);
    if (number != NULL && set(number, "text", written) &&
        set(number, "plan", PyUnicode_FromString(pm_answer_plan(answer))) &&
        set(number, "engines", PyUnicode_FromString(pm_answer_engines(answer))) &&
        set(number, "log", log_of(answer)) && set(number, "slog", slog_of(answer)) &&
        set(number, "log_least", least_of(answer)))
        return number;
    Py_XDECREF(number);
    return NULL;
}

/* ------------------------------------------------------------------ of doubles */

static pm_answer *answer_of(const struct door *door, bool is_complex, const double value[2],
                            double bound, int64_t exponent)
{
    pm_answer *answer = NULL;
    const pm_status status = pm_answer_of_doubles(
        &answer, is_complex ? PM_ENTRIES_COMPLEX : PM_ENTRIES_REAL, value, bound, exponent);

    if (status != PM_OK)
        door_fail(door, status);
    return answer;
}

static PyObject *plain_number(const struct door *door, bool is_complex, const double value[2],
                              double bound)
{
    PyObject *const rest = PyFloat_FromDouble(bound);
    PyObject *const plain =
        is_complex ? PyComplex_FromDoubles(value[0], value[1]) : PyFloat_FromDouble(value[0]);
    PyObject *number =
        plain != NULL ? PyObject_CallFunctionObjArgs(is_complex ? door->complex_type : door->real,
                                                     plain, NULL)
                      : NULL;

    Py_XDECREF(plain);
    if (number != NULL && (rest == NULL || PyObject_SetAttr(number, door->bound, rest) < 0))
        Py_CLEAR(number);
    Py_XDECREF(rest);
    return number;
}

PyObject *door_number_from(const struct door *door, bool is_complex, const double value[2],
                           double bound, int64_t exponent, double epsilon, bool judged, bool strict)
{
    const double size = is_complex ? fmax(fabs(value[0]), fabs(value[1])) : fabs(value[0]);
    char message[80];
    PyObject *number;

    if (exponent != 0 || !(bound < HUGE_VAL)) {
        pm_answer *const answer = answer_of(door, is_complex, value, bound, exponent);
        if (answer == NULL)
            return NULL;
        number = door_number(door, answer);
        pm_answer_free(answer);
    } else {
        number = plain_number(door, is_complex, value, bound);
    }
    if (number == NULL || bound <= (epsilon > 0 ? epsilon : 1e-12) * size || !judged)
        return number;
    snprintf(message, sizeof message, "the relative error may be %.2g",
             size > 0 ? bound / size : HUGE_VAL);
    if (door_complain(door, strict, message) < 0)
        Py_CLEAR(number);
    return number;
}

/* (text, log, slog) of a number that came without them: text_of(number, bound). */
static PyObject *text_of(PyObject *module, PyObject *arguments)
{
    struct door *const door = door_of(module);
    PyObject *number, *logarithm, *signed_log;
    double value[2], bound;
    char *text;

    if (!PyArg_ParseTuple(arguments, "Od", &number, &bound))
        return NULL;
    const bool is_complex = PyComplex_Check(number);
    value[0] = is_complex ? PyComplex_RealAsDouble(number) : PyFloat_AsDouble(number);
    value[1] = is_complex ? PyComplex_ImagAsDouble(number) : 0;
    pm_answer *const answer = answer_of(door, is_complex, value, bound, 0);
    if (answer == NULL)
        return NULL;
    const pm_status status = pm_answer_text(&text, answer, 0);
    logarithm = log_of(answer);
    signed_log = slog_of(answer);
    pm_answer_free(answer);
    if (status == PM_OK)
        return Py_BuildValue("NNN", door_text(text), logarithm, signed_log);
    Py_XDECREF(signed_log);
    Py_XDECREF(logarithm);
    return door_fail(door, status);
}

/* ------------------------------------------------------------------ bounds */

/* Numbers of values: all; with bounds above what was asked; of these the NaNs, and those of a
 * modulus below the range of doubles. */
struct vague {
    Py_ssize_t count, found, none, endless, tiny;
};

/* Counts doubles or complex numbers whose bounds are above `asked` times the larger of the modulus
 * and `least`. */
static void count_vague(struct vague *c, const struct door_array *value,
                        const struct door_array *bound, double asked, double least)
{
    const double *const v = value->data, *const b = bound->data;

    for (Py_ssize_t k = 0; k < c->count; k++) {
        const double part = fabs(value->kind == 'c' ? v[2 * k] : v[k]);
        if (b[k] <= asked * part &&
            b[k] < HUGE_VAL) /* most values need no hypot(), which is slow */
            continue;
        const double size = value->kind == 'c' ? hypot(v[2 * k], v[2 * k + 1]) : part;
        const bool vague = !(b[k] <= asked * fmax(size, least) && b[k] < HUGE_VAL);
        c->found += vague;
        c->none += vague && isnan(size);
        c->endless += vague && b[k] == HUGE_VAL && !isnan(size);
        c->tiny += vague && size + b[k] < DBL_MIN;
    }
}

/* judge(values, bounds, rtol, least, strict): complains if bounds are larger than asked. */
static PyObject *judge(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *values, *bounds, *rtol;
    struct door_array value = {.owner = NULL}, bound = {.owner = NULL};
    double epsilon, least;
    struct vague c = {.count = 1};
    char message[300];
    int strict;

    if (!PyArg_ParseTuple(arguments, "OOOdp", &values, &bounds, &rtol, &least, &strict) ||
        !door_epsilon(door, &epsilon, rtol))
        return NULL;
    if (door_array(door, &value, values) && door_array(door, &bound, bounds)) {
        epsilon = epsilon > 0 ? epsilon : 1e-12;
        for (int k = 0; k < bound.dims; k++)
            c.count *= bound.shape[k];
        count_vague(&c, &value, &bound, epsilon, least);
        const int used = snprintf(message, sizeof message,
                                  "the relative error of %zd of %zd values may be above %g",
                                  c.found, c.count, epsilon);
        if (c.none > 0)
            snprintf(message + used, sizeof message - (size_t)used,
                     "; %zd of them are NaN, since the permanents are 0, or may be", c.none);
        else if (c.endless > 0)
            snprintf(message + used, sizeof message - (size_t)used,
                     "; %zd of them have no bound: beyond doubles, or logarithms of what may be 0", c.endless);
        else if (c.tiny > 0)
            snprintf(message + used, sizeof message - (size_t)used,
                     "; %zd of them are below the range of float: the answer for one matrix, as of "
                     "permanent(), has its logarithm in .log",
                     c.tiny);
        if (c.found > 0)
            door_complain(door, strict, message);
    }
    door_array_clear(&value);
    door_array_clear(&bound);
    return PyErr_Occurred() ? NULL : Py_BuildValue("");
}

/* ------------------------------------------------------------------ lists */

static PyObject *value_at(const struct door *door, const pm_values *values, size_t k, bool exact,
                          bool is_complex)
{
    double re, im;
    char *text;

    if (exact) {
        const pm_status status = pm_values_text(&text, values, k, 0);
        return status == PM_OK ? door_text(text) : door_fail(door, status);
    }
    pm_values_double(values, k, &re, &im);
    return is_complex ? PyComplex_FromDoubles(re, im) : PyFloat_FromDouble(re);
}

PyObject *door_values(const struct door *door, const pm_values *values, bool exact)
{
    const char *const kind = pm_values_type(values);
    const bool is_complex = is_one_of(kind, "complex", "gaussian");
    const size_t count = pm_values_count(values);
    PyObject *const list = PyList_New((Py_ssize_t)count);

    for (size_t k = 0; k < count && list != NULL; k++) {
        PyObject *const value = value_at(door, values, k, exact, is_complex);
        if (value == NULL || PyList_SetItem(list, (Py_ssize_t)k, value) < 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return Py_BuildValue("sN", kind, list);
}

PyMethodDef door_number_functions[] = {{"text_of", text_of, METH_VARARGS, NULL},
                                       {"judge", judge, METH_VARARGS, NULL},
                                       {NULL, NULL, 0, NULL}};
