"""List, SectionList, SectionRef, Deck and references."""

MAKERS = {
    "list": ["<new:list> = h.List()"],
    "slist": ["<new:slist> = h.SectionList()", "<new:slist> = h.SectionList([<sec>, <sec>])"],
    "sref": ["<new:sref> = h.SectionRef(sec=<sec>)", "<new:sref> = h.SectionRef(<sec>)"],
    "numref": ["<new:numref> = h.ref(<num>)"],
    "ref": [
        "<new:ref> = h.ref(<num>)",
        "<new:ref> = h.ref('text')",
        "<new:ref> = h.ref(None)",
        "<new:ref> = h.ref(<vec>)",
    ],
}

PATTERNS = [
    *("<list>.append(<vec>)", "<list>.append(<list>)", "<list>.prepend(<vec>)", "<list>.insrt(<int>, <vec>)"),
    *("<list>.remove(<int>)", "<list>.remove_all()", "<list>.index(<vec>)", "<list>.count()", "!len(<list>)", "<list>.object(<int>)", "<list>.o(<int>)"),
    *("<list>[<idx>]", "<list>[<idx>]", "<list>[<slice>]", "<list>[0] = <vec>", "del <list>[0]", "!list(<list>)", "bool(<list>)"),
    *("<vec> in <list>", "[o.hname()[:4] for o in <list>]", "<list>.append(<wrong>)", "<list>.append()", "<list>.nosuch"),
    *("<list> == <list>", "<list> != <list>", "!hash(<list>) == hash(<list>)", "<list> + <list>", "!reversed(<list>) is None", "!str(<list>)[:5]"),
    *("!h.List('NoSuch')", "h.List(3)", "!len(h.List('Section'))",),
    *("!sorted(k for k in dir(<list>) if k[0] != '_')", "<list>.append(<vec>) is <list>", "<list>.append(<vec>, <vec>)", "<list>.object(99)", "<list>.object(-1)"),
    *("<list>.index(<list>)", "<list>.append(object())"),
    *("<list>.append([1])", "<list>.append('text')", "<list>.append(3)", "<list>.append(<sec>)", "<list>.append(cells[0])"),
    *("<slist>.append(<sec>)", "<slist>.append(sec=<sec>)", "<slist>.append(<sec>, <sec>)", "<slist>.remove(<sec>)", "<slist>.remove(sec=<sec>)"),
    *("<slist>.remove(<slist>)", "<slist>.wholetree(<sec>)", "<slist>.wholetree(sec=<sec>)", "<slist>.subtree(<sec>)", "<slist>.subtree(sec=<sec>)"),
    *("<slist>.children(<sec>)", "<slist>.children(sec=<sec>)", "<slist>.allroots()", "<slist>.unique()", "<slist>.contains(<sec>)", "<slist>.contains(sec=<sec>)"),
    *("!list(<slist>)", "[s.name() for s in <slist>]", "!len(<slist>)", "<sec> in <slist>", "<slist>.size()", "<slist>[0]", "bool(<slist>)", "<slist>.append(<wrong>)"),
    *("<slist>.printnames()", "<slist> == <slist>", "h.SectionList(<wrong>)", "h.SectionList([<sec>, <wrong>])", "!list(h.SectionList([<sec>, <sec>]))"),
    *("!list(h.SectionList(<sec>.wholetree()))", "!len(list(<slist>))", "for s in <slist>: s.L = 7", "sum(1 for s in <slist>)", "h.SectionList(<slist>).size()"),
    *("!sorted(k for k in dir(<slist>) if k[0] != '_')", "<slist>.nosuch", "<wrong> in <slist>", "next(iter(<slist>))", "<slist>.allroots(3)"),
    *("<sref>.sec", "<sref>.parent", "<sref>.trueparent", "<sref>.root", "<sref>.nchild()", "<sref>.has_parent()", "<sref>.has_trueparent()", "<sref>.exists()"),
    *("<sref>.is_cas()", "<sref>.child[0]", "<sref>.child[<idx>]", "!len(<sref>.child)", "<sref>.sec == <sec>", "<sref>.nosuch", "<sref>.sec.name()", "!<sref>.rename('zz')"),
    *("<sref>.unique()", "[c for c in <sref>.child]", "<sref>.sec = <sec>", "!sorted(k for k in dir(<sref>) if k[0] != '_')", "h.SectionRef()"),
    *("<new:ref> = h.ref(<num>)", "<new:ref> = h.ref(<str>)", "<ref>[0]", "<numref>[0] = <num>", "<numref>[0]", "<ref>[<idx>]", "h.ref()"),
    *("bool(<ref>)", "!len(<ref>)", "<ref> == <ref>", "<ref>", "!repr(<ref>)[:12]"),
    *("!type(<ref>).__name__", "h.Pointer(<sec>(0.5)._ref_v).val", "<ref> is None"),
]  # fmt: skip
