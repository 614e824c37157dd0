#include "hoc_like/program/compile_helper.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <system_error>

namespace ranvier::program {

namespace {

namespace fs = std::filesystem;

// A message is a list of texts: their number, and each with its length. A request lists paths; an answer begins with one of
// these words, followed by the library's path and warnings, or by the error.
constexpr const char* done = "done";
constexpr const char* failed = "failed";
constexpr std::uint64_t most_texts = 1 << 16, longest_text = 1 << 24;

/// False if the other process has ended.
bool send_bytes(int to, const void* data, std::size_t size) {
    const char* next = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t sent = ::send(to, next, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        next += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

bool receive_bytes(int from, void* data, std::size_t size) {
    char* next = static_cast<char*>(data);
    while (size > 0) {
        const ssize_t got = ::recv(from, next, size, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        next += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

bool send_texts(int to, const std::vector<std::string>& texts) {
    const std::uint64_t count = texts.size();
    if (!send_bytes(to, &count, sizeof count)) return false;
    return std::ranges::all_of(texts, [to](const std::string& text) {
        const std::uint64_t length = text.size();
        return send_bytes(to, &length, sizeof length) && send_bytes(to, text.data(), text.size());
    });
}

/// Nothing if the other process has ended, or sends what no message is.
std::optional<std::vector<std::string>> receive_texts(int from) {
    std::uint64_t count = 0;
    if (!receive_bytes(from, &count, sizeof count) || count > most_texts) return std::nullopt;
    std::vector<std::string> texts(count);
    for (std::string& text : texts) {
        std::uint64_t length = 0;
        if (!receive_bytes(from, &length, sizeof length) || length > longest_text) return std::nullopt;
        text.resize(length);
        if (!receive_bytes(from, text.data(), length)) return std::nullopt;
    }
    return texts;
}

/// The folder for the compilers' temporary files, removed at the end. There is none where nothing can be written, as in a
/// cache that is only read; what is compiled already can then still be found.
class TemporaryFolder {
  public:
    explicit TemporaryFolder(const fs::path& parent) {
        std::string pattern = (parent / "compile-XXXXXX").string();
        if (!mkdtemp(pattern.data())) return;
        path_ = pattern;
        setenv("TMPDIR", pattern.c_str(), 1);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  private:
    fs::path path_;
};

/// Leaves the helper with nothing of its parent: not its terminal, nor the signals of its group, nor open files, of which
/// a launcher waits for the end.
void leave_parent(int socket) {
    setsid();
    prctl(PR_SET_NAME, "ranvier-compile");
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, standard);
    constexpr int first = STDERR_FILENO + 1;
    dup2(socket, first);
    fcntl(first, F_SETFD, FD_CLOEXEC);
    constexpr long close_range = 436;  // younger than some systems' headers
    if (syscall(close_range, first + 1, ~0U, 0) == 0) return;
    for (int other = first + 1; other < sysconf(_SC_OPEN_MAX); ++other) close(other);
}

std::vector<std::string> answer(const std::vector<std::string>& request, const CompileHelper::Compile& compile) {
    try {
        const nmodl::CompiledLibrary library = compile(CompileHelper::Paths(request.begin(), request.end()));
        std::vector<std::string> words{done, library.path};
        words.insert(words.end(), library.warnings.begin(), library.warnings.end());
        return words;
    } catch (const std::exception& error) {
        return {failed, error.what()};
    }
}

void serve(int socket, const std::function<void()>& confine, const CompileHelper::Compile& compile) {
    std::string obstacle;
    try {
        confine();
    } catch (const std::exception& error) {
        obstacle = error.what();
    }
    while (const auto request = receive_texts(socket)) {
        const auto words = obstacle.empty() ? answer(*request, compile) : std::vector{std::string(failed), obstacle};
        if (!send_texts(socket, words)) return;
    }
}

}  // namespace

CompileHelper::CompileHelper(const fs::path& folder, const std::function<void()>& confine, const Compile& compile) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        throw std::system_error(errno, std::generic_category(), "cannot reach a process that compiles .mod files");
    }
    process_ = fork();
    if (process_ == 0) {
        leave_parent(ends[1]);
        {
            const TemporaryFolder temporary(folder);
            serve(STDERR_FILENO + 1, confine, compile);
        }
        _exit(0);  // without destructors: the objects belong to the parent
    }
    ::close(ends[1]);
    socket_ = ends[0];
    if (process_ < 0) {
        ::close(socket_);
        throw std::system_error(errno, std::generic_category(), "cannot start a process that compiles .mod files");
    }
}

CompileHelper::~CompileHelper() {
    ::close(socket_);  // at which it ends
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

nmodl::CompiledLibrary CompileHelper::compile(const Paths& files) const {
    const std::vector<std::string> request(files.begin(), files.end());
    const auto answer = send_texts(socket_, request) ? receive_texts(socket_) : std::nullopt;
    if (!answer || answer->size() < 2) {
        throw std::runtime_error(
            "the process that compiles .mod files for --sandbox has ended; compile them ahead with ranvier compile");
    }
    if (answer->front() != done) throw std::runtime_error((*answer)[1]);
    return {(*answer)[1], false, {answer->begin() + 2, answer->end()}};
}

}  // namespace ranvier::program
