// The engine's evaluation of a Star/Circle position: an estimate of the score that the player to move still gains.
//
// It is a sum over the pieces on their way to the last row: what a piece would gain there, times a weight. The
// weight depends on the row, on the four squares diagonally next to the piece (the pattern), and on whether the
// piece belongs to the player to move. All free pieces of a row, those that no enemy can meet any more, have the
// same weight. benchmarks/fit.py fits the weights to games; docs/evaluation.md measures them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "search/types.hpp"
#include "starcircle/fitted_weights.hpp"
#include "starcircle/position.hpp"

namespace outply::starcircle {

// The contents of all squares as one side sees them, with two bits for each: empty, own or enemy.
class SquareContents {
public:
    SquareContents(Squares own, Squares enemy) : bits_(spread(own) | spread(enemy) << 1) {}

    SquareContents of_other_side() const {
        return SquareContents((bits_ & low_bits) << 1 | (bits_ >> 1 & low_bits));
    }

    // The squares from `shift / 2` on, the first in the lowest bits.
    std::uint64_t from(int shift) const { return std::rotr(bits_, shift); }

private:
    static constexpr std::uint64_t low_bits = 0x5555555555555555u;

    explicit SquareContents(std::uint64_t bits) : bits_(bits) {}

    static std::uint64_t spread(std::uint64_t bits) {
        bits = (bits | bits << 16) & 0x0000FFFF0000FFFFu;
        bits = (bits | bits << 8) & 0x00FF00FF00FF00FFu;
        bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0Fu;
        bits = (bits | bits << 2) & 0x3333333333333333u;
        return (bits | bits << 1) & low_bits;
    }

    std::uint64_t bits_;
};

// What the owner of a piece on a square sees.
struct PieceView {
    // A row of the pattern: the two squares diagonally in front of the piece or behind it. Their contents are
    // two digits to base 4, 3 being off the board.
    struct Row {
        int shift = 0;  // of SquareContents
        unsigned on_board = 0, off_board = 0;

        unsigned digits(const SquareContents& contents) const {
            return (static_cast<unsigned>(contents.from(shift)) & on_board) | off_board;
        }
    };

    PieceView() = default;
    PieceView(int square, bool star) : rows_left(star ? row_of(square) : 7 - row_of(square)) {
        for (int other = 0; other < 32; ++other) {
            const int ahead = (row_of(square) - row_of(other)) * (star ? 1 : -1);
            const int right = column_of(other) - column_of(square);
            if (ahead > 0 && std::abs(right) <= ahead) cone |= Squares{1} << other;
            if (std::abs(ahead) != 1 || std::abs(right) != 1) continue;
            const int place = right == 1 ? 2 : 0;
            Row& row = ahead == 1 ? front : back;
            row.shift = 2 * other - place;
            row.on_board |= 3u << place;
            if (ahead == 1) steps |= Squares{1} << other;
        }
        front.off_board = 15 & ~front.on_board;
        back.off_board = 15 & ~back.on_board;
    }

    int rows_left = 0;
    Squares cone = 0;   // the squares ahead from which an enemy can meet the piece
    Squares steps = 0;  // where a step leads
    Row front, back;
};

class Evaluation {
public:
    static constexpr Value weight_unit = 4096;  // a weight of one
    static constexpr std::int32_t max_weight = 32767;

    static constexpr int pattern_count = 256, free_piece = pattern_count;

    // The pattern of a piece, or `free_piece`. `contents` are as its owner sees them.
    static unsigned pattern_of(const PieceView& view, Squares enemy, const SquareContents& contents) {
        if ((view.cone & enemy) == 0) return free_piece;
        return view.front.digits(contents) | view.back.digits(contents) << 4;
    }

    // The number of the weight of a piece. A pattern and its mirror image share their weights.
    static int piece_term(bool is_enemy, int rows_left, unsigned pattern) {
        static const std::array<int, pattern_count + 1> number = number_patterns();
        return ((is_enemy ? 7 : 0) + rows_left - 1) * (number[free_piece] + 1) + number[pattern];
    }
    // The number of the weight of the right to move, whose value is one row.
    static int tempo_term() { return piece_term(true, 7, free_piece) + 1; }
    static int terms() { return tempo_term() + 1; }

    // Uses the fitted weights if `weights` is empty. Throws std::invalid_argument if their number is wrong or one
    // is too large.
    explicit Evaluation(const std::vector<std::int32_t>& weights)
        : tables_(weights.empty() ? fitted() : std::make_shared<const Tables>(weights)) {}

    // The weights of a row by pattern.
    const std::int16_t* pieces(bool is_enemy, int rows_left) const { return tables_->piece[is_enemy][rows_left]; }
    std::int32_t tempo() const { return tables_->tempo; }

private:
    static std::array<int, pattern_count + 1> number_patterns() {
        std::array<int, pattern_count + 1> number{};
        int count = 0;
        for (int pattern = 0; pattern < pattern_count; ++pattern) {
            const int mirrored = (pattern & 0x33) << 2 | (pattern & 0xCC) >> 2;
            number[pattern] = mirrored < pattern ? number[mirrored] : count++;
        }
        number[free_piece] = count;
        return number;
    }

    struct Tables {
        explicit Tables(const std::vector<std::int32_t>& weights) {
            if (weights.size() != static_cast<std::size_t>(terms()))
                throw std::invalid_argument("expected " + std::to_string(terms()) +
                                            " weights of the Star/Circle evaluation, got " +
                                            std::to_string(weights.size()));
            const auto is_too_large = [](std::int32_t weight) { return std::abs(weight) > max_weight; };
            if (std::any_of(weights.begin(), weights.end(), is_too_large))
                throw std::invalid_argument("expected weights of the Star/Circle evaluation of at most " +
                                            std::to_string(max_weight));
            for (const bool is_enemy : {false, true}) {
                for (int rows_left = 1; rows_left < 8; ++rows_left) {
                    for (unsigned pattern = 0; pattern <= pattern_count; ++pattern)
                        piece[is_enemy][rows_left][pattern] =
                            static_cast<std::int16_t>(weights[piece_term(is_enemy, rows_left, pattern)]);
                }
            }
            tempo = weights[tempo_term()];
        }

        std::int16_t piece[2][8][pattern_count + 1] = {};  // 0 for pieces in the last row
        std::int32_t tempo;
    };

    static const std::shared_ptr<const Tables>& fitted() {
        static const auto tables = std::make_shared<const Tables>(
            std::vector<std::int32_t>(std::begin(fitted_weights), std::end(fitted_weights)));
        return tables;
    }

    std::shared_ptr<const Tables> tables_;  // the same for all boards with these weights
};

}  // namespace outply::starcircle
