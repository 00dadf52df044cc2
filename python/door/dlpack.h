/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The structures of DLPack (https://dmlc.github.io/dlpack/latest/c_api.html), as far as they are
 * used here, and that of NumPy's __array_struct__
 * (https://numpy.org/doc/stable/reference/arrays.interface.html). */
#pragma once

#include <Python.h>

#include <stdint.h>

enum { DOOR_DLPACK_CUDA = 2, DOOR_DLPACK_FLOAT = 2, DOOR_DLPACK_COMPLEX = 5 };

struct door_tensor {
    void *data;
    int device_type, device;
    int ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides; /* strides count entries; NULL: rows follow each other */
    uint64_t byte_offset;
};

struct door_managed {
    struct door_tensor tensor;
    void *context;
    void (*deleter)(struct door_managed *managed);
};

#define DOOR_DLPACK_NAME "dltensor"

enum { DOOR_ALIGNED = 0x100, DOOR_NATIVE = 0x200 }; /* flags: what the library can read */

struct door_interface {
    int two, nd;
    char typekind;
    int itemsize, flags;
    Py_ssize_t *shape, *strides;
    void *data;
    PyObject *descr;
};
