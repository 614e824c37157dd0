"""What hoc's reference says about names that are built in, as the docstrings of `h.IClamp`, `vec.mean` or `h.fadvance`."""

import re
import textwrap

import _ranvier

OF_GET_SEGMENT = "The segment of the point process; None if it is not located in a section."


def advice_on(name):
    """What to do about an unknown name of the top level, for the error's message."""
    file = _ranvier.library_file(name)
    return f"; {file} defines it: call h.load_file('{file}') first" if file else ""


def in_python(signature):
    """hoc's signature in Python's spelling: `&v(x)` is a reference, and a place is a segment."""
    if signature.startswith("section "):
        signature = re.sub(r"(?<=\w)\(x\)$", "(section(x))", signature)
    signature = re.sub(r"^(?:section|new) ", "", signature)
    signature = re.sub(r"&(\w+)\(x\)", r"section(x)._ref_\1", signature)
    return re.sub(r"&(\w+)", r"_ref_\1", signature)


def _filled(text, width=96):
    return text if len(text) <= width else textwrap.fill(text, width)


def _units(units):
    return f" [{units}]" if units else ""


def _entry(member):
    name, _, signature, text, units, dimensions = member
    if signature is None:
        head = ("delay" if name == "del" else name) + ("[i]" * dimensions) + _units(units)
    else:
        head = in_python(signature)
    return f"{head}\n{textwrap.indent(_filled(text, 92), '    ')}" if text else head


def of_class(name, own=None, with_members=True):
    """The docstring of a class of hoc, with `own`, that of its class in this package, at the end; None for a template."""
    found = _ranvier.documentation(name)
    if found is None or found[3] is None:
        return own
    signature, text, _, members = found
    text = text.replace("of the accessed section", "of a section")
    parts = [f"h.{in_python(signature)}", _filled(text)]
    methods = [_entry(each) for each in members if each[1] == "method"]
    known = {each[0] for each in members}
    if "get_loc" in known and "get_segment" not in known:
        methods.append(f"get_segment()\n    {OF_GET_SEGMENT}")
    values = [_entry(each) for each in members if each[1] != "method"]
    for title, entries in ("Methods", methods), ("Values", values):
        if entries and with_members:
            parts.append(f"{title}:\n\n" + textwrap.indent("\n".join(entries), "    "))
    return "\n\n".join(parts + [own] if own else parts)


def of_function(name):
    """The docstring of a function, or of a method `Class.method`; None for those of scripts."""
    of, _, method = name.rpartition(".")
    if of:
        found = _ranvier.documentation(of)
        for member, _, signature, text, *_ in (found and found[3]) or ():
            if member == method and signature is not None:
                return f"{in_python(signature)}\n\n{_filled(text)}"
        return None
    found = _ranvier.documentation(name)
    if found is None or found[0] is None:
        return None
    signature, text = found[:2]
    return f"h.{in_python(signature)}\n\n{_filled(text)}"
