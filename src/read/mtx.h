/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix Market files: a header line that names format, field and symmetry, then sizes, then
 * entries (Boisvert, Pozo, Remington, The Matrix Market Exchange Formats: Initial Design,
 * NISTIR 5935, 1996).  man/permatch_formats.5 describes the dialect that is read. */
#ifndef PM_READ_MTX_H
#define PM_READ_MTX_H

#include "model/problem.h"
#include "read/source.h"

/* Reads one matrix, up to the next header or the end of an open source.  PM_INPUT: a defect, named
 * with file and line; PM_NOMEM also for sizes that this machine's memory cannot hold; PM_IO.  A
 * matrix that would need more than pm_source_memory() bytes is refused by what the size line
 * announces, before anything of that size is allocated, and while reading when exact values grow
 * beyond it. */
pm_status pm_mtx_read_source(struct pm_problem **out, struct pm_source *source);

#endif
