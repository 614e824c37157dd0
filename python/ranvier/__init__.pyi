# Written by scripts/python-stubs.
from ranvier.interpreter import h as h

def start(math: str = ..., threads: int = ..., compat: str | None = ..., mpi: bool = ...) -> None: ...
