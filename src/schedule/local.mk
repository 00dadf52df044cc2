# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/deal.c %D%/deal.h
core += %D%/lanes.h
core += %D%/range.h
core += %D%/records.c
core += %D%/units.c %D%/units.h
core += %D%/workers.c %D%/workers.h
