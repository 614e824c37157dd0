"""The values of NEURON's build options, for scripts that read them."""

arguments = {
    "CORENRN_ENABLE_GPU": False,
    "CORENRN_ENABLE_SHARED": False,
    "NRN_ENABLE_CORENEURON": False,
    "NRN_ENABLE_INTERVIEWS": False,
    "NRN_ENABLE_MECH_DLL_STYLE": True,
    "NRN_ENABLE_MPI": True,
    "NRN_ENABLE_MPI_DYNAMIC": True,
    "NRN_ENABLE_MUSIC": False,
    "NRN_ENABLE_PYTHON": True,
    "NRN_ENABLE_PYTHON_DYNAMIC": True,
    "NRN_ENABLE_RX3D": False,
    "NRN_ENABLE_SHARED": True,
    "NRN_ENABLE_TESTS": False,
    "NRN_ENABLE_THREADS": True,
}
