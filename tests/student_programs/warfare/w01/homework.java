import java.io.BufferedReader;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/**
 * CSCI 561 - Homework 2
 * Warfare game, minimax + alpha beta.
 */
class Move {
    final int row;
    final int col;
    final boolean raid;

    Move(int row, int col, boolean raid) {
        this.row = row;
        this.col = col;
        this.raid = raid;
    }

    @Override
    public String toString() {
        return (char) ('A' + col) + "" + (row + 1) + " " + (raid ? "Raid" : "Stake");
    }
}

class Board {
    static final char EMPTY = '.';
    private static final int[] DR = {-1, 1, 0, 0};
    private static final int[] DC = {0, 0, -1, 1};

    final int size;
    final int[][] values;   // shared by all copies
    final char[][] cells;

    Board(int size, int[][] values, char[][] cells) {
        this.size = size;
        this.values = values;
        this.cells = cells;
    }

    Board copy() {
        char[][] c = new char[size][];
        for (int i = 0; i < size; i++) {
            c[i] = cells[i].clone();
        }
        return new Board(size, values, c);
    }

    boolean isFull() {
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++)
                if (cells[i][j] == EMPTY) return false;
        return true;
    }

    boolean inside(int r, int c) {
        return r >= 0 && c >= 0 && r < size && c < size;
    }

    boolean touches(int r, int c, char player) {
        for (int d = 0; d < 4; d++) {
            int rr = r + DR[d], cc = c + DC[d];
            if (inside(rr, cc) && cells[rr][cc] == player) return true;
        }
        return false;
    }

    void play(Move m, char player) {
        cells[m.row][m.col] = player;
        if (!m.raid) return;
        char enemy = State.opponent(player);
        for (int d = 0; d < 4; d++) {
            int rr = m.row + DR[d], cc = m.col + DC[d];
            if (inside(rr, cc) && cells[rr][cc] == enemy) {
                cells[rr][cc] = player;
            }
        }
    }

    int score(char me) {
        int mine = 0, his = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (cells[i][j] == EMPTY) continue;
                if (cells[i][j] == me) mine += values[i][j];
                else his += values[i][j];
            }
        }
        return mine - his;
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < size; i++) {
            if (i > 0) sb.append('\n');
            sb.append(cells[i]);
        }
        return sb.toString();
    }
}

class State {
    final Board board;
    final char toMove;
    final int depth;

    State(Board board, char toMove, int depth) {
        this.board = board;
        this.toMove = toMove;
        this.depth = depth;
    }

    static char opponent(char p) {
        return p == 'X' ? 'O' : 'X';
    }

    /** stakes first, then raids, both row by row */
    List<Move> actions() {
        List<Move> list = new ArrayList<Move>();
        List<Move> raids = new ArrayList<Move>();
        for (int r = 0; r < board.size; r++) {
            for (int c = 0; c < board.size; c++) {
                if (board.cells[r][c] != Board.EMPTY) continue;
                list.add(new Move(r, c, false));
                if (board.touches(r, c, toMove)) raids.add(new Move(r, c, true));
            }
        }
        list.addAll(raids);
        return list;
    }

    State result(Move m) {
        Board b = board.copy();
        b.play(m, toMove);
        return new State(b, opponent(toMove), depth + 1);
    }

    boolean cutoff(int limit) {
        return depth >= limit || board.isFull();
    }
}

class Searcher {
    private final char me;
    private final int limit;
    private final boolean prune;
    private Move best = null;

    Searcher(char me, int limit, boolean prune) {
        this.me = me;
        this.limit = limit;
        this.prune = prune;
    }

    Move decide(State s) {
        maxValue(s, Integer.MIN_VALUE, Integer.MAX_VALUE);
        return best;
    }

    private int maxValue(State s, int alpha, int beta) {
        if (s.cutoff(limit)) return s.board.score(me);
        int v = Integer.MIN_VALUE;
        for (Move m : s.actions()) {
            int w = minValue(s.result(m), alpha, beta);
            if (w > v) {
                v = w;
                if (s.depth == 0) best = m;
            }
            if (prune) {
                if (v >= beta) return v;
                alpha = Math.max(alpha, v);
            }
        }
        return v;
    }

    private int minValue(State s, int alpha, int beta) {
        if (s.cutoff(limit)) return s.board.score(me);
        int v = Integer.MAX_VALUE;
        for (Move m : s.actions()) {
            v = Math.min(v, maxValue(s.result(m), alpha, beta));
            if (prune) {
                if (v <= alpha) return v;
                beta = Math.min(beta, v);
            }
        }
        return v;
    }
}

public class homework {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new FileReader("input.txt"));
        int n = Integer.parseInt(in.readLine().trim());
        String mode = in.readLine().trim();
        char me = in.readLine().trim().charAt(0);
        String depthLine = in.readLine().trim();
        int[][] values = new int[n][n];
        for (int i = 0; i < n; i++) {
            StringTokenizer st = new StringTokenizer(in.readLine());
            for (int j = 0; j < n; j++) values[i][j] = Integer.parseInt(st.nextToken());
        }
        char[][] cells = new char[n][];
        for (int i = 0; i < n; i++) cells[i] = in.readLine().trim().toCharArray();
        in.close();

        int depth;
        if (mode.equals("COMPETITION")) {
            // TODO use the time that is left: Double.parseDouble(depthLine)
            depth = n <= 8 ? 3 : 2;
        } else {
            depth = Integer.parseInt(depthLine);
        }

        State root = new State(new Board(n, values, cells), me, 0);
        Searcher searcher = new Searcher(me, depth, !mode.equals("MINIMAX"));
        Move move = searcher.decide(root);
        //System.out.println(move);

        PrintWriter out = new PrintWriter(new FileWriter("output.txt"));
        out.print(move + "\n");
        out.print(root.result(move).board);
        out.close();
    }
}
