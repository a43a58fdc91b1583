import java.io.BufferedReader;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

public class homework {

    enum Piece {
        STAR, CIRCLE;

        Piece enemy() {
            return this == STAR ? CIRCLE : STAR;
        }

        // rows are numbered 0 (A) to 7 (H)
        int forward() {
            return this == STAR ? 1 : -1;
        }

        int lastRow() {
            return this == STAR ? 7 : 0;
        }
    }

    private Piece[][] type = new Piece[8][8];
    private int[][] amount = new int[8][8];
    private int[] rowValue = new int[8];
    private Piece myself;
    private boolean alphaBeta;
    private int cutoff;
    private int nodes;

    private int[] answer;    // null means pass

    public static void main(String[] args) throws IOException {
        homework h = new homework();
        h.load();
        h.run();
    }

    private void load() throws IOException {
        BufferedReader br = new BufferedReader(new FileReader("input.txt"));
        myself = Piece.valueOf(br.readLine().trim().toUpperCase());
        alphaBeta = br.readLine().trim().equalsIgnoreCase("ALPHABETA");
        cutoff = Integer.parseInt(br.readLine().trim());
        for (int row = 7; row >= 0; row--) {
            String[] cells = br.readLine().trim().split(",");
            for (int col = 0; col < 8; col++) {
                String cell = cells[col].trim();
                if (cell.equals("0")) continue;
                type[row][col] = cell.charAt(0) == 'S' ? Piece.STAR : Piece.CIRCLE;
                amount[row][col] = Integer.parseInt(cell.substring(1));
            }
        }
        String[] nums = br.readLine().trim().split(",");
        for (int i = 0; i < 8; i++) rowValue[i] = Integer.parseInt(nums[i].trim());
        br.close();
    }

    private boolean legal(Piece p, int r, int c, int tr, int tc) {
        if (type[tr][tc] != null && !(tr == p.lastRow() && type[tr][tc] == p)) return false;
        int dr = tr - r, dc = tc - c;
        if (dr == p.forward() && Math.abs(dc) == 1) return true;
        if (dr == 2 * p.forward() && Math.abs(dc) == 2) {
            return type[(r + tr) / 2][(c + tc) / 2] == p.enemy();
        }
        return false;
    }

    /** All moves in positional order: first by the start square, then by the end square. */
    private List<int[]> moves(Piece p) {
        List<int[]> list = new ArrayList<>();
        for (int r = 0; r < 8; r++) {
            for (int c = 0; c < 8; c++) {
                if (type[r][c] != p) continue;
                // look at the rows around the piece
                for (int tr = Math.max(0, r - 2); tr <= Math.min(7, r + 2); tr++)
                    for (int tc = Math.max(0, c - 2); tc <= Math.min(7, c + 2); tc++)
                        if (legal(p, r, c, tr, tc)) list.add(new int[] {r, c, tr, tc});
            }
        }
        return list;
    }

    private void doMove(Piece p, int[] m) {
        remove(m[0], m[1]);
        type[m[2]][m[3]] = p;
        amount[m[2]][m[3]]++;
        if (isJump(m)) remove((m[0] + m[2]) / 2, (m[1] + m[3]) / 2);
    }

    private void undoMove(Piece p, int[] m) {
        remove(m[2], m[3]);
        type[m[0]][m[1]] = p;
        amount[m[0]][m[1]]++;
        if (isJump(m)) {
            // the captured one is always a single piece
            type[(m[0] + m[2]) / 2][(m[1] + m[3]) / 2] = p.enemy();
            amount[(m[0] + m[2]) / 2][(m[1] + m[3]) / 2] = 1;
        }
    }

    private boolean isJump(int[] m) {
        return Math.abs(m[0] - m[2]) == 2;
    }

    private void remove(int r, int c) {
        amount[r][c]--;
        if (amount[r][c] == 0) type[r][c] = null;
    }

    private int utility() {
        int sum = 0;
        for (int r = 0; r < 8; r++)
            for (int c = 0; c < 8; c++) {
                if (type[r][c] == null) continue;
                int value = amount[r][c] * (type[r][c] == Piece.STAR ? rowValue[r] : rowValue[7 - r]);
                sum += type[r][c] == myself ? value : -value;
            }
        return sum;
    }

    private boolean finished() {
        int stars = 0, circles = 0;
        for (int r = 0; r < 8; r++)
            for (int c = 0; c < 8; c++) {
                if (type[r][c] == Piece.STAR) stars++;
                if (type[r][c] == Piece.CIRCLE) circles++;
            }
        return stars == 0 || circles == 0;
    }

    private int search(Piece turn, int depth, int passes, int alpha, int beta) {
        nodes++;
        if (depth >= cutoff || passes >= 2 || finished()) return utility();

        List<int[]> list = moves(turn);
        if (list.isEmpty()) {
            return search(turn.enemy(), depth + 1, passes + 1, alpha, beta);
        }
        boolean max = turn == myself;
        int best = max ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (int[] m : list) {
            doMove(turn, m);
            int v = search(turn.enemy(), depth + 1, 0, alpha, beta);
            undoMove(turn, m);
            if (max ? v > best : v < best) {
                best = v;
                if (depth == 0) answer = m;
            }
            if (!alphaBeta) continue;
            if (max) {
                if (best >= beta) break;
                if (best > alpha) alpha = best;
            } else {
                if (best <= alpha) break;
                if (best < beta) beta = best;
            }
        }
        return best;
    }

    private void run() throws IOException {
        int far = search(myself, 0, 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        StringBuilder sb = new StringBuilder();
        if (answer == null) {
            sb.append("pass");
        } else {
            sb.append((char) ('A' + answer[0])).append(answer[1] + 1).append('-');
            sb.append((char) ('A' + answer[2])).append(answer[3] + 1);
            doMove(myself, answer);
        }
        sb.append('\n').append(utility()).append('\n').append(far).append('\n').append(nodes);
        FileWriter w = new FileWriter("output.txt");
        w.write(sb.toString());
        w.close();
        // TODO remove
        // System.out.println(sb);
    }
}
