NEURON { SUFFIX cach USEION ca READ eca, cai WRITE ica RANGE g, m, h, c USEION k READ ek WRITE ik NONSPECIFIC_CURRENT il GLOBAL minf, taum}
UNITS { (mV)=(millivolt) (mA)=(milliamp) (S)=(siemens) (mM)=(milli/liter)}
PARAMETER { g=.001 (S/cm2) gk=.0005 (S/cm2) kd=.001 (mM) }
ASSIGNED { v (mV) eca (mV) ek (mV) ica (mA/cm2) ik (mA/cm2) il (mA/cm2) minf taum (ms) hinf tauh (ms) c cai (mM) celsius (degC) }
STATE { m h }
INITIAL { rates(v) m=minf h=hinf }
BREAKPOINT { SOLVE st METHOD cnexp
 ica = g*m^2*h*(v-eca)
 c = cai/(cai+kd)
 ik = gk*c*(v-ek)
 il = 1e-5*(v+60)
}
DERIVATIVE st { rates(v) m'=(minf-m)/taum h'=(hinf-h)/tauh }
PROCEDURE rates(v (mV)) { LOCAL q
 TABLE minf, taum, hinf, tauh DEPEND celsius FROM -100 TO 100 WITH 200
 q=3^((celsius-20)/10)
 minf=1/(1+exp(-(v+35)/7)) taum=(1+ 3*exp(-((v+30)/20)^2))/q
 hinf=1/(1+exp((v+50)/6)) tauh=30/q
}
