#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

/*
 * Warfare, negamax with do / undo on a flat board
 */

static const int INF = 1000000000;

class Warfare {
public:
    int size;
    std::string cells;                 // size*size chars
    std::vector<int> worth;
    std::vector< std::vector<int> > adj;
    bool pruning;
    int limit;
    int freeCells;
    int diff;                          // score of X minus score of O
    char root;

    bool load(const char *name);
    void buildAdj();
    void solve(std::string &moveText);

private:
    struct Step { int pos; bool raid; };
    bool touches(int pos, char who) const;
    void listMoves(char who, std::vector<Step> &out) const;
    void play(const Step &s, char who, std::vector<int> &taken);
    void undo(const Step &s, char who, const std::vector<int> &taken);
    int negamax(char who, int depth, int alpha, int beta);
    static char other(char c) { return c == 'X' ? 'O' : 'X'; }
};

bool Warfare::load(const char *name) {
    std::ifstream f(name);
    if (!f) return false;
    std::string mode, player, dep;
    f >> size >> mode >> player >> dep;
    root = player[0];
    pruning = (mode != "MINIMAX");
    worth.resize(size * size);
    for (int i = 0; i < size * size; ++i) f >> worth[i];
    std::string row;
    for (int i = 0; i < size; ++i) {
        f >> row;
        cells += row;
    }
    limit = (mode == "COMPETITION") ? 2 : atoi(dep.c_str());
    freeCells = 0;
    diff = 0;
    for (int i = 0; i < size * size; ++i) {
        if (cells[i] == '.') freeCells++;
        else if (cells[i] == 'X') diff += worth[i];
        else diff -= worth[i];
    }
    buildAdj();
    return true;
}

void Warfare::buildAdj() {
    adj.resize(size * size);
    for (int p = 0; p < size * size; ++p) {
        int r = p / size, c = p % size;
        if (r > 0)        adj[p].push_back(p - size);
        if (r + 1 < size) adj[p].push_back(p + size);
        if (c > 0)        adj[p].push_back(p - 1);
        if (c + 1 < size) adj[p].push_back(p + 1);
    }
}

// is one of the cells around pos owned by who?
bool Warfare::touches(int pos, char who) const {
    const std::vector<int> &nb = adj[pos];
    size_t k = 0;
    bool found;
    do {
        found = (cells[nb.at(k)] == who);
        k++;
    } while (!found && k < nb.size());
    return found;
}

void Warfare::listMoves(char who, std::vector<Step> &out) const {
    Step s;
    s.raid = false;
    for (s.pos = 0; s.pos < size * size; ++s.pos)
        if (cells[s.pos] == '.') out.push_back(s);
    s.raid = true;
    for (s.pos = 0; s.pos < size * size; ++s.pos)
        if (cells[s.pos] == '.' && touches(s.pos, who)) out.push_back(s);
}

void Warfare::play(const Step &s, char who, std::vector<int> &taken) {
    int sign = who == 'X' ? 1 : -1;
    cells[s.pos] = who;
    diff += sign * worth[s.pos];
    freeCells--;
    if (!s.raid) return;
    for (size_t k = 0; k < adj[s.pos].size(); ++k) {
        int q = adj[s.pos][k];
        if (cells[q] == other(who)) {
            cells[q] = who;
            diff += 2 * sign * worth[q];
            taken.push_back(q);
        }
    }
}

void Warfare::undo(const Step &s, char who, const std::vector<int> &taken) {
    int sign = who == 'X' ? 1 : -1;
    for (size_t k = 0; k < taken.size(); ++k) {
        cells[taken[k]] = other(who);
        diff -= 2 * sign * worth[taken[k]];
    }
    cells[s.pos] = '.';
    diff -= sign * worth[s.pos];
    freeCells++;
}

// value for the side to move
int Warfare::negamax(char who, int depth, int alpha, int beta) {
    if (depth >= limit || freeCells == 0)
        return who == 'X' ? diff : -diff;
    std::vector<Step> steps;
    listMoves(who, steps);
    int best = -INF;
    for (size_t i = 0; i < steps.size(); ++i) {
        std::vector<int> taken;
        play(steps[i], who, taken);
        int v = -negamax(other(who), depth + 1, -beta, -alpha);
        undo(steps[i], who, taken);
        if (v > best) best = v;
        if (pruning) {
            if (best >= beta) return best;
            if (best > alpha) alpha = best;
        }
    }
    return best;
}

void Warfare::solve(std::string &moveText) {
    std::vector<Step> steps;
    listMoves(root, steps);
    int best = -INF, which = 0;
    for (size_t i = 0; i < steps.size(); ++i) {
        std::vector<int> taken;
        play(steps[i], root, taken);
        int v = -negamax(other(root), 1, -INF, -best);
        undo(steps[i], root, taken);
        if (v > best) { best = v; which = (int)i; }
    }
    std::vector<int> taken;
    play(steps[which], root, taken);
    std::ostringstream o;
    o << (char)('A' + steps[which].pos % size) << steps[which].pos / size + 1
      << (steps[which].raid ? " Raid" : " Stake");
    moveText = o.str();
}

int main() {
    Warfare w;
    if (!w.load("input.txt")) {
        fprintf(stderr, "no input.txt\n");
        return 1;
    }
    std::string text;
    w.solve(text);
    std::ofstream out("output.txt");
    out << text;
    for (int r = 0; r < w.size; ++r)
        out << '\n' << w.cells.substr(r * w.size, w.size);
    return 0;
}
