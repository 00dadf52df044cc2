/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of many small matrices, and of one small matrix at once. */
#include "door.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* A call of one of these functions. */
struct asked {
    struct door_stack stack, other; /* other: the right factors of products */
    struct door_array loops;
    double *values, *bounds;
    int *lines, count; /* of joint shares */
    int threads;
    bool short_only; /* other calls, and failures, are left to others */
    bool own_loops;  /* the diagonal has the loops, */
    void *diagonal;  /* and this is a copy of it */
};

/* The functions by their names. */
static const struct function {
    const char *name;
    pm_status (*call)(double *values, double *bounds, const pm_stack *stack, int threads);
    pm_stack_kind kind;
} functions[] = {{"batch", pm_batch, PM_STACK_PERMANENTS},
                 {"loop_hafnian", pm_batch, PM_STACK_HAFNIANS},
                 {"minors", pm_minors, PM_STACK_PERMANENTS},
                 {"gradient", pm_gradient, PM_STACK_PERMANENTS},
                 {"shares", pm_shares, PM_STACK_PERMANENTS},
                 {"joint_shares", NULL, PM_STACK_PERMANENTS},
                 {"rank", pm_batch, PM_STACK_PERMANENTS},
                 {"hafnian_gradient", pm_gradient, PM_STACK_HAFNIANS},
                 {"hafnian_patterns", pm_batch, PM_STACK_HAFNIANS},
                 {"torontonian", pm_batch, PM_STACK_TORONTONIANS},
                 {"montrealer", pm_batch, PM_STACK_MONTREALERS},
                 {"low_rank_hafnian", pm_batch, PM_STACK_LOW_RANK_HAFNIANS},
                 {"pfaffian", pm_batch, PM_STACK_PFAFFIANS},
                 {"pfaffian_gradient", pm_gradient, PM_STACK_PFAFFIANS},
                 {NULL, NULL, PM_STACK_PERMANENTS}};

static const struct function *function_of(const char *name)
{
    for (const struct function *f = functions; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    PyErr_Format(PyExc_KeyError, "%s", name);
    return NULL;
}

/* ------------------------------------------------------------------ a call */

static bool take_loops(const struct door *door, struct asked *a, PyObject *loops)
{
    if (loops != Py_None && !door_array(door, &a->loops, loops))
        return false;
    a->stack.s.loops = a->loops.data;
    return true;
}

static bool take_lines(const struct door *door, struct asked *a, PyObject *given)
{
    struct door_array array;
    void *lines;

    if (!door_numbers(door, &lines, given, 'i', sizeof(int)) || !door_array(door, &array, given))
        return false;
    a->lines = lines;
    a->count = (int)array.shape[0];
    door_array_clear(&array);
    return true;
}

/* The arguments behind the threads, by what the function takes. */
static bool take_more(struct door *door, struct asked *a, const struct function *f, PyObject *more)
{
    pm_stack *const s = &a->stack.s;
    PyObject *first, *second;

    if (!PyArg_ParseTuple(more, "OO", &first, &second))
        return false;
    s->kind = f->kind;
    if (f->call == NULL)
        return take_lines(door, a, first);
    if (f->kind == PM_STACK_PERMANENTS) {
        if (first != Py_None)
            s->right = &a->other.s;
        return first == Py_None || door_stack(door, &a->other, first);
    }
    if (f->kind == PM_STACK_HAFNIANS && second != Py_None)
        s->cutoff = (int)PyLong_AsLong(second);
    if (f->kind == PM_STACK_TORONTONIANS)
        s->rtol = PyFloat_AsDouble(second);
    return !PyErr_Occurred() && take_loops(door, a, first);
}

static void clear(struct asked *a)
{
    door_stack_clear(&a->stack);
    door_stack_clear(&a->other);
    door_array_clear(&a->loops);
    PyMem_Free(a->diagonal);
}

static pm_status call_of(const struct function *f, const struct asked *a)
{
    return f->call != NULL
               ? f->call(a->values, a->bounds, &a->stack.s, a->threads)
               : pm_joint_shares(a->values, a->bounds, &a->stack.s, a->lines, a->count, a->threads);
}

static bool work(const struct door *door, const struct function *f, struct asked *a)
{
    struct door_call call = {.progress = NULL};

    a->stack.s.watch = door_look;
    a->stack.s.watcher = &call;
    door_begin(&call);
    return door_end(door, &call, call_of(f, a));
}

/* fill(name, values, bounds, stack, threads, more): writes the answers into arrays of doubles. */
static PyObject *fill(PyObject *module, PyObject *arguments)
{
    struct door *const door = door_of(module);
    PyObject *values, *bounds, *described, *threads, *more;
    struct door_array value = {.owner = NULL}, bound = {.owner = NULL};
    struct asked a = {.count = 0};
    const char *name;
    long long number = 0;
    bool good = false;

    if (!PyArg_ParseTuple(arguments, "sOOOOO!", &name, &values, &bounds, &described, &threads,
                          &PyTuple_Type, &more))
        return NULL;
    const struct function *const f = function_of(name);
    if (f != NULL && door_array(door, &value, values) && door_array(door, &bound, bounds) &&
        door_whole(door, &number, "threads", threads, 0, 4096) &&
        door_stack(door, &a.stack, described) && take_more(door, &a, f, more)) {
        a.values = value.data;
        a.bounds = bound.data;
        a.threads = (int)number;
        good = work(door, f, &a);
    }
    clear(&a);
    door_array_clear(&value);
    door_array_clear(&bound);
    return good ? Py_BuildValue("") : NULL;
}

/* Whether the answers are complex. */
static bool is_complex(const struct function *f, const struct asked *a)
{
    return a->stack.s.entries == PM_ENTRIES_COMPLEX && f->kind != PM_STACK_TORONTONIANS;
}

/* The answer of one matrix as a number of any size. */
static PyObject *number_of(const struct door *door, const struct function *f, struct asked *a,
                           PyObject *precision, bool strict)
{
    const bool judged = precision == Py_None || a->stack.s.epsilon > 0 || strict;
    double value[2], bound;
    int64_t exponent = 0;

    a->values = value;
    a->bounds = &bound;
    a->stack.s.exponents = &exponent;
    return work(door, f, a) ? door_number_from(door, is_complex(f, a), value, bound, exponent,
                                               a->stack.s.epsilon, judged, strict)
                            : NULL;
}

/* alone(name, stack, threads, more, strict): of a stack of one matrix. */
static PyObject *alone(PyObject *module, PyObject *arguments)
{
    struct door *const door = door_of(module);
    PyObject *described, *threads, *more, *number = NULL;
    struct asked a = {.count = 0};
    const char *name;
    long long count = 0;
    int strict;

    if (!PyArg_ParseTuple(arguments, "sO!OO!p", &name, &PyTuple_Type, &described, &threads,
                          &PyTuple_Type, &more, &strict))
        return NULL;
    const struct function *const f = function_of(name);
    if (f != NULL && door_whole(door, &count, "threads", threads, 0, 4096) &&
        door_stack(door, &a.stack, described) && take_more(door, &a, f, more)) {
        a.threads = (int)count;
        number = number_of(door, f, &a, PyTuple_GetItem(described, 3), strict);
    }
    clear(&a);
    return number;
}

/* ------------------------------------------------------------------ one matrix of doubles */

/* Whether all options are `threads` and `strict`. */
static bool take_two(const struct door *door, PyObject *options, int *threads, bool *strict)
{
    PyObject *const count = PyDict_GetItemWithError(options, door->threads),
                    *const truth = PyDict_GetItemWithError(options, door->strict);
    const int is_strict = truth != NULL ? PyObject_IsTrue(truth) : 0;
    long long number = 0;

    if (is_strict < 0 || PyDict_Size(options) != (count != NULL) + (truth != NULL) ||
        (count != NULL && !door_whole(door, &number, "threads", count, 0, 4096)))
        return false;
    *threads = (int)number;
    *strict = is_strict;
    return true;
}

/* A matrix that is a stack of one, whose arithmetic is double: false if it is anything else. */
static bool take_one(const struct door *door, struct asked *a, const struct function *f,
                     PyObject *matrix)
{
    struct door_array *const array = &a->stack.array;
    pm_stack *const s = &a->stack.s;

    if ((PyObject *)Py_TYPE(matrix) != door->ndarray || !door_array(door, array, matrix)) {
        PyErr_Clear();
        return false;
    }
    const Py_ssize_t *const shape = array->shape, *const stride = array->stride, size = array->size;
    if (array->dims != 2 ||
        !((array->kind == 'f' && size == 8) || (array->kind == 'c' && size == 16)) ||
        shape[0] > INT_MAX || shape[1] > INT_MAX || shape[0] + shape[1] < 1 ||
        stride[0] % size != 0 || stride[1] % size != 0)
        return false;
    s->size = sizeof *s;
    s->kind = f->kind;
    s->entries = size == 16 ? PM_ENTRIES_COMPLEX : PM_ENTRIES_REAL;
    s->data = array->data;
    s->count = 1;
    s->rows = (int)shape[0];
    s->cols = (int)shape[1];
    s->row_stride = stride[0] / size;
    s->col_stride = stride[1] / size;
    s->strided = true;
    return true;
}

/* Takes the diagonal of a square matrix as its loops. */
static bool take_diagonal(struct asked *a)
{
    pm_stack *const s = &a->stack.s;
    const size_t size = s->entries == PM_ENTRIES_COMPLEX ? 16 : 8;
    const ptrdiff_t step = (s->row_stride + s->col_stride) * (ptrdiff_t)size;

    if (s->rows != s->cols || (a->diagonal = PyMem_Malloc((size_t)s->rows * size)) == NULL)
        return false;
    for (int i = 0; i < s->rows; i++)
        memcpy((char *)a->diagonal + (size_t)i * size, (const char *)s->data + i * step, size);
    s->loops = a->diagonal;
    return true;
}

/* Calls the function; a short one keeps Python's lock.  False: it is left to others, or an
 * exception is raised. */
static bool call_one(const struct door *door, const struct function *f, struct asked *a,
                     double value[2], double *bound, int64_t *exponent)
{
    enum { SHORT = 10 };
    const bool is_short = a->stack.s.rows <= SHORT && a->stack.s.cols <= SHORT;

    a->values = value;
    a->bounds = bound;
    a->stack.s.exponents = exponent;
    if (a->short_only && !is_short)
        return false;
    if (is_short) {
        const pm_status status = call_of(f, a);
        if (status != PM_OK && !a->short_only)
            door_fail(door, status);
        return status == PM_OK;
    }
    return work(door, f, a);
}

/* The number of one matrix.  NULL: it is something else than a matrix of doubles, or has more
 * digits, or an exception is raised. */
static PyObject *number_of_one(const struct door *door, const struct function *f, struct asked *a,
                               PyObject *matrix, bool judged, bool strict)
{
    double value[2], bound;
    int64_t exponent = 0;
    PyObject *number = NULL;

    if (take_one(door, a, f, matrix) && (!a->own_loops || take_diagonal(a)) &&
        call_one(door, f, a, value, &bound, &exponent) && bound < HUGE_VAL)
        number = door_number_from(door, is_complex(f, a), value, bound, exponent,
                                  a->stack.s.epsilon, judged, strict);
    clear(a);
    return number;
}

/* one(name, matrix, precision, rtol, options, loops, allowed); loops True: the diagonal.  None: it
 * is left to others. */
static PyObject *one(PyObject *module, PyObject *arguments)
{
    const struct door *const door = door_of(module);
    PyObject *matrix, *precision, *rtol, *options, *loops;
    struct asked a = {.count = 0};
    const char *name;
    bool strict = false;

    if (!PyArg_ParseTuple(arguments, "sOOOOO|d", &name, &matrix, &precision, &rtol, &options,
                          &loops, &a.stack.s.rtol))
        return NULL;
    const struct function *const f = function_of(name);
    const bool is_double = precision != Py_None && PyUnicode_Check(precision) &&
                           PyUnicode_CompareWithASCIIString(precision, "double") == 0;
    double epsilon = 0;
    if (f == NULL || !door_epsilon(door, &epsilon, rtol))
        return NULL;
    const bool fits = (is_double || precision == Py_None) &&
                      (is_double || epsilon == 0 || epsilon >= 0x1p-52) &&
                      take_two(door, options, &a.threads, &strict);
    if (PyErr_Occurred())
        return NULL;
    a.own_loops = loops == Py_True;
    if (!fits || (!a.own_loops && !take_loops(door, &a, loops))) {
        PyErr_Clear();
        return Py_BuildValue("");
    }
    a.stack.s.precision = is_double ? PM_PRECISION_DOUBLE : PM_PRECISION_AUTO;
    a.stack.s.epsilon = epsilon;
    PyObject *const number =
        number_of_one(door, f, &a, matrix, !is_double || epsilon > 0 || strict, strict);
    return number != NULL || PyErr_Occurred() ? number : Py_BuildValue("");
}

/* ------------------------------------------------------------------ functions of small matrices */

/* A function of one matrix.  It answers calls with a small matrix of doubles, and leaves all
 * others, and those that fail, to a function of Python. */
struct quick {
    PyObject ob_base;
    PyObject *module, *rest; /* rest: that function */
    const struct function *f;
    bool own_loops;
    double rtol; /* of symmetry */
};

/* Quick(name, rest, own_loops, rtol); own_loops: the diagonal has the loops. */
static PyObject *quick_new(PyTypeObject *type, PyObject *arguments, PyObject *options)
{
    const char *name;
    PyObject *rest;
    int own_loops = 0;
    double rtol = 0;

    (void)options;
    if (!PyArg_ParseTuple(arguments, "sO|pd", &name, &rest, &own_loops, &rtol))
        return NULL;
    const struct function *const f = function_of(name);
    PyObject *const module = f != NULL ? PyObject_GetAttrString((PyObject *)type, "module") : NULL;
    PyObject *const made = module != NULL ? PyType_GenericNew(type, NULL, NULL) : NULL;
    if (made == NULL) {
        Py_XDECREF(module);
        return NULL;
    }
    Py_INCREF(rest);
    *(struct quick *)made = (struct quick){*made, module, rest, f, own_loops != 0, rtol};
    return made;
}

static PyObject *quick_call(PyObject *self, PyObject *given, PyObject *options)
{
    const struct quick *const q = (const struct quick *)self;
    const struct door *const door = door_of(q->module);
    struct asked a = {.short_only = true, .own_loops = q->own_loops, .stack.s.rtol = q->rtol};
    PyObject *number = NULL;
    bool strict = false;

    if (PyTuple_Size(given) == 1 &&
        (options == NULL || take_two(door, options, &a.threads, &strict)))
        number = number_of_one(door, q->f, &a, PyTuple_GetItem(given, 0), true, strict);
    else
        PyErr_Clear();
    return number != NULL || PyErr_Occurred() ? number : PyObject_Call(q->rest, given, options);
}

static int quick_traverse(PyObject *self, visitproc visit, void *arg)
{
    const struct quick *const q = (const struct quick *)self;

    Py_VISIT(Py_TYPE(self));
    Py_VISIT(q->module);
    Py_VISIT(q->rest);
    return 0;
}

static void quick_free(PyObject *self)
{
    const struct quick *const q = (const struct quick *)self;
    PyTypeObject *const type = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_DECREF(q->rest);
    Py_DECREF(q->module);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

bool door_add_quick(PyObject *module)
{
    static PyType_Slot slots[] = {{Py_tp_new, quick_new},
                                  {Py_tp_call, quick_call},
                                  {Py_tp_traverse, quick_traverse},
                                  {Py_tp_dealloc, quick_free},
                                  {0, NULL}};
    static PyType_Spec spec = {"permatch._door.Quick", sizeof(struct quick), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                               slots};
    PyObject *const type = PyType_FromSpec(&spec);
    const bool good = type != NULL && PyObject_SetAttrString(type, "module", module) == 0 &&
                      PyObject_SetAttrString(module, "Quick", type) == 0;

    Py_XDECREF(type);
    return good;
}

/* ------------------------------------------------------------------ symmetry */

/* symmetric(means, stack, rtol): pm_stack_symmetric() */
static PyObject *symmetric(PyObject *module, PyObject *arguments)
{
    struct door *const door = door_of(module);
    PyObject *means, *described;
    struct door_array mean;
    struct door_stack stack;
    double rtol;

    if (!PyArg_ParseTuple(arguments, "OOd", &means, &described, &rtol) ||
        !door_stack(door, &stack, described))
        return NULL;
    pm_status status = PM_OK;
    if (door_array(door, &mean, means)) {
        status = pm_stack_symmetric(mean.data, &stack.s, rtol);
        door_array_clear(&mean);
    }
    door_stack_clear(&stack);
    if (status != PM_OK)
        door_fail(door, status);
    return PyErr_Occurred() ? NULL : Py_BuildValue("");
}

PyMethodDef door_stack_functions[] = {{"fill", fill, METH_VARARGS, NULL},
                                      {"alone", alone, METH_VARARGS, NULL},
                                      {"one", one, METH_VARARGS, NULL},
                                      {"symmetric", symmetric, METH_VARARGS, NULL},
                                      {NULL, NULL, 0, NULL}};
