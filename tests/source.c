/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written lines are read back, wherever the buffer ends.  A damaged stream is not taken for a short
 * one. */
#include "read/source.h"
#include "scratch.h"
#include "test.h"

#include <fcntl.h>

enum {
    LONGEST = 1 << 20,
};

/* Reads all lines.  *count is their number and *bytes their length without line ends. */
static pm_status read_all(const char *path, int *count, size_t *bytes)
{
    struct pm_source *source;
    pm_status status = pm_source_open(&source, path);
    char *line;

    *count = 0;
    *bytes = 0;
    if (status != PM_OK)
        return status;
    while ((status = pm_source_line(source, &line)) == PM_OK && line != NULL) {
        ++*count;
        *bytes += strlen(line);
    }
    pm_source_close(source);
    return status;
}

/* Random lines, many of them long.  Each is compared with what was written. */
static void test_lines(struct test *t, const struct scratch *s, bool packed, const char *line_end,
                       bool last_ended)
{
    enum { LINES = 200, ROOM = 1 << 23 };
    uint64_t seed = 7;
    char *const text = calloc(ROOM, 1);
    size_t first[LINES + 1] = {0}, used = 0;
    struct pm_source *source;
    bool agree = true;
    char *line;

    for (int k = 0; k < LINES; k++) {
        const int longest = k % 20 == 0 ? 200000 : k % 3 == 0 ? 3 : 9000;
        const int size = test_between(&seed, k == LINES - 1, longest);
        for (int i = 0; i < size; i++)
            text[used++] = (char)('a' + (i + k) % 26);
        first[k + 1] = used;
        if (k < LINES - 1 || last_ended) {
            strcpy(text + used, line_end);
            used += strlen(line_end);
        }
    }
    scratch_write(s, text, used, packed);
    agree = pm_source_open(&source, s->path) == PM_OK;
    for (int k = 0; k < LINES && agree; k++) {
        const size_t begin = first[k] + (k > 0 ? strlen(line_end) : 0);
        agree = pm_source_line(source, &line) == PM_OK && line != NULL &&
                strlen(line) == first[k + 1] - begin &&
                memcmp(line, text + begin, strlen(line)) == 0;
    }
    CHECK(t, agree, "%d lines, %s, %s, %s", LINES, packed ? "packed" : "plain",
          line_end[0] == '\r' ? "CR LF" : "LF", last_ended ? "all ended" : "the last not ended");
    CHECK(t, agree && pm_source_line(source, &line) == PM_OK && line == NULL, "then the end");
    pm_source_close(source);
    free(text);
}

static void test_limits(struct test *t, const struct scratch *s)
{
    char *const text = malloc(LONGEST + 2);
    size_t bytes;
    int count;

    memset(text, 'x', LONGEST + 2);
    scratch_write(s, text, LONGEST, false);
    CHECK(t, read_all(s->path, &count, &bytes) == PM_OK && count == 1 && bytes == LONGEST,
          "a line of 1 MiB");
    scratch_write(s, text, LONGEST + 1, false);
    CHECK(t,
          read_all(s->path, &count, &bytes) == PM_INPUT && strstr(pm_message(), "line 1: ") &&
              strstr(pm_message(), "longer than"),
          "a longer line is refused");
    scratch_write(s, "a\nb\0c\n", 6, false);
    CHECK(t,
          read_all(s->path, &count, &bytes) == PM_INPUT && strstr(pm_message(), "line 2: ") &&
              strstr(pm_message(), "NUL"),
          "a NUL byte is refused");
    for (int packed = 0; packed < 2; packed++) {
        scratch_write(s, "", 0, packed);
        CHECK(t, read_all(s->path, &count, &bytes) == PM_OK && count == 0, "nothing at all");
    }
    scratch_write(s, "\n\r\n\n", 4, false);
    CHECK(t, read_all(s->path, &count, &bytes) == PM_OK && count == 3 && bytes == 0, "empty lines");
    free(text);
}

/* A packed file that is cut is refused, except where too little is left to tell that it was packed.
 */
static void test_cuts(struct test *t, const struct scratch *s)
{
    unsigned char packed[512];
    size_t bytes;
    int count, unnoticed = 0;

    scratch_write(s, "one\ntwo\nthree\nfour\n", 19, true);
    FILE *const file = fopen(s->path, "rb");
    const size_t size = fread(packed, 1, sizeof packed, file);
    fclose(file);
    for (size_t cut = size; cut-- > 2;) {
        if (truncate(s->path, (off_t)cut) != 0)
            unnoticed++;
        if (read_all(s->path, &count, &bytes) != PM_IO || strstr(pm_message(), s->path) == NULL)
            unnoticed++;
    }
    CHECK(t, unnoticed == 0, "every cut of a gzip stream of %zu bytes is an error", size);
    packed[size / 2] ^= 0x55;
    scratch_write(s, packed, size, false);
    CHECK(t, read_all(s->path, &count, &bytes) == PM_IO, "so is damage: %s", pm_message());
}

static void test_failures(struct test *t, const struct scratch *s)
{
    size_t bytes;
    int count;

    CHECK(t,
          read_all("no/such/file", &count, &bytes) == PM_IO &&
              strcmp(pm_message(), "no/such/file: No such file or directory") == 0,
          "a missing file: %s", pm_message());
    CHECK(t, read_all(".", &count, &bytes) == PM_IO && strncmp(pm_message(), ".: ", 3) == 0,
          "a folder: %s", pm_message());
    scratch_write(s, "one\ntwo", 7, true);
    const int saved = dup(STDIN_FILENO), other = open(s->path, O_RDONLY);
    dup2(other, STDIN_FILENO);
    CHECK(t, read_all("-", &count, &bytes) == PM_OK && count == 2 && bytes == 6,
          "standard input, packed");
    CHECK(t, fcntl(STDIN_FILENO, F_GETFD) >= 0, "it stays open");
    close(STDIN_FILENO);
    CHECK(t,
          read_all("-", &count, &bytes) == PM_IO &&
              strncmp(pm_message(), "standard input: ", 16) == 0,
          "closed: %s", pm_message());
    dup2(saved, STDIN_FILENO);
    close(saved);
    close(other);
}

int main(void)
{
    struct test t = {0};
    struct scratch s;

    scratch_init(&s);
    for (int k = 0; k < 8; k++)
        test_lines(&t, &s, k & 1, k & 2 ? "\r\n" : "\n", k & 4);
    test_limits(&t, &s);
    test_cuts(&t, &s);
    test_failures(&t, &s);
    scratch_clear(&s);
    return test_done(&t);
}
