// A board for the engine, made from the rules of the textbook search.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "defaults.hpp"
#include "game_rules.hpp"
#include "types.hpp"

namespace outply {

// The rules may have two more functions, templates as those of TextbookRules:
//
//   std::int32_t expected_gain<max>(state)        the score that the player to move is expected to gain from here
//                                                 on: the engine's evaluation at its depth limit; 0 by default
//   std::int32_t priority<max>(state, move, gain) moves with a higher priority are searched earlier; by default
//                                                 the gain times `gain_priority`. The history heuristic adds up
//                                                 to 2^20
template <GameRules Rules>
class TextbookBoard : public EngineDefaults {
    using State = typename Rules::State;

public:
    static constexpr std::int32_t gain_priority = 1 << 12;

    explicit TextbookBoard(const Rules& rules)
        : rules_(rules),
          states_(static_cast<std::size_t>(rules.plies_left(rules.root())) + 1, rules.root()),
          max_moves_(rules.max_moves()) {}

    int plies_left() const { return rules_.plies_left(state()); }
    bool is_over() const { return rules_.is_over(state()); }
    std::size_t move_stack_size() const { return states_.size() * static_cast<std::size_t>(max_moves_); }

    std::uint64_t key() const {
        return by_side([&](auto max) { return rules_.template key<max()>(state()).slot; });
    }

    bool is_legal(Move move) const {
        bool legal = false;
        each_move([&](Move candidate, std::int32_t) { return legal = candidate == move; });
        return legal;
    }

    // 0 if the move is illegal.
    std::int32_t gain(Move move) const {
        std::int32_t result = 0;
        each_move([&](Move candidate, std::int32_t gain) {
            if (candidate == move) result = gain;
            return candidate == move;
        });
        return result;
    }

    int generate_moves(ScoredMove* out, int /*limit*/) const {
        int count = 0;
        each_move([&](Move move, std::int32_t gain) {
            if (count == max_moves_) throw std::logic_error("a position has more than `max_moves` moves");
            out[count++] = {priority(move, gain), gain, move};
            return false;
        });
        return count;
    }

    void play(Move move) {
        if (ply_ + 1 == states_.size()) throw std::logic_error("a game is longer than `plies_left`");
        states_[ply_ + 1] = by_side([&](auto max) { return rules_.template play<max()>(state(), move); });
        ++ply_;
    }
    void undo() {
        assert(ply_ > 0);
        --ply_;
    }
    void reset() { ply_ = 0; }

    Value evaluate() const {
        if constexpr (requires { rules_.template expected_gain<true>(states_[0]); })
            return by_side([&](auto max) { return rules_.template expected_gain<max()>(state()); });
        return 0;
    }

private:
    const State& state() const { return states_[ply_]; }

    // Returns function(true) if MAX is to move, else function(false); the arguments are compile-time constants.
    template <class Function>
    auto by_side(Function&& function) const {
        return ply_ % 2 == 0 ? function(std::true_type{}) : function(std::false_type{});
    }

    // Calls visit(move, gain) for the legal moves until it returns true.
    template <class Visit>
    void each_move(Visit&& visit) const {
        by_side([&](auto max) {
            const Score before = rules_.template score<max()>(state());
            rules_.template each_move<max()>(state(), [&](Move move, Score after) {
                return visit(move, max() ? after - before : before - after);
            });
        });
    }

    std::int32_t priority(Move move, std::int32_t gain) const {
        if constexpr (requires { rules_.template priority<true>(states_[0], move, gain); })
            return by_side([&](auto max) { return rules_.template priority<max()>(state(), move, gain); });
        return std::clamp(gain, -max_gain, max_gain) * gain_priority;
    }

    static constexpr std::int32_t max_gain = 1 << 17;

    Rules rules_;
    std::vector<State> states_;  // from the root to the current position, and beyond
    std::size_t ply_ = 0;
    int max_moves_;
};

}  // namespace outply
