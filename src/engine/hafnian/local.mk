# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/gradient.c %D%/gradient.h
core += %D%/hafnian.c
core += %D%/pairs.c %D%/pairs.h
core += %D%/patterns.c %D%/patterns.h
core += %D%/walks.c %D%/walks.h
core += %D%/walks_lanes.c %D%/walks_lanes.h
core += %D%/walks_room.c %D%/walks_room.h
core += %D%/walks_stack.c
ring_kernels += %D%/hafnian_kernel.c
isa_sources += %D%/walks_complex_dd_kernel.c
isa_sources += %D%/walks_complex_kernel.c
isa_sources += %D%/walks_kernel.h
isa_sources += %D%/walks_numbers.h
isa_sources += %D%/walks_real_dd_kernel.c
isa_sources += %D%/walks_real_kernel.c
isa_sources += %D%/walks_steps.h
isa_sources += %D%/patterns_kernel.h
