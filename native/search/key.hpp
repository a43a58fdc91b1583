// 128-bit keys of positions.
#pragma once

#include <concepts>
#include <cstdint>

namespace outply {

// Two independent hashes of a position: the slot of a transposition table, and the check of its entry.
struct Key {
    std::uint64_t slot = 0x9E3779B97F4A7C15u, check = 0xD1B54A32D192ED03u;

    Key& add(std::uint64_t word) {
        slot = mix(slot ^ word, 0xBF58476D1CE4E5B9u);
        check = mix(check + word, 0x94D049BB133111EBu);
        return *this;
    }

private:
    static constexpr std::uint64_t mix(std::uint64_t x, std::uint64_t factor) {
        x *= factor;
        return x ^ x >> 32;
    }
};

// Returns the key of a position that these words identify.
template <std::convertible_to<std::uint64_t>... Words>
Key key_of(Words... words) {
    Key key;
    (key.add(static_cast<std::uint64_t>(words)), ...);
    return key;
}

}  // namespace outply
