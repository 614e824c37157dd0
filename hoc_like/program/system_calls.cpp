#include "hoc_like/program/system_calls.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <initializer_list>

namespace ranvier::program {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t own_architecture = 0;  // unknown: nothing is refused
#endif

// Calls that are younger than some systems' headers; their numbers are the same on all architectures.
constexpr long pidfd_getfd = 438, open_tree = 428, move_mount = 429, fsopen = 430, fsmount = 432, fspick = 433,
               io_uring_setup = 425, io_uring_enter = 426, io_uring_register = 427, mount_setattr = 442,
               process_madvise = 440, fchmodat2 = 452, setxattrat = 463, removexattrat = 466, open_tree_attr = 467,
               file_setattr = 469;

constexpr std::uint32_t paste_on_console = 0x541C;  // TIOCLINUX, which can put a selection into a console's input

void add(std::vector<RefusedCall>& calls, std::initializer_list<long> numbers) {
    for (const long number : numbers) calls.push_back({number});
}

void add_connections(std::vector<RefusedCall>& calls, bool needs_internet) {
    add(calls, {SYS_socketpair});
    if (needs_internet) {
        // Netlink: by which libraries for networks ask for routes.
        calls.push_back({SYS_socket, 0, {AF_INET, AF_INET6, AF_NETLINK}, false});
    } else {
        add(calls, {SYS_socket, SYS_connect, SYS_bind, SYS_listen});
    }
}

void add_other_processes(std::vector<RefusedCall>& calls) {
    add(calls, {SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, process_madvise, pidfd_getfd, SYS_kcmp,
                SYS_perf_event_open, SYS_bpf, SYS_userfaultfd});
    add(calls, {SYS_add_key, SYS_request_key, SYS_keyctl});
    // The argument is the process; 0 is this one.
    calls.push_back({SYS_prlimit64, 0, {0}, false});
    calls.push_back({SYS_ioctl, 1, {TIOCSTI, paste_on_console}});
}

/// What the administrator may do, as whom programs run in containers.
void add_administration(std::vector<RefusedCall>& calls) {
    add(calls, {SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, open_tree, move_mount,
                fsopen, fsmount, fspick, mount_setattr, open_tree_attr});
    add(calls,
        {SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_open_by_handle_at});
#ifdef SYS_kexec_file_load
    add(calls, {SYS_kexec_file_load});
#endif
#ifdef SYS_iopl
    add(calls, {SYS_iopl, SYS_ioperm});
#endif
}

/// Owners, modes and attributes of files, which Landlock lets a process change anywhere, as its first versions let it empty
/// files. The program does without these calls.
void add_modes(std::vector<RefusedCall>& calls) {
    add(calls, {SYS_truncate});
    add(calls, {SYS_fchmodat, fchmodat2, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr,
                SYS_lremovexattr, SYS_fremovexattr, setxattrat, removexattrat, file_setattr});
#ifdef SYS_chmod
    add(calls, {SYS_chmod, SYS_chown, SYS_lchown});
#endif
}

constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;

sock_filter load(std::size_t offset) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

sock_filter end(std::uint32_t how) {
    return BPF_STMT(BPF_RET | BPF_K, how);
}

/// Continues with the next instruction if the loaded value is this one, else skips so many.
sock_filter if_equal(std::uint32_t value, std::size_t skipped) {
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, static_cast<std::uint8_t>(skipped));
}

void add(std::vector<sock_filter>& program, const RefusedCall& call) {
    std::vector<sock_filter> decision;
    if (call.argument >= 0) {
        // The lower half of the 64 bits, on machines where it comes first.
        const auto arguments =
            offsetof(seccomp_data, args) + sizeof(std::uint64_t) * static_cast<std::size_t>(call.argument);
        decision.push_back(load(arguments));
        for (const std::uint32_t value : call.values) {
            decision.push_back(if_equal(value, 1));
            decision.push_back(end(call.is_refused_for_values ? refuse : SECCOMP_RET_ALLOW));
        }
    }
    decision.push_back(end(call.argument >= 0 && call.is_refused_for_values ? SECCOMP_RET_ALLOW : refuse));
    program.push_back(if_equal(static_cast<std::uint32_t>(call.number), decision.size()));
    program.insert(program.end(), decision.begin(), decision.end());
}

}  // namespace

std::vector<RefusedCall> refused_calls(const SystemCallNeeds& needs) {
    std::vector<RefusedCall> calls;
    if (!needs.programs) {
        add(calls, {SYS_execve, SYS_execveat});
        add_modes(calls);
    }
    add_connections(calls, needs.internet);
    add_other_processes(calls);
    add_administration(calls);
    add(calls, {io_uring_setup, io_uring_enter, io_uring_register});  // it acts past such a table
    return calls;
}

std::vector<sock_filter> filter_of(std::span<const RefusedCall> calls) {
    std::vector<sock_filter> program{
        load(offsetof(seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own_architecture, 1, 0),  // the calls of others have other numbers
        end(refuse),
        load(offsetof(seccomp_data, nr)),
    };
#ifdef __x86_64__
    constexpr std::uint32_t x32 = 0x40000000;  // other numbers of the same architecture
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32, 0, 1));
    program.push_back(end(refuse));
#endif
    for (const RefusedCall& call : calls) add(program, call);
    program.push_back(end(SECCOMP_RET_ALLOW));
    return program;
}

std::string refuse_calls(std::span<const RefusedCall> calls) {
    if (own_architecture == 0) return "not known for this kind of computer";
    std::vector<sock_filter> program = filter_of(calls);
    const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return std::strerror(errno);
    const long refused = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    if (refused > 0) return "a thread is confined in another way";
    return refused == 0 ? "" : std::strerror(errno);
}

}  // namespace ranvier::program
