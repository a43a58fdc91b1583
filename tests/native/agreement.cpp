// Random positions of every size through every native search, to be run under sanitizers: the literal and the
// exact search have to agree, and nothing may be read or computed that is not there.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "starcircle/solve.hpp"
#include "warfare/solve.hpp"

using outply::Answer;
using outply::Control;

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

// The claims that hold for a position of any game.
template <class Setup>
void check(const Setup& setup, int depth, const std::string& description) {
    Control control;
    const Answer minimax = literal(setup, depth, false, false, control);
    const Answer alphabeta = literal(setup, depth, true, false, control);
    must(minimax.move == alphabeta.move, "alpha-beta has minimax's move", description);
    must(minimax.value == alphabeta.value, "alpha-beta has minimax's value", description);
    must(minimax.line == alphabeta.line, "alpha-beta has minimax's line", description);
    must(alphabeta.visited <= minimax.visited, "alpha-beta visits no more than minimax", description);
    for (const bool prune : {false, true}) {
        const Answer& walked = prune ? alphabeta : minimax;
        const Answer found = exact(setup, depth, prune, control);
        must(found.move == walked.move, "exact has the literal move", description);
        must(found.value == walked.value, "exact has the literal value", description);
        const Answer traced = literal(setup, depth, prune, true, control);
        must(traced.trace.size() == walked.visited, "a trace has every visit", description);
        must(traced.expanded == walked.expanded, "a trace changes nothing", description);
    }
    const auto values = move_values(setup, depth, control);
    const auto best = std::max_element(values.begin(), values.end(),
                                       [](const auto& a, const auto& b) { return a.value < b.value; });
    must(best->move == minimax.move && best->value == minimax.value, "the first best move is played", description);
}

void check_warfare() {
    constexpr int sizes[] = {1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 16, 17, 26};
    constexpr int highest[] = {1, 2, 3, 99, 1'000'000};
    const int size = sizes[below(std::size(sizes))];
    const int empty = 1 + below(std::min(size * size, 40));
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
    int depth = 1;
    for (long nodes = 2 * empty; nodes * 2 * empty < 20'000; nodes *= 2 * empty) ++depth;
    const outply::warfare::Setup setup(size, values, owners, "XO"[below(2)], below(2) == 0);
    check(setup, depth,
          "warfare, size " + std::to_string(size) + ", depth " + std::to_string(depth) + ": " + owners);
}

void check_starcircle() {
    outply::starcircle::Squares stars = 0, circles = 0;
    const int density = 10 + below(60);
    for (int square = 0; square < 32; ++square) {
        if (below(100) < density) (below(2) == 0 ? stars : circles) |= 1u << square;
    }
    if (stars == 0 || circles == 0) return;
    std::array<std::int32_t, 8> weights;
    int weight = below(2) == 0 ? -1'000'000 : 0;
    for (auto& each : weights) each = weight += 1 + below(250'000);
    const outply::starcircle::Setup setup(stars, circles, below(2) == 0, below(4) == 0, weights, below(1000));
    check(setup, 1 + below(5),
          "starcircle, stars " + std::to_string(stars) + ", circles " + std::to_string(circles));
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
}

}  // namespace

int main(int, char** arguments) {
    const int rounds = std::atoi(arguments[1]);
    for (int i = 0; i < rounds; ++i) {
        check_warfare();
        check_starcircle();
    }
    check_stopping();
    std::printf("%d rounds\n", rounds);
}
