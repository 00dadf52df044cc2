/* SPDX-License-Identifier: GPL-3.0-or-later */
/* liblzma and libzstd unpack, opened by dlopen().  A block of xz may ask for a dictionary of up to
 * 4 GiB (Collin, The .xz File Format 1.1.0, section 5.3.1), a frame of zstd for a window of 128 MiB
 * (Collet & Kucherawy, RFC 8878, section 3.1.1.1.2).  So all memory that the libraries ask for
 * comes from pm_alloc(), which counts it. */
#include "unpack/unpack.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/library.h"

#include <lzma.h>
#include <stdbool.h>
#include <stdlib.h>

/* The parts of zstd.h that are used. */
struct zstd_memory {
    void *(*give)(void *opaque, size_t size);
    void (*take)(void *opaque, void *memory);
    void *opaque;
};

struct zstd_buffer {
    void *bytes;
    size_t size, at;
};

struct pm_unpack {
    enum pm_packed packed;
    pm_packed_feed *feed;
    void *feeder;
    uint8_t bytes[1 << 15];
    bool all;   /* feed() has no more */
    bool lacks; /* there was no memory, and the message says so */
    lzma_ret (*stream_decoder)(lzma_stream *stream, uint64_t memory, uint32_t flags);
    lzma_ret (*code)(lzma_stream *stream, lzma_action action);
    void (*end)(lzma_stream *stream);
    lzma_allocator memory;
    lzma_stream stream;
    lzma_ret last; /* what liblzma returned last */
    void *(*create)(struct zstd_memory memory);
    size_t (*decode)(void *zstd, struct zstd_buffer *out, struct zstd_buffer *in);
    size_t (*release)(void *zstd);
    unsigned (*is_error)(size_t code);
    void *zstd;
    struct zstd_buffer in;
    size_t left; /* bytes that zstd expects at least; 0: a frame has ended */
};

static void *give(void *opaque, size_t count, size_t size)
{
    struct pm_unpack *const u = opaque;
    void *const memory = pm_alloc(count, size);

    u->lacks |= memory == NULL;
    return memory;
}

static void *give_bytes(void *opaque, size_t size)
{
    return give(opaque, size, 1);
}

static void take(void *opaque, void *memory)
{
    (void)opaque;
    free(memory);
}

static pm_status start(struct pm_unpack *u)
{
    static const char *const lzma[] = {"liblzma.so.5", "liblzma.so", NULL}, *const zstd[] = {
                                                                                "libzstd.so.1",
                                                                                "libzstd.so", NULL};
    const struct pm_library_symbol of_lzma[] = {{"lzma_stream_decoder", &u->stream_decoder},
                                                {"lzma_code", &u->code},
                                                {"lzma_end", &u->end}},
                                   of_zstd[] = {{"ZSTD_createDCtx_advanced", &u->create},
                                                {"ZSTD_decompressStream", &u->decode},
                                                {"ZSTD_freeDCtx", &u->release},
                                                {"ZSTD_isError", &u->is_error}};
    const bool xz = u->packed == PM_PACKED_XZ;

    if ((xz ? pm_library_load(of_lzma, 3, lzma) : pm_library_load(of_zstd, 4, zstd)) != PM_OK)
        return pm_fail(PM_UNABLE,
                       "it is packed by %s, and the library that unpacks it is not installed "
                       "(Debian, Ubuntu: %s)",
                       xz ? "xz" : "zstd", xz ? "liblzma5" : "libzstd1");
    u->memory = (lzma_allocator){give, take, u};
    u->stream.allocator = &u->memory;
    if (xz)
        return u->stream_decoder(&u->stream, UINT64_MAX, LZMA_CONCATENATED) == LZMA_OK ? PM_OK
                                                                                       : PM_NOMEM;
    u->zstd = u->create((struct zstd_memory){give_bytes, take, u});
    return u->zstd != NULL ? PM_OK : PM_NOMEM;
}

pm_status pm_unpack_open(struct pm_unpack **unpack, enum pm_packed packed, pm_packed_feed *feed,
                         void *feeder)
{
    struct pm_unpack *u;

    PM_NEW(u, 1);
    u->packed = packed;
    u->feed = feed;
    u->feeder = feeder;
    PM_GIVE(unpack, u, start(u), pm_unpack_free);
}

static pm_status refill(struct pm_unpack *u)
{
    size_t length = sizeof u->bytes;

    PM_TRY(u->feed(u->feeder, u->bytes, &length));
    u->all = length == 0;
    u->stream.next_in = u->bytes;
    u->stream.avail_in = length;
    u->in = (struct zstd_buffer){u->bytes, length, 0};
    return PM_OK;
}

/* Unpacks what is here.  Returns what is wrong with the stream; NULL: nothing. */
static const char *unpack_xz(struct pm_unpack *u, struct zstd_buffer *out)
{
    u->stream.next_out = (uint8_t *)out->bytes + out->at;
    u->stream.avail_out = out->size - out->at;
    u->last = u->code(&u->stream, u->all ? LZMA_FINISH : LZMA_RUN);
    out->at = out->size - u->stream.avail_out;
    return u->last == LZMA_OK || u->last == LZMA_STREAM_END ? NULL
           : u->last == LZMA_BUF_ERROR                      ? "is cut off"
           : u->last == LZMA_OPTIONS_ERROR ? "has a filter that liblzma here does not know"
                                           : "is damaged";
}

static const char *unpack_zstd(struct pm_unpack *u, struct zstd_buffer *out)
{
    const size_t before = out->at;

    if (!u->all || u->left > 0)
        u->left = u->decode(u->zstd, out, &u->in);
    return u->is_error(u->left)                         ? "is damaged"
           : u->all && u->left > 0 && out->at == before ? "is cut off"
                                                        : NULL;
}

pm_status pm_unpack_read(struct pm_unpack *u, void *bytes, size_t *length)
{
    const bool xz = u->packed == PM_PACKED_XZ;
    struct zstd_buffer out = {bytes, *length, 0};

    while (out.at < out.size && u->last == LZMA_OK) {
        if ((xz ? u->stream.avail_in == 0 : u->in.at == u->in.size) && !u->all)
            PM_TRY(refill(u));
        const char *const wrong = (xz ? unpack_xz : unpack_zstd)(u, &out);
        if (u->lacks)
            return PM_NOMEM;
        if (wrong != NULL)
            return pm_fail(PM_IO, "it cannot be unpacked: the %s stream %s", xz ? "xz" : "zstd",
                           wrong);
        if (!xz && u->all && u->left == 0)
            break;
    }
    *length = out.at;
    return PM_OK;
}

void pm_unpack_free(struct pm_unpack *u)
{
    if (u == NULL)
        return;
    if (u->end != NULL)
        u->end(&u->stream);
    if (u->zstd != NULL)
        u->release(u->zstd);
    free(u);
}
