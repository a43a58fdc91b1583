import java.io.BufferedReader;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

public class homework {

    enum Player {
        X, O;

        Player opponent() {
            return this == X ? O : X;
        }
    }

    enum MoveType { Stake, Raid }

    static class Move {
        final int row;
        final int col;
        final MoveType type;

        Move(int row, int col, MoveType type) {
            this.row = row;
            this.col = col;
            this.type = type;
        }

        @Override
        public String toString() {
            return "" + (char) ('A' + col) + (row + 1) + " " + type;
        }
    }

    /** One position of the game. Never changed after it was made. */
    static class GameState {
        final Player[][] cells;
        final int free;

        GameState(Player[][] cells, int free) {
            this.cells = cells;
            this.free = free;
        }

        boolean isTerminal() {
            return free == 0;
        }

        private boolean owned(int r, int c, Player p) {
            return r >= 0 && c >= 0 && r < size && c < size && cells[r][c] == p;
        }

        List<Move> legalMoves(Player p) {
            List<Move> stakes = new ArrayList<Move>();
            List<Move> raids = new ArrayList<Move>();
            for (int r = 0; r < size; r++) {
                for (int c = 0; c < size; c++) {
                    if (cells[r][c] != null) continue;
                    stakes.add(new Move(r, c, MoveType.Stake));
                    if (owned(r - 1, c, p) || owned(r + 1, c, p) || owned(r, c - 1, p) || owned(r, c + 1, p)) {
                        raids.add(new Move(r, c, MoveType.Raid));
                    }
                }
            }
            stakes.addAll(raids);
            return stakes;
        }

        GameState after(Move m, Player p) {
            Player[][] next = new Player[size][];
            for (int r = 0; r < size; r++) {
                next[r] = cells[r].clone();
            }
            next[m.row][m.col] = p;
            if (m.type == MoveType.Raid) {
                Player enemy = p.opponent();
                if (owned(m.row - 1, m.col, enemy)) next[m.row - 1][m.col] = p;
                if (owned(m.row + 1, m.col, enemy)) next[m.row + 1][m.col] = p;
                if (owned(m.row, m.col - 1, enemy)) next[m.row][m.col - 1] = p;
                if (owned(m.row, m.col + 1, enemy)) next[m.row][m.col + 1] = p;
            }
            return new GameState(next, free - 1);
        }

        /** game score */
        int score() {
            int x = 0;
            int o = 0;
            for (int r = 0; r < size; r++) {
                for (int c = 0; c < size; c++) {
                    if (cells[r][c] == Player.X) {
                        x += values[r][c];
                    } else if (cells[r][c] == Player.O) {
                        o += values[r][c];
                    }
                }
            }
            return x - o;
        }

        String print() {
            StringBuilder sb = new StringBuilder();
            for (int r = 0; r < size; r++) {
                if (r > 0) sb.append('\n');
                for (int c = 0; c < size; c++) {
                    sb.append(cells[r][c] == null ? "." : cells[r][c].name());
                }
            }
            return sb.toString();
        }
    }

    static int size;
    static int[][] values;
    static int depthLimit;
    static Player self;

    // ---------- minimax ----------

    static int minimax(GameState s, int depth, Player turn) {
        if (depth >= depthLimit || s.isTerminal()) return s.score();
        boolean maximizing = (turn == self);
        int best = maximizing ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (Move m : s.legalMoves(turn)) {
            int v = minimax(s.after(m, turn), depth + 1, turn.opponent());
            best = maximizing ? Math.max(best, v) : Math.min(best, v);
        }
        return best;
    }

    // ---------- alpha-beta ----------

    static int alphaBeta(GameState s, int depth, Player turn, int alpha, int beta) {
        if (depth >= depthLimit || s.isTerminal()) return s.score();
        int v;
        if (turn == self) {
            v = Integer.MIN_VALUE;
            for (Move m : s.legalMoves(turn)) {
                v = Math.max(v, alphaBeta(s.after(m, turn), depth + 1, turn.opponent(), alpha, beta));
                if (v >= beta) return v;
                alpha = Math.max(alpha, v);
            }
        } else {
            v = Integer.MAX_VALUE;
            for (Move m : s.legalMoves(turn)) {
                v = Math.min(v, alphaBeta(s.after(m, turn), depth + 1, turn.opponent(), alpha, beta));
                if (v <= alpha) return v;
                beta = Math.min(beta, v);
            }
        }
        return v;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader br = new BufferedReader(new FileReader("input.txt"));
        size = Integer.parseInt(br.readLine().trim());
        String mode = br.readLine().trim();
        self = Player.valueOf(br.readLine().trim());
        String depthLine = br.readLine().trim();
        // TODO: iterative deepening with the remaining time
        depthLimit = mode.equals("COMPETITION") ? 2 : Integer.parseInt(depthLine);

        values = new int[size][size];
        for (int r = 0; r < size; r++) {
            String[] parts = br.readLine().trim().split("\\s+");
            for (int c = 0; c < size; c++) values[r][c] = Integer.parseInt(parts[c]);
        }
        Player[][] cells = new Player[size][size];
        int free = 0;
        for (int r = 0; r < size; r++) {
            String line = br.readLine().trim();
            for (int c = 0; c < size; c++) {
                char ch = line.charAt(c);
                if (ch == '.') free++;
                else cells[r][c] = (ch == 'X') ? Player.X : Player.O;
            }
        }
        br.close();

        GameState start = new GameState(cells, free);
        Move bestMove = null;
        int best = Integer.MIN_VALUE;
        for (Move m : start.legalMoves(self)) {
            GameState child = start.after(m, self);
            int v;
            if (mode.equals("MINIMAX")) v = minimax(child, 1, self.opponent());
            else v = alphaBeta(child, 1, self.opponent(), best, Integer.MAX_VALUE);
            if (v > best) {
                best = v;
                bestMove = m;
            }
        }

        FileWriter fw = new FileWriter("output.txt");
        fw.write(bestMove + "\n" + start.after(bestMove, self).print());
        fw.close();
    }
}
