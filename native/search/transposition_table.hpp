// What several threads, and one search after another, remember of positions.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "search/growing_table.hpp"
#include "search/types.hpp"

namespace outply {

class Positions {
public:
    struct Found {
        std::int32_t value;
        int depth;
        Move move;
        Bound bound;
    };

    // Takes the greatest power of two of buckets that fits into `bytes`. Fresh memory costs nothing until it is
    // used.
    explicit Positions(std::size_t bytes)
        : buckets_(std::bit_floor(bytes < sizeof(Bucket) ? 1 : bytes / sizeof(Bucket))),
          raw_(std::calloc(buckets_ * sizeof(Bucket) + page, 1)) {
        if (!raw_) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(raw_.get());
        bucket_ = reinterpret_cast<Bucket*>((address + page - 1) / page * page);
#ifdef __linux__
        // Large pages, where most of a page will be used: solving 5 x 5 boards with 16 empty cells took 1.6 times
        // as long without them.
        if (buckets_ * sizeof(Bucket) >= 8 * page) madvise(bucket_, buckets_ * sizeof(Bucket), MADV_HUGEPAGE);
#endif
    }

    // What was stored before counts as old from here on, and gives way first.
    void begin() { age_ = (age_ + 1) & age_mask; }

    void prefetch(std::uint64_t key) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(&bucket_[key & (buckets_ - 1)]);
#endif
    }

    bool find(std::uint64_t key, Found& found) const {
        for (const Slot& slot : bucket_[key & (buckets_ - 1)].slot) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            // A slot that two threads wrote at once matches neither of their keys.
            if ((slot.check.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
            found = {static_cast<std::int32_t>(data), static_cast<int>(data >> 32 & 0x3FF),
                     static_cast<Move>(data >> 42 & 0x7FF), static_cast<Bound>(data >> 53 & 3)};
            return true;
        }
        return false;
    }

    void store(std::uint64_t key, Value value, int depth, Move move, Bound bound) {
        Bucket& bucket = bucket_[key & (buckets_ - 1)];
        Slot* target = &bucket.slot[0];
        int least = INT32_MAX;
        for (Slot& slot : bucket.slot) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if (data == 0 || (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
                target = &slot;
                break;
            }
            // The shallowest gives way, and any old one before a new one.
            const int worth = static_cast<int>(data >> 32 & 0x3FF) + ((data >> 55) == age_ ? 1024 : 0);
            if (worth < least) {
                least = worth;
                target = &slot;
            }
        }
        const std::uint64_t data = static_cast<std::uint32_t>(static_cast<std::int32_t>(value)) |
                                   static_cast<std::uint64_t>(depth) << 32 |
                                   static_cast<std::uint64_t>(move & 0x7FF) << 42 |
                                   static_cast<std::uint64_t>(bound) << 53 | std::uint64_t{age_} << 55;
        target->check.store(key ^ data, std::memory_order_relaxed);
        target->data.store(data, std::memory_order_relaxed);
    }

private:
    struct Slot {
        std::atomic<std::uint64_t> check, data;
    };
    struct Bucket {
        Slot slot[2];  // with four, 1.1 times as long
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    static constexpr std::size_t page = std::size_t{1} << 21;
    static constexpr unsigned age_mask = 0x1FF;

    std::size_t buckets_;
    std::unique_ptr<void, Free> raw_;
    Bucket* bucket_ = nullptr;
    unsigned age_ = 1;
};

// What the threads are busy with. It may forget, which costs time only.
class Busy {
public:
    bool with(std::uint64_t trace) const { return place(trace).load(std::memory_order_relaxed) == trace; }
    void enter(std::uint64_t trace) { place(trace).store(trace, std::memory_order_relaxed); }
    void leave(std::uint64_t trace) {
        if (with(trace)) place(trace).store(0, std::memory_order_relaxed);
    }

private:
    std::atomic<std::uint64_t>& place(std::uint64_t trace) { return places_[trace >> 54]; }
    const std::atomic<std::uint64_t>& place(std::uint64_t trace) const { return places_[trace >> 54]; }

    std::array<std::atomic<std::uint64_t>, 1024> places_{};
};

// All that the threads of an engine remember: what they share, and for each a small part of its own, which stays
// in the processor's cache.
class Memory {
public:
    Memory(std::size_t bytes, int threads) : shared(bytes) {
        for (int i = 0; i < threads; ++i) own_.push_back(std::make_unique<Positions>(std::size_t{1} << 18));
    }

    Positions shared;
    Busy busy;
    Positions& own(int thread) { return *own_[static_cast<std::size_t>(thread)]; }
    int threads() const { return static_cast<int>(own_.size()); }

private:
    std::vector<std::unique_ptr<Positions>> own_;
};

}  // namespace outply
