// Move deferral for parallel search: a simplified form of ABDADA (Weill 1996), with a table of the moves that are
// being searched instead of counters in the transposition table.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "types.hpp"

namespace outply {

// The moves that the threads of an engine are searching. An entry may be overwritten by another move, which costs
// time but never a wrong value.
class BusyMoves {
public:
    // Returns the key of a move in the position with the key.
    static std::uint64_t key_of(std::uint64_t position_key, Move move) {
        return position_key ^ static_cast<std::uint64_t>(move + 1) * 0x9E3779B97F4A7C15u;
    }

    bool contains(std::uint64_t key) const { return slot(key).load(std::memory_order_relaxed) == key; }
    void add(std::uint64_t key) { slot(key).store(key, std::memory_order_relaxed); }
    void remove(std::uint64_t key) {
        if (contains(key)) slot(key).store(0, std::memory_order_relaxed);
    }

private:
    std::atomic<std::uint64_t>& slot(std::uint64_t key) { return slots_[key >> 54]; }
    const std::atomic<std::uint64_t>& slot(std::uint64_t key) const { return slots_[key >> 54]; }

    std::array<std::atomic<std::uint64_t>, 1024> slots_{};
};

}  // namespace outply
