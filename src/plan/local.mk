# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/ask.c %D%/ask.h
core += %D%/branch.c %D%/branch.h
core += %D%/choice.c %D%/choice.h
core += %D%/fixed.c %D%/fixed.h
core += %D%/foresee.c %D%/foresee.h
core += %D%/full_text.c %D%/full_text.h
core += %D%/machine.c %D%/machine.h
core += %D%/plan.c %D%/plan.h
core += %D%/planning.c
core += %D%/policy.c %D%/policy.h
core += %D%/query.c %D%/query.h
core += %D%/reasons.c
core += %D%/stored_plan.c
core += %D%/summary.c
core += %D%/trial.c %D%/trial.h
core += %D%/turns.c %D%/turns.h
core += %D%/way.c %D%/way.h
