# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/components.c
core += %D%/decompose.c %D%/decompose.h
core += %D%/degree.c
core += %D%/dm.c
core += %D%/edit.c %D%/edit.h
core += %D%/edmonds.c
core += %D%/lines.c
core += %D%/nested_rows.c
core += %D%/parity_rule.c
core += %D%/rank_one.c
core += %D%/reduce.c %D%/reduce.h
core += %D%/rewrite.c %D%/rewrite.h
core += %D%/rules.c
core += %D%/scale.c
core += %D%/scale_vertices.c
core += %D%/split.c
core += %D%/two_sums.c
