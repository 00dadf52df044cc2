# SPDX-License-Identifier: GPL-3.0-or-later
"""The type stubs are complete: they have every public name, annotate every argument and result, and never say Any."""

import ast
import pathlib

import permatch

TREE = ast.parse((pathlib.Path(permatch.__file__).parent / "__init__.pyi").read_text())


def test_names():
    known = set()
    for node in TREE.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            known |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            known.add(node.name)
    assert not set(permatch.__all__) - known


def test_signatures():
    for node in ast.walk(TREE):
        if isinstance(node, ast.FunctionDef):
            a = node.args
            given = [*a.posonlyargs, *a.args, *a.kwonlyargs, *filter(None, (a.vararg, a.kwarg))]
            assert node.returns is not None, node.name
            assert not [x.arg for x in given if x.annotation is None and x.arg != "self"], node.name


def test_any():
    assert not [node.lineno for node in ast.walk(TREE)
                if "Any" in (getattr(node, "id", None), getattr(node, "attr", None), getattr(node, "name", None))]
