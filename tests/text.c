/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text is complete, or there is an error. */
#include "base/text.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { LINES = 100000 };

static void check_long(struct test *t)
{
    struct pm_text text;
    char *out = NULL;
    int line = 0;

    test_need(pm_text_open(&text));
    for (int k = 0; k < LINES; k++)
        fprintf(text.file, "%d\n", k);
    const pm_status status = pm_text_close(&out, &text, PM_OK);
    for (const char *c = out; status == PM_OK && *c != '\0' && atoi(c) == line; line++)
        c = strchr(c, '\n') + 1;
    CHECK(t, status == PM_OK && line == LINES, "a text of %d lines is complete", line);
    free(out);
}

/* The same with a stream that cannot write. */
static void check_lost(struct test *t)
{
    struct pm_text text;
    char *out = NULL;

    if (pm_text_open(&text) != PM_OK || fclose(text.file) != 0 ||
        (text.file = fopen("/dev/full", "w")) == NULL)
        abort();
    fputs("something", text.file);
    CHECK(t, pm_text_close(&out, &text, PM_OK) == PM_NOMEM && out == NULL,
          "a stream that cannot write is an error");
}

static void check_failed(struct test *t)
{
    struct pm_text text;
    char *out = NULL;

    test_need(pm_text_open(&text));
    fputs("something", text.file);
    const pm_status status = pm_text_close(&out, &text, pm_fail(PM_DOMAIN, "the writer's reason"));
    CHECK(t, status == PM_DOMAIN && out == NULL && strcmp(pm_message(), "the writer's reason") == 0,
          "so is a failure of the writer: %s", pm_message());
}

int main(void)
{
    struct test t = {0, 0};

    check_long(&t);
    check_lost(&t);
    check_failed(&t);
    return test_done(&t);
}
