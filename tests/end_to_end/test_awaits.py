"""No expression that awaits holds a conditional operand or a braced list.

g++ 12 destroys the temporaries of such an expression twice, or too early, if one of its operands is a co_await
(https://gcc.gnu.org/bugzilla/show_bug.cgi?id=99576 and those it names). The program compiles without a warning and fails
at the first run. So an expression that contains co_await has no `?:`, `&&`, `||` or braced list outside of a lambda's
body; name the operand in a separate statement before it.
"""

import re
import subprocess

import pytest

TOKEN = re.compile(
    r"""
    (?P<skip> \s+ | //[^\n]* | /\*.*?\*/ | ^\s*\#(?:[^\n]*\\\n)*[^\n]* )
  | (?P<text> R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+' )
  | (?P<token> [A-Za-z_]\w* | \d(?:[\w.]|'\w)* | \|\| | && | -> | :: | . )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
PAIRS = {"(": ")", "[": "]", "{": "}"}
CONTROL = {"if", "while", "for", "switch", "constexpr"}
HEADINGS = {"class", "struct", "union", "enum", "namespace", "extern"}
AFTER_PARAMETERS = {"const", "noexcept", "override", "final", "mutable", "&", "&&"}
IS_CONDITIONAL = {"?", "&&", "||", "and", "or"}


def tokens_of(source):
    """(token, line) for each token; a literal is `""`."""
    found = []
    for match in TOKEN.finditer(source):
        if match["skip"] is None:
            found.append((match["token"] or '""', source.count("\n", 0, match.start()) + 1))
    return found


def partners(words):
    """For each bracket, where its partner is."""
    partner, opened = {}, []
    for i, word in enumerate(words):
        if word in PAIRS:
            opened.append(i)
        elif word in PAIRS.values() and opened:
            partner[i] = opened.pop()
            partner[partner[i]] = i
    return partner


def kind_of_brace(words, partner, kinds, i):
    """What the `{` at i opens: "block", "lambda" or "list"."""
    before = words[i - 1] if i else ";"
    if before == "{":
        return "list" if kinds[i - 1] == "list" else "block"
    if before == "}":
        return "block"
    if before in {";", ":", "else", "do", "try", '""'}:
        return "block"
    start = i - 1  # back to what may be the parameters, over `const`, `-> Type` and so on
    while start >= 0 and words[start] not in {";", "{", "}", ")", "]", "=", "(", "return"}:
        start -= 1
    between = words[start + 1 : i]
    if HEADINGS & set(between):
        return "block"
    if start < 0 or words[start] not in {")", "]"}:
        return "list"
    if not ("->" in between or set(between) <= AFTER_PARAMETERS):
        return "list"
    if words[start] == "]":
        return "lambda"
    opening = partner.get(start, 0)
    return "lambda" if words[opening - 1] in {"]", ">"} and "[" in words[max(0, opening - 40) : opening] else "block"


def end_of_expression(words, partner, kinds, i, step):
    """From the token at i to the last one of its full expression to the left (step -1) or to the right (1)."""
    closers = PAIRS.values() if step < 0 else PAIRS
    at = i
    while 0 <= at + step < len(words):
        word = words[at + step]
        if word == ";":
            break
        if word in closers:  # a pair beside the expression: part of it, unless it ends or begins a statement
            other = partner.get(at + step, at + step)
            opening = min(other, at + step)
            if kinds.get(opening) == "block" or (step < 0 and word == ")" and words[opening - 1] in CONTROL):
                break
            at = other
            continue
        if word in PAIRS or word in PAIRS.values():  # the pair around it
            opening = at + step if step < 0 else partner.get(at + step, 0)
            if kinds.get(opening) in {"block", "lambda"} or words[opening - 1] in CONTROL:
                break
        at += step
    return at


def refused(source):
    """(line, token) for what no expression that awaits may hold."""
    tokens = tokens_of(source)
    words = [word for word, _ in tokens]
    partner, kinds = partners(words), {}
    for i, word in enumerate(words):
        if word == "{":
            kinds[i] = kind_of_brace(words, partner, kinds, i)
    found = set()
    for i, word in enumerate(words):
        if word != "co_await" or words[i - 1] == "operator":
            continue
        at = end_of_expression(words, partner, kinds, i, -1)
        end = end_of_expression(words, partner, kinds, i, 1)
        while at <= end:
            is_reference = words[at] == "&&" and words[at - 1] in {"auto", ">"}
            if kinds.get(at) == "lambda":
                # The expression may itself stand in a lambda's body, so a body is skipped only if co_await is outside.
                at = partner[at]
            elif (words[at] in IS_CONDITIONAL and not is_reference) or kinds.get(at) == "list":
                found.add((tokens[at][1], words[at]))
            at += 1
    return sorted(found)


@pytest.mark.parametrize(
    "source, expected",
    [
        ("co_await (tstop ? a(*tstop) : b());", ["?"]),
        ("if (!alone && co_await ends()) co_return;", ["&&"]),
        ("const bool x = co_await any() ||\n    more;", ["||"]),
        ("const bool x = co_await any() and more;", ["and"]),
        ("co_await send(transport, 2, 0, {});", ["{"]),
        ("auto x = Pair{co_await a(), 1};", ["{"]),
        ("EXPECT_EQ(std::vector{1, 2}, co_await a());", ["{"]),
        ("while (a && co_await b()) c();", ["&&"]),
        ("f(co_await a(), [] { return 1; }, b || c);", ["||"]),
        ("co_return std::vector<int>{co_await a()};", ["{"]),
        ("run([]() -> Task<void> { co_await f(a ? b : c); });", ["?"]),
        ("co_return co_await f([&](int x) { return x; }, {1});", ["{"]),
        ("if (a && b) co_await f();", []),
        ("if (a && b) { co_await f(); }", []),
        ("for (int i = 0; i < n && i < m; ++i) co_await f(i);", []),
        ("auto&& x = co_await f();", []),
        ("co_await wait_until([&, n = 0]() mutable { return a && b; });", []),
        ("co_await wait_until([&] { return std::vector{1}; });", []),
        ("const auto x = std::vector{1}; co_await f(); g(a ? b : c);", []),
        ("const auto body = [&]() -> Task<void> { co_await f(); }; g(a || b);", []),
        ("Task<void> f(int a) override { co_await g(); }", []),
        ("struct A { Task<void> f() const { co_await g(); } bool b = c && d; };", []),
        ("auto operator co_await() && noexcept { return Awaiter{handle}; }", []),
        ('co_await f("a && b"); // c ? d : {e}', []),
        ("switch (a) { case 1: co_await f(); break; default: g(a && b); }", []),
        ("try { co_await f(); } catch (const Error& e) { g(a && b); }", []),
        ("g(a && b, [&]() -> Task<void> { co_await f(); });", []),
    ],
)
def test_finds_what_the_compiler_gets_wrong(source, expected):
    assert [token for _, token in refused("void f() {\n" + source + "\n}\n")] == expected


def test_no_awaiting_expression_is_conditional(root):
    listed = subprocess.run(["git", "ls-files", "*.cpp", "*.hpp"], cwd=root, capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    awaiting = [(name, (root / name).read_text()) for name in listed.stdout.split() if (root / name).exists()]
    awaiting = [(name, source) for name, source in awaiting if "co_await" in source]
    assert len(awaiting) > 40
    found = [f"{name}:{line}: {token}" for name, source in awaiting for line, token in refused(source)]
    assert not found, "\n".join(["name these operands in a statement before the co_await:", *found])
