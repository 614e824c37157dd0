#pragma once

#include <memory>

#include "exchange/study/estimated_exchange.hpp"

namespace ranvier::exchange {

/// alltoall:collective=neighbor, isend and persistent with their usual options. Both arguments must outlive the result.
std::unique_ptr<EstimatedExchange> estimate_neighbors(const EstimatedNet& net, const StudyTerms& terms);
std::unique_ptr<EstimatedExchange> estimate_isend(const EstimatedNet& net, const StudyTerms& terms);
std::unique_ptr<EstimatedExchange> estimate_persistent(const EstimatedNet& net, const StudyTerms& terms);

}  // namespace ranvier::exchange
