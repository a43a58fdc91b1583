// Warfare
// AI homework, C++11

#include <algorithm>
#include <iostream>
#include <fstream>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

enum class Cell : char { Free, X, O };
enum class Kind { Stake, Raid };

static Cell enemyOf(Cell c) { return c == Cell::X ? Cell::O : Cell::X; }

struct Move {
    int row;
    int col;
    Kind kind;
};

class Board {
public:
    explicit Board(int n) : n_(n), cells_(n * n, Cell::Free) {}

    int size() const { return n_; }
    Cell get(int r, int c) const { return cells_[r * n_ + c]; }
    void set(int r, int c, Cell x) { cells_[r * n_ + c] = x; }

    bool is(int r, int c, Cell x) const {
        if (r < 0 || r >= n_ || c < 0 || c >= n_) return false;
        return get(r, c) == x;
    }

    bool full() const {
        for (auto x : cells_)
            if (x == Cell::Free) return false;
        return true;
    }

    bool raidable(int r, int c, Cell who) const {
        return is(r - 1, c, who) || is(r + 1, c, who) ||
               is(r, c - 1, who) || is(r, c + 1, who);
    }

    std::vector<Move> moves(Cell who) const {
        std::vector<Move> out;
        for (int r = 0; r < n_; ++r)
            for (int c = 0; c < n_; ++c)
                if (get(r, c) == Cell::Free) out.push_back({r, c, Kind::Stake});
        for (int r = 0; r < n_; ++r)
            for (int c = 0; c < n_; ++c)
                if (get(r, c) == Cell::Free && raidable(r, c, who))
                    out.push_back({r, c, Kind::Raid});
        return out;
    }

    Board play(const Move &m, Cell who) const {
        Board next(*this);
        next.set(m.row, m.col, who);
        if (m.kind == Kind::Raid) {
            // conquer
            const Cell e = enemyOf(who);
            if (is(m.row - 1, m.col, e))
                next.set(m.row - 1, m.col, who);
            else if (is(m.row + 1, m.col, e))
                next.set(m.row + 1, m.col, who);
            else if (is(m.row, m.col - 1, e))
                next.set(m.row, m.col - 1, who);
            else if (is(m.row, m.col + 1, e))
                next.set(m.row, m.col + 1, who);
        }
        return next;
    }

    long score(Cell who, const std::vector<int> &values) const {
        long s = 0;
        for (size_t i = 0; i < cells_.size(); ++i) {
            if (cells_[i] == Cell::Free) continue;
            s += cells_[i] == who ? values[i] : -values[i];
        }
        return s;
    }

private:
    int n_;
    std::vector<Cell> cells_;
};

class Searcher {
public:
    Searcher(Cell me, int depth, std::vector<int> values)
        : me_(me), depth_(depth), values_(std::move(values)) {}
    virtual ~Searcher() {}

    Move best(const Board &b) {
        long top = std::numeric_limits<long>::min();
        Move chosen = {-1, -1, Kind::Stake};
        for (const Move &m : b.moves(me_)) {
            long v = evaluateChild(b.play(m, me_), top);
            if (v > top) {
                top = v;
                chosen = m;
            }
        }
        return chosen;
    }

protected:
    virtual long evaluateChild(const Board &b, long top) = 0;
    bool stop(const Board &b, int depth) const { return depth >= depth_ || b.full(); }
    long eval(const Board &b) const { return b.score(me_, values_); }

    Cell me_;
    int depth_;
    std::vector<int> values_;
};

class Minimax : public Searcher {
public:
    using Searcher::Searcher;
protected:
    long evaluateChild(const Board &b, long) override { return value(b, 1, enemyOf(me_)); }
private:
    long value(const Board &b, int depth, Cell turn) {
        if (stop(b, depth)) return eval(b);
        bool first = true;
        long v = 0;
        for (const Move &m : b.moves(turn)) {
            long w = value(b.play(m, turn), depth + 1, enemyOf(turn));
            if (first || (turn == me_ ? w > v : w < v)) v = w;
            first = false;
        }
        return v;
    }
};

class AlphaBeta : public Searcher {
public:
    using Searcher::Searcher;
protected:
    long evaluateChild(const Board &b, long top) override {
        return minValue(b, 1, top, std::numeric_limits<long>::max());
    }
private:
    long maxValue(const Board &b, int depth, long alpha, long beta) {
        if (stop(b, depth)) return eval(b);
        long v = std::numeric_limits<long>::min();
        for (const Move &m : b.moves(me_)) {
            v = std::max(v, minValue(b.play(m, me_), depth + 1, alpha, beta));
            if (v >= beta) return v;
            alpha = std::max(alpha, v);
        }
        return v;
    }
    long minValue(const Board &b, int depth, long alpha, long beta) {
        if (stop(b, depth)) return eval(b);
        long v = std::numeric_limits<long>::max();
        for (const Move &m : b.moves(enemyOf(me_))) {
            v = std::min(v, maxValue(b.play(m, enemyOf(me_)), depth + 1, alpha, beta));
            if (v <= alpha) return v;
            beta = std::min(beta, v);
        }
        return v;
    }
};

int main() {
    std::ifstream in("input.txt");
    int n;
    std::string mode, player, limit;
    in >> n >> mode >> player >> limit;
    std::vector<int> values(n * n);
    for (auto &v : values) in >> v;
    Board board(n);
    for (int r = 0; r < n; ++r) {
        std::string line;
        in >> line;
        for (int c = 0; c < n; ++c)
            if (line[c] != '.') board.set(r, c, line[c] == 'X' ? Cell::X : Cell::O);
    }

    Cell me = player == "X" ? Cell::X : Cell::O;
    int depth = 2;   // competition default
    if (mode != "COMPETITION") depth = std::stoi(limit);
    std::unique_ptr<Searcher> s;
    if (mode == "MINIMAX") s.reset(new Minimax(me, depth, values));
    else s.reset(new AlphaBeta(me, depth, values));

    Move m = s->best(board);
    Board after = board.play(m, me);
    std::ofstream out("output.txt");
    out << static_cast<char>('A' + m.col) << m.row + 1 << ' '
        << (m.kind == Kind::Raid ? "Raid" : "Stake");
    for (int r = 0; r < n; ++r) {
        out << '\n';
        for (int c = 0; c < n; ++c) {
            Cell x = after.get(r, c);
            out << (x == Cell::Free ? '.' : x == Cell::X ? 'X' : 'O');
        }
    }
}
