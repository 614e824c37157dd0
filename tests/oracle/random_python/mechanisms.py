"""Density mechanisms and their range variables."""

MAKERS = {
    "mechseg": [
        "<new:mechseg> = <sec>.insert('hh').insert('pas')(0.5)",
        "<new:mechseg> = <sec>.insert('pas').insert('hh')(<in>)",
    ],
}

PATTERNS = [
    *("<sec>.insert('hh')", "<sec>.insert('pas')", "<sec>.insert(h.pas)", "<sec>.insert(h.hh)", "<sec>.insert('<mech>')"),
    *("<sec>.uninsert('<mech>')", "<sec>.uninsert(h.hh)", "<sec>.has_membrane('<mech>')", "<sec>.has_membrane(h.pas)"),
    *("<sec>.insert(h.<mech>)", "<sec>.insert('nosuch')", "<sec>.insert(<wrong>)", "<sec>.uninsert('nosuch')", "<sec>.has_membrane('nosuch')"),
    *("<sec>.has_membrane(<wrong>)", "<sec>.uninsert(<wrong>)", "<sec>.insert('IClamp')", "<sec>.insert(h.IClamp)"),
    *("<sec>(<in>).hh", "<sec>(<in>).pas", "<sec>(<in>).hh.gnabar", "<sec>(<in>).hh.gnabar = <conductance>", "<sec>(<in>).hh.gnabar"),
    *("<sec>.gnabar_hh", "<sec>.gnabar_hh = <conductance>", "<sec>.g_pas", "<sec>.g_pas = <conductance>", "<sec>.e_pas = <num>", "<sec>.el_hh"),
    *("<sec>(<x>).gnabar_hh", "<sec>(<x>).gnabar_hh = <conductance>", "<sec>(<in>).pas.g", "<sec>(<in>).pas.e = <num>", "<sec>(<in>).pas.i"),
    *("<sec>(<x>).ena", "<sec>(<x>).ena = <num>", "<sec>.ek", "<sec>.ek = <num>", "<sec>(<in>).na_ion.ena", "<sec>(<in>).k_ion"),
    *("<sec>(<in>).na_ion.nai", "<sec>.nai", "<sec>.nao0_na_ion", "h.nai0_na_ion", "<sec>(<in>).k_ion.ko = <num>", "<sec>(<x>).cai"),
    *("<mechseg>.hh.gnabar", "<mechseg>.hh.name()", "<mechseg>.hh.segment()", "<mechseg>.hh.is_ion()", "<mechseg>.hh.m"),
    *("<mechseg>.hh.m = <num>", "<mechseg>.hh", "!str(<mechseg>.hh)", "!repr(<mechseg>.hh)", "<mechseg>.hh == <mechseg>.hh"),
    *("[v.name() for v in <mechseg>.pas]", "[v[0] for v in <mechseg>.pas][:2]", "[len(v) for v in <mechseg>.pas]"),
    *("[v.mech() for v in <mechseg>.pas]", "!sorted(m.name() for m in <mechseg>)", "!sorted(m.is_ion() for m in <sec>(<in>))"),
    *("!sorted(m.name() for m in <sec>(<in>))", "h.Section(name='e').insert('hh')(0).hh", "[(m.name(), [v.name() for v in m]) for m in sorted(<sec>(<in>), key=str)]", "!sorted(<sec>(<in>), key=str)"),
    "!sorted(k for k in dir(<mechseg>.pas) if k[0] != '_')",
    *("<mechseg>._ref_gnabar_hh[0]", "<mechseg>.hh._ref_gnabar[0]", "<mechseg>.hh._ref_gnabar[0] = <conductance>"),
    *("<mechseg>.hh.nosuch", "<mechseg>.hh.nosuch = 1", "<mechseg>.hh._ref_nosuch", "<mechseg>.nosuch_hh", "<mechseg>._ref_nosuch"),
    *("<mechseg>.hh.gnabar = <wrong>", "<mechseg>.gnabar_hh = <wrong>", "<sec>.gnabar_hh = <wrong>", "<mechseg>.hh = 3"),
    *("<mechseg>.hh[0]", "!len(<mechseg>.hh)", "bool(<mechseg>.hh)", "<mechseg>.hh()", "del <mechseg>.hh.m", "!hash(<mechseg>.hh) != 0"),
    *("[s.hh.gnabar for s in <mechseg>.sec]", "for s in <mechseg>.sec: s.hh.gnabar = s.x", "<mechseg>.sec.gnabar_hh"),
    *("<sec>(<x>).extracellular", "<sec>(<x>).vext[0]", "<sec>(<x>).vext[1] = <num>", "<sec>(<x>).xraxial[0]", "<sec>(<x>).extracellular.vext[0]"),
    *("<sec>.xraxial[0]", "<sec>.e_extracellular", "<sec>.e_extracellular = <num>", "<sec>(<x>).xg[1]", "<sec>(<x>).xc[0] = <pos>"),
    *("<sec>.xg[0]", "<sec>.vext[0]", "!len(<sec>(<x>).vext)", "!list(<sec>(<x>).xg)", "<sec>(<x>).vext[5]", "<sec>(<x>).vext", "<sec>(<x>)._ref_vext[0]"),
    *("<sec>(<x>)._ref_vext[0][0]", "<sec>(<x>).extracellular.xg", "<sec>(<x>).vext[-1]", "<sec>(<x>).i_cap", "<sec>.psection()['ions']"),
    *("<sec>.psection()['density_mechs']", "{k: v for k, v in <sec>.psection().items() if k not in ('hoc_internal_name', 'morphology')}", "!sorted(<sec>.psection()['density_mechs'])", "<sec>.psection()['point_processes']"),
    *("h.hh", "h.pas", "!str(h.hh)", "!repr(h.pas)", "!type(h.hh).__name__", "h.hh.name", "h.celsius", "h.celsius = 6.3", "h.usetable_hh"),
    *("h.gnabar_hh", "h.g_pas", "h.ena", "!h.ion_style('na_ion', sec=<sec>)"),
    *("!h.ion_style('na_ion', 1, 2, 1, 1, 0, sec=<sec>)", "h.nernst('nai', sec=<sec>)", "h.nernst(1, 10, 1)", "h.nernst(<pos>, <pos>, <count>)"),
    *("h.ghk(<num>, 1, 2, 1)", "h.nosuch_hh", "h.ion_charge('na_ion')", "h.ion_charge('ca_ion')"),
    "<mechseg>.hh.gl",
    "h.ismembrane('<mech>', sec=<sec>)",
    *("h.MechanismType(0).count() > 3", "h.MechanismStandard('hh', 1).count()", "h.MechanismStandard('pas').get('g_pas')"),
]  # fmt: skip
