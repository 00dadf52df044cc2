# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/ranks.c %D%/ranks.h
core += %D%/team.c %D%/team.h
