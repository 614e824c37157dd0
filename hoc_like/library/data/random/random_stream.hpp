#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ranvier::hoc {

class SavedGenerator;

/// State shared by the random classes and functions of one interpreter.
struct RandomGlobals {
    std::uint32_t random123_index = 0;  ///< key of all Random123 streams; see set_random123_index
    std::uint32_t mcell_low = 0;        ///< default low index of MCellRan4 streams
    std::uint32_t mcell_count = 0;      ///< MCellRan4 streams made so far; seeds streams without a seed
    bool use_mcell = false;
    bool neuron_8 = false;  ///< defaults of NEURON 8.2: Random uses ACG, NetStim the process-wide stream

    std::uint32_t process_seed = 1;  ///< of the process-wide stream shared by mechanisms (set_seed, exprand, ...)
    std::map<std::uint64_t, SavedGenerator*> generators;  ///< all generators, by number
    std::uint64_t generators_made = 0;
    /// Whether `address` is a generator, for pointers in VERBATIM blocks.
    bool has_generator(const void* address) const;
    /// The next number of the process-wide stream: x becomes 2147437301 x + 453816981 modulo 2^32 and is divided by
    /// 2^32 - 1; or MCellRan4.
    double process_uniform();
    std::uint64_t process_draws = 0;  ///< calls of process_uniform
    /// Sets random123_index here and, by `follow_index`, for the RANDOM streams of mechanisms.
    void set_random123_index(std::uint32_t index);
    std::function<void(std::uint32_t)> follow_index;
};

/// A generator whose position is part of saved states; adds itself to the list.
class SavedGenerator {
  public:
    explicit SavedGenerator(std::shared_ptr<RandomGlobals> globals);
    virtual ~SavedGenerator();
    SavedGenerator(const SavedGenerator&) = delete;
    SavedGenerator& operator=(const SavedGenerator&) = delete;
    /// Ids that identify the stream on all ranks; empty if it has none.
    virtual std::string stream_name() const = 0;
    virtual std::vector<std::uint32_t> position() const = 0;
    virtual void set_position(const std::vector<std::uint32_t>& position) = 0;

  private:
    std::shared_ptr<RandomGlobals> globals_;
    std::uint64_t number_;
};

/// A source of numbers in (0, 1), 32 bits at a time.
class RandomStream {
  public:
    virtual ~RandomStream() = default;
    virtual double uniform() = 0;
    /// Goes back to the beginning.
    virtual void reset() = 0;
    /// Position in the stream.
    virtual double sequence() const = 0;
    virtual void set_sequence(double position) = 0;
    /// Like in SavedGenerator; set_words expects as many words as words() returns.
    virtual std::string name() const { return {}; }
    virtual std::vector<std::uint32_t> words() const = 0;
    virtual void set_words(const std::vector<std::uint32_t>& words) = 0;
};

/// Counter-based stream keyed by three ids (Philox 4x32-10 of Salmon et al. 2011). Its numbers are
/// (u + 1) / (2^32 + 1) for 32 random bits u; the counter is (position / 4, id3, id1, id2), the key the global index.
class PhiloxStream : public RandomStream {
  public:
    PhiloxStream(const RandomGlobals& globals, std::uint32_t id1, std::uint32_t id2, std::uint32_t id3);
    double uniform() override;
    void reset() override { start(0, 0); }
    double sequence() const override { return counter_[0] * 4.0 + which_; }
    void set_sequence(double position) override;
    std::string name() const override;
    std::vector<std::uint32_t> words() const override;
    void set_words(const std::vector<std::uint32_t>& words) override;
    std::uint32_t id(int i) const { return i == 0 ? counter_[2] : i == 1 ? counter_[3] : counter_[1]; }

  private:
    void start(std::uint32_t block, unsigned which);
    void encrypt();
    const RandomGlobals* globals_;
    std::uint32_t counter_[4];
    std::uint32_t block_[4] = {};
    unsigned which_ = 0;
};

/// 32 bits from two indices; advances high. Two rounds of the multiplicative hash of the Monte-Carlo simulator MCell
/// ("ran4" of Press et al., section 7.5, with different constants).
std::uint32_t mcell_ran4_bits(std::uint32_t& high, std::uint32_t low);
/// The same bits as a number in [0, 1).
double mcell_ran4(std::uint32_t& high, std::uint32_t low);

/// Stream of mcell_ran4; a seed of 0 selects the next unused one.
class McellStream final : public RandomStream {
  public:
    McellStream(RandomGlobals& globals, std::uint32_t high, std::uint32_t low);
    double uniform() override { return mcell_ran4(high_, low_ == 0 ? globals_->mcell_low : low_); }
    void reset() override { high_ = seed_; }
    double sequence() const override { return high_; }
    void set_sequence(double position) override {
        high_ = static_cast<std::uint32_t>(static_cast<long long>(position));
    }
    std::vector<std::uint32_t> words() const override { return {high_, low_, seed_}; }
    void set_words(const std::vector<std::uint32_t>& words) override {
        high_ = words[0], low_ = words[1], seed_ = words[2];
    }
    std::uint32_t seed() const { return seed_; }

  private:
    const RandomGlobals* globals_;
    std::uint32_t low_;
    std::uint32_t high_;
    std::uint32_t seed_;
};

}  // namespace ranvier::hoc
