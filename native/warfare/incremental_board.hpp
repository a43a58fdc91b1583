// A Warfare board on which moves are made and undone, with the gain of every cell kept up to date.
//
// It considers the best move of each cell only: a Raid if it is legal, else a Stake (docs/theory.md proves that
// this is sufficient below the root). The gain of a move is the change of the mover's score: the cell's value, and
// twice the value of the conquered cells. It follows from the sums of the neighbours' values by owner, and a move
// changes these only around the cells that change their owner.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "warfare/position.hpp"

namespace outply::warfare {

// A Zobrist key of 128 bits: one half selects the slot of a transposition table, the other is compared with the
// entry there.
struct Key {
    std::uint64_t slot = 0, check = 0;
    Key& operator^=(const Key& other) {
        slot ^= other.slot;
        check ^= other.check;
        return *this;
    }
};

class IncrementalBoard {
public:
    static constexpr std::int8_t no_owner = 2;

    // A move with the information needed to undo it.
    struct PlayedMove {
        int cell;
        int conquered_count;
        std::int16_t conquered[4];
    };

    explicit IncrementalBoard(const Position& position)
        : size_(position.size),
          neighbours_(position.size),
          value_(position.values),
          owner_(position.cells()),
          empty_neighbours_(position.cells()),
          sum_{std::vector<std::int32_t>(position.cells()), std::vector<std::int32_t>(position.cells())},
          zobrist_(position.cells()) {
        std::uint64_t seed = 0;
        for (auto& by_owner : zobrist_) {
            for (Key& key : by_owner) key = {random(seed), random(seed)};
        }
        for (int cell = 0; cell < position.cells(); ++cell) {
            const char owner = position.owners[cell];
            owner_[cell] = owner == '.' ? no_owner : static_cast<std::int8_t>(owner != position.to_move);
            empty_count_ += owner == '.';
        }
        for (int cell = 0; cell < position.cells(); ++cell) {
            for (int next : neighbours(cell)) {
                empty_neighbours_[cell] += owner_[next] == no_owner;
                if (owner_[next] != no_owner) sum_[owner_[next]][cell] += value_[next];
            }
            if (is_in_key(cell)) key_ ^= zobrist_[cell][owner_[cell]];
        }
    }

    // Sides: 0 is the player to move at the root, 1 the opponent.
    int size() const { return size_; }
    int cells() const { return size_ * size_; }
    int empty_count() const { return empty_count_; }
    bool is_empty(int cell) const { return owner_[cell] == no_owner; }
    int owner(int cell) const { return owner_[cell]; }
    int empty_neighbours(int cell) const { return empty_neighbours_[cell]; }
    bool is_raidable(int side, int cell) const { return sum_[side][cell] != 0; }

    // The Zobrist key of what the rest of the game depends on: the empty cells, and the owners of the cells next
    // to one.
    const Key& key() const { return key_; }

    // The gain of the best move at an empty cell.
    std::int32_t gain(int side, int cell) const {
        const std::int32_t conquest = sum_[side][cell] != 0 ? 2 * sum_[!side][cell] : 0;
        return value_[cell] + conquest;
    }
    std::int32_t value(int cell) const { return value_[cell]; }

    // Manhattan distance.
    int distance(int a, int b) const { return std::abs(a / size_ - b / size_) + std::abs(a % size_ - b % size_); }

    struct CellRange {
        const std::int16_t *first, *last;
        const std::int16_t* begin() const { return first; }
        const std::int16_t* end() const { return last; }
    };
    CellRange neighbours(int cell) const {
        const auto& four = neighbours_.of[cell];
        return {four.cell, four.cell + four.count};
    }

    PlayedMove play(int side, int cell, bool raid) {
        assert(is_empty(cell) && (!raid || is_raidable(side, cell)));
        PlayedMove move{cell, 0, {}};
        if (raid) {
            for (int next : neighbours(cell)) {
                if (owner_[next] == !side)
                    move.conquered[move.conquered_count++] = static_cast<std::int16_t>(next);
            }
        }
        key_ ^= zobrist_[cell][no_owner];
        owner_[cell] = static_cast<std::int8_t>(side);
        --empty_count_;
        if (empty_neighbours_[cell] != 0) key_ ^= zobrist_[cell][side];
        for (int next : neighbours(cell)) {
            sum_[side][next] += value_[cell];
            if (--empty_neighbours_[next] == 0 && owner_[next] != no_owner) key_ ^= zobrist_[next][owner_[next]];
        }
        for (int i = 0; i < move.conquered_count; ++i) change_owner(move.conquered[i], side);
        return move;
    }

    // Undoes the last move, which `side` made.
    void undo(int side, const PlayedMove& move) {
        assert(owner_[move.cell] == side);
        for (int i = 0; i < move.conquered_count; ++i) change_owner(move.conquered[i], !side);
        const int cell = move.cell;
        for (int next : neighbours(cell)) {
            sum_[side][next] -= value_[cell];
            if (empty_neighbours_[next]++ == 0 && owner_[next] != no_owner) key_ ^= zobrist_[next][owner_[next]];
        }
        if (empty_neighbours_[cell] != 0) key_ ^= zobrist_[cell][side];
        ++empty_count_;
        owner_[cell] = no_owner;
        key_ ^= zobrist_[cell][no_owner];
    }

    // Calls visit(cell) for every empty cell whose gain the last move may have changed, for some of them twice.
    template <class Visit>
    void each_affected(const PlayedMove& move, Visit&& visit) const {
        each_empty_neighbour(move.cell, visit);
        for (int i = 0; i < move.conquered_count; ++i) each_empty_neighbour(move.conquered[i], visit);
    }

private:
    template <class Visit>
    void each_empty_neighbour(int cell, Visit&& visit) const {
        for (int next : neighbours(cell)) {
            if (owner_[next] == no_owner) visit(next);
        }
    }

    void change_owner(int cell, int side) {
        owner_[cell] = static_cast<std::int8_t>(side);
        if (empty_neighbours_[cell] != 0) {
            key_ ^= zobrist_[cell][0];
            key_ ^= zobrist_[cell][1];
        }
        for (int next : neighbours(cell)) {
            sum_[side][next] += value_[cell];
            sum_[!side][next] -= value_[cell];
        }
    }

    bool is_in_key(int cell) const { return owner_[cell] == no_owner || empty_neighbours_[cell] != 0; }

    // SplitMix64 (Steele, Lea and Flood 2014): the numbers have to be well distributed, not unpredictable.
    static std::uint64_t random(std::uint64_t& state) {
        std::uint64_t z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    int size_;
    int empty_count_ = 0;
    Neighbours neighbours_;
    std::vector<std::int32_t> value_;
    std::vector<std::int8_t> owner_;  // a side or `no_owner`
    std::vector<std::int8_t> empty_neighbours_;
    std::vector<std::int32_t> sum_[2];         // by side: the values of its cells next to each cell
    std::vector<std::array<Key, 3>> zobrist_;  // by cell and owner
    Key key_;
};

}  // namespace outply::warfare
