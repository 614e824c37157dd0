#pragma once

// Compiles a function for several instruction sets, from which the loader chooses. Products and sums are not fused
// (-ffp-contract=off), so all versions give the same bits. On the machines we know, 256-bit vectors divide as fast as
// 512-bit ones, so there is no third version. The sanitizers' start-up code does not support choices by the loader.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) && \
    !defined(__SANITIZE_ADDRESS__)
#define RANVIER_EACH_ISA __attribute__((target_clones("default", "arch=x86-64-v3"), optimize("O3")))
#else
#define RANVIER_EACH_ISA
#endif
#define RANVIER_INLINE inline __attribute__((always_inline))
