/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch files for tests of readers, in the current folder, which belongs to the build.  The test
 * deletes them at its end. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

struct scratch {
    char path[32];
};

static inline void scratch_init(struct scratch *s)
{
    strcpy(s->path, "scratch-XXXXXX");
    const int descriptor = mkstemp(s->path);
    if (descriptor < 0 || close(descriptor) != 0) {
        printf("Bail out! no scratch file in the current folder\n");
        exit(99);
    }
}

static inline void scratch_clear(const struct scratch *s)
{
    unlink(s->path);
}

/* Writes data[0..size) to the file, packed by gzip or plain. */
static inline void scratch_write(const struct scratch *s, const void *data, size_t size,
                                 bool packed)
{
    const gzFile file = gzopen(s->path, packed ? "wb9" : "wbT");
    const bool ok = file != NULL && (size == 0 || gzwrite(file, data, (unsigned)size) == (int)size);

    if ((file != NULL && gzclose(file) != Z_OK) || !ok) {
        printf("Bail out! %s cannot be written\n", s->path);
        exit(99);
    }
}
