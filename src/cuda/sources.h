/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sources of the kernels (cuda/, and the headers shared with the library).  The build puts them
 * into the library as text. */
#pragma once

struct pm_kernel_source {
    const char *name; /* the name in #include, or "dense.cu" */
    const char *text;
};

/* The list ends with a NULL name. */
extern const struct pm_kernel_source pm_kernel_sources[];
