: b diffuses and reacts with nothing
NEURON { SUFFIX difz  }
PARAMETER { D = 0.3 }
STATE { a b c }
INITIAL { a = 1 b = 2 c = 3 }
BREAKPOINT { SOLVE k METHOD sparse }
KINETIC k {
  COMPARTMENT 10 {a b c}
  LONGITUDINAL_DIFFUSION D {a b}
  ~ a <-> c (0.1, 0.2)
}
