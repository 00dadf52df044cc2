# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/block_sums.c %D%/block_sums.h
core += %D%/blocks.c %D%/blocks.h
core += %D%/claims.c %D%/claims.h
core += %D%/evaluate.c %D%/evaluate.h
core += %D%/field.h
core += %D%/forward.c
core += %D%/join.c
core += %D%/join_back.c
core += %D%/orders.c
core += %D%/oracle.c %D%/oracle.h
core += %D%/plane.c %D%/plane.h
core += %D%/proof_plan.c
core += %D%/prove.c
core += %D%/proved_problem.c %D%/proved_problem.h
core += %D%/prover.c %D%/prover.h
core += %D%/steps.c %D%/steps.h
core += %D%/table_layout.c %D%/table_layout.h
