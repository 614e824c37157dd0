"""Point processes, artificial cells and NetCons."""

MAKERS = {
    "iclamp": ["<new:iclamp> = h.IClamp(<sec>(0.5))", "<new:iclamp> = h.IClamp(<in>, sec=<sec>)"],
    "expsyn": ["<new:expsyn> = h.ExpSyn(<sec>(<x>))", "<new:expsyn> = h.Exp2Syn(<sec>(0.5))", "<new:expsyn> = h.ExpSyn(<sec>(0.5))"],
    "stim": ["<new:stim> = h.NetStim()", "<new:stim> = h.IntFire1()", "<new:stim> = h.NetStim()"],
    "nc": ["<new:nc> = h.NetCon(<stim>, <expsyn>)", "<new:nc> = h.NetCon(<sec>(0.5)._ref_v, <expsyn>, sec=<same>)",
           "<new:nc> = h.NetCon(<stim>, <expsyn>, 10, 2, 0.5)", "<new:nc> = h.NetCon(<stim>, None)"],
    "pp": ["<new:pp> = h.AlphaSynapse(<sec>(<in>))", "<new:pp> = h.VClamp(<sec>(0.5))", "<new:pp> = h.SEClamp(<sec>(0.5))", "<new:pp> = h.APCount(<sec>(0.5))"],
}  # fmt: skip

PATTERNS = [
    *("<new:iclamp> = h.IClamp(<sec>(<x>))", "h.IClamp(<sec>(<x>)).get_segment()", "h.IClamp(<sec>)", "h.IClamp(<x>, sec=<sec>)", "h.IClamp()"),
    *("<iclamp>.amp", "<iclamp>.amp = <num>", "<iclamp>.delay", "<iclamp>.delay = <num>", "<iclamp>.dur", "<iclamp>.dur = <pos>", "<iclamp>.i", "<iclamp>.get_segment()", "<iclamp>.get_loc()"),
    *("<iclamp>.has_loc()", "<iclamp>.loc(<sec>(<x>))", "<iclamp>.loc(<x>, sec=<sec>)", "<iclamp>.get_segment().sec", "<iclamp>.get_segment().x", "<iclamp>.hname()[:7]"),
    *("h.pop_section()", "<iclamp>.nosuch", "<iclamp>.nosuch = 3", "<iclamp>.amp = <wrong>", "<iclamp>._ref_amp[0]", "<iclamp>._ref_amp[0] = <num>"),
    *("<iclamp>._ref_delay[0]", "<iclamp>._ref_nosuch", "!sorted(k for k in dir(<iclamp>) if k[0] != '_')", "<iclamp> == <iclamp>", "!hash(<iclamp>) == hash(<iclamp>)", "bool(<iclamp>)", "!len(<iclamp>)"),
    *("<iclamp>()", "<iclamp>[0]", "del <iclamp>", "del <iclamp>.amp", "!type(<iclamp>).__name__", "<iclamp>.same(<iclamp>)", "<iclamp> in [<iclamp>]"),
    *("<sec>(<x>).point_processes()", "[p for p in <sec>(<x>).point_processes()]", "!len(h.List('IClamp'))", "!list(h.List('IClamp'))", "h.List('ExpSyn').count()", "h.IClamp[<int>]", "h.IClamp[<idx>]", "<iclamp> in h.List('IClamp')"),
    *("<expsyn>.tau", "<expsyn>.tau = <pos>", "<expsyn>.e", "<expsyn>.e = <num>", "<expsyn>.g", "<expsyn>.i", "<expsyn>.get_segment()", "<expsyn>.tau1", "<expsyn>.tau2 = <pos>", "<expsyn>._ref_g[0]", "<expsyn>.loc(<sec>(<x>))"),
    *("<expsyn>.has_loc()", "<expsyn>.get_segment() == <sec>(0.5)", "!sorted(k for k in dir(<expsyn>) if k[0] != '_')", "<expsyn>.get_loc()", "<expsyn>.setdata(<int>)"),
    *("<pp>", "<pp>.get_segment()", "<pp>.i", "<pp>.loc(<sec>(0.5))", "<pp>.dur1", "<pp>.dur1 = <pos>", "<pp>.dur[0]", "<pp>.dur[1] = <pos>", "!len(<pp>.dur)", "<pp>.amp[<idx>]", "<pp>.rs", "<pp>.n"),
    *("<pp>.onset = <pos>", "<pp>.gmax", "<pp>.thresh = <num>", "<pp>.time", "<pp>.record(<vec>)", "<pp>.has_loc()", "<pp>.amp = 3"),
    *("<stim>.interval", "<stim>.interval = <pos>", "<stim>.number", "<stim>.number = <count>", "<stim>.start = <pos>", "<stim>.noise = 0", "<stim>.noise", "<stim>.noise = <num>", "<stim>.get_segment()", "<stim>.has_loc()", "<stim>.loc(<sec>(0.5))"),
    *("!sorted(k for k in dir(<stim>) if k[0] != '_')", "<stim>.seed(1)", "<stim>.noiseFromRandom123(1, 2, 3)", "<stim>.nosuch", "<stim>.tau", "h.NetStim(0.5)", "h.NetStim(<sec>(0.5))", "h.NetStim().get_loc()"),
    *("<new:nc> = h.NetCon(<stim>, <expsyn>)", "!h.NetCon(<sec>(0.5)._ref_v, None)", "!h.NetCon(<wrong>, <expsyn>)", "!h.NetCon(<stim>, <wrong>)", "!h.NetCon()", "!h.NetCon(<stim>)"),
    *("!h.NetCon(<stim>, <iclamp>)", "!h.NetCon(<stim>, <stim>)", "!h.NetCon(<stim>, <expsyn>, <num>, <pos>, <num>).delay"),
    *("<nc>.weight[0]", "<nc>.weight[0] = <num>", "<nc>.weight[<idx>]", "<nc>.weight[<idx>] = <num>", "!len(<nc>.weight)", "!list(<nc>.weight)", "<nc>.weight = <num>", "<nc>.weight[<wrong>]", "<nc>.weight[0] = <wrong>", "<nc>.wcnt()"),
    *("<nc>.delay", "<nc>.delay = <pos>", "<nc>.x", "<nc>.valid()", "<nc>.pre()", "<nc>.syn()"),
    *("<nc>.pre() == <stim>", "<nc>.syn() == <expsyn>", "<nc>.preseg()", "<nc>.postseg()", "<nc>.precell()", "<nc>.postcell()", "<nc>.preloc()", "<nc>.postloc()", "!<nc>.setpost(<expsyn>)", "!<nc>.setpost(None)", "!<nc>.setpost(<wrong>)", "<nc>.srcgid()"),
    *("!<nc>.prelist().count()", "!<nc>.synlist().count()", "!<nc>.postcelllist().count()"),
    *("!<nc>.precelllist().count()", "<nc>.nosuch", "<nc>.nosuch = 1", "!str(<nc>)", "<nc> == <nc>", "!sorted(k for k in dir(<nc>) if k[0] != '_')", "<nc>._ref_weight[0][0]", "<nc>._ref_x[0]"),
    *("!len(h.List('NetCon'))", "!h.CVode().netconlist('', '', '').count()", "!h.CVode().netconlist(<stim>, '', <expsyn>).count()", "[c.delay for c in h.List('NetCon')]", "del <nc>", "<stim>.get_segment", "h.setpointer(<sec>(0.5)._ref_v, 'nosuch', <iclamp>)"),
    *("<nc>.weight[0] if <nc>.wcnt() else 0", "h.AlphaSynapse(<sec>(0.5)).onset", "h.SEClamp(<sec>(0.5)).rs", "h.VClamp(0.5, sec=<sec>).get_segment()", "h.APCount(<sec>(0.5)).n", "h.IntFire2().taum", "h.IntFire4().taue", "h.PatternStim().hname()[:7]"),
    *("h.PointProcessMark(<sec>(0.5)).get_segment()", "h.NoSuch(<sec>(0.5))", "h.new_IClamp", "h.IClamp.hname()", "!str(h.IClamp)[:6]", "h.IClamp(<sec>(0.5)).amp", "h.IClamp(<sec>(0.5), 3).get_segment()"),
]  # fmt: skip
