: whether steps are variable
NEURON { SUFFIX steps RANGE variable }
ASSIGNED { variable }
INITIAL {
VERBATIM
    { extern int cvode_active_;
    variable = cvode_active_; }
ENDVERBATIM
}
