// Runs random positions of every size through every native search, under sanitizers and with the assertions of the
// searches enabled: literal search, exact search and engine have to agree.
//
//   agreement ROUNDS            all searches, on one thread
//   agreement ROUNDS THREADS    the engine only, on several threads
#ifdef NDEBUG
#error "compile with assertions"
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "starcircle/api.hpp"
#include "warfare/api.hpp"

using outply::Control;
using outply::IterativeDeepening;
using outply::SearchInfo;
using outply::SearchLimits;
using outply::SearchMemory;
using outply::SearchResult;
using outply::TraceScope;
using outply::Value;

namespace {

std::mt19937 rng(20260515);

int random_below(int limit) {
    return static_cast<int>(rng() % static_cast<unsigned>(limit));
}

void require(bool condition, const char* claim, const std::string& position) {
    if (condition) return;
    std::printf("violated: %s\n%s\n", claim, position.c_str());
    std::exit(1);
}

SearchInfo search_to_limit(IterativeDeepening& search, const SearchLimits& limits, Control& control) {
    for (;;) {
        const SearchInfo info = search.deepen(control, limits);
        if (info.finished) return info;
    }
}

const std::string difference = "difference";

// Checks the literal search with any game and evaluation. Returns the result of minimax.
template <class Position>
SearchResult check_literal(const Position& position, int depth, const std::string& evaluation,
                           const std::string& position_text) {
    Control control;
    const std::string description = position_text + ", evaluation " + evaluation;
    const SearchResult minimax = literal(position, depth, false, evaluation, TraceScope{}, control);
    const SearchResult alphabeta = literal(position, depth, true, evaluation, TraceScope{}, control);
    require(minimax.move == alphabeta.move, "alpha-beta has minimax's move", description);
    require(minimax.value == alphabeta.value, "alpha-beta has minimax's value", description);
    require(minimax.principal_variation == alphabeta.principal_variation,
            "alpha-beta has minimax's principal variation", description);
    require(alphabeta.visited <= minimax.visited, "alpha-beta visits no more nodes than minimax", description);
    for (const bool prune : {false, true}) {
        const SearchResult& untraced = prune ? alphabeta : minimax;
        const SearchResult traced =
            literal(position, depth, prune, evaluation, TraceScope{{}, depth, untraced.visited}, control);
        require(traced.trace.size() == untraced.visited, "a full trace has every visit", description);
        require(traced.expanded == untraced.expanded && traced.value == untraced.value &&
                    traced.principal_variation == untraced.principal_variation,
                "a full trace leaves the result unchanged", description);

        // A part of the tree: below the first moves of the principal variation, with a small limit of visits.
        TraceScope scope{untraced.principal_variation, random_below(depth + 1),
                         static_cast<std::uint64_t>(1 + random_below(40))};
        scope.path.resize(static_cast<std::size_t>(random_below(static_cast<int>(scope.path.size()) + 1)));
        const SearchResult partial = literal(position, depth, prune, evaluation, scope, control);
        require(partial.visited == untraced.visited && partial.value == untraced.value,
                "a partial trace leaves the result unchanged", description);
        require(!partial.trace.empty() && partial.trace.size() <= scope.max_visits,
                "a partial trace respects the limit of visits", description);
        require(partial.trace.front().value == untraced.value,
                "every node of the principal variation has the root's value", description);
        const auto sum =
            std::accumulate(partial.visits_by_ply.begin(), partial.visits_by_ply.end(), std::uint64_t{0});
        require(sum == static_cast<std::uint64_t>(partial.trace.front().below),
                "visits by ply include the visits that are not recorded", description);
    }
    return minimax;
}

// Checks the literal search against the exact search.
template <class Position>
void check_exact(const Position& position, int depth, const std::string& description) {
    Control control;
    const SearchResult minimax = check_literal(position, depth, difference, description);
    for (const bool prune : {false, true}) {
        const SearchResult result = exact(position, depth, prune, control);
        require(result.move == minimax.move, "exact search has the literal move", description);
        require(result.value == minimax.value, "exact search has the literal value", description);
    }
    const auto values = move_values(position, depth, control);
    const auto best = std::max_element(values.begin(), values.end(),
                                       [](const auto& a, const auto& b) { return a.value < b.value; });
    require(best->move == minimax.move && best->value == minimax.value,
            "the first of the best moves is the literal move", description);
}

Value score_of(const outply::warfare::Position& position) {
    return position.score();
}
Value score_of(const outply::starcircle::Position& position) {
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

outply::warfare::Position random_warfare(int size, int empty_cells) {
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

std::string describe(const outply::warfare::Position& position, int depth) {
    return "warfare, size " + std::to_string(position.size) + ", depth " + std::to_string(depth) + ": " +
           position.owners;
}

int random_size() {
    constexpr int sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17, 26};
    return sizes[random_below(std::size(sizes))];
}

void check_warfare() {
    const int size = random_size();
    const int empty_cells = 1 + random_below(std::min(size * size, 40));
    const auto position = random_warfare(size, empty_cells);
    int depth = 1;
    for (long nodes = 2 * empty_cells; nodes * 2 * empty_cells < 20'000; nodes *= 2 * empty_cells) ++depth;
    check_exact(position, depth, describe(position, depth));
    for (const char* evaluation : {"own", "safety"})
        check_literal(position, depth, evaluation, describe(position, depth));
}

void check_warfare_engine(SearchMemory& memory) {
    const int size = random_size();
    const int empty_cells = 1 + random_below(std::min(size * size, 7));
    const auto endgame = random_warfare(size, empty_cells);
    check_solved(endgame, empty_cells, memory, describe(endgame, empty_cells));
    const auto any_phase = random_warfare(size, 1 + random_below(size * size));
    check_node_limit(any_phase, memory, describe(any_phase, 0));
}

// Each square is occupied with a probability of `density` per cent. Checks the engine if there is a memory, else
// the other searches.
void check_starcircle(int density, SearchMemory* memory) {
    outply::starcircle::Squares stars = 0, circles = 0;
    for (int square = 0; square < 32; ++square) {
        if (random_below(100) < density) (random_below(2) == 0 ? stars : circles) |= 1u << square;
    }
    if (stars == 0 || circles == 0) return;
    std::array<std::int32_t, 8> weights;
    int weight = random_below(2) == 0 ? -1'000'000 : 0;
    for (auto& each : weights) each = weight += 1 + random_below(250'000);
    const outply::starcircle::Position position(stars, circles, random_below(2) == 0, random_below(4) == 0,
                                                weights, random_below(1000));
    const std::string description =
        "starcircle, stars " + std::to_string(stars) + ", circles " + std::to_string(circles);
    if (!memory) {
        check_exact(position, 1 + random_below(5), description);
    } else if (std::popcount(stars) + std::popcount(circles) <= 3) {
        check_solved(position, 2 * 3 * 7 + 2, *memory, description);
    } else {
        check_node_limit(position, *memory, description);
    }
}

// Checks the exact search at depths that the literal search cannot reach.
void check_deep() {
    Control control;
    for (const auto& [size, empty_cells, depth] : {std::array{10, 60, 6}, {26, 600, 4}, {4, 16, 16}}) {
        const auto position = random_warfare(size, empty_cells);
        const SearchResult result = exact(position, depth, true, control);
        const auto values = move_values(position, std::min(depth, 4), control);
        require(std::any_of(values.begin(), values.end(),
                            [&](const auto& value) { return value.move == result.move; }),
                "a deep search has a legal move", describe(position, depth));
    }
    const outply::starcircle::Position start(0xFFF00000u, 0x00000FFFu, true, false,
                                             {10, 20, 30, 40, 50, 60, 70, 80}, 0);
    require(exact(start, 7, false, control).visited ==
                literal(start, 7, false, difference, TraceScope{}, control).visited,
            "exact search has the textbook's node count", "starcircle, the initial position");
}

void check_stop() {
    Control control;
    control.stop();
    const outply::warfare::Position position(26, std::vector<std::int32_t>(676, 1), std::string(676, '.'), 'X',
                                             false);
    try {
        exact(position, 676, true, control);
        require(false, "a stopped search throws Stopped", "");
    } catch (const outply::Stopped&) {
    }
    SearchMemory memory(1 << 16, 1);
    require(search_to_limit(*iterative_deepening(position, memory, {}), {}, control).depth == 0,
            "a stopped engine completes no iteration", "");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const int rounds = std::atoi(argv[1]);
    const int threads = argc > 2 ? std::atoi(argv[2]) : 1;
    SearchMemory memory(1 << 18, threads);  // so small that entries are replaced
    for (int i = 0; i < rounds; ++i) {
        if (threads == 1) {
            check_warfare();
            check_starcircle(10 + random_below(60), nullptr);
        }
        check_warfare_engine(memory);
        check_starcircle(5 + random_below(40), &memory);
    }
    if (threads == 1) {
        check_deep();
        check_stop();
    }
    std::printf("%d rounds\n", rounds);
}
