/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The extension module permatch._door: what Python gives becomes arguments of permatch.h, and
 * answers become numbers of Python.  It is compiled once for every Python from 3.9 (the stable
 * ABI), and knows arrays by NumPy's __array_struct__ and by DLPack.  It does not compute. */
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x03090000
#include <Python.h>

#include "permatch.h"

/* The state of the module. */
struct door {
    PyObject *error[8]; /* by pm_status */
    PyObject *precision_error, *precision_warning;
    PyObject *ndarray;             /* of NumPy */
    PyObject *real, *complex_type; /* classes of _numbers.py, and its function for exact numbers */
    PyObject *exact;
    PyObject *bound, *array_struct; /* names of attributes, */
    PyObject *threads, *strict;     /* of options */
    pm_gpus *gpus[65];              /* the first k, opened once */
};

static inline struct door *door_of(PyObject *module)
{
    return PyModule_GetState(module);
}

/* ------------------------------------------------------------------ errors.c */

/* Makes the exceptions, and adds them to the module. */
int door_add_errors(PyObject *module);

/* Raises what a status says; NULL. */
PyObject *door_fail(const struct door *door, pm_status status);

/* Raises an InputError; NULL. */
PyObject *door_refuse(const struct door *door, const char *format, ...);

/* Of a bound that is larger than asked: an exception if it is strict, else a warning where the
 * package was called.  -1: an exception is raised. */
int door_complain(const struct door *door, bool strict, const char *message);

/* ------------------------------------------------------------------ watch.c */

/* A call of the library, for which this thread lets go of Python's lock.  If it is watched, it ends
 * for an exception in `progress` or in the handler of a signal. */
struct door_call {
    PyThreadState *released;
    PyObject *progress; /* a function of one number; NULL: none */
    bool raised;
};

pm_request door_look(void *call, const pm_progress *progress);
void door_begin(struct door_call *call);

/* True if the call was right; else an exception is raised. */
bool door_end(const struct door *door, struct door_call *call, pm_status status);

/* ------------------------------------------------------------------ options.c */

struct door_options {
    pm_options o;
    struct door_call call;
    PyObject *kept; /* a list of what the options point to */
    bool strict;    /* of Python: an exception for a vague answer */
};

/* A call of the library for `struct asked` of a file; its last argument are the options. */
#define DOOR_CALL(name, function, ...)                                                             \
    static pm_status name(struct asked *a)                                                         \
    {                                                                                              \
        return function(__VA_ARGS__, &a->options.o);                                               \
    }

/* None, a word or a number of bits. */
bool door_precision(const struct door *door, pm_precision *precision, PyObject *given);

/* The relative error that is allowed, None: 0, the default. */
bool door_epsilon(const struct door *door, double *epsilon, PyObject *rtol);

/* The number of vertices that stay free: an integer, or "least". */
bool door_unmatched(const struct door *door, int *count, PyObject *unmatched);

/* An integer of Python or NumPy within limits. */
bool door_whole(const struct door *door, long long *number, const char *name, PyObject *given,
                long long least, long long most);

/* The options in the dictionary `given` for a question; `exact`: the precision if none is given. */
bool door_options(const struct door *door, struct door_options *options, pm_question question,
                  PyObject *precision, bool exact, PyObject *given);
void door_options_clear(struct door_options *options);

/* ------------------------------------------------------------------ arrays.c */

/* An array: of NumPy, or a capsule of DLPack in the memory of a GPU. */
struct door_array {
    int dims, size;                   /* size: bytes of an entry */
    char kind;                        /* f, c or i, as in NumPy */
    const Py_ssize_t *shape, *stride; /* strides count bytes; NULL: rows follow each other */
    void *data;
    int device;      /* 0: the host; d: GPU number d - 1 */
    PyObject *owner; /* keeps all this */
};

bool door_array(const struct door *door, struct door_array *array, PyObject *given);
void door_array_clear(struct door_array *array);

/* The numbers of an array that follow each other, of this kind and size; NULL for None.  The array
 * must outlive them.  False: an exception is raised. */
bool door_numbers(const struct door *door, void **data, PyObject *given, char kind, int size);

/* True for None, and for an array with this many numbers or more.  False: an exception is raised.
 */
bool door_has(const struct door *door, PyObject *given, const char *what, Py_ssize_t count);

/* A stack, described by a tuple of Python: array, rows, cols, precision, normalized, rtol, gpus,
 * logs. */
struct door_stack {
    pm_stack s;
    struct door_array array;
};

bool door_stack(struct door *door, struct door_stack *stack, PyObject *given);
void door_stack_clear(struct door_stack *stack);

/* ------------------------------------------------------------------ arguments.c */

/* A kind of argument: its letter, how it is read, and where it is kept. */
struct door_argument {
    char letter;
    bool (*take)(struct door *door, void *to, PyObject *given);
    size_t place;
};

/* Reads a tuple of the arguments that `letters` name into `asked`; there may be fewer. */
bool door_take(struct door *door, void *asked, const struct door_argument *table,
               const char *letters, PyObject *given);

/* int, size_t, uint64_t, bool and double; numbers that follow each other, or NULL for None, as
 * door_numbers(); door_array, also for None; door_stack. */
bool door_take_int(struct door *door, void *to, PyObject *given);
bool door_take_size(struct door *door, void *to, PyObject *given);
bool door_take_seed(struct door *door, void *to, PyObject *given);
bool door_take_truth(struct door *door, void *to, PyObject *given);
bool door_take_double(struct door *door, void *to, PyObject *given);
bool door_take_ints(struct door *door, void *to, PyObject *given);
bool door_take_doubles(struct door *door, void *to, PyObject *given);
bool door_take_complex(struct door *door, void *to, PyObject *given);
bool door_take_stack(struct door *door, void *to, PyObject *given);

/* The first `count` GPUs; NULL: an exception is raised. */
pm_gpus *door_gpus(struct door *door, int count);

/* ------------------------------------------------------------------ numbers.c */

/* The value of an answer as a number of Python. */
PyObject *door_number(const struct door *door, const pm_answer *answer);

/* The number value 2^exponent with its bound; complains about a bound that is larger than epsilon
 * allows if `judged`. */
PyObject *door_number_from(const struct door *door, bool is_complex, const double value[2],
                           double bound, int64_t exponent, double epsilon, bool judged,
                           bool strict);

/* A list of numbers: (kind, texts) if they are exact, else (kind, numbers). */
PyObject *door_values(const struct door *door, const pm_values *values, bool exact);

/* A text of the library, which is released. */
PyObject *door_text(char *text);

/* ------------------------------------------------------------------ stacks.c */

/* Makes the class Quick, and adds it to the module. */
bool door_add_quick(PyObject *module);

/* ------------------------------------------------------------------ problems.c, ising.c */

extern const char door_problem_name[], door_graph_name[], door_model_name[];

/* What a capsule of this name holds. */
void *door_held(PyObject *capsule, const char *name);

/* ------------------------------------------------------------------ tables of functions */

extern PyMethodDef door_option_functions[], door_number_functions[], door_problem_functions[],
    door_question_functions[], door_stack_functions[], door_photon_functions[],
    door_gpu_functions[], door_ising_functions[];
