// Feeds arbitrary text to the small languages of options: gids (--cells), what to report (--report), how often to save
// the state (--checkpoint-every) and how to show the progress (--progress).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "hoc_like/program/checkpoint_words.hpp"
#include "hoc_like/program/gid_words.hpp"
#include "hoc_like/program/progress.hpp"
#include "hoc_like/program/report_words.hpp"

namespace {

/// False if the text has a file with gids, which must not be any file of this machine, or may mean millions of gids,
/// which take their time.
bool is_quick(const std::string& text) {
    constexpr int usual_digits = 5, most_digits = 9;  // longer numbers are refused
    int digits = 0;
    for (const char each : text + " ") {
        if (each == '@') return false;
        if (each >= '0' && each <= '9') {
            digits += digits > 0 || each != '0';
        } else {
            if (digits > usual_digits && digits <= most_digits) return false;
            digits = 0;
        }
    }
    return true;
}

/// Whether the text was accepted.
bool accepts(const auto& parse) {
    try {
        parse();
        return true;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::program;
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (!is_quick(text)) return 0;
    std::vector<std::int32_t> gids;
    if (accepts([&] { gids = parse_gids(text); })) {
        if (gids.empty() || gids.front() < 0 || !std::is_sorted(gids.begin(), gids.end())) __builtin_trap();
    }
    accepts([&] { parse_report("v.h5:" + text); });
    accepts([&] { parse_report(text); });
    CheckpointWords checkpoints;
    if (accepts([&] { checkpoints.set_interval(text); })) {
        const double interval = checkpoints.every_ms + checkpoints.every_s;
        if (!(interval > 0) || !std::isfinite(interval)) __builtin_trap();
    }
    accepts([&] { progress_wish(text); });
    return 0;
}
