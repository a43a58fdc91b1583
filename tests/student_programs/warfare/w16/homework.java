import java.io.BufferedReader;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

public class homework {

    enum Cell {
        FREE, X, O;

        Cell other() {
            return this == X ? O : X;
        }

        static Cell of(char c) {
            switch (c) {
                case 'X': return X;
                case 'O': return O;
                default: return FREE;
            }
        }

        char symbol() {
            return this == FREE ? '.' : name().charAt(0);
        }
    }

    static class Move {
        final int row, col;
        final boolean raid;

        Move(int row, int col, boolean raid) {
            this.row = row;
            this.col = col;
            this.raid = raid;
        }

        @Override
        public String toString() {
            return "" + (char) ('A' + col) + (row + 1) + (raid ? " Raid" : " Stake");
        }
    }

    static class Board {
        final int size;
        final int[][] points;   // shared between all copies
        final Cell[][] cells;
        int free;

        Board(int size, int[][] points) {
            this.size = size;
            this.points = points;
            this.cells = new Cell[size][size];
        }

        Board(Board b) {
            this(b.size, b.points);
            for (int i = 0; i < size; i++)
                cells[i] = b.cells[i].clone();
            free = b.free;
        }

        boolean is(int r, int c, Cell what) {
            return r >= 0 && r < size && c >= 0 && c < size && cells[r][c] == what;
        }

        List<Move> moves(Cell player) {
            List<Move> list = new ArrayList<>();
            List<Move> raids = new ArrayList<>();
            for (int r = 0; r < size; r++) {
                for (int c = 0; c < size; c++) {
                    if (cells[r][c] != Cell.FREE)
                        continue;
                    list.add(new Move(r, c, false));
                    if (is(r - 1, c, player) || is(r + 1, c, player) || is(r, c - 1, player) || is(r, c + 1, player))
                        raids.add(new Move(r, c, true));
                }
            }
            list.addAll(raids);
            return list;
        }

        Board after(Move m, Cell player) {
            Board b = new Board(this);
            b.cells[m.row][m.col] = player;
            b.free--;
            if (m.raid) {
                Cell enemy = player.other();
                if (is(m.row - 1, m.col, enemy)) b.cells[m.row - 1][m.col] = player;
                if (is(m.row + 1, m.col, enemy)) b.cells[m.row + 1][m.col] = player;
                if (is(m.row, m.col - 1, enemy)) b.cells[m.row][m.col - 1] = player;
                if (is(m.row, m.col + 1, enemy)) b.cells[m.row][m.col + 1] = player;
            }
            return b;
        }

        int score(Cell player) {
            int s = 0;
            for (int r = 0; r < size; r++)
                for (int c = 0; c < size; c++)
                    if (cells[r][c] == player)
                        s += points[r][c];
                    else if (cells[r][c] != Cell.FREE)
                        s -= points[r][c];
            return s;
        }
    }

    static class MinimaxSolver {
        final Cell me;
        final int limit;

        MinimaxSolver(Cell me, int limit) {
            this.me = me;
            this.limit = limit;
        }

        Move solve(Board b) {
            Move best = null;
            int bestValue = Integer.MIN_VALUE;
            for (Move m : b.moves(me)) {
                int v = value(b.after(m, me), me.other(), 1);
                if (v > bestValue) {
                    bestValue = v;
                    best = m;
                }
            }
            return best;
        }

        int value(Board b, Cell turn, int depth) {
            if (depth >= limit || b.free == 0)
                return b.score(me);
            int best = turn == me ? Integer.MIN_VALUE : Integer.MAX_VALUE;
            for (Move m : b.moves(turn)) {
                int v = value(b.after(m, turn), turn.other(), depth + 1);
                best = turn == me ? Math.max(best, v) : Math.min(best, v);
            }
            return best;
        }
    }

    static class AlphaBetaSolver {
        private final Cell me;
        private final int limit;
        private int alpha;
        private int beta;

        AlphaBetaSolver(Cell me, int limit) {
            this.me = me;
            this.limit = limit;
        }

        Move solve(Board b) {
            alpha = Integer.MIN_VALUE;
            beta = Integer.MAX_VALUE;
            Move best = null;
            int bestValue = Integer.MIN_VALUE;
            for (Move m : b.moves(me)) {
                int v = minValue(b.after(m, me), 1);
                if (v > bestValue) {
                    bestValue = v;
                    best = m;
                }
                alpha = Math.max(alpha, bestValue);
            }
            return best;
        }

        private int maxValue(Board b, int depth) {
            if (depth >= limit || b.free == 0)
                return b.score(me);
            int v = Integer.MIN_VALUE;
            for (Move m : b.moves(me)) {
                v = Math.max(v, minValue(b.after(m, me), depth + 1));
                if (v >= beta)
                    return v;
                alpha = Math.max(alpha, v);
            }
            return v;
        }

        private int minValue(Board b, int depth) {
            if (depth >= limit || b.free == 0)
                return b.score(me);
            int v = Integer.MAX_VALUE;
            for (Move m : b.moves(me.other())) {
                v = Math.min(v, maxValue(b.after(m, me.other()), depth + 1));
                if (v <= alpha)
                    return v;
                beta = Math.min(beta, v);
            }
            return v;
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new FileReader("input.txt"));
        int n = Integer.parseInt(in.readLine().trim());
        String mode = in.readLine().trim();
        Cell me = Cell.of(in.readLine().trim().charAt(0));
        String depthLine = in.readLine().trim();
        int[][] points = new int[n][n];
        for (int i = 0; i < n; i++) {
            String[] p = in.readLine().trim().split("\\s+");
            for (int j = 0; j < n; j++)
                points[i][j] = Integer.parseInt(p[j]);
        }
        Board board = new Board(n, points);
        for (int i = 0; i < n; i++) {
            String line = in.readLine().trim();
            for (int j = 0; j < n; j++) {
                board.cells[i][j] = Cell.of(line.charAt(j));
                if (board.cells[i][j] == Cell.FREE)
                    board.free++;
            }
        }
        in.close();

        Move m;
        if (mode.equals("MINIMAX"))
            m = new MinimaxSolver(me, Integer.parseInt(depthLine)).solve(board);
        else if (mode.equals("ALPHABETA"))
            m = new AlphaBetaSolver(me, Integer.parseInt(depthLine)).solve(board);
        else
            m = new AlphaBetaSolver(me, n < 12 ? 2 : 1).solve(board); // TODO competition: use more time

        Board next = board.after(m, me);
        StringBuilder sb = new StringBuilder(m.toString());
        for (int i = 0; i < n; i++) {
            sb.append('\n');
            for (int j = 0; j < n; j++)
                sb.append(next.cells[i][j].symbol());
        }
        FileWriter w = new FileWriter("output.txt");
        w.write(sb.toString());
        w.close();
    }
}
