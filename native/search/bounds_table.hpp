// The transposition table for solving: a lower and an upper bound of the value of each position.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace outply {

// A table of fixed size, shared without locks by the threads of an engine and by one search after another. A
// position is reached with different windows, because the values do not contain the score so far; with both bounds
// instead of one, 5 x 5 boards with 18 empty cells take 0.8 of the time.
class BoundsTable {
public:
    // Bounds beyond this are stored as this, which leaves them valid.
    static constexpr std::int32_t max_bound = (1 << 25) - 1;

    struct Entry {
        std::int32_t lower = -max_bound, upper = max_bound;
        int cell = -1;  // of the best move
    };

    // The system provides the memory when it is first written, so that a large table costs a short search nothing.
    explicit BoundsTable(std::size_t bytes)
        : bucket_count_(std::clamp<std::size_t>(bytes / sizeof(Bucket), 1, UINT32_MAX)),
          memory_(std::calloc(bucket_count_ * sizeof(Bucket) + page_bytes, 1)) {
        if (!memory_) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        buckets_ = reinterpret_cast<Bucket*>((address + page_bytes - 1) / page_bytes * page_bytes);
#ifdef __linux__
        if (bucket_count_ * sizeof(Bucket) >= 4 * page_bytes)
            madvise(buckets_, bucket_count_ * sizeof(Bucket), MADV_HUGEPAGE);
#endif
    }

    void prefetch(std::uint64_t key) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(&bucket(key));
#endif
    }

    // Returns true and fills in `entry` if the position is in the table.
    bool probe(std::uint64_t key, Entry& entry) const {
        for (const Slot& slot : bucket(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            // The XOR detects a slot that two threads wrote at the same time: it matches neither of their keys.
            if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
            entry = {lower_of(data), upper_of(data), cell_of(data)};
            return true;
        }
        return false;
    }

    // Adds bounds of the value of a position with `plies` empty cells.
    void store(std::uint64_t key, std::int32_t lower, std::int32_t upper, int cell, int plies) {
        assert(lower <= upper && 0 <= cell && cell < 64 && 0 < plies && plies <= 64);
        lower = std::clamp(lower, -max_bound, max_bound);
        upper = std::clamp(upper, -max_bound, max_bound);
        Bucket& target_bucket = bucket(key);
        Slot* target = &target_bucket.slots[0];
        int fewest = INT32_MAX;
        for (Slot& slot : target_bucket.slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if (data == 0) {
                target = &slot;
                break;
            }
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) {
                target = &slot;
                if (lower < lower_of(data)) cell = cell_of(data);  // the move that proved the better bound
                lower = std::max(lower, lower_of(data));
                upper = std::min(upper, upper_of(data));
                break;
            }
            // Replacement: the smallest subtree.
            if (const int slot_plies = plies_of(data); slot_plies < fewest) {
                fewest = slot_plies;
                target = &slot;
            }
        }
        const std::uint64_t data =
            static_cast<std::uint64_t>(lower + max_bound) | static_cast<std::uint64_t>(upper + max_bound) << 26 |
            static_cast<std::uint64_t>(cell) << 52 | static_cast<std::uint64_t>(plies - 1) << 58;
        target->check.store(key ^ data, std::memory_order_relaxed);
        target->data.store(data, std::memory_order_relaxed);
    }

    // Calls visit(key, data, plies) for every entry.
    template <class Visit>
    void each_entry(Visit&& visit) const {
        for (std::uint64_t i = 0; i < bucket_count_; ++i) {
            for (const Slot& slot : buckets_[i].slots) {
                const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
                if (data != 0) visit(slot.check.load(std::memory_order_relaxed) ^ data, data, plies_of(data));
            }
        }
    }

    // Adds an entry that `each_entry` has visited, in this process or in another.
    void add_entry(std::uint64_t key, std::uint64_t data) {
        if (lower_of(data) <= upper_of(data))
            store(key, lower_of(data), upper_of(data), cell_of(data), plies_of(data));
    }

private:
    // `data` holds, from the lowest bit on: lower bound (26 bits), upper bound (26), cell (6), plies - 1 (6).
    struct Slot {
        std::atomic<std::uint64_t> check, data;
    };
    struct Bucket {
        Slot slots[2];
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    static constexpr std::size_t page_bytes = std::size_t{1} << 21;
    static constexpr std::uint64_t bound_mask = (1 << 26) - 1;

    static std::int32_t lower_of(std::uint64_t data) {
        return static_cast<std::int32_t>(data & bound_mask) - max_bound;
    }
    static std::int32_t upper_of(std::uint64_t data) {
        return static_cast<std::int32_t>(data >> 26 & bound_mask) - max_bound;
    }
    static int cell_of(std::uint64_t data) { return static_cast<int>(data >> 52 & 63); }
    static int plies_of(std::uint64_t data) { return static_cast<int>(data >> 58) + 1; }

    Bucket& bucket(std::uint64_t key) const { return buckets_[(key >> 32) * bucket_count_ >> 32]; }

    std::uint64_t bucket_count_;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_ = nullptr;  // `memory_` aligned to a page
};

}  // namespace outply
