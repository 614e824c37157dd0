#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

/// Does the work. Returns the message of the Error or file system error that it throws, or an empty string. Other
/// exceptions pass through.
template <typename Error, typename Work>
std::string complaint_of(Work work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    } catch (const std::filesystem::filesystem_error& error) {
        return error.what();
    }
    return {};
}

/// Collective. If any rank has a complaint, throws Error on every rank, with the complaint of the lowest such rank.
template <typename Error>
Task<void> agree(Transport& transport, std::string complaint) {
    std::vector<std::size_t> lengths;
    const std::vector<char> all = co_await gather_vectors<char>(transport, complaint, &lengths);
    for (const std::size_t length : lengths) {
        if (length > 0) throw Error(std::string(all.data(), length));
    }
}

}  // namespace ranvier::exchange
