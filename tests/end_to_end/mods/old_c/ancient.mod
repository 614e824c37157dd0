: C of before 1989, as models of the 1990s have it
NEURON {
    POINT_PROCESS Ancient
    RANGE x, total
    POINTER store
}
PARAMETER { x = 2 }
ASSIGNED { total store }

VERBATIM
extern void* nrn_random_arg(int);
extern double nrn_random_pick(void*);
#define CELLS ((struct cells*)_p_store)
struct cells { int n; double value[10]; };
static counter;
static add(number, to)
double number;
struct cells *to;
{
    if (to->n >= 10) return;
    to->value[to->n++] = number;
    counter++;
    return;
}
double total_of(cells) struct cells *cells; {
    int i; double sum;
    for (i = 0, sum = 0.; i < cells->n; i++) sum += cells->value[i];
    return sum;
}
ENDVERBATIM

CONSTRUCTOR {
VERBATIM
    _p_store = (double*)ecalloc(1, sizeof(struct cells));
ENDVERBATIM
}
DESTRUCTOR {
VERBATIM
    free(_p_store);
ENDVERBATIM
}
PROCEDURE remember(number) {
VERBATIM
    if (_lnumber < 0.) return;
    add(_lnumber*x, CELLS);
    total = total_of(CELLS);
ENDVERBATIM
}
FUNCTION remembered() {
VERBATIM
    return (double)counter;
ENDVERBATIM
}
