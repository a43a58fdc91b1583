// Runs random positions of every size through every native search, under sanitizers and with the assertions of the
// searches enabled: literal search, exact search and engine have to agree.
//
//   agreement ROUNDS
#include <numeric>

#include "engine_checks.hpp"
#include "warfare/large_board.hpp"
#include "warfare/small_board.hpp"

using namespace checks;
using outply::SearchResult;
using outply::TraceScope;

namespace {

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

// Checks that the evaluation is the same on both boards of the engine, also after moves are made and undone.
void check_evaluation() {
    using namespace outply::warfare;
    const int size = 1 + random_below(SmallBoard::max_size);
    const auto position = random_warfare(size, 1 + random_below(size * size));
    const Evaluation evaluation({});
    SmallBoard small(position, evaluation);
    LargeBoard large(position, evaluation);
    std::vector<outply::ScoredMove> moves(large.move_stack_size());
    for (int turn = 0; turn < 2; ++turn) {
        while (!small.is_over()) {
            require(small.evaluate() == large.evaluate(), "both boards have the same evaluation",
                    describe(position, small.plies_left()));
            const int count = large.generate_moves(moves.data(), large.plies_left());
            const outply::ScoredMove move = moves[static_cast<std::size_t>(random_below(count))];
            require(small.evaluated_priority(move) == large.evaluated_priority(move),
                    "both boards order the moves in the same way", describe(position, small.plies_left()));
            small.play(move.move);
            large.play(move.move);
        }
        small.reset();
        large.reset();
    }
}

void check_starcircle() {
    const auto position = random_starcircle(10 + random_below(60));
    if (position) check_exact(*position, 1 + random_below(5), describe(*position));
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
    for (int i = 0; i < rounds; ++i) {
        check_warfare();
        check_evaluation();
        check_starcircle();
    }
    check_engine(rounds, 1);
    check_deep();
    check_stop();
    std::printf("%d rounds\n", rounds);
}
