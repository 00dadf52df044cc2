/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One buffer moves along the input.  A line is returned in place, and the buffer grows only for a
 * line that does not fit.  zlib reads plain and gzip input; libarchive unpacks all other packed
 * input. */
#include "read/source.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/status.h"
#include "base/memory_left.h"
#include "unpack/archive.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum {
    FIRST_ROOM = 1 << 16,
    LONGEST_LINE = 1 << 20,
    LONGEST_TEXT = 1 << 30,
    LINES_AT_ONCE = 64, /* between two looks at the time */
};

/* Reading may always take this time, so that a small limit refuses only by prediction. */
static const double LEAST_SECONDS = 1;

struct pm_source {
    gzFile stream;
    struct pm_archive *archive; /* unpacks the stream; NULL: zlib reads it */
    char *packed;               /* its first bytes, and how many of them have been unpacked */
    size_t packed_length, packed_at;
    char *name; /* for messages */
    char *path; /* as the caller gave it */
    char *buffer;
    size_t room, begin, end; /* buffer[begin..end) has not been returned yet */
    size_t back;             /* where the last returned line begins */
    size_t cut;              /* place of the NUL after that line, and the byte that it replaced */
    char was;
    uint64_t line;   /* number of the last returned line; 0 before the first */
    bool begun;      /* the first bytes have been checked */
    bool ended;      /* the stream has ended */
    uint64_t memory; /* limit of bytes for what is read */
    double seconds;  /* limit of processor time; 0: none */
    struct pm_budget budget;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint64_t most_memory; /* that this process may have */

static void find_memory(void)
{
    most_memory = pm_memory_of("").most;
}

static gzFile open_stream(const char *path)
{
    if (strcmp(path, "-") != 0)
        return gzopen(path, "rbe");
    const int descriptor = dup(STDIN_FILENO); /* gzclose() must not close standard input */
    if (descriptor < 0)
        return NULL;
    const gzFile stream = gzdopen(descriptor, "rb");
    if (stream == NULL)
        close(descriptor);
    return stream;
}

/* Makes a source without a stream, whose buffer has at least `room` bytes. */
static pm_status source_new(struct pm_source **source, const char *name, const char *path,
                            size_t room)
{
    struct pm_source *s;

    PM_NEW(s, 1);
    s->name = strdup(name);
    s->path = strdup(path);
    pthread_once(&once, find_memory);
    s->memory = most_memory;
    const pm_status status = s->name == NULL || s->path == NULL
                                 ? pm_no_memory()
                                 : pm_alloc_grow((void **)&s->buffer, &s->room, room, 1);
    PM_GIVE(source, s, status, pm_source_close);
}

pm_status pm_source_open(struct pm_source **source, const char *path)
{
    const char *const name = strcmp(path, "-") == 0 ? "standard input" : path;
    struct pm_source *s;

    PM_TRY(source_new(&s, name, path, FIRST_ROOM));
    errno = 0; /* zlib sets no errno where its own memory runs out */
    s->stream = open_stream(path);
    if (s->stream == NULL) {
        const pm_status status = errno != 0 ? pm_fail(PM_IO, "%s: %s", name, strerror(errno))
                                            : pm_fail(PM_NOMEM, "%s: no memory to read it", name);
        pm_source_close(s);
        return status;
    }
    *source = s;
    return PM_OK;
}

/* Fails with zlib's reason for a stream that ended too early. */
static pm_status stream_failure(int code, const char *text)
{
    switch (code) {
    case Z_ERRNO:
        return pm_fail(PM_IO, "%s", strerror(errno));
    case Z_BUF_ERROR:
        return pm_fail(PM_IO, "the gzip stream is cut off");
    case Z_MEM_ERROR:
        return pm_fail(PM_NOMEM, "no memory to unpack the gzip stream");
    default: { /* zlib writes its own name of the stream before the reason */
        const char *const reason = strrchr(text, ':');
        return pm_fail(PM_IO, "the gzip stream is damaged: %s", reason != NULL ? reason + 2 : text);
    }
    }
}

/* Reads from the file and unpacks gzip.  Returns fewer bytes than asked only at the end. */
static pm_status read_file(size_t *got, struct pm_source *s, void *to, size_t asked)
{
    int code;

    PM_TRY(pm_budget_ask());
    const int count = gzread(s->stream, to, (unsigned)asked);
    if (count < (int)asked) {
        const char *const text = gzerror(s->stream, &code);
        if (count < 0 || (code != Z_OK && code != Z_STREAM_END))
            return stream_failure(code, text);
    }
    *got = (size_t)count;
    return PM_OK;
}

/* Input for libarchive: first the bytes that have been read already, then the rest of the file. */
static pm_status feed(void *feeder, void *bytes, size_t *length)
{
    struct pm_source *const s = feeder;
    const size_t left = s->packed_length - s->packed_at;

    if (left == 0)
        return read_file(length, s, bytes, *length);
    if (*length > left)
        *length = left;
    memcpy(bytes, s->packed + s->packed_at, *length);
    s->packed_at += *length;
    return PM_OK;
}

/* The same as read_file(), for the file in an archive. */
static pm_status read_archive(size_t *got, struct pm_source *s, void *to, size_t asked)
{
    for (*got = 0; *got < asked;) {
        size_t length = asked - *got;
        PM_TRY(pm_budget_ask());
        PM_TRY(pm_archive_read(s->archive, (char *)to + *got, &length));
        if (length == 0)
            break;
        *got += length;
    }
    return PM_OK;
}

/* Checks the first bytes of the text, once they have been read. */
static pm_status check_text(struct pm_source *s)
{
    const unsigned char *const b = (const unsigned char *)s->buffer + s->begin;
    const size_t length = s->end - s->begin;

    if (length >= 3 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf)
        s->begin += 3;
    const bool marked =
        length >= 2 && ((b[0] == 0xff && b[1] == 0xfe) || (b[0] == 0xfe && b[1] == 0xff));
    const bool low = length >= 4 && b[0] >= ' ' && b[1] == 0 && b[2] >= ' ' && b[3] == 0;
    const bool high = length >= 4 && b[0] == 0 && b[1] >= ' ' && b[2] == 0 && b[3] >= ' ';
    PM_REFUSE_IF(marked || low || high,
                 "it begins with the bytes %02x %02x and looks like text in UTF-16; 'iconv -f "
                 "UTF-16 -t UTF-8' makes text of it that is read",
                 b[0], b[1]);
    return PM_OK;
}

/* Names the source "FILE (MEMBER)" for messages.  The member's name tells its format. */
static pm_status take_member(struct pm_source *s)
{
    const char *const member = pm_archive_member(s->archive);
    char *name, *path;

    if (member == NULL)
        return PM_OK;
    PM_NEW(name, strlen(s->name) + strlen(member) + 4);
    sprintf(name, "%s (%s)", s->name, member);
    for (char *c = name + strlen(s->name); *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    free(s->name);
    s->name = name;
    if ((path = strdup(member)) == NULL)
        return pm_no_memory();
    free(s->path);
    s->path = path;
    return PM_OK;
}

/* Checks the first bytes of the file; from here on libarchive unpacks what it recognises. */
static pm_status check_file(struct pm_source *s)
{
    const struct pm_packing *const packing = pm_archive_packing(s->buffer, s->end);

    if (packing == NULL)
        return PM_OK;
    PM_NEW(s->packed, s->end);
    memcpy(s->packed, s->buffer, s->end);
    s->packed_length = s->end;
    s->end = 0;
    PM_TRY(pm_archive_open(&s->archive, packing, s->path, feed, s));
    PM_TRY(take_member(s));
    PM_TRY(read_archive(&s->end, s, s->buffer, s->room));
    s->ended = s->end < s->room;
    return PM_OK;
}

/* Reads more bytes after buffer[end - 1]; the first time, checks what the file is. */
static pm_status read_more(struct pm_source *s)
{
    const size_t asked = s->room - s->end;
    size_t got;

    PM_TRY((s->archive != NULL ? read_archive : read_file)(&got, s, s->buffer + s->end, asked));
    s->ended = got < asked;
    s->end += got;
    if (s->begun)
        return PM_OK;
    s->begun = true;
    PM_TRY(check_file(s));
    return check_text(s);
}

/* Gets more text after buffer[end - 1]; sets s->ended at the end of the input. */
static pm_status fill(struct pm_source *s)
{
    if (s->begin > 0) {
        memmove(s->buffer, s->buffer + s->begin, s->end - s->begin);
        s->end -= s->begin;
        s->begin = 0;
    }
    pm_status status = PM_OK;
    if (s->end == s->room)
        status = pm_alloc_grow((void **)&s->buffer, &s->room, s->room + 1, 1);
    PM_THEN(status, read_more(s));
    return status == PM_OK ? PM_OK : pm_source_fail_at(s, status);
}

pm_status pm_source_open_text(struct pm_source **source, const char *name, const char *text,
                              size_t length)
{
    PM_TRY(source_new(source, name, name, length + 1));
    memcpy((*source)->buffer, text, length);
    (*source)->end = length;
    (*source)->ended = true;
    const pm_status status = check_text(*source);
    if (status != PM_OK) {
        pm_source_fail_at(*source, status);
        pm_source_close(*source);
    }
    return status;
}

void pm_source_close(struct pm_source *source)
{
    if (source == NULL)
        return;
    pm_archive_free(source->archive);
    free(source->packed);
    if (source->stream != NULL)
        gzclose(source->stream);
    PM_FREE(source->name, source->path, source->buffer, source);
}

/* *length = the length of the next line, without its LF. */
static pm_status find_line(struct pm_source *s, size_t *length)
{
    for (size_t seen = 0;;) {
        const char *const text = s->buffer + s->begin;
        const size_t have = s->end - s->begin;
        const char *const stop = memchr(text + seen, '\n', have - seen);

        *length = stop != NULL ? (size_t)(stop - text) : have;
        if (*length > LONGEST_LINE) {
            s->line++;
            return pm_source_fail(s, PM_INPUT,
                                  "the line is longer than %d bytes; text with line ends is needed",
                                  LONGEST_LINE);
        }
        /* the NUL of a last line without LF also needs a byte */
        if (stop != NULL || (s->ended && s->end < s->room))
            return PM_OK;
        seen = have;
        PM_TRY(fill(s));
    }
}

pm_status pm_source_line(struct pm_source *source, char **line)
{
    struct pm_source *const s = source;
    size_t found;

    PM_TRY(find_line(s, &found));
    if (s->begin == s->end) {
        *line = NULL;
        return PM_OK;
    }
    char *const text = s->buffer + s->begin;

    if (s->line++ % LINES_AT_ONCE == 0) {
        const pm_status status = pm_budget_ask();
        if (status != PM_OK)
            return pm_source_fail_at(s, status);
    }
    s->back = s->begin;
    s->begin += found + (s->begin + found < s->end); /* skips the LF, which the last line may
                                                      * lack */
    while (found > 0 && text[found - 1] == '\r')
        found--;
    s->cut = s->back + found;
    s->was = text[found];
    text[found] = '\0';
    if (memchr(text, '\0', found) != NULL)
        return pm_source_fail(s, PM_INPUT, "a NUL byte stands in the line; text is needed");
    if (memchr(text, '\r', found) != NULL)
        return pm_source_fail(s, PM_INPUT, PM_SOURCE_RETURNS);
    *line = text;
    return PM_OK;
}

void pm_source_back(struct pm_source *source)
{
    source->buffer[source->cut] = source->was;
    source->begin = source->back;
    source->line--;
}

pm_status pm_source_skip_blank(bool *more, struct pm_source *source)
{
    char *line;

    do
        PM_TRY(pm_source_line(source, &line));
    while (line != NULL && line[strspn(line, " \t\r\v\f")] == '\0');
    *more = line != NULL;
    if (*more)
        pm_source_back(source);
    return PM_OK;
}

const char *pm_source_path(const struct pm_source *source)
{
    return source->path;
}

pm_status pm_source_each(struct pm_source *source,
                         pm_status (*read)(void *context, const char *line), void *context)
{
    char *line;

    for (;;) {
        PM_TRY(pm_source_line(source, &line));
        if (line == NULL)
            return PM_OK;
        PM_TRY(read(context, line));
    }
}

pm_status pm_source_peek(struct pm_source *source, const char **text, size_t *length)
{
    struct pm_source *const s = source;

    while (s->end - s->begin < *length && !s->ended)
        PM_TRY(fill(s));
    *text = s->buffer + s->begin;
    if (s->end - s->begin < *length)
        *length = s->end - s->begin;
    return PM_OK;
}

pm_status pm_source_bytes(struct pm_source *source, void *bytes, size_t size)
{
    struct pm_source *const s = source;
    unsigned char *to = bytes;

    while (size > 0) {
        if (s->begin == s->end && s->ended)
            return pm_source_fail(s, PM_INPUT,
                                  "the file ends too early: %zu bytes more are expected", size);
        if (s->begin == s->end) {
            PM_TRY(fill(s));
            continue;
        }
        const size_t there = s->end - s->begin, taken = there < size ? there : size;
        memcpy(to, s->buffer + s->begin, taken);
        s->begin += taken;
        to += taken;
        size -= taken;
    }
    return PM_OK;
}

pm_status pm_source_rest(struct pm_source *source, const char **text, size_t *length)
{
    struct pm_source *const s = source;

    while (!s->ended) {
        if (s->end - s->begin > LONGEST_TEXT)
            return pm_source_fail(s, PM_INPUT, "more than %d MiB; such a file is not read",
                                  LONGEST_TEXT >> 20);
        PM_TRY(fill(s));
    }
    *text = s->buffer + s->begin;
    *length = s->end - s->begin;
    s->begin = s->end;
    return PM_OK;
}

void pm_source_set_line(struct pm_source *source, uint64_t line)
{
    if (source != NULL)
        source->line = line;
}

uint64_t pm_source_number(const struct pm_source *source)
{
    return source->line;
}

uint64_t pm_source_memory(const struct pm_source *source)
{
    return source->memory;
}

double pm_source_seconds(const struct pm_source *source)
{
    return source->seconds;
}

void pm_source_limit(struct pm_source *source, uint64_t memory, double seconds)
{
    source->memory = memory > 0 ? memory : source->memory;
    source->seconds = seconds > 0 ? fmax(seconds, LEAST_SECONDS) : 0;
}

void pm_source_enter(struct pm_source *source)
{
    source->budget = (struct pm_budget){
        .memory = source->memory,
        .until = source->seconds > 0 ? pm_clock_of_thread() + source->seconds : 0,
        .reading = true};
    pm_budget_open(&source->budget);
}

pm_status pm_source_leave(struct pm_source *source, pm_status status)
{
    status = pm_budget_close(&source->budget, status);
    if (status == PM_STOPPED && source->budget.late)
        status = pm_fail(PM_UNABLE, "reading takes longer than the limit of %g s", source->seconds);
    return status == PM_OK ? PM_OK : pm_source_fail_at(source, status);
}

pm_status pm_source_fail(const struct pm_source *source, pm_status status, const char *format, ...)
{
    char text[768];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pm_fail(status, "%s", text);
    return pm_source_fail_at(source, status);
}

pm_status pm_source_fail_at(const struct pm_source *source, pm_status status)
{
    const size_t length = strlen(source->name);

    if (strncmp(pm_message(), source->name, length) == 0 && pm_message()[length] == ':')
        return status; /* it has its place */
    if (source->line == 0)
        return pm_fail_at(status, "%s", source->name);
    return pm_fail_at(status, "%s: line %ju", source->name, (uintmax_t)source->line);
}
