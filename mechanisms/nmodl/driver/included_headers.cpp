#include "mechanisms/nmodl/driver/included_headers.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace ranvier::nmodl {
namespace {

namespace fs = std::filesystem;

class Headers {
  public:
    explicit Headers(fs::path folder) : folder_(std::move(folder)) {}

    void look_at(const std::string& text) {
        static const std::regex include(R"re(#[ \t]*include[ \t]*["<]([^">\n]+)[">])re");
        for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at) add((*at)[1]);
    }

    std::string texts;

  private:
    void add(const std::string& name) {
        const auto path = folder_ / name;
        std::error_code ignored;
        if (!fs::is_regular_file(path, ignored) || !seen_.insert(path).second) return;
        std::ifstream in(path, std::ios::binary);
        const std::string text(std::istreambuf_iterator<char>(in), {});
        texts += name + "\n" + text;
        look_at(text);
    }

    fs::path folder_;
    std::set<fs::path> seen_;
};

}  // namespace

std::string included_headers(const Program& program) {
    Headers headers(fs::path(program.path).parent_path());
    for (const auto& verbatim : program.verbatims) headers.look_at(verbatim.name);
    for (const auto& block : program.blocks) {
        for_each_statement(block.body, [&](const Statement& s) {
            if (s.kind == StatementKind::Verbatim) headers.look_at(s.name);
        });
    }
    return std::move(headers.texts);
}

}  // namespace ranvier::nmodl
