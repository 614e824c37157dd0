"""The error of a circuit: which file, which key or column, what is wrong and what to do."""


class SonataError(Exception):
    """A mistake in a configuration or in the files it names; `str` is "file: key: what is wrong"."""

    def __init__(self, file, key, what):
        super().__init__(": ".join(str(part) for part in (file, key, what) if part not in (None, "")))
        self.file, self.key, self.what = str(file), key, what

    def __reduce__(self):
        return SonataError, (self.file, self.key, self.what)
