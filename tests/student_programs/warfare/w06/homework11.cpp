// Warfare - minimax and alpha-beta with cutoff
// compile: g++ -std=c++11 homework11.cpp

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using std::string;
using std::vector;

const int VERY_BIG = std::numeric_limits<int>::max();

enum Kind { STAKE, RAID };

struct Action {
    int pos;
    Kind kind;
};

class Position {
public:
    int n;
    vector<char> sq;

    Position() : n(0) {}

    vector<int> around(int p) const {
        vector<int> a;
        int r = p / n, c = p % n;
        if (r > 0) a.push_back(p - n);
        if (r < n - 1) a.push_back(p + n);
        if (c > 0) a.push_back(p - 1);
        if (c < n - 1) a.push_back(p + 1);
        return a;
    }

    bool raidable(int p, char who) const {
        vector<int> a = around(p);
        for (size_t i = 0; i < a.size(); ++i)
            if (sq[a[i]] == who) return true;
        return false;
    }

    vector<Action> actions(char who) const {
        vector<Action> res;
        for (int p = 0; p < n * n; ++p)
            if (sq[p] == '.') res.push_back(Action{p, STAKE});
        for (int p = 0; p < n * n; ++p)
            if (sq[p] == '.' && raidable(p, who)) res.push_back(Action{p, RAID});
        return res;
    }

    Position after(const Action& a, char who) const {
        Position next(*this);
        next.sq[a.pos] = who;
        if (a.kind == RAID) {
            for (int q : around(a.pos))
                if (next.sq[q] != '.') next.sq[q] = who;
        }
        return next;
    }
};

class Player {
    char self, rival;
    int limit;
    const vector<int>& worth;

public:
    Player(char who, int depthLimit, const vector<int>& w)
        : self(who), rival(who == 'X' ? 'O' : 'X'), limit(depthLimit), worth(w) {}

    int eval(const Position& p) const {
        int s = 0;
        for (size_t i = 0; i < p.sq.size(); ++i) {
            if (p.sq[i] == self) s += worth[i];
            if (p.sq[i] == rival) s -= worth[i];
        }
        return s;
    }

    int maxValue(const Position& p, int depth) {
        if (depth == limit) return eval(p);
        int v = -VERY_BIG;
        for (const Action& a : p.actions(self))
            v = std::max(v, minValue(p.after(a, self), depth + 1));
        return v;
    }

    int minValue(const Position& p, int depth) {
        if (depth == limit) return eval(p);
        int v = VERY_BIG;
        for (const Action& a : p.actions(rival))
            v = std::min(v, maxValue(p.after(a, rival), depth + 1));
        return v;
    }

    int abMax(const Position& p, int depth, int alpha, int beta) {
        if (depth == limit) return eval(p);
        int v = -VERY_BIG;
        for (const Action& a : p.actions(self)) {
            v = std::max(v, abMin(p.after(a, self), depth + 1, alpha, beta));
            if (v >= beta) return v;
            alpha = std::max(alpha, v);
        }
        return v;
    }

    int abMin(const Position& p, int depth, int alpha, int beta) {
        if (depth == limit) return eval(p);
        int v = VERY_BIG;
        for (const Action& a : p.actions(rival)) {
            v = std::min(v, abMax(p.after(a, rival), depth + 1, alpha, beta));
            if (v <= alpha) return v;
            beta = std::min(beta, v);
        }
        return v;
    }

    Action think(const Position& start, bool useAlphaBeta) {
        vector<Action> all = start.actions(self);
        Action best = all[0];
        int bestValue = -VERY_BIG;
        for (size_t i = 0; i < all.size(); ++i) {
            Position next = start.after(all[i], self);
            int v;
            if (useAlphaBeta)
                v = abMin(next, 1, bestValue, VERY_BIG);
            else
                v = minValue(next, 1);
            if (v > bestValue) {
                bestValue = v;
                best = all[i];
            }
        }
        return best;
    }
};

static int toInt(const string& s) {
    std::istringstream is(s);
    int x = 0;
    is >> x;
    return x;
}

int main() {
    std::ifstream fin("input.txt");
    string sizeText, mode, who, depthText;
    fin >> sizeText >> mode >> who >> depthText;

    Position start;
    start.n = toInt(sizeText);
    vector<int> worth(start.n * start.n);
    for (size_t i = 0; i < worth.size(); ++i) fin >> worth[i];
    for (int r = 0; r < start.n; ++r) {
        string row;
        fin >> row;
        start.sq.insert(start.sq.end(), row.begin(), row.begin() + start.n);
    }

    int depth = toInt(depthText);
    if (mode == "COMPETITION") depth = 1;  // TODO: something smarter for the competition

    Player me(who[0], depth, worth);
    Action a = me.think(start, mode != "MINIMAX");
    Position end = start.after(a, who[0]);

    std::ofstream fout("output.txt");
    fout << (char)('A' + a.pos % start.n) << (a.pos / start.n + 1) << ' '
         << (a.kind == RAID ? "Raid" : "Stake");
    for (int p = 0; p < start.n * start.n; ++p) {
        if (p % start.n == 0) fout << '\n';
        fout << end.sq[p];
    }
    return 0;
}
