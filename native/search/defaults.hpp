// Defaults for the optional parts of the two interfaces in game_rules.hpp: derive from them and define what
// differs.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "game_rules.hpp"
#include "types.hpp"

namespace outply {

// For TextbookRules whose moves always change the same squares in the same way.
struct TextbookDefaults {
    template <bool /*max*/, class State>
    std::int64_t effect(const State& /*state*/, Move /*move*/, std::span<const Move> /*line*/) const {
        return 0;
    }
};

// For EngineRules: all moves are searched, late ones with reduced depth; no quiescence search, no endgame solver.
struct EngineDefaults {
    static constexpr int endgame_plies = 0;
    static constexpr int min_reduction_depth = 3;
    static constexpr bool has_evaluated_moves = false;
    static constexpr bool has_captures = false;
    static constexpr bool has_child_keys = false;
    static constexpr bool uses_history = true;

    int move_limit(int /*depth*/) const { return std::numeric_limits<int>::max(); }
    int reduction(int i) const { return (i >= 2) + (i >= 5) + (i >= 9); }
    Value aspiration_delta() const { return 16; }
    ValueBounds value_bounds() const { return {-infinity, infinity}; }
    Value solve_endgame(Value /*beta*/) const { return 0; }

    // The end of the game is reached by iterative deepening alone.
    double estimated_solve_nodes() const { return std::numeric_limits<double>::infinity(); }
};

}  // namespace outply
