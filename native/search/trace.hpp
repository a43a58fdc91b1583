// The record of a literal search: the visits of one part of its tree. It is told of every node that the search
// enters and leaves, and keeps those that were asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "search/types.hpp"

namespace outply {

// The node that the path leads to from the root, and what is at most `deepest` plies below it. Where there are
// more than `most` visits, plies are left out, the deepest first, until there are not.
struct Part {
    std::vector<Move> path;
    int deepest = -1;  // nothing is recorded
    std::uint64_t most = 0;

    bool any() const { return deepest >= 0; }
};

class Recorder {
public:
    Recorder(const Part& part, int depth_limit)
        : path_(part.path),
          most_(part.most),
          top_(static_cast<int>(part.path.size())),
          deepest_(part.deepest > depth_limit - top_ ? depth_limit : top_ + part.deepest),
          open_(static_cast<std::size_t>(depth_limit) + 1),
          moves_(static_cast<std::size_t>(depth_limit) + 1),
          orders_(static_cast<std::size_t>(depth_limit) + 1) {}

    // A node is entered as the visit of that order; `effect` is asked for what its move does if that is recorded.
    template <class Effect>
    void enter(Move move, int depth, Value alpha, Value beta, std::uint64_t order, Effect&& effect) {
        const auto at = static_cast<std::size_t>(depth);
        moves_[at] = move;
        orders_[at] = order;
        if (depth <= top_ && depth == on_path_ + 1 && (depth == 0 || path_[at - 1] == move)) on_path_ = depth;
        if (!inside()) return;
        const auto ply = static_cast<std::size_t>(depth - top_);
        if (ply >= plies_.size()) plies_.resize(ply + 1);
        ++plies_[ply];
        if (depth > deepest_) return;
        open_[at] = static_cast<std::int64_t>(visits_.size());
        visits_.push_back({static_cast<std::int64_t>(order), depth == top_ ? -1 : open_[at - 1], move, depth,
                           alpha, beta, 0, 0, 0, 0, 0, effect()});
        while (visits_.size() > most_ && deepest_ > top_) leave_out_a_ply(depth);
    }

    // The node that was entered last at that depth is left, after so many visits in all but the root's.
    void leave(int depth, Value alpha, Value beta, Value value, std::int64_t cut, std::uint64_t visited) {
        const auto at = static_cast<std::size_t>(depth);
        if (inside() && depth <= deepest_) {
            Visit& visit = visits_[static_cast<std::size_t>(open_[at])];
            visit.alpha_out = alpha;
            visit.beta_out = beta;
            visit.value = value;
            visit.cut = cut;
            visit.below = static_cast<std::int64_t>(visited + 1 - orders_[at]);
        }
        if (depth == on_path_) --on_path_;
    }

    // So many nodes at that depth, all in the part or none of them, that are not to be entered one by one.
    void count(int depth, std::uint64_t leaves) {
        if (!inside()) return;
        const auto ply = static_cast<std::size_t>(depth - top_);
        if (ply >= plies_.size()) plies_.resize(ply + 1);
        plies_[ply] += leaves;
    }

    // Whether nodes at that depth, right below the one that was entered last, are to be entered one by one.
    bool follows(int depth) const { return inside() ? depth <= deepest_ : depth == on_path_ + 1; }

    // Whether the node at that depth that was entered last is recorded.
    bool records(int depth) const { return inside() && depth <= deepest_; }

    // The moves from the root to the node at that depth that was entered last.
    std::span<const Move> line(int depth) const { return {moves_.data() + 1, static_cast<std::size_t>(depth)}; }

    void hand_over(SearchResult& answer) {
        answer.trace = std::move(visits_);
        answer.visits_by_ply = std::move(plies_);
    }

private:
    bool inside() const { return on_path_ == top_; }

    void leave_out_a_ply(int depth) {
        --deepest_;
        std::vector<std::int64_t> moved(visits_.size());
        std::size_t kept = 0;
        for (std::size_t i = 0; i < visits_.size(); ++i) {
            if (visits_[i].depth > deepest_) continue;
            Visit visit = visits_[i];
            if (visit.parent >= 0) visit.parent = moved[static_cast<std::size_t>(visit.parent)];
            moved[i] = static_cast<std::int64_t>(kept);
            visits_[kept++] = visit;
        }
        visits_.resize(kept);
        for (int above = top_; above <= depth && above <= deepest_; ++above) {
            std::int64_t& open = open_[static_cast<std::size_t>(above)];
            open = moved[static_cast<std::size_t>(open)];
        }
    }

    const std::vector<Move> path_;
    const std::uint64_t most_;
    const int top_;  // the depth of the part's own root
    int deepest_;
    int on_path_ = -1;                // down to which depth the nodes that are open lie on the path
    std::vector<std::int64_t> open_;  // by depth, the records of the nodes that are open
    std::vector<Move> moves_;         // by depth, their moves
    std::vector<std::uint64_t> orders_;
    std::vector<Visit> visits_;
    std::vector<std::uint64_t> plies_;
};

}  // namespace outply
