"""What the pages of report/ and view/ share: packing, the policy that keeps them from fetching, templates."""

import base64
import gzip
import hashlib
import pathlib

COMMON = pathlib.Path(__file__).parent / "page" / "common.js"  # the part of their scripts that both have


def packed(data):
    """Text or bytes, compressed and in base64: in a page, nothing in it can be taken for HTML. The same for the same data."""
    if isinstance(data, str):
        data = data.encode()
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def policy(*scripts):
    """A Content-Security-Policy: the page runs these scripts and no others, and fetches nothing at all."""
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in scripts
    )
    return f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"


def rendered(folder, template, **values):
    """The page of a template in `folder`. Values are escaped, except those that are marked as safe."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(template).render(**values)


def script_of(*paths):
    """JavaScript files as one script element's text."""
    text = "\n" + "\n".join(path.read_text(encoding="utf-8") for path in paths)
    if "</script" in text.lower() or "<!--" in text:
        raise ValueError(f"{paths} cannot be in a script element")
    return text
