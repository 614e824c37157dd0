: an artificial cell whose C code reads, changes, calls and sends events to point processes of other mechanisms
NEURON {
    ARTIFICIAL_CELL Visitor
    RANGE seen, own
}
PARAMETER { own = 3 }
ASSIGNED { seen }
VERBATIM
#define PLACES 10
#ifdef NRN_MECHANISM_DATA_IS_SOA
#define element(prop, k) _nrn_mechanism_access_param(prop, k)
#define type_of(prop) _nrn_mechanism_get_type(prop)
#else
#define element(prop, k) (prop)->param[k]
#define type_of(prop) (prop)->_type
#endif
static Point_process* places[PLACES];
static int place_count = 0;
static double weights[2];
ENDVERBATIM
INITIAL { seen = 0 net_send(1, 1) }
PROCEDURE visit() {
VERBATIM
    Object* one = *hoc_objgetarg(1);
    if (place_count == PLACES) hoc_execerror("too many places", 0);
    places[place_count++] = ob2pntproc(one);
ENDVERBATIM
}
FUNCTION value(which, k) {
VERBATIM
    _lvalue = element(places[(int)_lwhich]->_prop, (int)_lk);
ENDVERBATIM
}
FUNCTION value_of(which, k, at) {
VERBATIM
    _lvalue_of = _nrn_mechanism_access_param(places[(int)_lwhich]->_prop, (int)_lk, (int)_lat);
ENDVERBATIM
}
PROCEDURE put(which, k, x) {
VERBATIM
    element(places[(int)_lwhich]->_prop, (int)_lk) = _lx;
ENDVERBATIM
}
FUNCTION kin(which) {
VERBATIM
    _lkin = type_of(places[(int)_lwhich]->_prop) == type_of(places[0]->_prop);
ENDVERBATIM
}
FUNCTION same_class() {
VERBATIM
    _lsame_class = (*hoc_objgetarg(1))->ctemplate == (*hoc_objgetarg(2))->ctemplate;
ENDVERBATIM
}
NET_RECEIVE(w) {
VERBATIM
    {
        int k;
        for (k = 0; k < place_count; ++k) {
            Point_process* to = places[k];
            if (k == 3) continue; /* this one itself */
            weights[0] = 0.001*(k + 1);
            (*pnt_receive[type_of(to->_prop)])(to, weights, 0.);
            net_send((void**)0, weights, to, t + 0.25*(k + 1), 5. + k);
        }
    }
ENDVERBATIM
    seen = seen + 1
    if (seen < 4) { net_send(2.5, 1) }
}
