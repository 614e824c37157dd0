#pragma once

#include <memory>

#include "exchange/study/estimated_exchange.hpp"

namespace ranvier::exchange {

/// allgather, alltoall and two_tier with their usual options. Both arguments must outlive the result.
std::unique_ptr<EstimatedExchange> estimate_allgather(const EstimatedNet& net, const StudyTerms& terms);
std::unique_ptr<EstimatedExchange> estimate_alltoall(const EstimatedNet& net, const StudyTerms& terms);
/// Precondition: ranks have groups.
std::unique_ptr<EstimatedExchange> estimate_two_tier(const EstimatedNet& net, const StudyTerms& terms);

}  // namespace ranvier::exchange
