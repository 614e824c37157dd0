"""`h`: the names of hoc."""

import contextlib
import sys

import _ranvier

from ranvier.documentation import of_function
from ranvier.objects import HocObject, MissingAttribute, member_of, refuse_deletion, set_member, type_of_class
from ranvier.sections import Mechanism, RangeArray, Section, Segment


class TopLevel(HocObject):
    """hoc's top level: `h.name` is a variable, function, class or section; `h("statements")` runs hoc statements."""

    Section = Section
    _pysec = None  # as in NEURON, keeps what it is assigned; only scripts of hoc write _pysec.NAME for a section

    def __call__(self, statements):
        """Runs statements of hoc. Prints an error to stderr and returns False, or returns True."""
        try:
            _ranvier.run(statements)
        except RuntimeError as error:
            print(error, end="", file=sys.stderr)
            return False
        return True

    def __dir__(self):
        return sorted(set(_ranvier.names(None)) | set(object.__dir__(self)))

    def __repr__(self):
        return "<TopLevelHocInterpreter>"

    def ref(self, value):
        """A reference to a number, a str or an object, for functions that change their argument; ref[0] is its
        value."""
        return _ranvier.reference(value)

    def setpointer(self, reference, name, holder):
        """Makes POINTER `name` of a point process, or of a density mechanism in a segment, point to `reference`."""
        if isinstance(holder, Mechanism):
            name, holder = f"{name}_{holder.name()}", holder.segment()
        try:
            _ranvier.set_pointer(reference, name, holder)
        except RuntimeError as error:
            raise TypeError(
                f"setpointer(_ref_hocvar, 'POINTER_name', point_process or nrn.Mechanism): {error}"
            ) from None

    def allsec(self, *ignored):
        """All sections in order of creation."""
        return _ranvier.AllSections()

    def hname(self):
        return repr(self)

    def cas(self, *ignored):
        """The accessed section, which is the default for range variables."""
        return _ranvier.accessed()

    def distance(self, *where, **words):
        """distance(a, b) between two segments [um]; else hoc's distance."""
        if len(where) == 2 and isinstance(where[0], Segment) and isinstance(where[1], Segment):
            return _ranvier.distance(where[0].sec, where[0].x, where[1].sec, where[1].x)
        return _ranvier.function(None, "distance")(*where, **words)

    def fit_praxis(self, function, *arguments):
        """fit_praxis(function, vector): minimizes function(vector); else hoc's fit_praxis(n, "func", vector)."""
        fit = _ranvier.function(None, "fit_praxis")
        if not callable(function) or not arguments:
            return fit(function, *arguments)
        with _praxis_function(function) as name:  # NEURON, too, leaves out a statement in this case
            return fit(len(arguments[0]), name, arguments[0])


@contextlib.contextmanager
def _praxis_function(function):
    """The name of a func of hoc that calls the Python function with a Vector. Fits may be nested."""
    if not _ranvier.call(None, "name_declared", ("ranvier_praxis_function_",), None):
        _ranvier.run(
            """objref ranvier_praxis_function_
            func ranvier_praxis_value_() { local i  localobj at
                at = new Vector($1)
                for i = 0, $1 - 1 at.x[i] = $&2[i]
                return ranvier_praxis_function_._(at)
            }"""
        )
    before = h.ranvier_praxis_function_
    h.ranvier_praxis_function_ = function
    try:
        yield "ranvier_praxis_value_"
    finally:
        h.ranvier_praxis_function_ = before


_ranvier.set_classes(
    {
        "top_level": TopLevel(),  # where h finds what this class defines; its own type is HocObject
        "type_of_class": type_of_class,
        "range_array": RangeArray,
        "member_of": member_of,
        "set_member": set_member,
        "document": of_function,
        "refuse_deletion": refuse_deletion,
        "missing_attribute": MissingAttribute,
    }
)


class Interface(TopLevel):
    """neuron.n: the names of hoc, and attributes that Python code gives it."""

    def __repr__(self):
        return "<TopLevelNEURONInterface>"


h = HocObject()
