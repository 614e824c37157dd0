/* The table of one kind of MPI library: compiled against its mpi.h, linked to no library. Its names are those that the
 * process has opened before this file (library.cpp). */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "exchange/mpi/table.h"

/* Not in each mpi.h, nor in each library of one kind: null where it is missing. */
int MPI_Alltoall_init(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*)
    __attribute__((weak));

/* Handles are numbers in MPICH and pointers in Open MPI. */
static MPI_Comm comm_of(RanvierComm comm) {
    return (MPI_Comm)(intptr_t)comm;
}

static RanvierComm our_comm(MPI_Comm comm) {
    return comm == MPI_COMM_NULL ? NULL : (RanvierComm)(intptr_t)comm;
}

static MPI_Request request_of(RanvierRequest request) {
    return request ? (MPI_Request)(intptr_t)request : MPI_REQUEST_NULL;
}

static RanvierRequest our_request(MPI_Request request) {
    return request == MPI_REQUEST_NULL ? NULL : (RanvierRequest)(intptr_t)request;
}

/* The code of a call, whose request is handed over. */
static int made(int code, const MPI_Request* request, RanvierRequest* ours) {
    *ours = our_request(*request);
    return code;
}

/* Handles of several requests; for a few of them without memory from the heap, as a rank that waits tests them often. */
enum { few = 64 };

struct Requests {
    MPI_Request here[few];
    MPI_Request* all;
};

static int take(struct Requests* requests, int n, const RanvierRequest* ours) {
    requests->all = n <= few ? requests->here : malloc((size_t)n * sizeof(MPI_Request));
    if (!requests->all) return 0;
    for (int i = 0; i < n; ++i) requests->all[i] = request_of(ours[i]);
    return 1;
}

static void give_back(struct Requests* requests, int n, RanvierRequest* ours, int have_changed) {
    for (int i = 0; have_changed && i < n; ++i) ours[i] = our_request(requests->all[i]);
    if (requests->all != requests->here) free(requests->all);
}

static int source_of(int from) {
    return from < 0 ? MPI_ANY_SOURCE : from;
}

static int tag_of(int tag) {
    return tag < 0 ? MPI_ANY_TAG : tag;
}

static int is_initialized(int* answer) {
    return MPI_Initialized(answer);
}

static int initialize(void) {
    int provided;
    return MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
}

static int is_serialized(int* answer) {
    int provided = MPI_THREAD_SINGLE;
    const int code = MPI_Query_thread(&provided);
    *answer = provided >= MPI_THREAD_SERIALIZED;
    return code;
}

static int is_finalized(int* answer) {
    return MPI_Finalized(answer);
}

static int finalize(void) {
    return MPI_Finalize();
}

static int abort_all(RanvierComm comm, int status) {
    return MPI_Abort(comm_of(comm), status);
}

/* The library may be newer than its header, and its texts longer. */
enum { longest_text = 16384 };

static void copy_text(const char* from, char* text, int size) {
    strncpy(text, from, (size_t)size - 1);
    text[size - 1] = '\0';
}

static void error_text(int code, char* text, int size) {
    char all[longest_text] = "";
    int length = 0;
    MPI_Error_string(code, all, &length);
    copy_text(all, text, size);
}

static void library_version(char* text, int size) {
    char all[longest_text] = "";
    int length = 0;
    MPI_Get_library_version(all, &length);
    copy_text(all, text, size);
}

static int comm_rank(RanvierComm comm, int* rank) {
    return MPI_Comm_rank(comm_of(comm), rank);
}

static int comm_size(RanvierComm comm, int* size) {
    return MPI_Comm_size(comm_of(comm), size);
}

static int comm_free(RanvierComm* comm) {
    MPI_Comm theirs = comm_of(*comm);
    const int code = MPI_Comm_free(&theirs);
    *comm = our_comm(theirs);
    return code;
}

static int comm_duplicate(RanvierComm of, int n, RanvierComm* copies, void (*pause)(void)) {
    MPI_Comm* made_comms = malloc((size_t)n * sizeof(MPI_Comm)); /* MPI may write them until the requests complete */
    MPI_Request* pending = malloc((size_t)n * sizeof(MPI_Request));
    int code = made_comms && pending ? MPI_SUCCESS : MPI_ERR_OTHER;
    for (int i = 0; i < n && code == MPI_SUCCESS; ++i) code = MPI_Comm_idup(comm_of(of), &made_comms[i], &pending[i]);
    for (int done = 0; code == MPI_SUCCESS;) {
        code = MPI_Testall(n, pending, &done, MPI_STATUSES_IGNORE);
        if (done) break;
        pause();
    }
    for (int i = 0; i < n && code == MPI_SUCCESS; ++i) copies[i] = our_comm(made_comms[i]);
    free(pending);
    free(made_comms);
    return code;
}

static int comm_split(RanvierComm comm, int color, int key, RanvierComm* part) {
    MPI_Comm theirs = MPI_COMM_NULL;
    const int code = MPI_Comm_split(comm_of(comm), color, key, &theirs);
    *part = our_comm(theirs);
    return code;
}

static int comm_split_by_computer(RanvierComm comm, RanvierComm* part) {
    MPI_Comm theirs = MPI_COMM_NULL;
    const int code = MPI_Comm_split_type(comm_of(comm), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &theirs);
    *part = our_comm(theirs);
    return code;
}

static int comm_neighbors(RanvierComm comm, int sources, const int* from, int targets, const int* to,
                          RanvierComm* graph) {
    const int keep_ranks = 0;
    MPI_Comm theirs = MPI_COMM_NULL;
    const int code = MPI_Dist_graph_create_adjacent(comm_of(comm), sources, from, MPI_UNWEIGHTED, targets, to,
                                                    MPI_UNWEIGHTED, MPI_INFO_NULL, keep_ranks, &theirs);
    *graph = our_comm(theirs);
    return code;
}

static int comm_return_errors(RanvierComm comm) {
    return MPI_Comm_set_errhandler(comm_of(comm), MPI_ERRORS_RETURN);
}

static int isend(const void* data, int bytes, int to, int tag, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Isend(data, bytes, MPI_BYTE, to, tag, comm_of(comm), &theirs), &theirs, request);
}

static int issend(const void* data, int bytes, int to, int tag, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Issend(data, bytes, MPI_BYTE, to, tag, comm_of(comm), &theirs), &theirs, request);
}

static int irecv(void* data, int bytes, int from, int tag, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Irecv(data, bytes, MPI_BYTE, source_of(from), tag_of(tag), comm_of(comm), &theirs), &theirs,
                request);
}

static int recv_message(void* data, int bytes, int from, int tag, RanvierComm comm) {
    return MPI_Recv(data, bytes, MPI_BYTE, source_of(from), tag_of(tag), comm_of(comm), MPI_STATUS_IGNORE);
}

static int iprobe(int from, int tag, RanvierComm comm, int* found, struct RanvierArrival* arrival) {
    if (!arrival) return MPI_Iprobe(source_of(from), tag_of(tag), comm_of(comm), found, MPI_STATUS_IGNORE);
    MPI_Status status;
    const int code = MPI_Iprobe(source_of(from), tag_of(tag), comm_of(comm), found, &status);
    if (code != MPI_SUCCESS || !*found) return code;
    arrival->source = status.MPI_SOURCE;
    arrival->tag = status.MPI_TAG;
    return MPI_Get_count(&status, MPI_BYTE, &arrival->bytes);
}

static int send_init(const void* data, int bytes, int to, int tag, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Send_init(data, bytes, MPI_BYTE, to, tag, comm_of(comm), &theirs), &theirs, request);
}

static int ssend_init(const void* data, int bytes, int to, int tag, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Ssend_init(data, bytes, MPI_BYTE, to, tag, comm_of(comm), &theirs), &theirs, request);
}

static int recv_init(void* data, int bytes, int from, int tag, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Recv_init(data, bytes, MPI_BYTE, source_of(from), tag_of(tag), comm_of(comm), &theirs), &theirs,
                request);
}

static int start(RanvierRequest* request) {
    MPI_Request theirs = request_of(*request);
    return made(MPI_Start(&theirs), &theirs, request);
}

static int request_free(RanvierRequest* request) {
    MPI_Request theirs = request_of(*request);
    return made(MPI_Request_free(&theirs), &theirs, request);
}

static int wait_for(RanvierRequest* request) {
    MPI_Request theirs = request_of(*request);
    return made(MPI_Wait(&theirs, MPI_STATUS_IGNORE), &theirs, request);
}

static int cancel(RanvierRequest* request) {
    MPI_Request theirs = request_of(*request);
    return made(MPI_Cancel(&theirs), &theirs, request);
}

static int test(RanvierRequest* request, int* done) {
    MPI_Request theirs = request_of(*request);
    return made(MPI_Test(&theirs, done, MPI_STATUS_IGNORE), &theirs, request);
}

static int start_all(int n, RanvierRequest* requests) {
    struct Requests theirs;
    if (!take(&theirs, n, requests)) return MPI_ERR_OTHER;
    const int code = MPI_Startall(n, theirs.all);
    give_back(&theirs, n, requests, 1);
    return code;
}

static int test_all(int n, RanvierRequest* requests, int* done) {
    struct Requests theirs;
    if (!take(&theirs, n, requests)) return MPI_ERR_OTHER;
    const int code = MPI_Testall(n, theirs.all, done, MPI_STATUSES_IGNORE);
    give_back(&theirs, n, requests, *done);
    return code;
}

static int test_some(int n, RanvierRequest* requests, int* completed, int* indices) {
    struct Requests theirs;
    if (!take(&theirs, n, requests)) return MPI_ERR_OTHER;
    const int code = MPI_Testsome(n, theirs.all, completed, indices, MPI_STATUSES_IGNORE);
    if (*completed == MPI_UNDEFINED) *completed = 0; /* all are null */
    give_back(&theirs, n, requests, *completed);
    return code;
}

static int ibarrier(RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Ibarrier(comm_of(comm), &theirs), &theirs, request);
}

static int ibcast(void* data, int bytes, int root, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Ibcast(data, bytes, MPI_BYTE, root, comm_of(comm), &theirs), &theirs, request);
}

static int iallgather(const void* mine, int bytes, void* all, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Iallgather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, comm_of(comm), &theirs), &theirs, request);
}

static int iallgatherv(const void* mine, int bytes, void* all, const int* counts, const int* offsets, RanvierComm comm,
                       RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Iallgatherv(mine, bytes, MPI_BYTE, all, counts, offsets, MPI_BYTE, comm_of(comm), &theirs), &theirs,
                request);
}

static int ialltoall(const void* send, int bytes, void* receive, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Ialltoall(send, bytes, MPI_BYTE, receive, bytes, MPI_BYTE, comm_of(comm), &theirs), &theirs,
                request);
}

static int ialltoallv(const void* send, const int* send_counts, const int* send_offsets, void* receive,
                      const int* receive_counts, const int* receive_offsets, RanvierComm comm,
                      RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Ialltoallv(send, send_counts, send_offsets, MPI_BYTE, receive, receive_counts, receive_offsets,
                               MPI_BYTE, comm_of(comm), &theirs),
                &theirs, request);
}

static int ineighbor_alltoallv(const void* send, const int* send_counts, const int* send_offsets, void* receive,
                               const int* receive_counts, const int* receive_offsets, RanvierComm comm,
                               RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Ineighbor_alltoallv(send, send_counts, send_offsets, MPI_BYTE, receive, receive_counts,
                                        receive_offsets, MPI_BYTE, comm_of(comm), &theirs),
                &theirs, request);
}

static MPI_Datatype type_of(enum RanvierMpiType type) {
    switch (type) {
        case ranvier_int32:
            return MPI_INT32_T;
        case ranvier_int64:
            return MPI_INT64_T;
        case ranvier_double:
            return MPI_DOUBLE;
    }
    return MPI_DATATYPE_NULL;
}

static MPI_Op operation_of(enum RanvierMpiOperation operation) {
    switch (operation) {
        case ranvier_sum:
            return MPI_SUM;
        case ranvier_min:
            return MPI_MIN;
        case ranvier_max:
            return MPI_MAX;
    }
    return MPI_OP_NULL;
}

static int iallreduce(void* values, int n, enum RanvierMpiType type, enum RanvierMpiOperation operation,
                      RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Iallreduce(MPI_IN_PLACE, values, n, type_of(type), operation_of(operation), comm_of(comm), &theirs),
                &theirs, request);
}

static int ireduce_scatter_sum(const int32_t* numbers, int32_t* mine, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(MPI_Ireduce_scatter_block(numbers, mine, 1, MPI_INT32_T, MPI_SUM, comm_of(comm), &theirs), &theirs,
                request);
}

static int has_persistent_collectives(void) {
    return MPI_Alltoall_init != NULL;
}

static int alltoall_init(const void* send, int bytes, void* receive, RanvierComm comm, RanvierRequest* request) {
    MPI_Request theirs = MPI_REQUEST_NULL;
    return made(
        MPI_Alltoall_init(send, bytes, MPI_BYTE, receive, bytes, MPI_BYTE, comm_of(comm), MPI_INFO_NULL, &theirs),
        &theirs, request);
}

/* The one name that this file exports. */
extern __attribute__((visibility("default"))) const struct RanvierMpi ranvier_mpi;
const struct RanvierMpi ranvier_mpi = {
#ifdef OMPI_MAJOR_VERSION
    .vendor = "Open MPI",
#else
    .vendor = "MPICH",
#endif
    .world = (RanvierComm)(intptr_t)MPI_COMM_WORLD,
    .is_initialized = is_initialized,
    .initialize = initialize,
    .is_serialized = is_serialized,
    .is_finalized = is_finalized,
    .finalize = finalize,
    .abort = abort_all,
    .error_text = error_text,
    .library_version = library_version,
    .comm_rank = comm_rank,
    .comm_size = comm_size,
    .comm_free = comm_free,
    .comm_duplicate = comm_duplicate,
    .comm_split = comm_split,
    .comm_split_by_computer = comm_split_by_computer,
    .comm_neighbors = comm_neighbors,
    .comm_return_errors = comm_return_errors,
    .isend = isend,
    .issend = issend,
    .irecv = irecv,
    .recv = recv_message,
    .iprobe = iprobe,
    .send_init = send_init,
    .ssend_init = ssend_init,
    .recv_init = recv_init,
    .start = start,
    .start_all = start_all,
    .request_free = request_free,
    .test = test,
    .test_all = test_all,
    .test_some = test_some,
    .wait = wait_for,
    .cancel = cancel,
    .ibarrier = ibarrier,
    .ibcast = ibcast,
    .iallgather = iallgather,
    .iallgatherv = iallgatherv,
    .ialltoall = ialltoall,
    .ialltoallv = ialltoallv,
    .ineighbor_alltoallv = ineighbor_alltoallv,
    .iallreduce = iallreduce,
    .ireduce_scatter_sum = ireduce_scatter_sum,
    .has_persistent_collectives = has_persistent_collectives,
    .alltoall_init = alltoall_init,
};
