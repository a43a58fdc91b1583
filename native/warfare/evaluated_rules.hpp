// Warfare's rules for the literal search by another evaluation than the score. outply/games/evaluations.py defines
// them; here they are computed on bit boards, with the same names and the same values.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "warfare/position.hpp"
#include "warfare/rules.hpp"

namespace outply::warfare {

enum class Worth { difference, own, safety };

inline Worth worth_named(const std::string& evaluation) {
    if (evaluation == "difference") return Worth::difference;
    if (evaluation == "own") return Worth::own;
    if (evaluation == "safety") return Worth::safety;
    throw std::invalid_argument("Warfare has the evaluations difference, own and safety");
}

// The moves of the board, and another worth of its positions, computed for each leaf. The difference is left to
// the board itself, which knows it before a move is played.
template <int Words, Rules rules>
class Evaluated {
    using Plain = Board<Words, rules>;
    using Set = typename Plain::Set;

public:
    using State = typename Plain::State;
    using Score = typename Plain::Score;

    Evaluated(const Setup& setup, Worth worth) : board_(setup), worth_(worth) {}

    template <bool mine>
    Score score(const State& state) const {
        if (worth_ == Worth::own) return board_.sum(state.mine);
        const Score loss =
            mine ? half_exposed(state, state.mine, state.theirs) : half_exposed(state, state.theirs, state.mine);
        return mine ? state.score + loss : state.score - loss;
    }

    bool over(const State& state) const { return board_.over(state); }

    template <bool mine, class Visit>
    void each_move(const State& state, Visit&& visit) const {
        board_.template each_move<mine>(
            state, [&](Move move, Score) { return visit(move, score<!mine>(play<mine>(state, move))); });
    }

    template <bool mine>
    State play(const State& state, Move move) const {
        return board_.template play<mine>(state, move);
    }

    template <bool mine>
    int effect(const State& state, Move move, std::span<const Move> line) const {
        return board_.template effect<mine>(state, move, line);
    }

private:
    // Half of what the player to move could conquer, rounded up: the enemy's cells next to an empty one that is
    // next to an own one.
    Score half_exposed(const State& state, const Set& own, const Set& enemy) const {
        return (board_.sum(enemy & board_.beside(state.empty & board_.beside(own))) + 1) / 2;
    }

    Plain board_;
    Worth worth_;
};

}  // namespace outply::warfare
