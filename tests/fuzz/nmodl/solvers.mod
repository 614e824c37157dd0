TITLE  all solvers
NEURON { SUFFIX s GLOBAL q RANGE a THREADSAFE }
UNITS { (mV) = (millivolt) F = (faraday) (coulomb) }
INDEPENDENT { t FROM 0 TO 1 WITH 1 (ms) }
PARAMETER { q = 3 }
CONSTANT { z = 2 }
ASSIGNED { a[3] v }
STATE { m h n x y }
LOCAL file
INITIAL { m = 0 SOLVE lin h = 1 }
BREAKPOINT {
    SOLVE states METHOD cnexp
    SOLVE more METHOD runge
    SOLVE lin
    SOLVE non METHOD newton
    if (v > 0 && !(m < 1)) { a[0] = m } else if (v == 0) { a[1] = h } else { a[2] = fabs(-x) }
}
DERIVATIVE states { rates(v) m' = (1 - m)/q  h' = -h*h }
DERIVATIVE more { n'' = -n + sin(t) }
LINEAR lin { ~ 2*x + y = 1 ~ x - y*q = v }
NONLINEAR non { ~ m*h = 1 ~ h^2 + m = 3 }
PROCEDURE rates(v (mV)) { LOCAL w, u[2] TABLE a DEPEND q, celsius FROM -100 TO 100 WITH 200
    w = 1 WHILE (w < 10) { w = w*2 } FROM j = 0 TO 2 { a[j] = w } }
FUNCTION f(x, y) (mV) { f = x^y + exp(-x/1(mV)) }
FUNCTION_TABLE ft(v, w)
BEFORE STEP { q = q }
AFTER SOLVE { file = f(1, 2) }
