// What a Warfare position promises beyond the score: how much the player to move still wins, at a guess.
//
// Every term is a cell's value times a weight. The weight goes by what may still happen to the cell, so the same
// weights serve every board: an empty cell by who could raid there and how open it is, a taken one by from how
// many empty cells its enemy could conquer it. The player to move has the best gain at hand: that is the tempo.
// All weights come twice, for an even and an odd number of empty cells, because who moves last decides the last
// Raid. benchmarks/fit.py fits them to games; docs/evaluation.md shows what they are worth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "warfare/fitted_weights.hpp"

namespace outply::warfare {

class Evaluation {
public:
    static constexpr int empty_classes = 20, owned_classes = 25, tempo_classes = 4;
    static constexpr int classes = empty_classes + 2 * owned_classes + tempo_classes;  // for each parity
    static constexpr std::int64_t unit = 256;                                          // a weight of one

    explicit Evaluation(const std::vector<std::int32_t>& weights) : weights_(weights) {
        if (weights_.empty()) weights_.assign(std::begin(fitted_weights), std::end(fitted_weights));
        if (weights_.size() != 2 * classes) throw std::invalid_argument("not the weights of an evaluation");
    }

    // The classes' places among the weights.
    static constexpr int of_empty(bool mine_beside, bool theirs_beside, int empty_around) {
        return (mine_beside * 2 + theirs_beside) * 5 + empty_around;
    }
    // A taken cell, by how many empty cells are around it from which it can be conquered, and from which not.
    static constexpr int of_owned(bool theirs, int dangerous_around, int safe_around) {
        return empty_classes + theirs * owned_classes + dangerous_around * 5 + safe_around;
    }
    // The greatest and the second greatest gain of the player to move, and of the other.
    static constexpr int of_tempo(bool theirs, int rank) {
        return empty_classes + 2 * owned_classes + theirs * 2 + rank;
    }

    const std::int32_t* weights(int empties) const {
        return weights_.data() + static_cast<std::ptrdiff_t>(empties % 2) * classes;
    }

private:
    std::vector<std::int32_t> weights_;  // for an even number of empty cells, then for an odd one
};

}  // namespace outply::warfare
