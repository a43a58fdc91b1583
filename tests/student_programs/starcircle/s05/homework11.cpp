#include <iostream>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
#include <climits>
#include <algorithm>
using namespace std;

enum Player { NONE, STAR, CIRCLE };

struct Square {
    Player who;
    int num;
};

struct State {
    Square s[8][8];     // s[0] is row H like in the file
};

struct Move {
    int r1, c1, r2, c2;
    bool pass;
};

Player me, opp;
int maxDepth;
bool useAB;
int rowVal[8];
int nodeCount = 0;
Move chosen;

Player enemyOf(Player p) { return p == STAR ? CIRCLE : STAR; }

bool inside(int r, int c) { return r >= 0 && r < 8 && c >= 0 && c < 8; }

bool canEnter(const State &st, Player p, int r, int c) {
    if (!inside(r, c)) return false;
    if (st.s[r][c].who == NONE) return true;
    int lastRow = (p == STAR) ? 0 : 7;
    return r == lastRow && st.s[r][c].who == p;
}

bool byTarget(const Move &a, const Move &b) {
    if (a.r2 != b.r2) return a.r2 < b.r2;
    return a.c2 < b.c2;
}

vector<Move> getMoves(const State &st, Player p) {
    vector<Move> all;
    int dr = (p == STAR) ? -1 : 1;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            if (st.s[r][c].who != p) continue;
            vector<Move> v;
            for (int dc = -1; dc <= 1; dc += 2) {
                if (!inside(r + dr, c + dc)) continue;
                if (canEnter(st, p, r + dr, c + dc)) {
                    Move m = {r, c, r + dr, c + dc, false};
                    v.push_back(m);
                } else if (st.s[r + dr][c + dc].who == enemyOf(p) && canEnter(st, p, r + 2 * dr, c + 2 * dc)) {
                    Move m = {r, c, r + 2 * dr, c + 2 * dc, false};
                    v.push_back(m);
                }
            }
            sort(v.begin(), v.end(), byTarget);
            all.insert(all.end(), v.begin(), v.end());
        }
    if (all.empty()) {
        Move m = {0, 0, 0, 0, true};
        all.push_back(m);
    }
    return all;
}

State result(State st, Player p, const Move &m) {
    if (m.pass) return st;
    st.s[m.r1][m.c1].who = NONE;
    st.s[m.r1][m.c1].num = 0;
    st.s[m.r2][m.c2].who = p;
    st.s[m.r2][m.c2].num++;
    if (m.r2 - m.r1 == 2 || m.r1 - m.r2 == 2) {
        Square &mid = st.s[(m.r1 + m.r2) / 2][(m.c1 + m.c2) / 2];
        mid.who = NONE;
        mid.num = 0;
    }
    return st;
}

int eval(const State &st) {
    int star = 0, circle = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            if (st.s[r][c].who == STAR) star += st.s[r][c].num * rowVal[7 - r];
            if (st.s[r][c].who == CIRCLE) circle += st.s[r][c].num * rowVal[r];
        }
    if (me == STAR) return star - circle;
    return circle - star;
}

bool onlyOneLeft(const State &st) {
    bool a = false, b = false;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            if (st.s[r][c].who == STAR) a = true;
            if (st.s[r][c].who == CIRCLE) b = true;
        }
    return !(a && b);
}

int minValue(const State &st, int depth, int passes, int alpha, int beta);

int maxValue(const State &st, int depth, int passes, int alpha, int beta) {
    nodeCount++;
    if (depth == maxDepth || passes == 2 || onlyOneLeft(st)) return eval(st);
    int v = INT_MIN;
    vector<Move> moves = getMoves(st, me);
    for (size_t i = 0; i < moves.size(); i++) {
        State next = result(st, me, moves[i]);
        int x = minValue(next, depth + 1, moves[i].pass ? passes + 1 : 0, alpha, beta);
        if (x > v) {
            v = x;
            if (depth == 0) chosen = moves[i];
        }
        if (useAB && v >= beta) return v;
        if (useAB) alpha = max(alpha, v);
    }
    return v;
}

int minValue(const State &st, int depth, int passes, int alpha, int beta) {
    nodeCount++;
    if (depth == maxDepth || passes == 2 || onlyOneLeft(st)) return eval(st);
    int v = INT_MAX;
    vector<Move> moves = getMoves(st, opp);
    for (size_t i = 0; i < moves.size(); i++) {
        State next = result(st, opp, moves[i]);
        v = min(v, maxValue(next, depth + 1, moves[i].pass ? passes + 1 : 0, alpha, beta));
        if (useAB && v <= alpha) return v;
        if (useAB) beta = min(beta, v);
    }
    return v;
}

int main() {
    ifstream in("input.txt");
    string player, algo, line, cell;
    in >> player >> algo >> maxDepth;
    me = (player == "Star") ? STAR : CIRCLE;
    opp = enemyOf(me);
    useAB = (algo == "ALPHABETA");
    State st;
    for (int r = 0; r < 8; r++) {
        in >> line;
        stringstream ss(line);
        for (int c = 0; c < 8; c++) {
            getline(ss, cell, ',');
            st.s[r][c].who = NONE;
            st.s[r][c].num = 0;
            if (cell[0] == 'S' || cell[0] == 'C') {
                st.s[r][c].who = (cell[0] == 'S') ? STAR : CIRCLE;
                st.s[r][c].num = cell[1] - '0';
            }
        }
    }
    char comma;
    for (int i = 0; i < 8; i++) {
        in >> rowVal[i];
        if (i < 7) in >> comma;
    }
    in.close();

    int far = maxValue(st, 0, 0, INT_MIN, INT_MAX);
    int now = eval(result(st, me, chosen));

    ofstream out("output.txt");
    if (chosen.pass)
        out << "pass";
    else
        out << char('H' - chosen.r1) << chosen.c1 + 1 << "-" << char('H' - chosen.r2) << chosen.c2 + 1;
    out << "\n" << now << "\n" << far << "\n" << nodeCount;
    out.close();
    return 0;
}
