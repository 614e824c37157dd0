/* The header of a mechanism that is generated as one C file: the current instance, under the names that VERBATIM blocks
 * use, and verbatim_api.h. `codegen/c_body.hpp` describes what the generator adds. */
#ifndef RANVIER_MECHANISMS_RUNTIME_VERBATIM_H
#define RANVIER_MECHANISMS_RUNTIME_VERBATIM_H

/* These headers come before any name of the mechanism becomes a macro. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "mechanisms/runtime/abi.h"
#include "mechanisms/runtime/arguments.h"
#include "mechanisms/runtime/math_libm.h"
#include "mechanisms/runtime/verbatim_api.h"

#define RV_UNUSED __attribute__((unused))

#ifndef __cplusplus
/* NEURON 9 compiles VERBATIM as C++, where abs of a double keeps the fraction; C's abs is of an int. */
#define abs(x) \
    _Generic((x), double: fabs, float: fabsf, long double: fabsl, long: labs, long long: llabs, default: abs)(x)
#endif

/* The last power that one place in the code has computed. Instances one after the other, and rounds of a loop, often ask
 * for the same: of temperatures, of the same concentration. The code of one C file never runs twice at the same time. */
struct rv_power {
    double base, exponent, value;
};
#define RV_FIRST_POWER {0.0, 0.0, 1.0}
static inline __attribute__((always_inline, unused)) double rv_power_of(struct rv_power* last, double x, double y) {
    /* Compared by bits: -0.0 and 0.0 have different powers. */
    if (memcmp(&last->base, &x, sizeof x) != 0 || memcmp(&last->exponent, &y, sizeof y) != 0) {
        last->value = pow(x, y);
        last->base = x;
        last->exponent = y;
    }
    return last->value;
}

/* --- the current instance ----------------------------------------------------------------------------------------- */

/* The thread's time in VERBATIM, shared by all C files of a library. */
NrnThread _rv_thread __attribute__((weak));
static RV_UNUSED NrnThread* _nt = &_rv_thread;
static RV_UNUSED NrnThread* nrn_threads = &_rv_thread;
#define t (_rv_thread._t)
#define dt (_rv_thread._dt)
static RV_UNUSED rv_param* _p;
static RV_UNUSED Datum* _ppvar;
static RV_UNUSED Datum* _thread;
static double* _args RV_UNUSED; /* null outside of NET_RECEIVE */

static const rv_instances* _rv_in;
static int32_t _rv_i RV_UNUSED;
static double* const* _rv_field;
static double v RV_UNUSED, celsius RV_UNUSED;


#ifdef RV_LINKED
static double** _rv_places; /* the columns of all instances */
static RV_UNUSED int32_t _rv_index_of(const struct rv_point* point) {
    const int64_t i = _rv_places && _rv_in ? &_rv_places[0][point->row] - _rv_in->field[0] : -1;
    if (i < 0 || i >= _rv_in->count) hoc_execerror("VERBATIM sends an event to an instance that it cannot reach", "");
    return (int32_t)i;
}
#define _rv_row (((const struct rv_point*)_p)->row)
#define _rv_now (_rv_index_of((const struct rv_point*)_p))
#define _rv_at(point) (_rv_index_of((const struct rv_point*)(point)))
/* Whether a point process belongs to this mechanism. */
static RV_UNUSED int _rv_is_own(const Point_process* point) {
    return ((const struct rv_point*)point)->properties._type == ((const struct rv_point*)_p)->properties._type;
}
#define _hoc_setdata(point) \
    (_p = (rv_param*)(point), _ppvar = ((struct rv_point*)_p)->slots, _rv_field = _rv_places, (void)0)
#else
#define _rv_row _rv_i
#define _rv_now _rv_i
#define _rv_at(point) _rv_i
#endif

static RV_UNUSED double _rv_net_send_to(int32_t i, const double* weight, double at, double flag) {
    _rv_in->services->net_send(_rv_in, i, weight, at, flag);
    return 0.0;
}
static RV_UNUSED double _rv_net_event_of(int32_t i, double at) {
    _rv_in->services->net_event(_rv_in, i, at);
    return 0.0;
}
static RV_UNUSED double _rv_net_move_of(int32_t i, double at) {
    _rv_in->services->net_move(_rv_in, i, at);
    return 0.0;
}
#define _rv_net_send(weight, at, flag) _rv_net_send_to(_rv_now, weight, at, flag)
#define _rv_net_event(at) _rv_net_event_of(_rv_now, at)
#define _rv_net_move(at) _rv_net_move_of(_rv_now, at)
static RV_UNUSED void _rv_watch(int32_t number, double flag, int32_t first) {
    _rv_in->services->watch(_rv_in, _rv_i, number, flag, first);
}
static RV_UNUSED int32_t _rv_netcons(double** weights) {
    return _rv_in->services->netcons(_rv_in, _rv_i, weights);
}
static RV_UNUSED double at_time(NrnThread* thread, double at) {
    (void)thread;
    return _rv_in->services->at_time(_rv_in, at);
}
static RV_UNUSED double rv_variable_steps(void) {
    return _rv_in->services->variable_steps(_rv_in);
}
static RV_UNUSED rv_random* _rv_random_of(int32_t k) {
    return &_rv_in->random[k][_rv_i];
}
static RV_UNUSED int32_t _rv_second_order(void) {
    return _rv_in->secondorder;
}
static RV_UNUSED int32_t _rv_ion_index(int32_t k) {
    return _rv_in->ion[k].index ? _rv_in->ion[k].index[_rv_i] : _rv_in->ion[k].first + _rv_i;
}
static RV_UNUSED double _rv_area(void) {
    return _rv_in->area[_rv_in->node ? _rv_in->node[_rv_i] : _rv_in->first_node + _rv_i];
}
static RV_UNUSED double _rv_diam(void) {
    return _rv_in->diam[_rv_in->node ? _rv_in->node[_rv_i] : _rv_in->first_node + _rv_i];
}

/* Set by forcing functions (pulse, step, ...). Jumps need no action, because variable steps detect them. */
static RV_UNUSED int _rv_has_jumped;
static RV_UNUSED double _rv_value_before;

/* net_send and the like, as VERBATIM calls them. The current instance determines the queue item and, unless RV_LINKED,
 * the point process. */
#define _tqitem ((void**)0)
#ifndef RV_LINKED
#define _pnt ((Point_process*)0)
#endif
#ifdef RV_LINKED
static RV_UNUSED void _rv_send(Point_process* point, const double* weight, double at, double flag) {
    if (_rv_is_own(point)) {
        _rv_net_send_to(_rv_at(point), weight, at, flag);
    } else {
        rv_send_to_point(point, weight, at, flag);
    }
}
static RV_UNUSED void _rv_fire(Point_process* point, double at) {
    if (_rv_is_own(point)) {
        _rv_net_event_of(_rv_at(point), at);
    } else {
        rv_event_of_point(point, at);
    }
}
static RV_UNUSED void _rv_move(Point_process* point, double at) {
    if (_rv_is_own(point)) {
        _rv_net_move_of(_rv_at(point), at);
    } else {
        rv_move_of_point(point, at);
    }
}
#define net_send(item, weight, point, at, flag) _rv_send((Point_process*)(point), weight, at, flag)
#define net_event(point, at) _rv_fire((Point_process*)(point), at)
#define net_move(item, point, at) _rv_move((Point_process*)(point), at)
#else
#define net_send(item, weight, point, at, flag) _rv_net_send_to(_rv_at(point), weight, at, flag)
#define net_event(point, at) _rv_net_event_of(_rv_at(point), at)
#define net_move(item, point, at) _rv_net_move_of(_rv_at(point), at)
#endif
#define artcell_net_send net_send
#define nrn_net_send net_send
#define artcell_net_move net_move
#define nrn_net_move net_move
#define nil 0

#define exp rv_libm_exp
#define hoc_Exp rv_libm_exp

/* The current instance before a call. Restored after the call, even if it ends with an error. */
struct _rv_scope {
    rv_param* p;
    Datum* ppvar;
    const rv_instances* in;
    int32_t i;
    double* const* field;
    double v;
    double time, step;
};

#endif
