# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/beyond.c
core += %D%/clicks.c
core += %D%/gaussian.c
core += %D%/gaussian_form.c %D%/gaussian_form.h
core += %D%/gaussian_state.c %D%/gaussian_state.h
core += %D%/interferometer.c %D%/interferometer.h
core += %D%/losses.c %D%/losses.h
core += %D%/outputs.c
core += %D%/partly.c
core += %D%/probabilities.c
core += %D%/physical.c %D%/physical.h
core += %D%/probability.c %D%/probability.h
core += %D%/sample_clicks.c
core += %D%/sample_gaussian.c
core += %D%/sample_photons.c
