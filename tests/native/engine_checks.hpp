// Random positions of both games, and checks of the engine on them.
#pragma once

#ifdef NDEBUG
#error "compile with assertions"
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "starcircle/api.hpp"
#include "warfare/api.hpp"

namespace checks {

using outply::Control;
using outply::IterativeDeepening;
using outply::SearchInfo;
using outply::SearchLimits;
using outply::SearchMemory;
using outply::Value;

inline std::mt19937 rng(20260515);

inline int random_below(int limit) {
    return static_cast<int>(rng() % static_cast<unsigned>(limit));
}

inline void require(bool condition, const char* claim, const std::string& position) {
    if (condition) return;
    std::printf("violated: %s\n%s\n", claim, position.c_str());
    std::exit(1);
}

inline SearchInfo search_to_limit(IterativeDeepening& search, const SearchLimits& limits, Control& control) {
    for (;;) {
        const SearchInfo info = search.deepen(control, limits);
        if (info.finished) return info;
    }
}

inline Value score_of(const outply::warfare::Position& position) {
    return position.score();
}
inline Value score_of(const outply::starcircle::Position& position) {
    return position.score;
}

// Checks the engine on a position that it can solve. `memory` holds entries of other positions.
template <class Position>
void check_solved(const Position& position, int plies, SearchMemory& memory, const std::string& description) {
    Control control;
    const auto search = iterative_deepening(position, memory, {});
    const auto info = search_to_limit(*search, {}, control);
    const auto values = move_values(position, plies, control);
    const auto chosen = std::find_if(values.begin(), values.end(), [&](const auto& value) {
        return value.move == info.principal_variation.front();
    });
    require(info.proven, "a solved position is proven", description);
    require(score_of(position) + info.value == exact(position, plies, false, control).value,
            "the engine solves to the exact value", description);
    require(chosen != values.end() && chosen->value == score_of(position) + info.value,
            "the engine's move has the engine's value", description);

    std::vector<outply::Move> moves;
    for (const auto& value : values) moves.push_back(value.move);
    const auto second_search = iterative_deepening(position, memory, {});
    outply::MoveValues solved{};
    while (!solved.proven) solved = second_search->move_values(moves, control, {});
    for (std::size_t i = 0; i < values.size(); ++i)
        require(score_of(position) + solved.values[i].value == values[i].value,
                "the engine solves every move to its exact value", description);
    const auto best = std::max_element(values.begin(), values.end(),
                                       [](const auto& a, const auto& b) { return a.value < b.value; });
    require(solved.principal_variation.front() == best->move, "the line begins with the best move", description);
}

// Checks the engine with a small node limit.
template <class Position>
void check_node_limit(const Position& position, SearchMemory& memory, const std::string& description) {
    Control control;
    const auto values = move_values(position, 1, control);
    SearchLimits limits;
    limits.nodes = static_cast<std::uint64_t>(1 + random_below(3000));
    const auto search = iterative_deepening(position, memory, {});
    const auto info = search_to_limit(*search, limits, control);
    require(std::any_of(values.begin(), values.end(),
                        [&](const auto& value) { return value.move == info.principal_variation.front(); }),
            "the engine's move is legal", description);
}

inline outply::warfare::Position random_warfare(int size, int empty_cells) {
    constexpr int highest_values[] = {1, 2, 3, 99, 1'000'000};
    const int highest = highest_values[random_below(std::size(highest_values))];
    std::vector<std::int32_t> values;
    std::string owners;
    for (int cell = 0; cell < size * size; ++cell) {
        values.push_back(1 + random_below(highest));
        owners += cell < empty_cells ? '.' : "XO"[random_below(2)];
    }
    if (random_below(2) == 0) {
        std::shuffle(owners.begin(), owners.end(), rng);
    } else {  // the empty cells stay together
        std::rotate(owners.begin(), owners.begin() + random_below(size * size), owners.end());
    }
    return outply::warfare::Position(size, values, owners, "XO"[random_below(2)], random_below(2) == 0);
}

inline std::string describe(const outply::warfare::Position& position, int depth) {
    return "warfare, size " + std::to_string(position.size) + ", depth " + std::to_string(depth) + ": " +
           position.owners;
}

inline int random_size() {
    constexpr int sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17, 26};
    return sizes[random_below(std::size(sizes))];
}

inline void check_warfare_engine(SearchMemory& memory) {
    const int size = random_size();
    const int empty_cells = 1 + random_below(std::min(size * size, 7));
    const auto endgame = random_warfare(size, empty_cells);
    check_solved(endgame, empty_cells, memory, describe(endgame, empty_cells));
    const auto any_phase = random_warfare(size, 1 + random_below(size * size));
    check_node_limit(any_phase, memory, describe(any_phase, 0));
}

// Each square is occupied with a probability of `density` per cent. Empty if a player has no pieces.
inline std::optional<outply::starcircle::Position> random_starcircle(int density) {
    outply::starcircle::Squares stars = 0, circles = 0;
    for (int square = 0; square < 32; ++square) {
        if (random_below(100) < density) (random_below(2) == 0 ? stars : circles) |= 1u << square;
    }
    if (stars == 0 || circles == 0) return std::nullopt;
    std::array<std::int32_t, 8> weights;
    int weight = random_below(2) == 0 ? -1'000'000 : 0;
    for (auto& each : weights) each = weight += 1 + random_below(250'000);
    return outply::starcircle::Position(stars, circles, random_below(2) == 0, random_below(4) == 0, weights,
                                        random_below(1000));
}

inline std::string describe(const outply::starcircle::Position& position) {
    return "starcircle, stars " + std::to_string(position.stars) + ", circles " + std::to_string(position.circles);
}

inline void check_starcircle_engine(SearchMemory& memory) {
    const auto position = random_starcircle(5 + random_below(40));
    if (!position) return;
    if (std::popcount(position->stars) + std::popcount(position->circles) <= 3) {
        check_solved(*position, 2 * 3 * 7 + 2, memory, describe(*position));
    } else {
        check_node_limit(*position, memory, describe(*position));
    }
}

// Checks the engine with `threads` threads on `rounds` positions of each game.
inline void check_engine(int rounds, int threads) {
    SearchMemory memory(1 << 18, threads);  // so small that entries are replaced
    for (int i = 0; i < rounds; ++i) {
        check_warfare_engine(memory);
        check_starcircle_engine(memory);
    }
}

}  // namespace checks
