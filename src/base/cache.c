/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each key has one file.  The name of the file is made of checksums of the key.  The file contains
 * the whole key, and the reader compares it.  So if two keys have the same checksums, the file of
 * one replaces the file of the other, but nothing wrong is returned.  A checksum of the contents
 * detects damage.  A file is written under a temporary name and then renamed. */
#include "base/cache.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static const char MAGIC[8] = "pm-gpu1";

enum { MOST = 64 << 20 }; /* largest size of a file in bytes */

struct head {
    char magic[8];
    uint64_t key, code; /* sizes in bytes of the key and of the code, which follow in this order */
    uint64_t sum;       /* checksum of both */
};

static uint64_t sum_of(uint64_t sum, const void *data, size_t size)
{
    return crc32_z((uLong)sum, data, size);
}

/* Opens the folder, and creates it if needed.  Returns -1 if this fails, or if other users can
 * access the folder. */
static int open_folder(void)
{
    const char *const cache = getenv("XDG_CACHE_HOME"), *const home = getenv("HOME");
    char path[PATH_MAX];
    struct stat info;

    if (cache != NULL && *cache == '/')
        snprintf(path, sizeof path - 10, "%s", cache);
    else if (home != NULL && *home == '/')
        snprintf(path, sizeof path - 10, "%s/.cache", home);
    else
        return -1;
    mkdir(path, 0700);
    strcat(path, "/permatch");
    mkdir(path, 0700);
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0 &&
        (fstat(folder, &info) != 0 || info.st_uid != geteuid() || (info.st_mode & 077) != 0)) {
        close(folder);
        return -1;
    }
    return folder;
}

static void file_name(char name[32], const char *key)
{
    const size_t size = strlen(key);

    snprintf(name, 32, "%08llx%08llx", (unsigned long long)sum_of(0, key, size),
             (unsigned long long)sum_of(1, key, size / 2));
}

/* Reads a whole regular file that belongs to this user; NULL on failure.  To open a pipe does not
 * wait for a writer. */
static char *read_file(int folder, const char *name, size_t *size)
{
    struct stat info;
    char *data = NULL;
    size_t done = 0;
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

    if (file < 0)
        return NULL;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
        info.st_size > 0 && info.st_size <= MOST &&
        (data = malloc(*size = (size_t)info.st_size)) != NULL) {
        for (ssize_t got = 1; done < *size && got > 0; done += got > 0 ? (size_t)got : 0)
            got = read(file, data + done, *size - done);
        if (done < *size) {
            free(data);
            data = NULL;
        }
    }
    close(file);
    return data;
}

bool pm_cache_get(struct pm_binary *binary, const char *key)
{
    const int folder = open_folder();
    const size_t length = strlen(key);
    char name[32], *data;
    struct head head;
    size_t size = 0;
    bool hit = false;

    if (folder < 0)
        return false;
    file_name(name, key);
    data = read_file(folder, name, &size);
    close(folder);
    if (data == NULL)
        return false;
    if (size > sizeof head) {
        memcpy(&head, data, sizeof head);
        hit = memcmp(head.magic, MAGIC, sizeof MAGIC) == 0 && head.key == length &&
              head.code == size - sizeof head - length && size > sizeof head + length &&
              head.sum == sum_of(0, data + sizeof head, size - sizeof head) &&
              memcmp(data + sizeof head, key, length) == 0;
    }
    if (hit) {
        memmove(data, data + sizeof head + length, head.code);
        data[head.code] = '\0'; /* a terminating zero for PTX, which is text */
        *binary = (struct pm_binary){data, head.code};
    } else {
        free(data);
    }
    return hit;
}

static bool write_all(int file, const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t put = write(file, (const char *)data + done, size - done);
        if (put <= 0 && errno != EINTR)
            return false;
        done += put > 0 ? (size_t)put : 0;
    }
    return true;
}

void pm_cache_put(const struct pm_binary *binary, const char *key)
{
    const int folder = open_folder();
    const size_t length = strlen(key);
    struct head head = {.key = length, .code = binary->size};
    char name[32], fresh[64];

    if (folder < 0)
        return;
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    head.sum = sum_of(sum_of(0, key, length), binary->code, binary->size);
    file_name(name, key);
    snprintf(fresh, sizeof fresh, "%s.%ld.%p", name, (long)getpid(), (void *)&head);
    const int file = openat(folder, fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
        const bool good = write_all(file, &head, sizeof head) && write_all(file, key, length) &&
                          write_all(file, binary->code, binary->size);
        if (close(file) != 0 || !good || renameat(folder, fresh, folder, name) != 0)
            unlinkat(folder, fresh, 0);
    }
    close(folder);
}
