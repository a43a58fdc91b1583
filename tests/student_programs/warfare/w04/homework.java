import java.io.*;
import java.util.*;

public class homework {

    static int N;
    static int DEPTH;
    static String MODE;
    static char ME, ENEMY;
    static int[][] value;

    static char flip(char p) {
        if (p == 'X')
            return 'O';
        else
            return 'X';
    }

    static char[][] cloneBoard(char[][] board) {
        char[][] nb = new char[N][N];
        for (int i = 0; i < N; i++)
            System.arraycopy(board[i], 0, nb[i], 0, N);
        return nb;
    }

    static int evaluate(char[][] board) {
        int sum = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                if (board[i][j] == ME) sum += value[i][j];
                else if (board[i][j] == ENEMY) sum -= value[i][j];
            }
        return sum;
    }

    static boolean gameOver(char[][] board) {
        for (char[] row : board)
            for (char ch : row)
                if (ch == '.') return false;
        return true;
    }

    static void tryRaid(char[][] board, boolean[][] seen, List<int[]> moves, int i, int j) {
        if (i < 0 || j < 0 || i >= N || j >= N) return;
        if (board[i][j] != '.') return;
        if (seen[i][j]) return;
        seen[i][j] = true;
        moves.add(new int[]{i, j, 1});
    }

    // {row, col, 0 = Stake / 1 = Raid}
    static List<int[]> generate(char[][] board, char player) {
        List<int[]> moves = new ArrayList<int[]>();
        // Stakes: top left to bottom right
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (board[i][j] == '.')
                    moves.add(new int[]{i, j, 0});
        // Raids: top left to bottom right
        boolean[][] seen = new boolean[N][N];
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                if (board[i][j] == player) {
                    tryRaid(board, seen, moves, i - 1, j); // up
                    tryRaid(board, seen, moves, i + 1, j); // down
                    tryRaid(board, seen, moves, i, j - 1); // left
                    tryRaid(board, seen, moves, i, j + 1); // right
                }
            }
        }
        return moves;
    }

    static void capture(char[][] board, int i, int j, char player) {
        if (i < 0 || j < 0 || i >= N || j >= N) return;
        if (board[i][j] == flip(player)) board[i][j] = player;
    }

    static char[][] apply(char[][] board, int[] m, char player) {
        char[][] nb = cloneBoard(board);
        nb[m[0]][m[1]] = player;
        if (m[2] == 1) {
            capture(nb, m[0] - 1, m[1], player);
            capture(nb, m[0] + 1, m[1], player);
            capture(nb, m[0], m[1] - 1, player);
            capture(nb, m[0], m[1] + 1, player);
        }
        return nb;
    }

    /* ---------- MINIMAX ---------- */

    static int maxPlayer(char[][] board, int depth) {
        if (depth >= DEPTH || gameOver(board)) return evaluate(board);
        int v = Integer.MIN_VALUE;
        for (int[] m : generate(board, ME))
            v = Math.max(v, minPlayer(apply(board, m, ME), depth + 1));
        return v;
    }

    static int minPlayer(char[][] board, int depth) {
        if (depth >= DEPTH || gameOver(board)) return evaluate(board);
        int v = Integer.MAX_VALUE;
        for (int[] m : generate(board, ENEMY))
            v = Math.min(v, maxPlayer(apply(board, m, ENEMY), depth + 1));
        return v;
    }

    /* ---------- ALPHA BETA ---------- */

    static int maxPlayerAB(char[][] board, int depth, int a, int b) {
        if (depth >= DEPTH || gameOver(board)) return evaluate(board);
        int v = Integer.MIN_VALUE;
        for (int[] m : generate(board, ME)) {
            v = Math.max(v, minPlayerAB(apply(board, m, ME), depth + 1, a, b));
            if (v >= b) return v;
            a = Math.max(a, v);
        }
        return v;
    }

    static int minPlayerAB(char[][] board, int depth, int a, int b) {
        if (depth >= DEPTH || gameOver(board)) return evaluate(board);
        int v = Integer.MAX_VALUE;
        for (int[] m : generate(board, ENEMY)) {
            v = Math.min(v, maxPlayerAB(apply(board, m, ENEMY), depth + 1, a, b));
            if (v <= a) return v;
            b = Math.min(b, v);
        }
        return v;
    }

    static void printBoard(char[][] board) {
        for (char[] row : board) System.out.println(new String(row));
        System.out.println();
    }

    public static void main(String[] args) throws Exception {
        Scanner sc = new Scanner(new File("input.txt"));
        N = Integer.parseInt(sc.next());
        MODE = sc.next();
        ME = sc.next().charAt(0);
        ENEMY = flip(ME);
        double d = Double.parseDouble(sc.next());
        DEPTH = (int) d;
        if (MODE.equals("COMPETITION")) DEPTH = 2;
        value = new int[N][N];
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                value[i][j] = Integer.parseInt(sc.next());
        char[][] board = new char[N][N];
        for (int i = 0; i < N; i++)
            board[i] = sc.next().toCharArray();
        sc.close();

        int[] choice = null;
        int best = Integer.MIN_VALUE;
        for (int[] m : generate(board, ME)) {
            int v;
            char[][] next = apply(board, m, ME);
            if (MODE.equals("MINIMAX"))
                v = minPlayer(next, 1);
            else
                v = minPlayerAB(next, 1, best, Integer.MAX_VALUE);
            if (v > best) {
                best = v;
                choice = m;
            }
        }

        char[][] result = apply(board, choice, ME);
        // printBoard(result);
        BufferedWriter w = new BufferedWriter(new FileWriter("output.txt"));
        w.write((char) ('A' + choice[1]) + String.valueOf(choice[0] + 1));
        w.write(choice[2] == 0 ? " Stake" : " Raid");
        for (int i = 0; i < N; i++) {
            w.write("\n");
            w.write(result[i]);
        }
        w.close();
    }
}
