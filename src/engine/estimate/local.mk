# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/draw_tables.c %D%/draw_tables.h
core += %D%/estimate.c
