/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix Market files: a header line with format, field and symmetry, then sizes, then entries
 * (Boisvert, Pozo, Remington, The Matrix Market Exchange Formats: Initial Design, NISTIR 5935,
 * 1996).  man/permatch_formats.5 describes the dialect that permatch reads. */
#pragma once

#include "model/problem.h"
#include "read/source.h"

/* Reads one matrix from an open source, up to the next header or the end.  PM_INPUT: the file has a
 * defect; the message names file and line.  PM_IO: reading failed.  PM_NOMEM: memory ran out, or
 * the matrix would need more than pm_source_memory() bytes.  The size line is checked against that
 * limit before anything of its size is allocated; exact values are checked as they are read. */
pm_status pm_mtx_read_source(struct pm_problem **problem, struct pm_source *source);
