#include <fstream>
#include <iostream>
#include <string>
#include <vector>
#include <algorithm>
#include <climits>

using namespace std;

// One cell: owner is 'S', 'C' or '.'
struct Cell {
    char owner;
    int num;
};

struct Board {
    Cell cell[8][8];   // [0] is row A here, so star moves up = +1
};

struct Move {
    int r1, c1, r2, c2;
    bool pass;
};

class Solver {
public:
    char player, enemy;
    int depthLimit;
    int w[8];
    long long nodes;

    Solver() : nodes(0) {}

    char opp(char p) { return p == 'S' ? 'C' : 'S'; }

    int eval(const Board &bd) {
        int mine = 0, theirs = 0;
        for (int r = 0; r < 8; ++r)
            for (int c = 0; c < 8; ++c) {
                const Cell &x = bd.cell[r][c];
                if (x.owner == '.') continue;
                int val = (x.owner == 'S' ? w[r] : w[7 - r]) * x.num;
                if (x.owner == player) mine += val;
                else theirs += val;
            }
        return mine - theirs;
    }

    bool oneSideGone(const Board &bd) {
        int s = 0, o = 0;
        for (int r = 0; r < 8; ++r)
            for (int c = 0; c < 8; ++c) {
                if (bd.cell[r][c].owner == 'S') s++;
                if (bd.cell[r][c].owner == 'C') o++;
            }
        return s == 0 || o == 0;
    }

    bool ok(const Board &bd, char p, int r, int c) {
        if (r < 0 || r >= 8 || c < 0 || c >= 8) return false;
        char o = bd.cell[r][c].owner;
        if (o == '.') return true;
        if (p == 'S' && r == 7 && o == 'S') return true;
        if (p == 'C' && r == 0 && o == 'C') return true;
        return false;
    }

    static bool order(const Move &a, const Move &b) {
        if (a.r1 != b.r1) return a.r1 > b.r1;
        if (a.c1 != b.c1) return a.c1 < b.c1;
        if (a.r2 != b.r2) return a.r2 > b.r2;
        return a.c2 < b.c2;
    }

    vector<Move> generate(const Board &bd, char p) {
        vector<Move> res;
        int f = (p == 'S') ? 1 : -1;
        for (int r = 0; r < 8; ++r)
            for (int c = 0; c < 8; ++c) {
                if (bd.cell[r][c].owner != p) continue;
                for (int k = -1; k <= 1; k += 2) {
                    if (ok(bd, p, r + f, c + k))
                        res.push_back(Move{r, c, r + f, c + k, false});
                    if (ok(bd, p, r + 2 * f, c + 2 * k) && bd.cell[r + f][c + k].owner == opp(p))
                        res.push_back(Move{r, c, r + 2 * f, c + 2 * k, false});
                }
            }
        sort(res.begin(), res.end(), order);
        if (res.empty())
            res.push_back(Move{0, 0, 0, 0, true});
        return res;
    }

    Board apply(Board bd, const Move &m) {
        if (m.pass) return bd;
        char p = bd.cell[m.r1][m.c1].owner;
        bd.cell[m.r1][m.c1].owner = '.';
        bd.cell[m.r1][m.c1].num = 0;
        bd.cell[m.r2][m.c2].owner = p;
        bd.cell[m.r2][m.c2].num++;
        if (m.r2 - m.r1 == 2 || m.r1 - m.r2 == 2) {
            Cell &x = bd.cell[(m.r1 + m.r2) / 2][(m.c1 + m.c2) / 2];
            x.owner = '.';
            x.num = 0;
        }
        return bd;
    }

    // TODO: merge with the alpha beta below
    // ---------- plain minimax ----------
    int minimax(const Board &bd, int depth, int passes, bool maxNode, Move *choice) {
        nodes++;
        if (depth == depthLimit || passes == 2 || oneSideGone(bd)) return eval(bd);
        vector<Move> ms = generate(bd, maxNode ? player : enemy);
        int best = maxNode ? INT_MIN : INT_MAX;
        for (const Move &m : ms) {
            int v = minimax(apply(bd, m), depth + 1, m.pass ? passes + 1 : 0, !maxNode, nullptr);
            if (maxNode ? v > best : v < best) {
                best = v;
                if (choice) *choice = m;
            }
        }
        return best;
    }

    // ---------- alpha beta ----------
    int maxValue(const Board &bd, int depth, int passes, int alpha, int beta, Move *choice) {
        nodes++;
        if (depth == depthLimit || passes == 2 || oneSideGone(bd)) return eval(bd);
        int v = INT_MIN;
        for (const Move &m : generate(bd, player)) {
            int x = minValue(apply(bd, m), depth + 1, m.pass ? passes + 1 : 0, alpha, beta);
            if (x > v) {
                v = x;
                if (choice) *choice = m;
            }
            if (v > beta) return v;
            alpha = max(alpha, v);
        }
        return v;
    }

    int minValue(const Board &bd, int depth, int passes, int alpha, int beta) {
        nodes++;
        if (depth == depthLimit || passes == 2 || oneSideGone(bd)) return eval(bd);
        int v = INT_MAX;
        for (const Move &m : generate(bd, enemy)) {
            v = min(v, maxValue(apply(bd, m), depth + 1, m.pass ? passes + 1 : 0, alpha, beta, nullptr));
            if (v < alpha) return v;
            beta = min(beta, v);
        }
        return v;
    }
};

string moveName(const Move &m) {
    if (m.pass) return "pass";
    string s;
    s += char('A' + m.r1);
    s += to_string(m.c1 + 1);
    s += "-";
    s += char('A' + m.r2);
    s += to_string(m.c2 + 1);
    return s;
}

int main() {
    ifstream fin("input.txt");
    if (!fin) { cerr << "no input.txt" << endl; return 1; }
    Solver s;
    string who, alg, tok;
    fin >> who >> alg >> s.depthLimit;
    s.player = who[0];
    s.enemy = s.opp(s.player);
    Board bd;
    for (int r = 7; r >= 0; --r) {
        string line;
        fin >> line;
        line += ",";
        for (int c = 0; c < 8; ++c) {
            size_t k = line.find(',');
            tok = line.substr(0, k);
            line = line.substr(k + 1);
            if (tok == "0") { bd.cell[r][c].owner = '.'; bd.cell[r][c].num = 0; }
            else { bd.cell[r][c].owner = tok[0]; bd.cell[r][c].num = stoi(tok.substr(1)); }
        }
    }
    char comma;
    for (int i = 0; i < 8; ++i) {
        fin >> s.w[i];
        if (i < 7) fin >> comma;
    }

    Move best = {0, 0, 0, 0, true};
    int value;
    if (alg == "MINIMAX") value = s.minimax(bd, 0, 0, true, &best);
    else value = s.maxValue(bd, 0, 0, INT_MIN, INT_MAX, &best);

    ofstream fout("output.txt");
    fout << moveName(best) << endl;
    fout << s.eval(s.apply(bd, best)) << endl;
    fout << value << endl;
    fout << s.nodes;
    return 0;
}
