// A Warfare position as Python passes it: plain data, without search structures.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "search/types.hpp"

namespace outply::warfare {

constexpr int max_size = 26;
constexpr std::int32_t max_value = 1'000'000;  // of a cell, so that sums over a board fit into 31 bits

enum class Variant { raid, blitz };

// A move is encoded as twice the cell, plus 1 for a Raid.
constexpr Move encode(int cell, bool raid) {
    return cell * 2 + (raid ? 1 : 0);
}
constexpr int cell_of(Move move) {
    return move / 2;
}
constexpr bool is_raid(Move move) {
    return move % 2 == 1;
}

struct Position {
    int size;
    std::vector<std::int32_t> values;  // row by row
    std::string owners;                // 'X', 'O' or '.', row by row
    char to_move;
    Variant variant;

    // Throws std::invalid_argument if the position is malformed or the game is over.
    Position(int size_, std::vector<std::int32_t> values_, std::string owners_, char to_move_, bool blitz)
        : size(size_),
          values(std::move(values_)),
          owners(std::move(owners_)),
          to_move(to_move_),
          variant(blitz ? Variant::blitz : Variant::raid) {
        expect(size >= 1 && size <= max_size, "the size must be from 1 to 26");
        const auto count = static_cast<std::size_t>(cells());
        expect(values.size() == count, "expected size * size values");
        expect(owners.size() == count, "expected size * size owners");
        expect(std::all_of(values.begin(), values.end(),
                           [](std::int32_t value) { return value >= 1 && value <= max_value; }),
               "values must be from 1 to 1,000,000");
        expect(owners.find_first_not_of("XO.") == std::string::npos, "owners must be X, O or .");
        expect(to_move == 'X' || to_move == 'O', "the player to move must be X or O");
        expect(empty_cells() > 0, "no empty cell is left");
    }

    int cells() const { return size * size; }

    int empty_cells() const { return static_cast<int>(std::count(owners.begin(), owners.end(), '.')); }
    int expected_plies() const { return empty_cells(); }

    // The score of the player to move.
    Value score() const {
        Value score = 0;
        for (int cell = 0; cell < cells(); ++cell) {
            if (owners[cell] != '.') score += owners[cell] == to_move ? values[cell] : -values[cell];
        }
        return score;
    }

private:
    static void expect(bool condition, const std::string& requirement) {
        if (!condition) throw std::invalid_argument("invalid Warfare position: " + requirement);
    }
};

// The up to four neighbours of each cell. Missing ones are replaced by the cell itself: an empty cell has no
// owner, so that loops of fixed length over its neighbours need no test for the edge of the board.
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
