// Moves, values and results, shared by all searches.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace outply {

using Move = std::int32_t;   // the game's own encoding of a move, 0 or more
using Value = std::int64_t;  // the scores of every game fit into 31 bits

constexpr Move no_move = -1;
constexpr Value infinity = Value{1} << 40;

// The fields of a visit in the order in which they lie in memory. Python reads a trace as a table of 64-bit
// integers and takes the names of its columns from `visit_fields`, so that the order is written down only here.
// clang-format off
#define OUTPLY_VISIT_FIELDS(FIELD)                                                       \
    FIELD(order)      /* number of visits before this one */                             \
    FIELD(parent)     /* index of the parent's visit in the trace, -1 if not recorded */ \
    FIELD(move)       /* the move that leads to the node */                              \
    FIELD(depth)                                                                         \
    FIELD(alpha_in)                                                                      \
    FIELD(beta_in)                                                                       \
    FIELD(alpha_out)                                                                     \
    FIELD(beta_out)                                                                      \
    FIELD(value)                                                                         \
    FIELD(cut)        /* number of the node's moves that alpha-beta pruned */            \
    FIELD(below)      /* number of visits of the node and its descendants */             \
    FIELD(effect)     /* see `effect` of TextbookRules in search/game_rules.hpp */
// clang-format on

// One visit of a node by the literal search.
struct Visit {
#define OUTPLY_MEMBER(name) std::int64_t name = 0;
    OUTPLY_VISIT_FIELDS(OUTPLY_MEMBER)
#undef OUTPLY_MEMBER
};

constexpr std::array visit_fields = {
#define OUTPLY_NAME(name) #name,
    OUTPLY_VISIT_FIELDS(OUTPLY_NAME)
#undef OUTPLY_NAME
};
static_assert(sizeof(Visit) == visit_fields.size() * sizeof(std::int64_t));

struct SearchResult {
    Move move = no_move;
    Value value = 0;
    std::vector<Move> principal_variation;  // begins with `move`; empty if the search does not compute it
    std::uint64_t visited = 0;
    std::uint64_t expanded = 0;
    std::vector<Visit> trace;                  // the visits within the trace scope
    std::vector<std::uint64_t> visits_by_ply;  // within the trace scope, recorded or not
};

// The value of one move at the root.
struct MoveValue {
    Move move;
    Value value;
};

}  // namespace outply
