"""neuron.rxd is missing: importing it says so."""

raise ModuleNotFoundError(
    "neuron.rxd (reactions and diffusion) is not part of Ranvier; docs/limits.md lists what is missing, and LONGITUDINAL_DIFFUSION in KINETIC "
    "blocks of NMODL is supported"
)
