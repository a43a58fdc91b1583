// A Star/Circle position as Python passes it, and the encoding of squares and moves.
//
// The 32 dark squares are numbered in the assignment's order: H2, H4, H6, H8, then G1, G3, and so on down to A7.
// Stars move towards lower numbers. The height of a stack changes neither the legal moves nor what can still be
// won, so that a side is a set of squares.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>

#include "search/types.hpp"

namespace outply::starcircle {

using Squares = std::uint32_t;

// A step or jump is encoded by its squares.
constexpr Move encode(int from, int to) {
    return from * 32 + to;
}
constexpr int from_of(Move move) {
    return move / 32;
}
constexpr int to_of(Move move) {
    return move % 32;
}
constexpr Move pass_move = 32 * 32;

constexpr int row_of(int square) {  // row 0 is H
    return square / 4;
}
constexpr int column_of(int square) {
    return square % 4 * 2 + (row_of(square) % 2 == 0 ? 1 : 0);
}

constexpr bool is_jump(Move move) {
    const int rows = row_of(from_of(move)) - row_of(to_of(move));
    return move != pass_move && (rows == 2 || rows == -2);
}

struct Position {
    Squares stars, circles;
    bool star_to_move;
    bool passed;                          // the last move was a pass
    std::array<std::int32_t, 8> weights;  // rows A to H for Star, H to A for Circle
    Value score;                          // of the player to move, with the full height of stacks

    // Throws std::invalid_argument if the position is malformed or the game is over.
    Position(Squares stars_, Squares circles_, bool star_to_move_, bool passed_,
             const std::array<std::int32_t, 8>& weights_, Value score_)
        : stars(stars_),
          circles(circles_),
          star_to_move(star_to_move_),
          passed(passed_),
          weights(weights_),
          score(score_) {
        if (stars == 0 || circles == 0)
            throw std::invalid_argument("invalid Star/Circle position: both players must have pieces");
        if ((stars & circles) != 0)
            throw std::invalid_argument("invalid Star/Circle position: a square holds pieces of both players");
    }

    // An estimate of the length of the rest of the game: half of the rows that all pieces have before them.
    int expected_plies() const {
        int rows = 0;
        for (int square = 0; square < 32; ++square) {
            if (stars >> square & 1) rows += row_of(square);
            if (circles >> square & 1) rows += 7 - row_of(square);
        }
        return rows / 2 + 1;
    }
};

}  // namespace outply::starcircle
