// Magic multiplication: maps the set of neighbours of a cell that are in a bitboard to an index below 32, as magic
// bitboards of chess engines do.
#pragma once

#include <bit>
#include <cstdint>

namespace outply::warfare::magic {

// The bits of the neighbours above, left, right and below that are in `subset`, relative to the one above.
constexpr std::uint64_t neighbour_bits(int subset, int stride) {
    const int offset[4] = {0, stride - 1, stride + 1, 2 * stride};
    std::uint64_t bits = 0;
    for (int i = 0; i < 4; ++i) {
        if (subset >> i & 1) bits |= std::uint64_t{1} << offset[i];
    }
    return bits;
}

// By stride, the distance between rows: maps the sixteen subsets of four neighbours to different indices.
constexpr std::uint64_t multipliers[] = {0,
                                         0,
                                         0x0804400804210010,
                                         0x20C0003800005000,
                                         0x1128200002500404,
                                         0x0890880004080800,
                                         0x1100800000010800,
                                         0x402A000040008C0A,
                                         0x40311490A0800040};

constexpr bool is_collision_free(int stride) {
    unsigned indices = 0;
    for (int subset = 0; subset < 16; ++subset)
        indices |= 1u << (neighbour_bits(subset, stride) * multipliers[stride] >> 59);
    return std::popcount(indices) == 16;
}

static_assert(is_collision_free(2) && is_collision_free(3) && is_collision_free(4) && is_collision_free(5) &&
              is_collision_free(6) && is_collision_free(7) && is_collision_free(8));

}  // namespace outply::warfare::magic
