#include "hoc_like/program/start_file.hpp"

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "exchange/transport/typed.hpp"
#include "hoc_like/language/interface/interpreter.hpp"

namespace ranvier::program {

exchange::Task<void> StartFile::agree(std::span<const Input> inputs) {
    if (transport_.size() == 1) co_return;
    std::string mine;
    for (const Input& input : inputs) {
        mine += static_cast<char>(input.kind);
        mine += input.text;
        mine += '\0';
    }
    const std::string first = co_await exchange::broadcast_string(transport_, mine, 0);
    if (co_await exchange::any_over_ranks(transport_, mine != first)) co_return;
    const auto file =
        std::find_if(inputs.begin(), inputs.end(), [](const Input& input) { return input.kind == Input::Kind::file; });
    if (file != inputs.end()) path_ = file->text;
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
