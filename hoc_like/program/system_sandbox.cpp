#include "hoc_like/program/system_sandbox.hpp"

#include "hoc_like/program/mechanism_loading.hpp"

namespace ranvier::program {

std::unique_ptr<const CompileHelper> start_helper(const RunOptions& options) {
    return std::make_unique<CompileHelper>(
        [](const std::filesystem::path&) {},
        [&options](const CompileHelper::Paths& files) { return find_or_compile(files, options); });
}

}  // namespace ranvier::program
