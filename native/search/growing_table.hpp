// A transposition table that starts small and grows with the search, so that an easy question costs nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "search/types.hpp"

namespace outply {

enum class Bound : std::uint16_t { none, upper, lower, exact };

class Table {
public:
    struct Entry {
        std::uint64_t check = 0;
        std::int32_t value = 0;
        std::uint16_t left = 0;  // plies below
        std::uint16_t move : 14 = 0;
        Bound bound : 2 = Bound::none;
    };

    explicit Table(int max_bits = 24) : max_entries_(std::size_t{1} << max_bits) {}

    const Entry* find(std::uint64_t place, std::uint64_t check) const {
        const Entry& entry = entries_[place & (entries_.size() - 1)];
        return entry.bound != Bound::none && entry.check == check ? &entry : nullptr;
    }

    void store(std::uint64_t place, std::uint64_t check, Value value, int left, int move, Bound bound) {
        if (++stored_ > entries_.size() && entries_.size() < max_entries_) grow();
        Entry& entry = entries_[place & (entries_.size() - 1)];
        entry.check = check;
        entry.value = static_cast<std::int32_t>(value);
        entry.left = static_cast<std::uint16_t>(left);
        entry.move = static_cast<std::uint16_t>(move) & 0x3FFF;
        entry.bound = bound;
    }

private:
    // Growing forgets: what is lost is found again in a fraction of the time that filled the table.
    void grow() {
        stored_ = 0;
        try {
            entries_ = std::vector<Entry>(std::min(entries_.size() * 8, max_entries_));
        } catch (const std::bad_alloc&) {
            max_entries_ = entries_.size();  // what there is will do
        }
    }

    std::size_t max_entries_;
    std::size_t stored_ = 0;
    std::vector<Entry> entries_ = std::vector<Entry>(256);
};

}  // namespace outply
