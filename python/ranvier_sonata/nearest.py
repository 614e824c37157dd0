"""Lists of names in messages, and the name that was probably meant."""

import difflib


def advice(name, known):
    """ "; did you mean 'delay'?" and what is known, for the end of a message."""
    known = sorted(map(str, known))
    near = difflib.get_close_matches(str(name), known, 1)
    said = f"; did you mean '{near[0]}'?" if near else ""
    return f"{said} (known: {', '.join(known)})" if known else said
