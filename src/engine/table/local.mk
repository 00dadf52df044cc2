# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/integers.c %D%/integers.h
core += %D%/row_table.c %D%/row_table.h
core += %D%/table.h
core += %D%/subsets.c %D%/subsets.h
core += %D%/table_core.c
core += %D%/table_room.c
core += %D%/table_stack.c
core += %D%/table_wide.c
isa_sources += %D%/subset_steps_kernel.c
isa_sources += %D%/table_kernel.c
