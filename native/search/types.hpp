// What a search found.
#pragma once

#include <cstdint>
#include <vector>

namespace outply {

using Move = std::int32_t;   // a game's own code for a move; `no_move` is none
using Value = std::int64_t;  // a score; every game's scores fit into 31 bits

constexpr Move no_move = -1;
constexpr Value infinity = Value{1} << 40;

// One visit of a node by the literal search, in the order of visiting. The fields are all 64 bits wide, so
// that a trace is a plain table of integers to whoever reads it.
struct Visit {
    std::int64_t order;   // how many visits of the search were before it
    std::int64_t parent;  // index of the record of the visit above, -1 where that is not recorded
    std::int64_t move;    // the move that led here
    std::int64_t depth;
    std::int64_t alpha_in, beta_in;
    std::int64_t alpha_out, beta_out;
    std::int64_t value;
    std::int64_t cut;     // how many of the node's moves were not visited
    std::int64_t below;   // visits of the node and of all below it
    std::int64_t effect;  // what the move did: see `effect` of the rules in search/textbook.hpp
};

struct Answer {
    Move move = no_move;
    Value value = 0;
    std::vector<Move> line;  // the best play for both from here, `move` first
    std::uint64_t visited = 0;
    std::uint64_t expanded = 0;
    std::vector<Visit> trace;          // of the part that was asked for
    std::vector<std::uint64_t> plies;  // how many visits there were at each ply of it, recorded or not
};

// The value of one move at the root.
struct MoveValue {
    Move move;
    Value value;
};

}  // namespace outply
