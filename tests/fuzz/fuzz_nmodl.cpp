// For any text, the NMODL compiler returns C++ or messages, and never crashes. clang++ -std=c++20 -g -O1
// -fsanitize=fuzzer,address,undefined, with the sources of mechanisms/nmodl but tool/.
#include <cstddef>
#include <cstdint>
#include <string>

#include "mechanisms/nmodl/ast/print_nmodl.hpp"
#include "mechanisms/nmodl/codegen/generate.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::nmodl;
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const auto math : {Math::libm, Math::vector}) {
        Diagnostics diagnostics;
        try {
            const auto program = parse("fuzz.mod", text, diagnostics);
            run_passes(*program, math, diagnostics);
            to_nmodl(*program);
            generate_cpp(*program, {math, "rv_fuzz"});
        } catch (const CompileError&) {
        }
    }
    return 0;
}
