/* The arguments of NET_RECEIVE. C and C++. */
#ifndef RANVIER_MECHANISMS_RUNTIME_ARGUMENTS_H
#define RANVIER_MECHANISMS_RUNTIME_ARGUMENTS_H

#include "mechanisms/runtime/abi.h"

/* The values of the arguments. An event without a connection has none: reading one is an error, and gives `none`. */
static inline __attribute__((unused)) double* rv_arguments(const rv_instances* in, int32_t i, double* given,
                                                           double* none) {
    if (given) return given;
    in->services->fail(in, i,
                       "NET_RECEIVE uses an argument, but this event has none: neither WATCH nor a net_send outside of "
                       "NET_RECEIVE gives arguments; use them only where flag is 0");
    return none;
}

#endif
