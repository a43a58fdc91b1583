// Warfare on up to 64 cells, in the form in which the solver needs its rules.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "warfare/position.hpp"

namespace outply::warfare {

// The rules of a board. The cells of a side are one 64-bit word; the sides are the player to move (`own`) and the
// opponent.
class SolverBoard {
public:
    using Cells = std::uint64_t;

    struct State {
        Cells own, enemy, empty;
    };

    // The empty cells of a state and what is next to them.
    struct Surroundings {
        Cells frontier;   // the cells with an empty neighbour
        Cells contested;  // the cells with several
        Cells isolated;   // the empty cells that no other move can influence
    };

    explicit SolverBoard(const Position& position)
        : size_(position.size), is_key_exact_(position.cells() <= 32), salt_(static_cast<std::uint64_t>(size_)) {
        assert(position.cells() <= 64);
        const Neighbours neighbours(size_);
        for (int cell = 0; cell < position.cells(); ++cell) {
            const Cells bit = Cells{1} << cell;
            if (cell % size_ != 0) not_first_column_ |= bit;
            if (cell % size_ != size_ - 1) not_last_column_ |= bit;
            all_cells_ |= bit;
            value_[cell] = position.values[cell];
            for (int i = 0; i < neighbours.of[cell].count; ++i)
                tables_[cell].neighbours |= Cells{1} << neighbours.of[cell].cell[i];
            salt_ = (salt_ ^ static_cast<std::uint64_t>(value_[cell])) * 0x9E3779B97F4A7C15u;
            salt_ ^= salt_ >> 32;
        }
        for (int cell = 0; cell < position.cells(); ++cell) fill_tables(cell);
    }

    std::int32_t gain(Cells own, Cells enemy, int cell) const {
        const CellTables& tables = tables_[cell];
        return tables.gain[tables.index(enemy & if_any(own & tables.neighbours))];
    }

    // What the player to move gains on `first`, less what the opponent then gains on `second`.
    std::int32_t gain_before(Cells own, Cells enemy, int first, int second) const {
        const CellTables &one = tables_[first], &other = tables_[second];
        const Cells conquered = enemy & one.neighbours & if_any(own & one.neighbours);
        const Cells after = own | conquered | Cells{1} << first;
        return one.gain[one.index(conquered)] -
               other.gain[other.index(after & if_any((enemy ^ conquered) & other.neighbours))];
    }

    // The state after the best move on a cell, with the other player to move.
    State after(const State& now, int cell) const {
        const Cells neighbours = tables_[cell].neighbours;
        const Cells conquered = now.enemy & neighbours & if_any(now.own & neighbours);
        const Cells bit = Cells{1} << cell;
        return {now.enemy ^ conquered, now.own | conquered | bit, now.empty ^ bit};
    }

    Cells neighbours(Cells cells) const {
        return ((cells << 1) & not_first_column_) | ((cells >> 1) & not_last_column_) |
               ((cells << size_) & all_cells_) | cells >> size_;
    }

    Surroundings surroundings(Cells empty) const {
        const Cells left = (empty << 1) & not_first_column_, right = (empty >> 1) & not_last_column_;
        const Cells above = (empty << size_) & all_cells_, below = empty >> size_;
        const Cells contested = (left & right) | (above & below) | ((left | right) & (above | below));
        return {left | right | above | below, contested, empty & ~neighbours(empty | contested)};
    }

    // Move ordering as in warfare/move_selection.hpp.
    std::int32_t priority(const State& now, int cell, std::int32_t own_gain, std::int32_t enemy_gain) const {
        const CellTables& tables = tables_[cell];
        return 4 * own_gain + 3 * enemy_gain - tables.exposure[tables.index(now.empty)];
    }

    // The rest of the game depends on the empty cells and the owners of the cells next to one. On up to 32 cells
    // these fit into the key, and every step of the mixing is invertible: no two positions of a board share a key.
    std::uint64_t key(const State& now, Cells frontier) const {
        const Cells owned = now.own & frontier;
        std::uint64_t key = is_key_exact_
                                ? now.empty << 32 | owned
                                : now.empty * 0x9E3779B97F4A7C15u ^ std::rotl(owned * 0xC2B2AE3D27D4EB4Fu, 31);
        key = (key ^ salt_) * 0xD6E8FEB86659FD93u;
        key = (key ^ key >> 32) * 0xBF58476D1CE4E5B9u;
        return key ^ key >> 32;
    }

    // The frontier after a move on the cell.
    Cells frontier_after(const Surroundings& around, int cell) const {
        return around.frontier & (around.contested | ~tables_[cell].neighbours);
    }

private:
    // What depends on the set of neighbours of a cell, indexed by magic multiplication.
    struct CellTables {
        Cells neighbours = 0;
        std::uint64_t multiplier = 0;
        std::array<std::int32_t, 32> gain{};      // by the enemy neighbours, with an own neighbour
        std::array<std::int32_t, 32> exposure{};  // by the empty neighbours: the value for each of them, twice

        unsigned index(Cells cells) const {
            return static_cast<unsigned>((cells & neighbours) * multiplier >> 59);
        }
    };

    // All bits if any bit is set, without a branch.
    static Cells if_any(Cells cells) { return Cells{0} - static_cast<Cells>(cells != 0); }

    void fill_tables(int cell) {
        CellTables& tables = tables_[cell];
        do {
            // Any multiplier that gives every set of neighbours an index of its own.
            random_ = (random_ ^ random_ >> 29) * 0xBF58476D1CE4E5B9u + 0x9E3779B97F4A7C15u;
            tables.multiplier = random_;
        } while (!is_collision_free(tables));
        Cells subset = 0;
        do {
            std::int32_t sum = 0;
            for (Cells rest = subset; rest != 0; rest &= rest - 1) sum += value_[std::countr_zero(rest)];
            tables.gain[tables.index(subset)] = value_[cell] + 2 * sum;
            tables.exposure[tables.index(subset)] = 2 * value_[cell] * std::popcount(subset);
            subset = (subset - tables.neighbours) & tables.neighbours;
        } while (subset != 0);
    }

    static bool is_collision_free(const CellTables& tables) {
        std::uint32_t indices = 0;
        Cells subset = 0;
        do {
            const std::uint32_t bit = std::uint32_t{1} << tables.index(subset);
            if ((indices & bit) != 0) return false;
            indices |= bit;
            subset = (subset - tables.neighbours) & tables.neighbours;
        } while (subset != 0);
        return true;
    }

    int size_;
    bool is_key_exact_;
    std::uint64_t salt_;  // makes the keys of different boards different
    Cells all_cells_ = 0, not_first_column_ = 0, not_last_column_ = 0;
    std::array<std::int32_t, 64> value_{};
    std::array<CellTables, 64> tables_{};
    std::uint64_t random_ = 1;
};

}  // namespace outply::warfare
