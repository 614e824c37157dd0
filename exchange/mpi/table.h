/* MPI as Ranvier calls it: one table of functions for each kind of MPI library.
 *
 * MPI libraries differ in the types and constants of their mpi.h, so a program that includes it is bound to one of them.
 * Here only shim.c includes it, compiled once for each kind; all else sees this table, and calls whichever library the
 * process has opened (library.hpp).
 *
 * 1. A function returns 0, or an MPI error code for error_text.
 * 2. A handle is opaque; null is none. A request is null again once it is complete, unless it is persistent.
 * 3. Messages and pieces are counted in bytes; a negative source or tag is any.
 */
#ifndef RANVIER_EXCHANGE_MPI_TABLE_H
#define RANVIER_EXCHANGE_MPI_TABLE_H

#include <stdint.h>

typedef struct RanvierMpiComm* RanvierComm;
typedef struct RanvierMpiRequest* RanvierRequest;

enum RanvierMpiType { ranvier_int32, ranvier_int64, ranvier_double };
enum RanvierMpiOperation { ranvier_sum, ranvier_min, ranvier_max };

/* A message that a probe has found. */
struct RanvierArrival {
    int source, tag, bytes;
};

struct RanvierMpi {
    const char* vendor; /* "MPICH" or "Open MPI", as mpi4py calls them */
    RanvierComm world;

    int (*is_initialized)(int* answer);
    int (*initialize)(void);           /* at thread level SERIALIZED, if the library has it */
    int (*is_serialized)(int* answer); /* whether the thread level is at least SERIALIZED */
    int (*is_finalized)(int* answer);
    int (*finalize)(void);
    int (*abort)(RanvierComm, int status);
    void (*error_text)(int code, char* text, int size);
    void (*library_version)(char* text, int size);

    int (*comm_rank)(RanvierComm, int* rank);
    int (*comm_size)(RanvierComm, int* size);
    int (*comm_free)(RanvierComm*);
    /* Collective; calls pause repeatedly while it waits. */
    int (*comm_duplicate)(RanvierComm of, int n, RanvierComm* copies, void (*pause)(void));
    int (*comm_split)(RanvierComm, int color, int key, RanvierComm* part);
    int (*comm_split_by_computer)(RanvierComm, RanvierComm* part);
    int (*comm_neighbors)(RanvierComm, int sources, const int* from, int targets, const int* to, RanvierComm* graph);
    int (*comm_return_errors)(RanvierComm); /* instead of ending the process */

    int (*isend)(const void* data, int bytes, int to, int tag, RanvierComm, RanvierRequest*);
    int (*issend)(const void* data, int bytes, int to, int tag, RanvierComm, RanvierRequest*);
    int (*irecv)(void* data, int bytes, int from, int tag, RanvierComm, RanvierRequest*);
    int (*recv)(void* data, int bytes, int from, int tag, RanvierComm);
    int (*iprobe)(int from, int tag, RanvierComm, int* found, struct RanvierArrival*); /* the last may be null */

    int (*send_init)(const void* data, int bytes, int to, int tag, RanvierComm, RanvierRequest*);
    int (*ssend_init)(const void* data, int bytes, int to, int tag, RanvierComm, RanvierRequest*);
    int (*recv_init)(void* data, int bytes, int from, int tag, RanvierComm, RanvierRequest*);
    int (*start)(RanvierRequest*);
    int (*start_all)(int n, RanvierRequest*);
    int (*request_free)(RanvierRequest*);

    int (*test)(RanvierRequest*, int* done);
    int (*test_all)(int n, RanvierRequest*, int* done);
    int (*test_some)(int n, RanvierRequest*, int* completed, int* indices);
    int (*wait)(RanvierRequest*);
    int (*cancel)(RanvierRequest*);

    int (*ibarrier)(RanvierComm, RanvierRequest*);
    int (*ibcast)(void* data, int bytes, int root, RanvierComm, RanvierRequest*);
    int (*iallgather)(const void* mine, int bytes, void* all, RanvierComm, RanvierRequest*);
    int (*iallgatherv)(const void* mine, int bytes, void* all, const int* counts, const int* offsets, RanvierComm,
                       RanvierRequest*);
    int (*ialltoall)(const void* send, int bytes, void* receive, RanvierComm, RanvierRequest*);
    int (*ialltoallv)(const void* send, const int* send_counts, const int* send_offsets, void* receive,
                      const int* receive_counts, const int* receive_offsets, RanvierComm, RanvierRequest*);
    int (*ineighbor_alltoallv)(const void* send, const int* send_counts, const int* send_offsets, void* receive,
                               const int* receive_counts, const int* receive_offsets, RanvierComm, RanvierRequest*);
    int (*iallreduce)(void* values, int n, enum RanvierMpiType, enum RanvierMpiOperation, RanvierComm, RanvierRequest*);
    int (*ireduce_scatter_sum)(const int32_t* numbers, int32_t* mine, RanvierComm, RanvierRequest*);
    /* Whether there are persistent collectives (MPI 4); without them alltoall_init must not be called. */
    int (*has_persistent_collectives)(void);
    int (*alltoall_init)(const void* send, int bytes, void* receive, RanvierComm, RanvierRequest*);
};

#endif
