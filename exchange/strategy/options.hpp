#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::exchange {

/// The name in `names` whose spelling is closest to `word`; empty if none is close.
std::string nearest(std::string_view word, std::span<const std::string> names);

/// `compress=on,fixed=8` after a strategy's name, read option by option:
///
///     StrategyOptions options("allgather", text);
///     bool compress = options.flag("compress", false);
///     options.finish();                               // throws if an option has not been read
class StrategyOptions {
  public:
    /// Throws ExchangeError unless the text is a list of name=value.
    StrategyOptions(std::string_view strategy, std::string_view text);

    /// on, off, true, false, 1, 0; an option without a value means on.
    bool flag(std::string_view name, bool otherwise);

    /// A whole number in [least, most].
    std::int64_t integer(std::string_view name, std::int64_t otherwise, std::int64_t least, std::int64_t most);

    /// The index in `names` of the option's value.
    std::size_t choice(std::string_view name, std::size_t otherwise, std::span<const std::string_view> names);

    /// Any text.
    std::string text(std::string_view name, std::string_view otherwise);

    /// Throws ExchangeError if the text has an option that has not been read.
    void finish() const;

  private:
    struct Option {
        std::string name;
        std::string value;
        bool is_known = false;
    };

    const Option* find(std::string_view name);
    [[noreturn]] void throw_bad_value(const Option& option, std::string_view expected) const;

    std::string strategy_;
    std::vector<Option> given_;
    std::vector<std::string> known_;
};

}  // namespace ranvier::exchange
