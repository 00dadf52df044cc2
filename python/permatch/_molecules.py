# SPDX-License-Identifier: GPL-3.0-or-later
"""Molecules of RDKit as graphs whose perfect matchings are their Kekule structures."""

from __future__ import annotations

from typing import Any

from . import _door
from ._door import InputError

_TYPES = {"SINGLE": 1, "DOUBLE": 2, "TRIPLE": 3, "AROMATIC": 4, "DATIVE": 9, "HYDROGEN": 10}  # of bonds, in V3000


class _Skeleton:
    """A graph, as far as this package asks graphs of networkx; its nodes are the indices of atoms."""

    def __init__(self, nodes: list[int], edges: list[tuple[int, int]]) -> None:
        self.nodes = nodes
        self._edges = edges

    def is_directed(self) -> bool:
        return False

    def edges(self, data: Any = None, default: Any = None) -> list[Any]:
        """The edges; with an attribute, which no edge has, also the default."""
        return [(u, v, default) for u, v in self._edges] if data else list(self._edges)


def kekule(molecule: Any, *, skeleton: bool = False) -> _Skeleton:
    """The graph of the atoms of a molecule of RDKit that have or can have a double bond, and of the bonds between them.
    Its perfect matchings are the Kekule structures, and its vertices are the indices of the atoms.
    perfect_matchings() counts them, marginals() has Pauling's bond orders, sample() draws structures, clar_polynomial()
    counts sextets; for ions and radicals with unmatched="least".  Which atoms take part is as for files of molecules
    (permatch_formats(5)).  skeleton: all atoms but hydrogens, and all bonds between them.
    """
    if not (hasattr(molecule, "GetAtoms") and hasattr(molecule, "GetBonds")):
        raise InputError(f"a molecule of RDKit is expected, not {type(molecule).__name__}; Chem.MolFromSmiles() makes one of "
                         "a SMILES, and None of a wrong one")
    atoms, bonds = list(molecule.GetAtoms()), list(molecule.GetBonds())
    lines = ["", "", "", "  0  0  0     0  0            999 V3000", "M  V30 BEGIN CTAB",
             f"M  V30 COUNTS {len(atoms)} {len(bonds)} 0 0 0", "M  V30 BEGIN ATOM"]
    lines += [f"M  V30 {atom.GetIdx() + 1} {atom.GetSymbol()} 0 0 0 0 CHG={atom.GetFormalCharge()} "
              f"RAD={atom.GetNumRadicalElectrons()} HCOUNT={atom.GetTotalNumHs()}" for atom in atoms]
    lines += ["M  V30 END ATOM", "M  V30 BEGIN BOND"]
    for k, bond in enumerate(bonds):
        kind = str(bond.GetBondType()).rpartition(".")[2]
        if kind not in _TYPES:
            raise InputError(f"bond {bond.GetBeginAtomIdx()}-{bond.GetEndAtomIdx()} is {kind}; {', '.join(_TYPES)} are known")
        lines.append(f"M  V30 {k + 1} {_TYPES[kind]} {bond.GetBeginAtomIdx() + 1} {bond.GetEndAtomIdx() + 1}")
    lines += ["M  V30 END BOND", "M  V30 END CTAB", "M  END", ""]
    names, pairs = _door.molecule("\n".join(lines).encode(), skeleton)
    nodes = [int(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")) - 1 for name in names]
    return _Skeleton(nodes, [(nodes[u], nodes[v]) for u, v in pairs])
