// Connect Four's rules for the native searches: those of src/connectfour/__init__.py.
#pragma once

#include <outply/game.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace connectfour {

using outply::Move;
using outply::Score;

// A move is the number of its square, row by row from the bottom left.
class Rules : public outply::TextbookDefaults {
public:
    struct State {
        std::uint64_t pieces[2] = {};          // of MAX and MIN, by square
        std::array<std::uint8_t, 69> fours{};  // pieces in each four: 1 for each of MAX's, 16 for each of MIN's
        std::array<std::uint8_t, 7> height{};  // of the columns
        std::uint8_t empty = 0;
        bool won = false;
        Score score = 0;
    };

    // `cells`: B, G or a dot, row by row from the top left.
    Rules(int width, int height, const std::string& cells, char to_move) : width_(width), height_(height) {
        if (width < 4 || width > 7 || height < 4 || height > 6 || cells.size() != std::size_t(width * height))
            throw std::invalid_argument("invalid Connect Four position: wrong size of the board");
        find_fours();
        for (int column = 0; column < width; ++column) columns_.push_back(column);
        std::stable_sort(columns_.begin(), columns_.end(),
                         [&](int a, int b) { return std::abs(2 * a - width + 1) < std::abs(2 * b - width + 1); });
        root_.empty = static_cast<std::uint8_t>(width * height);
        for (int square = 0; square < width * height; ++square) {
            const char piece = cells[(height - 1 - square / width) * width + square % width];
            if (piece == '.') continue;
            if (root_.height[square % width] != square / width)
                throw std::invalid_argument("invalid Connect Four position: a piece has nothing under it");
            root_ = piece == to_move ? play<true>(root_, square) : play<false>(root_, square);
        }
    }

    State root() const { return root_; }
    bool is_over(const State& state) const { return state.won || state.empty == 0; }
    int plies_left(const State& state) const { return state.empty; }
    int max_moves() const { return width_; }

    template <bool /*max*/>
    Score score(const State& state) const {
        return state.score;
    }

    // From the middle outwards.
    template <bool max, class Visit>
    void each_move(const State& state, Visit&& visit) const {
        for (const int column : columns_) {
            if (state.height[column] == height_) continue;
            const int square = state.height[column] * width_ + column;
            if (visit(square, score_after<max>(state, square).score)) return;
        }
    }

    template <bool max>
    State play(const State& state, Move square) const {
        const Outcome outcome = score_after<max>(state, square);
        State next = state;
        for (const int four : fours_of_[square]) next.fours[four] += max ? 1 : 16;
        next.pieces[!max] |= std::uint64_t{1} << square;
        next.height[square % width_] += 1;
        next.empty -= 1;
        next.won |= outcome.wins;
        next.score = outcome.score;
        return next;
    }

    template <bool max>
    outply::Key key(const State& state) const {
        return outply::key_of(state.pieces[!max], state.pieces[max], width_);
    }

private:
    static constexpr Score win = 1000;

    struct Outcome {
        Score score;
        bool wins;
    };

    // Only the fours through the square change their value.
    template <bool max>
    Outcome score_after(const State& state, Move square) const {
        constexpr int piece = max ? 1 : 16;
        Score score = state.score;
        bool wins = false;
        for (const int four : fours_of_[square]) {
            const int before = state.fours[four], after = before + piece;
            score += values[after] - values[before];
            wins |= after == 4 * piece;
        }
        if (wins) score = (max ? 1 : -1) * (win + state.empty - 1);
        return {score, wins};
    }

    // The value of a four for MAX, by the pieces in it: the square of their number if they are of one colour.
    static constexpr std::array<Score, 80> values = [] {
        std::array<Score, 80> table{};
        for (int pieces = 1; pieces <= 4; ++pieces) {
            table[pieces] = pieces * pieces;
            table[16 * pieces] = -pieces * pieces;
        }
        return table;
    }();

    void find_fours() {
        fours_of_.resize(width_ * height_);
        int four = 0;
        for (const auto& [right, up] : {std::pair(1, 0), {0, 1}, {1, 1}, {-1, 1}}) {
            for (int row = 0; row + 3 * up < height_; ++row) {
                for (int column = 0; column < width_; ++column) {
                    if (column + 3 * right < 0 || column + 3 * right >= width_) continue;
                    for (int i = 0; i < 4; ++i)
                        fours_of_[(row + i * up) * width_ + column + i * right].push_back(four);
                    ++four;
                }
            }
        }
    }

    int width_, height_;
    std::vector<int> columns_;                // in the order of the moves
    std::vector<std::vector<int>> fours_of_;  // by square: the fours through it
    State root_;
};

static_assert(outply::GameRules<Rules>);

}  // namespace connectfour
