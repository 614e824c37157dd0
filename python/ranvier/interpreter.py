"""`h`: the names of hoc."""

import _ranvier
from ranvier.objects import HocObject, member_of, set_member, type_of_class
from ranvier.sections import Section, Segment


class TopLevel:
    """hoc's top level: `h.name` is a variable, a function, a class or a section there, `h("statements")` runs them."""

    def __call__(self, statements):
        """Runs statements of hoc; True, or False after an error, which is printed."""
        try:
            _ranvier.run(statements)
        except RuntimeError as error:
            print(error, end="", file=__import__("sys").stderr)
            return False
        return True

    def __getattr__(self, name):
        return member_of(None, name)

    def __setattr__(self, name, value):
        set_member(None, name, value)

    def __dir__(self):
        return sorted(set(_ranvier.names(None)) | set(object.__dir__(self)))

    def __repr__(self):
        return "<TopLevelHocInterpreter>"

    Section = Section


h = TopLevel()
_ranvier.set_classes(type_of_class, Section, Segment)
