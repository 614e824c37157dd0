#include "hoc_like/program/system_calls.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <functional>
#include <thread>

#include <linux/filter.h>

namespace ranvier::program {
namespace {

/// The error with which a call fails in a process with these needs; 0: it succeeds.
int error_of(const std::function<long()>& call, const SystemCallNeeds& needs = {}) {
    const pid_t child = fork();
    if (child == 0) {
        if (!refuse_calls(refused_calls(needs)).empty()) _exit(255);
        errno = 0;
        _exit(call() < 0 ? errno : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

long start_program() {
    char name[] = "/bin/true";
    char* words[] = {name, nullptr};
    return execve(name, words, nullptr);
}

std::function<long()> make_socket(int family) {
    return [family] { return socket(family, SOCK_STREAM, 0); };
}

class RefusedCalls : public ::testing::Test {
    void SetUp() override {
        if (prctl(PR_GET_SECCOMP) < 0) GTEST_SKIP() << "this system has no seccomp";
    }
};

TEST_F(RefusedCalls, StartNoProgram) {
    EXPECT_EQ(error_of(start_program), EPERM);
    EXPECT_EQ(error_of(start_program, {.programs = true}), 0);
    EXPECT_EQ(error_of([] { return syscall(SYS_execveat, AT_FDCWD, "/bin/true", nullptr, nullptr, 0); }), EPERM);
}

TEST_F(RefusedCalls, Connect) {
    for (const int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET}) {
        EXPECT_EQ(error_of(make_socket(family)), EPERM) << family;
        EXPECT_EQ(error_of(make_socket(family), {.programs = true}), EPERM) << family;
    }
    int ends[2];
    EXPECT_EQ(error_of([&] { return socketpair(AF_UNIX, SOCK_STREAM, 0, ends); }), EPERM);
}

TEST_F(RefusedCalls, ConnectOverTheInternetOnly) {
    EXPECT_EQ(error_of(make_socket(AF_INET), {.internet = true}), 0);
    EXPECT_EQ(error_of(make_socket(AF_UNIX), {.internet = true}), EPERM);
    EXPECT_EQ(error_of(make_socket(AF_PACKET), {.internet = true}), EPERM);
    EXPECT_EQ(error_of(start_program, {.internet = true}), EPERM);
}

TEST_F(RefusedCalls, ReachIntoOtherProcesses) {
    static char bytes[1];
    static iovec here{bytes, 1};
    EXPECT_EQ(error_of([] { return process_vm_readv(getppid(), &here, 1, &here, 1, 0); }), EPERM);
    EXPECT_EQ(error_of([] { return process_vm_writev(getpid(), &here, 1, &here, 1, 0); }), EPERM);
    EXPECT_EQ(error_of([] { return syscall(SYS_ptrace, 0, 0, 0, 0); }), EPERM);
    EXPECT_EQ(error_of([] { return syscall(SYS_io_uring_setup, 1, nullptr); }), EPERM);
    rlimit limit{};
    EXPECT_EQ(error_of([&] { return syscall(SYS_prlimit64, getppid(), RLIMIT_CORE, nullptr, &limit); }), EPERM);
    EXPECT_EQ(error_of([&] { return getrlimit(RLIMIT_CORE, &limit); }), 0);
}

TEST_F(RefusedCalls, WriteIntoTheTerminal) {
    char letter = 'x';
    EXPECT_EQ(error_of([&] { return ioctl(STDIN_FILENO, TIOCSTI, &letter); }), EPERM);
    // The system takes only 32 bits of the request.
    EXPECT_EQ(error_of([&] { return syscall(SYS_ioctl, STDIN_FILENO, TIOCSTI | (1UL << 32), &letter); }), EPERM);
    winsize size{};
    EXPECT_NE(error_of([&] { return ioctl(STDIN_FILENO, TIOCGWINSZ, &size); }), EPERM);
}

TEST_F(RefusedCalls, ChangeModes) {
    EXPECT_EQ(error_of([] { return syscall(SYS_fchmodat, AT_FDCWD, "/nowhere", 0600); }), EPERM);
    EXPECT_EQ(error_of([] { return syscall(SYS_fchmodat, AT_FDCWD, "/nowhere", 0600); }, {.programs = true}), ENOENT);
    EXPECT_EQ(error_of([] { return syscall(SYS_fchownat, AT_FDCWD, "/nowhere", 0, 0, 0); }), EPERM);
}

TEST_F(RefusedCalls, OfOtherNumbersAndArchitectures) {
#ifdef __x86_64__
    constexpr long x32 = 0x40000000;
    EXPECT_EQ(error_of([] { return syscall(x32 | SYS_getpid); }), EPERM);
    // getpid of 32 bits; its number is another call's of 64 bits.
    EXPECT_EQ(error_of([] {
                  long result = 20;
                  asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
                  errno = static_cast<int>(-result);
                  return result < 0 ? -1L : 0L;
              }),
              EPERM);
#endif
}

TEST_F(RefusedCalls, LeaveForksThreadsAndPipes) {
    EXPECT_EQ(error_of([] { return static_cast<long>(fork()); }), 0);
    EXPECT_EQ(error_of([] {
                  int ends[2];
                  const int made = pipe(ends);
                  std::thread([] {}).join();
                  return static_cast<long>(made);
              }),
              0);
}

TEST_F(RefusedCalls, AreRefusedInThreadsThatExistAlready) {
    EXPECT_EQ(error_of([] {
                  // The filter of error_of is there already; a second one must reach this thread, too.
                  int ends[2];
                  if (pipe(ends) != 0) return -1L;
                  int error = 0;
                  std::thread waiting([&] {
                      char go = 0;
                      [[maybe_unused]] const auto got = ::read(ends[0], &go, 1);
                      error = syscall(SYS_getppid) < 0 ? errno : 0;
                  });
                  const RefusedCall more[] = {{SYS_getppid}};
                  const bool is_refused = refuse_calls(more).empty();
                  [[maybe_unused]] const auto sent = ::write(ends[1], "g", 1);
                  waiting.join();
                  errno = is_refused ? error : ENOSYS;
                  return -1L;
              }),
              EPERM);
}

}  // namespace
}  // namespace ranvier::program
