#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "mechanisms/nmodl/driver/driver.hpp"

namespace ranvier::program {

/// A process that compiles .mod files for this one, which may run no programs itself (--sandbox).
///
/// It takes the paths of .mod files, never C, and translates them itself. What it cannot be made to do is then up to the
/// translation, and to the limits that it sets itself. It ends when this process does.
class CompileHelper {
  public:
    using Paths = std::vector<std::filesystem::path>;
    using Compile = std::function<nmodl::CompiledLibrary(const Paths&)>;

    /// Forks; so call it before this process has threads or is confined. The helper makes the temporary folder of its
    /// compilers in `folder`, and calls `confine`, and then `compile` for each request.
    CompileHelper(const std::filesystem::path& folder, const std::function<void()>& confine, const Compile& compile);
    ~CompileHelper();
    CompileHelper(const CompileHelper&) = delete;
    CompileHelper& operator=(const CompileHelper&) = delete;

    /// What `compile` returns or throws, in the helper. Errors of any kind arrive as std::runtime_error.
    nmodl::CompiledLibrary compile(const Paths& files) const;

  private:
    int socket_ = -1;
    pid_t process_ = -1;
};

}  // namespace ranvier::program
