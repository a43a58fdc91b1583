#include <algorithm>
#include <climits>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

class Warfare {
  public:
    explicit Warfare(std::istream& input) {
        input >> size_ >> mode_ >> player_ >> depth_;
        for (int i = 0; i < size_ * size_; i++) input >> value_[i];
        std::string line;
        while (input >> line) owner_ += line;
    }

    std::string solve() {
        best_ = -1;
        if (mode_ == "MINIMAX") minimax(player_, depth_);
        else alphabeta(player_, depth_, INT_MIN, INT_MAX);
        std::ostringstream text;
        text << static_cast<char>('A' + best_ % size_) << best_ / size_ + 1 << (bestRaids_ ? " Raid" : " Stake");
        place(best_, player_, bestRaids_);
        for (int i = 0; i < size_; i++) text << "\n" << owner_.substr(i * size_, size_);
        return text.str();
    }

  private:
    int score() const {
        int mine = 0, all = 0;
        for (size_t i = 0; i < owner_.size(); i++) {
            if (owner_[i] == '.') continue;
            all += value_[i];
            if (owner_[i] == player_) mine += value_[i];
        }
        return 2 * mine - all;
    }

    template <class F>
    void forNeighbours(int i, F f) const {
        if (i % size_ > 0) f(i - 1);
        if (i % size_ + 1 < size_) f(i + 1);
        if (i - size_ >= 0) f(i - size_);
        if (i + size_ < size_ * size_) f(i + size_);
    }

    void place(int i, char who, bool raids) {
        owner_[i] = who;
        if (raids) forNeighbours(i, [&](int j) {
            if (owner_[j] != '.') owner_[j] = who;
        });
    }

    bool mayRaid(int i, char who) const {
        bool found = false;
        forNeighbours(i, [&](int j) { found |= owner_[j] == who; });
        return found;
    }

    int minimax(char who, int left) {
        if (left == 0 || owner_.find('.') == std::string::npos) return score();
        const std::string before = owner_;
        int result = who == player_ ? INT_MIN : INT_MAX;
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < size_ * size_; i++) {
                if (before[i] != '.' || (pass == 1 && !mayRaid(i, who))) continue;
                place(i, who, pass == 1);
                int v = minimax(who ^ 'X' ^ 'O', left - 1);
                owner_ = before;
                bool better = who == player_ ? v > result : v < result;
                if (!better) continue;
                result = v;
                if (left == depth_) best_ = i, bestRaids_ = pass == 1;
            }
        }
        return result;
    }

    int alphabeta(char who, int left, int alpha, int beta) {
        std::size_t hole = owner_.find('.');
        if (left == 0 || hole == std::string::npos) return score();
        std::unique_ptr<std::string> saved(new std::string(owner_));
        int value = who == player_ ? alpha : beta;
        for (int pass = 0; pass != 2; ++pass)
            for (std::size_t i = hole; i < saved->size(); ++i) {
                if ((*saved)[i] != '.') continue;
                if (pass && !mayRaid(i, who)) continue;
                place(i, who, pass);
                int child = who == player_ ? alphabeta(who ^ 23, left - 1, value, beta)
                                           : alphabeta(who ^ 23, left - 1, alpha, value);
                owner_ = *saved;
                if (who == player_ && (child > value || (left == depth_ && best_ < 0))) {
                    value = child;
                    if (left == depth_) best_ = i, bestRaids_ = pass;
                }
                if (who != player_) value = std::min(value, child);
                if (who == player_ ? value >= beta : value <= alpha) return value;
            }
        return value;
    }

    int size_, depth_, best_;
    bool bestRaids_;
    char player_;
    int value_[26 * 26];
    std::string mode_, owner_;
};

int main() {
    std::ifstream input("input.txt");
    std::ofstream("output.txt") << Warfare(input).solve();
    return 0;
}
