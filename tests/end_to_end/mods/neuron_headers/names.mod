: names of scripts, temporary objects, sorting, streams
NEURON { SUFFIX nothing }
VERBATIM
static int ascending(double a, double b) { return a < b ? -1 : a > b; }
ENDVERBATIM
FUNCTION value_of() {
VERBATIM
    Symbol* name = hoc_get_symbol(gargstr(1));
    _lvalue_of = *hoc_objectdata[name->u.oboff].pval;
ENDVERBATIM
}
FUNCTION size_of() {
VERBATIM
    Symbol* name = hoc_lookup(gargstr(1));
    _lsize_of = vector_capacity((IvocVect*)(*hoc_objectdata[name->u.oboff].pobj)->u.this_pointer);
ENDVERBATIM
}
FUNCTION is_new() {
VERBATIM
    _lis_new = hoc_is_tempobj_arg(1);
ENDVERBATIM
}
PROCEDURE order_by() {
VERBATIM
    double *by, *to;
    int k, n = vector_arg_px(1, &by);
    int* order = (int*)malloc(n * sizeof(int));
    vector_arg_px(2, &to);
    for (k = 0; k < n; ++k) order[k] = k;
    nrn_mlh_gsort(by, order, n, ascending);
    for (k = 0; k < n; ++k) to[k] = order[k];
    free(order);
ENDVERBATIM
}
FUNCTION stream_of() {
VERBATIM
    uint32_t a = 0, b = 0, c = 0, at;
    char which;
    Rand* random = (Rand*)nrn_random_arg(1);
    _lstream_of = nrn_random_isran123(random, &a, &b, &c);
    if (_lstream_of) {
        nrn_random123_getseq(random, &at, &which);
        _lstream_of = a + 10. * b + 100. * c + 1000. * at + 10000. * which;
        nrn_random123_setseq(random, 7, 2);
    }
ENDVERBATIM
}
FUNCTION run_twice() {
VERBATIM
    Symlist* list = NULL;
    Symbol* statement = hoc_parse_stmt(gargstr(1), &list);
    hoc_run_stmt(statement);
    hoc_run_stmt(statement);
    hoc_free_list(&list);
    _lrun_twice = hoc_run_expr(hoc_parse_expr(gargstr(2), &list));
ENDVERBATIM
}
FUNCTION converted() {
VERBATIM
    hoc_pushx(3);
    hoc_pushx(4);
    _lconverted = hoc_call_func(hoc_lookup("from_script"), 2);
ENDVERBATIM
}
FUNCTION count_arguments() {
VERBATIM
    int i;
    for (i = 0; ifarg(i); i++) {}
    _lcount_arguments = i - 1;
ENDVERBATIM
}
