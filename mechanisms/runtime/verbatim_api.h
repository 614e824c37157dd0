/* NEURON's names for interpreter and data that VERBATIM blocks use: types and functions, implemented for Ranvier's
 * interpreter and data by hoc_like/library/verbatim.
 *
 * Old blocks redeclare them, with or without arguments (`extern double* vector_vec();`). C accepts that if the types
 * agree; otherwise the file is compiled again with RV_NO_PROTOTYPES. They are C functions in both languages. The
 * version macros are those of NEURON 8.2.6, so files use their C branches and declare nothing; without prototypes,
 * those of 8.0. NRNBBCORE is not defined: it marks code for CoreNEURON, which has no scripts. */
#ifndef RANVIER_MECHANISMS_RUNTIME_VERBATIM_API_H
#define RANVIER_MECHANISMS_RUNTIME_VERBATIM_API_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#ifdef __cplusplus /* headers that C++ blocks expect */
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>
#endif

#ifdef __cplusplus
#define RV_C_API extern "C"
#define RV_ARGUMENTS(list) list
#define NRN_VERSION_GTEQ_8_2_0 1
#define NRN_VERSION_INT 80206
#else
#define nullptr ((void*)0)
#define RV_C_API extern
#ifdef RV_NO_PROTOTYPES
#define RV_ARGUMENTS(list) ()
#define NRN_VERSION_INT 80000
#else
#define RV_ARGUMENTS(list) list
#define NRN_VERSION_GTEQ_8_2_0 1
#define NRN_VERSION_INT 80206
#endif
#endif
#define NRN_VERSION_GTEQ(major, minor, patch) (NRN_VERSION_INT >= (major) * 10000 + (minor) * 100 + (patch))
#define NRN_VERSION_EQ(major, minor, patch) (NRN_VERSION_INT == (major) * 10000 + (minor) * 100 + (patch))
#define NRN_VERSION_LT(major, minor, patch) (!NRN_VERSION_GTEQ(major, minor, patch))
#define NRN_VERSION_NE(major, minor, patch) (!NRN_VERSION_EQ(major, minor, patch))
#define NRN_VERSION_LTEQ(major, minor, patch) \
    (NRN_VERSION_LT(major, minor, patch) || NRN_VERSION_EQ(major, minor, patch))
#define NRN_VERSION_GT(major, minor, patch) (!NRN_VERSION_LTEQ(major, minor, patch))
#define NRN_RANVIER 1

/* Blocks know some members by names with an underscore, which NEURON's headers define for mechanisms. */
#define RV_BOTH(type, name) \
    union {                 \
        type name;          \
        type _##name;       \
    }

/* --- types ---------------------------------------------------------------------------------------------------------*/

/* The meaning of a name in a script. In NEURON, u is a union, so no block reads two of its members. */
typedef struct Symbol {
    const char* name;
    RV_BOTH(short, type);
    short subtype;
    struct {
        RV_BOTH(double*, pval); /* a number that does not belong to an object */
        int oboff;              /* hoc_objectdata[oboff]: the value of any number, or of an objref */
        void* ppobj;
    } u;
} Symbol;

typedef struct Symlist {
    void* first;
} Symlist;

typedef struct cTemplate {
    Symbol* sym;
    int id;
} cTemplate;

struct Object;
/* A script's number, string or object. Strings and objects are copies: assignments do not affect the script. */
typedef union Objectdata {
    double *pval, *_pval;
    char** ppstr;
    struct Object** pobj;
    void* _pvoid;
} Objectdata;

/* An object of a script. `this_pointer` is the argument for the functions of Vectors, Lists and Randoms; `dataspace` of
 * a template's object holds its numbers and strings in the order of their declaration. */
typedef struct Object {
    int refcount;
    int index;
    union {
        void* this_pointer;
        Objectdata* dataspace;
    } u;
#ifdef __cplusplus
    cTemplate* ctemplate;
#else
    union {
        cTemplate* ctemplate;
        cTemplate* template;
    };
#endif
    void* of_engine;
} Object;

/* The nodes of all cells, in NEURON's order: the roots, then cell by cell. They are filled in for files whose blocks
 * name them, once the model has been prepared. */
struct Node;
typedef struct NrnThread {
    double _t, _dt, cj;
    int id;
    void* _vcv;
    int ncell, end; /* numbers of roots, and of nodes */
    struct Node** _v_node;
    struct Node** _v_parent; /* null for a root */
    int* _v_parent_index;    /* 0 for a root */
} NrnThread;
#define _NrnThread NrnThread

typedef union Datum {
    double *pval, *_pval;
    double** ppval;
    void* _pvoid;
    double val;
    int i;
#ifdef __cplusplus
    template <typename T>
    T get() const {
        return (T)_pvoid;
    }
#endif
} Datum;

#ifdef RV_LINKED
typedef struct rv_param rv_param;
#else
typedef double rv_param;
#endif

/* A snapshot of a section, taken when C code requested it (chk_access): its neighbors in the tree, the voltages of its
 * segments, and the properties listed at Prop::dparam. */
struct Section;
typedef struct Prop {
    struct Prop* next;
    RV_BOTH(short, type);
    int param_size;
    rv_param*
        param; /* of a point process: what `_p` may be set to; the generator makes param[k] a call of rv_param_at */
    Datum*
        dparam; /* of a point process: its POINTERs from [2] on; of a section: [1] where on its parent, [2] L, [3] the end at the parent, [4] rallbranch, [7] Ra */
} Prop;

typedef struct Node {
    double* _v;   /* the voltage, until the model is prepared again [mV] */
    double _area; /* [um2] */
    struct Section* child;
    RV_BOTH(struct Section*, sec);
    int sec_node_index_;
    RV_BOTH(Prop*, prop);
    NrnThread* _nt; /* null: its thread is unknown */
} Node;
#define NODEV(node) (*((node)->_v))
#define NODEAREA(node) ((node)->_area)
/* The effect of a node on its parent's equation, and of the parent on the node's [mS/cm2]; C code may change them, until
 * the shape or the structure changes. */
#define NODEA(node) (*rv_axial_coefficient(node, 0))
#define NODEB(node) (*rv_axial_coefficient(node, 1))
/* The diagonal and the right side of a node's equation are not accessible: using them is an error. */
#define NODED(node) (*rv_coefficient("NODED"))
#define NODERHS(node) (*rv_coefficient("NODERHS"))

typedef struct Pt3d {
    float x, y, z, d; /* [um] */
    double arc;
} Pt3d;

typedef struct Section {
    int refcount;
    short nnode; /* nseg + 1: the last node is the far end */
    struct Section* parentsec;
    struct Section* child; /* its first child */
    struct Section* sibling;
    Node* parentnode;
    Node** pnode;
    int order;
    short recalc_area_, volatile_mark;
    void* volatile_ptr;
    short npt3d, pt3d_bsize;
    Pt3d* pt3d;
    Pt3d* logical_connection;
    RV_BOTH(Prop*, prop);
} Section;

/* A point process or artificial cell that C code accesses. */
typedef struct Point_process {
    RV_BOTH(Section*, sec);
    Node* node;
    RV_BOTH(Prop*, prop);
    Object* ob;
} Point_process;

typedef void (*pnt_receive_t)(Point_process*, double*, double);

/* A point process; begins with a Point_process. `_p` points to the current rv_point. */
struct rv_point {
    Point_process pnt;
    Prop properties;
    int32_t row;           /* row in the mechanism's columns when its C code was last entered */
    uint32_t instance;     /* the engine's id */
    pnt_receive_t receive; /* set if VERBATIM of the mechanism accesses other instances */
    double** seen;         /* the last known values of the engine's POINTERs */
    Datum* slots;
};

typedef void Rand;
typedef void IvocVect;
typedef void* hoc_Vect;
typedef struct nrnran123_State nrnran123_State;
typedef struct nrnran123_array4x32 {
    uint32_t v[4];
} nrnran123_array4x32;

/* --- functions of the process ---------------------------------------------------------------------------------------
 * RV_API(type, name, (arguments)) */
#define RV_API(type, name, list) RV_C_API type name RV_ARGUMENTS(list)

/* arguments of the running call, counted from 1 */
RV_API(int, ifarg, (int));
RV_API(double*, hoc_getarg, (int));
RV_API(double, chkarg, (int, double, double));
RV_API(double*, hoc_pgetarg, (int));
RV_API(char*, hoc_gargstr, (int));
RV_API(char**, hoc_pgargstr, (int));
RV_API(Object**, hoc_objgetarg, (int));
RV_API(int, hoc_is_double_arg, (int));
RV_API(int, hoc_is_pdouble_arg, (int));
RV_API(int, hoc_is_str_arg, (int));
RV_API(int, hoc_is_object_arg, (int));
RV_API(FILE*, hoc_obj_file_arg, (int));
RV_API(int, hoc_narg, (void));
RV_API(int, hoc_is_tempobj_arg, (int));
#define getarg hoc_getarg
#define gargstr hoc_gargstr

/* strings, errors, memory */
RV_API(void, hoc_assign_str, (char**, const char*));
RV_API(void, hoc_execerror, (const char*, const char*));
RV_API(void, hoc_execerr_ext, (const char*, ...));
RV_API(void, hoc_warning, (const char*, const char*));
RV_API(void*, hoc_Ecalloc, (size_t, size_t));
RV_API(void*, hoc_Emalloc, (size_t));
RV_API(void*, hoc_Erealloc, (void*, size_t));
#define ecalloc hoc_Ecalloc
#define emalloc hoc_Emalloc
#define erealloc hoc_Erealloc
RV_API(void, hoc_malchk, (void));
#define execerror hoc_execerror
RV_API(char**, hoc_temp_charptr, (void));
RV_API(const char*, expand_env_var, (const char*));
RV_API(double, hoc_scan, (FILE*));
RV_API(int, abort_run, (int));
RV_API(int, prterr, (const char*));

/* calling scripts */
RV_API(Symbol*, hoc_lookup, (const char*));
RV_API(Symbol*, hoc_get_symbol, (const char*));
RV_API(Symbol*, hoc_table_lookup, (const char*, Symlist*));
RV_C_API Symlist *hoc_symlist, *hoc_top_level_symlist, *hoc_built_in_symlist;
RV_C_API Objectdata *hoc_objectdata, *hoc_top_level_data;
RV_API(Symbol*, hoc_parse_stmt, (const char*, Symlist**));
RV_API(void, hoc_run_stmt, (Symbol*));
RV_API(Symbol*, hoc_parse_expr, (const char*, Symlist**));
RV_API(double, hoc_run_expr, (Symbol*));
RV_API(void, hoc_free_list, (Symlist**));
RV_API(int, hoc_obj_run, (const char*, Object*));
RV_API(double, hoc_call_objfunc, (Symbol*, int, Object*));
RV_API(double, hoc_call_func, (Symbol*, int));
RV_API(void, hoc_pushx, (double));
RV_API(void, hoc_pushpx, (double*));
RV_API(void, hoc_pushstr, (char**));
RV_API(void, hoc_pushobj, (Object**));
RV_API(int, hoc_oc, (const char*));
RV_API(double*, hoc_val_pointer, (const char*));

/* objects */
RV_API(char*, hoc_object_name, (Object*));
RV_API(void, hoc_obj_ref, (Object*));
RV_API(void, hoc_obj_unref, (Object*));
RV_API(void, hoc_dec_refcount, (Object**));
RV_API(char*, hoc_object_pathname, (Object*));
RV_API(int, is_obj_type, (Object*, const char*));
RV_API(void, check_obj_type, (Object*, const char*));
RV_API(int, ivoc_list_count, (Object*));
RV_API(Object*, ivoc_list_item, (Object*, int));

/* Vectors */
RV_API(void*, vector_arg, (int));
RV_API(int, is_vector_arg, (int));
RV_API(int, vector_arg_px, (int, double**));
RV_API(int, vector_instance_px, (void*, double**));
RV_API(int, vector_capacity, (void*));
RV_API(int, vector_buffer_size, (void*));
RV_API(void, vector_resize, (void*, int));
RV_API(void, vector_append, (void*, double));
RV_API(double*, vector_vec, (void*));
RV_API(Object**, vector_pobj, (void*));
RV_API(void*, vector_new, (int, Object*));
RV_API(void*, vector_new2, (void*));
RV_API(char*, vector_get_label, (void*));
RV_API(void, vector_set_label, (void*, char*));
RV_API(int, nrn_mlh_gsort, (double*, int*, int, int (*)(double, double)));
RV_API(void*, vector_new0, (void));
RV_API(void*, vector_new1, (int));
RV_API(void, vector_delete, (void*));
RV_API(void, install_vector_method, (const char*, double (*)(void*)));

/* random numbers */
RV_API(double, scop_random, (void));
RV_API(void, set_seed, (double));
RV_API(void, setseed, (double));
RV_API(double, exprand, (double));
RV_API(double, normrand, (double, double));
RV_API(int, poisrand, (double));
RV_API(double, nrn_random_pick, (Rand*));
RV_API(void*, nrn_random_arg, (int));
RV_API(int, nrn_get_random_sequence, (Rand*));
RV_API(void, nrn_set_random_sequence, (Rand*, int));
RV_API(int, nrn_random_isran123, (Rand*, uint32_t*, uint32_t*, uint32_t*));
RV_API(int, nrn_random123_getseq, (Rand*, uint32_t*, char*));
RV_API(int, nrn_random123_setseq, (Rand*, uint32_t, char));
RV_API(void, nrn_random_reset, (Rand*));
RV_API(double, nrnRan4dbl, (uint32_t*, uint32_t));
RV_API(uint32_t, nrnRan4int, (uint32_t*, uint32_t));
RV_API(double, mcell_ran4, (uint32_t*, double*, unsigned int, double));
RV_API(double, mcell_ran4a, (uint32_t*));
RV_API(void, mcell_ran4_init, (uint32_t));
RV_API(uint32_t, mcell_iran4, (uint32_t*));
RV_API(nrnran123_State*, nrnran123_newstream, (uint32_t, uint32_t));
RV_API(nrnran123_State*, nrnran123_newstream3, (uint32_t, uint32_t, uint32_t));
RV_API(void, nrnran123_deletestream, (nrnran123_State*));
RV_API(void, nrnran123_getseq, (nrnran123_State*, uint32_t*, char*));
RV_API(void, nrnran123_setseq, (nrnran123_State*, uint32_t, char));
RV_API(void, nrnran123_getids, (nrnran123_State*, uint32_t*, uint32_t*));
RV_API(void, nrnran123_getids3, (nrnran123_State*, uint32_t*, uint32_t*, uint32_t*));
RV_API(double, nrnran123_dblpick, (nrnran123_State*));
RV_API(double, nrnran123_negexp, (nrnran123_State*));
RV_API(double, nrnran123_normal, (nrnran123_State*));
RV_API(uint32_t, nrnran123_ipick, (nrnran123_State*));
RV_API(void, nrnran123_setids, (nrnran123_State*, uint32_t, uint32_t, uint32_t));
RV_API(double, nrnran123_uniform, (nrnran123_State*));
RV_API(nrnran123_array4x32, nrnran123_iran, (uint32_t, uint32_t, uint32_t));
RV_API(nrnran123_array4x32, nrnran123_iran3, (uint32_t, uint32_t, uint32_t, uint32_t));
RV_API(double, nrnran123_uint2dbl, (uint32_t));
RV_API(uint32_t, nrnran123_get_globalindex, (void));
RV_API(void, nrnran123_set_globalindex, (uint32_t));

/* point processes */
RV_API(Point_process*, ob2pntproc, (Object*));
RV_API(Point_process*, ob2pntproc_0, (Object*));
RV_C_API pnt_receive_t* pnt_receive; /* by _prop->_type */
RV_API(struct rv_point*, rv_new_point, (int));
RV_API(uint64_t, rv_places_version, (void));
RV_API(void, rv_find_places, (const char*, int, double**, int));
RV_C_API double* rv_points_time; /* current time [ms], for C code that accesses other instances */
RV_API(void, rv_send_to_point, (Point_process*, const double*, double, double));
RV_API(void, rv_event_of_point, (Point_process*, double));
RV_API(void, rv_move_of_point, (Point_process*, double));
/* rv_param_at: element k of a point process's data, counting array elements. rv_field_at: its k-th variable; for an
 * array, the given element. */
RV_API(double*, rv_param_at, (Prop*, int));
RV_C_API double* rv_field_at(Prop*, int field, int element, ...);
/* NEURON 9's names for the same. */
#define _nrn_mechanism_access_param(prop, ...) (*rv_field_at((prop), __VA_ARGS__, 0))
#define _nrn_mechanism_access_dparam(prop) ((prop)->dparam)
#define _nrn_mechanism_get_type(prop) ((int)(prop)->_type)
#define _nrn_mechanism_get_num_vars(prop) ((prop)->param_size)
#define _nrn_mechanism_access_voltage(node) NODEV(node)
#define _nrn_mechanism_get_nnode(section) ((int)(section)->nnode)
#define _nrn_mechanism_get_node(section, k) ((section)->pnode[k])
#define _nrn_mechanism_get_child(section) ((section)->child)
#define _nrn_mechanism_get_sibling(section) ((section)->sibling)

/* sections */
RV_API(Section*, chk_access, (void));
RV_API(Section*, nrn_noerr_access, (void));
RV_API(const char*, secname, (Section*));
RV_API(void, nrn_pushsec, (Section*));
RV_API(void, nrn_popsec, (void));
RV_API(double, section_length, (Section*));
RV_API(void, rv_find_nodes, (NrnThread*, int may_prepare));

/* steps; NEURON 9's nrn_fixed_step takes a token that says that the data of mechanisms are sorted, which has no use here */
RV_API(void*, nrn_ensure_model_data_are_sorted_opaque, (void));
RV_API(void, nrn_fixed_step, (const void* token));
RV_API(void, nrn_fixed_step_group, (const void* token, int steps));
RV_API(void, cvode_fadvance, (double));

/* the queue of events */
RV_API(double, nrn_event_queue_stats, (double*));
RV_API(void, clear_event_queue, (void));
RV_API(double*, rv_axial_coefficient, (Node*, int of_parent));
RV_API(double*, rv_coefficient, (const char* name));
RV_API(void, state_discontinuity, (int, double*, double));

/* GLOBAL of another mechanism, "minf_hh"; the address stays valid */
RV_API(double*, rv_external, (const char*));

/* formulas */
RV_API(double, nrn_ghk, (double, double, double, double));
RV_API(double, hoc_Exp, (double));
/* These have different names in the program, because other libraries may use the same words. */
#define RV_FORMULA(type, name, list) RV_C_API type name RV_ARGUMENTS(list) __asm__("rv_formula_" #name)
RV_FORMULA(double, factorial, (double));
RV_FORMULA(double, gauss, (double, double, double));
RV_FORMULA(double, poisson, (double, double));
RV_FORMULA(double, hyperbol, (double, double, double));
RV_FORMULA(double, revhyperbol, (double, double, double));
RV_FORMULA(double, sigmoid, (double, double, double, double));
RV_FORMULA(double, revsigmoid, (double, double, double, double));
RV_FORMULA(double, harmonic, (double, double, double, double));

/* forcing functions; the first two arguments note that the value has jumped */
RV_FORMULA(double, threshold, (int*, double*, double, double, const char*));
RV_FORMULA(double, squarewave, (int*, double*, double, double, double));
RV_FORMULA(double, sawtooth, (int*, double*, double, double, double));
RV_FORMULA(double, revsawtooth, (int*, double*, double, double, double));
RV_FORMULA(double, ramp, (int*, double*, double, double, double, double));
RV_FORMULA(double, pulse, (int*, double*, double, double, double, double));
RV_FORMULA(double, perpulse, (int*, double*, double, double, double, double, double));
RV_FORMULA(double, step, (int*, double*, double, double, double));
RV_FORMULA(double, perstep, (int*, double*, double, double, double, double));
RV_FORMULA(double, stepforce, (int*, double*, double, const char*));
RV_FORMULA(double, force, (double, const char*));

/* variables of the process */
RV_C_API double hoc_epsilon;
RV_C_API int stoprun;
/* Works even after `extern int cvode_active_;`, which then redeclares the function. */
RV_API(int, rv_cvode_active, (void));
#define cvode_active_ (rv_cvode_active())
RV_C_API int nrnmpi_myid, nrnmpi_numprocs;
RV_C_API int nrn_nthread; /* 1: mechanisms with VERBATIM run on one thread */

#endif
