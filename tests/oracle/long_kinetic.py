"""KINETIC schemes with many states: calcium, magnesium and buffers in shells, which diffuse by reactions and bind."""

SPECIES = ("ca", "mg", "p", "pca", "pmg", "b", "bca", "bcaca")


def scheme(name, shells, verbatim=False):
    """The text of a .mod file with 8 states a shell. `verbatim`: with VERBATIM, so that it becomes C."""
    diffusion = "\n".join(
        f"        ~ {s}[i] <-> {s}[i+1] (diffuse_{s}*frat[i+1], diffuse_{s}*frat[i+1])" for s in SPECIES
    )
    parameters = " ".join(f"diffuse_{s} = {0.2 / (k + 1):.3g}" for k, s in enumerate(SPECIES))
    states = " ".join(f"{s}[{shells}]" for s in SPECIES)
    changed = "VERBATIM\n    seen = seen + 1;\nENDVERBATIM" if verbatim else "seen = seen + 1"
    return f"""
NEURON {{
    SUFFIX {name}
    USEION ca READ ica, cai WRITE cai
    RANGE total, pump, seen
    {"" if verbatim else "THREADSAFE"}
}}
DEFINE shells {shells}
PARAMETER {{ {parameters} kp = 20 up = 0.01 km = 5 um = 0.3 k1 = 40 u1 = 0.03 k2 = 15 u2 = 0.02 pump = 2e-5 }}
ASSIGNED {{ ica cai diam frat[shells] vrat[shells] total seen }}
STATE {{ {states} }}
INITIAL {{ LOCAL r
    seen = 0
    FROM i = 0 TO shells-1 {{
        r = (shells - i)/shells
        vrat[i] = r*r - (r - 1/shells)*(r - 1/shells)
        frat[i] = 2*r
        ca[i] = 5e-5  mg[i] = 0.5
        p[i] = 0.05  pca[i] = 0.001  pmg[i] = 0.02
        b[i] = 0.03  bca[i] = 0.002  bcaca[i] = 0.0005
    }}
    cai = ca[0]
}}
BREAKPOINT {{
    SOLVE state METHOD sparse
    total = 0
    FROM i = 0 TO shells-1 {{ total = total + vrat[i]*(ca[i] + pca[i] + bca[i] + 2*bcaca[i]) }}
    {changed}
}}
LOCAL volume
KINETIC state {{
    COMPARTMENT i, diam*diam*vrat[i] {{ {" ".join(SPECIES)} }}
    ~ ca[0] << (-ica*3.14159*diam/(2*96.485) - pump*ca[0]/(ca[0] + 0.001))
    FROM i = 0 TO shells-2 {{
{diffusion}
    }}
    FROM i = 0 TO shells-1 {{
        volume = diam*diam*vrat[i]
        ~ ca[i] + p[i] <-> pca[i] (kp*volume, up*volume)
        ~ mg[i] + p[i] <-> pmg[i] (km*volume, um*volume)
        ~ ca[i] + b[i] <-> bca[i] (k1*volume, u1*volume)
        ~ ca[i] + bca[i] <-> bcaca[i] (k2*volume, u2*volume)
    }}
    cai = ca[0]
}}
"""
