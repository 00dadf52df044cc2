# SPDX-License-Identifier: GPL-3.0-or-later
"""Ising models against all states, and against the transfer matrix of a ring."""

import itertools
import math
import pathlib
import sys
import unittest
from fractions import Fraction

import numpy

import permatch

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "examples"))
import repetition_code  # noqa: E402

EDGES = [("a", "b", 1), ("b", "c", -0.5), ("c", "d", Fraction(1, 4)), ("d", "a", 1), ("a", "c", -1)]
NAMES = ["a", "b", "c", "d"]


def states(edges, names, field):
    """Each state, as a dictionary, with its energy."""
    for signs in itertools.product([1, -1], repeat=len(names)):
        s = dict(zip(names, signs))
        yield s, -sum(float(j) * s[u] * s[v] for u, v, j in edges) - field * sum(signs)


def mean(edges, names, beta, field, of):
    weights = [(math.exp(-beta * e), of(s, e)) for s, e in states(edges, names, field)]
    return sum(w * x for w, x in weights) / sum(w for w, _ in weights)


class Ising(unittest.TestCase):
    def test_all_states(self):
        for field in (None, 0.5):
            model, h = permatch.ising(EDGES, 0.8, field=field), field or 0
            log_z = math.log(sum(math.exp(-0.8 * e) for _, e in states(EDGES, NAMES, h)))
            energy = mean(EDGES, NAMES, 0.8, h, lambda s, e: e)
            self.assertAlmostEqual(float(model.log_z()), log_z, 12)
            thermal = model.thermal()
            self.assertAlmostEqual(float(thermal["energy"]), energy, 12)
            self.assertAlmostEqual(float(thermal["entropy"]), log_z + 0.8 * energy, 12)
            heat = mean(EDGES, NAMES, 0.8, h, lambda s, e: e * e) - energy ** 2
            self.assertAlmostEqual(float(model.specific_heat()), heat * 0.64 / 4, 11)
            for (u, v), x in model.correlations().items():
                wanted = mean(EDGES, NAMES, 0.8, h, lambda s, e, u=u, v=v: s[u] * (s[v] if v else 1))
                self.assertAlmostEqual(float(x), wanted, 12)
            pairs = list(itertools.combinations(NAMES, 2)) + [("b", "b")] + ([("d", None)] if field else [])
            for (u, v), x in zip(pairs, model.pairs(pairs)):
                wanted = mean(EDGES, NAMES, 0.8, h, lambda s, e, u=u, v=v: s[u] * (s[v] if v else 1))
                self.assertAlmostEqual(float(x), wanted, 12)

    def test_matrices(self):
        """An adjacency matrix is no list of couplings; three couplings that look like one are refused, too."""
        ring = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
        for a in (ring, numpy.array(ring), numpy.array(ring) * 0.5, [[0, 2, 3], [2, 0, 1], [3, 1, 0]], numpy.zeros((3, 3))):
            with self.assertRaisesRegex(permatch.InputError, "or an adjacency matrix; for couplings swap .*from_numpy_array"):
                permatch.ising(a, 1)
        for a in (numpy.eye(3), [("a", "b", 1), ("b", "b", 1)], numpy.ones((3, 3))):
            with self.assertRaisesRegex(permatch.InputError, "joins a spin with itself"):
                permatch.ising(a, 1)
        with self.assertRaisesRegex(permatch.InputError, "from_numpy_array"):
            permatch.ising(numpy.ones((4, 4)), 1)
        swapped = permatch.ising([(2, 0, 3), (2, 0, 1), (3, 1, 0)], 1)  # the first of (0, 2, 3), (2, 0, 1), (3, 1, 0)
        self.assertAlmostEqual(float(swapped.log_z()), math.log(4 * 2 * 2 * math.cosh(4)), 12)

    def test_signs(self):
        generator = numpy.random.default_rng(2)
        for field in (None, 0.5):
            model, h = permatch.ising(EDGES, 0.8, field=field), field or 0
            signs = generator.choice([1, -1], (6, len(model.couplings)))
            signs[:, [v is None for _, v in model.couplings]] = 1
            of_ends = [{frozenset(ends): sign for ends, sign in zip(model.couplings, row)} for row in signs.tolist()]
            turned = [[(u, v, j * own[frozenset((u, v))]) for u, v, j in EDGES] for own in of_ends]
            for pair in [("a", "c"), ("d", "b"), ("a", "a")] + [("c", None)] * (field is not None):
                found = model.signed_pair(pair, signs, threads=2)
                wanted = [mean(edges, NAMES, 0.8, h, lambda s, e, p=pair: s[p[0]] * (s[p[1]] if p[1] else 1)) for edges in turned]
                numpy.testing.assert_allclose(found.values, wanted, rtol=0, atol=1e-13)
                self.assertLess(found.bounds.max(), 1e-12)
        self.assertEqual(model.signed_pair(("a", "b"), numpy.ones((0, len(model.couplings)))).values.shape, (0,))
        for pair, signs in ((("a", "x"), numpy.ones((1, 9))), (("a", "b"), numpy.zeros((1, 9))), (("a", "b"), [1])):
            with self.assertRaises(permatch.InputError):
                model.signed_pair(pair, signs)

    def test_energies(self):
        wanted = {}
        for _, e in states(EDGES, NAMES, 0):
            wanted[Fraction(e)] = wanted.get(Fraction(e), 0) + 1
        self.assertEqual(permatch.ising(EDGES, 1).energies(), sorted(wanted.items()))

    def test_ring(self):  # n log(2 cosh K) + log(1 + tanh(K)^n), by the transfer matrix; several temperatures
        ring = [(k, (k + 1) % 50, 1) for k in range(50)]
        for beta, model in zip((0.1, 2.0), permatch.ising(ring, [0.1, 2.0])):
            wanted = 50 * math.log(2 * math.cosh(beta)) + math.log1p(math.tanh(beta) ** 50)
            self.assertAlmostEqual(float(model.log_z()), wanted, 10)
            t, far = math.tanh(beta), model.pairs([(0, 20)])[0]
            self.assertAlmostEqual(float(far), (t ** 20 + t ** 30) / (1 + t ** 50), 12)

    def test_sample(self):
        grid = [((r, c), (r + i, c + 1 - i), 1) for r in range(4) for c in range(4) for i in (0, 1)
                if r + i < 4 and c + 1 - i < 4]
        model = permatch.ising(grid, 40)  # two ground states
        drawn = model.sample(20, seed=1)
        self.assertEqual(drawn.shape, (20, 16))
        self.assertTrue((drawn == drawn[:, :1]).all() and 0 < (drawn[:, 0] == 1).sum() < 20)
        numpy.testing.assert_array_equal(drawn, model.sample(20, seed=1))

    def test_decoding(self):
        """PyMatching's most likely errors are nearly always of the class that is most likely."""
        try:
            import pymatching
        except ImportError:
            self.skipTest("PyMatching IS NOT INSTALLED: its decisions are not compared")
        code = repetition_code.errors_of(5, 5)
        matching, random = pymatching.Matching(), numpy.random.default_rng(3)
        for (kind, i, _), (detectors, _, p) in code.items():
            add = matching.add_edge if len(detectors) == 2 else matching.add_boundary_edge
            add(*(5 * k + t for k, t in detectors), weight=math.log((1 - p) / p), merge_strategy="independent",
                fault_ids={0} if kind == "qubit" and i == 0 else set())
        shots, theirs = [], []
        for _ in range(40):
            bits = repetition_code.draw(code, random)[0].astype(numpy.uint8)
            shots.append(bits.astype(bool))
            theirs.append(bool(matching.decode(bits)[0]))
        ours = repetition_code.decode(code, numpy.array(shots)) > 0.5
        self.assertGreaterEqual((ours == theirs).sum(), 36)

    def test_graph(self):
        try:
            import networkx
        except ImportError:
            self.skipTest("NetworkX IS NOT INSTALLED: its graphs are not read")
        graph = networkx.Graph()
        graph.add_weighted_edges_from(EDGES, weight="J")
        self.assertEqual(permatch.ising(graph, 1, weight="J").energies(), permatch.ising(EDGES, 1).energies())

    def test_refusals(self):
        with self.assertRaises(permatch.InputError):
            permatch.ising(EDGES, -1)
        with self.assertRaises(permatch.InputError):
            permatch.ising([("a", "b")], 1)
        with self.assertRaises(permatch.InputError):
            permatch.ising([("a", "b", 1j)], 1)
        with self.assertRaises(permatch.InputError):
            permatch.ising(EDGES, 1).pairs([("a", "x")])
        with self.assertRaises(permatch.InputError):
            permatch.ising(EDGES, 1).pairs([("a", None)])


if __name__ == "__main__":
    unittest.main()
