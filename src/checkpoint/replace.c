/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text is written to a new file, which is flushed to the disk and renamed.  So there is always
 * a complete file, whatever fails. */
#include "checkpoint/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes all of the text and flushes it to the disk. */
static bool write_all(int fd, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const ssize_t written = write(fd, text, left);
        if (written < 0 && errno != EINTR)
            return false;
        text += written > 0 ? written : 0;
        left -= (size_t)(written > 0 ? written : 0);
    }
    return fsync(fd) == 0;
}

/* A rename is safe only after its folder has been flushed, too; not all file systems support
 * that. */
static void sync_folder(const char *path)
{
    const char *const slash = strrchr(path, '/');
    char *const folder = slash != NULL ? strndup(path, (size_t)(slash - path + 1)) : strdup(".");
    const int fd = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

/* Makes FILE~ another name of the current file FILE. */
static void keep_previous(const char *path)
{
    char *before;

    if (asprintf(&before, "%s~", path) < 0)
        return;
    unlink(before);
    if (link(path, before) != 0 && errno != ENOENT)
        rename(path, before); /* for file systems without links */
    free(before);
}

/* Creates FILE.new beside `path` with the permissions that the umask allows.  *name = its name,
 * which the caller must free; -1 and errno on failure.  (A file from mkstemp() is unreadable for
 * the group.)  What a killed run has left there is removed. */
static int open_beside(char **name, const char *path)
{
    if (asprintf(name, "%s.new", path) < 0) {
        *name = NULL;
        return -1;
    }
    unlink(*name);
    return open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

pm_status pm_replace_check(const char *path)
{
    struct stat there;

    return stat(path, &there) != 0 || S_ISREG(there.st_mode)
               ? PM_OK
               : pm_fail(PM_IO, "%s: the checkpoint cannot be written: it is no regular file",
                         path);
}

pm_status pm_replace_file(const char *path, const char *text)
{
    char *name;

    PM_TRY(pm_replace_check(path));
    const int fd = open_beside(&name, path);
    bool good = fd >= 0 && write_all(fd, text);
    int reason = errno;
    if (fd >= 0 && close(fd) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good) {
        keep_previous(path);
        good = rename(name, path) == 0;
        reason = errno;
    }
    if (good)
        sync_folder(path);
    else if (fd >= 0)
        unlink(name);
    free(name);
    return good
               ? PM_OK
               : pm_fail(PM_IO, "%s: the checkpoint cannot be written: %s", path, strerror(reason));
}
