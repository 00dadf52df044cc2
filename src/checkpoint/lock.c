/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing a checkpoint renames a new file to its name, so the checkpoint itself cannot be locked.
 * Instead FILE.lock, beside it, is locked by flock().  The system releases the lock when the
 * process ends in any way.  The run removes the file at its end; a file that a crash leaves is
 * harmless.  On NFS, Linux asks the server for the lock, so it holds on all hosts if the server
 * supports locks. */
#include "checkpoint/lock.h"

#include "base/alloc.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct pm_lock {
    int fd;
    char *name;
};

/* True if the open file still has that name; the previous run may have removed it. */
static bool is_there(int fd, const char *name)
{
    struct stat mine, now;

    return fstat(fd, &mine) == 0 && stat(name, &now) == 0 && mine.st_ino == now.st_ino &&
           mine.st_dev == now.st_dev;
}

/* Opens and locks a file with that name; -1 and errno on failure. */
static int open_locked(const char *name)
{
    for (;;) {
        const int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (fd < 0)
            return -1;
        const bool locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
        const int reason = errno;
        if (locked && is_there(fd, name))
            return fd;
        close(fd);
        if (!locked && reason != EINTR) {
            errno = reason;
            return -1;
        }
    }
}

pm_status pm_lock_take(struct pm_lock **out, const char *path)
{
    struct pm_lock *lock;
    char *target;
    pm_status status = PM_OK;

    *out = NULL;
    PM_TRY(pm_file_target(&target, path));
    PM_NEW_GOTO(status, lock, 1, done);
    if (asprintf(&lock->name, "%s.lock", target) < 0) {
        free(lock);
        status = pm_no_memory();
        goto done;
    }
    if ((lock->fd = open_locked(lock->name)) >= 0) {
        *out = lock;
        goto done;
    }
    if (errno == EWOULDBLOCK)
        status =
            pm_fail(PM_IO, "%s: the checkpoint is refused: another run writes it (%s is locked)",
                    path, lock->name);
    else if (errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP)
        unlink(lock->name); /* this file system has no locks */
    else
        status = pm_fail(PM_IO, "%s: the checkpoint cannot be written: %s", path, strerror(errno));
    PM_FREE(lock->name, lock);
done:
    free(target);
    return status;
}

void pm_lock_release(struct pm_lock *lock)
{
    if (lock == NULL)
        return;
    unlink(lock->name);
    close(lock->fd);
    PM_FREE(lock->name, lock);
}
