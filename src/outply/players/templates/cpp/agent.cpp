// A Warfare agent to start from: reads input.txt, looks deeper and deeper with alpha-beta, writes output.txt.
//
// Two things to make better first: `score` says how good a board is, and the order of moves decides how much
// alpha-beta cuts.

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
        std::vector<Move> found;
        for (int cell = 0; cell < size * size; ++cell) {
            if (owners[cell] != '.') continue;
            bool beside = false;
            for_each_neighbour(cell, [&](int near) { beside |= owners[near] == player; });
            if (beside) found.push_back({cell, true});
            found.push_back({cell, false});
        }
        return found;
    }

    Board after(Move move, char player) const {
        Board next = *this;
        next.owners[move.cell] = player;
        if (move.raid)
            for_each_neighbour(move.cell, [&](int near) {
                if (next.owners[near] != '.') next.owners[near] = player;
            });
        return next;
    }

    // Our cells' values less the opponent's.
    int score(char player) const {
        int total = 0;
        for (int cell = 0; cell < size * size; ++cell)
            if (owners[cell] != '.') total += owners[cell] == player ? values[cell] : -values[cell];
        return total;
    }
};

constexpr int Endless = 1'000'000'000;
constexpr double Reserve = 2.0;  // seconds of CPU time that are never spent

double deadline = 0;  // in seconds of our own CPU time
long visited = 0;     // positions

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct OutOfTime {};

char opponent(char player) {
    return player == 'X' ? 'O' : 'X';
}

int alphabeta(const Board& board, char player, int depth, int alpha, int beta) {
    // To ask for the time takes longer than to look at a position.
    if (++visited % 256 == 0 && cpu_seconds() > deadline) throw OutOfTime();
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
    // What looks good at once comes first: alpha-beta cuts more then.
    std::stable_sort(moves.begin(), moves.end(), [&](Move one, Move other) {
        return board.after(one, player).score(player) > board.after(other, player).score(player);
    });
    const int empty = static_cast<int>(std::count(board.owners.begin(), board.owners.end(), '.'));
    try {
        for (int depth = 1; depth <= empty; ++depth) {
            int best = -Endless;
            std::size_t found = 0;
            for (std::size_t number = 0; number < moves.size(); ++number) {
                const Board next = board.after(moves[number], player);
                const int value = -alphabeta(next, opponent(player), depth - 1, -Endless, -best);
                if (value > best) {
                    best = value;
                    found = number;
                }
            }
            // The best of this depth is looked at first at the next one.
            std::rotate(moves.begin(), moves.begin() + found, moves.begin() + found + 1);
        }
    } catch (const OutOfTime&) {
        // The best move of the last whole depth is at the front.
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
    const double fair = std::max(0.0, seconds - Reserve) / static_cast<double>((empty + 1) / 2);
    deadline = std::min(fair, 1.0);  // a second looks deep enough to begin with

    const Move move = choose(board, player);
    const Board next = board.after(move, player);
    std::ofstream output("output.txt");
    output << static_cast<char>('A' + move.cell % board.size) << move.cell / board.size + 1
           << (move.raid ? " Raid" : " Stake");
    for (int number = 0; number < board.size; ++number)
        output << '\n' << next.owners.substr(number * board.size, board.size);
}
