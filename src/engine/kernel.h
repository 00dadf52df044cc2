/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every kernel includes: the matrix as an image, and the number type of this build.  Each
 * file of this folder is compiled once per number type. */
#ifndef PM_ENGINE_KERNEL_H
#define PM_ENGINE_KERNEL_H

#include "model/image.h"
#include "num/type.h"

#endif
