// A Warfare board that moves are made and taken back on, with what each cell would bring kept up to date.
//
// Only the best move per cell is known here: a Raid where it is legal, else a Stake (docs/theory.md says why
// that is enough below the root). `gain` is what the mover's lead grows by: the cell's value, and twice the
// value of what is conquered. It follows from the sums of the neighbours' values by owner, and a move changes
// those only around the cells that change hands.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "warfare/position.hpp"

namespace outply::warfare {

// Two independent 64-bit hashes: one places a position in a table, the other tells it from its neighbours.
struct Key {
    std::uint64_t place = 0, check = 0;
    Key& operator^=(const Key& other) {
        place ^= other.place;
        check ^= other.check;
        return *this;
    }
};

class Ground {
public:
    static constexpr std::int8_t nobody = 2;

    // What it takes to undo a move.
    struct Taken {
        int cell;
        int conquered_count;
        std::int16_t conquered[4];
    };

    explicit Ground(const Setup& setup)
        : size_(setup.size),
          neighbours_(setup.size),
          value_(setup.values),
          owner_(setup.cells()),
          empty_around_(setup.cells()),
          sum_{std::vector<std::int32_t>(setup.cells()), std::vector<std::int32_t>(setup.cells())},
          keys_(setup.cells()) {
        std::uint64_t seed = 0;
        for (auto& three : keys_) {
            for (Key& key : three) key = {random(seed), random(seed)};
        }
        for (int cell = 0; cell < setup.cells(); ++cell) {
            const char owner = setup.owners[cell];
            owner_[cell] = owner == '.' ? nobody : static_cast<std::int8_t>(owner != setup.to_move);
            empties_ += owner == '.';
        }
        for (int cell = 0; cell < setup.cells(); ++cell) {
            for (int next : around(cell)) {
                empty_around_[cell] += owner_[next] == nobody;
                if (owner_[next] != nobody) sum_[owner_[next]][cell] += value_[next];
            }
            if (matters(cell)) key_ ^= keys_[cell][owner_[cell]];
        }
    }

    int size() const { return size_; }
    int cells() const { return size_ * size_; }
    int empties() const { return empties_; }
    bool empty(int cell) const { return owner_[cell] == nobody; }
    int owner(int cell) const { return owner_[cell]; }
    int empty_around(int cell) const { return empty_around_[cell]; }
    bool raidable(int side, int cell) const { return sum_[side][cell] != 0; }

    // Tells apart what the rest of the game depends on: the empty cells, and who owns the cells next to one.
    const Key& key() const { return key_; }

    std::int32_t gain(int side, int cell) const {
        const std::int32_t conquest = sum_[side][cell] != 0 ? 2 * sum_[!side][cell] : 0;
        return value_[cell] + conquest;
    }
    std::int32_t value(int cell) const { return value_[cell]; }

    // In steps to a cell above, below, left or right.
    int distance(int a, int b) const { return std::abs(a / size_ - b / size_) + std::abs(a % size_ - b % size_); }

    struct Around {
        const std::int16_t *first, *last;
        const std::int16_t* begin() const { return first; }
        const std::int16_t* end() const { return last; }
    };
    Around around(int cell) const {
        const auto& four = neighbours_.of[cell];
        return {four.cell, four.cell + four.count};
    }

    // Takes an empty cell for `side`, conquering if `raid`.
    Taken take(int side, int cell, bool raid) {
        Taken taken{cell, 0, {}};
        if (raid) {
            for (int next : around(cell)) {
                if (owner_[next] == !side)
                    taken.conquered[taken.conquered_count++] = static_cast<std::int16_t>(next);
            }
        }
        key_ ^= keys_[cell][nobody];
        owner_[cell] = static_cast<std::int8_t>(side);
        --empties_;
        if (empty_around_[cell] != 0) key_ ^= keys_[cell][side];
        for (int next : around(cell)) {
            sum_[side][next] += value_[cell];
            if (--empty_around_[next] == 0 && owner_[next] != nobody) key_ ^= keys_[next][owner_[next]];
        }
        for (int i = 0; i < taken.conquered_count; ++i) change_hands(taken.conquered[i], side);
        return taken;
    }

    void undo(int side, const Taken& taken) {
        for (int i = 0; i < taken.conquered_count; ++i) change_hands(taken.conquered[i], !side);
        const int cell = taken.cell;
        for (int next : around(cell)) {
            sum_[side][next] -= value_[cell];
            if (empty_around_[next]++ == 0 && owner_[next] != nobody) key_ ^= keys_[next][owner_[next]];
        }
        if (empty_around_[cell] != 0) key_ ^= keys_[cell][side];
        ++empties_;
        owner_[cell] = nobody;
        key_ ^= keys_[cell][nobody];
    }

    // Calls visit(cell) for every empty cell whose gain the move may have changed; some come twice.
    template <class Visit>
    void each_touched(const Taken& taken, Visit&& visit) const {
        each_empty_around(taken.cell, visit);
        for (int i = 0; i < taken.conquered_count; ++i) each_empty_around(taken.conquered[i], visit);
    }

private:
    template <class Visit>
    void each_empty_around(int cell, Visit&& visit) const {
        for (int next : around(cell)) {
            if (owner_[next] == nobody) visit(next);
        }
    }

    void change_hands(int cell, int to) {
        owner_[cell] = static_cast<std::int8_t>(to);
        if (empty_around_[cell] != 0) {
            key_ ^= keys_[cell][0];
            key_ ^= keys_[cell][1];
        }
        for (int next : around(cell)) {
            sum_[to][next] += value_[cell];
            sum_[!to][next] -= value_[cell];
        }
    }

    bool matters(int cell) const { return owner_[cell] == nobody || empty_around_[cell] != 0; }

    // SplitMix64: keys need to be spread, not secret.
    static std::uint64_t random(std::uint64_t& state) {
        std::uint64_t z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    int size_;
    int empties_ = 0;
    Neighbours neighbours_;
    std::vector<std::int32_t> value_;
    std::vector<std::int8_t> owner_;  // 0: the player who moves at the root, 1: the other, or nobody
    std::vector<std::int8_t> empty_around_;
    std::vector<std::int32_t> sum_[2];  // by owner: the values of the cells around
    std::vector<std::array<Key, 3>> keys_;
    Key key_;
};

}  // namespace outply::warfare
