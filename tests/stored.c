/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of stored plans: written lines are read again; a table of lines that are refused. */
#include "base/stored.h"
#include "base/text.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 20 };

static void test_back(struct test *t)
{
    uint64_t state = 1;
    int wrong = 0;

    for (int round = 0; round < test_rounds(200); round++) {
        const int count = test_between(&state, 0, MOST);
        int order[MOST], other[MOST], found[MOST] = {0}, again[MOST] = {0};
        struct pm_text text;
        char *written;
        for (int k = 0; k < count; k++) {
            const int at = test_between(&state, 0, k);
            order[k] = order[at];
            order[at] = k;
            other[k] = test_between(&state, -7, 7);
        }
        test_need(pm_text_open(&text));
        pm_stored_put_ints(text.file, "order", order, (size_t)count);
        pm_stored_put_ints(text.file, "other", other, (size_t)count);
        test_need(pm_text_close(&written, &text, PM_OK));
        char *rest = written;
        test_need(pm_stored_order(found, count, &rest, "order"));
        test_need(pm_stored_ints(again, (size_t)count, &rest, "other", -7, 7));
        const bool back = memcmp(order, found, (size_t)count * sizeof *order) == 0 &&
                          memcmp(other, again, (size_t)count * sizeof *other) == 0;
        if (!back || pm_stored_next(&rest) != NULL) {
            printf("# round %d: %s\n", round, written);
            wrong++;
        }
        free(written);
    }
    CHECK(t, wrong == 0, "written lines are read again: %d wrong", wrong);
}

enum wanted { ORDER, INTS };

static const struct {
    const char *text;
    enum wanted wanted;
    const char *reason; /* a part of the message; NULL: the line is right */
} lines[] = {
    {"x 2 0 1\n", ORDER, NULL},
    {"x 2 0 1", ORDER, NULL},
    {"x 2 0 1\ny", ORDER, NULL},
    {"", ORDER, "is missing"},
    {"x\n", ORDER, "number 1"},
    {"y 2 0 1\n", ORDER, "where 'x' is expected"},
    {"xx 2 0 1\n", ORDER, "where 'x' is expected"},
    {"x 2 0\n", ORDER, "number 3"},
    {"x 2 0 1 2\n", ORDER, "more than 3"},
    {"x 2 0 1 \n", ORDER, "more than 3"},
    {"x 2 0 2\n", ORDER, "has 2 twice"},
    {"x 2 0 3\n", ORDER, "number 3"},
    {"x 2 -1 0\n", ORDER, "number 2"},
    {"x 2  0 1\n", ORDER, "number 2"},
    {"x 2 0 1z\n", ORDER, "number 3"},
    {"x 2 0 99999999999999999999\n", ORDER, "number 3"},
    {"x -5 0 5\n", INTS, NULL},
    {"x -6 0 5\n", INTS, "number 1"},
};

static void test_refused(struct test *t)
{
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        char *const copy = strdup(lines[k].text), *rest = copy;
        int list[3];
        const pm_status status = lines[k].wanted == ORDER
                                     ? pm_stored_order(list, 3, &rest, "x")
                                     : pm_stored_ints(list, 3, &rest, "x", -5, 5);
        if (lines[k].reason == NULL)
            CHECK(t, status == PM_OK, "line %zu", k);
        else
            CHECK(t, status == PM_INPUT && strstr(pm_message(), lines[k].reason) != NULL,
                  "line %zu: %s", k, pm_message());
        free(copy);
    }
}

int main(void)
{
    struct test t = {0, 0};

    test_back(&t);
    test_refused(&t);
    return test_done(&t);
}
