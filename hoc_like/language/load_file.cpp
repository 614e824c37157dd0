#include "hoc_like/language/load_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "hoc_like/language/machine.hpp"
#include "hoc_like/language/state.hpp"

namespace ranvier::hoc {
namespace {

namespace fs = std::filesystem;

// Goes to a folder while a file from there runs, so that it can open files beside it.
class Visit {
  public:
    explicit Visit(const fs::path& folder) {
        if (folder.empty()) return;
        home_ = fs::current_path();
        fs::current_path(folder);
    }
    ~Visit() {
        std::error_code ignored;
        if (!home_.empty()) fs::current_path(home_, ignored);
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

  private:
    fs::path home_;
};

std::vector<std::string> library_folders() {
    std::vector<std::string> folders;
    const char* path = std::getenv("HOC_LIBRARY_PATH");
    std::stringstream list{path ? path : ""};
    for (std::string folder; std::getline(
             list, folder, std::string_view{path ? path : ""}.find(':') == std::string_view::npos ? ' ' : ':');) {
        if (!folder.empty()) folders.push_back(expand_environment(folder));
    }
    return folders;
}

bool is_file(const std::string& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

}  // namespace

std::optional<std::string> read_file(const std::string& path) {
    if (!is_file(path)) return std::nullopt;
    std::ifstream file{path, std::ios::binary};
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string expand_environment(const std::string& path) {
    std::string result = path;
    for (std::size_t start = 0; (start = result.find("$(", start)) != std::string::npos;) {
        const std::size_t end = result.find(')', start);
        if (end == std::string::npos) break;
        const char* value = std::getenv(result.substr(start + 2, end - start - 2).c_str());
        const std::string text = value ? value : "";
        result.replace(start, end - start + 1, text);
        start += text.size();
    }
    if (result.starts_with("~/")) {
        if (const char* home = std::getenv("HOME")) result.replace(0, 1, home);
    }
    return result;
}

void open_file(Interpreter& interpreter, const std::string& name) {
    const std::string path = expand_environment(name);
    if (is_file(path)) {
        interpreter.run_file(path);
        return;
    }
    if (path.find('/') == std::string::npos) {
        for (const auto& folder : library_folders()) {
            if (is_file(folder + "/" + path)) {
                interpreter.run_file(folder + "/" + path);
                return;
            }
        }
    }
    throw std::runtime_error{"can't open the file " + name};
}

bool Interpreter::load_file(const std::string& name, bool again) {
    Machine& machine = state_->machine;
    auto& loaded = machine.loaded_files;
    const bool known = std::find(loaded.begin(), loaded.end(), name) != loaded.end();
    if (known && !again) return true;
    const std::string path = expand_environment(name);
    std::string found;
    if (is_file(path)) {
        found = path;
    } else if (path.find('/') == std::string::npos) {
        for (const auto& folder : library_folders()) {
            if (found.empty() && is_file(folder + "/" + path)) found = folder + "/" + path;
        }
    }
    if (found.empty()) {
        const auto text = machine.library ? machine.library(path) : std::nullopt;
        if (!text) {
            machine.streams.out("Couldn't find: " + name + "\n");
            return false;
        }
        if (!known) loaded.push_back(name);
        run_text(*text, name);
        return true;
    }
    if (!known) loaded.push_back(name);
    const fs::path whole{found};
    const auto text = read_file(found);
    Visit visit{whole.parent_path()};
    run_text(*text, found);
    return true;
}

void Interpreter::run_file(const std::string& path) {
    const auto text = read_file(path);
    if (!text)
        throw std::system_error{std::make_error_code(std::errc::no_such_file_or_directory), "can't read " + path};
    run_text(*text, path);
}

}  // namespace ranvier::hoc
