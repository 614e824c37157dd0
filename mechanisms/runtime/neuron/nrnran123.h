/* For VERBATIM blocks that include NEURON's header of this name: its functions are in verbatim_api.h, which every block
 * sees without an include. */
