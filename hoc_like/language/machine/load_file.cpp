#include "hoc_like/language/machine/load_file.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "hoc_like/language/interface/expand_environment.hpp"
#include "hoc_like/language/machine/machine.hpp"
#include "hoc_like/language/machine/state.hpp"

namespace ranvier::hoc {
namespace {

namespace fs = std::filesystem;

// Changes to the folder of a file while the file runs: the file can then open others in the same folder.
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

bool is_file(const std::string& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

}  // namespace

std::vector<std::string> Interpreter::library_folders() {
    std::vector<std::string> folders;
    const char* path = std::getenv("HOC_LIBRARY_PATH");
    std::stringstream list{path ? path : ""};
    for (std::string folder; std::getline(
             list, folder, std::string_view{path ? path : ""}.find(':') == std::string_view::npos ? ' ' : ':');) {
        if (!folder.empty()) folders.push_back(expand_environment(folder));
    }
    return folders;
}

namespace {

// The path itself, or the path of a file with this name in the library's folders; empty if there is none.
std::string find_file(const std::string& name) {
    const std::string path = expand_environment(name);
    if (is_file(path)) return path;
    if (path.find('/') == std::string::npos) {
        for (const auto& folder : Interpreter::library_folders()) {
            if (is_file(folder + "/" + path)) return folder + "/" + path;
        }
    }
    return {};
}

// Where NEURON finds nothing: the file in the folder of the script that the program was given.
std::string find_beside_script(const fs::path& folder, const std::string& name) {
    const fs::path path = folder / expand_environment(name);
    return !folder.empty() && is_file(path.string()) ? path.string() : std::string{};
}

// NEURON's folder of standard files is the library inside the program.
std::string name_in_library(const std::string& name) {
    constexpr std::string_view standard_folder = "$(NEURONHOME)/lib/hoc/";
    return name.starts_with(standard_folder) ? name.substr(standard_folder.size()) : expand_environment(name);
}

/// Says why a file of NEURON's demo is missing.
const char* demo_note(const std::string& name) {
    const bool is_of_demo = name.starts_with("$(NEURONHOME)/demo/");
    return is_of_demo ? ": Ranvier does not ship NEURON's demo; give the path of a copy of it" : "";
}

}  // namespace

std::optional<std::string> read_file(const std::string& path) {
    if (fs::is_directory(path)) return std::nullopt;  // pipes and devices can be read
    std::ifstream file{path, std::ios::binary};
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    std::string all = std::move(text).str();
    if (all.starts_with("\xEF\xBB\xBF"))
        all.erase(0, 3);  // the byte order mark, with which Windows' editors begin a file
    return all;
}

void open_file(Interpreter& interpreter, const std::string& name) {
    const std::string path = find_file(name);
    if (!path.empty()) {
        interpreter.run_file(path, interpreter.text_of_file(path), interpreter.current_object());
    } else if (!interpreter.run_library_text(name)) {
        throw std::runtime_error{"cannot open the file " + name + demo_note(name)};
    }
}

bool Interpreter::run_library_text(const std::string& name) {
    const auto& library = state_->machine.library;
    const auto text = library ? library(name_in_library(name)) : std::nullopt;
    if (text) run_text(*text, name);
    return text.has_value();
}

namespace {

bool declares(std::string_view text, const std::string& line) {
    for (std::size_t at = text.find(line); at != std::string_view::npos; at = text.find(line, at + 1)) {
        const std::size_t end = at + line.size();
        const bool starts = at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
        const bool ends =
            end == text.size() || !(std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_');
        if (starts && ends) return true;
    }
    return false;
}

std::optional<std::string> file_that_declares(const std::string& folder, const std::string& line) {
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator{folder, ignored}) {
        if (entry.path().extension() == ".hoc") names.push_back(entry.path().string());
    }
    std::sort(names.begin(), names.end());  // the order of folder entries depends on the file system
    for (const auto& name : names) {
        if (const auto text = read_file(name); text && declares(*text, line)) return name;
    }
    return std::nullopt;
}

}  // namespace

void load_declaration(Interpreter& interpreter, const std::string& keyword, const std::string& name) {
    const std::string line = keyword + " " + name;
    std::vector<std::string> folders = Interpreter::library_folders();
    folders.insert(folders.begin(), ".");
    for (const auto& folder : folders) {
        if (const auto file = file_that_declares(folder, line)) {
            interpreter.load_file(*file);
            return;
        }
    }
    if (const auto file = interpreter.library_file([&](std::string_view text) { return declares(text, line); })) {
        interpreter.load_file(*file);
        return;
    }
    interpreter.print("Couldn't find a file that declares " + name + "\n");
}

std::optional<std::string> Interpreter::library_file(const std::function<bool(std::string_view text)>& accepts) {
    Machine& machine = state_->machine;
    for (const auto& name : machine.library_names) {
        if (const auto text = machine.library(name); text && accepts(*text)) return name;
    }
    return std::nullopt;
}

bool Interpreter::load_file(const std::string& name, bool again) {
    auto& loaded = state_->machine.loaded_files;
    const bool known = std::find(loaded.begin(), loaded.end(), name) != loaded.end();
    if (known && !again) return true;
    if (!known) loaded.push_back(name);
    std::string found = find_file(name);
    if (found.empty()) {
        if (run_library_text(name)) return true;
        found = find_beside_script(state_->machine.script_folder, name);
    }
    if (found.empty()) {
        if (!known) std::erase(loaded, name);
        std::fprintf(stderr, "Couldn't find: %s%s\n", name.c_str(), demo_note(name));
        return false;
    }
    const std::string text = text_of_file(found);
    Visit visit{fs::path{found}.parent_path()};
    run_text(text, found);
    return true;
}

std::string Interpreter::text_of_file(const std::string& path) {
    if (fs::is_directory(path)) throw std::runtime_error{"can't read " + path + ": it is a folder"};
    errno = 0;
    auto text = read_file(path);
    const int reason = errno == 0 ? EIO : errno;  // no such file, no permission, too many open files
    if (!text) throw std::system_error{reason, std::generic_category(), "can't read " + path};
    return std::move(*text);
}

void Interpreter::run_file(const std::string& path) {
    run_file(path, text_of_file(path));
}

void Interpreter::run_file(const std::string& path, std::string_view text, const ObjectPtr& object) {
    state_->machine.script_folder = fs::absolute(path).parent_path();
    run_text(text, path, object);
}

}  // namespace ranvier::hoc
