"""Random hoc programs that stop by themselves and make no error: what they print is compared between two programs.

Each program uses unique names (a number at their end) and removes what it made, so that many run one after the other
in one process. `language.py` writes programs of the language alone; `mixed.py` mixes it with the subjects of the other files.
"""
