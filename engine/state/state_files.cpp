#include "engine/state/state_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ranvier::engine {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const char* how) {
    throw StateError(fmt::format("{}: {}: {}", file.string(), how, std::strerror(errno)));
}

/// An open file, closed at the end of its scope.
class Descriptor {
  public:
    Descriptor(const std::filesystem::path& file, int flags) : number_(::open(file.c_str(), flags | O_CLOEXEC, 0666)) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

  private:
    int number_;
};

}  // namespace

Bytes read_file(const std::filesystem::path& file) {
    const Descriptor in(file, O_RDONLY);
    if (in.number() < 0) fail(file, "cannot be read");
    Bytes bytes;
    constexpr std::size_t piece = 1 << 20;
    for (;;) {
        const std::size_t have = bytes.size();
        bytes.resize(have + piece);
        const ssize_t got = ::read(in.number(), bytes.data() + have, piece);
        if (got < 0 && errno != EINTR) fail(file, "cannot be read");
        bytes.resize(have + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0) return bytes;
    }
}

void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes) {
    ::unlink(file.c_str());  // perhaps a link that another user has put there
    const Descriptor out(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    if (out.number() < 0) fail(file, "cannot be written");
    while (!bytes.empty()) {
        const ssize_t written = ::write(out.number(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(file, "cannot be written");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    if (::fsync(out.number()) != 0) fail(file, "cannot be written");
}

void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes) {
    std::filesystem::path temporary = file;
    temporary += ".new";
    write_file(temporary, bytes);
    std::filesystem::rename(temporary, file);
    const Descriptor folder(file.has_parent_path() ? file.parent_path() : std::filesystem::path("."),
                            O_RDONLY | O_DIRECTORY);
    if (folder.number() >= 0) ::fsync(folder.number());
}

}  // namespace ranvier::engine
