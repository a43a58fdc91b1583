// A set of cells as a fixed number of 64-bit words: one bit per cell, row by row from the top left.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace outply {

template <int words>
struct Bitset {
    std::array<std::uint64_t, words> word{};

    void set(int cell) { word[index_of(cell)] |= bit_of(cell); }
    void reset(int cell) { word[index_of(cell)] &= ~bit_of(cell); }
    bool test(int cell) const { return word[index_of(cell)] >> (cell & 63) & 1; }

    bool any() const {
        std::uint64_t all = 0;
        for (std::uint64_t w : word) all |= w;
        return all != 0;
    }

    int count() const {
        int sum = 0;
        for (std::uint64_t w : word) sum += count_of(w);
        return sum;
    }

    Bitset& operator|=(const Bitset& other) {
        for (int i = 0; i < words; ++i) word[i] |= other.word[i];
        return *this;
    }
    Bitset& operator&=(const Bitset& other) {
        for (int i = 0; i < words; ++i) word[i] &= other.word[i];
        return *this;
    }
    Bitset& operator^=(const Bitset& other) {
        for (int i = 0; i < words; ++i) word[i] ^= other.word[i];
        return *this;
    }
    friend Bitset operator|(Bitset a, const Bitset& b) { return a |= b; }
    friend Bitset operator&(Bitset a, const Bitset& b) { return a &= b; }
    friend Bitset operator^(Bitset a, const Bitset& b) { return a ^= b; }

    // Shifts towards higher and lower cells, by 1 to 63.
    Bitset up(int by) const {
        assert(0 < by && by < 64);
        Bitset out;
        for (int i = words - 1; i >= 0; --i) {
            out.word[i] = word[i] << by;
            if (i > 0) out.word[i] |= word[i - 1] >> (64 - by);
        }
        return out;
    }
    Bitset down(int by) const {
        assert(0 < by && by < 64);
        Bitset out;
        for (int i = 0; i < words; ++i) {
            out.word[i] = word[i] >> by;
            if (i + 1 < words) out.word[i] |= word[i + 1] << (64 - by);
        }
        return out;
    }

    // Calls visit(cell) for each member in ascending order until it returns true. Returns whether it did.
    template <class Visit>
    bool each(Visit&& visit) const {
        for (int i = 0; i < words; ++i) {
            for (std::uint64_t rest = word[i]; rest != 0; rest &= rest - 1) {
                if (visit(i * 64 + std::countr_zero(rest))) return true;
            }
        }
        return false;
    }

private:
    // std::popcount calls a function on processors that are not known to have an instruction for it.
    static int count_of(std::uint64_t x) {
        x -= x >> 1 & 0x5555555555555555u;
        x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
        return static_cast<int>(((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
    }

    static int index_of(int cell) {
        assert(0 <= cell && cell < words * 64);
        return cell >> 6;
    }
    static std::uint64_t bit_of(int cell) { return std::uint64_t{1} << (cell & 63); }
};

}  // namespace outply
