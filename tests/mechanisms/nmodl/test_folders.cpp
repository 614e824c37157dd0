// The one file of this test that is compiled differently in each checkout.
#include "test_folders.hpp"

namespace ranvier::test {

std::filesystem::path source_root() {
    return RANVIER_ROOT;
}

std::filesystem::path test_cache() {
    return source_root() / "build/nmodl_test";
}

}  // namespace ranvier::test
