/* SPDX-License-Identifier: GPL-3.0-or-later */
/* liblzma unpacks, opened by dlopen() like libarchive.  Each block of a stream may ask for a
 * dictionary of up to 4 GiB (Collin, The .xz File Format 1.1.0, section 5.3.1), so all memory that
 * liblzma asks for comes from pm_alloc(), which counts it. */
#include "read/unxz.h"

#include "base/alloc.h"
#include "base/give.h"
#include "base/late.h"

#include <lzma.h>
#include <stdbool.h>
#include <stdlib.h>

struct pm_unxz {
    lzma_ret (*stream_decoder)(lzma_stream *stream, uint64_t memory, uint32_t flags);
    lzma_ret (*code)(lzma_stream *stream, lzma_action action);
    void (*end)(lzma_stream *stream);
    lzma_stream stream;
    lzma_ret last; /* what liblzma returned last */
    bool all;      /* feed() has no more */
    pm_packed_feed *feed;
    void *feeder;
    uint8_t packed[1 << 15];
};

static void *give(void *opaque, size_t count, size_t size)
{
    (void)opaque;
    return pm_alloc(count, size);
}

static void take(void *opaque, void *memory)
{
    (void)opaque;
    free(memory);
}

static pm_status start(struct pm_unxz *x)
{
    static const lzma_allocator counted = {give, take, NULL};
    static const char *const names[] = {"liblzma.so.5", "liblzma.so", NULL};
    const struct pm_late_symbol symbols[] = {{"lzma_stream_decoder", &x->stream_decoder},
                                             {"lzma_code", &x->code},
                                             {"lzma_end", &x->end}};

    if (pm_late_load(symbols, sizeof symbols / sizeof *symbols, names) != PM_OK)
        return pm_fail(PM_UNABLE, "it is packed by xz, and liblzma, which unpacks it, is not "
                                  "installed (Debian, Ubuntu: liblzma5)");
    x->stream.allocator = &counted;
    x->last = x->stream_decoder(&x->stream, UINT64_MAX, LZMA_CONCATENATED);
    return x->last == LZMA_OK ? PM_OK : PM_NOMEM;
}

pm_status pm_unxz_open(struct pm_unxz **unxz, pm_packed_feed *feed, void *feeder)
{
    struct pm_unxz *x;

    PM_NEW(x, 1);
    x->feed = feed;
    x->feeder = feeder;
    PM_GIVE(unxz, x, start(x), pm_unxz_free);
}

static pm_status refill(struct pm_unxz *x)
{
    size_t length = sizeof x->packed;

    PM_TRY(x->feed(x->feeder, x->packed, &length));
    x->stream.next_in = x->packed;
    x->stream.avail_in = length;
    x->all = length == 0;
    return PM_OK;
}

/* What liblzma's answer says; pm_alloc() has set the message where there was no memory. */
static pm_status meaning(lzma_ret code)
{
    switch (code) {
    case LZMA_OK:
    case LZMA_STREAM_END:
        return PM_OK;
    case LZMA_MEM_ERROR:
        return PM_NOMEM;
    case LZMA_BUF_ERROR:
        return pm_fail(PM_IO, "it cannot be unpacked: the xz stream is cut off");
    case LZMA_OPTIONS_ERROR:
        return pm_fail(PM_IO, "it cannot be unpacked: liblzma here does not know the xz filter");
    default:
        return pm_fail(PM_IO, "it cannot be unpacked: the xz stream is damaged");
    }
}

pm_status pm_unxz_read(struct pm_unxz *x, void *bytes, size_t *length)
{
    x->stream.next_out = bytes;
    x->stream.avail_out = *length;
    while (x->last == LZMA_OK && x->stream.avail_out > 0) {
        if (x->stream.avail_in == 0 && !x->all)
            PM_TRY(refill(x));
        x->last = x->code(&x->stream, x->all ? LZMA_FINISH : LZMA_RUN);
    }
    *length -= x->stream.avail_out;
    return meaning(x->last);
}

void pm_unxz_free(struct pm_unxz *x)
{
    if (x == NULL)
        return;
    if (x->end != NULL)
        x->end(&x->stream);
    free(x);
}
