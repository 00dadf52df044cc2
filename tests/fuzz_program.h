/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a program on the file `path`; chosen[] = numbers for the program and its options.  Returns
 * its exit status. */
#ifndef PM_TESTS_FUZZ_PROGRAM_H
#define PM_TESTS_FUZZ_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

int fuzz_program(const uint8_t *chosen, size_t count, const char *path);

#endif
