: artificial cells that call each other's NET_RECEIVE and read what others keep
NEURON {
    ARTIFICIAL_CELL Chain
    RANGE level, heard
    POINTER own
}
ASSIGNED { level heard own }
VERBATIM
#ifdef NRN_MECHANISM_DATA_IS_SOA
#define type_of(prop) _nrn_mechanism_get_type(prop)
#define kept_of(prop) static_cast<kept_t*>(_nrn_mechanism_access_dparam(prop)[2].get<void*>())
#define go_to(point) neuron::legacy::set_globals_from_prop(point->_prop, _ml_real, _ml, _iml); _ppvar = _nrn_mechanism_access_dparam(point->_prop)
#else
#define type_of(prop) (prop)->_type
#define kept_of(prop) (*((kept_t**)&((prop)->dparam[2])))
#define go_to(point) _p = point->_prop->param; _ppvar = point->_prop->dparam
#endif
typedef struct { int number; Point_process* next; } kept_t;
#define KEPT (*((kept_t**)&(_p_own)))
static Point_process* sender;
ENDVERBATIM
CONSTRUCTOR {
VERBATIM
    *((kept_t**)&(_p_own)) = (kept_t*)calloc(1, sizeof(kept_t));
    KEPT->number = ifarg(1) ? (int)*getarg(1) : -1;
ENDVERBATIM
}
INITIAL { level = 0  heard = 0 }
NET_RECEIVE(w) {
VERBATIM
    Point_process* next = KEPT->next;
    if (_lflag == 7.) {
ENDVERBATIM
        heard = heard + 1
        net_event(t)
VERBATIM
    } else {
        level += _args[0];
        heard += 10 * KEPT->number;
        if (next && _args[0] > 0.2) {
            double less[1];
            less[0] = _args[0] / 2.;
            (*pnt_receive[type_of(next->_prop)])(next, less, _lflag);
            go_to(_pnt);
        }
        level += 0.001;
        sender = _pnt;
    }
ENDVERBATIM
    if (flag == 0 && w > 0.9) { net_send(1.5, 7) }
}
PROCEDURE follow() {
VERBATIM
    KEPT->next = ob2pntproc(*hoc_objgetarg(1));
ENDVERBATIM
}
FUNCTION number_of() {
VERBATIM
    Object* object = ivoc_list_item(*hoc_objgetarg(1), (int)*getarg(2));
    Point_process* point = (Point_process*)object->u.this_pointer;
    _lnumber_of = kept_of(point->_prop)->number;
ENDVERBATIM
}
FUNCTION raise_all() {
VERBATIM
    Object* list = *hoc_objgetarg(1);
    int k, n = ivoc_list_count(list);
    _lraise_all = 0.;
    for (k = 0; k < n; ++k) {
        Point_process* point = ob2pntproc(ivoc_list_item(list, k));
        go_to(point);
        level += 100. * KEPT->number;
        _lraise_all += level;
    }
ENDVERBATIM
}
FUNCTION first_text() {
VERBATIM
    _lfirst_text = strlen(*((*hoc_objgetarg(1))->u.dataspace->ppstr));
ENDVERBATIM
}
FUNCTION last_of() {
VERBATIM
    Symbol* name = hoc_lookup("grid");
    _llast_of = hoc_objectdata[name->u.oboff]._pval[5] + strlen(*hoc_objectdata[hoc_lookup("word")->u.oboff].ppstr);
ENDVERBATIM
}
