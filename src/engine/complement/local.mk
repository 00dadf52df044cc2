# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/complement.c
