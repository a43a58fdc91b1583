// The exact search for Star/Circle: MINIMAX with the textbook's node count, without visiting all of its nodes.
//
// The value below a position and the number of nodes there depend only on the two sets of squares and the
// remaining depth. A table holds both, so that a position that several orders of moves lead to is searched once:
// from the initial position to depth 10, 1.04 billion visits become 3.2 million.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "search/control.hpp"
#include "search/memory_reserve.hpp"
#include "search/types.hpp"
#include "starcircle/position.hpp"
#include "starcircle/rules.hpp"

namespace outply::starcircle {

// The values and node counts of positions, for one remaining depth. Grows to 2^max_bits entries; beyond that, new
// positions replace old ones, which costs time but never a wrong value: a key is the whole position.
class NodeCountTable {
public:
    static constexpr int default_max_bits = 23;  // entries of 24 bytes: at most 192 MiB for each depth

    explicit NodeCountTable(int max_bits) : max_entries_(std::size_t{1} << max_bits) {}

    struct Entry {
        std::uint64_t key = 0;  // 0 for an unused entry: a position without pieces is never searched
        std::uint64_t count = 0;
        std::int32_t value = 0;
    };

    // Returns null if the position is not in the table.
    const Entry* probe(std::uint64_t key) const {
        for (std::uint64_t slot = hash(key), i = 0; i < max_probes; ++i, ++slot) {
            const Entry& entry = entries_[slot & mask()];
            if (entry.key == key) return &entry;
            if (entry.key == 0) return nullptr;
        }
        return nullptr;
    }

    void store(std::uint64_t key, Value value, std::uint64_t count) {
        assert(key != 0 && value == static_cast<std::int32_t>(value));
        if (used_ * 2 > entries_.size() && entries_.size() < max_entries_) grow();
        put({key, count, static_cast<std::int32_t>(value)});
    }

private:
    static constexpr int max_probes = 8;

    std::uint64_t mask() const { return entries_.size() - 1; }

    static std::uint64_t hash(std::uint64_t key) {
        key ^= key >> 32;
        key *= 0x9E3779B97F4A7C15u;
        key ^= key >> 29;
        key *= 0xBF58476D1CE4E5B9u;
        return key ^ (key >> 32);
    }

    void put(const Entry& entry) {
        const std::uint64_t home = hash(entry.key);
        for (int i = 0; i < max_probes; ++i) {
            Entry& slot = entries_[(home + i) & mask()];
            if (slot.key == 0) ++used_;
            if (slot.key == 0 || slot.key == entry.key) {
                slot = entry;
                return;
            }
        }
        entries_[home & mask()] = entry;
    }

    void grow() {
        std::vector<Entry> larger;
        try {
            larger.resize(std::min(entries_.size() * 4, max_entries_));
            if (!is_available(reserve_bytes)) throw std::bad_alloc();
        } catch (const std::bad_alloc&) {
            max_entries_ = entries_.size();  // out of memory: keep the current size
            return;
        }
        larger.swap(entries_);
        used_ = 0;
        for (const Entry& entry : larger) {
            if (entry.key != 0) put(entry);
        }
    }

    std::size_t max_entries_;
    std::vector<Entry> entries_ = std::vector<Entry>(64);
    std::size_t used_ = 0;
};

// Depths are remaining plies.
class ExactSearch {
    using State = Rules::State;

    struct Subtree {
        Value value;  // the score that the player to move still gains
        std::uint64_t count;
    };

public:
    ExactSearch(const Position& position, int depth_limit, Control& control,
                int table_bits = NodeCountTable::default_max_bits)
        : rules_(position),
          depth_limit_(depth_limit),
          control_(control),
          tables_(depth_limit + 1, NodeCountTable(table_bits)) {
        assert(depth_limit >= 1);
    }

    SearchResult search(const State& root) {
        assert(!rules_.is_over(root));
        SearchResult result;
        result.value = -infinity;
        result.visited = 1;
        const std::vector<Child> moves = children(root);
        control_.begin(static_cast<int>(moves.size()));
        for (const Child& child : moves) {
            const Subtree below = visit<false>(child.state, depth_limit_ - 1);
            result.visited += below.count;
            if (child.gain - below.value > result.value) {
                result.value = child.gain - below.value;
                result.move = child.move;
            }
            ++control_.root_moves_done;
        }
        result.value += root.score;
        return result;
    }

    // Returns the value of every legal move, in the assignment's order.
    std::vector<MoveValue> move_values(const State& root) {
        assert(!rules_.is_over(root));
        std::vector<MoveValue> values;
        const std::vector<Child> moves = children(root);
        control_.begin(static_cast<int>(moves.size()));
        for (const Child& child : moves) {
            const Value value = child.gain - visit<false>(child.state, depth_limit_ - 1).value;
            values.push_back({child.move, root.score + value});
            ++control_.root_moves_done;
        }
        return values;
    }

private:
    struct Child {
        Move move;
        Value gain;
        State state;
    };

    std::vector<Child> children(const State& root) const {
        std::vector<Child> children;
        rules_.each_hop<true>(root, [&](Move move, Value gain, const auto& child) {
            children.push_back({move, gain, child()});
            return false;
        });
        if (children.empty()) children.push_back({pass_move, 0, rules_.play<true>(root, pass_move)});
        return children;
    }

    template <bool max>
    Subtree visit(const State& state, int depth) {
        assert(0 <= depth && depth < depth_limit_);
        if (depth == 0 || rules_.is_over(state)) return {0, 1};
        if (depth == 1) return last_ply<max>(state);
        // The squares do not identify a position after a pass; these are few and not stored.
        const std::uint64_t key = std::uint64_t{state.max_squares} << 32 | state.min_squares;
        if (state.passes == 0) {
            if (const auto* entry = tables_[depth].probe(key)) return {entry->value, entry->count};
        }
        ++control_.nodes;
        control_.check();
        Subtree here{-infinity, 1};
        const bool has_hops = rules_.each_hop<max>(state, [&](Move, Value gain, const auto& child) {
            const Subtree below = visit<!max>(child(), depth - 1);
            here.value = std::max(here.value, gain - below.value);
            here.count += below.count;
            return false;
        });
        if (!has_hops) {
            const Subtree below = visit<!max>(rules_.play<max>(state, pass_move), depth - 1);
            here = {-below.value, 1 + below.count};
        }
        if (state.passes == 0) tables_[depth].store(key, here.value, here.count);
        return here;
    }

    template <bool max>
    Subtree last_ply(const State& state) const {
        Subtree here{-infinity, 1};
        const bool has_hops = rules_.each_hop<max>(state, [&](Move, Value gain, const auto&) {
            here.value = std::max(here.value, gain);
            ++here.count;
            return false;
        });
        return has_hops ? here : Subtree{0, 2};
    }

    Rules rules_;
    int depth_limit_;
    Control& control_;
    std::vector<NodeCountTable> tables_;  // by remaining depth
};

}  // namespace outply::starcircle
