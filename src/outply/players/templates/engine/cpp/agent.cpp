// A simple Warfare engine: reads commands line by line, searches by alpha-beta with iterative deepening, and answers
// with `bestmove`.
//
// Improve these first: `score`, the evaluation of a board, and the move ordering, on which the number of cutoffs
// depends. The process lives for a whole game, so a table of positions is still there at the next move.

#include <algorithm>
#include <ctime>
#include <iostream>
#include <sstream>
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

struct Position {
    Board board;
    char player = 'X';
};

// Reads a position such as warfare/raid/X/66_76/28_66/X./..
Position read_position(const std::string& word) {
    std::vector<std::string> parts;
    std::istringstream stream(word);
    for (std::string part; std::getline(stream, part, '/');) parts.push_back(part);
    Position position;
    if (parts.size() < 5) return position;
    position.player = parts[2][0];
    position.board.size = static_cast<int>(parts.size() - 3) / 2;
    for (int row = 0; row < position.board.size; ++row) {
        std::istringstream values(parts[3 + row]);
        for (std::string value; std::getline(values, value, '_');) position.board.values.push_back(std::stoi(value));
    }
    for (int row = 0; row < position.board.size; ++row) position.board.owners += parts[3 + position.board.size + row];
    return position;
}

// Reads a move such as C3_Raid.
Move read_move(const std::string& word, int size) {
    const int column = word[0] - 'A', row = std::stoi(word.substr(1)) - 1;
    return {row * size + column, word.find("Raid") != std::string::npos};
}

std::string to_word(Move move, int size) {
    return static_cast<char>('A' + move.cell % size) + std::to_string(move.cell / size + 1) +
           (move.raid ? "_Raid" : "_Stake");
}

// The CPU seconds for this move: of the time for a game, an equal share for each of our moves.
double seconds_for_move(const std::string& limit, double number, const Board& board) {
    const auto empty = std::count(board.owners.begin(), board.owners.end(), '.');
    if (limit == "movetime") return number / 1000;
    if (limit != "gametime") return 1.0;
    const double share = std::max(0.0, number / 1000 - Reserve) / static_cast<double>((empty + 1) / 2);
    return std::min(share, 1.0);  // at most one second per move
}

int main() {
    Position position;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "isready") {
            std::cout << "readyok" << std::endl;  // endl flushes: otherwise the line would wait in a buffer
        } else if (word == "position") {
            words >> word;
            position = read_position(word);
            words >> word;  // moves
            while (words >> word) {
                position.board = position.board.after(read_move(word, position.board.size), position.player);
                position.player = opponent(position.player);
            }
        } else if (word == "go") {
            double number = 0;
            words >> word >> number;
            deadline = cpu_seconds() + seconds_for_move(word, number, position.board);
            const Move move = choose(position.board, position.player);
            std::cout << "bestmove " << to_word(move, position.board.size) << std::endl;
        } else if (word == "quit") {
            break;
        }
    }
}
