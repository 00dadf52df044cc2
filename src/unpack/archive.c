/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libarchive is opened by dlopen(), so neither building nor input without compression needs it.
 * It unpacks all but xz and zstd, which may ask for any memory (unpack.c).
 * Archives are read once from beginning to end, so they may come through a pipe.
 *
 * Input is untrusted.  If libarchive recognises filters by itself, it unpacks any number of layers,
 * and it starts a program for what it cannot unpack.  So the only filter is named here. */
#include "unpack/archive.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/status.h"
#include "base/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/types.h>

/* ------------------------------------------------------------------- the library */

struct archive;
struct archive_entry;

typedef ssize_t read_callback(struct archive *packed, void *client, const void **bytes);

/* The functions used: member, result, arguments (libarchive 3, archive.h). */
#define FUNCTIONS(X)                                                                               \
    X(read_new, struct archive *, (void))                                                          \
    X(read_append_filter, int, (struct archive *, int))                                            \
    X(read_support_format_tar, int, (struct archive *))                                            \
    X(read_support_format_zip, int, (struct archive *))                                            \
    X(read_support_format_raw, int, (struct archive *))                                            \
    X(read_support_format_empty, int, (struct archive *))                                          \
    X(read_open, int, (struct archive *, void *, void *, read_callback *, void *))                 \
    X(read_next_header, int, (struct archive *, struct archive_entry **))                          \
    X(read_data, ssize_t, (struct archive *, void *, size_t))                                      \
    X(read_free, int, (struct archive *))                                                          \
    X(error_string, const char *, (struct archive *))                                              \
    X(format, int, (struct archive *))                                                             \
    X(format_name, const char *, (struct archive *))                                               \
    X(entry_pathname, const char *, (struct archive_entry *))                                      \
    X(entry_filetype, mode_t, (struct archive_entry *))

#define MEMBER(name, result, arguments) result(*name) arguments;

struct library {
    FUNCTIONS(MEMBER)
};

enum { END = 1, OK = 0, WARN = -20, FORMAT_ZIP = 0x50000, FORMAT_RAW = 0x90000 };

#define SYMBOL(name, result, arguments) {"archive_" #name, &library->name},

static pm_status load(struct library *library)
{
    static const char *const names[] = {"libarchive.so.13", "libarchive.so", NULL};
    const struct pm_library_symbol symbols[] = {FUNCTIONS(SYMBOL)};

    if (pm_library_load(symbols, sizeof symbols / sizeof *symbols, names) != PM_OK)
        return pm_fail(PM_UNABLE,
                       "it is packed, and libarchive, which unpacks it, is not installed (Debian, "
                       "Ubuntu: libarchive13); packed by gzip, or not at all, it can be read");
    return PM_OK;
}

/* ------------------------------------------------------------------ the packing */

/* libarchive's numbers of filters. */
enum { NONE = 0, BZIP2 = 2 };

/* What an input may be packed by: the bytes that tell, and what unpacks it. */
struct pm_packing {
    const char *name;
    size_t at, length;
    const char *bytes;
    int filter; /* libarchive's number */
    enum pm_packed packed;
};

const struct pm_packing *pm_archive_packing(const void *bytes, size_t length)
{
    static const struct pm_packing kinds[] = {
        {"xz", 0, 6, "\xfd\x37zXZ\0", NONE, PM_PACKED_XZ},
        {"zstd", 0, 4, "\x28\xb5\x2f\xfd", NONE, PM_PACKED_ZSTD},
        {"bzip2", 0, 3, "BZh", BZIP2, PM_PACKED_OTHER},
        {"zip", 0, 4, "PK\3\4", NONE, PM_PACKED_OTHER},
        {"tar", 257, 5, "ustar", NONE, PM_PACKED_OTHER},
    };

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (length >= kinds[k].at + kinds[k].length &&
            memcmp((const char *)bytes + kinds[k].at, kinds[k].bytes, kinds[k].length) == 0)
            return kinds + k;
    return NULL;
}

/* ------------------------------------------------------------------- the choice */

struct pm_archive {
    struct library lib;
    struct archive *packed;
    struct pm_unpack *unpack; /* unpacks what feed() gives; NULL: libarchive does */
    pm_packed_feed *feed;
    void *feeder;
    pm_status fed; /* the last status of feed() */
    char bytes[1 << 15];
    bool ended;             /* all of a zip archive has come, or it is none */
    unsigned char last[32]; /* the last bytes, as a ring */
    size_t seen, end;       /* bytes that have come, and at the end; 0: not known */
    char *member;
    char *kept; /* the only file, unpacked; NULL: the file must still be read from `packed` */
    size_t room, length, at;
};

/* Looks for the record at the end of a zip archive (APPNOTE.TXT, 4.3.16): 22 bytes, the last two of
 * which are the length of a comment, and this.  The bytes of a file may look like a record: the
 * first place where one ends counts. */
static void look_for_end(struct pm_archive *a, size_t length)
{
    static const char signature[4] = "PK\5\6";

    for (size_t k = 0; k < length && !a->ended; k++) {
        size_t same = 0;
        a->last[a->seen++ % sizeof a->last] = (unsigned char)a->bytes[k];
        while (same < sizeof signature &&
               a->last[(a->seen - 22 + same) % sizeof a->last] == signature[same])
            same++;
        const size_t end = a->seen + a->last[(a->seen - 2) % sizeof a->last] +
                           256U * a->last[(a->seen - 1) % sizeof a->last];
        if (same == sizeof signature && (a->end == 0 || end < a->end))
            a->end = end;
        a->ended = a->seen == a->end;
    }
}

static ssize_t give(struct archive *packed, void *client, const void **bytes)
{
    struct pm_archive *const a = client;
    size_t length = sizeof a->bytes;

    (void)packed;
    *bytes = a->bytes;
    a->fed = a->unpack != NULL ? pm_unpack_read(a->unpack, a->bytes, &length)
                               : a->feed(a->feeder, a->bytes, &length);
    if (a->fed == PM_OK && length > 0 && a->seen == 0 && !a->ended)
        a->ended = *a->bytes != 'P';
    if (a->fed == PM_OK)
        look_for_end(a, length);
    return a->fed == PM_OK ? (ssize_t)length : -1;
}

/* libarchive reads a zip archive without its end, which has the list of all files. */
static pm_status check_end(struct pm_archive *a)
{
    const void *bytes;

    if (a->lib.format(a->packed) != FORMAT_ZIP)
        return PM_OK;
    while (!a->ended && give(a->packed, a, &bytes) > 0)
        continue;
    if (a->fed != PM_OK)
        return a->fed;
    return a->ended ? PM_OK : pm_fail(PM_IO, "the zip archive is cut off");
}

/* libarchive's error as one printable line. */
static pm_status failure(struct pm_archive *a)
{
    const char *const reason = a->lib.error_string(a->packed);
    char text[200];

    if (a->fed != PM_OK)
        return a->fed;
    snprintf(text, sizeof text, "%s", reason != NULL ? reason : "unknown reason");
    for (char *c = text; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return pm_fail(PM_IO, "it cannot be unpacked: %s", text);
}

static const char *base_of(const char *path)
{
    const char *const slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* True for NAME.mtx in an archive whose file begins with "NAME.", and for NAME/NAME.mtx. */
static bool is_wanted(const char *member, const char *path)
{
    const char *const base = base_of(member), *const file = base_of(path);
    const size_t length = strlen(base);

    if (length < 5 || strcasecmp(base + length - 4, ".mtx") != 0)
        return false;
    const size_t name = length - 4;
    const bool as_archive = strncmp(file, base, name) == 0 && file[name] == '.';
    const bool as_folder = (size_t)(base - member) >= name + 1 && base[-1] == '/' &&
                           memcmp(base - name - 1, base, name) == 0 &&
                           ((size_t)(base - member) == name + 1 || base[-(ssize_t)name - 2] == '/');
    return as_archive || as_folder;
}

/* Unpacks the current file into memory, since it may turn out to be the only one.  Of arrays of
 * NumPy all are kept, since they may be the parts of a sparse matrix. */
static pm_status keep_file(struct pm_archive *a)
{
    const size_t head = a->length;
    char text[PM_PART_HEAD + 1];

    PM_TRY(pm_alloc_grow((void **)&a->kept, &a->room, a->length + PM_PART_HEAD, 1));
    a->length += PM_PART_HEAD;
    for (;;) {
        const pm_status status =
            pm_alloc_grow((void **)&a->kept, &a->room, a->length + sizeof a->bytes, 1);
        if (status != PM_OK)
            return pm_fail_at(status, "'%.200s' in it", base_of(a->member));
        const ssize_t got = a->lib.read_data(a->packed, a->kept + a->length, sizeof a->bytes);
        if (got < 0)
            return failure(a);
        a->length += (size_t)got;
        if (got == 0)
            break;
    }
    snprintf(text, sizeof text, PM_PART_SIGNATURE "%-31.31s%16zx", base_of(a->member),
             a->length - head - PM_PART_HEAD);
    memcpy(a->kept + head, text, PM_PART_HEAD);
    a->at = PM_PART_HEAD;
    return PM_OK;
}

static void forget_file(struct pm_archive *a)
{
    free(a->kept);
    a->kept = NULL;
    a->length = a->room = a->at = 0;
}

/* Files that operating systems add to archives. */
static bool is_hidden(const char *member)
{
    return base_of(member)[0] == '.' || *base_of(member) == '\0';
}

/* Files of zip that are packed in other ways may ask for any memory. */
static pm_status check_member(struct pm_archive *a)
{
    const char *const name = a->lib.format_name(a->packed);

    if (a->lib.format(a->packed) != FORMAT_ZIP || name == NULL ||
        strstr(name, "(deflation)") != NULL || strstr(name, "(uncompressed)") != NULL)
        return PM_OK;
    return pm_fail(PM_INPUT,
                   "the archive is %.80s; of zip, only stored and deflated files are read", name);
}

/* True for an array of NumPy. */
static bool is_array(const char *member)
{
    const size_t length = strlen(member);

    return length > 4 && strcmp(member + length - 4, ".npy") == 0;
}

/* No file of the archive is the one to be read. */
static pm_status refuse_all(int files)
{
    if (files == 0)
        return pm_fail(PM_INPUT, "the archive holds no file");
    return pm_fail(PM_INPUT,
                   "the archive holds %d files, and none is called NAME.mtx like the archive or "
                   "its folder; one would be read, so unpack it and name the file, or all of them",
                   files);
}

static pm_status choose(struct pm_archive *a, const char *path)
{
    struct archive_entry *entry;
    int code, files = 0;
    bool arrays = true, sparse = false;

    while ((code = a->lib.read_next_header(a->packed, &entry)) == OK || code == WARN) {
        if (a->lib.format(a->packed) == FORMAT_RAW)
            return PM_OK;
        const char *const name = a->lib.entry_pathname(entry);
        if (name == NULL || a->lib.entry_filetype(entry) != S_IFREG || is_hidden(name))
            continue;
        const bool wanted = is_wanted(name, path);
        arrays = arrays && is_array(name);
        sparse |= strcmp(name, "format.npy") == 0; /* as scipy.sparse.save_npz() calls it */
        if (!wanted && files++ > 0 && !arrays)
            continue;
        PM_TRY(check_member(a));
        free(a->member);
        if ((a->member = strdup(name)) == NULL)
            return pm_no_memory();
        if (wanted) {
            forget_file(a);
            return PM_OK;
        }
        PM_TRY(keep_file(a));
    }
    if (code != END || a->fed != PM_OK)
        return failure(a);
    PM_TRY(check_end(a));
    if (files < 2 || !arrays || !sparse)
        return files == 1 ? PM_OK : refuse_all(files);
    free(a->member);
    a->member = NULL; /* the parts together bear the name of the archive */
    a->at = 0;
    return PM_OK;
}

/* -------------------------------------------------------------------- reading */

static pm_status start(struct pm_archive *a, const struct pm_packing *packing)
{
    enum { BZIP2_BYTES = 4 << 20 };

    if (packing->filter == BZIP2)
        PM_TRY(pm_budget_take(BZIP2_BYTES));
    if (packing->packed != PM_PACKED_OTHER)
        PM_TRY(pm_unpack_open(&a->unpack, packing->packed, a->feed, a->feeder));
    PM_TRY(load(&a->lib));
    if ((a->packed = a->lib.read_new()) == NULL)
        return pm_fail(PM_NOMEM, "no memory to unpack it");
    if (a->lib.read_append_filter(a->packed, packing->filter) != OK)
        return pm_fail(PM_UNABLE, "it is packed by %s, which libarchive here cannot unpack itself",
                       packing->name);
    a->lib.read_support_format_tar(a->packed);
    a->lib.read_support_format_zip(a->packed);
    a->lib.read_support_format_raw(a->packed);
    a->lib.read_support_format_empty(a->packed);
    return a->lib.read_open(a->packed, a, NULL, give, NULL) == OK ? PM_OK : failure(a);
}

pm_status pm_archive_open(struct pm_archive **archive, const struct pm_packing *packing,
                          const char *path, pm_packed_feed *feed, void *feeder)
{
    struct pm_archive *a;
    pm_status status;

    PM_NEW(a, 1);
    a->feed = feed;
    a->feeder = feeder;
    PM_TRY_GOTO(status, start(a, packing), done);
    PM_TRY_GOTO(status, choose(a, path), done);
done:
    PM_GIVE(archive, a, status, pm_archive_free);
}

pm_status pm_archive_read(struct pm_archive *a, void *bytes, size_t *length)
{
    if (a->kept != NULL) {
        if (*length > a->length - a->at)
            *length = a->length - a->at;
        memcpy(bytes, a->kept + a->at, *length);
        a->at += *length;
        return PM_OK;
    }
    const ssize_t got = a->lib.read_data(a->packed, bytes, *length);
    if (got < 0)
        return failure(a);
    *length = (size_t)got;
    return got == 0 ? check_end(a) : PM_OK;
}

const char *pm_archive_member(const struct pm_archive *archive)
{
    return archive->member;
}

void pm_archive_free(struct pm_archive *archive)
{
    if (archive == NULL)
        return;
    if (archive->packed != NULL)
        archive->lib.read_free(archive->packed);
    pm_unpack_free(archive->unpack);
    PM_FREE(archive->member, archive->kept, archive);
}
