// Star / Circle game - homework
// board is b[64], index 0 = H1 ... 63 = A8
// positive = stars (how many), negative = circles (how many)
#include <iostream>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
#include <cstdlib>
using namespace std;

#define BIG 1000000000

int b[64];
int rowVal[8];      // as read from the file
bool pruning = false;
int maxDepth;
long nodeCount = 0;

struct Mv {
    int from, to;
    int mid;        // captured square or -1
    Mv(int f, int t, int m) : from(f), to(t), mid(m) {}
};

string sq(int p) {
    string s;
    s += (char)('H' - p / 8);
    s += (char)('1' + p % 8);
    return s;
}

int score(int side) {
    int total = 0;
    for (int i = 0; i < 64; i++) {
        int r = i / 8;
        if (b[i] > 0)
            total += b[i] * rowVal[7 - r];
        else if (b[i] < 0)
            total += b[i] * rowVal[r];   // b[i] is negative already
    }
    return side * total;
}

bool hasPieces(int side) {
    for (int i = 0; i < 64; i++)
        if (b[i] * side > 0) return true;
    return false;
}

// can a piece of "side" land on row r, col c
bool freeFor(int side, int r, int c) {
    if (r < 0 || r > 7 || c < 0 || c > 7) return false;
    int p = r * 8 + c;
    if (b[p] == 0) return true;
    int last = side > 0 ? 0 : 7;
    return r == last && b[p] * side > 0;
}

void addStep(int side, int r, int c, vector<Mv>& out) {
    int dr = -side;
    for (int dc = -1; dc <= 1; dc += 2)
        if (freeFor(side, r + dr, c + dc))
            out.push_back(Mv(r * 8 + c, (r + dr) * 8 + c + dc, -1));
}

void addJump(int side, int r, int c, vector<Mv>& out) {
    int dr = -side;
    for (int dc = -1; dc <= 1; dc += 2) {
        if (!freeFor(side, r + 2 * dr, c + 2 * dc)) continue;
        int mid = (r + dr) * 8 + c + dc;
        if (b[mid] * side < 0)
            out.push_back(Mv(r * 8 + c, (r + 2 * dr) * 8 + c + 2 * dc, mid));
    }
}

vector<Mv> moves(int side) {
    vector<Mv> out;
    for (int i = 0; i < 64; i++) {
        if (b[i] * side <= 0) continue;
        // stars go up so the jump lands higher than the step
        if (side > 0) {
            addJump(side, i / 8, i % 8, out);
            addStep(side, i / 8, i % 8, out);
        } else {
            addStep(side, i / 8, i % 8, out);
            addJump(side, i / 8, i % 8, out);
        }
    }
    return out;
}

int doMove(const Mv& m, int side) {
    int cap = 0;
    b[m.from] -= side;
    b[m.to] += side;
    if (m.mid >= 0) {
        cap = b[m.mid];
        b[m.mid] = 0;
    }
    return cap;
}

void undoMove(const Mv& m, int side, int cap) {
    if (m.mid >= 0) b[m.mid] = cap;
    b[m.to] -= side;
    b[m.from] += side;
}

int negamax(int side, int depth, int passes, int alpha, int beta) {
    nodeCount++;
    if (depth == maxDepth || passes == 2 || !hasPieces(1) || !hasPieces(-1))
        return score(side);
    vector<Mv> ms = moves(side);
    if (ms.empty())
        return -negamax(-side, depth + 1, passes + 1, -beta, -alpha);
    int best = -BIG;
    for (size_t k = 0; k < ms.size(); k++) {
        int cap = doMove(ms[k], side);
        int v = -negamax(-side, depth + 1, 0, -beta, -alpha);
        undoMove(ms[k], side, cap);
        if (v > best) best = v;
        if (pruning) {
            if (best >= beta) return best;
            if (best > alpha) alpha = best;
        }
    }
    return best;
}

/*
void dump() {
    for (int i = 0; i < 64; i++) { cout << b[i] << (i % 8 == 7 ? "\n" : "\t"); }
}
*/

int main() {
    ifstream in("input.txt");
    string who, algo;
    in >> who >> algo >> maxDepth;
    for (int r = 0; r < 8; r++) {
        string line, tok;
        in >> line;
        stringstream ss(line);
        for (int c = 0; c < 8 && getline(ss, tok, ','); c++) {
            if (tok[0] == 'S') b[r * 8 + c] = atoi(tok.c_str() + 1);
            else if (tok[0] == 'C') b[r * 8 + c] = -atoi(tok.c_str() + 1);
            else b[r * 8 + c] = 0;
        }
    }
    string vals, tok;
    in >> vals;
    stringstream vs(vals);
    for (int i = 0; i < 8 && getline(vs, tok, ','); i++) rowVal[i] = atoi(tok.c_str());
    in.close();

    int side = (who == "Star") ? 1 : -1;
    pruning = (algo == "ALPHABETA");

    nodeCount = 1;  // root
    string bestMove = "pass";
    int bestVal = -BIG, myopic = 0;
    vector<Mv> ms = moves(side);
    if (ms.empty()) {
        myopic = score(side);
        bestVal = -negamax(-side, 1, 1, -BIG, BIG);
    }
    for (size_t k = 0; k < ms.size(); k++) {
        int cap = doMove(ms[k], side);
        // the root alpha is just the best value so far
        int v = -negamax(-side, 1, 0, -BIG, -bestVal);
        if (v > bestVal) {
            bestVal = v;
            bestMove = sq(ms[k].from) + "-" + sq(ms[k].to);
            myopic = score(side);
        }
        undoMove(ms[k], side, cap);
    }

    ofstream out("output.txt");
    out << bestMove << "\n" << myopic << "\n" << bestVal << "\n" << nodeCount;
    out.close();
    return 0;
}
