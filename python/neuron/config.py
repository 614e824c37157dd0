"""The values of NEURON's build options, for scripts that read them."""

arguments = {
    "NRN_ENABLE_CORENEURON": False,
    "NRN_ENABLE_INTERVIEWS": False,
    "NRN_ENABLE_MPI": True,
    "NRN_ENABLE_MUSIC": False,
    "NRN_ENABLE_PYTHON": True,
    "NRN_ENABLE_RX3D": False,
}
