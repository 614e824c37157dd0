"""scripts/compare-docs finds the examples of a page, completes them, and compares what both sides print."""

from oracle.scripts import load_script

compare = load_script("compare-docs")

PAGE = """\
Title
=====

.. code-block::
    python

    a = 1
    if a:
        print(a)

Text.

    .. code-block:: python
        :linenos:

        b = soma.L

.. code-block:: none

    c = 3

    >>> d = 4
    >>> if d:
    ...     d
    ...
    4
"""


def test_examples_of_a_page_are_blocks_of_python_and_what_is_typed():
    assert [block.strip() for block in compare.blocks(PAGE)] == ["a = 1\nif a:\n    print(a)", "b = soma.L"]
    assert compare.prompted(PAGE) == "d = 4\nif d:\n    d\n\n"


def test_a_notebook_is_one_example_without_commands_of_ipython():
    notebook = '{"cells": [{"cell_type": "code", "source": ["%matplotlib inline\\n", "a = 1"]}, {"cell_type": "markdown", ' \
        '"source": ["b"]}, {"cell_type": "code", "source": ["!ls\\n", "c = 2"]}]}'  # fmt: skip
    assert compare.cells(notebook) == "a = 1\nc = 2"


def test_names_that_an_example_takes_for_granted_are_given():
    assert compare.free_names("import x as y\nfor i in y.f(a): b = lambda c: c + i\nprint(b, z)") == {"a", "z"}
    completed = compare.completed("soma.L = vec.size()").splitlines()
    assert completed[0] == "from neuron import n" and any(line.startswith("soma = n.Section(") for line in completed)
    assert compare.completed("import os") == "\nimport os"


def test_errors_are_equal_if_ours_is_one_of_the_class():
    theirs, ours = compare.MARK + "RuntimeError Exception", compare.MARK + "KeyError LookupError RuntimeError Exception"
    assert compare.equal_lines(theirs, ours) and not compare.equal_lines(ours, theirs)
    assert not compare.equal_lines("1", "1.0")


def test_addresses_do_not_count():
    assert compare.plainly("<f at 0x7f01> Vector[3] 2  \n") == compare.plainly("<f at 0x55e2> Vector[0] 2\n")


def test_statements_run_one_by_one(tmp_path):
    lines, errors = compare.output_of("1 + 1\n1 / 0\nprint(3)\n", {})
    assert lines == ["2", compare.MARK + "ZeroDivisionError ArithmeticError Exception BaseException object", "3"]
    assert "division by zero" in errors


def test_the_list_has_reasons_and_covers_by_file_and_index():
    listed = compare.listed()
    assert listed and all(line.reason and line.index and ".." not in line.file for line in listed)
    line = compare.Differs("a/*.rst", "3", "times")
    assert line.covers(compare.Example("a/b.rst", 3, "")) and not line.covers(compare.Example("a/b.rst", 2, ""))
