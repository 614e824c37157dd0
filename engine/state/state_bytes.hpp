#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ranvier::engine {

/// A saved state cannot be used: damaged, or from a different version or model. The message says which, and where.
class StateError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

using Bytes = std::vector<std::byte>;

/// Appends values in the byte order of memory.
class ByteWriter {
  public:
    void raw(const void* data, std::size_t size) {
        const auto* first = static_cast<const std::byte*>(data);
        bytes.insert(bytes.end(), first, first + size);
    }
    template <class T>
    void put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        raw(&value, sizeof value);
    }
    /// Appends the number of elements, then the elements.
    template <class T>
    void list(std::span<const T> values) {
        static_assert(std::is_trivially_copyable_v<T>);
        put(static_cast<std::uint64_t>(values.size()));
        raw(values.data(), values.size_bytes());
    }
    template <class T>
    void list(const std::vector<T>& values) {
        list(std::span<const T>(values));
    }
    void text(std::string_view words) { list(std::span<const char>(words)); }

    Bytes bytes;
};

/// Reads values that ByteWriter wrote. If the bytes end too early, throws StateError and never allocates much memory.
class ByteReader {
  public:
    explicit ByteReader(std::span<const std::byte> bytes) : rest_{bytes} {}

    void raw(void* data, std::size_t size) {
        need(size);
        if (size > 0) std::memcpy(data, rest_.data(), size);
        rest_ = rest_.subspan(size);
    }
    template <class T>
    T take() {
        T value;
        raw(&value, sizeof value);
        return value;
    }
    template <class T>
    void list(std::vector<T>& values) {
        const auto count = take<std::uint64_t>();
        if (count > rest_.size() / sizeof(T)) end();
        values.resize(count);
        raw(values.data(), count * sizeof(T));
    }
    template <class T>
    std::vector<T> list() {
        std::vector<T> values;
        list(values);
        return values;
    }
    /// Reads a number of elements, each of which takes at least `least` bytes.
    std::size_t count(std::size_t least) {
        const auto n = take<std::uint64_t>();
        if (n > rest_.size() / least) end();
        return n;
    }
    std::string text() {
        const std::vector<char> words = list<char>();
        return {words.begin(), words.end()};
    }
    bool is_at_end() const { return rest_.empty(); }

  private:
    void need(std::size_t size) const {
        if (size > rest_.size()) end();
    }
    [[noreturn]] static void end() { throw StateError("the state ends too early"); }
    std::span<const std::byte> rest_;
};

}  // namespace ranvier::engine
