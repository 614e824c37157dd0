#include "hoc_like/program/file_rules.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace ranvier::program {

namespace {

// Landlock, whose header is older than the kernel on many systems (man landlock; linux/landlock.h). The numbers of its
// calls are the same on all architectures.
constexpr long create_ruleset = 444, add_rule = 445, restrict_self = 446;
constexpr std::uint32_t ask_for_version = 1;
constexpr int below_a_path = 1;

enum Right : std::uint64_t {
    execute = 1 << 0,
    write_file = 1 << 1,
    read_file = 1 << 2,
    read_folder = 1 << 3,
    remove_folder = 1 << 4,
    remove_file = 1 << 5,
    make_character_device = 1 << 6,
    make_folder = 1 << 7,
    make_file = 1 << 8,
    make_socket = 1 << 9,
    make_pipe = 1 << 10,
    make_block_device = 1 << 11,
    make_link = 1 << 12,
    move_between_folders = 1 << 13,
    truncate_file = 1 << 14,
    control_device = 1 << 15,
};
constexpr std::uint64_t rights_of_files = execute | write_file | read_file | truncate_file | control_device;

// What is refused unless a rule allows it: all that a version knows, as each has added one. What it does not know is allowed,
// but for moving between folders, which the first version refused without a rule.
constexpr std::array rights_up_to_version{std::uint64_t{0},
                                          std::uint64_t{move_between_folders - 1},
                                          std::uint64_t{truncate_file - 1},
                                          std::uint64_t{control_device - 1},
                                          std::uint64_t{control_device - 1},
                                          std::uint64_t{2 * control_device - 1}};
constexpr int with_truncation = 3, with_scopes = 6;
constexpr std::uint64_t abstract_sockets = 1, signals = 2;

struct Ruleset {
    std::uint64_t files, network, scopes;
};
struct [[gnu::packed]] PathRule {
    std::uint64_t allowed;
    std::int32_t folder;
};

/// A file descriptor that is closed at the end.
class Descriptor {
  public:
    explicit Descriptor(long number) : number_(static_cast<int>(number)) {}
    ~Descriptor() {
        if (number_ >= 0) close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int operator*() const { return number_; }

  private:
    int number_;
};

std::uint64_t rights_of(FileAccess access) {
    std::uint64_t rights = 0;
    if (has(access, FileAccess::read)) rights |= read_file | read_folder;
    if (has(access, FileAccess::write)) {
        rights |=
            write_file | remove_folder | remove_file | make_folder | make_file | move_between_folders | truncate_file;
    }
    if (has(access, FileAccess::link)) rights |= make_link;
    if (has(access, FileAccess::run)) rights |= execute;
    if (has(access, FileAccess::device)) rights |= control_device;
    return rights;
}

bool is_folder(int descriptor) {
    struct stat found{};
    return fstat(descriptor, &found) == 0 && S_ISDIR(found.st_mode);
}

std::uint64_t rights_known_to(int version) {
    const auto last = rights_up_to_version.size() - 1;
    return rights_up_to_version[std::min(static_cast<std::size_t>(version), last)];
}

/// False if the system refuses the rule; a path that cannot be opened needs none.
bool add(int ruleset, const FileRule& rule, std::uint64_t known) {
    const Descriptor path(open(rule.path.c_str(), O_PATH | O_CLOEXEC));
    if (*path < 0) return true;
    std::uint64_t rights = rights_of(rule.access) & known;
    if (!is_folder(*path)) rights &= rights_of_files;
    if (rights == 0) return true;
    const PathRule allowed{rights, *path};
    return syscall(add_rule, ruleset, below_a_path, &allowed, 0) == 0;
}

}  // namespace

int version_of_file_rules() {
    const long version = syscall(create_ruleset, nullptr, 0, ask_for_version);
    return version < 0 ? 0 : static_cast<int>(version);
}

std::string confine_files(std::span<const FileRule> rules) {
    const int version = version_of_file_rules();
    if (version == 0) return "the kernel has no Landlock";
    const std::uint64_t known = rights_known_to(version);
    const Ruleset refused{known, 0, version >= with_scopes ? abstract_sockets | signals : 0};
    const Descriptor ruleset(syscall(create_ruleset, &refused, sizeof refused, 0));
    if (*ruleset < 0) return std::strerror(errno);
    for (const FileRule& rule : rules) {
        if (!add(*ruleset, rule, known)) return rule.path.string() + ": " + std::strerror(errno);
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return std::strerror(errno);
    return syscall(restrict_self, *ruleset, 0) == 0 ? "" : std::strerror(errno);
}

std::string what_is_not_held(int version) {
    if (version == 0) return "reading and writing files elsewhere, and sending signals";
    if (version < with_truncation) return "emptying files elsewhere, and sending signals";
    if (version < with_scopes) return "sending signals";
    return {};
}

}  // namespace ranvier::program
