#include "hoc_like/library/network/bulletin_board.hpp"

#include "hoc_like/language/error.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

std::vector<MethodDefinition> bulletin_board_methods(Session& session) {
    return {
        {"runworker", "runworker()", "Ranks above 0 serve jobs until done(), then end.",
         [&session](Call&) -> Result {
             if (session.transport().rank() > 0) {
                 session.drive(session.transport().barrier());
                 throw Quit{0};
             }
             return 0.;
         }},
        {"done", "done()", "Lets the workers go.",
         [&session](Call&) -> Result {
             session.drive(session.transport().barrier());
             return 0.;
         }},
    };
}

}  // namespace ranvier::hoc
