// A set of cells as a fixed number of 64-bit words: one bit per cell, row by row from the top left.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace outply {

template <int Words>
struct Bits {
    std::array<std::uint64_t, Words> word{};

    void set(int cell) { word[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
    void reset(int cell) { word[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }
    bool test(int cell) const { return word[cell >> 6] >> (cell & 63) & 1; }

    bool any() const {
        std::uint64_t all = 0;
        for (std::uint64_t w : word) all |= w;
        return all != 0;
    }

    Bits& operator|=(const Bits& other) {
        for (int i = 0; i < Words; ++i) word[i] |= other.word[i];
        return *this;
    }
    Bits& operator&=(const Bits& other) {
        for (int i = 0; i < Words; ++i) word[i] &= other.word[i];
        return *this;
    }
    Bits& operator^=(const Bits& other) {
        for (int i = 0; i < Words; ++i) word[i] ^= other.word[i];
        return *this;
    }
    friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend Bits operator&(Bits a, const Bits& b) { return a &= b; }

    // Shifts by 0 < by < 64, towards higher and lower cells.
    Bits up(int by) const {
        Bits out;
        for (int i = Words - 1; i >= 0; --i) {
            out.word[i] = word[i] << by;
            if (i > 0) out.word[i] |= word[i - 1] >> (64 - by);
        }
        return out;
    }
    Bits down(int by) const {
        Bits out;
        for (int i = 0; i < Words; ++i) {
            out.word[i] = word[i] >> by;
            if (i + 1 < Words) out.word[i] |= word[i + 1] << (64 - by);
        }
        return out;
    }

    // Calls `visit(cell)` for each member in ascending order until it returns true; says whether it did.
    template <class Visit>
    bool each(Visit&& visit) const {
        for (int i = 0; i < Words; ++i) {
            for (std::uint64_t rest = word[i]; rest != 0; rest &= rest - 1) {
                if (visit(i * 64 + std::countr_zero(rest))) return true;
            }
        }
        return false;
    }
};

}  // namespace outply
