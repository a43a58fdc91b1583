// The searches of a Star/Circle position, as bindings.cpp offers them to Python.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "search/control.hpp"
#include "search/iterative_deepening.hpp"
#include "search/literal.hpp"
#include "search/sample.hpp"
#include "search/search_memory.hpp"
#include "search/trace.hpp"
#include "search/types.hpp"
#include "starcircle/engine_board.hpp"
#include "starcircle/exact.hpp"
#include "starcircle/position.hpp"
#include "starcircle/rules.hpp"

namespace outply::starcircle {

// Throws std::invalid_argument if Star/Circle has no evaluation of that name.
inline SearchResult literal(const Position& position, int depth_limit, bool prune, const std::string& evaluation,
                            const TraceScope& scope, Control& control) {
    if (evaluation != "difference")
        throw std::invalid_argument("unknown Star/Circle evaluation '" + evaluation + "': expected difference");
    return literal_search(Rules(position), Rules::root(position), depth_limit, prune, scope, control);
}

// The node count of alpha-beta depends on the window at every node, so that its tree is searched literally.
inline SearchResult exact(const Position& position, int depth_limit, bool prune, Control& control) {
    if (prune)
        return literal_search(Rules(position), Rules::root(position), depth_limit, true, TraceScope{}, control);
    return ExactSearch(position, depth_limit, control).search(Rules::root(position));
}

inline std::vector<MoveValue> move_values(const Position& position, int depth_limit, Control& control) {
    return ExactSearch(position, depth_limit, control).move_values(Rules::root(position));
}

// `weights` are the weights of the evaluation; if empty, the fitted weights are used.
inline std::unique_ptr<IterativeDeepening> iterative_deepening(const Position& position, SearchMemory& memory,
                                                               const std::vector<std::int32_t>& weights) {
    return std::make_unique<IterativeDeepeningOf<EngineBoard>>(EngineBoard(position, weights), memory);
}

// Returns the evaluation of a position as the engine computes it, without a search.
inline Value evaluate(const Position& position, const std::vector<std::int32_t>& weights) {
    return EngineBoard(position, weights).evaluate();
}

// Returns the terms of the evaluation of a position: the data to fit the weights to.
inline std::vector<EvaluationTerm> evaluation_terms(const Position& position) {
    std::vector<EvaluationTerm> terms;
    EngineBoard(position, {}).each_term([&](int weight, std::int32_t value) { terms.push_back({weight, value}); });
    return terms;
}

}  // namespace outply::starcircle
