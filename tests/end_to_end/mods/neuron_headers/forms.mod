: formulas and forcing functions of NMODL
NEURON { SUFFIX nothing }
FUNCTION form(k, x) { LOCAL y
    if (k == 0) { form = factorial(fabs(x)) }
    if (k == 1) { form = gauss(x, 2, 3) }
    if (k == 2) { form = poisson(fabs(x), 2.5) }
    if (k == 3) { form = hyperbol(x, 3, 40) }
    if (k == 4) { form = revhyperbol(x, 3, 40) }
    if (k == 5) { form = sigmoid(fabs(x), 3, 2, 4) }
    if (k == 6) { form = revsigmoid(fabs(x), 3, 2, 4) }
    if (k == 7) { form = harmonic(x, 7, 2, 0.5) }
    if (k == 8) { form = squarewave(x, 3, 2) }
    if (k == 9) { form = sawtooth(x, 3, 2) }
    if (k == 10) { form = revsawtooth(x, 3, 2) }
    if (k == 11) { form = ramp(x, 2, 5, 4) }
    if (k == 12) { form = pulse(x, 2, 5, 4) }
    if (k == 13) { form = perpulse(x, 2, 5, 1, 2) }
    if (k == 14) { form = step(x, 3, 8) }
    if (k == 15) { form = perstep(x, 1, 2, 3) }
    if (k == 16) { form = force(x, "points.dat") }
    if (k == 17) { form = stepforce(x, "points.dat") }
}
FUNCTION in_c(x) {
VERBATIM
    int jumped = 0;
    double before = 0.;
    _lin_c = pulse(&jumped, &before, _lx, 2., 5., 4.) + 10. * jumped + gauss(_lx, 0., 1.);
ENDVERBATIM
}
