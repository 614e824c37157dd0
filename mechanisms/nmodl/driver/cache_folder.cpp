#include "mechanisms/nmodl/driver/cache_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "mechanisms/nmodl/driver/environment.hpp"

namespace ranvier::nmodl {
namespace {

namespace fs = std::filesystem;

constexpr mode_t others_may_write = S_IWGRP | S_IWOTH;

fs::path temporary_folder() {
    std::error_code none;
    const auto folder = fs::temp_directory_path(none);
    return none ? fs::path("/tmp") : folder;
}

/// A folder that the process removes when it ends; the same at each call.
class PrivateFolder {
  public:
    PrivateFolder() : path_((temporary_folder() / "ranvier-XXXXXX").string()), owner_(getpid()) {
        if (!mkdtemp(path_.data())) {
            throw std::runtime_error("cannot make a folder for compiled mechanisms, " + path_ + ": " +
                                     std::strerror(errno));
        }
    }
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;
    ~PrivateFolder() {
        std::error_code ignored;
        if (getpid() == owner_) fs::remove_all(path_, ignored);  // not in a child of fork
    }
    const std::string& path() const { return path_; }

  private:
    std::string path_;
    pid_t owner_;
};

CacheFolder private_instead_of(const std::string& path, const std::string& why) {
    static const PrivateFolder folder;
    return {folder.path(),
            "the folder for compiled mechanisms, " + path + ", is not used: " + why +
                "; .mod files are compiled for this run only. Set RANVIER_CACHE to a folder of your own"};
}

/// Whether a name is one of an entry: "HASH.so", "any-HASH.so", "HASH.o".
bool is_entry(std::string_view name) {
    constexpr std::size_t hash_digits = 32;
    if (name.starts_with("any-")) name.remove_prefix(4);
    return name.size() > hash_digits && name.substr(0, hash_digits).find_first_not_of("0123456789abcdef") == name.npos;
}

/// Closes a folder of one's own to others, and removes the entries, as they may be of others. False: it stays open.
bool take_back(const std::string& path) {
    if (chmod(path.c_str(), S_IRWXU) != 0) return false;
    for (const auto& entry : fs::directory_iterator(path)) {
        if (is_entry(entry.path().filename().string())) fs::remove(entry.path());
    }
    return true;
}

/// `is_temporary`: the folder lies where everybody may make files, and links, too.
CacheFolder checked_folder(const std::string& path, bool may_be_of_others, bool is_temporary) {
    struct stat info{};
    const int status = is_temporary ? lstat(path.c_str(), &info) : stat(path.c_str(), &info);
    if (status != 0) return private_instead_of(path, std::strerror(errno));
    if (!S_ISDIR(info.st_mode)) return private_instead_of(path, "it is not a folder");
    const bool is_own = info.st_uid == geteuid();
    const bool is_open = (info.st_mode & others_may_write) != 0;
    if (!is_own && !may_be_of_others) return private_instead_of(path, "it belongs to another user");
    if (!is_own && is_open) return private_instead_of(path, "others than its owner may write to it");
    if (is_own && is_open && !take_back(path)) return private_instead_of(path, "others may write to it");
    return {path, {}};
}

CacheFolder make_folder(const std::string& path, bool may_be_of_others, bool is_temporary) {
    std::error_code ignored;
    fs::create_directories(fs::path(path).parent_path(), ignored);
    if (mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        if (may_be_of_others) {
            throw std::runtime_error("cannot create the folder " + path + ": " + std::strerror(errno));
        }
        return private_instead_of(path, std::strerror(errno));
    }
    return checked_folder(path, may_be_of_others, is_temporary);
}

/// The default folder, which may belong to another user.
std::string default_folder() {
    if (const auto own = environment("RANVIER_CACHE"); !own.empty()) return own;
    if (const auto xdg = environment("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/ranvier";
    if (const auto home = environment("HOME"); !home.empty()) return home + "/.cache/ranvier";
    return (temporary_folder() / ("ranvier-" + std::to_string(geteuid()))).string();
}

}  // namespace

CacheFolder open_cache(const std::string& chosen) {
    if (!chosen.empty()) return make_folder(chosen, true, false);
    const bool is_named = !environment("RANVIER_CACHE").empty();
    const bool has_home = !environment("XDG_CACHE_HOME").empty() || !environment("HOME").empty();
    return make_folder(default_folder(), is_named, !is_named && !has_home);
}

}  // namespace ranvier::nmodl
