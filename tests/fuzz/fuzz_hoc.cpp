// Any text must end in output, a ScriptError or quit: never in a crash, a hang or a sanitizer's report. The sanitizer
// takes its time for large stacks.

#include <cstddef>
#include <cstdint>

#include "tests/hoc_like/language/fake_cables.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::hoc;
    if (size > 4096) return 0;
    test::Bench bench{{.frames = 200, .values = 4096}};
    bench.hoc.set_step_limit(2000);
    try {
        bench.hoc.run_text({reinterpret_cast<const char*>(data), size}, "fuzz.hoc");
    } catch (const ScriptError&) {
    } catch (const Quit&) {
    }
    return 0;
}
