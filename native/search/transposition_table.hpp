// The transposition tables: values, bounds and best moves of the positions searched so far.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "memory_reserve.hpp"
#include "types.hpp"

namespace outply {

// How a stored value relates to the value of the position.
enum class Bound : std::uint16_t { none, upper, lower, exact };

// Returns the bound that a search with this window proves by its value.
constexpr Bound bound_of(Value value, Value alpha, Value beta) {
    return value >= beta ? Bound::lower : value > alpha ? Bound::exact : Bound::upper;
}

// Returns true if the stored value settles a search with this window.
constexpr bool is_cutoff(Bound bound, Value value, Value alpha, Value beta) {
    return bound == Bound::exact || (bound == Bound::lower && value >= beta) ||
           (bound == Bound::upper && value <= alpha);
}

// A table of fixed size, shared without locks by the threads of an engine and by one search after another.
class TranspositionTable {
public:
    static constexpr int max_depth = 0x3FF;
    static constexpr Move max_move = 0x7FF;

    struct Entry {
        std::int32_t value;
        int depth;
        Move move;
        Bound bound;
    };

    // Allocates the largest power of two of buckets that fits into `bytes`. The system provides the memory when it
    // is first written, so that a large table costs a short search nothing.
    explicit TranspositionTable(std::size_t bytes)
        : bucket_count_(std::bit_floor(bytes < sizeof(Bucket) ? 1 : bytes / sizeof(Bucket))),
          memory_(std::calloc(bucket_count_ * sizeof(Bucket) + page_bytes, 1)) {
        if (!memory_) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        buckets_ = reinterpret_cast<Bucket*>((address + page_bytes - 1) / page_bytes * page_bytes);
#ifdef __linux__
        // Huge pages, where most of a page will be used: solving 5 x 5 boards with 16 empty cells took 1.6 times
        // as long without them.
        if (bucket_count_ * sizeof(Bucket) >= 8 * page_bytes)
            madvise(buckets_, bucket_count_ * sizeof(Bucket), MADV_HUGEPAGE);
#endif
    }

    // Makes all entries old: they are replaced before the entries of the new search.
    void new_search() { generation_ = (generation_ + 1) & generation_mask; }

    void prefetch(std::uint64_t key) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(&buckets_[key & (bucket_count_ - 1)]);
#endif
    }

    // Returns true and fills in `entry` if the position is in the table.
    bool probe(std::uint64_t key, Entry& entry) const {
        for (const Slot& slot : buckets_[key & (bucket_count_ - 1)].slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            // The XOR detects a slot that two threads wrote at the same time: it matches neither of their keys.
            if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
            entry = entry_of(data);
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, Value value, int depth, Move move, Bound bound) {
        assert(value == static_cast<std::int32_t>(value) && 0 <= depth && depth <= max_depth);
        assert(0 <= move && move <= max_move && bound != Bound::none);
        Bucket& bucket = buckets_[key & (bucket_count_ - 1)];
        Slot* target = &bucket.slots[0];
        int lowest = INT32_MAX;
        for (Slot& slot : bucket.slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if (data == 0 || (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
                target = &slot;
                break;
            }
            // Replacement: an entry of an earlier search first, then the one with the smallest depth.
            const int priority =
                static_cast<int>(data >> 32 & max_depth) + ((data >> 55) == generation_ ? max_depth + 1 : 0);
            if (priority < lowest) {
                lowest = priority;
                target = &slot;
            }
        }
        const std::uint64_t data = static_cast<std::uint32_t>(static_cast<std::int32_t>(value)) |
                                   static_cast<std::uint64_t>(depth) << 32 |
                                   static_cast<std::uint64_t>(move & max_move) << 42 |
                                   static_cast<std::uint64_t>(bound) << 53 | std::uint64_t{generation_} << 55;
        target->check.store(key ^ data, std::memory_order_relaxed);
        target->data.store(data, std::memory_order_relaxed);
    }

    // Calls visit(key, data, depth) for every entry.
    template <class Visit>
    void each_entry(Visit&& visit) const {
        for (std::size_t i = 0; i < bucket_count_; ++i) {
            for (const Slot& slot : buckets_[i].slots) {
                const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
                if (data != 0)
                    visit(slot.check.load(std::memory_order_relaxed) ^ data, data, entry_of(data).depth);
            }
        }
    }

    // Adds an entry that `each_entry` has visited, in this process or in another.
    void add_entry(std::uint64_t key, std::uint64_t data) {
        const Entry entry = entry_of(data);
        if (entry.bound != Bound::none) store(key, entry.value, entry.depth, entry.move, entry.bound);
    }

private:
    static Entry entry_of(std::uint64_t data) {
        return {static_cast<std::int32_t>(data), static_cast<int>(data >> 32 & max_depth),
                static_cast<Move>(data >> 42 & max_move), static_cast<Bound>(data >> 53 & 3)};
    }

    // `data` holds, from the lowest bit on: value (32 bits), depth (10), move (11), bound (2), generation (9).
    struct Slot {
        std::atomic<std::uint64_t> check, data;
    };
    struct Bucket {
        Slot slots[2];  // with four, a search takes 1.1 times as long
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    static constexpr std::size_t page_bytes = std::size_t{1} << 21;
    static constexpr unsigned generation_mask = 0x1FF;

    std::size_t bucket_count_;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_ = nullptr;  // `memory_` aligned to a page
    unsigned generation_ = 1;
};

// A table for one thread that starts small and grows with the search, so that an easy question costs little.
class GrowingTranspositionTable {
public:
    struct Entry {
        std::uint64_t check = 0;
        std::int32_t value = 0;
        std::uint16_t depth = 0;
        std::uint16_t move : 14 = 0;
        Bound bound : 2 = Bound::none;
    };

    explicit GrowingTranspositionTable(int max_bits = 24) : max_entries_(std::size_t{1} << max_bits) {}

    // Returns null if the position is not in the table. `slot` and `check` are the two halves of its key.
    const Entry* probe(std::uint64_t slot, std::uint64_t check) const {
        const Entry& entry = entries_[slot & (entries_.size() - 1)];
        return entry.bound != Bound::none && entry.check == check ? &entry : nullptr;
    }

    void store(std::uint64_t slot, std::uint64_t check, Value value, int depth, Move move, Bound bound) {
        assert(value == static_cast<std::int32_t>(value) && 0 <= depth && depth <= 0xFFFF);
        assert(0 <= move && move <= 0x3FFF && bound != Bound::none);
        if (++stored_ > entries_.size() && entries_.size() < max_entries_) grow();
        Entry& entry = entries_[slot & (entries_.size() - 1)];
        entry.check = check;
        entry.value = static_cast<std::int32_t>(value);
        entry.depth = static_cast<std::uint16_t>(depth);
        entry.move = static_cast<std::uint16_t>(move) & 0x3FFF;
        entry.bound = bound;
    }

private:
    // Growing drops all entries: searching them again takes a fraction of the time that filled the table.
    void grow() {
        stored_ = 0;
        try {
            std::vector<Entry> larger(std::min(entries_.size() * 8, max_entries_));
            if (!is_available(reserve_bytes)) throw std::bad_alloc();
            entries_ = std::move(larger);
        } catch (const std::bad_alloc&) {
            max_entries_ = entries_.size();  // out of memory: keep the current size
        }
    }

    std::size_t max_entries_;
    std::size_t stored_ = 0;
    std::vector<Entry> entries_ = std::vector<Entry>(256);
};

}  // namespace outply
