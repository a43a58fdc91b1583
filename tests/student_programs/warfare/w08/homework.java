import java.io.File;
import java.io.FileNotFoundException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Scanner;

public class homework {

    enum Type { STAKE, RAID }

    static class Step {
        int at;
        Type type;
        int[] flipped = new int[4];
        int flippedCount = 0;

        Step(int at, Type type) {
            this.at = at;
            this.type = type;
        }
    }

    private int n, total;
    private int[] value;
    private int[] owner;        // 0 nobody, 1 I, 2 the other player
    private int[][] adj;
    private int maxDepth;
    private String mode;
    private String player;

    // private int visited = 0;

    void load(String name) throws FileNotFoundException {
        Scanner s = new Scanner(new File(name));
        n = s.nextInt();
        total = n * n;
        mode = s.next();
        player = s.next();
        String d = s.next();
        maxDepth = mode.equals("COMPETITION") ? 2 : Integer.parseInt(d);
        value = new int[total];
        owner = new int[total];
        for (int i = 0; i < total; i++) value[i] = s.nextInt();
        for (int r = 0; r < n; r++) {
            String line = s.next();
            for (int c = 0; c < n; c++) {
                String ch = line.substring(c, c + 1);
                if (ch.equals(".")) owner[r * n + c] = 0;
                else if (ch.equals(player)) owner[r * n + c] = 1;
                else owner[r * n + c] = 2;
            }
        }
        s.close();
        buildAdjacency();
    }

    void buildAdjacency() {
        adj = new int[total][];
        for (int i = 0; i < total; i++) {
            ArrayList<Integer> l = new ArrayList<Integer>();
            if (i - n >= 0) l.add(i - n);
            if (i % n > 0) l.add(i - 1);
            if (i % n < n - 1) l.add(i + 1);
            if (i + n < total) l.add(i + n);
            adj[i] = new int[l.size()];
            for (int k = 0; k < l.size(); k++) adj[i][k] = l.get(k);
        }
    }

    int evaluate() {
        int s = 0;
        for (int i = 0; i < total; i++) {
            if (owner[i] == 1) s += value[i];
            else if (owner[i] == 2) s -= value[i];
        }
        return s;
    }

    ArrayList<Step> steps(int who) {
        ArrayList<Step> stakes = new ArrayList<Step>();
        ArrayList<Step> raids = new ArrayList<Step>();
        for (int i = 0; i < total; i++) {
            if (owner[i] != 0) continue;
            stakes.add(new Step(i, Type.STAKE));
            for (int a : adj[i]) {
                if (owner[a] == who) {
                    raids.add(new Step(i, Type.RAID));
                    break;
                }
            }
        }
        stakes.addAll(raids);
        return stakes;
    }

    void make(Step st, int who) {
        owner[st.at] = who;
        st.flippedCount = 0;
        if (st.type == Type.RAID) {
            for (int a : adj[st.at]) {
                if (owner[a] == 3 - who) {
                    owner[a] = who;
                    st.flipped[st.flippedCount++] = a;
                }
            }
        }
    }

    void unmake(Step st, int who) {
        owner[st.at] = 0;
        for (int k = 0; k < st.flippedCount; k++) owner[st.flipped[k]] = 3 - who;
    }

    int minimax(int depth, int who) {
        if (depth == maxDepth) return evaluate();
        ArrayList<Step> list = steps(who);
        if (list.isEmpty()) return evaluate();
        int best = who == 1 ? -100 : 100;
        for (Step st : list) {
            make(st, who);
            int v = minimax(depth + 1, 3 - who);
            unmake(st, who);
            if (who == 1 && v > best) best = v;
            if (who == 2 && v < best) best = v;
        }
        return best;
    }

    int alphaBeta(int depth, int who, int alpha, int beta) {
        if (depth == maxDepth) return evaluate();
        ArrayList<Step> list = steps(who);
        if (list.isEmpty()) return evaluate();
        int best;
        if (who == 1) {
            best = -100;
            for (Step st : list) {
                make(st, who);
                best = Math.max(best, alphaBeta(depth + 1, 2, alpha, beta));
                unmake(st, who);
                if (best >= beta) return best;
                alpha = Math.max(alpha, best);
            }
        } else {
            best = 100;
            for (Step st : list) {
                make(st, who);
                best = Math.min(best, alphaBeta(depth + 1, 1, alpha, beta));
                unmake(st, who);
                if (best <= alpha) return best;
                beta = Math.min(beta, best);
            }
        }
        return best;
    }

    Step search() {
        ArrayList<Step> list = steps(1);
        Step choice = list.get(0);
        int best = -100;
        int alpha = Integer.MIN_VALUE;
        for (Step st : list) {
            make(st, 1);
            int v;
            if (mode.equals("MINIMAX")) v = minimax(1, 2);
            else v = alphaBeta(1, 2, alpha, Integer.MAX_VALUE);
            unmake(st, 1);
            if (v > best) {
                best = v;
                choice = st;
            }
            alpha = Math.max(alpha, best);
        }
        return choice;
    }

    void save(Step st, String name) throws FileNotFoundException {
        make(st, 1);
        String other = player.equals("X") ? "O" : "X";
        StringBuilder sb = new StringBuilder();
        sb.append((char) ('A' + st.at % n)).append(st.at / n + 1);
        sb.append(st.type == Type.STAKE ? " Stake" : " Raid");
        for (int i = 0; i < total; i++) {
            if (i % n == 0) sb.append("\n");
            sb.append(owner[i] == 0 ? "." : owner[i] == 1 ? player : other);
        }
        PrintStream ps = new PrintStream(new File(name));
        ps.print(sb.toString());
        ps.close();
    }

    public static void main(String[] args) throws FileNotFoundException {
        homework h = new homework();
        h.load("input.txt");
        h.save(h.search(), "output.txt");
    }
}
