"""What tests ask of a page: its elements, what it holds compressed, whether it is whole and fetches nothing."""

import base64
import gzip
import html.parser
import json
import re

EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
FETCHING = {"src", "srcset", "href", "data", "poster", "action", "formaction", "background", "xlink:href", "ping"}
PARENTS = {
    "li": {"ul", "ol"},
    "td": {"tr"},
    "th": {"tr"},
    "tr": {"tbody", "thead"},
    "option": {"select"},
    "dt": {"div", "dl"},
}


class Page(html.parser.HTMLParser):
    """Reads a page; `faults` names what is not valid."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.elements, self.text, self.scripts = [], [], [], [], []
        self.feed(text)
        self.close()
        self.faults += [f"<{name}> is not closed" for name in self.open]
        ids = [attributes["id"] for _, attributes in self.elements if "id" in attributes]
        self.faults += [f"id {name} twice" for name in set(ids) if ids.count(name) > 1]
        if not text.startswith("<!DOCTYPE html>"):
            self.faults.append("no doctype")

    def handle_starttag(self, tag, attributes):
        if len({name for name, _ in attributes}) < len(attributes):
            self.faults.append(f"<{tag}> has an attribute twice")
        if tag in PARENTS and self.open[-1] not in PARENTS[tag]:
            self.faults.append(f"<{tag}> in <{self.open[-1]}>")
        self.elements.append((tag, {name: value or "" for name, value in attributes}))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        (self.scripts if self.open[-1:] == ["script"] else self.text).append(data)

    @property
    def words(self):
        """The text that a reader sees."""
        return re.sub(r"\s+", " ", "".join(self.text))

    def fetched(self):
        """Addresses that the page would fetch."""
        named = [value for _, attributes in self.elements for name, value in attributes.items() if name in FETCHING]
        styles = [piece for piece in self.text if "url(" in piece or "@import" in piece]
        return [value for value in named if value and not value.startswith(("#", "data:"))] + styles

    def policy(self):
        """The Content-Security-Policy as {directive: [values]}."""
        found = next(
            attributes["content"]
            for _, attributes in self.elements
            if attributes.get("http-equiv") == "Content-Security-Policy"
        )
        return {words[0]: words[1:] for part in found.split(";") if (words := part.split())}


def unpacked(text, name):
    """The bytes that a page holds as packed-NAME."""
    found = re.search(rf'id="packed-{name}">([A-Za-z0-9+/=]*)<', text)
    return gzip.decompress(base64.b64decode(found[1]))


def data_of(text):
    return json.loads(unpacked(text, "data"))


def table_of(data, name, kind):
    """A table of the page as it is downloaded: "csv" or "tex"."""
    head, rows, tail = data["tables"][name][kind]
    assert len(rows) == len(data["tables"][name]["keys"])
    return head + "".join(rows) + tail
