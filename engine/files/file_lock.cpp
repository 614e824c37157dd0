#include "engine/files/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

namespace ranvier::engine {

namespace {

std::string this_process() {
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    return fmt::format("process {} on {}", getpid(), host.data());
}

/// What the owner of a lock has written into its file.
std::string owner_of(int descriptor) {
    std::array<char, 300> text{};
    const ssize_t got = pread(descriptor, text.data(), text.size() - 1, 0);
    for (const char c : std::string_view(text.data())) {
        if (c < ' ' || c > '~') return "another process";
    }
    return got > 0 ? std::string(text.data()) : "another process";
}

/// Whether the open file is still the one of this name.
bool has_name(int descriptor, const std::filesystem::path& name) {
    struct stat open{}, named{};
    return fstat(descriptor, &open) == 0 && lstat(name.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& file) : lock_(file), owner_(getpid()) {
    lock_ += ".lock";
    while (!try_lock(file)) {
    }
}

/// Returns false if another process has removed the lock's file in between.
bool FileLock::try_lock(const std::filesystem::path& file) {
    descriptor_ = open(lock_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "cannot write " + lock_.string());
    struct flock wish{};
    wish.l_type = F_WRLCK;
    wish.l_whence = SEEK_SET;
    if (fcntl(descriptor_, F_OFD_SETLK, &wish) != 0) {
        const int error = errno;
        const std::string owner = owner_of(descriptor_);
        close(descriptor_);
        descriptor_ = -1;
        if (error == EAGAIN || error == EACCES) {
            throw FileInUse(fmt::format("{} is being written by {}: wait for its end, or choose another name",
                                        file.string(), owner));
        }
        std::fprintf(stderr,
                     "lock       %s: the file system has no locks (%s), so another run that writes the same file would "
                     "not be noticed\n",
                     file.c_str(), std::strerror(error));
        std::error_code ignored;
        std::filesystem::remove(lock_, ignored);
        return true;
    }
    if (!has_name(descriptor_, lock_)) {
        close(descriptor_);
        return false;
    }
    const std::string owner = this_process();
    if (ftruncate(descriptor_, 0) != 0 || pwrite(descriptor_, owner.data(), owner.size(), 0) < 0) {
        // Only the name of the owner is missing.
    }
    return true;
}

FileLock::~FileLock() {
    if (descriptor_ < 0) return;
    if (getpid() == owner_) unlink(lock_.c_str());
    close(descriptor_);
}

}  // namespace ranvier::engine
