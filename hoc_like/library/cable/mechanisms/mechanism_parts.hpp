#pragma once

namespace ranvier::hoc {

class MechanismCatalog;
struct Context;
struct RandomGlobals;

/// What classes and functions about mechanisms reach.
struct MechanismParts {
    const Context& context;
    MechanismCatalog& catalog;
    RandomGlobals& random;
};

}  // namespace ranvier::hoc
