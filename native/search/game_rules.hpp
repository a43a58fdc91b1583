// What the rules of a game tell the engine (search/alpha_beta.hpp lists all that they have to answer).
#pragma once

#include <cstdint>

#include "search/types.hpp"

namespace outply {

// A move worth trying.
struct Choice {
    std::int32_t order;  // the greater, the earlier
    std::int32_t gain;   // what the mover's lead grows by
    Move move;
};

// What the player to move can still win, at least and at most.
struct Bounds {
    Value least, most;
};

}  // namespace outply
