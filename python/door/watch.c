/* SPDX-License-Identifier: GPL-3.0-or-later */
/* While the library works, this thread has no lock of Python.  The library calls door_look() in the
 * same thread; in the main thread this runs the handlers of signals. */
#include "door.h"

static bool told(const struct door_call *call, const pm_progress *progress)
{
    if (call->progress == NULL)
        return true;
    PyObject *const result = PyObject_CallFunction(call->progress, "d", progress->share);
    Py_XDECREF(result);
    return result != NULL;
}

pm_request door_look(void *watcher, const pm_progress *progress)
{
    struct door_call *const call = watcher;

    if (call->raised)
        return PM_STOP;
    PyEval_RestoreThread(call->released);
    call->raised = PyErr_CheckSignals() != 0 || !told(call, progress);
    call->released = PyEval_SaveThread();
    return call->raised ? PM_STOP : PM_GO_ON;
}

void door_begin(struct door_call *call)
{
    call->raised = false;
    call->released = PyEval_SaveThread();
}

bool door_end(const struct door *door, struct door_call *call, pm_status status)
{
    PyEval_RestoreThread(call->released);
    if (call->raised)
        return false;
    if (status != PM_OK)
        door_fail(door, status);
    return status == PM_OK;
}
