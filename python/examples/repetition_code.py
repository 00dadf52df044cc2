# SPDX-License-Identifier: GPL-3.0-or-later
"""Decodes a repetition code by maximum likelihood.

The d qubits of the code are measured in several rounds: detector (i, t), 0 <= i < d - 1, compares the qubits i and i + 1
in the rounds t - 1 and t.  An error of qubit i before round t flips the detectors (i - 1, t) and (i, t); a wrong
measurement flips (i, t) and (i, t + 1).  Detectors and errors are a planar graph with a boundary on its left and right.

Let E be errors that explain what the detectors say.  All others that do so for the same logical qubit differ from E by
faces of this graph.  So they are the states of an Ising model with a spin in each face, in which an error of probability p
has the coupling log((1 - p) / p) / 2, with the sign -1 if E has it (Dennis, Kitaev, Landahl and Preskill, Topological quantum
memory, Journal of Mathematical Physics 43, 2002).  The regions above and below the graph are faces, too; if their spins differ,
the logical qubit is the other one.  So the mean of their product is the probability of E's logical qubit minus that of the
other one.  Checked: these probabilities, by all errors of a small code.
"""
# Prints: 5 qubits, 5 rounds: 9 of 40 shots are wrong by maximum likelihood

import itertools
import math

import numpy

import permatch

P, Q = 0.1, 0.08  # of an error of a qubit, and of a measurement


def errors_of(d, rounds):
    """For each error: its detectors, its two faces, its probability."""
    errors = {}
    for i, t in itertools.product(range(d), range(rounds)):
        faces = ["top" if t == 0 else (i, t), "bottom" if t + 1 == rounds else (i, t + 1)]
        errors["qubit", i, t] = [(k, t) for k in (i - 1, i) if 0 <= k < d - 1], faces, P
        if i + 1 < d and t + 1 < rounds:
            errors["measurement", i, t] = [(i, t), (i, t + 1)], [(i, t + 1), (i + 1, t + 1)], Q
    return errors


def detectors_of(errors):
    return sorted({one for detectors, _, _ in errors.values() for one in detectors})


def syndrome_of(errors, chosen):
    """The detectors that errors flip; and whether the logical qubit, number 0, flips."""
    flipped: set[object] = set()
    for name in chosen:
        flipped ^= set(errors[name][0])
    return frozenset(flipped), sum(name[:2] == ("qubit", 0) for name in chosen) % 2 == 1


def decode(errors, syndromes):
    """The probability that the logical qubit flips, for each row of an array that has what the detectors say.  All rows are
    signs of the couplings of one model, which is laid out once."""
    left = [[kind == "qubit" and s == t and k <= i for kind, k, s in errors] for i, t in detectors_of(errors)]
    chosen = syndromes.astype(int) @ numpy.array(left, dtype=int) % 2  # detectors are explained by the qubits on their left
    model = permatch.ising([(*faces, math.log((1 - p) / p) / 2) for _, faces, p in errors.values()], 1)
    place = {frozenset(ends): k for k, ends in enumerate(model.couplings)}
    signs = numpy.empty_like(chosen)
    signs[:, [place[frozenset(faces)] for _, faces, _ in errors.values()]] = 1 - 2 * chosen
    mean = model.signed_pair(("top", "bottom"), signs).values
    flips = chosen[:, [name[:2] == ("qubit", 0) for name in errors]].sum(axis=1) % 2
    return (1 + (2 * flips - 1) * mean) / 2


def draw(errors, random):
    """What the detectors say, and whether the logical qubit flips."""
    flipped, logical = syndrome_of(errors, [name for name, (_, _, p) in errors.items() if random.random() < p])
    return numpy.array([one in flipped for one in detectors_of(errors)]), logical


def check():
    errors = errors_of(3, 2)
    found: dict[frozenset[object], list[float]] = {}
    for taken in itertools.product([False, True], repeat=len(errors)):
        chosen = [name for name, one in zip(errors, taken) if one]
        odds = math.prod(errors[name][2] if one else 1 - errors[name][2] for name, one in zip(errors, taken))
        flipped, logical = syndrome_of(errors, chosen)
        found.setdefault(flipped, [0, 0])[logical] += odds
    syndromes = numpy.array([[one in flipped for one in detectors_of(errors)] for flipped in found])
    for probability, (stays, flips) in zip(decode(errors, syndromes), found.values()):
        assert abs(probability - flips / (stays + flips)) < 1e-12


if __name__ == "__main__":
    check()
    code, generator = errors_of(5, 5), numpy.random.default_rng(1)
    shots = [draw(code, generator) for _ in range(40)]
    said, flipped = zip(*shots)
    wrong = ((decode(code, numpy.array(said)) > 0.5) != flipped).sum()
    print(f"5 qubits, 5 rounds: {wrong} of 40 shots are wrong by maximum likelihood")
