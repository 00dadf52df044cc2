/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a kernel over vectors starts from: names, and vectors.  Its source is compiled once per
 * instruction set (isa.h), in a library of its own, where PM_ISA is the set's name; ISA_NAME(f) is
 * the name of function f there. */
#ifndef PM_ENGINE_ISA_KERNEL_H
#define PM_ENGINE_ISA_KERNEL_H

#include "engine/isa/vector.h"

#define ISA_PASTE(name, isa)  name##_##isa
#define ISA_EXPAND(name, isa) ISA_PASTE(name, isa)
#define ISA_NAME(name)        ISA_EXPAND(name, PM_ISA)

#define KERNEL static inline __attribute__((always_inline))

/* A loop whose numbers stay in registers: of 8 rounds at most. */
#define UNROLL _Pragma("GCC unroll 8")

#endif
