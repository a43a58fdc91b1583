// Compiles the exact search for Warfare.

#include "warfare/exact.hpp"

#include "warfare/api.hpp"

namespace outply::warfare {

SearchResult exact(const Position& position, int depth_limit, bool /*prune*/, Control& control) {
    return ExactSearch(position, control).search(depth_limit);
}

std::vector<MoveValue> move_values(const Position& position, int depth_limit, Control& control) {
    return ExactSearch(position, control).move_values(depth_limit);
}

}  // namespace outply::warfare
