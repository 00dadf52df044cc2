# SPDX-License-Identifier: GPL-3.0-or-later
"""Queries, graphs, sparse matrices, proofs, plans and checkpoints from Python."""

import math
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, permutations

import numpy
import pytest

import permatch

from brute import exact, brute_permanent, integers, KINDS, agrees, RANDOM


def test_marginals():
    """Shares by definition: a_ij times the permanent of what is left, over the whole."""
    a = abs(integers(4, 5)) + 1
    whole = brute_permanent(a).re
    shares = permatch.marginals(a, precision="exact")
    floating = permatch.marginals(a.astype(float))
    for i, j in numpy.ndindex(a.shape):
        minor = numpy.delete(numpy.delete(a, i, 0), j, 1)
        assert shares[i, j] == a[i, j] * brute_permanent(minor).re / whole
        assert abs(floating[i, j] - shares[i, j]) < 1e-12
    with pytest.raises(permatch.DomainError):
        permatch.marginals([[0, 0], [1, 1]])


def test_labels():
    """A data frame of pandas keeps its labels, also with integers that may be missing."""
    pandas = pytest.importorskip("pandas")
    for kind in (float, "Int64"):
        frame = pandas.DataFrame([[1, 2], [3, 4]], index=["a", "b"], columns=["x", "y"]).astype(kind)
        assert permatch.marginals(frame).loc["a", "x"] == pytest.approx(0.4, rel=1e-15)
        assert permatch.marginals(frame, precision="exact").loc["b", "x"] == Fraction(3, 5)
        frame.loc["a", "x"] = None
        with pytest.raises(permatch.InputError, match="fillna"):
            permatch.marginals(frame)
        assert permatch.marginals(frame.fillna(0)).loc["a", "y"] == 1
        assert permatch.marginals(frame, missing=0).loc["a", "y"] == 1
        assert permatch.permanent(frame, missing=2**53 + 1, precision="exact") == 4 * (2**53 + 1) + 6
        assert permatch.permanent(frame, missing=0.5) == 8
        targets = permatch.jpda(frame.fillna(0))
        assert [*targets.index] == ["a", "b"] and [*targets.columns] == ["missed", "x", "y"]
        assert (targets.values == permatch.jpda([[0, 2], [3, 4]])).all()
        entries, (rows, cols) = permatch.marginals(frame.fillna(0), unmatched=2, precision="exact")
        plain, (plain_rows, plain_cols) = permatch.marginals([[0, 2], [3, 4]], unmatched=2, precision="exact")
        assert entries.loc["b", "x"] == plain[1, 0] == Fraction(1, 3) and (entries.values == plain).all()
        assert rows.to_dict() == dict(zip("ab", plain_rows)) and cols.to_dict() == dict(zip("xy", plain_cols))
        with pytest.raises(permatch.InputError, match="is called 'missed'"):
            permatch.jpda(frame.rename(columns={"y": "missed"}), missing=0)
    wide = pandas.DataFrame([[0, 1, 5], [1, 0, 2]], index=["a", "b"], columns=["x", "y", "z"])
    for frame, names in ((wide, wide.columns), (wide.T, wide.columns)):  # each row, or column, has one of x, y, z
        found = permatch.best(frame, 4).matchings
        assert [*found.columns] == ["a", "b"] and found.values.tolist() == names.to_numpy()[permatch.best(frame.values, 4).matchings].tolist()
        drawn = permatch.sample(frame, 5, seed=3)
        assert drawn["b"].tolist() == names.to_numpy()[permatch.sample(frame.values, 5, seed=3)[:, 1]].tolist()
    square = pandas.DataFrame([[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]], index=[*"pqrs"], columns=[*"pqrs"])
    partners = permatch.sample(square, 3, adjacency=True, seed=1)
    assert all(row[row[v]] == v and square.loc[v, row[v]] == 1 for _, row in partners.iterrows() for v in "pqrs")


def test_labels_of_vectors():
    """Series beside a data frame are read by their labels, and not where these are others."""
    pandas = pytest.importorskip("pandas")
    photonics, generator = permatch.photonics, numpy.random.default_rng(5)
    square, state = generator.integers(1, 9, (4, 4)), numpy.diag([0.5, 0.8, 2.0, 1.25])
    a, kinds = square + square.T, {
        "jpda": lambda a, v, w: permatch.jpda(a, v),
        "permanent": lambda a, v, w: permatch.permanent(a, rows=v, cols=w),
        "minors": lambda a, v, w: permatch.minors(a, rows=v, cols=w).values,
        "gradient": lambda a, v, w: permatch.gradient(a, rows=v, cols=w).values,
        "product": lambda a, v, w: permatch.permanent_of_product(a, a, rows=v, cols=w),
        "loop_hafnian": lambda a, v, w: permatch.loop_hafnian(a, v, repeats=w),
        "hafnian": lambda a, v, w: permatch.hafnian(a, repeats=v),
        "hafnian_gradient": lambda a, v, w: permatch.hafnian_gradient(a, loops=v, repeats=w).values,
        "hafnian_patterns": lambda a, v, w: permatch.hafnian_patterns(a, 2, loops=v).values,
        "low_rank_hafnian": lambda a, v, w: permatch.low_rank_hafnian(a, v, repeats=w),
        "montrealer": lambda a, v, w: permatch.montrealer(a, v),
        "loop_torontonian": lambda a, v, w: permatch.loop_torontonian(0.01 * a, v),
        "means": lambda a, v, w: photonics.gaussian_probabilities(a, [1, 0], v).values,
        "inputs": lambda a, v, w: photonics.probabilities(a, v, [1, 2, 2, 3], lossy=True).values,
    }
    v, w, names = [1, 2, 2, 3], [3, 1, 2, 2], list("abcd")
    for name, call in kinds.items():
        given = state if name == "means" else numpy.diag([0.5, 0.8, 0.6, 1]) if name == "inputs" else a
        for rounded in (0, 1e-9) if "hafnian" in name and "low" not in name else (0,):
            given = given + rounded * numpy.triu(numpy.ones((4, 4)), 1)
            frame = pandas.DataFrame(given, names, names)
            one, other = (pandas.Series(x, names)[::-1] for x in (v, w))
            assert (numpy.asarray(call(frame, one, other)) == numpy.asarray(call(given, v, w))).all(), name
            assert (numpy.asarray(call(frame, v, w)) == numpy.asarray(call(given, v, w))).all(), name
            for wrong in (pandas.Series(v), pandas.Series(v, list("abcc")), pandas.Series(v[:3], names[:3])):
                with pytest.raises(permatch.InputError, match="the labels .* beside a data frame"):
                    call(frame, wrong, w)
    frame, error = (pandas.DataFrame(x, names, list("wxyz")) for x in (square, square / 8))
    assert permatch.interval(frame, error.loc[::-1, ::-1]) == permatch.interval(square, square / 8)
    with pytest.raises(permatch.InputError, match="the labels"):
        permatch.interval(frame, pandas.DataFrame(square / 8))


class _Graph:
    """What is_graph() looks for."""

    def is_directed(self):
        return False


def test_missing():
    """A number may stand for entries that are missing; without it NaN is refused."""
    gap = numpy.array([[1, 2], [numpy.nan, 4]])
    masked = numpy.ma.array([[1, 2], [3, 4]], mask=[[False, False], [True, False]])
    for a in (gap, gap.astype(complex), gap.tolist(), [[1, 2], [None, Fraction(4)]], masked):
        assert permatch.permanent(a, missing=0) == 4 and permatch.permanent(a, missing=3, precision="exact") == 10
        assert permatch.sample(a, missing=0).tolist() == [[0, 1]]
        assert permatch.best(a, missing=0).weights.tolist() == [4]
        assert permatch.permanent(a, rows=[1, 1], missing=0) == 4
    assert permatch.marginals(gap, missing=0).tolist() == [[1, 0], [0, 1]]
    assert permatch.permanents(gap[None], missing=0).values.tolist() == permatch.permanents(stack=[gap], missing=0).values.tolist() == [4]
    assert permatch.joint_marginals(gap, [0, 1], missing=0).values.tolist() == [[0, 1], [0, 0]]
    assert permatch.bounds(gap, missing=3) == permatch.bounds([[1, 2], [3, 4]])
    assert permatch.matching_polynomial(gap, missing=0) == [1, 7, 4]
    assert permatch.jpda(gap, missing=0).tolist() == permatch.jpda([[1, 2], [0, 4]]).tolist()
    assert permatch.permanent(numpy.log(gap), log=True, missing=-numpy.inf) == pytest.approx(4)
    for call in (permatch.permanent, permatch.permanents, permatch.bounds, permatch.jpda):
        with pytest.raises(TypeError, match="argument"):
            call(missing=0)
    assert gap[1, 0] != gap[1, 0], "the caller's array is as it was"
    for call in (permatch.permanent, permatch.marginals, permatch.sample, permatch.best, permatch.jpda,
                 permatch.bounds, lambda a, **more: permatch.joint_marginals(a, [0], **more)):
        with pytest.raises(permatch.InputError, match="missing=0"):
            call(gap)
        with pytest.raises(permatch.InputError, match="missing=-numpy.inf takes -numpy.inf"):
            call(gap, log=True)
        with pytest.raises(permatch.InputError, match=r"(?s)a.filled\(-numpy.inf\).*missing=-numpy.inf"):
            call(masked, log=True)
        for bad in (None, [1], "1", numpy.array(1), Decimal("sNaN")):
            with pytest.raises(permatch.InputError, match="a number is expected"):
                call([[1, 2], [3, 4]], missing=bad)
        with pytest.raises(permatch.InputError, match="masked .*missing=0"):
            call(masked)
    for call, bad in [(permatch.permanent, [[numpy.inf]]), (permatch.hafnian, masked),
                      (lambda a: permatch.jpda([[1, 2]], missed=a), numpy.nan),
                      (permatch.hafnian, gap), (permatch.plan, gap), (permatch.perfect_matchings, gap)]:
        with pytest.raises(permatch.InputError, match="(?s)^(?!.*missing=)"):
            call(bad)
    with pytest.raises(permatch.InputError, match="missing=0"):
        permatch.jpda(weights=[[1, None]])
    assert permatch.permanent(masked, log=True, missing=-numpy.inf) == pytest.approx(math.exp(5))
    assert permatch.permanent(list(masked), missing=5) == 14
    assert permatch.permanent([[Decimal("sNaN"), 2], [3, 4]], missing=1) == 10
    assert isinstance(permatch.permanent(numpy.full((2, 2), numpy.nan), missing=1), float)
    with pytest.raises(permatch.InputError, match="not a number"):
        permatch.permanent([[Decimal("sNaN"), 2], [3, 4]])
    with pytest.raises(permatch.InputError, match="an array"):
        permatch.permanent(_Graph(), missing=0)
    with pytest.raises(TypeError, match="missing"):
        permatch.perfect_matchings([[0, 1], [1, 0]], missing=0)


@pytest.mark.parametrize("kind", ["i1", "i8", "u2", "?", "f2", "f4", "f8", "c8", "c16", "O"])
@pytest.mark.parametrize("missing", [0.5, 300, 2**53 + 1, 2**70, numpy.int64(2**53 + 1), 1e-50, -1, Fraction(1, 3),
                                     Decimal("0.1"), 2 + 1j, permatch.Gaussian(Fraction(1, 3), 1)])
def test_missing_number(kind, missing):
    """The number keeps its value, whatever the type of the array is."""
    factor, rest = (1, 1) if kind == "?" else (3, 4)
    masked = numpy.ma.array([[1, 2], [3, 4]], mask=[[False, True], [False, False]], dtype=kind)
    assert (permatch.permanent(masked, missing=missing, precision="exact")
            == permatch.Gaussian(missing.real, missing.imag) * factor + permatch.Gaussian(rest))


def test_sample():
    a = numpy.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]])
    drawn = permatch.sample(a, 400, seed=3)
    assert drawn.shape == (400, 3)
    assert {tuple(row) for row in drawn} == {(0, 1, 2), (1, 2, 0)}
    assert (drawn == permatch.sample(a, 400, seed=3)).all()
    # Two outcomes of probability 1/2: 400 throws are within five standard deviations of 200.
    assert 150 <= sum(row[0] == 0 for row in drawn) <= 250


def test_best():
    """All matchings by permutations, the heaviest first, equal ones in lexicographic order."""
    for a in ([[2, 3, 6], [1, 2, 3], [4, 6, 12]], [[0, 1, 1, 0], [1, 0, 1, 1]], [[1e300, 1e-300], [1e300, 1], [0, 1e300]]):
        wide = numpy.array(a, dtype=object)
        wide = wide.T if wide.shape[0] > wide.shape[1] else wide
        every = sorted((-math.prod(Fraction(wide[i, j]) for i, j in enumerate(p)), p)
                       for p in permutations(range(wide.shape[1]), wide.shape[0]))
        every = [(-weight, p) for weight, p in every if weight]
        for count in range(1, len(every) + 2):
            found = permatch.best(a, count, precision="exact")
            assert list(zip(found.weights, map(tuple, found.matchings.tolist()))) == every[:count]
            assert found.rest == sum(weight for weight, _ in every[count:])
    found = permatch.best([[4, 2], [1, 3]])
    assert (found.weights.tolist(), found.rest) == ([12], 2) and isinstance(found.weights[0], int)
    large = permatch.best([[-1000.5, -2000, -math.inf], [-1500, -3000, -1500.25]], 2, log=True)
    assert large.matchings.tolist() == [[0, 2], [1, 0]] and numpy.allclose(large.logs, [-2500.75, -3500], rtol=1e-15, atol=0)
    wide = permatch.best(numpy.random.default_rng(2).random((40, 40)), 3)
    assert wide.rest is None and wide.log10_rest > math.log10(wide.weights[0])
    with pytest.raises(permatch.DomainError):
        permatch.best([[1, -1], [1, 1]])


def test_rook_numbers():
    """Of the 4 x 4 board: k! C(4, k)^2 (Riordan, Combinatorial Analysis, 1958, chapter 7)."""
    assert permatch.matching_polynomial(numpy.ones((4, 4), int)) == [
        math.factorial(k) * math.comb(4, k) ** 2 for k in range(5)]
    a = integers(3, 4)
    for k, count in enumerate(permatch.matching_polynomial(a)):
        assert count == sum(brute_permanent(a[numpy.ix_(r, c)]).re
                            for r in combinations(range(3), k) for c in combinations(range(4), k))


class Sparse:
    """What is taken of a matrix of SciPy."""

    def __init__(self, a):
        self.shape = a.shape
        self.indices = numpy.nonzero(a)[1].astype(numpy.int64)
        self.indptr = numpy.concatenate([[0], numpy.cumsum((a != 0).sum(axis=1))]).astype(numpy.int64)
        self.data = a[a != 0]

    def tocsr(self):
        return self


@pytest.mark.parametrize("kind", ["int64", "float64", "complex128", "bool"])
def test_sparse(kind):
    for _ in range(5):
        a = KINDS[kind](4, 5) * (integers(4, 5) > 0)
        assert agrees(permatch.permanent(Sparse(a)), brute_permanent(a))


@pytest.mark.parametrize("name", ["indptr", "indices", "data"])
def test_sparse_with_a_short_array(name):
    a = Sparse(numpy.arange(1.0, 10).reshape(3, 3))
    setattr(a, name, getattr(a, name)[:-1])
    with pytest.raises(permatch.InputError, match=f"{name}: an array of [38] numbers is too short, [49] are expected"):
        permatch.permanent(a)


def test_sparse_with_a_wrong_shape():
    a = Sparse(numpy.ones((2, 2)))
    a.shape = (2**20, 2)
    with pytest.raises(permatch.InputError, match="indptr"):
        permatch.permanent(a)


class Graph:
    """What is taken of a graph of igraph."""

    def __init__(self, n, edges, directed=False, weights=()):
        self._n, self._edges, self._directed = n, edges, directed
        self.es = {"weight": list(weights)}

    def vcount(self):
        return self._n

    def get_edgelist(self):
        return self._edges

    def is_directed(self):
        return self._directed


PETERSEN = Graph(10, [(k, (k + 1) % 5) for k in range(5)] + [(k, k + 5) for k in range(5)]
                 + [(k + 5, (k + 2) % 5 + 5) for k in range(5)])


def test_graphs():
    # Petersen's graph: 6 perfect matchings, matchings of k edges 1, 15, 75, 145, 90, 6 (Godsil and Gutman, 1981).
    assert permatch.perfect_matchings(PETERSEN) == 6
    assert permatch.matching_polynomial(PETERSEN) == [1, 15, 75, 145, 90, 6]
    shares = permatch.marginals(PETERSEN, precision="exact")
    assert set(shares.values()) == {Fraction(1, 3)}  # all edges are alike, and 5 of 15 are used
    for matching in permatch.sample(PETERSEN, 5, seed=1):
        assert sorted(v for edge in matching for v in edge) == list(range(10))
    square = Graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)], weights=[2, 3, 5, 7])
    assert permatch.perfect_matchings(square, weight="weight") == 2 * 5 + 3 * 7
    assert permatch.matching_polynomial(square, weight="weight") == [1, 17, 31]
    for a, b, c, d in ((Fraction(1, 3), -2, 0, Fraction(5, 7)), (2**100, -2**64, Fraction(1, 2**70), 3), (1, 0.5, 2**80, 3)):
        square = Graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)], weights=[a, b, c, d])
        assert permatch.perfect_matchings(square, weight="weight", precision="exact") == a * c + Fraction(b) * d
    with pytest.raises(TypeError, match="rational"):
        permatch.perfect_matchings(Graph(2, [(0, 1)], weights=["two"]), weight="weight")
    with pytest.raises(permatch.InputError, match="2 edges, and 1 weights"):
        permatch.perfect_matchings(Graph(4, [(0, 1), (2, 3)], weights=[2.0]), weight="weight")
    assert permatch.perfect_matchings(Graph(3, [(0, 1), (1, 2), (2, 0)])) == 0
    assert permatch.matching_polynomial(Graph(3, [(0, 1), (1, 2), (2, 0)])) == [1, 3]


def brute_free(edges, n, unmatched):
    """All matchings with that many free vertices, as sets of edges."""
    chosen = combinations(edges, (n - unmatched) // 2) if (n - unmatched) % 2 == 0 else []
    return [m for m in chosen if len({v for edge in m for v in edge}) == 2 * len(m)]


def test_unmatched():
    for n, edges in ((5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]), (6, [(0, 3), (0, 4), (1, 3), (2, 5), (3, 5)])):
        weights = [Fraction(k + 2, 3) for k in range(len(edges))]
        graph = Graph(n, edges, weights=weights)
        weight = dict(zip(edges, weights))
        for unmatched in range(n + 2):
            products = {m: math.prod(weight[e] for e in m) for m in brute_free(edges, n, unmatched)}
            total = sum(products.values())
            number = permatch.perfect_matchings(graph, unmatched=unmatched, weight="weight", precision="exact")
            assert number == total
            if total == 0:
                with pytest.raises(permatch.DomainError, match="free vertices is 0"):
                    permatch.marginals(graph, unmatched=unmatched, weight="weight")
                continue
            shares, free = permatch.marginals(graph, unmatched=unmatched, weight="weight", precision="exact")
            assert shares == {e: sum(p for m, p in products.items() if e in m) / total for e in edges}
            assert free == {v: sum(p for m, p in products.items() if not any(v in e for e in m)) / total for v in range(n)}
    shares, (rows, cols) = permatch.marginals([[3, 1, 0], [2, 5, 7]], unmatched=3, precision="exact")
    assert shares.tolist() == [[Fraction(1, 6), Fraction(1, 18), 0], [Fraction(1, 9), Fraction(5, 18), Fraction(7, 18)]]
    assert (list(rows), list(cols)) == ([Fraction(7, 9), Fraction(2, 9)], [Fraction(13, 18), Fraction(2, 3), Fraction(11, 18)])
    assert permatch.marginals([[1.0, 1.0]], unmatched=1)[1][1].tolist() == [0.5, 0.5]
    path = Graph(400, [(k, k + 1) for k in range(399)])
    assert permatch.perfect_matchings(path, unmatched=200) == math.comb(300, 100)
    assert "sums over the matchings of each size" in permatch.plan(path, unmatched=200)
    with pytest.raises(permatch.InputError, match="unmatched"):
        permatch.marginals([[1.0]], unmatched=0, rtol=1e-9)
    for bad in (-1, 1.5):
        with pytest.raises(permatch.InputError, match="unmatched"):
            permatch.perfect_matchings(path, unmatched=bad)
    with pytest.raises(permatch.InputError, match="estimate: shares with free vertices are computed"):
        permatch.marginals([[1.0]], unmatched=0, estimate=0.1)


def test_cycle_covers():
    complete = Graph(4, [(i, j) for i in range(4) for j in range(4)], directed=True)
    # Permutations of four, those without fixed points, those without cycles of one or two either
    # (OEIS A000142, A000166, A038205).
    assert [permatch.cycle_covers(complete, least) for least in (1, 2, 3)] == [24, 9, 6]
    with pytest.raises(permatch.UnableError):
        permatch.cycle_covers(complete, 4)


def test_refused():
    for bad in ([[math.nan]], [[math.inf, 1], [1, 1]], numpy.ones(3), [["x"]]):
        with pytest.raises(ValueError):
            permatch.permanent(bad)
    for entry in (1, math.nan):  # an option is looked at before the entries are
        with pytest.raises(TypeError, match="no option"):
            permatch.permanent([[entry]], colour=1)
    with pytest.raises(TypeError):
        permatch.permanent(numpy.array([["a"]]))
    with pytest.raises(permatch.InputError):
        permatch.permanent([[1]], engine="none")
    with pytest.raises(permatch.InputError):
        permatch.permanent([[1]], precision="very")
    with pytest.raises(permatch.UnableError):
        permatch.permanent(RANDOM.random((28, 28)), seconds=1e-3, gpus=-1)
    with pytest.raises(TypeError):
        permatch.permanent(numpy.array([[2**63]], dtype=numpy.uint64))


def test_prove(tmp_path):
    path = tmp_path / "proof"
    a = integers(7, 7)
    number = permatch.permanent(a, prove=path)
    again = tmp_path / "again"
    for _ in range(2):
        assert permatch.permanent(a, prove=again, checkpoint=tmp_path / "run") == number
        assert again.read_text() == path.read_text()
    assert (tmp_path / "run.prover").exists()
    lines = path.read_text().split("\n")
    assert lines[0] == "permatch-proof 3" and lines[lines.index("values 1") + 1] == str(number)
    with pytest.raises(permatch.InputError):
        permatch.permanent(RANDOM.random((4, 4)), prove=path)
    assert permatch.permanent(a, prove=path, modulus=7) == number % 7  # the proof is about the number itself
    assert path.read_text().split("\n") == lines


def test_plan():
    assert "predicted" in permatch.plan(RANDOM.random((28, 28)))
    assert "hafnian" in permatch.plan(PETERSEN)


def test_checkpoint(tmp_path):
    a = integers(20, 20)
    first = permatch.permanent(a, checkpoint=str(tmp_path / "run.pm"))
    assert (tmp_path / "run.pm").exists()
    assert permatch.permanent(a, checkpoint=str(tmp_path / "run.pm")) == first


def test_product():
    """Stacks, and copies of lines, against the permanent of the product itself."""
    rng = numpy.random.default_rng(8)
    left, right = rng.random((6, 40, 3)), rng.random((6, 3, 40))
    values, bounds = permatch.permanent_of_product(left, right)
    assert values.shape == (6,) and (bounds <= values * 2**-52).all()
    left, right = rng.integers(-4, 5, (3, 5, 2)), rng.integers(-4, 5, (3, 2, 5))
    assert (permatch.permanent_of_product(left, right).values == permatch.permanents(left @ right).values).all()
    # of [[2 + e, 2 + e], [e, e]]: 4e + 2e^2, after terms of modulus 2
    assert permatch.permanent_of_product([[1, 1, 1], [1, -1, 1]], [[1, 1], [1, 1], [2**-150, 2**-150]]) == 2**-148
    few, many = rng.integers(-3, 4, (2, 2)), rng.integers(-3, 4, (2, 3))
    expanded = numpy.repeat(numpy.repeat(few @ many, [3, 2], 0), [1, 2, 2], 1)
    assert agrees(permatch.permanent_of_product(few, many, rows=[3, 2], cols=[1, 2, 2]), brute_permanent(expanded))
    for wrong in ((few, many.T), (few, many[0]), (left, right[0])):
        with pytest.raises(permatch.InputError):
            permatch.permanent_of_product(*wrong)


def test_low_rank_hafnian():
    """Against the loop hafnian of the product itself, exactly, also with repeats and without rows or columns."""
    rng = numpy.random.default_rng(9)
    for n, r in ((0, 2), (1, 1), (2, 3), (4, 2), (6, 1), (7, 3), (5, 5), (4, 0)):
        for imaginary in (0, 1j):
            left = rng.integers(-4, 5, (n, r)) + imaginary * rng.integers(-4, 5, (n, r))
            loops = rng.integers(-4, 5, n) + imaginary * rng.integers(-4, 5, n)
            repeats = rng.integers(0, 3, n)
            for given in (None, loops):
                weights = 0 * loops if given is None else given
                for times in (None, repeats):
                    found = permatch.low_rank_hafnian(left, given, repeats=times)
                    exact = permatch.loop_hafnian(left @ left.T, weights, repeats=times, precision="exact")
                    assert complex(found) == complex(exact) and found.bound <= abs(exact) * 2**-52
    left, copies = rng.random((3, 40, 3)), [2] * 40
    found = permatch.low_rank_hafnian(left, repeats=copies, normalized=True)
    number = permatch.low_rank_hafnian(left[0], repeats=copies)
    assert found.values.shape == (3,) and abs(found.values[0] * 2.0**20 - float(number)) <= 1e-15 * float(number)
    for wrong, loops in ((left[0, 0], None), (left[0], [1.0]), (left[0], 1j * numpy.ones(40)), ([[numpy.nan]], None)):
        with pytest.raises(permatch.InputError):
            permatch.low_rank_hafnian(wrong, loops)
    with pytest.raises(permatch.UnableError, match="coefficients"):
        permatch.low_rank_hafnian(numpy.ones((60, 12)))
