/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allows only one run at a time for a checkpoint. */
#pragma once

#include "base/status.h"

struct pm_lock;

/* Locks the checkpoint at `path` for this run.  *lock is NULL if the file system has no locks.
 * PM_IO: another run has locked it, or the lock cannot be made. */
pm_status pm_lock_take(struct pm_lock **lock, const char *path);
void pm_lock_release(struct pm_lock *lock); /* NULL is fine */
