/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the kernels of one instruction set: PM_ISA is avx512, avx2 or portable.  Each source
 * of this folder is compiled once per set, in a library of its own. */
#ifndef PM_ENGINE_ISA_ISA_H
#define PM_ENGINE_ISA_ISA_H

#include "engine/dense/strands.h"
#include "engine/isa/vector.h"

#define ISA_PASTE(name, isa)  name##_##isa
#define ISA_EXPAND(name, isa) ISA_PASTE(name, isa)
#define ISA_NAME(name)        ISA_EXPAND(name, PM_ISA)

#define KERNEL static inline __attribute__((always_inline))

#endif
