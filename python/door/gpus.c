/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays in the memory of a GPU: what a capsule of DLPack from another package holds, and capsules
 * for others. */
#include "door.h"

#include "dlpack.h"

#include <stdlib.h>

pm_gpus *door_gpus(struct door *door, int count)
{
    if (door->gpus[count] == NULL) {
        const pm_status status = pm_gpus_usable(&door->gpus[count], count);
        if (status != PM_OK)
            door_fail(door, status);
    }
    return door->gpus[count];
}

/* ------------------------------------------------------------------ taken */

static bool follows(const struct door_tensor *t)
{
    int64_t step = 1;

    for (int k = t->ndim - 1; k >= 0 && t->strides != NULL; k--) {
        if (t->shape[k] > 1 && t->strides[k] != step)
            return false;
        step *= t->shape[k];
    }
    return true;
}

/* tensor(capsule): (shape, whether it is complex, device, address) */
static PyObject *tensor(PyObject *module, PyObject *capsule)
{
    const struct door *const door = door_of(module);
    const struct door_managed *const managed = PyCapsule_GetPointer(capsule, DOOR_DLPACK_NAME);

    if (managed == NULL)
        return NULL;
    const struct door_tensor *const t = &managed->tensor;
    const bool is_complex = t->code == DOOR_DLPACK_COMPLEX;
    if (t->lanes != 1 || t->bits != (is_complex ? 128 : 64) ||
        (!is_complex && t->code != DOOR_DLPACK_FLOAT))
        return door_refuse(door, "arrays of a GPU have float64 or complex128 entries");
    if (!follows(t))
        return door_refuse(
            door, "matrices in the memory of a GPU follow each other, row by row: make the array "
                  "contiguous");
    PyObject *const shape = PyTuple_New(t->ndim);
    for (int k = 0; k < t->ndim && shape != NULL; k++)
        PyTuple_SetItem(shape, k, PyLong_FromLongLong(t->shape[k]));
    return Py_BuildValue("NNiN", shape, PyBool_FromLong(is_complex), t->device,
                         PyLong_FromVoidPtr((char *)t->data + t->byte_offset));
}

/* ------------------------------------------------------------------ given */

static const char place_name[] = "pm_place";

/* Memory of a GPU. */
struct place {
    void *at;
    pm_gpus *gpus;
    int device; /* from 0 */
};

static void drop(PyObject *capsule)
{
    struct place *const place = PyCapsule_GetPointer(capsule, place_name);

    pm_gpus_drop(place->gpus, place->device + 1, place->at);
    free(place);
}

/* gpu_put(array, device): a capsule with a copy in the memory of a GPU. */
static PyObject *gpu_put(PyObject *module, PyObject *arguments)
{
    struct door *const door = door_of(module);
    struct door_array array;
    PyObject *given;
    int device;

    if (!PyArg_ParseTuple(arguments, "Oi", &given, &device) || !door_array(door, &array, given))
        return NULL;
    struct place place = {.gpus = door_gpus(door, device + 1), .device = device},
                 *const kept = malloc(sizeof *kept);
    size_t size = (size_t)array.size;
    pm_status status = kept != NULL ? PM_OK : PM_NOMEM;
    for (int k = 0; k < array.dims; k++)
        size *= (size_t)array.shape[k];
    if (status == PM_OK && place.gpus != NULL)
        status = pm_gpus_put(&place.at, place.gpus, device + 1, array.data, size);
    door_array_clear(&array);
    if (place.gpus == NULL || status != PM_OK) {
        free(kept);
        return place.gpus == NULL ? NULL : door_fail(door, status);
    }
    *kept = place;
    return PyCapsule_New(kept, place_name, drop);
}

/* What a capsule of DLPack points to. */
struct lent {
    struct door_managed managed;
    PyObject *place; /* the capsule that owns the memory */
    int64_t shape[];
};

/* The consumer may call this from any thread. */
static void give_back(struct door_managed *managed)
{
    struct lent *const lent = managed->context;
    const PyGILState_STATE state = PyGILState_Ensure();

    Py_DECREF(lent->place);
    free(lent);
    PyGILState_Release(state);
}

/* Ends a capsule that nobody took. */
static void not_taken(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, DOOR_DLPACK_NAME))
        give_back(PyCapsule_GetPointer(capsule, DOOR_DLPACK_NAME));
}

/* gpu_lend(place, shape, is_complex): a capsule of DLPack. */
static PyObject *gpu_lend(PyObject *module, PyObject *arguments)
{
    PyObject *capsule, *shape;
    int is_complex;

    (void)module;
    if (!PyArg_ParseTuple(arguments, "OO!p", &capsule, &PyTuple_Type, &shape, &is_complex))
        return NULL;
    const struct place *const place = PyCapsule_GetPointer(capsule, place_name);
    const int dims = (int)PyTuple_Size(shape);
    struct lent *const lent =
        place != NULL ? malloc(sizeof *lent + (size_t)dims * sizeof *lent->shape) : NULL;
    if (lent == NULL)
        return place != NULL ? PyErr_NoMemory() : NULL;
    for (int k = 0; k < dims; k++)
        lent->shape[k] = PyLong_AsLongLong(PyTuple_GetItem(shape, k));
    lent->managed = (struct door_managed){
        .tensor = {.data = place->at,
                   .device_type = DOOR_DLPACK_CUDA,
                   .device = place->device,
                   .ndim = dims,
                   .code = is_complex ? DOOR_DLPACK_COMPLEX : DOOR_DLPACK_FLOAT,
                   .bits = is_complex ? 128 : 64,
                   .lanes = 1,
                   .shape = lent->shape},
        .context = lent,
        .deleter = give_back};
    lent->place = capsule;
    Py_INCREF(capsule);
    return PyCapsule_New(&lent->managed, DOOR_DLPACK_NAME, not_taken);
}

PyMethodDef door_gpu_functions[] = {{"tensor", tensor, METH_O, NULL},
                                    {"gpu_put", gpu_put, METH_VARARGS, NULL},
                                    {"gpu_lend", gpu_lend, METH_VARARGS, NULL},
                                    {NULL, NULL, 0, NULL}};
