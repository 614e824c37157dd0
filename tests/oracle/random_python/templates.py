"""Names of hoc: variables, arrays, strdefs, objrefs, functions, templates, and what Python makes of them."""

SHAPES = r"""begintemplate Form
public size, label, area, grow, parts, inner, grid, store, name_of, twice, part, add_part, self_of
strdef label, hidden_label
objref parts, inner, hidden, thing
double grid[3], matrix[2][2]
hidden_count = 4
proc init() { size = 2 if (numarg() > 0) { size = $1 } if (numarg() > 1) { label = $s2 } parts = new List() inner = new Vector(3) }
func area() { return size * size }
proc grow() { size += $1 }
proc store() { grid[$1] = $2 }
func twice() { return 2 * $1 }
proc add_part() { parts.append($o1) }
obfunc part() { return parts.object($1) }
obfunc self_of() { return this }
proc name_of() { sprint(label, "%s:%g", $s1, size) }
endtemplate Form
begintemplate Neuron1
public soma, dend, syns, basal, is_excitable, position, x, y
create soma, dend[3]
objref syns, basal, this
proc init() { local i
  syns = new List() basal = new SectionList()
  soma { nseg = 1 L = 20 diam = 20 insert hh basal.append() }
  for i = 0, 2 { connect dend[i](0), soma(1) dend[i] { L = 50 + i nseg = 3 insert pas } }
  syns.append(new ExpSyn(0.5)) x = 1 y = 2 }
func is_excitable() { return ismembrane("hh") }
proc position() { x = $1 y = $2 }
endtemplate Neuron1"""

GLOBALS = r"""number1 = 3
strdef text1
text1 = "one"
objref object1, objects[2]
double array1[4], matrix1[2][3]
func add1() { return $1 + $2 }
proc set1() { number1 = $1 }
proc note1() { text1 = $s1 }
proc ref1() { $&1 = $2 }
proc sref1() { $s1 = "changed" }
obfunc vec1() { return new Vector($1) }
func count1() { return numarg() }
proc fail1() { execerror("failed", "here") }
func secs1() { return L }
proc oset1() { $o1 = new Vector($2) }
iterator times1() { local i for i = 0, $1 { iterator_statement } }
create hsec1, harr1[2]"""

MAKERS = {
    "declared": [f"<new:declared> = h('''{GLOBALS}''')"],
    "shape": ["<new:shape> = h.Form(<pos>) if h('''" + SHAPES + "''') is not None else 0"],
    "neuron": ["<new:neuron> = h.Neuron1() if h('''" + SHAPES + "''') is not None else 0"],
}

PATTERNS = [
    *("<declared>", "h.number1 if <declared> else 0", "h.number1", "h.number1 = <num>", "h.text1", "h.text1 = <str>", "h.object1", "h.object1 = <vec>"),
    *("h.object1 = None", "h.object1 = <shape>", "h.objects[0]", "h.objects[1] = <vec>", "h.objects[<idx>]", "!len(h.objects)", "h.array1[<int>]", "h.array1[<idx>] = <num>"),
    *("h.array1[<idx>]", "!len(h.array1)", "!list(h.array1)", "h.matrix1[<int>][<int>]", "h.matrix1[1][2] = <num>", "!len(h.matrix1)", "!len(h.matrix1[0])"),
    *("h.matrix1[<idx>][<idx>]", "h.array1 = 3", "h.matrix1[0] = 2", "h.add1(<num>, <num>)", "h.add1(1)", "h.add1()", "h.add1(<wrong>, 1)"),
    *("h.set1(<num>)", "h.set1(<wrong>)", "h.note1(<str>)", "h.note1(<wrong>)", "h.ref1(h._ref_number1, <num>)", "h.ref1(<numref>, <num>)", "h.ref1(<vec>._ref_x[0], <num>)"),
    *("h.ref1(<wrong>, 1)", "h.vec1(<count>)", "h.vec1(<count>).size()", "h.count1(<num>, <str>, <vec>)", "h.count1()", "h.fail1()", "h.secs1(sec=<sec>)", "h.secs1()"),
    *("h.sref1(h.ref('a'))", "<ref>[0]", "h.oset1(h.ref(None), 2)", "h.nosuch", "h.nosuch = 1", "h.nosuch()", "!hasattr(h, 'number1')", "!hasattr(h, 'nosuch')"),
    *("h.number1 = <wrong>", "h.text1 = <wrong>", "h.object1 = <wrong>", "h.add1 = 3", "h.add1", "!str(h.add1)[:3]", "h._ref_number1[0]", "h._ref_number1[0] = <num>"),
    *("h._ref_array1[1][0]", "h._ref_nosuch", "h._ref_t[0]", "h._ref_dt[0]", "h.hsec1", "h.hsec1.name()", "h.hsec1.L = <pos>", "h.hsec1(<x>).v", "h.harr1[<int>]"),
    *("h.harr1[<idx>]", "!len(h.harr1)", "h.hsec1.cell()", "h.hsec1.is_pysec()", "[s for s in h.allsec()]", "<sec>.connect(h.hsec1(<x>))", "h.hsec1 == h.hsec1"),
    *("h.hsec1 = 3", "h.hsec1.hname()", "h('number1 = number1 + 1')", "h('nosuch()')", "h('syntax error here (')", "h('')", "h(3)", "h()", "h('number1', 'text1')", "h('x99 = 7')", "h.x99"),
    *("h('objref o9')", "h.o9", "h('strdef s9\\ns9 = \"q\"')", "h.s9", "h('func f9() { return $1 * 3 }')", "h.f9(<num>)", "h('double d9[3]')", "h.d9[<int>]", "h('proc p9() { x9 = $1 }')"),
    *("h.p9(<num>)", "h.x9", "h('x9 = add1(1, 2)')", "h('hsec1 { L = 33 }')", "h('access hsec1')", "!h.execute('number1 = 9')", "!h.execute1('number1 = 9')", "!h.execute1('nosuch9()')", "!h.execute1('nosuch9()', 0)"),
    *("h.<fun>(<num>)", "h.<fun>(<wrong>)", "h.<fun>()", "h.<fun>", "h.PI", "h.E", "h.FARADAY > 9e4", "h.R > 8", "h.PI = 3", "h.t", "h.dt", "h.tstop", "h.v_init", "h.secondorder", "h.GAMMA"),
    *("h.t = <num>", "h.dt = <pos>", "h.tstop = <pos>", "h.steps_per_ms", "h.float_epsilon", "!h.name_declared('number1')", "!h.name_declared('nosuch')", "!h.name_declared('Vector')"),
    *("!h.name_declared('text1', 1)", "h.unix_mac_pc()", "h.nrnversion()[:6]", "h.nrnversion(<int>) is not None", "h.sprint(h.ref(''), '%d', 3)", "h.strcmp('a', 'a')", "h.using_cvode_()"),
    *("h.sscanf('3 4', '%f %f', h._ref_number1, h._ref_t)", "h.load_file('stdrun.hoc')", "h.load_file('nosuch.hoc')", "h.load_file(1, 'stdlib.hoc')", "h.getcwd() != ''"),
    *("h.Form[<int>]", "h.Form(<pos>)", "h.Form(<pos>, <str>).label", "h.Form(<wrong>)", "h.Form(1, 2, 3).size", "h.Form().size"),
    *("h.Form[99]", "!len(h.List('Form'))", "<new:shape> = h.Form(<pos>, <str>)", "<shape>", "<shape>.size", "<shape>.size = <num>", "<shape>.label", "<shape>.label = <str>", "<shape>.area()"),
    *("<shape>.grow(<num>)", "<shape>.store(<int>, <num>)", "<shape>.grid[<int>]", "<shape>.grid[<idx>] = <num>", "<shape>.grid[<idx>]", "!len(<shape>.grid)", "!list(<shape>.grid)", "<shape>.twice(<num>)"),
    *("<shape>.add_part(<vec>)", "<shape>.add_part(<shape>)", "<shape>.part(<int>)", "<shape>.self_of() == <shape>", "<shape>.name_of(<str>)", "<shape>.inner", "<shape>.inner = <vec>", "<shape>.inner.size()"),
    *("<shape>.parts.count()", "!len(<shape>.parts)", "<shape>.hidden", "<shape>.hidden_count", "<shape>.hidden_label", "<shape>.matrix", "<shape>.hidden_count = 1", "<shape>.nosuch", "<shape>.nosuch = 1", "<shape>.size = <wrong>"),
    *("<shape>.label = <wrong>", "<shape>.area(<num>)", "<shape>.grow()", "<shape>.grow(<wrong>)", "<shape>.area = 3", "<shape>.hname()", "!str(<shape>)", "!repr(<shape>)", "<shape> == <shape>", "<shape> != <shape>"),
    *("<shape> == <wrong>", "!hash(<shape>) == hash(<shape>)", "<shape> in [<shape>]", "<shape>.same(<shape>)", "bool(<shape>)", "!len(<shape>)", "<shape>[0]", "<shape>()", "<shape> + 1", "!sorted(k for k in dir(<shape>) if k[0] != '_')"),
    *("<shape>._ref_size[0]", "<shape>._ref_size[0] = <num>", "<shape>._ref_grid[1][0]", "<shape>._ref_nosuch", "del <shape>", "del <shape>.size", "<shape>.hname"),
    *("!type(<shape>).__name__", "<shape>.baseattr('size')", "!iter(<shape>)", "getattr(<shape>, 'size')", "setattr(<shape>, 'size', <num>)", "!hasattr(<shape>, 'hidden')", "callable(<shape>.area)"),
    *("<new:neuron> = h.Neuron1()", "<neuron>", "<neuron>.soma", "<neuron>.soma.L", "<neuron>.soma.L = <pos>", "<neuron>.soma(0.5).hh.gnabar", "<neuron>.dend[<int>]", "<neuron>.dend[<idx>]", "!len(<neuron>.dend)", "[d for d in <neuron>.dend]"),
    *("<neuron>.dend[1](<x>).pas.g", "<neuron>.dend[0].parentseg()", "<neuron>.soma.children()", "<neuron>.soma.cell()", "<neuron>.soma.cell() == <neuron>", "<neuron>.soma.name()", "<neuron>.soma.subtree()", "<neuron>.soma = 3"),
    *("<neuron>.syns[0]", "<neuron>.syns[0].get_segment()", "<neuron>.syns.count()", "<neuron>.basal", "!list(<neuron>.basal)", "<neuron>.is_excitable()", "<neuron>.position(<num>, <num>)", "<neuron>.x", "<neuron>.y", "<neuron>.soma == <neuron>.soma"),
    *("<neuron>.dend[0] == <neuron>.dend[1]", "<sec>.connect(<neuron>.soma(<x>))", "<neuron>.soma.is_pysec()", "del <neuron>", "<neuron>.soma.nosuch", "<neuron>.dend[7]", "<neuron>.dend[0].nseg = <nseg>"),
    *("[s.name() for s in h.allsec()]", "h.Neuron1[<int>].soma", "h.Neuron1[0]", "<neuron>.syns[0].tau = <pos>", "h.load_template('nosuch')", "h.IClamp[0]", "dir(h).count('Form')", "'Vector' in dir(h)"),
    *("!repr(h)", "!str(h)", "h == h", "h.Vector == h.Vector", "h.Vector is h.Vector", "callable(h)", "del h.number1", "h.hname()", "bool(h)", "!len(h)", "h['t']", "!iter(h)", "neuron.h is h", "neuron.__version__", "neuron.version"),
]  # fmt: skip
