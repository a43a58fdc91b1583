// The engine's evaluation of a Warfare position: an estimate of the score that the player to move still gains.
//
// Each term is a cell's value times the weight of the cell's class. The class depends on what may still happen to
// the cell, so that the same weights serve every board: for an empty cell, who can raid there and how many of its
// neighbours are empty; for an owned cell, from how many empty cells the enemy can conquer it. The best gains of
// both sides are terms as well: the player to move takes the first. There are two sets of weights, for an even and
// an odd number of empty cells, because the last mover gets the last Raid. benchmarks/fit.py fits the weights to
// games; docs/evaluation.md measures them.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "warfare/fitted_weights.hpp"

namespace outply::warfare {

class Evaluation {
public:
    static constexpr int empty_classes = 20, owned_classes = 25, tempo_classes = 4;
    static constexpr int classes = empty_classes + 2 * owned_classes + tempo_classes;  // for each parity
    static constexpr std::int64_t weight_unit = 256;                                   // a weight of one

    // Uses the fitted weights if `weights` is empty. Throws std::invalid_argument if their number is wrong.
    explicit Evaluation(const std::vector<std::int32_t>& weights) : weights_(weights) {
        if (weights_.empty()) weights_.assign(std::begin(fitted_weights), std::end(fitted_weights));
        if (weights_.size() != 2 * classes)
            throw std::invalid_argument("expected " + std::to_string(2 * classes) +
                                        " weights of the Warfare evaluation, got " +
                                        std::to_string(weights_.size()));
    }

    // The index of the weight of an empty cell, by the owners and the number of empty cells next to it.
    static constexpr int empty_class(bool own_neighbour, bool enemy_neighbour, int empty_neighbours) {
        assert(0 <= empty_neighbours && empty_neighbours <= 4);
        return (own_neighbour * 2 + enemy_neighbour) * 5 + empty_neighbours;
    }
    // The index of the weight of an owned cell, by the number of empty neighbours from which it can be conquered,
    // and of the other empty neighbours.
    static constexpr int owned_class(bool is_enemy, int dangerous_neighbours, int safe_neighbours) {
        assert(0 <= dangerous_neighbours && 0 <= safe_neighbours && dangerous_neighbours + safe_neighbours <= 4);
        return empty_classes + is_enemy * owned_classes + dangerous_neighbours * 5 + safe_neighbours;
    }
    // The index of the weight of the best (rank 0) and second best gain of a side.
    static constexpr int tempo_class(bool is_enemy, int rank) {
        assert(rank == 0 || rank == 1);
        return empty_classes + 2 * owned_classes + is_enemy * 2 + rank;
    }

    // The weights for a number of empty cells.
    const std::int32_t* weights(int empty_count) const {
        return weights_.data() + static_cast<std::ptrdiff_t>(empty_count % 2) * classes;
    }

private:
    std::vector<std::int32_t> weights_;  // for an even number of empty cells, then for an odd one
};

}  // namespace outply::warfare
