# SPDX-License-Identifier: GPL-3.0-or-later
"""A circuit of Perceval: all outputs of three photons by permatch."""
# Prints: 10 outputs agree

import numpy
import perceval

from permatch import photonics

circuit = perceval.Circuit(3) // (0, perceval.BS()) // (1, perceval.PS(0.4)) // (1, perceval.BS()) // (0, perceval.BS())
ours = photonics.all_outputs(numpy.array(circuit.compute_unitary()), [1, 1, 1])
processor = perceval.Processor("SLOS", circuit)
processor.min_detected_photons_filter(0)
processor.with_input(perceval.BasicState([1, 1, 1]))
theirs = processor.probs()["results"]
for pattern, value in zip(ours.patterns.tolist(), ours.values):
    assert abs(theirs[perceval.BasicState(pattern)] - value) < 1e-10
print(f"{len(ours.values)} outputs agree")
