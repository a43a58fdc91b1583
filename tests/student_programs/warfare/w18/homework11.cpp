#include <fstream>
#include <sstream>
#include <string>
#include <list>
#include <stack>
#include <stdexcept>

const int MAXC = 26 * 26;
const int INF = 99999999;

// one step back
struct Undo {
    int pos;
    int taken[8];
    int ntaken;
};

class Warfare {
public:
    Warfare() : n(0), total(0), freeCells(0), useAB(false), depth(1) {}

    void read(const char *fname) {
        std::ifstream f(fname);
        if (!f) throw std::runtime_error("no input");
        std::string mode, d;
        char who;
        f >> n >> mode >> who >> d;
        self = who;
        useAB = (mode != "MINIMAX");
        if (mode == "COMPETITION")
            depth = (n <= 5) ? 3 : (n <= 12 ? 2 : 1);
        else {
            std::istringstream ss(d);
            ss >> depth;
        }
        for (int i = 0; i < n * n; ++i) f >> worth[i];
        freeCells = 0;
        total = 0;
        for (int i = 0; i < n * n; ++i) {
            char ch;
            f >> ch;
            if (ch == '.') { piece[i] = 0; ++freeCells; }
            else if (ch == who) piece[i] = 1;
            else piece[i] = -1;
            total += piece[i] * worth[i];
        }
    }

    void solve() {
        int best = -INF;
        for (int kind = 0; kind < 2; ++kind) {
            for (int p = 0; p < n * n; ++p) {
                if (!legal(p, kind, 1)) continue;
                Undo u = make(p, kind, 1);
                int v = search(1, best, INF, -1);
                unmake(u, 1);
                if (v > best) {
                    best = v;
                    bestPos = p;
                    bestKind = kind;
                }
            }
        }
        make(bestPos, bestKind, 1);
    }

    void write(const char *fname) {
        std::ofstream o(fname);
        o << (char)('A' + bestPos % n) << (bestPos / n + 1) << (bestKind ? " Raid" : " Stake");
        char other = self == 'X' ? 'O' : 'X';
        for (int p = 0; p < n * n; ++p) {
            if (p % n == 0) o << '\n';
            o << (piece[p] == 0 ? '.' : piece[p] == 1 ? self : other);
        }
    }

private:
    int n;
    int worth[MAXC];
    int piece[MAXC];   // 1 self, -1 other, 0 free
    int total;         // score, kept up to date by make/unmake
    int freeCells;
    bool useAB;
    int depth;
    char self;
    int bestPos, bestKind;

    bool legal(int p, int kind, int who) const {
        if (piece[p] != 0) return false;
        if (kind == 0) return true;
        int row = p / n, col = p % n;
        if (row > 0 && piece[p - n] == who) return true;
        if (row + 1 < n && piece[p + n] == who) return true;
        if (col > 0 && piece[p - 1] == who) return true;
        if (col + 1 < n && piece[p + 1] == who) return true;
        return false;
    }

    Undo make(int p, int kind, int who) {
        Undo u;
        u.pos = p;
        u.ntaken = 0;
        piece[p] = who;
        total += who * worth[p];
        --freeCells;
        if (kind == 1) {
            int row = p / n, col = p % n;
            for (int r = row - 1; r <= row + 1; ++r) {
                for (int c = col - 1; c <= col + 1; ++c) {
                    if (r < 0 || r >= n || c < 0 || c >= n) continue;
                    int q = r * n + c;
                    if (piece[q] == -who) {
                        piece[q] = who;
                        total += 2 * who * worth[q];
                        u.taken[u.ntaken++] = q;
                    }
                }
            }
        }
        return u;
    }

    void unmake(const Undo &u, int who) {
        for (int i = 0; i < u.ntaken; ++i) {
            piece[u.taken[i]] = -who;
            total -= 2 * who * worth[u.taken[i]];
        }
        piece[u.pos] = 0;
        total -= who * worth[u.pos];
        ++freeCells;
    }

    int search(int level, int alpha, int beta, int who) {
        if (level >= depth || freeCells == 0)
            return total;
        int v = who == 1 ? -INF : INF;
        for (int kind = 0; kind < 2; ++kind) {
            for (int p = 0; p < n * n; ++p) {
                if (!legal(p, kind, who)) continue;
                Undo u = make(p, kind, who);
                int x = search(level + 1, alpha, beta, -who);
                unmake(u, who);
                if (who == 1) {
                    if (x > v) v = x;
                    if (useAB) {
                        if (v >= beta) return v;
                        if (v > alpha) alpha = v;
                    }
                } else {
                    if (x < v) v = x;
                    if (useAB) {
                        if (v <= alpha) return v;
                        if (v < beta) beta = v;
                    }
                }
            }
        }
        return v;
    }
};

int main() {
    static Warfare w;
    w.read("input.txt");
    w.solve();
    w.write("output.txt");
    return 0;
}
