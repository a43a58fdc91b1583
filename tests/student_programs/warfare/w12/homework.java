import java.io.*;
import java.util.*;

public class homework {

    static int n;
    static int[][] value;
    static char[][] board;
    static char me, opp;
    static int maxDepth;
    static long nodes = 0;

    static int bestRow = -1, bestCol = -1;
    static boolean bestIsRaid = false;

    static final int[] DR = {-1, 1, 0, 0};
    static final int[] DC = {0, 0, -1, 1};

    public static void main(String[] args) throws IOException {
        Scanner sc = new Scanner(new File("input.txt"));
        n = sc.nextInt();
        String mode = sc.next();
        me = sc.next().charAt(0);
        opp = (me == 'X') ? 'O' : 'X';
        String d = sc.next();
        value = new int[n][n];
        board = new char[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                value[i][j] = sc.nextInt();
        for (int i = 0; i < n; i++)
            board[i] = sc.next().toCharArray();
        sc.close();

        if (mode.equals("MINIMAX")) {
            maxDepth = Integer.parseInt(d);
            maxMini(0);
        } else if (mode.equals("ALPHABETA")) {
            maxDepth = Integer.parseInt(d);
            maxAB(0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else {
            // competition
            double seconds = Double.parseDouble(d);
            maxDepth = n <= 6 ? 3 : 2;
            if (seconds < 5) maxDepth = 2;
            if (n > 12) maxDepth = 1;
            maxAB(0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }

        if (bestIsRaid)
            raid(bestRow, bestCol, me);
        else
            board[bestRow][bestCol] = me;
        writeOutput();
        //System.out.println(nodes);
    }

    static void writeOutput() throws IOException {
        PrintWriter pw = new PrintWriter("output.txt");
        pw.print((char) ('A' + bestCol));
        pw.print(bestRow + 1);
        pw.print(bestIsRaid ? " Raid" : " Stake");
        for (int i = 0; i < n; i++) {
            pw.print("\n");
            pw.print(new String(board[i]));
        }
        pw.close();
    }

    static boolean full() {
        for (char[] row : board)
            for (char c : row)
                if (c == '.') return false;
        return true;
    }

    static int eval() {
        int s = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                if (board[i][j] == me) s += value[i][j];
                if (board[i][j] == opp) s -= value[i][j];
            }
        return s;
    }

    static boolean inside(int r, int c) {
        return r >= 0 && c >= 0 && r < n && c < n;
    }

    static boolean canRaid(int r, int c, char who) {
        if (board[r][c] != '.') return false;
        for (int k = 0; k < 4; k++)
            if (inside(r + DR[k], c + DC[k]) && board[r + DR[k]][c + DC[k]] == who)
                return true;
        return false;
    }

    // plays the raid, returns the cells that were conquered
    static List<int[]> raid(int r, int c, char who) {
        List<int[]> conquered = new ArrayList<int[]>();
        char enemy = who == 'X' ? 'O' : 'X';
        board[r][c] = who;
        for (int k = 0; k < 4; k++) {
            int rr = r + DR[k], cc = c + DC[k];
            if (inside(rr, cc) && board[rr][cc] == enemy) {
                board[rr][cc] = who;
                conquered.add(new int[]{rr, cc});
            }
        }
        return conquered;
    }

    static void undoRaid(int r, int c, char who, List<int[]> conquered) {
        char enemy = who == 'X' ? 'O' : 'X';
        board[r][c] = '.';
        for (int[] p : conquered)
            board[p[0]][p[1]] = enemy;
    }

    static int maxMini(int depth) {
        nodes++;
        if (depth >= maxDepth || full()) return eval();
        int v = Integer.MIN_VALUE;
        for (int type = 0; type < 2; type++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    if (board[i][j] != '.') continue;
                    int x;
                    if (type == 0) {
                        board[i][j] = me;
                        x = minMini(depth + 1);
                        board[i][j] = '.';
                    } else {
                        if (!canRaid(i, j, me)) continue;
                        List<int[]> u = raid(i, j, me);
                        x = minMini(depth + 1);
                        undoRaid(i, j, me, u);
                    }
                    if (x > v) {
                        v = x;
                        if (depth == 0) remember(i, j, type);
                    }
                }
        return v;
    }

    static void remember(int i, int j, int type) {
        bestRow = i;
        bestCol = j;
        bestIsRaid = type == 1;
    }

    static int minMini(int depth) {
        nodes++;
        if (depth >= maxDepth || full()) return eval();
        int v = Integer.MAX_VALUE;
        for (int type = 0; type < 2; type++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    if (board[i][j] != '.') continue;
                    if (type == 0) {
                        board[i][j] = opp;
                        v = Math.min(v, maxMini(depth + 1));
                        board[i][j] = '.';
                    } else if (canRaid(i, j, opp)) {
                        List<int[]> u = raid(i, j, opp);
                        v = Math.min(v, maxMini(depth + 1));
                        undoRaid(i, j, opp, u);
                    }
                }
        return v;
    }

    static int maxAB(int depth, int alpha, int beta) {
        nodes++;
        if (depth >= maxDepth || full()) return eval();
        int v = Integer.MIN_VALUE;
        for (int type = 0; type < 2; type++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    if (board[i][j] != '.') continue;
                    int x;
                    if (type == 0) {
                        board[i][j] = me;
                        x = minAB(depth + 1, alpha, beta);
                        board[i][j] = '.';
                    } else {
                        if (!canRaid(i, j, me)) continue;
                        List<int[]> u = raid(i, j, me);
                        x = minAB(depth + 1, alpha, beta);
                        undoRaid(i, j, me, u);
                    }
                    if (x > v) {
                        v = x;
                        if (depth == 0) remember(i, j, type);
                    }
                    if (v >= beta) return v;
                    alpha = Math.max(alpha, v);
                }
        return v;
    }

    static int minAB(int depth, int alpha, int beta) {
        nodes++;
        if (depth >= maxDepth || full()) return eval();
        int v = Integer.MAX_VALUE;
        for (int type = 0; type < 2; type++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    if (board[i][j] != '.') continue;
                    if (type == 0) {
                        board[i][j] = opp;
                        v = Math.min(v, maxAB(depth + 1, alpha, beta));
                        board[i][j] = '.';
                    } else {
                        if (!canRaid(i, j, opp)) continue;
                        List<int[]> u = raid(i, j, opp);
                        v = Math.min(v, maxAB(depth + 1, alpha, beta));
                        undoRaid(i, j, opp, u);
                    }
                    if (v <= alpha) return v;
                    beta = Math.min(beta, v);
                }
        return v;
    }
}
