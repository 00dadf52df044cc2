# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/alloc.c %D%/alloc.h
core += %D%/bits.h
core += %D%/clock.h
core += %D%/compare.h
core += %D%/give.h
core += %D%/given.c %D%/given.h
core += %D%/late.c %D%/late.h
core += %D%/memory_left.c %D%/memory_left.h
core += %D%/size_text.h
core += %D%/sized.c %D%/sized.h
core += %D%/splitmix.h
core += %D%/status.c %D%/status.h
core += %D%/stop.h
core += %D%/stored.c %D%/stored.h
core += %D%/text.c %D%/text.h
core += %D%/threads.c %D%/threads.h
core += %D%/watched.c %D%/watched.h
