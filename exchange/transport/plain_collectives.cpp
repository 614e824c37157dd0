#include "exchange/transport/plain_collectives.hpp"

#include <utility>
#include <vector>

namespace ranvier::exchange {

namespace {

class MessageNeighborhood final : public Neighborhood {
  public:
    MessageNeighborhood(std::unique_ptr<Transport> transport, std::span<const int> sources,
                        std::span<const int> targets)
        : transport_(std::move(transport)),
          sources_(sources.begin(), sources.end()),
          targets_(targets.begin(), targets.end()) {}

    Task<void> alltoallv(std::span<const std::byte> send, std::span<const std::size_t> send_counts,
                         std::span<std::byte> receive, std::span<const std::size_t> receive_counts) override {
        constexpr int tag = 0;
        requests_.clear();
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            requests_.push_back(transport_->irecv(sources_[i], tag, receive.first(receive_counts[i])));
            receive = receive.subspan(receive_counts[i]);
        }
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            requests_.push_back(transport_->isend(targets_[i], tag, send.first(send_counts[i])));
            send = send.subspan(send_counts[i]);
        }
        for (const Request request : requests_) co_await transport_->wait(request);
    }

  private:
    const std::unique_ptr<Transport> transport_;
    const std::vector<int> sources_;
    const std::vector<int> targets_;
    std::vector<Request> requests_;
};

class RepeatedAlltoall final : public PersistentCollective {
  public:
    RepeatedAlltoall(Transport& transport, std::span<const std::byte> send, std::span<std::byte> receive)
        : transport_(transport), send_(send), receive_(receive) {}

    Task<void> run() override { return transport_.alltoall(send_, receive_); }

  private:
    Transport& transport_;
    const std::span<const std::byte> send_;
    const std::span<std::byte> receive_;
};

}  // namespace

Task<std::unique_ptr<Neighborhood>> make_message_neighborhood(Transport& transport, std::span<const int> sources,
                                                              std::span<const int> targets) {
    std::unique_ptr<Transport> own = co_await transport.split(0, transport.rank());
    co_return std::make_unique<MessageNeighborhood>(std::move(own), sources, targets);
}

std::unique_ptr<PersistentCollective> make_repeated_alltoall(Transport& transport, std::span<const std::byte> send,
                                                             std::span<std::byte> receive) {
    return std::make_unique<RepeatedAlltoall>(transport, send, receive);
}

}  // namespace ranvier::exchange
