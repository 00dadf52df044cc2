# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/checkpoint.c %D%/checkpoint.h
core += %D%/lock.c %D%/lock.h
core += %D%/progress.c %D%/progress.h
core += %D%/statement.c %D%/statement.h
