#include "exchange/own_objects.hpp"

#include <dlfcn.h>

#include <system_error>

namespace ranvier::exchange {

namespace fs = std::filesystem;

std::vector<fs::path> folders_above() {
    Dl_info info{};
    std::error_code failed;
    fs::path file;
    // The program's own name is what it was called by.
    if (dladdr(reinterpret_cast<const void*>(&folders_above), &info) && info.dli_fname) {
        const fs::path program = fs::read_symlink("/proc/self/exe", failed);
        const bool is_program = fs::path(info.dli_fname).filename() == program.filename();
        file = is_program ? program : fs::canonical(info.dli_fname, failed);
        if (file.empty()) file = program;
    }
    std::vector<fs::path> folders;
    for (fs::path folder = file.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
        folders.push_back(folder);
    }
    return folders;
}

std::string own_object(const std::string& name) {
    for (const fs::path& folder : folders_above()) {
        for (const char* place : {"lib/ranvier", "ranvier/lib/ranvier"}) {
            std::error_code failed;
            if (const fs::path file = folder / place / name; fs::exists(file, failed)) return file.string();
        }
    }
    return {};
}

}  // namespace ranvier::exchange
