# SPDX-License-Identifier: GPL-3.0-or-later
"""The probabilities of Stone Soup's JPDA and ours are equal: its hypotheses have the weights, and permatch.jpda() sums over
the joint ones, which Stone Soup lists one by one.
"""
# Prints: 3 tracks, 4 detections: the probabilities agree

import datetime

import numpy
import stonesoup
from stonesoup.dataassociator.probability import JPDA
from stonesoup.hypothesiser.probability import PDAHypothesiser
from stonesoup.models.measurement.linear import LinearGaussian
from stonesoup.models.transition.linear import CombinedLinearGaussianTransitionModel, ConstantVelocity
from stonesoup.predictor.kalman import KalmanPredictor
from stonesoup.types.detection import Detection
from stonesoup.types.state import GaussianState
from stonesoup.types.track import Track
from stonesoup.updater.kalman import KalmanUpdater

import permatch

now = datetime.datetime(2026, 1, 1)
sensor = LinearGaussian(ndim_state=4, mapping=(0, 2), noise_covar=numpy.diag([0.5, 0.5]))
motion = CombinedLinearGaussianTransitionModel([ConstantVelocity(0.1), ConstantVelocity(0.1)])
hypothesiser = PDAHypothesiser(predictor=KalmanPredictor(motion), updater=KalmanUpdater(sensor),
                               clutter_spatial_density=0.1, prob_detect=0.9)
tracks = [Track([GaussianState([x, 1, x / 2, 0], numpy.diag([1, 0.1, 1, 0.1]), timestamp=now)]) for x in (0, 1, 2)]
later = now + datetime.timedelta(seconds=1)
detections = [Detection(numpy.array([[x], [y]]), timestamp=later, measurement_model=sensor)
              for x, y in ((1, 0), (2.2, 0.4), (2.9, 1.1), (1.6, 0.7))]

weights, missed = numpy.zeros((len(tracks), len(detections))), numpy.zeros(len(tracks))
for i, track in enumerate(tracks):
    for one in hypothesiser.hypothesise(track, set(detections), later):
        if one:
            weights[i, detections.index(one.measurement)] = one.probability
        else:
            missed[i] = one.probability
ours = permatch.jpda(weights, missed)

theirs = numpy.zeros_like(ours)
for track, found in JPDA(hypothesiser=hypothesiser).associate(set(tracks), set(detections), later).items():
    for one in found:
        theirs[tracks.index(track), detections.index(one.measurement) + 1 if one else 0] = one.probability
assert numpy.allclose(ours, theirs, rtol=1e-9, atol=1e-12), (ours, theirs)
print(f"{len(tracks)} tracks, {len(detections)} detections: the probabilities agree")
