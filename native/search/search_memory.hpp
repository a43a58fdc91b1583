// The memory of an engine: shared by its threads, and kept from one search to the next.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "bounds_table.hpp"
#include "busy_moves.hpp"
#include "memory_reserve.hpp"
#include "transposition_table.hpp"

namespace outply {

class SearchMemory {
public:
    // Uses less than `bytes` for each table if the system provides less. Throws std::bad_alloc if the smallest
    // tables do not fit.
    SearchMemory(std::size_t bytes, int threads) : table(largest_table(bytes, threads)), bytes_(bytes) {
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
    BoundsTable& bounds_table() { return *bounds_tables().exact; }
    BoundsTable& selective_bounds_table() { return *bounds_tables().selective; }
    BoundsTable& endgame_bounds_table(int thread) {
        return *bounds_tables().endgame[static_cast<std::size_t>(thread)];
    }

    // Returns the entries of the tables that took most to search, at most `limit` of each table: the number of
    // entries of the transposition table, then key and data of each entry. Other threads may be searching.
    std::vector<std::uint64_t> largest_entries(std::size_t limit) const {
        std::vector<std::uint64_t> words{0};
        append_largest(table, limit, words);
        words[0] = words.size() / 2;
        if (bounds_tables_.exact) append_largest(*bounds_tables_.exact, limit, words);
        return words;
    }

    // Adds the entries that `largest_entries` has returned. Throws std::invalid_argument if they are malformed.
    void add_entries(const std::vector<std::uint64_t>& words) {
        if (words.size() % 2 == 0 || words[0] > words.size() / 2)
            throw std::invalid_argument("malformed entries of the transposition tables");
        const std::size_t table_end = 1 + 2 * words[0];
        for (std::size_t i = 1; i < table_end; i += 2) table.add_entry(words[i], words[i + 1]);
        for (std::size_t i = table_end; i < words.size(); i += 2) bounds_table().add_entry(words[i], words[i + 1]);
    }

    int threads() const { return static_cast<int>(endgame_tables_.size()); }

private:
    struct BoundsTables {
        std::unique_ptr<BoundsTable> exact, selective;
        std::vector<std::unique_ptr<BoundsTable>> endgame;
    };

    // Appends the entries with the greatest depths or numbers of plies.
    template <class Table>
    static void append_largest(const Table& table, std::size_t limit, std::vector<std::uint64_t>& words) {
        std::array<std::size_t, TranspositionTable::max_depth + 1> counts{};
        table.each_entry(
            [&](std::uint64_t, std::uint64_t, int plies) { ++counts[static_cast<std::size_t>(plies)]; });
        std::size_t least = counts.size() - 1, count = counts[least];
        while (least > 0 && count + counts[least - 1] <= limit) count += counts[--least];
        const std::size_t end = words.size() + 2 * limit;
        table.each_entry([&](std::uint64_t key, std::uint64_t data, int plies) {
            if (static_cast<std::size_t>(plies) < least || words.size() >= end) return;
            words.push_back(key);
            words.push_back(data);
        });
    }

    // Returns allocate(bytes), or with half of `bytes` and so on until the system provides the memory and has
    // `reserve` bytes left. The smallest size needs no reserve.
    template <class Allocate>
    static auto largest_fit(std::size_t bytes, std::size_t reserve, Allocate&& allocate) {
        for (; bytes > min_table_bytes; bytes /= 2) {
            try {
                auto tables = allocate(bytes);
                if (is_available(reserve)) return tables;
            } catch (const std::bad_alloc&) {
            }
        }
        return allocate(bytes);
    }

    BoundsTables& bounds_tables() {
        if (bounds_tables_.exact) return bounds_tables_;
        bounds_tables_ = largest_fit(bytes_, reserve_bytes, [this](std::size_t bytes) {
            BoundsTables tables{
                std::make_unique<BoundsTable>(bytes), std::make_unique<BoundsTable>(bytes / 4), {}};
            for (int i = 0; i < threads(); ++i)
                tables.endgame.push_back(std::make_unique<BoundsTable>(endgame_bounds_bytes));
            return tables;
        });
        return bounds_tables_;
    }

    static TranspositionTable largest_table(std::size_t bytes, int threads) {
        // The boards and the tables for solving come later.
        const std::size_t later_bytes = (2 + static_cast<std::size_t>(threads)) * reserve_bytes;
        return largest_fit(bytes, later_bytes, [](std::size_t size) { return TranspositionTable(size); });
    }

    static constexpr std::size_t endgame_table_bytes = std::size_t{1} << 18;

    static constexpr std::size_t endgame_bounds_bytes = std::size_t{1} << 19;
    static constexpr std::size_t min_table_bytes = std::size_t{1} << 19;

    std::size_t bytes_;
    std::vector<std::unique_ptr<TranspositionTable>> endgame_tables_;
    BoundsTables bounds_tables_;
};

}  // namespace outply
