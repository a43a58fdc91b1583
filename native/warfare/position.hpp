// A Warfare position as it comes from outside: plain data, no search structure.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "search/types.hpp"

namespace outply::warfare {

constexpr int max_size = 26;
constexpr std::int32_t max_value = 1'000'000;  // of a cell: sums of a board's values fit into 31 bits

enum class Rules { raid, blitz };

// A move's code: the cell, and whether it is a Raid.
constexpr Move encode(int cell, bool raid) {
    return cell * 2 + (raid ? 1 : 0);
}
constexpr int cell_of(Move move) {
    return move / 2;
}
constexpr bool is_raid(Move move) {
    return move % 2 == 1;
}

struct Setup {
    int size;
    std::vector<std::int32_t> values;  // row by row
    std::string owners;                // 'X', 'O' or '.', row by row
    char to_move;
    Rules rules;

    Setup(int size_, std::vector<std::int32_t> values_, std::string owners_, char to_move_, bool blitz)
        : size(size_),
          values(std::move(values_)),
          owners(std::move(owners_)),
          to_move(to_move_),
          rules(blitz ? Rules::blitz : Rules::raid) {
        const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
        if (size < 1 || size > max_size || values.size() != cells || owners.size() != cells || !sound())
            throw std::invalid_argument("not a Warfare position to be searched");
    }

    int cells() const { return size * size; }

    int empty_cells() const {
        int count = 0;
        for (char owner : owners) count += owner == '.';
        return count;
    }

    // The score of the player to move.
    Value score() const {
        Value score = 0;
        for (int cell = 0; cell < cells(); ++cell) {
            if (owners[cell] != '.') score += owners[cell] == to_move ? values[cell] : -values[cell];
        }
        return score;
    }

private:
    bool sound() const {
        const auto in_range = [](std::int32_t value) { return value >= 1 && value <= max_value; };
        return (to_move == 'X' || to_move == 'O') && std::all_of(values.begin(), values.end(), in_range) &&
               owners.find_first_not_of("XO.") == std::string::npos && empty_cells() > 0;
    }
};

// The up to four cells next to each cell. Missing ones are filled up with the cell itself: around an empty
// cell, itself counts as nobody's, so that loops of fixed length need no test for the edge.
struct Neighbours {
    struct Four {
        std::int16_t cell[4];
        int count;
    };
    std::vector<Four> of;

    explicit Neighbours(int size) : of(size * size) {
        for (int cell = 0; cell < size * size; ++cell) {
            Four& four = of[cell];
            four = {{}, 0};
            const int row = cell / size, column = cell % size;
            if (row > 0) four.cell[four.count++] = static_cast<std::int16_t>(cell - size);
            if (column > 0) four.cell[four.count++] = static_cast<std::int16_t>(cell - 1);
            if (column + 1 < size) four.cell[four.count++] = static_cast<std::int16_t>(cell + 1);
            if (row + 1 < size) four.cell[four.count++] = static_cast<std::int16_t>(cell + size);
            for (int i = four.count; i < 4; ++i) four.cell[i] = static_cast<std::int16_t>(cell);
        }
    }
};

}  // namespace outply::warfare
