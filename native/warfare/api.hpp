// The searches of a Warfare position, as bindings.cpp offers them to Python.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "search/control.hpp"
#include "search/iterative_deepening.hpp"
#include "search/literal.hpp"
#include "search/search_memory.hpp"
#include "search/trace.hpp"
#include "search/types.hpp"
#include "warfare/evaluated_rules.hpp"
#include "warfare/evaluation.hpp"
#include "warfare/exact.hpp"
#include "warfare/large_board.hpp"
#include "warfare/position.hpp"
#include "warfare/rules.hpp"
#include "warfare/small_board.hpp"

namespace outply::warfare {

template <int words, Variant variant>
SearchResult literal_of(const Position& position, int depth_limit, bool prune, TextbookEvaluation evaluation,
                        const TraceScope& scope, Control& control) {
    using PlainRules = Rules<words, variant>;
    const auto root = PlainRules::root(position);
    if (evaluation == TextbookEvaluation::difference)
        return literal_search(PlainRules(position), root, depth_limit, prune, scope, control);
    const EvaluatedRules<words, variant> rules(position, evaluation);
    return literal_search(rules, root, depth_limit, prune, scope, control);
}

template <int words>
SearchResult literal_in(const Position& position, int depth_limit, bool prune, TextbookEvaluation evaluation,
                        const TraceScope& scope, Control& control) {
    const auto search =
        position.variant == Variant::raid ? literal_of<words, Variant::raid> : literal_of<words, Variant::blitz>;
    return search(position, depth_limit, prune, evaluation, scope, control);
}

// Throws std::invalid_argument if Warfare has no evaluation of that name.
inline SearchResult literal(const Position& position, int depth_limit, bool prune, const std::string& evaluation,
                            const TraceScope& scope, Control& control) {
    const auto search = position.size <= 8    ? literal_in<1>
                        : position.size <= 11 ? literal_in<2>
                        : position.size <= 16 ? literal_in<4>
                                              : literal_in<11>;
    return search(position, std::min(depth_limit, position.empty_cells()), prune, parse_evaluation(evaluation),
                  scope, control);
}

// Minimax and alpha-beta have the same answer in Warfare, because its output.txt contains no node count.
inline SearchResult exact(const Position& position, int depth_limit, bool /*prune*/, Control& control) {
    return ExactSearch(position, control).search(depth_limit);
}

inline std::vector<MoveValue> move_values(const Position& position, int depth_limit, Control& control) {
    return ExactSearch(position, control).move_values(depth_limit);
}

// `weights` are the weights of the evaluation; if empty, the fitted weights are used.
inline std::unique_ptr<IterativeDeepening> iterative_deepening(const Position& position, SearchMemory& memory,
                                                               const std::vector<std::int32_t>& weights) {
    const Evaluation evaluation(weights);
    if (position.size <= SmallBoard::max_size)
        return std::make_unique<IterativeDeepeningOf<SmallBoard>>(SmallBoard(position, evaluation), memory);
    return std::make_unique<IterativeDeepeningOf<LargeBoard>>(LargeBoard(position, evaluation), memory);
}

// Returns the evaluation of a position as the engine computes it, without a search.
inline Value evaluate(const Position& position, const std::vector<std::int32_t>& weights) {
    const Evaluation evaluation(weights);
    if (position.size <= SmallBoard::max_size) return SmallBoard(position, evaluation).evaluate();
    return LargeBoard(position, evaluation).evaluate();
}

}  // namespace outply::warfare
