// Warfare's rules for the literal search with an evaluation other than the score difference. The evaluations are
// defined in outply/games/evaluations.py; here they are computed on bitboards, with the same names and values.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "search/game_rules.hpp"
#include "warfare/position.hpp"
#include "warfare/rules.hpp"

namespace outply::warfare {

enum class TextbookEvaluation { difference, own, safety };

// Throws std::invalid_argument if Warfare has no evaluation of that name.
inline TextbookEvaluation parse_evaluation(const std::string& name) {
    if (name == "difference") return TextbookEvaluation::difference;
    if (name == "own") return TextbookEvaluation::own;
    if (name == "safety") return TextbookEvaluation::safety;
    throw std::invalid_argument("unknown Warfare evaluation '" + name + "': expected difference, own or safety");
}

// The same moves with another evaluation, computed for each leaf. The score difference is left to `Rules`, which
// know it before a move is played.
template <int words>
class EvaluatedRules {
    using Base = Rules<words>;
    using Cells = typename Base::Cells;

public:
    using State = typename Base::State;

    EvaluatedRules(const Position& position, TextbookEvaluation evaluation)
        : rules_(position), evaluation_(evaluation) {}

    template <bool max>
    Score score(const State& state) const {
        if (evaluation_ == TextbookEvaluation::own) return rules_.sum(state.max_cells);
        const Score threat = max ? half_exposed(state, state.max_cells, state.min_cells)
                                 : half_exposed(state, state.min_cells, state.max_cells);
        return max ? state.score + threat : state.score - threat;
    }

    bool is_over(const State& state) const { return rules_.is_over(state); }

    template <bool max, class Visit>
    void each_move(const State& state, Visit&& visit) const {
        rules_.template each_move<max>(
            state, [&](Move move, Score) { return visit(move, score<!max>(play<max>(state, move))); });
    }

    template <bool max>
    State play(const State& state, Move move) const {
        return rules_.template play<max>(state, move);
    }

    template <bool max>
    int effect(const State& state, Move move, std::span<const Move> line) const {
        return rules_.template effect<max>(state, move, line);
    }

private:
    // Half of the value that the player to move threatens to conquer, rounded up: the enemy cells next to an empty
    // cell that is next to an own one.
    Score half_exposed(const State& state, const Cells& own, const Cells& enemy) const {
        return (rules_.sum(enemy & rules_.neighbours(state.empty & rules_.neighbours(own))) + 1) / 2;
    }

    Base rules_;
    TextbookEvaluation evaluation_;
};

static_assert(TextbookRules<EvaluatedRules<1>>);

}  // namespace outply::warfare
