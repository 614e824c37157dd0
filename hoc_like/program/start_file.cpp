#include "hoc_like/program/start_file.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "exchange/transport/typed.hpp"
#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::program {

exchange::Task<bool> StartFile::agree(std::span<const Input> inputs, std::uint64_t number) {
    if (transport_.size() == 1) co_return true;
    std::string mine;
    for (const Input& input : inputs) {
        mine += static_cast<char>(input.kind);
        mine += input.text;
        mine += '\0';
    }
    const std::string first = co_await exchange::broadcast_string(transport_, mine, 0);
    const auto signed_number = static_cast<std::int64_t>(number);
    std::array<std::int64_t, 3> least{mine == first ? 0 : -1, signed_number, ~signed_number};
    co_await transport_.allreduce(std::span<std::int64_t>(least), exchange::Reduce::min);
    const bool same_inputs = least[0] == 0, same_numbers = least[1] == ~least[2];
    const auto file =
        std::find_if(inputs.begin(), inputs.end(), [](const Input& input) { return input.kind == Input::Kind::file; });
    if (same_inputs && file != inputs.end()) path_ = file->text;
    co_return same_numbers;
}

exchange::Task<std::string> StartFile::read() {
    const std::string path = std::exchange(path_, {});
    std::string text;
    std::string error;
    if (transport_.rank() == 0) {
        try {
            text = hoc::Interpreter::text_of_file(path);
        } catch (const std::system_error& e) {
            error = e.what();
        }
    }
    error = co_await exchange::broadcast_string(transport_, std::move(error), 0);
    if (!error.empty()) throw std::runtime_error{error};
    co_return co_await exchange::broadcast_string(transport_, std::move(text), 0);
}

}  // namespace ranvier::program
