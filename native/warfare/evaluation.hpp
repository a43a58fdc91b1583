// The engine's evaluation of a Warfare position: an estimate of the score that the player to move still gains.
//
// It is a sum over patterns, as in the evaluations of Othello programs (Buro, "Experiments with Multi-ProbCut and
// a new high-quality evaluation function for Othello", 1997). The pattern of a cell is what the player to move
// sees there and on its four neighbours: an own or an enemy cell, an empty cell and who can raid there, or the
// edge of the board. Each pattern has a weight for the value of the cell and of each neighbour, so that the same
// weights serve boards of every size and range of values. Patterns that a rotation or reflection maps to each
// other share their weights. The two best gains of each side are terms as well: the player to move takes the
// first. There are two sets of weights, for an even and an odd number of empty cells, because the last mover gets
// the last Raid. benchmarks/fit.py fits the weights to games; docs/evaluation.md measures them.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

#include "search/sample.hpp"
#include "warfare/fitted_weights.hpp"
#include "warfare/position.hpp"

namespace outply::warfare {

// What the player to move sees on a cell.
namespace code {

constexpr std::uint8_t own = 0, enemy = 1, empty = 2, off_board = 6;
constexpr int count = 7;
// Added to `empty` if that side can raid the cell.
constexpr std::uint8_t enemy_can_raid = 1, own_can_raid = 2;

}  // namespace code

// A pattern as a number: the contents of the cell (own, enemy or empty) and the codes of the neighbours above, to
// the right, below and to the left, as digits to base 7.
namespace pattern {

constexpr int neighbours = 4, cells = neighbours + 1;
constexpr int count = 3 * code::count * code::count * code::count * code::count;
constexpr std::array<int, cells> place = {2401, 343, 49, 7, 1};  // the value of a digit

constexpr std::uint8_t contents(std::uint8_t cell_code) {
    return std::min(cell_code, code::empty);
}

}  // namespace pattern

// The numbers of the weights of each pattern, for one parity of the number of empty cells.
class PatternIndex {
public:
    static constexpr std::int16_t none = -1;

    static const PatternIndex& instance() {
        static const PatternIndex index;
        return index;
    }

    // The number of the weight of a cell of the pattern, 0 being the one in the middle; `none` if the pattern
    // cannot occur, or if nothing can happen there any more.
    std::int16_t weight(int pattern, int cell) const { return weight_[pattern][cell]; }
    int weights() const { return weights_; }

private:
    using Digits = std::array<std::uint8_t, pattern::neighbours>;

    // The rotations and reflections of a square, as permutations of the neighbours.
    static constexpr std::uint8_t symmetries[8][pattern::neighbours] = {{0, 1, 2, 3}, {1, 2, 3, 0}, {2, 3, 0, 1},
                                                                        {3, 0, 1, 2}, {0, 3, 2, 1}, {1, 0, 3, 2},
                                                                        {2, 1, 0, 3}, {3, 2, 1, 0}};

    PatternIndex() {
        for (auto& numbers : weight_) numbers.fill(none);
        for (int number = 0; number < pattern::count; ++number) {
            Digits digits{};
            for (int i = 0; i < pattern::neighbours; ++i)
                digits[i] = static_cast<std::uint8_t>(number / pattern::place[i + 1] % code::count);
            if (!is_possible(number / pattern::place[0], digits)) continue;
            // The smallest pattern of the eight comes first in this loop and gets new numbers.
            int smallest = number, map = 0;
            for (int i = 1; i < 8; ++i) {
                const int mapped = permuted(number, digits, i);
                if (mapped < smallest) {
                    smallest = mapped;
                    map = i;
                }
            }
            if (smallest == number) {
                add(number, digits);
                continue;
            }
            weight_[number][0] = weight_[smallest][0];
            for (int i = 0; i < pattern::neighbours; ++i)
                weight_[number][symmetries[map][i] + 1] = weight_[smallest][i + 1];
        }
    }

    static int permuted(int number, const Digits& digits, int symmetry) {
        int mapped = number / pattern::place[0] * pattern::place[0];
        for (int i = 0; i < pattern::neighbours; ++i)
            mapped += digits[symmetries[symmetry][i]] * pattern::place[i + 1];
        return mapped;
    }

    // Numbers the weights of a pattern. Neighbours that a symmetry of the pattern exchanges share a weight.
    void add(int number, const Digits& digits) {
        weight_[number][0] = static_cast<std::int16_t>(weights_++);
        for (int i = 0; i < pattern::neighbours; ++i) {
            if (digits[i] == code::off_board) continue;
            int first = i;
            for (int symmetry = 0; symmetry < 8; ++symmetry) {
                if (permuted(number, digits, symmetry) == number)
                    first = std::min<int>(first, symmetries[symmetry][i]);
            }
            weight_[number][i + 1] =
                first < i ? weight_[number][first + 1] : static_cast<std::int16_t>(weights_++);
        }
    }

    static bool is_possible(int contents, const Digits& digits) {
        bool next_to_empty = contents == code::empty;
        for (const std::uint8_t digit : digits) {
            const bool is_empty = digit >= code::empty && digit != code::off_board;
            next_to_empty |= is_empty;
            if (!is_empty) continue;
            const int raiders = digit - code::empty;
            if (contents == code::own && !(raiders & code::own_can_raid)) return false;
            if (contents == code::enemy && !(raiders & code::enemy_can_raid)) return false;
        }
        return next_to_empty;
    }

    std::array<std::array<std::int16_t, pattern::cells>, pattern::count> weight_;
    int weights_ = 0;
};

class Evaluation {
public:
    // The weights of a pattern or the values of its cells, padded to a vector register.
    struct alignas(16) Lanes {
        std::int16_t lane[8] = {};
    };

    static constexpr int tempo_terms = 4;
    static constexpr std::int64_t weight_unit = 4096;  // a weight of one
    // With these bounds, the sum over 64 cells fits into 32 bits.
    static constexpr std::int32_t max_weight = 16383, max_scaled_value = 255;

    // The number of weights for each parity.
    static int terms() { return PatternIndex::instance().weights() + tempo_terms; }

    // The number of the weight of the best (rank 0) and second best gain of a side.
    static int tempo_term(bool is_enemy, int rank) {
        assert(rank == 0 || rank == 1);
        return PatternIndex::instance().weights() + is_enemy * 2 + rank;
    }

    // Uses the fitted weights if `weights` is empty. Throws std::invalid_argument if their number is wrong or one
    // is too large.
    explicit Evaluation(const std::vector<std::int32_t>& weights)
        : tables_(weights.empty() ? fitted() : std::make_shared<const Tables>(weights)) {}

    // The weights of the patterns for a number of empty cells, by pattern.
    const Lanes* patterns(int empty_count) const { return tables_->patterns[empty_count % 2].data(); }
    // The weight of a gain, see `tempo_term`.
    std::int32_t tempo(int empty_count, bool is_enemy, int rank) const {
        return tables_->tempo[empty_count % 2][is_enemy * 2 + rank];
    }

    // The priority of a move with a gain, if the opponent's evaluation after it is `after` in units of 1 /
    // weight_unit.
    static std::int32_t priority(std::int32_t gain, std::int64_t after) {
        constexpr std::int64_t fractions = 16, limit = INT32_MAX - 1;  // INT32_MAX is the hash move's
        return static_cast<std::int32_t>(
            std::clamp(gain * fractions - after * fractions / weight_unit, -limit, limit));
    }

    // The number of bits to drop so that the values of a board are at most `max_scaled_value`.
    static int scale_of(const std::vector<std::int32_t>& values) {
        int scale = 0;
        while (*std::max_element(values.begin(), values.end()) >> scale > max_scaled_value) ++scale;
        return scale;
    }

    // The scaled values of a cell and its neighbours, 0 off the board.
    static Lanes scaled_values(const Position& position, int cell, int scale) {
        const int size = position.size, row = cell / size, column = cell % size;
        Lanes lanes;
        const auto set = [&](int i, bool exists, int at) {
            if (exists) lanes.lane[i] = static_cast<std::int16_t>(position.values[at] >> scale);
        };
        set(0, true, cell);
        set(1, row > 0, cell - size);
        set(2, column < size - 1, cell + 1);
        set(3, row < size - 1, cell + size);
        set(4, column > 0, cell - 1);
        return lanes;
    }

    static std::int32_t dot(const Lanes& a, const Lanes& b) {
        std::int32_t sum = 0;
        for (int i = 0; i < pattern::cells; ++i) sum += std::int32_t{a.lane[i]} * b.lane[i];
        return sum;
    }

    // The sum of dot(weights[index[i]], values[i]) over `count` cells.
    static std::int32_t dot_sum(const Lanes* weights, const std::uint16_t* index, const Lanes* values, int count) {
#if defined(__SSE2__) || defined(_M_X64)
        __m128i sum = _mm_setzero_si128();
        for (int i = 0; i < count; ++i) {
            const __m128i a = _mm_load_si128(reinterpret_cast<const __m128i*>(&weights[index[i]]));
            const __m128i b = _mm_load_si128(reinterpret_cast<const __m128i*>(&values[i]));
            sum = _mm_add_epi32(sum, _mm_madd_epi16(a, b));
        }
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
        return _mm_cvtsi128_si32(sum);
#else
        std::int32_t sum = 0;
        for (int i = 0; i < count; ++i) sum += dot(weights[index[i]], values[i]);
        return sum;
#endif
    }

private:
    struct Tables {
        explicit Tables(const std::vector<std::int32_t>& weights) {
            const std::size_t terms = static_cast<std::size_t>(Evaluation::terms());
            if (weights.size() != 2 * terms)
                throw std::invalid_argument("expected " + std::to_string(2 * terms) +
                                            " weights of the Warfare evaluation, got " +
                                            std::to_string(weights.size()));
            const auto is_too_large = [](std::int32_t weight) { return std::abs(weight) > max_weight; };
            if (std::any_of(weights.begin(), weights.end(), is_too_large))
                throw std::invalid_argument("expected weights of the Warfare evaluation of at most " +
                                            std::to_string(max_weight));
            const PatternIndex& index = PatternIndex::instance();
            for (std::size_t parity = 0; parity < 2; ++parity) {
                const std::int32_t* const first = weights.data() + parity * terms;
                patterns[parity].resize(pattern::count);
                for (int number = 0; number < pattern::count; ++number) {
                    for (int cell = 0; cell < pattern::cells; ++cell) {
                        const std::int16_t weight = index.weight(number, cell);
                        if (weight != PatternIndex::none)
                            patterns[parity][number].lane[cell] = static_cast<std::int16_t>(first[weight]);
                    }
                }
                std::copy_n(first + index.weights(), tempo_terms, tempo[parity].begin());
            }
        }

        std::array<std::vector<Lanes>, 2> patterns;  // by parity and pattern
        std::array<std::array<std::int32_t, tempo_terms>, 2> tempo;
    };

    static const std::shared_ptr<const Tables>& fitted() {
        static const auto tables = std::make_shared<const Tables>(
            std::vector<std::int32_t>(std::begin(fitted_weights), std::end(fitted_weights)));
        return tables;
    }

    std::shared_ptr<const Tables> tables_;  // the same for all boards with these weights
};

// The terms of the evaluation of a position: the definition of the evaluation, which the boards of the engine
// compute faster, and the data to fit the weights to.
inline std::vector<EvaluationTerm> evaluation_terms(const Position& position) {
    const int size = position.size, stride = size + 2;
    const auto padded = [&](int cell) { return (cell / size + 1) * stride + cell % size + 1; };
    const std::array<int, pattern::cells> offset = {0, -stride, 1, stride, -1};
    std::vector<char> owner(static_cast<std::size_t>(stride) * stride, '#');
    std::vector<std::uint8_t> codes(owner.size(), code::off_board);
    std::vector<std::int32_t> value(owner.size());
    for (int cell = 0; cell < position.cells(); ++cell) {
        owner[padded(cell)] = position.owners[cell];
        value[padded(cell)] = position.values[cell];
    }
    std::array<std::array<std::int32_t, 2>, 2> best{};  // by side: the best two gains
    for (int cell = 0; cell < position.cells(); ++cell) {
        const int at = padded(cell);
        if (owner[at] != '.') {
            codes[at] = owner[at] == position.to_move ? code::own : code::enemy;
            continue;
        }
        std::array<std::int32_t, 2> sum{};
        for (int i = 1; i < pattern::cells; ++i) {
            const char beside = owner[at + offset[i]];
            if (beside == 'X' || beside == 'O') sum[beside != position.to_move] += value[at + offset[i]];
        }
        codes[at] = static_cast<std::uint8_t>(code::empty + (sum[0] != 0) * code::own_can_raid +
                                              (sum[1] != 0) * code::enemy_can_raid);
        for (int side = 0; side < 2; ++side) {
            const std::int32_t gain = value[at] + (sum[side] != 0 ? 2 * sum[1 - side] : 0);
            best[side][1] = std::max(best[side][1], std::min(best[side][0], gain));
            best[side][0] = std::max(best[side][0], gain);
        }
    }
    std::vector<EvaluationTerm> terms;
    for (int cell = 0; cell < position.cells(); ++cell) {
        const int at = padded(cell);
        int number = pattern::contents(codes[at]) * pattern::place[0];
        for (int i = 1; i < pattern::cells; ++i) number += codes[at + offset[i]] * pattern::place[i];
        for (int i = 0; i < pattern::cells; ++i) {
            const std::int16_t weight = PatternIndex::instance().weight(number, i);
            if (weight != PatternIndex::none) terms.push_back({weight, value[at + offset[i]]});
        }
    }
    for (int side = 0; side < 2; ++side) {
        for (int rank = 0; rank < 2; ++rank)
            terms.push_back({Evaluation::tempo_term(side == 1, rank), best[side][rank]});
    }
    return terms;
}

}  // namespace outply::warfare
