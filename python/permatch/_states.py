# SPDX-License-Identifier: GPL-3.0-or-later
"""Gaussian states: what hafnians, torontonians and samplers need of a covariance matrix and means."""

from __future__ import annotations

from typing import Any

import numpy

from ._arrays import TOLERANCE, array_of
from ._door import InputError


def _real(numbers: Any) -> numpy.ndarray:
    array = array_of(numbers)
    if array.dtype.kind == "c" and (array.imag != 0).any():
        raise InputError("the covariance matrix and the means are real numbers")
    return array.real.astype(float)


class Gaussian:
    """A state in units where the vacuum has the covariance matrix 1/2: (x, p) with a = (x + i p) / sqrt 2."""

    def __init__(self, covariance: Any, means: Any, hbar: float, order: str) -> None:
        matrix = _real(covariance)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) % 2:
            raise InputError(f"a covariance matrix is 2m x 2m, not of shape {matrix.shape}")
        vector = numpy.zeros(len(matrix)) if means is None else _real(means)
        if vector.shape != matrix.shape[:1]:
            raise InputError(f"{vector.shape} means for a covariance matrix of shape {matrix.shape}")
        if order not in ("xxpp", "xpxp"):
            raise InputError(f"order is 'xxpp' or 'xpxp', not {order!r}")
        if not 0 < hbar < numpy.inf:
            raise InputError(f"hbar is a positive number, not {hbar!r}")
        if not (numpy.isfinite(matrix).all() and numpy.isfinite(vector).all()):
            raise InputError("the covariance matrix and the means are finite numbers")
        self.modes = len(matrix) // 2
        self._given = numpy.ascontiguousarray(matrix), numpy.ascontiguousarray(vector), float(hbar), order == "xpxp"
        self._scale(matrix / hbar, vector / hbar**0.5, order)

    def _scale(self, matrix: numpy.ndarray, vector: numpy.ndarray, order: str) -> None:
        if order == "xpxp":
            index = numpy.arange(len(matrix)).reshape(-1, 2).T.ravel()
            matrix, vector = matrix[numpy.ix_(index, index)], vector[index]
        allowed = TOLERANCE * max(1, abs(matrix).max(initial=0))
        if (abs(matrix - matrix.T) > allowed).any():
            raise InputError("the covariance matrix is not symmetric")
        self.covariance, self.means = (matrix + matrix.T) / 2, vector
        commutator = numpy.kron([[0, 1], [-1, 0]], numpy.eye(self.modes)) / 2
        if len(matrix) and numpy.linalg.eigvalsh(self.covariance + 1j * commutator)[0] < -allowed:
            raise InputError("no state has this covariance matrix with this hbar: it violates the uncertainty relation")
        self.inverse = numpy.linalg.inv(self.covariance + numpy.eye(2 * self.modes) / 2)
        self.inverse = (self.inverse + self.inverse.T) / 2
        self.linear = self.inverse @ vector

    def described(self) -> tuple[Any, ...]:
        """The numbers as they were given, for the library."""
        return self.modes, *self._given

    @property
    def vacuum(self) -> float:
        """The probability that there is no photon."""
        return float(numpy.exp(-self.means @ self.linear / 2) * numpy.sqrt(numpy.linalg.det(self.inverse)))

    def torontonian_form(self, chosen: Any) -> tuple[numpy.ndarray, numpy.ndarray]:
        """O = 1 - Q^-1 and g for the modes in the mask; both are real for x and p."""
        rows = numpy.flatnonzero(numpy.concatenate([chosen, chosen]))
        return numpy.eye(len(rows)) - self.inverse[numpy.ix_(rows, rows)], self.linear[rows]

    def complex_form(self) -> tuple[numpy.ndarray, numpy.ndarray]:
        """O and Q^-1 (a, a*) for the rows a and a*."""
        one = numpy.eye(self.modes)
        change = numpy.block([[one, 1j * one], [one, -1j * one]]) / 2**0.5
        return numpy.eye(2 * self.modes) - change @ self.inverse @ change.conj().T, change @ self.linear

    def hafnian_form(self) -> tuple[numpy.ndarray, numpy.ndarray]:
        """The symmetric matrix and the loops whose loop hafnians, of repeated rows, are probabilities times factorials."""
        o, linear = self.complex_form()
        a = numpy.roll(o, self.modes, axis=0)
        return (a + a.T) / 2, numpy.roll(linear, self.modes)

    def reduced(self, count: int) -> Gaussian:
        """The state of the first `count` modes."""
        rows = numpy.concatenate([numpy.arange(count), numpy.arange(count) + self.modes])
        return Gaussian(self.covariance[numpy.ix_(rows, rows)], self.means[rows], 1.0, "xxpp")

    def pure(self) -> tuple[Gaussian, numpy.ndarray]:
        """A pure state and a covariance matrix of its random displacements that give this state: by Williamson's
        normal form, V = S D S' with D >= 1/2, the covariance matrices are S S' / 2 and V - S S' / 2."""
        values, vectors = numpy.linalg.eigh(self.covariance)
        root = (vectors * numpy.sqrt(values)) @ vectors.T
        form = root @ numpy.kron([[0, 1], [-1, 0]], numpy.eye(self.modes)) @ root
        sizes, axes = numpy.linalg.eigh(form.T @ form)
        symplectic = root @ (axes / numpy.sqrt(sizes)) @ axes.T @ root / 2
        return Gaussian(symplectic, self.means, 1.0, "xxpp"), self.covariance - symplectic
