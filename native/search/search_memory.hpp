// The memory of an engine: shared by its threads, and kept from one search to the next.
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <vector>

#include "search/busy_moves.hpp"
#include "search/transposition_table.hpp"

namespace outply {

class SearchMemory {
public:
    SearchMemory(std::size_t bytes, int threads) : table(bytes) {
        assert(threads >= 1);
        for (int i = 0; i < threads; ++i)
            endgame_tables_.push_back(std::make_unique<TranspositionTable>(endgame_table_bytes));
    }

    TranspositionTable table;
    BusyMoves busy_moves;

    // The table of one thread for the last plies of a game: it stays in the processor's cache.
    TranspositionTable& endgame_table(int thread) { return *endgame_tables_[static_cast<std::size_t>(thread)]; }

    int threads() const { return static_cast<int>(endgame_tables_.size()); }

private:
    static constexpr std::size_t endgame_table_bytes = std::size_t{1} << 18;

    std::vector<std::unique_ptr<TranspositionTable>> endgame_tables_;
};

}  // namespace outply
