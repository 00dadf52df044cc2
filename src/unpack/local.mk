# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/archive.c %D%/archive.h
core += %D%/unpack.c %D%/unpack.h
