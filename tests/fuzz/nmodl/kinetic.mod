NEURON { SUFFIX kin USEION ca READ cao, ica WRITE cai, ica NONSPECIFIC_CURRENT i RANGE flux }
DEFINE N 4
PARAMETER { k1 = 1 (/mM-ms) k2 = 0.3 D = 0.05 <0, 1e9> }
ASSIGNED { v diam ica cao i flux vol[N] }
STATE { ca[N] (mM) START 0.1 pump pumpca cai }
INITIAL { FROM j = 0 TO N-1 { vol[j] = j + 1 } SOLVE kin STEADYSTATE sparse }
BREAKPOINT { SOLVE kin METHOD sparse  i = flux*v }
KINETIC kin {
    COMPARTMENT j, diam*vol[j] { ca }
    LONGITUDINAL_DIFFUSION D { ca }
    ~ ca[0] << (-ica)
    FROM j = 0 TO N-2 { ~ ca[j] <-> ca[j+1] (D, D*2) }
    ~ 2 ca[0] + pump <-> pumpca (k1, k2)
    ~ pumpca -> (0.1)
    flux = f_flux - b_flux
    CONSERVE pump + pumpca = 1
    cai = ca[0]
}
