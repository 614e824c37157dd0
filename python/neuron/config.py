"""What NEURON's build options are here, by their names there, for scripts that ask."""

arguments = {
    "NRN_ENABLE_CORENEURON": False,
    "NRN_ENABLE_INTERVIEWS": False,
    "NRN_ENABLE_MPI": True,
    "NRN_ENABLE_MUSIC": False,
    "NRN_ENABLE_PYTHON": True,
    "NRN_ENABLE_RX3D": False,
}
