// Records the visits of a literal search in one part of its tree.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "types.hpp"

namespace outply {

// The part of a search tree that is recorded: the node that `path` leads to from the root, and its descendants
// that are at most `max_plies` below it. If there are more than `max_visits` visits, the deepest plies are dropped
// until the limit is met; the node itself is always recorded.
struct TraceScope {
    std::vector<Move> path;
    int max_plies = -1;  // nothing is recorded
    std::uint64_t max_visits = 0;

    bool enabled() const { return max_plies >= 0; }
};

class TraceRecorder {
public:
    TraceRecorder(const TraceScope& scope, int depth_limit)
        : path_(scope.path),
          max_visits_(scope.max_visits),
          top_depth_(static_cast<int>(scope.path.size())),
          path_depth_(scope.enabled() ? -1 : not_on_path),
          max_depth_(scope.max_plies > depth_limit - top_depth_ ? depth_limit : top_depth_ + scope.max_plies),
          open_(static_cast<std::size_t>(depth_limit) + 1),
          moves_(static_cast<std::size_t>(depth_limit) + 1),
          orders_(static_cast<std::size_t>(depth_limit) + 1) {}

    // Call for each node before its children. `order` is its visit's number; effect() is called only if the visit
    // is recorded.
    template <class Effect>
    void enter(Move move, int depth, Value alpha, Value beta, std::uint64_t order, Effect&& effect) {
        assert(alpha < beta && static_cast<std::size_t>(depth) < moves_.size());
        const auto at = static_cast<std::size_t>(depth);
        moves_[at] = move;
        orders_[at] = order;
        if (depth <= top_depth_ && depth == path_depth_ + 1 && (depth == 0 || path_[at - 1] == move))
            path_depth_ = depth;
        if (!in_scope()) return;
        count(depth, 1);
        if (depth > max_depth_) return;
        open_[at] = static_cast<std::int64_t>(visits_.size());
        visits_.push_back({.order = static_cast<std::int64_t>(order),
                           .parent = depth == top_depth_ ? -1 : open_[at - 1],
                           .move = move,
                           .depth = depth,
                           .alpha_in = alpha,
                           .beta_in = beta,
                           .effect = effect()});
        while (visits_.size() > max_visits_ && max_depth_ > top_depth_) drop_deepest_ply(depth);
    }

    // Call for the node that was entered last at the depth. `visited` counts all visits so far but the root's.
    void leave(int depth, Value alpha, Value beta, Value value, std::int64_t cut, std::uint64_t visited) {
        const auto at = static_cast<std::size_t>(depth);
        if (records(depth)) {
            Visit& visit = visits_[static_cast<std::size_t>(open_[at])];
            visit.alpha_out = alpha;
            visit.beta_out = beta;
            visit.value = value;
            visit.cut = cut;
            visit.below = static_cast<std::int64_t>(visited + 1 - orders_[at]);
        }
        if (depth == path_depth_) --path_depth_;
    }

    // Counts visits at the depth that are not entered one by one. Either all of them are in the scope, or none.
    void count(int depth, std::uint64_t visits) {
        if (!in_scope()) return;
        const auto ply = static_cast<std::size_t>(depth - top_depth_);
        if (ply >= visits_by_ply_.size()) visits_by_ply_.resize(ply + 1);
        visits_by_ply_[ply] += visits;
    }

    // Returns true if the children at the depth of the node that was entered last have to be entered one by one.
    bool enters(int depth) const { return in_scope() ? depth <= max_depth_ : depth == path_depth_ + 1; }

    // Returns true if the visit of the node that was entered last at the depth is recorded.
    bool records(int depth) const { return in_scope() && depth <= max_depth_; }

    // Returns the moves from the root to the node that was entered last at the depth.
    std::span<const Move> line(int depth) const { return {moves_.data() + 1, static_cast<std::size_t>(depth)}; }

    void move_into(SearchResult& result) {
        result.trace = std::move(visits_);
        result.visits_by_ply = std::move(visits_by_ply_);
    }

private:
    bool in_scope() const { return path_depth_ == top_depth_; }

    // Removes the visits of the deepest recorded ply. `depth`: of the node that was entered last.
    void drop_deepest_ply(int depth) {
        --max_depth_;
        std::vector<std::int64_t> new_index(visits_.size());
        std::size_t size = 0;
        for (std::size_t i = 0; i < visits_.size(); ++i) {
            if (visits_[i].depth > max_depth_) continue;
            Visit visit = visits_[i];
            if (visit.parent >= 0) visit.parent = new_index[static_cast<std::size_t>(visit.parent)];
            new_index[i] = static_cast<std::int64_t>(size);
            visits_[size++] = visit;
        }
        visits_.resize(size);
        for (int above = top_depth_; above <= depth && above <= max_depth_; ++above) {
            std::int64_t& open = open_[static_cast<std::size_t>(above)];
            open = new_index[static_cast<std::size_t>(open)];
        }
    }

    static constexpr int not_on_path = -2;  // no node, not even the root: nothing is recorded

    const std::vector<Move> path_;
    const std::uint64_t max_visits_;
    const int top_depth_;  // of the node that `path_` leads to
    int path_depth_;       // down to this depth, the open nodes lie on the path
    int max_depth_;
    std::vector<std::int64_t> open_;     // by depth: index of the open node's visit
    std::vector<Move> moves_;            // by depth: move of the open node
    std::vector<std::uint64_t> orders_;  // by depth: order of the open node's visit
    std::vector<Visit> visits_;
    std::vector<std::uint64_t> visits_by_ply_;
};

}  // namespace outply
