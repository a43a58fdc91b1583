// Compiles the searches of Star/Circle that api.hpp declares.

#include <stdexcept>

#include "search/literal.hpp"
#include "starcircle/api.hpp"
#include "starcircle/engine_board.hpp"
#include "starcircle/exact.hpp"
#include "starcircle/rules.hpp"

namespace outply::starcircle {

SearchResult literal(const Position& position, int depth_limit, bool prune, const std::string& evaluation,
                     const TraceScope& scope, Control& control) {
    if (evaluation != "difference")
        throw std::invalid_argument("unknown Star/Circle evaluation '" + evaluation + "': expected difference");
    return literal_search(Rules(position), Rules::root(position), depth_limit, prune, scope, control);
}

SearchResult exact(const Position& position, int depth_limit, bool prune, Control& control) {
    if (prune)
        return literal_search(Rules(position), Rules::root(position), depth_limit, true, TraceScope{}, control);
    return ExactSearch(position, depth_limit, control).search(Rules::root(position));
}

std::vector<MoveValue> move_values(const Position& position, int depth_limit, Control& control) {
    return ExactSearch(position, depth_limit, control).move_values(Rules::root(position));
}

std::unique_ptr<IterativeDeepening> iterative_deepening(const Position& position, SearchMemory& memory,
                                                        const std::vector<std::int32_t>& weights) {
    return std::make_unique<IterativeDeepeningOf<EngineBoard>>(EngineBoard(position, weights), memory);
}

Value evaluate(const Position& position, const std::vector<std::int32_t>& weights) {
    return EngineBoard(position, weights).evaluate();
}

std::vector<EvaluationTerm> evaluation_terms(const Position& position) {
    std::vector<EvaluationTerm> terms;
    EngineBoard(position, {}).each_term([&](int weight, std::int32_t value) { terms.push_back({weight, value}); });
    return terms;
}

}  // namespace outply::starcircle
