NEURON {
    SUFFIX vextern
    EXTERNAL shift_vchan, eps_IntFire4
}
ASSIGNED { shift_vchan eps_IntFire4 }
FUNCTION both() { both = shift_vchan + eps_IntFire4 }
