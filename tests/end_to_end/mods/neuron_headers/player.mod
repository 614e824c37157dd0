: plays the numbers of a Vector, which it keeps from being freed; its scripts' part is left out where there are no scripts
NEURON {
    ARTIFICIAL_CELL Player
    RANGE next
    POINTER kept
}
ASSIGNED { next kept at }
VERBATIM
#include "beside.h"
ENDVERBATIM
INITIAL {
    next = 0
    find()
    if (at >= 0) { net_send(at - t, 4) }
}
NET_RECEIVE(w) {
    if (flag == 4) {
        net_event(t)
        find()
        if (at >= 0) { net_send(at - t, 4) }
    }
}
PROCEDURE find() {
    at = -1
VERBATIM
    void* from = (void*)_p_kept;
    if (from && (int)next < vector_capacity((IvocVect*)from)) at = vector_vec((IvocVect*)from)[(int)next];
ENDVERBATIM
    next = next + 1
}
PROCEDURE take() {
VERBATIM
#if !NRNBBCORE
    void** place = (void**)(&_p_kept);
    void* given = ifarg(1) ? (void*)vector_arg(1) : NULL;
    if (given) hoc_obj_ref(*vector_pobj((IvocVect*)given));
    if (*place) hoc_obj_unref(*vector_pobj((IvocVect*)*place));
    *place = given;
#endif
ENDVERBATIM
}
FUNCTION doubled(x) {
VERBATIM
    _ldoubled = TWICE(_lx);
ENDVERBATIM
}
DESTRUCTOR {
VERBATIM
#ifndef NRNBBCORE
    if (_p_kept) hoc_obj_unref(*vector_pobj((IvocVect*)_p_kept));
#endif
ENDVERBATIM
}
