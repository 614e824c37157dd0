// Parses and compiles arbitrary hoc, without running it: fuzz_hoc does that, far more slowly.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "hoc_like/language/compile/compiler.hpp"
#include "tests/hoc_like/language/fake_names.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::hoc;
    const auto source =
        std::make_shared<const Source>("fuzz.hoc", std::string_view{reinterpret_cast<const char*>(data), size});
    test::FakeNames names;
    try {
        Parser parser{names, source};
        for (Item item = parser.next(); item.kind != Item::Kind::end; item = parser.next()) {
            if (item.kind == Item::Kind::statement) compile_statement(source, *item.statement);
            if (item.kind == Item::Kind::procedure) compile_procedure(source, *item.statement, *item.procedure_symbol);
        }
    } catch (const ScriptError&) {
    }
    return 0;
}
