/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A frame begins with a header, which says the size of its window: so much memory unpacking needs.
 * Then come blocks with their sizes, and perhaps a checksum.  What is no such stream is left to the
 * library that unpacks it.  Source: Collet and Kucherawy, RFC 8878, section 3.1. */
#include "read/zstd_frames.h"

#include "base/alloc.h"

#include <stdbool.h>

enum stage { MAGIC, DESCRIPTOR, HEADER, BLOCK, SKIPPABLE, LOST };
static const uint32_t FRAME = 0xFD2FB528, SKIPPED = 0x184D2A50;

static uint64_t number_at(const uint8_t *bytes, size_t length)
{
    uint64_t number = 0;

    for (size_t k = length; k-- > 0;)
        number = number << 8 | bytes[k];
    return number;
}

static bool is_single(const struct pm_zstd_frames *f)
{
    return f->head[0] >> 5 & 1;
}

/* The bytes of the size of the content in the header, and where they begin. */
static size_t content_length(const struct pm_zstd_frames *f, size_t *at)
{
    static const size_t dictionary[] = {0, 1, 2, 4}, content[] = {0, 2, 4, 8};

    *at = 1 + !is_single(f) + dictionary[f->head[0] & 3];
    return f->head[0] >> 6 == 0 && is_single(f) ? 1 : content[f->head[0] >> 6];
}

static uint64_t window_of(const struct pm_zstd_frames *f)
{
    size_t at;
    const size_t length = content_length(f, &at);

    if (is_single(f))
        return number_at(f->head + at, length) + (length == 2 ? 256 : 0);
    const uint64_t base = UINT64_C(1) << (10 + (f->head[1] >> 3));
    return base + base / 8 * (f->head[1] & 7);
}

/* The bytes that the stage has. */
static size_t needed(const struct pm_zstd_frames *f)
{
    static const size_t bytes[] = {[MAGIC] = 4, [DESCRIPTOR] = 1, [BLOCK] = 3, [SKIPPABLE] = 4};
    size_t at;

    return f->stage != HEADER ? bytes[f->stage] : content_length(f, &at) + at;
}

static void begin(struct pm_zstd_frames *f, enum stage stage)
{
    f->stage = stage;
    f->have = 0;
}

static void take_block(struct pm_zstd_frames *f)
{
    const uint32_t head = (uint32_t)number_at(f->head, 3);
    const bool last = head & 1, repeats = (head >> 1 & 3) == 1;

    f->skip = repeats ? 1 : head >> 3;
    if (last && f->checked)
        f->skip += 4;
    begin(f, last ? MAGIC : BLOCK);
}

static pm_status take_header(struct pm_zstd_frames *f)
{
    const uint64_t window = window_of(f);

    if (window > f->window) {
        PM_TRY(pm_allowance_take(window - f->window));
        f->window = window;
    }
    f->checked = f->head[0] >> 2 & 1;
    begin(f, BLOCK);
    return PM_OK;
}

/* All bytes of a stage are here. */
static pm_status take(struct pm_zstd_frames *f)
{
    const uint32_t magic = (uint32_t)number_at(f->head, 4);

    switch (f->stage) {
    case MAGIC:
        begin(f, magic == FRAME ? DESCRIPTOR : (magic & ~15u) == SKIPPED ? SKIPPABLE : LOST);
        return PM_OK;
    case DESCRIPTOR: /* the header begins with it */
        f->stage = HEADER;
        return PM_OK;
    case HEADER:
        return take_header(f);
    case BLOCK:
        take_block(f);
        return PM_OK;
    default:
        f->skip = magic;
        begin(f, MAGIC);
        return PM_OK;
    }
}

pm_status pm_zstd_frames_follow(struct pm_zstd_frames *f, const void *bytes, size_t length)
{
    const uint8_t *at = bytes, *const end = at + length;

    while (at < end && f->stage != LOST) {
        if (f->skip > 0) {
            const uint64_t here = f->skip < (uint64_t)(end - at) ? f->skip : (uint64_t)(end - at);
            f->skip -= here;
            at += here;
            continue;
        }
        f->head[f->have++] = *at++;
        if (f->have == needed(f))
            PM_TRY(take(f));
    }
    return PM_OK;
}
