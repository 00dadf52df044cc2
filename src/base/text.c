/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams by open_memstream().  Only pm_text_close() checks whether memory ran out. */
#include "base/text.h"

#include "base/printable.h"

#include <stdlib.h>
#include <string.h>

pm_status pm_text_open(struct pm_text *text)
{
    *text = (struct pm_text){.file = NULL};
    text->file = open_memstream(&text->text, &text->length);
    return text->file != NULL ? PM_OK : pm_no_memory();
}

pm_status pm_text_close(char **out, struct pm_text *text, pm_status status)
{
    const bool failed = ferror(text->file) != 0;

    if ((fclose(text->file) != 0 || failed) && status == PM_OK)
        status = pm_no_memory();
    if (status == PM_OK)
        *out = text->text;
    else
        free(text->text);
    return status;
}

pm_status pm_text_add_line(char **lines, const char *format, va_list args)
{
    struct pm_text text;
    char *longer = NULL, *printable;

    PM_TRY(pm_text_open(&text));
    if (*lines != NULL)
        fprintf(text.file, "%s\n", *lines);
    vfprintf(text.file, format, args);
    PM_TRY(pm_text_close(&longer, &text, PM_OK));
    printable = pm_printable_new(longer, strlen(longer), PM_PRINTABLE_LINES);
    free(longer);
    if (printable == NULL)
        return pm_no_memory();
    free(*lines);
    *lines = printable;
    return PM_OK;
}
