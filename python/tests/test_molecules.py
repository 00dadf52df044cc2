# SPDX-License-Identifier: GPL-3.0-or-later
"""Molecules as RDKit gives them, Clar coverings, and matchings that leave as few vertices free as possible."""

from fractions import Fraction
from itertools import combinations

import pytest

import permatch


class Atom:
    def __init__(self, index, symbol, hydrogens, charge=0, electrons=0):
        self.values = {"GetIdx": index, "GetSymbol": symbol, "GetTotalNumHs": hydrogens, "GetFormalCharge": charge,
                       "GetNumRadicalElectrons": electrons}

    def __getattr__(self, name):
        return lambda: self.values[name]


class Bond:
    def __init__(self, u, v, kind):
        self.values = {"GetBeginAtomIdx": u, "GetEndAtomIdx": v, "GetBondType": kind}

    def __getattr__(self, name):
        return lambda: self.values[name]


class Molecule:
    """What kekule() asks of a molecule of RDKit."""

    def __init__(self, atoms, bonds):
        self.atoms = [Atom(k, *atom) for k, atom in enumerate(atoms)]
        self.bonds = [Bond(*bond) for bond in bonds]

    def GetAtoms(self):
        return iter(self.atoms)

    def GetBonds(self):
        return iter(self.bonds)


RING = [(k, (k + 1) % 6, "AROMATIC") for k in range(6)]
BENZYL = [("C", 0)] + [("C", 1)] * 5


def test_kekule():
    toluene = permatch.kekule(Molecule([("C", 0)] + [("C", 1)] * 5 + [("C", 3)], RING + [(0, 6, "SINGLE")]))
    assert toluene.nodes == [0, 1, 2, 3, 4, 5]
    assert permatch.perfect_matchings(toluene) == 2
    assert set(permatch.marginals(toluene, precision="exact").values()) == {Fraction(1, 2)}
    assert sorted(map(sorted, permatch.sample(toluene, 1)[0])) in ([[0, 1], [2, 3], [4, 5]], [[0, 5], [1, 2], [3, 4]])
    assert permatch.clar_polynomial(toluene) == [2, 1]
    pyrrole = Molecule([("N", 1)] + [("C", 1)] * 4, [(k, (k + 1) % 5, "AROMATIC") for k in range(5)])
    assert permatch.kekule(pyrrole).nodes == [1, 2, 3, 4]
    assert permatch.perfect_matchings(permatch.kekule(pyrrole)) == 1
    cyclohexane = Molecule([("C", 2)] * 6, [(u, v, "SINGLE") for u, v, _ in RING])
    assert permatch.kekule(cyclohexane).nodes == []
    assert permatch.perfect_matchings(permatch.kekule(cyclohexane, skeleton=True)) == 2


@pytest.mark.parametrize("mark", [(2, 1, 0), (2, 0, 1)])
def test_least(mark):
    """Benzyl has five structures, three of them with the charge or the electron in the ring."""
    benzyl = permatch.kekule(Molecule([*BENZYL, ("C", *mark)], [*RING, (0, 6, "SINGLE")]))
    assert permatch.perfect_matchings(benzyl) == 0
    assert permatch.perfect_matchings(benzyl, unmatched="least") == 5
    assert "predicted" in permatch.plan(benzyl, unmatched="least")
    _, free = permatch.marginals(benzyl, unmatched="least", precision="exact")
    assert free == {0: 0, 1: Fraction(1, 5), 2: 0, 3: Fraction(1, 5), 4: 0, 5: Fraction(1, 5), 6: Fraction(2, 5)}
    with pytest.raises((TypeError, ValueError)):
        permatch.perfect_matchings(benzyl, unmatched="most")
    with pytest.raises((TypeError, ValueError)):
        permatch.perfect_matchings(benzyl, unmatched=-1)


def test_refused():
    with pytest.raises(permatch.InputError, match="a molecule of RDKit is expected, not NoneType"):
        permatch.kekule(None)
    with pytest.raises(permatch.InputError, match="bond 0-1 is QUADRUPLE"):
        permatch.kekule(Molecule([("C", 0), ("C", 0)], [(0, 1, "QUADRUPLE")]))
    with pytest.raises(permatch.InputError, match="element"):
        permatch.kekule(Molecule([("Xx", 0)], []))
    with pytest.raises(TypeError, match="no option 'engine'"):
        permatch.clar_polynomial([[0, 1], [1, 0]], engine="tree")


def brute_clar(edges, n):
    """Coverings by edges and by cycles of six vertices without a chord, which are sets with two neighbours each."""
    near = {v: {u for e in edges if v in e for u in e if u != v} for v in range(n)}
    hexagons = []
    for six in map(set, combinations(range(n), 6)):
        seen, todo = set(), [min(six)]
        while todo:
            seen.add(v := todo.pop())
            todo += near[v] & six - seen
        if seen == six and all(len(near[v] & six) == 2 for v in six):
            hexagons.append(six)
    count = {}

    def cover(free, sextets):
        if not free:
            count[sextets] = count.get(sextets, 0) + 1
            return
        v = min(free)
        for u in near[v] & free:
            cover(free - {u, v}, sextets)
        for six in hexagons:
            if v in six and six <= free:
                cover(free - six, sextets + 1)

    cover(set(range(n)), 0)
    return [count.get(k, 0) for k in range(max(count, default=0) + 1)]


def test_clar():
    networkx = pytest.importorskip("networkx")
    for seed in range(6):
        graph = networkx.gnm_random_graph(12, 18, seed=seed)
        assert permatch.clar_polynomial(graph) == brute_clar(list(graph.edges()), 12)
    phenanthrene = networkx.Graph([*zip(range(14), [*range(1, 14), 0]), (0, 5), (8, 13)])
    assert permatch.clar_polynomial(phenanthrene) == brute_clar(list(phenanthrene.edges()), 14) == [5, 5, 1]


def test_rdkit():
    """The molecules of RDKit themselves: Kekule structures of benzenoids (Cyvin and Gutman, 1988)."""
    chem = pytest.importorskip("rdkit.Chem")
    for smiles, structures in {"c1ccccc1": 2, "c1ccc2ccccc2c1": 3, "c1ccc2cc3ccccc3cc2c1": 4, "c1ccc2c(c1)ccc1ccccc12": 5,
                               "c1cc2ccc3cccc4ccc(c1)c2c34": 6, "c1cc[nH]c1": 1, "O=[N+]([O-])c1ccccc1": 2}.items():
        assert permatch.perfect_matchings(permatch.kekule(chem.MolFromSmiles(smiles))) == structures
    assert permatch.perfect_matchings(permatch.kekule(chem.MolFromSmiles("[CH2+]c1ccccc1")), unmatched="least") == 5
