// Reversi's rules for the native searches: those of src/reversi/__init__.py.
#pragma once

#include <outply/bitset.hpp>
#include <outply/game.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace reversi {

using outply::Move;
using outply::Score;

// A move is the number of its square, row by row from the top left; the pass is the number after the last square.
// The set of squares has one word up to 8 x 8, and four words up to 16 x 16.
template <int words>
class Rules : public outply::TextbookDefaults {
    using Squares = outply::Bitset<words>;

public:
    struct State {
        Squares discs[2];  // of MAX and MIN
        Squares moves;     // squares where the player to move can place a disc
        Squares lines[8];  // the same by direction: the disc encloses a line there
        Score score;       // MAX's discs less MIN's
        int empty;
        bool over;
    };

    // `cells`: B, W or a dot, row by row from the top left.
    Rules(int size, const std::string& cells, char to_move) : size_(size) {
        if (size < 4 || size > 16 || size * size > 64 * words || cells.size() != std::size_t(size * size))
            throw std::invalid_argument("invalid Reversi position: wrong size of the board");
        State start{};
        for (int square = 0; square < size * size; ++square) {
            board_.set(square);
            if (0 < square % size && square % size < size - 1) inner_.set(square);
            if (cells[square] == '.') {
                ++start.empty;
            } else {
                start.discs[cells[square] != to_move].set(square);
                start.score += cells[square] == to_move ? 1 : -1;
            }
        }
        for (const int corner : {0, size - 1, size * size - size, size * size - 1}) corners_.set(corner);
        root_ = start;
        find_moves<true>(root_);
    }

    State root() const { return root_; }
    bool is_over(const State& state) const { return state.over; }
    int plies_left(const State& state) const { return 2 * state.empty; }  // no two passes in succession
    int expected_plies() const { return root_.empty; }
    int max_moves() const { return size_ * size_; }

    template <bool /*max*/>
    Score score(const State& state) const {
        return state.score;
    }

    template <bool max, class Visit>
    void each_move(const State& state, Visit&& visit) const {
        if (!state.moves.any()) {
            visit(pass(), state.score);
            return;
        }
        state.moves.each([&](int square) {
            const int gain = 2 * flips<max>(state, square).count() + 1;
            return visit(square, max ? state.score + gain : state.score - gain);
        });
    }

    template <bool max>
    State play(const State& state, Move move) const {
        State next = state;
        if (move != pass()) {
            const Squares flipped = flips<max>(state, move);
            const int gain = 2 * flipped.count() + 1;
            next.discs[!max] |= flipped;
            next.discs[!max].set(move);
            next.discs[max] ^= flipped;
            next.score += max ? gain : -gain;
            next.empty -= 1;
        }
        find_moves<!max>(next);
        return next;
    }

    // The numbers of discs that the move flips in the eight directions.
    template <bool max>
    std::int64_t effect(const State& state, Move move, std::span<const Move> /*line*/) const {
        std::int64_t digits = 0;
        if (move != pass())
            each_direction([&](int direction, auto step, const Squares&) {
                digits = digits * 16 + run<max>(state, move, direction, step).count();
            });
        return digits;
    }

    template <bool max>
    outply::Key key(const State& state) const {
        outply::Key key = outply::key_of(size_);
        for (const bool side : {!max, max}) {
            for (const std::uint64_t word : state.discs[side].word) key.add(word);
        }
        return key;
    }

    // Corners and mobility decide the middle game, discs only its end. `size_` is a usual number of moves.
    template <bool max>
    std::int32_t expected_gain(const State& state) const {
        const Score score = max ? state.score : -state.score;
        const int corners = (state.discs[!max] & corners_).count() - (state.discs[max] & corners_).count();
        const int mobility = state.moves.count() - size_;
        return (corner_value * corners + mobility_value * mobility - score) * state.empty / (size_ * size_);
    }

    // Corners first; then few flips, which leave the opponent few moves.
    template <bool /*max*/>
    std::int32_t priority(const State& /*state*/, Move move, std::int32_t gain) const {
        return (move != pass() && corners_.test(move) ? 1 << 22 : 0) - gain * 256;
    }

    outply::Value aspiration_delta() const { return 8; }

private:
    static constexpr int corner_value = 12, mobility_value = 2;

    Move pass() const { return size_ * size_; }

    // Calls visit(direction, step, mask) for each direction: step(squares) moves squares by one, and the discs in
    // between lie on the mask, so that no line wraps around an edge.
    template <class Visit>
    void each_direction(Visit&& visit) const {
        const auto both = [&](int direction, int by, const Squares& mask) {
            visit(direction, [by](const Squares& squares) { return squares.up(by); }, mask);
            visit(direction + 1, [by](const Squares& squares) { return squares.down(by); }, mask);
        };
        both(0, 1, inner_);
        both(2, size_ - 1, inner_);
        both(4, size_, board_);
        both(6, size_ + 1, inner_);
    }

    // The squares where a player may place a disc. Calls found(direction, squares) for each direction.
    template <bool max, class Found>
    Squares mobile(const State& state, Found&& found) const {
        const Squares &own = state.discs[!max], &enemy = state.discs[max];
        const Squares free = board_ ^ (own | enemy);
        Squares moves;
        each_direction([&](int direction, auto step, const Squares& mask) {
            const Squares between = enemy & mask;
            Squares line = step(own) & between;
            for (int i = 3; i < size_; ++i) line |= step(line) & between;
            line = step(line) & free;
            found(direction, line);
            moves |= line;
        });
        return moves;
    }
    template <bool max>
    Squares mobile(const State& state) const {
        return mobile<max>(state, [](int, const Squares&) {});
    }

    // Sets the moves of the player to move, and whether the game is over. A direction's moves lie against it.
    template <bool max>
    void find_moves(State& state) const {
        state.moves =
            mobile<max>(state, [&](int direction, const Squares& moves) { state.lines[direction ^ 1] = moves; });
        state.over = !state.moves.any() && !mobile<!max>(state).any();
    }

    // The discs that a move turns over in one direction.
    template <bool max, class Step>
    Squares run(const State& state, Move move, int direction, Step step) const {
        Squares line, square;
        if (!state.lines[direction].test(move)) return line;
        square.set(move);
        for (square = step(square); (square & state.discs[max]).any(); square = step(square)) line |= square;
        return line;
    }

    template <bool max>
    Squares flips(const State& state, Move move) const {
        Squares flipped;
        each_direction(
            [&](int direction, auto step, const Squares&) { flipped |= run<max>(state, move, direction, step); });
        return flipped;
    }

    int size_;
    Squares board_, inner_, corners_;  // all squares, those that are not in the first or last column, the corners
    State root_;
};

static_assert(outply::GameRules<Rules<1>> && outply::GameRules<Rules<4>>);

}  // namespace reversi
