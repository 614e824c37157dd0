#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/numbers.hpp"

namespace ranvier::engine {

/// The groups of a table's connections: each has the connections from its first one up to that of the next group, a delay,
/// and perhaps the mark that the next group belongs to another source.
///
/// Groups are kept in one of three forms. Where few connections could share a group, each of them is one: in the sparse
/// regime, where a source has about one target on a rank, or where most delays differ. Groups that follow each other may
/// thus have the same source and delay.
///
/// Memory [bytes]: 8 for each group; or for each connection 2 for its delay's number, 8 for its own delay.
class ConnectionGroups {
  public:
    /// What has a delay.
    enum class Form : std::uint8_t {
        groups,           ///< of connections
        numbered_delays,  ///< each connection: the number of its delay
        own_delays        ///< each connection: its delay
    };
    struct Header {
        std::uint32_t first;  ///< connection
        std::uint32_t delay_and_end;
    };
    /// Connections are groups by themselves as long as at most this part of them could join the one before.
    static constexpr double most_that_join = 1. / 4;

    ConnectionGroups() = default;
    /// To be filled, in the order of the table. Numbered delays turn into groups where these take less memory or time.
    explicit ConnectionGroups(Form form) : form_(form) {}

    Form form() const { return form_; }
    std::size_t count() const {
        switch (form_) {
            case Form::groups:
                return groups_.empty() ? 0 : groups_.size() - 1;
            case Form::numbered_delays:
                return delay_number_.size();
            case Form::own_delays:
                break;
        }
        return own_delay_.size();
    }
    /// The first connection of the group, which may be one behind the last group.
    std::uint32_t first_of(Group group) const {
        return form_ == Form::groups ? groups_[index_of(group)].first : index_of(group);
    }
    /// The group's delay [ms].
    double delay(Group group) const {
        switch (form_) {
            case Form::groups:
                return delays_[groups_[index_of(group)].delay_and_end & ~end_of_source];
            case Form::numbered_delays:
                return delays_[delay_number_[index_of(group)] & ~end_of_source_16];
            case Form::own_delays:
                break;
        }
        return std::fabs(own_delay_[index_of(group)]);
    }
    /// Whether the next group belongs to another source.
    bool is_last_of_source(Group group) const {
        switch (form_) {
            case Form::groups:
                return (groups_[index_of(group)].delay_and_end & end_of_source) != 0;
            case Form::numbered_delays:
                return (delay_number_[index_of(group)] & end_of_source_16) != 0;
            case Form::own_delays:
                break;
        }
        return std::signbit(own_delay_[index_of(group)]);
    }
    /// The group that has this connection, in time that grows with the logarithm of their number.
    Group group_of(std::uint32_t k) const;

    // --- filling ----------------------------------------------------------------------------------------------------
    /// Own delays [ms], by connection, for this many. They need no `append`.
    std::span<double> make_own_delays(std::size_t connections) {
        own_delay_.resize(connections);
        return own_delay_;
    }
    /// The number of the group that connection k would begin, if it is the next one.
    Group next(std::uint32_t k) const {
        return Group{form_ == Form::groups ? static_cast<std::uint32_t>(groups_.size()) : k};
    }
    /// Marks the connection before k, if there is one, as the last of its source. Only for own delays.
    void end_source(std::size_t k) {
        if (k > 0) own_delay_[k - 1] = -own_delay_[k - 1];
    }
    /// Appends connection k, with the number of its delay, which may join the group before if that has the same source and
    /// delay. Not for own delays.
    void append(std::uint32_t k, std::uint32_t delay, bool same_source, bool may_join) {
        if (form_ == Form::numbered_delays) {
            if (delay < end_of_source_16 && append_number(static_cast<std::uint16_t>(delay), same_source, may_join)) {
                return;
            }
            number_to_groups();
        }
        append_to_groups(k, delay, same_source, may_join);
    }
    /// To be called after the last connection; `delays` [ms]: by number.
    void finish(std::size_t connections, std::vector<double> delays);

    std::size_t bytes() const;

  private:
    static constexpr std::uint32_t end_of_source = 0x80000000;
    static constexpr std::uint16_t end_of_source_16 = 0x8000;

    /// Returns false, and appends nothing, if groups would now take less memory or time.
    bool append_number(std::uint16_t delay, bool same_source, bool may_join) {
        constexpr std::size_t few = 16;
        joins_ += same_source && may_join && (delay_number_.back() & ~end_of_source_16) == delay;
        const auto most = static_cast<std::size_t>(most_that_join * static_cast<double>(delay_number_.size()));
        if (joins_ > few + most) return false;
        if (same_source) delay_number_.back() &= static_cast<std::uint16_t>(~end_of_source_16);
        delay_number_.push_back(delay | end_of_source_16);
        return true;
    }
    void append_to_groups(std::uint32_t k, std::uint32_t delay, bool same_source, bool may_join) {
        if (same_source && may_join && (groups_.back().delay_and_end & ~end_of_source) == delay) return;
        if (same_source) groups_.back().delay_and_end &= ~end_of_source;
        groups_.push_back({k, delay | end_of_source});
    }
    void number_to_groups();

    Form form_ = Form::groups;
    std::vector<Header> groups_;               // one more at the end
    std::vector<std::uint16_t> delay_number_;  // by connection: into delays_, with the mark of the last of its source
    std::vector<double> own_delay_;            // [ms] by connection; with the sign of the last of its source
    std::vector<double> delays_;               // [ms]: all that groups and connections refer to
    std::size_t joins_ = 0;                    // connections that are groups and could join the one before
};

}  // namespace ranvier::engine
