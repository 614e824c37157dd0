/* The one header between compiled mechanisms and the engine.
 *
 * A shared object (or a library linked into ranvier) made from .mod files exports `rv_mechanisms`. The engine
 * copies the descriptions, stores all values, in one array ("column") per variable over a mechanism's instances, and
 * calls the functions below, each for a range of instances of one block. The interface has only C types and a version
 * number that is checked when a library is loaded. Nothing here allocates; each pointer's target belongs to the side
 * that passes the pointer.
 *
 * Units follow NEURON: v mV, t ms, density currents mA/cm2, point currents nA, concentrations mM, area um2.
 * All functions that return int return 0, or nonzero after services->fail(...) was called.
 */
#ifndef RANVIER_MECHANISMS_RUNTIME_ABI_H
#define RANVIER_MECHANISMS_RUNTIME_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RV_ABI_VERSION 12

/* RV_NOTHING: only functions and globals (SUFFIX nothing), which scripts see without suffix. */
typedef enum { RV_DENSITY, RV_POINT_PROCESS, RV_ARTIFICIAL_CELL, RV_NOTHING } rv_kind;

/* The contents of a column; decides how hoc's range variables, initialization and saved states treat it. */
typedef enum { RV_PARAMETER, RV_ASSIGNED, RV_STATE } rv_role;

/* A variable with one value per instance. An array of `length` n > 1 takes n consecutive columns. */
typedef struct {
    const char* name;       /* as in the .mod file: "gnabar", without suffix */
    const char* units;      /* "" if none */
    rv_role role;
    int32_t length;         /* 1, or the length of an array variable */
    int32_t visible;        /* nonzero: scripts see it (RANGE, PARAMETER of a point process, STATE) */
    double default_value;   /* of parameters and of states (their START value) */
    double low, high;       /* limits declared in PARAMETER; low > high: none */
} rv_field;

/* A variable with one value for the whole mechanism (GLOBAL), stored in rv_instances::global. */
typedef struct {
    const char* name;       /* "usetable"; scripts see name_suffix */
    const char* units;
    int32_t length;
    int32_t visible;        /* bit 0: scripts see it; bit 1: it is a PARAMETER, a number that scripts choose */
    double default_value;
    double low, high;
} rv_global;

/* How a mechanism uses an ion. */
enum {
    RV_READS_EREV = 1, RV_READS_INSIDE = 2, RV_READS_OUTSIDE = 4, RV_READS_CURRENT = 8,
    RV_WRITES_CURRENT = 16, RV_WRITES_INSIDE = 32, RV_WRITES_OUTSIDE = 64, RV_WRITES_EREV = 128
};
typedef struct {
    const char* name;       /* "na" */
    uint32_t use;           /* RV_READS_... | RV_WRITES_... */
    int32_t has_valence;
    double valence;         /* from VALENCE, if has_valence */
} rv_ion_use;

/* The columns of an ion. Instance i has element `index[i]`, or `first + i` if index is null. */
typedef struct {
    double* erev;           /* mV */
    double* inside;         /* mM */
    double* outside;        /* mM */
    double* current;        /* mA/cm2, sum over mechanisms */
    double* current_dv;     /* derivative of `current` with respect to v */
    const int32_t* index;
    int32_t first;
} rv_ion;

/* A counter-based random stream of one instance (RANDOM); Philox4x32 as NEURON's nrnran123. */
typedef struct {
    uint32_t id[3];
    uint32_t sequence;
    uint8_t which;          /* 0..3, element of the current quadruple */
    uint8_t is_set;         /* a script has set the ids */
    uint8_t reserved[2];
    uint32_t picker;        /* if not 0, random_negexp(r) returns rv_services::pick(picker): for a NetStim that draws
                               from a script's Random, or from the stream of the process as in NEURON 8. Setting ids
                               makes it 0. */
} rv_random;

/* Events that an instance remembers, oldest first (HISTORY); past.h has the functions on it. */
typedef struct {
    double t;               /* ms */
    double value;
} rv_past_event;
typedef struct {
    rv_past_event* event;
    int32_t count, room;
} rv_past;

/* Which events of a HISTORY are forgotten; docs/nmodl.md says when. */
typedef struct {
    int32_t seen;           /* weight: the time up to which a connection has seen them [ms]; -1: none are forgotten */
    int32_t horizon;        /* function without arguments: how long after that time a connection needs them [ms] */
} rv_forgetting;

struct rv_services;

/* An axis of a FUNCTION_TABLE: `count` points, listed one by one or equally spaced from low to high. */
typedef struct {
    int32_t count;
    const double* points;   /* ascending; null: low..high */
    double low, high;
} rv_table_axis;

/* The data of a FUNCTION_TABLE, set by a script: values on the grid of its axes, the last axis fastest. */
typedef struct {
    const double* values;   /* null: not set yet */
    const rv_table_axis* axes;
} rv_function_table;

/* A FUNCTION_TABLE. */
typedef struct {
    const char* name;
    int32_t argument_count; /* number of axes */
} rv_table_name;

/* LONGITUDINAL_DIFFUSION of one state in one instance. */
typedef struct {
    double* state;
    double conductance;     /* diffusion constant times cross-section */
    double volume;          /* from COMPARTMENT: volume per length */
} rv_diffusing;

/* A state that variable steps integrate: a column of the mechanism, or an ion concentration that it writes. */
typedef struct {
    int32_t column;         /* -1: a concentration of ion `ion` */
    int32_t ion;
    int32_t is_outside;     /* nonzero: the concentration outside, not inside */
    double tolerance;       /* factor for the absolute tolerance; 0: not given */
} rv_ode_state;

/* A range of instances of one mechanism in one block, and all data that the mechanism's functions may access.
 * No two columns overlap, so loops over instances may be vectorized. */
typedef struct rv_instances {
    int32_t count;
    double* const* field;           /* field[k][i]: column k, instance i */
    double** const* pointer;        /* pointer[k][i]: target of the k-th POINTER, null if unset */
    rv_random* const* random;       /* random[k][i]: the k-th RANDOM */
    const int32_t* node;            /* compartment of instance i; null: first_node + i */
    int32_t first_node;
    int32_t nodes_are_distinct;     /* no two instances share a compartment (always so for density mechanisms) */
    double* v;                      /* mV, by compartment, like the next four */
    double* rhs;                    /* right-hand side of the cable equations, mA/cm2 */
    double* d;                      /* diagonal, mS/cm2 */
    const double* area;             /* um2 */
    const double* diam;             /* um */
    const rv_ion* ion;              /* one per entry of rv_mechanism::ions */
    double* global;                 /* values of all rv_globals, concatenated */
    double* scratch;                /* rv_mechanism::scratch_columns * count doubles for the use of one call */
    double t, dt, celsius;          /* ms, ms, degC */
    int32_t secondorder;
    void* tables;                   /* what make_tables built, or null */
    const struct rv_services* services;
    void* engine;                   /* for use by the services */
    uint32_t random_index;          /* Random123_globalindex of the run: part of the key of all RANDOM streams */
    const rv_function_table* function_table;    /* one per entry of rv_mechanism::function_tables */
    double* const* derivative;      /* [k][i]: of rv_mechanism::ode_states[k]; null: fixed steps; see solve_derivatives */
    rv_past* const* past;           /* past[k][i]: the k-th HISTORY */
    double delay;                   /* of the connection whose event is received [ms]; not a number in self events */
} rv_instances;

/* The engine's services to compiled code. The first arguments, (instances, i), identify the calling instance. */
typedef struct rv_services {
    /* Ends the run with a message; the caller has already formatted the text. */
    void (*fail)(const rv_instances*, int32_t i, const char* message);
    void (*print)(const rv_instances*, const char* text);
    /* Sends a self event with `flag` at absolute time `t` [ms]. */
    void (*net_send)(const rv_instances*, int32_t i, const double* weight, double t, double flag);
    /* Moves the pending self event (artificial cells: the event of the last net_send) to absolute time `t` [ms]. */
    void (*net_move)(const rv_instances*, int32_t i, double t);
    /* Makes the instance fire: its NetCons deliver events at t + delay. */
    void (*net_event)(const rv_instances*, int32_t i, double t);
    /* Arms WATCH statement number `watch` of the instance; first != 0 disarms the others first. The condition is
     * evaluated by rv_mechanism::watch; when it becomes true, an event with `flag` is delivered. */
    void (*watch)(const rv_instances*, int32_t i, int32_t watch, double flag, int32_t first);
    /* Fixed steps: returns 1 once, in the step that contains `t_event`. Variable steps: notifies the integrator of a
     * discontinuity. */
    int32_t (*at_time)(const rv_instances*, double t_event);
    /* Returns the number of NetCons to the instance (FOR_NETCONS). If `weights` is not null, stores their weight
     * vectors in it. */
    int32_t (*netcons)(const rv_instances*, int32_t i, double** weights);
    /* Returns 1 with variable steps, else 0. */
    int32_t (*variable_steps)(const rv_instances*);
    /* Appends an event to a HISTORY. */
    void (*remember)(rv_past*, double t, double value);
    /* Nonzero when WHILE loops are to end, because a user has given up on one; the loop then calls left_loop. */
    const volatile int32_t* loops_end;
    void (*left_loop)(void);
    /* Draws in place of a stream; `picker` is not 0. */
    double (*pick)(uint32_t picker);
    /* Prints a warning about the instance, one a mechanism; the run continues. */
    void (*warn)(const rv_instances*, int32_t i, const char* message);
} rv_services;

/* Whether a WHILE loop may begin another pass. */
static inline int32_t rv_goes_on(const rv_instances* in) {
    const rv_services* const services = in->services;
    if (!services || !*services->loops_end) return 1;
    services->left_loop();
    return 0;
}

/* A FUNCTION or PROCEDURE that scripts can call. */
typedef struct {
    const char* name;
    int32_t argument_count;
    int32_t returns_value;          /* FUNCTION; a PROCEDURE returns 0 to scripts */
    /* i < 0: called without an instance (density mechanism in no section); it may then use only globals. */
    int (*call)(const rv_instances*, int32_t i, const double* arguments, int32_t count, double* result);
} rv_function;

enum {
    RV_IS_THREADSAFE = 1,           /* instances do not share globals or POINTERs: blocks have their own globals */
    RV_ELECTRODE_CURRENT = 2,
    RV_HAS_NET_RECEIVE = 4,
    RV_HAS_NET_EVENT = 8,           /* calls net_event: can be a NetCon's source */
    RV_SELF_EVENTS = 16,            /* calls net_send */
    RV_VECTOR_MATH = 32,            /* compiled with --math vector (else libm) */
    RV_IS_REPEATABLE = 64,          /* variable steps: no evaluation assigns anything that a later evaluation reads */
    RV_NEEDS_ONE_THREAD = 128,      /* instances communicate through globals or run C code: no two run at once */
    RV_ORDER_MATTERS = 256,         /* a kernel passes values from one instance to the next, or is C code */
    RV_IS_NAMELESS = 512,           /* scripts use it only through functions; lists of mechanisms omit it */
    RV_KEEPS_WEIGHTS = 1024,        /* assigns no weights of its connections; without it, it may */
    RV_SHARES_GLOBALS = 2048,       /* an instance may read a GLOBAL or a TABLE that another has assigned */
    RV_ONLY_TAKES_SPIKES = 4096,    /* when a NetCon's event arrives, NET_RECEIVE sends and moves no events */
    RV_READS_ALL_NODES = 8192,      /* an instance may read the voltages of all cells */
    RV_STREAMS_BY_PLACE = 16384,    /* finitialize selects the streams of RANDOM variables by the cell's gid and the place
                                       in the cell, unless a script has set their ids */
    RV_ADDS_EVENTS = 32768          /* a synapse that can stand for several with equal parameters: it is linear */
};

typedef struct rv_mechanism {
    int32_t abi_version;            /* RV_ABI_VERSION */
    rv_kind kind;
    const char* name;               /* "hh", "ExpSyn" */
    const char* source;             /* path of the .mod file, for messages */
    uint32_t flags;

    int32_t field_count;
    const rv_field* fields;
    int32_t global_count;
    const rv_global* globals;
    int32_t ion_count;
    const rv_ion_use* ions;
    int32_t pointer_count;
    const char* const* pointers;    /* names of POINTER variables */
    int32_t random_count;
    const char* const* randoms;     /* names of RANDOM variables */
    int32_t past_count;
    const char* const* pasts;       /* names of HISTORY variables */
    const rv_forgetting* forgettings;   /* by HISTORY; null: none is forgotten */
    int32_t function_count;
    const rv_function* functions;
    int32_t weight_count;           /* arguments of NET_RECEIVE */
    const char* const* weights;     /* their names */
    int32_t watch_count;
    int32_t scratch_columns;        /* size of rv_instances::scratch in columns of count doubles; may be 0 */

    /* Any of these may be null. */
    int (*make_tables)(rv_instances*, void** tables);   /* (re)builds TABLEs when a variable they depend on has changed;
                                                           called before initialize and before a run, on one thread */
    void (*free_tables)(void* tables);
    int (*construct)(rv_instances*);                    /* CONSTRUCTOR, once per instance (count is 1) */
    int (*destruct)(rv_instances*);
    int (*before_initial)(rv_instances*);               /* BEFORE INITIAL */
    int (*initialize)(rv_instances*);                   /* INITIAL */
    int (*after_initial)(rv_instances*);
    int (*before_breakpoint)(rv_instances*);
    int (*current)(rv_instances*);                      /* BREAKPOINT: rhs[node] -= i, d[node] += di/dv, ion currents */
    int (*advance)(rv_instances*);                      /* SOLVE: states from t to t + dt */
    int (*after_solve)(rv_instances*);
    int (*before_step)(rv_instances*);
    int (*net_receive)(rv_instances*, int32_t i, double* weight, double flag);
    /* One spike's events of connections (flag 0) for many instances; null: not supported. The instances are receivers[k]
     * - first, the weights of each follow those before; 0xffffffff is left out. Nonzero: a failure. */
    int (*net_receive_group)(rv_instances*, int32_t count, const uint32_t* receivers, uint32_t first, double* weights);
    int (*net_initialize)(rv_instances*, int32_t i, double* weight);   /* INITIAL inside NET_RECEIVE, per NetCon */
    double* global_storage;         /* storage of GLOBALs, for C code that uses their names; null: the engine's */
    double (*watch)(rv_instances*, int32_t i, int32_t watch);          /* condition's left minus right side; > 0: holds */

    int32_t function_table_count;
    const rv_table_name* function_tables;
    int32_t diffusion_count;        /* states that diffuse along sections, after advance */
    int (*diffusion)(rv_instances*, int32_t i, int32_t which, rv_diffusing*);
    /* All volumes and conductances: values[2*which*count + i] and values[(2*which + 1)*count + i]. Null: an expression
     * may depend on a diffusing state or a POINTER, so each state must have diffused before the next one is asked for. */
    int (*diffusions)(rv_instances*, double* values);

    /* Variable steps. If they are supported and there are no states, `advance` runs once at the beginning of each
     * step. */
    const char* ode_obstacle;       /* why variable steps are not supported, for a message; null: supported */
    int32_t ode_state_count;
    const rv_ode_state* ode_states;
    int (*derivatives)(rv_instances*);          /* derivative[k] = f_k(t, v, states) */
    int (*solve_derivatives)(rv_instances*);    /* = (1 - dt*J)^-1 derivative; null: J is diagonal, stored after it */
    int (*concentrations)(rv_instances*);       /* from the states: written concentrations that are not states */
} rv_mechanism;

/* Exported by a compiled library of mechanisms: *count descriptions, in the order of registration. */
typedef const rv_mechanism* const* (*rv_mechanisms_function)(int32_t* count);

#ifdef __cplusplus
}
#endif
#endif
