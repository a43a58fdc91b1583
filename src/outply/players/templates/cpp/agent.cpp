// A simple Warfare agent: reads input.txt, searches by alpha-beta with iterative deepening, writes output.txt.
//
// Improve these first: `score`, the evaluation of a board, and the move ordering, on which the number of cutoffs
// depends.

#include <algorithm>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

struct Move {
    int cell;
    bool raid;
};

struct Board {
    int size = 0;
    std::vector<int> values;
    std::string owners;  // X, O or ., row by row

    template <class Visit>
    void for_each_neighbour(int cell, Visit visit) const {
        const int row = cell / size, column = cell % size;
        if (row > 0) visit(cell - size);
        if (column > 0) visit(cell - 1);
        if (column + 1 < size) visit(cell + 1);
        if (row + 1 < size) visit(cell + size);
    }

    std::vector<Move> moves(char player) const {
        std::vector<Move> moves;
        for (int cell = 0; cell < size * size; ++cell) {
            if (owners[cell] != '.') continue;
            bool can_raid = false;
            for_each_neighbour(cell, [&](int neighbour) { can_raid |= owners[neighbour] == player; });
            if (can_raid) moves.push_back({cell, true});
            moves.push_back({cell, false});
        }
        return moves;
    }

    Board after(Move move, char player) const {
        Board next = *this;
        next.owners[move.cell] = player;
        if (move.raid)
            for_each_neighbour(move.cell, [&](int neighbour) {
                if (next.owners[neighbour] != '.') next.owners[neighbour] = player;
            });
        return next;
    }

    // The values of the player's cells minus the values of the opponent's.
    int score(char player) const {
        int total = 0;
        for (int cell = 0; cell < size * size; ++cell)
            if (owners[cell] != '.') total += owners[cell] == player ? values[cell] : -values[cell];
        return total;
    }
};

constexpr int Infinity = 1'000'000'000;
constexpr double Reserve = 2.0;  // seconds of CPU time kept in reserve

double deadline = 0;  // seconds of CPU time of this process
long node_count = 0;

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct OutOfTime {};

char opponent(char player) {
    return player == 'X' ? 'O' : 'X';
}

int alphabeta(const Board& board, char player, int depth, int alpha, int beta) {
    // Reading the clock takes longer than searching a node.
    if (++node_count % 256 == 0 && cpu_seconds() > deadline) throw OutOfTime();
    const auto moves = board.moves(player);
    if (depth == 0 || moves.empty()) return board.score(player);
    for (const Move move : moves) {
        const int value = -alphabeta(board.after(move, player), opponent(player), depth - 1, -beta, -alpha);
        alpha = std::max(alpha, value);
        if (alpha >= beta) break;
    }
    return alpha;
}

Move choose(const Board& board, char player) {
    auto moves = board.moves(player);
    // Move ordering: the best moves by the score after one ply come first, for more cutoffs.
    std::stable_sort(moves.begin(), moves.end(), [&](Move one, Move other) {
        return board.after(one, player).score(player) > board.after(other, player).score(player);
    });
    const int empty = static_cast<int>(std::count(board.owners.begin(), board.owners.end(), '.'));
    try {
        for (int depth = 1; depth <= empty; ++depth) {
            int best = -Infinity;
            std::size_t best_index = 0;
            for (std::size_t number = 0; number < moves.size(); ++number) {
                const Board next = board.after(moves[number], player);
                const int value = -alphabeta(next, opponent(player), depth - 1, -Infinity, -best);
                if (value > best) {
                    best = value;
                    best_index = number;
                }
            }
            // The best move of this depth is searched first at the next one.
            std::rotate(moves.begin(), moves.begin() + best_index, moves.begin() + best_index + 1);
        }
    } catch (const OutOfTime&) {
        // The best move of the last completed depth is at the front.
    }
    return moves.front();
}

int main() {
    std::ifstream input("input.txt");
    Board board;
    std::string mode, row;
    char player = 'X';
    double seconds = 0;
    input >> board.size >> mode >> player >> seconds;
    board.values.resize(board.size * board.size);
    for (int& value : board.values) input >> value;
    for (int number = 0; number < board.size; ++number) {
        input >> row;
        board.owners += row;
    }

    const auto empty = std::count(board.owners.begin(), board.owners.end(), '.');
    const double share = std::max(0.0, seconds - Reserve) / static_cast<double>((empty + 1) / 2);
    deadline = std::min(share, 1.0);  // at most one second per move

    const Move move = choose(board, player);
    const Board next = board.after(move, player);
    std::ofstream output("output.txt");
    output << static_cast<char>('A' + move.cell % board.size) << move.cell / board.size + 1
           << (move.raid ? " Raid" : " Stake");
    for (int number = 0; number < board.size; ++number)
        output << '\n' << next.owners.substr(number * board.size, board.size);
}
