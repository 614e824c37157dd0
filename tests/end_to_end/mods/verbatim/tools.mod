: functions without a mechanism: strings, Vectors, Lists, calls of hoc
NEURON {
    SUFFIX nothing
    GLOBAL tools_base, tools_table
}
PARAMETER { tools_base = -1.5 }
ASSIGNED { tools_table[3] }

VERBATIM
#ifndef NRN_VERSION_GTEQ_8_2_0
extern double* vector_vec();
extern void* vector_arg();
extern Object** hoc_objgetarg();
extern int ivoc_list_count(Object*);
extern Object* ivoc_list_item(Object*, int);
extern char* gargstr();
extern char** hoc_pgargstr();
#endif
static double scale(void* vv) {
    int i, n;
    double* x;
    n = vector_instance_px(vv, &x);
    for (i = 0; i < n; i++) x[i] = x[i] * *getarg(1) + tools_base;
    return (double)n;
}
static double longer(void* vv) {
    int n = vector_capacity((IvocVect*)vv);
    vector_resize((IvocVect*)vv, n + 2);
    vector_vec((IvocVect*)vv)[n] = 7.;
    vector_vec((IvocVect*)vv)[n + 1] = hoc_is_object_arg(1) ? 1. : 2.;
    return 0.;
}
ENDVERBATIM

PROCEDURE install_tools() {
VERBATIM
    install_vector_method("scale_by", scale);
    install_vector_method("longer", longer);
ENDVERBATIM
}

FUNCTION sum_of_list() {
VERBATIM
    Object* list = *hoc_objgetarg(1);
    int i, k, n = ivoc_list_count(list);
    _lsum_of_list = 0.;
    for (i = 0; i < n; ++i) {
        double* x;
        Object* item = ivoc_list_item(list, i);
        int size = vector_instance_px(item->u.this_pointer, &x);
        for (k = 0; k < size; ++k) _lsum_of_list += x[k];
    }
ENDVERBATIM
}

FUNCTION call_back(x) {
VERBATIM
    Symbol* function = hoc_lookup("from_script");
    hoc_pushx(_lx);
    hoc_pushx(2.);
    _lcall_back = hoc_call_func(function, 2);
ENDVERBATIM
}

PROCEDURE greet() {
VERBATIM
    char text[100];
    sprintf(text, "hello %s %g", gargstr(2), ifarg(3) ? *getarg(3) : -1.);
    hoc_assign_str(hoc_pgargstr(1), text);
ENDVERBATIM
}

FUNCTION middle() {
VERBATIM
    double* px = hoc_pgetarg(1);
    px[1] += 100.;
    _lmiddle = px[1] + px[2];
ENDVERBATIM
}

PROCEDURE refuse(n) {
VERBATIM
    if (_ln > 2.) hoc_execerror("too many for refuse:", "n");
ENDVERBATIM
    tools_table[1] = n
}

FUNCTION fill_table() {
    FROM i = 0 TO 2 { tools_table[i] = i * tools_base }
    fill_table = tools_table[2]
}

FUNCTION ghk_of(vm, in, out, z) { fill_table_again() ghk_of = nrn_ghk(vm, in, out, z) }
PROCEDURE fill_table_again() { LOCAL unused  unused = fill_table() }
