// The searches of a Warfare position, as bindings.cpp offers them to Python. They are templates of one header each
// and compiled apart, in literal.cpp, exact.cpp and engine.cpp, so that all cores share the work.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "search/control.hpp"
#include "search/iterative_deepening.hpp"
#include "search/search_memory.hpp"
#include "search/trace.hpp"
#include "search/types.hpp"
#include "warfare/position.hpp"

namespace outply::warfare {

// Throws std::invalid_argument if Warfare has no evaluation of that name.
SearchResult literal(const Position& position, int depth_limit, bool prune, const std::string& evaluation,
                     const TraceScope& scope, Control& control);

// Minimax and alpha-beta have the same answer in Warfare, because its output.txt contains no node count.
SearchResult exact(const Position& position, int depth_limit, bool prune, Control& control);

std::vector<MoveValue> move_values(const Position& position, int depth_limit, Control& control);

// `weights` are the weights of the evaluation; if empty, the fitted weights are used.
std::unique_ptr<IterativeDeepening> iterative_deepening(const Position& position, SearchMemory& memory,
                                                        const std::vector<std::int32_t>& weights);

// Returns the evaluation of a position as the engine computes it, without a search.
Value evaluate(const Position& position, const std::vector<std::int32_t>& weights);

}  // namespace outply::warfare
