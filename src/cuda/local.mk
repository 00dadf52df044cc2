# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/compile.c %D%/compile.h
core += %D%/copy.c
core += %D%/driver.c %D%/driver.h
core += %D%/gpu.c %D%/gpu.h
core += %D%/rooms.c %D%/rooms.h
core += %D%/sources.h
