// The searches of a Star/Circle position, as bindings.cpp offers them to Python.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "search/control.hpp"
#include "search/iterative_deepening.hpp"
#include "search/sample.hpp"
#include "search/search_memory.hpp"
#include "search/trace.hpp"
#include "search/types.hpp"
#include "starcircle/position.hpp"

namespace outply::starcircle {

// Throws std::invalid_argument if Star/Circle has no evaluation of that name.
SearchResult literal(const Position& position, int depth_limit, bool prune, const std::string& evaluation,
                     const TraceScope& scope, Control& control);

// The node count of alpha-beta depends on the window at every node, so that its tree is searched literally.
SearchResult exact(const Position& position, int depth_limit, bool prune, Control& control);

std::vector<MoveValue> move_values(const Position& position, int depth_limit, Control& control);

// `weights` are the weights of the evaluation; if empty, the fitted weights are used.
std::unique_ptr<IterativeDeepening> iterative_deepening(const Position& position, SearchMemory& memory,
                                                        const std::vector<std::int32_t>& weights);

// Returns the evaluation of a position as the engine computes it, without a search.
Value evaluate(const Position& position, const std::vector<std::int32_t>& weights);

// Returns the terms of the evaluation of a position: the data to fit the weights to.
std::vector<EvaluationTerm> evaluation_terms(const Position& position);

}  // namespace outply::starcircle
