: an artificial cell that keeps a private structure and reads the constructor's arguments
NEURON {
    ARTIFICIAL_CELL vcell
    RANGE level, id
    THREADSAFE
    BBCOREPOINTER own
}
PARAMETER { level = 0 }
ASSIGNED { id own }
VERBATIM
typedef struct { int count; double last; } own_t;
#define OWN ((own_t*)_p_own)
static void bbcore_write(double* reals, int* ints, int* reals_at, int* ints_at, _threadargsproto_) {}
static void bbcore_read(double* reals, int* ints, int* reals_at, int* ints_at, _threadargsproto_) {}
ENDVERBATIM
CONSTRUCTOR {
VERBATIM
    own_t** place = (own_t**)(&_p_own);
    *place = (own_t*)calloc(1, sizeof(own_t));
    id = ifarg(1) ? *getarg(1) : -1.;
ENDVERBATIM
}
DESTRUCTOR {
VERBATIM
    free(OWN);
ENDVERBATIM
}
INITIAL {
    level = 0
VERBATIM
    OWN->count = 0;
ENDVERBATIM
    net_send(2 + id, 1)
}
NET_RECEIVE(w) {
VERBATIM
    OWN->count += 1;
    OWN->last = t;
    if (_lflag == 0. && OWN->count > 6)
ENDVERBATIM
    { net_event(t) }
    if (flag == 0) {
        level = level + w
        net_move(t + 1.3)
    }
    if (flag == 1) {
        net_event(t)
        net_send(3, 1)
    }
}
FUNCTION counted() {
VERBATIM
    _lcounted = OWN->count*1000. + OWN->last;
ENDVERBATIM
}
