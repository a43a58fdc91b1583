import java.io.*;
import java.util.*;

public class homework {
    static int n, limit;
    static int[][] worth;
    static char me, enemy;
    static boolean prune;

    static class Move {
        int row, col;
        boolean raid;

        Move(int row, int col, boolean raid) {
            this.row = row;
            this.col = col;
            this.raid = raid;
        }
    }

    static boolean touches(char[][] board, int r, int c, char who) {
        if (r > 0 && board[r - 1][c] == who) return true;
        if (c > 0 && board[r][c - 1] == who) return true;
        if (r < n - 1 && board[r + 1][c] == who) return true;
        return c < n - 1 && board[r][c + 1] == who;
    }

    static List<Move> generate(char[][] board, char who) {
        List<Move> stakes = new ArrayList<>();
        List<Move> raids = new ArrayList<>();
        for (int r = 0; r < n; r++) {
            for (int c = 0; c < n; c++) {
                if (board[r][c] != '.') continue;
                stakes.add(new Move(r, c, false));
                if (touches(board, r, c, who)) raids.add(new Move(r, c, true));
            }
        }
        stakes.addAll(raids);
        return stakes;
    }

    static char[][] make(char[][] board, Move m, char who) {
        char[][] copy = new char[n][];
        for (int r = 0; r < n; r++) copy[r] = board[r].clone();
        copy[m.row][m.col] = who;
        if (m.raid) {
            if (m.row > 0) conquer(copy, m.row - 1, m.col, who);
            if (m.row < n - 1) conquer(copy, m.row + 1, m.col, who);
            if (m.col > 0) conquer(copy, m.row, m.col - 1, who);
            if (m.col < n - 1) conquer(copy, m.row, m.col + 1, who);
        }
        return copy;
    }

    static void conquer(char[][] board, int r, int c, char who) {
        if (board[r][c] != '.') board[r][c] = who;
    }

    static int evaluate(char[][] board) {
        int sum = 0;
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++)
                if (board[r][c] == me) sum += worth[r][c];
                else if (board[r][c] == enemy) sum -= worth[r][c];
        return sum;
    }

    static int search(char[][] board, int depth, boolean max, int alpha, int beta) {
        List<Move> moves = depth == limit ? Collections.emptyList() : generate(board, max ? me : enemy);
        if (moves.isEmpty()) return evaluate(board);
        int best = max ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (Move m : moves) {
            int v = search(make(board, m, max ? me : enemy), depth + 1, !max, alpha, beta);
            best = max ? Math.max(best, v) : Math.min(best, v);
            if (!prune) continue;
            if (max) {
                if (best >= beta) return best;
                alpha = Math.max(alpha, best);
            } else {
                if (best <= alpha) return best;
                beta = Math.min(beta, best);
            }
        }
        return best;
    }

    public static void main(String[] args) throws IOException {
        Scanner in = new Scanner(new File("input.txt"));
        n = in.nextInt();
        prune = in.next().equals("ALPHABETA");
        me = in.next().charAt(0);
        enemy = me == 'X' ? 'O' : 'X';
        limit = in.nextInt();
        worth = new int[n][n];
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) worth[r][c] = in.nextInt();
        char[][] board = new char[n][];
        for (int r = 0; r < n; r++) board[r] = in.next().toCharArray();
        Move best = null;
        int bestValue = Integer.MIN_VALUE;
        for (Move m : generate(board, me)) {
            int v = search(make(board, m, me), 1, false, bestValue, Integer.MAX_VALUE);
            if (best == null || v > bestValue) {
                best = m;
                bestValue = v;
            }
        }
        PrintWriter out = new PrintWriter("output.txt");
        out.print((char) ('A' + best.col) + "" + (best.row + 1) + (best.raid ? " Raid" : " Stake"));
        for (char[] row : make(board, best, me)) out.print("\n" + new String(row));
        out.close();
    }
}
