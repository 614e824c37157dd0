/* The names by which VERBATIM blocks reach NEURON's interpreter and data, over Ranvier's own: types and functions of the
 * process. hoc_like/library/verbatim implements them.
 *
 * Old blocks declare them anew, with or without arguments (`extern double* vector_vec();`), so in C they are declared
 * without. They are C functions in both languages. Files see themselves compiled for NEURON 8.0 in C, which makes them
 * take their plain C branches, and for 8.2.6 in C++.
 */
#ifndef RANVIER_MECHANISMS_RUNTIME_VERBATIM_API_H
#define RANVIER_MECHANISMS_RUNTIME_VERBATIM_API_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#ifdef __cplusplus  /* what C++ blocks expect to be there */
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
#define RV_ARGUMENTS(list) ()
#define NRN_VERSION_INT 80000
#endif
#define NRN_VERSION_GTEQ(major, minor, patch) (NRN_VERSION_INT >= (major)*10000 + (minor)*100 + (patch))
#define NRN_VERSION_EQ(major, minor, patch) (NRN_VERSION_INT == (major)*10000 + (minor)*100 + (patch))
#define NRN_VERSION_LT(major, minor, patch) (!NRN_VERSION_GTEQ(major, minor, patch))
#define NRNBBCORE 1
#define NRN_RANVIER 1

/* --- types ---------------------------------------------------------------------------------------------------------*/

typedef struct Symbol {
    const char* name;
    short type;
    union {
        double* pval;
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

/* An object of a script. `this_pointer` is what the functions for Vectors, Lists and Randoms take. */
typedef struct Object {
    int refcount;
    int index;
    union {
        void* this_pointer;
        void* dataspace;
    } u;
#ifdef __cplusplus
    cTemplate* ctemplate;
#else
    cTemplate* template;
#endif
    void* of_engine;
} Object;

typedef struct NrnThread {
    double _t, _dt, cj;
    int id;
} NrnThread;

typedef union Datum {
    double* pval;
    double** ppval;
    void* _pvoid;
    double val;
    int i;
} Datum;

typedef struct Point_process {
    void* _prop;
} Point_process;

typedef struct Section Section;
typedef void Rand;
typedef void IvocVect;
typedef void* hoc_Vect;
typedef struct nrnran123_State nrnran123_State;

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

/* calling scripts */
RV_API(Symbol*, hoc_lookup, (const char*));
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
RV_API(double, nrnran123_uint2dbl, (uint32_t));
RV_API(uint32_t, nrnran123_get_globalindex, (void));
RV_API(void, nrnran123_set_globalindex, (uint32_t));

/* sections */
RV_API(Section*, chk_access, (void));
RV_API(const char*, secname, (Section*));

/* GLOBAL of another mechanism, "minf_hh"; the address holds */
RV_API(double*, rv_external, (const char*));

/* formulas */
RV_API(double, nrn_ghk, (double, double, double, double));

/* variables of the process */
RV_C_API double hoc_epsilon;
RV_C_API int stoprun;
RV_C_API int nrnmpi_myid, nrnmpi_numprocs;
RV_C_API int nrn_nthread; /* 1: mechanisms with VERBATIM run on one */

#endif
