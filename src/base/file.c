/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text is written to a new file, which is flushed to the disk and renamed.  So there is always
 * a complete file, whatever fails.  A link keeps pointing to the file. */
#include "base/file.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "permatch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

/* ------------------------------------------------------------------ links */

enum { LINKS = 40 }; /* more lead in a circle */

/* *to = what the link contains; NULL: `name` is no link. */
static pm_status read_link(char **to, const char *name)
{
    struct stat link;

    *to = NULL;
    if (lstat(name, &link) != 0 || !S_ISLNK(link.st_mode))
        return PM_OK;
    PM_NEW(*to, PATH_MAX + 1);
    const ssize_t length = readlink(name, *to, PATH_MAX);
    if (length > 0)
        return PM_OK;
    PM_FREE(*to);
    return pm_fail(PM_IO, "%s: the link cannot be read", name);
}

/* *path = `to`, seen from the folder of the link `name`. */
static pm_status from_folder(char **path, const char *name, const char *to)
{
    const char *const slash = *to != '/' ? strrchr(name, '/') : NULL;

    if (asprintf(path, "%.*s%s", slash != NULL ? (int)(slash + 1 - name) : 0, name, to) >= 0)
        return PM_OK;
    *path = NULL;
    return pm_no_memory();
}

pm_status pm_file_target(char **path, const char *name)
{
    char *at = strdup(name), *to = NULL, *next = NULL;
    pm_status status = at != NULL ? PM_OK : pm_no_memory();

    for (int links = 0; status == PM_OK; links++) {
        status = read_link(&to, at);
        if (status != PM_OK || to == NULL)
            break;
        status = links < LINKS ? from_folder(&next, at, to)
                               : pm_fail(PM_IO, "%s: %s", name, strerror(ELOOP));
        PM_FREE(at, to);
        at = next;
        next = NULL;
    }
    if (status != PM_OK)
        PM_FREE(at);
    *path = at;
    return status;
}

/* ------------------------------------------------------------------ files */

static pm_status refuse(const char *name, const char *what, const char *why)
{
    return pm_fail(PM_IO, "%s: the %s cannot be written: %s", name, what, why);
}

/* True if a file of that name can be replaced, or can be made. */
static bool is_regular(const char *name)
{
    struct stat there;

    return stat(name, &there) != 0 || S_ISREG(there.st_mode);
}

/* Writes the text, if any, to NAME.new.  *reason = errno of what failed. */
static bool write_beside(char **beside, int *reason, const char *path, const char *text)
{
    const int fd = open_beside(beside, path);
    bool good = fd >= 0 && (text == NULL || write_all(fd, text));

    *reason = errno;
    if (fd >= 0 && close(fd) != 0 && good) {
        good = false;
        *reason = errno;
    }
    if (fd >= 0 && (!good || text == NULL))
        unlink(*beside);
    return good;
}

/* text NULL: only tries it. */
static pm_status replace(const char *path, const char *name, const char *text, const char *what,
                         bool kept)
{
    char *beside;
    int reason;
    bool good = write_beside(&beside, &reason, path, text);

    if (good && text != NULL) {
        if (kept)
            keep_previous(path);
        good = rename(beside, path) == 0;
        reason = errno;
        if (good)
            sync_folder(path);
        else
            unlink(beside);
    }
    free(beside);
    return good ? PM_OK : refuse(name, what, strerror(reason));
}

pm_status pm_file_replace(const char *name, const char *text, const char *what, bool kept)
{
    char *path;

    if (*name == '\0')
        return pm_fail(PM_IO, "the name of the %s is empty", what);
    PM_TRY(pm_file_target(&path, name));
    const pm_status status = is_regular(path) ? replace(path, name, text, what, kept)
                                              : refuse(name, what, "it is no regular file");
    free(path);
    return status;
}

pm_status pm_file_check(const char *name, const char *what)
{
    return pm_file_replace(name, NULL, what, false);
}

/* Writes to a pipe or a device. */
static pm_status write_through(const char *name, const char *text, const char *what)
{
    const int fd = open(name, O_WRONLY | O_CLOEXEC);
    const bool good = fd >= 0 && (write_all(fd, text) || errno == EINVAL); /* fsync() of a pipe */
    const int reason = errno;

    if (fd >= 0)
        close(fd);
    return good ? PM_OK : refuse(name, what, strerror(reason));
}

pm_status pm_file_write(const char *name, const char *text)
{
    PM_ARGUMENTS(name);
    if (is_regular(name))
        return pm_file_replace(name, text, "file", false);
    return text != NULL ? write_through(name, text, "file") : PM_OK;
}
