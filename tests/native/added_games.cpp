// Runs random positions of the games in examples/ through the searches that every added game gets, under
// sanitizers and with the assertions of the searches enabled. Then prints the engine's node counts in their
// initial positions, a signature that changes with the engine.
//
//   added_games ROUNDS
#ifdef NDEBUG
#error "compile with assertions"
#endif

#include <outply/game.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "connectfour/native/rules.hpp"
#include "reversi/native/rules.hpp"

using namespace outply;

namespace {

std::mt19937 rng(20261118);

int random_below(int limit) {
    return static_cast<int>(rng() % static_cast<unsigned>(limit));
}

void require(bool condition, const char* claim) {
    if (condition) return;
    std::printf("violated: %s\n", claim);
    std::exit(1);
}

// Rules whose searches begin at another position than that of the constructor.
template <class Rules>
struct At : Rules {
    typename Rules::State state;

    At(const Rules& rules, const typename Rules::State& state_) : Rules(rules), state(state_) {}
    typename Rules::State root() const { return state; }
};

template <bool max, class Rules>
typename Rules::State play_random_move(const Rules& rules, const typename Rules::State& state) {
    std::vector<Move> moves;
    rules.template each_move<max>(state, [&](Move move, Score) {
        moves.push_back(move);
        return false;
    });
    require(!moves.empty(), "a game that is not over has moves");
    return rules.template play<max>(state,
                                    moves[static_cast<std::size_t>(random_below(static_cast<int>(moves.size())))]);
}

// Returns the position after up to this many random moves by both players, before the end of the game.
template <class Rules>
At<Rules> random_position(const Rules& rules, int moves) {
    auto state = rules.root();
    for (int i = 0; i < moves; ++i) {
        auto next = play_random_move<true>(rules, state);
        if (rules.is_over(next)) break;
        next = play_random_move<false>(rules, next);
        if (rules.is_over(next)) break;
        state = next;
    }
    return {rules, state};
}

SearchInfo search_to_limit(IterativeDeepening& search, const SearchLimits& limits, Control& control) {
    for (;;) {
        const SearchInfo info = search.deepen(control, limits);
        if (info.finished) return info;
    }
}

template <class Rules>
void check(const Rules& rules, SearchMemory& memory, int max_visits) {
    Control control;
    const Value score = rules.template score<true>(rules.root());
    std::uint64_t visited = 0;
    bool is_complete = false;
    for (int depth = 1; !is_complete; ++depth) {
        const SearchResult minimax = literal(rules, depth, false, "difference", TraceScope{}, control);
        if (minimax.visited > static_cast<std::uint64_t>(max_visits)) break;
        is_complete = minimax.visited == visited;
        visited = minimax.visited;
        const SearchResult alphabeta = literal(rules, depth, true, "difference", TraceScope{}, control);
        const SearchResult exact_result = exact(rules, depth, false, control);
        const auto values = move_values(rules, depth, control);
        const auto best = std::max_element(values.begin(), values.end(),
                                           [](const auto& a, const auto& b) { return a.value < b.value; });
        require(minimax.value == alphabeta.value && minimax.move == alphabeta.move,
                "alpha-beta has minimax's move");
        require(exact_result.value == minimax.value && exact_result.move == minimax.move &&
                    exact_result.visited == minimax.visited,
                "the exact search has minimax's move, value and node count");
        require(best->move == minimax.move && best->value == minimax.value,
                "the first of the best values of the moves is minimax's");
        const SearchResult traced =
            literal(rules, depth, true, "difference", TraceScope{{}, depth, alphabeta.visited}, control);
        require(traced.trace.size() == alphabeta.visited && traced.value == alphabeta.value,
                "a full trace has every visit");
    }
    const auto search = iterative_deepening(rules, memory, {});
    SearchLimits limits;
    if (!is_complete) limits.nodes = 3000;
    const SearchInfo info = search_to_limit(*search, limits, control);
    if (is_complete)
        require(info.proven && score + info.value == exact(rules, 1000, false, control).value,
                "the engine solves to the exact value");
}

std::string start_of(int size) {
    std::string cells(static_cast<std::size_t>(size * size), '.');
    const std::size_t middle = static_cast<std::size_t>((size / 2 - 1) * (size + 1));
    cells[middle] = cells[middle + static_cast<std::size_t>(size) + 1] = 'W';
    cells[middle + 1] = cells[middle + static_cast<std::size_t>(size)] = 'B';
    return cells;
}

template <int words>
void check_reversi(int size, SearchMemory& memory) {
    const reversi::Rules<words> rules(size, start_of(size), 'B');
    check(random_position(rules, random_below(size * size / 2)), memory, 2000);
}

// Returns the nodes of a search to a depth with one thread and an empty table.
template <class Rules>
unsigned long long engine_nodes(const Rules& rules, int depth) {
    SearchMemory memory(1 << 20, 1);
    Control control;
    SearchLimits limits;
    limits.depth = depth;
    return search_to_limit(*iterative_deepening(rules, memory, {}), limits, control).nodes;
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 100;
    SearchMemory one(1 << 20, 1), two(1 << 20, 2);
    for (int round = 0; round < rounds; ++round) {
        SearchMemory& memory = round % 2 == 0 ? one : two;
        const int width = 4 + random_below(4), height = 4 + random_below(3);
        const connectfour::Rules rules(width, height, std::string(static_cast<std::size_t>(width * height), '.'),
                                       'B');
        check(random_position(rules, random_below(width * height / 2)), memory, 3000);
        const int size = 4 + 2 * random_below(7);
        size <= 8 ? check_reversi<1>(size, memory) : check_reversi<4>(size, memory);
    }
    const connectfour::Rules connect_four(7, 6, std::string(42, '.'), 'B');
    const reversi::Rules<1> reversi(8, start_of(8), 'B');
    std::printf("%d rounds\nsignature %llu\n", rounds, engine_nodes(connect_four, 10) + engine_nodes(reversi, 11));
}
