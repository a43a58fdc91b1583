// Random positions of every size through every native search, to be run under sanitizers: the literal search, the
// exact one and the engine have to agree, and nothing may be read or computed that is not there.
//
//   agreement ROUNDS            everything, on one thread
//   agreement ROUNDS THREADS    the engine alone, on several
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "starcircle/api.hpp"
#include "warfare/api.hpp"

using outply::Control;
using outply::Limits;
using outply::Memory;
using outply::Part;
using outply::SearchResult;
using outply::Value;

namespace {

std::mt19937 rng(20260515);

int below(int limit) {
    return static_cast<int>(rng() % static_cast<unsigned>(limit));
}

void must(bool holds, const char* claim, const std::string& position) {
    if (holds) return;
    std::printf("not so: %s\n%s\n", claim, position.c_str());
    std::exit(1);
}

outply::Thought last_thought(outply::Thinker& thinker, const Limits& limits, Control& control) {
    for (;;) {
        const outply::Thought thought = thinker.deepen(control, limits);
        if (thought.finished) return thought;
    }
}

const std::string difference = "difference";

// The claims about the literal search that hold for any game and evaluation; returns minimax's answer.
template <class Setup>
SearchResult check_literal(const Setup& setup, int depth, const std::string& evaluation,
                           const std::string& position) {
    Control control;
    const std::string description = position + ", by " + evaluation;
    const SearchResult minimax = literal(setup, depth, false, evaluation, Part{}, control);
    const SearchResult alphabeta = literal(setup, depth, true, evaluation, Part{}, control);
    must(minimax.move == alphabeta.move, "alpha-beta has minimax's move", description);
    must(minimax.value == alphabeta.value, "alpha-beta has minimax's value", description);
    must(minimax.principal_variation == alphabeta.principal_variation, "alpha-beta has minimax's line",
         description);
    must(alphabeta.visited <= minimax.visited, "alpha-beta visits no more than minimax", description);
    for (const bool prune : {false, true}) {
        const SearchResult& walked = prune ? alphabeta : minimax;
        const SearchResult traced =
            literal(setup, depth, prune, evaluation, Part{{}, depth, walked.visited}, control);
        must(traced.trace.size() == walked.visited, "a trace has every visit", description);
        must(traced.expanded == walked.expanded && traced.value == walked.value &&
                 traced.principal_variation == walked.principal_variation,
             "a trace changes nothing", description);

        // A part of it: below the first moves of the line, in no more records than a few.
        Part part{walked.principal_variation, below(depth + 1), static_cast<std::uint64_t>(1 + below(40))};
        part.path.resize(static_cast<std::size_t>(below(static_cast<int>(part.path.size()) + 1)));
        const SearchResult recorded = literal(setup, depth, prune, evaluation, part, control);
        must(recorded.visited == walked.visited && recorded.value == walked.value, "nor does a part of one",
             description);
        must(!recorded.trace.empty() && recorded.trace.size() <= part.most, "a part has a few visits",
             description);
        must(recorded.trace.front().value == walked.value, "the line of play has the value", description);
        const auto sum =
            std::accumulate(recorded.visits_by_ply.begin(), recorded.visits_by_ply.end(), std::uint64_t{0});
        must(sum == static_cast<std::uint64_t>(recorded.trace.front().below), "all its visits are counted",
             description);
    }
    return minimax;
}

// The claims that hold for a position of any game.
template <class Setup>
void check(const Setup& setup, int depth, const std::string& description) {
    Control control;
    const SearchResult minimax = check_literal(setup, depth, difference, description);
    for (const bool prune : {false, true}) {
        const SearchResult found = exact(setup, depth, prune, control);
        must(found.move == minimax.move, "exact has the literal move", description);
        must(found.value == minimax.value, "exact has the literal value", description);
    }
    const auto values = move_values(setup, depth, control);
    const auto best = std::max_element(values.begin(), values.end(),
                                       [](const auto& a, const auto& b) { return a.value < b.value; });
    must(best->move == minimax.move && best->value == minimax.value, "the first best move is played", description);
}

Value score_of(const outply::warfare::Setup& setup) {
    return setup.score();
}
Value score_of(const outply::starcircle::Setup& setup) {
    return setup.score;
}

// The claims about the engine where the rest of the game can be searched; `memory` remembers other positions.
template <class Setup>
void check_solved(const Setup& setup, int plies, Memory& memory, const std::string& description) {
    Control control;
    const auto thinker = think(setup, memory, {});
    const auto thought = last_thought(*thinker, {}, control);
    const auto values = move_values(setup, plies, control);
    const auto chosen = std::find_if(values.begin(), values.end(),
                                     [&](const auto& value) { return value.move == thought.line.front(); });
    must(thought.proven, "the engine proves what it solves", description);
    must(score_of(setup) + thought.value == exact(setup, plies, false, control).value,
         "the engine solves to the exact value", description);
    must(chosen != values.end() && chosen->value == score_of(setup) + thought.value,
         "the engine's move has the value that it says", description);

    std::vector<outply::Move> moves;
    for (const auto& value : values) moves.push_back(value.move);
    const auto again = think(setup, memory, {});
    outply::Values valued{{}, 0, false};
    while (!valued.proven) valued = again->value_all(moves, control, {});
    for (std::size_t i = 0; i < values.size(); ++i)
        must(score_of(setup) + valued.values[i].value == values[i].value, "the engine values every move",
             description);
}

// Where it cannot, there is a legal move all the same.
template <class Setup>
void check_thinking(const Setup& setup, Memory& memory, const std::string& description) {
    Control control;
    const auto values = move_values(setup, 1, control);
    Limits limits;
    limits.nodes = static_cast<std::uint64_t>(1 + below(3000));
    const auto thinker = think(setup, memory, {});
    const auto thought = last_thought(*thinker, limits, control);
    must(std::any_of(values.begin(), values.end(),
                     [&](const auto& value) { return value.move == thought.line.front(); }),
         "the engine's move is legal", description);
}

outply::warfare::Setup random_warfare(int size, int empty) {
    constexpr int highest[] = {1, 2, 3, 99, 1'000'000};
    const int top = highest[below(std::size(highest))];
    std::vector<std::int32_t> values;
    std::string owners;
    for (int cell = 0; cell < size * size; ++cell) {
        values.push_back(1 + below(top));
        owners += cell < empty ? '.' : "XO"[below(2)];
    }
    if (below(2) == 0) {
        std::shuffle(owners.begin(), owners.end(), rng);
    } else {  // the empty cells together, somewhere
        std::rotate(owners.begin(), owners.begin() + below(size * size), owners.end());
    }
    return outply::warfare::Setup(size, values, owners, "XO"[below(2)], below(2) == 0);
}

std::string described(const outply::warfare::Setup& setup, int depth) {
    return "warfare, size " + std::to_string(setup.size) + ", depth " + std::to_string(depth) + ": " +
           setup.owners;
}

int random_size() {
    constexpr int sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17, 26};
    return sizes[below(std::size(sizes))];
}

void check_warfare() {
    const int size = random_size();
    const int empty = 1 + below(std::min(size * size, 40));
    const auto setup = random_warfare(size, empty);
    int depth = 1;
    for (long nodes = 2 * empty; nodes * 2 * empty < 20'000; nodes *= 2 * empty) ++depth;
    check(setup, depth, described(setup, depth));
    for (const char* evaluation : {"own", "safety"})
        check_literal(setup, depth, evaluation, described(setup, depth));
}

void check_warfare_engine(Memory& memory) {
    const int size = random_size();
    const int empty = 1 + below(std::min(size * size, 7));
    const auto endgame = random_warfare(size, empty);
    check_solved(endgame, empty, memory, described(endgame, empty));
    const auto open = random_warfare(size, 1 + below(size * size));
    check_thinking(open, memory, described(open, 0));
}

// Each square taken with a chance of `density` in a hundred.
void check_starcircle(int density, Memory* memory) {
    outply::starcircle::Squares stars = 0, circles = 0;
    for (int square = 0; square < 32; ++square) {
        if (below(100) < density) (below(2) == 0 ? stars : circles) |= 1u << square;
    }
    if (stars == 0 || circles == 0) return;
    std::array<std::int32_t, 8> weights;
    int weight = below(2) == 0 ? -1'000'000 : 0;
    for (auto& each : weights) each = weight += 1 + below(250'000);
    const outply::starcircle::Setup setup(stars, circles, below(2) == 0, below(4) == 0, weights, below(1000));
    const std::string description =
        "starcircle, stars " + std::to_string(stars) + ", circles " + std::to_string(circles);
    if (!memory) {
        check(setup, 1 + below(5), description);
    } else if (std::popcount(stars) + std::popcount(circles) <= 3) {
        check_solved(setup, 2 * 3 * 7 + 2, *memory, description);
    } else {
        check_thinking(setup, *memory, description);
    }
}

// Deeper than the literal search could follow.
void check_deep() {
    Control control;
    for (const auto& [size, empty, depth] : {std::array{10, 60, 6}, {26, 600, 4}, {4, 16, 16}}) {
        const auto setup = random_warfare(size, empty);
        const SearchResult found = exact(setup, depth, true, control);
        const auto values = move_values(setup, std::min(depth, 4), control);
        must(
            std::any_of(values.begin(), values.end(), [&](const auto& value) { return value.move == found.move; }),
            "a deep search has a legal move", described(setup, depth));
    }
    const outply::starcircle::Setup start(0xFFF00000u, 0x00000FFFu, true, false, {10, 20, 30, 40, 50, 60, 70, 80},
                                          0);
    must(exact(start, 7, false, control).visited == literal(start, 7, false, difference, Part{}, control).visited,
         "exact counts the textbook's visits", "starcircle, the start");
}

void check_stopping() {
    Control control;
    control.stop();
    const outply::warfare::Setup setup(26, std::vector<std::int32_t>(676, 1), std::string(676, '.'), 'X', false);
    try {
        exact(setup, 676, true, control);
        must(false, "a search that is told to stop stops", "");
    } catch (const outply::Stopped&) {
    }
    Memory memory(1 << 16, 1);
    must(last_thought(*think(setup, memory, {}), {}, control).depth == 0, "an engine that is told to stop stops",
         "");
}

}  // namespace

int main(int count, char** arguments) {
    const int rounds = std::atoi(arguments[1]);
    const int threads = count > 2 ? std::atoi(arguments[2]) : 1;
    Memory memory(1 << 18, threads);  // so small that what it holds has to give way
    for (int i = 0; i < rounds; ++i) {
        if (threads == 1) {
            check_warfare();
            check_starcircle(10 + below(60), nullptr);
        }
        check_warfare_engine(memory);
        check_starcircle(5 + below(40), &memory);
    }
    if (threads == 1) {
        check_deep();
        check_stopping();
    }
    std::printf("%d rounds\n", rounds);
}
