/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the problem of a proof with a graph or matrix in a file. */
#pragma once

#include "permatch.h"
#include "proof_file.h"

enum verdict proof_compare(struct proof *proof, const char *input, bool pattern, bool loops);
