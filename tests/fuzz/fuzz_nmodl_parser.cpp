// Parses arbitrary NMODL, and prints and parses again what is sound. fuzz_nmodl runs the whole compiler, far more slowly.

#include <cstddef>
#include <cstdint>
#include <string>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::nmodl;
    Diagnostics diagnostics;
    try {
        const auto program = parse("fuzz.mod", {reinterpret_cast<const char*>(data), size}, diagnostics);
        if (!diagnostics.has_errors()) parse("again.mod", to_nmodl(*program), diagnostics);
    } catch (const CompileError&) {
    }
    return 0;
}
