// The memory of an engine: shared by its threads, and kept from one search to the next.
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "bounds_table.hpp"
#include "busy_moves.hpp"
#include "transposition_table.hpp"

namespace outply {

class SearchMemory {
public:
    SearchMemory(std::size_t bytes, int threads) : table(bytes), bytes_(bytes) {
        assert(threads >= 1);
        for (int i = 0; i < threads; ++i)
            endgame_tables_.push_back(std::make_unique<TranspositionTable>(endgame_table_bytes));
    }

    TranspositionTable table;
    BusyMoves busy_moves;

    // The table of one thread for the last plies of a game: it stays in the processor's cache.
    TranspositionTable& endgame_table(int thread) { return *endgame_tables_[static_cast<std::size_t>(thread)]; }

    // The tables for solving, which exist only if they are used: for exact and for selective search, and of one
    // thread for the last plies.
    BoundsTable& bounds_table() { return allocated(bounds_table_, bytes_); }
    BoundsTable& selective_bounds_table() { return allocated(selective_bounds_table_, bytes_ / 4); }
    BoundsTable& endgame_bounds_table(int thread) {
        while (static_cast<int>(endgame_bounds_tables_.size()) <= thread)
            endgame_bounds_tables_.push_back(std::make_unique<BoundsTable>(endgame_bounds_bytes));
        return *endgame_bounds_tables_[static_cast<std::size_t>(thread)];
    }

    int threads() const { return static_cast<int>(endgame_tables_.size()); }

private:
    static BoundsTable& allocated(std::unique_ptr<BoundsTable>& table, std::size_t bytes) {
        for (; !table; bytes /= 2) {
            try {
                table = std::make_unique<BoundsTable>(bytes);
            } catch (const std::bad_alloc&) {
                if (bytes <= endgame_bounds_bytes) throw;  // out of memory: a smaller table will do
            }
        }
        return *table;
    }

    static constexpr std::size_t endgame_table_bytes = std::size_t{1} << 18;

    static constexpr std::size_t endgame_bounds_bytes = std::size_t{1} << 19;

    std::size_t bytes_;
    std::vector<std::unique_ptr<TranspositionTable>> endgame_tables_;
    std::unique_ptr<BoundsTable> bounds_table_, selective_bounds_table_;
    std::vector<std::unique_ptr<BoundsTable>> endgame_bounds_tables_;
};

}  // namespace outply
