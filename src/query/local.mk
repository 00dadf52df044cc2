# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/call.c %D%/call.h
core += %D%/check_values.c %D%/check_values.h
core += %D%/draw.c %D%/draw.h
core += %D%/draw_small.c
core += %D%/entry_blocks.c %D%/entry_blocks.h
core += %D%/entry_shares.c %D%/entry_shares.h
core += %D%/hafnians.c %D%/hafnians.h
core += %D%/joint.c
core += %D%/leave_out.c
core += %D%/list.c
core += %D%/marginals.c
core += %D%/matchings.c
core += %D%/proved_bounds.c
core += %D%/sample.c
core += %D%/structure.c
core += %D%/structure_cores.c %D%/structure_cores.h
core += %D%/values.c %D%/values.h
