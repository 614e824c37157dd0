/* FUNCTIONs and PROCEDUREs that call themselves, directly or through others: a recursion without end must become an
 * error before it fills the stack. C and C++. */
#ifndef RANVIER_MECHANISMS_RUNTIME_RECURSION_H
#define RANVIER_MECHANISMS_RUNTIME_RECURSION_H

#include <stddef.h>
#include <stdio.h>

#include "mechanisms/runtime/abi.h"

/* Bytes of the stack that a recursion may fill: half of the usual 8 MiB. Frames differ in size, so calls are not
 * counted. */
#define RV_MOST_STACK (4 << 20)

/* Whether the stack between the kernel's frame, `bottom`, and the running function's is too large; then the run ends
 * with the name of `what`. */
static inline __attribute__((unused)) int rv_is_too_deep(const rv_instances* in, int32_t i, const char* what,
                                                         const void* bottom, const void* here) {
    char text[400];
    const ptrdiff_t size = (const char*)bottom - (const char*)here;
    if (size < RV_MOST_STACK && -size < RV_MOST_STACK) return 0;
    snprintf(text, sizeof text, "%s calls itself too often at t = %g ms; is there a case that ends the recursion?", what,
             in->t);
    in->services->fail(in, i, text);
    return 1;
}

/* Stands after a call, so that the compiler does not turn a last call into an endless loop without a stack. */
#define RV_NOT_LAST __asm__ volatile("" ::: "memory")

#endif
