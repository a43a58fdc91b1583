// What the weights of an evaluation are fitted to: positions of games of the engine against itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "iterative_deepening.hpp"
#include "types.hpp"

namespace outply {

// A term of an evaluation: the number of its weight, and the value that the weight is multiplied by.
struct EvaluationTerm {
    int weight;
    std::int32_t value;
};

struct Sample {
    int plies_left;  // at least approximately
    int unit;        // the size of values in this game: targets and terms of all games are comparable in this unit
    double target;   // the score that the player to move still gains
    std::vector<EvaluationTerm> terms;
};

// The final score as the search sees it from position `ply` of a game on, for the player to move there: the mean
// of the values 3, 6 and 12 plies later and of the result. Earlier values contain less noise from later moves.
// `final_scores` has the value of each position for its player to move, who alternates.
inline double smoothed_final_score(const std::vector<Value>& final_scores, std::size_t ply) {
    const std::size_t last = final_scores.size() - 1;
    double sum = 0;
    for (const std::size_t plies_later : {std::size_t{3}, std::size_t{6}, std::size_t{12}, last}) {
        const std::size_t later = std::min(ply + plies_later, last);
        const auto value = static_cast<double>(final_scores[later]);
        sum += (later - ply) % 2 == 0 ? value : -value;
    }
    return sum / 4;
}

// Runs a search until it has visited `nodes` nodes or solved the game.
inline SearchInfo search_nodes(IterativeDeepening& deepening, std::uint64_t nodes) {
    Control control;
    SearchLimits limits;
    limits.nodes = nodes;
    SearchInfo info = deepening.deepen(control, limits);
    while (!info.finished) info = deepening.deepen(control, limits);
    return info;
}

}  // namespace outply
