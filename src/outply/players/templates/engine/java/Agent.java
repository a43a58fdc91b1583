import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * A simple Warfare engine: reads commands line by line, searches two plies deep, answers with {@code bestmove}.
 *
 * <p>Improve these first: {@code score}, the evaluation of a board, and {@code choose}, which searches only two plies.
 * The process lives for a whole game, so what you compute at one move is still there at the next.
 */
public final class Agent {
    private record Move(int cell, boolean raid) {}

    private static final double RESERVE = 2.0; // seconds of CPU time kept in reserve

    private int size;
    private int[] values;
    private char[] board;
    private char player;

    public static void main(String[] arguments) throws IOException {
        Agent agent = new Agent();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.trim().split("\\s+");
            switch (words[0]) {
                case "isready" -> reply("readyok");
                case "position" -> agent.read(words);
                case "go" -> reply("bestmove " + agent.answer(words));
                case "quit" -> {
                    return;
                }
                default -> {}
            }
        }
    }

    private static void reply(String line) {
        System.out.println(line);
        System.out.flush(); // otherwise the line would wait in a buffer
    }

    /** Reads the words of a command such as {@code position warfare/raid/X/66_76/28_66/X./.. moves A2_Stake}. */
    private void read(String[] words) {
        String[] parts = words[1].split("/");
        player = parts[2].charAt(0);
        size = (parts.length - 3) / 2;
        values = new int[size * size];
        StringBuilder owners = new StringBuilder();
        for (int row = 0; row < size; row++) {
            String[] numbers = parts[3 + row].split("_");
            for (int column = 0; column < size; column++) {
                values[row * size + column] = Integer.parseInt(numbers[column]);
            }
            owners.append(parts[3 + size + row]);
        }
        board = owners.toString().toCharArray();
        for (int index = 3; index < words.length; index++) {
            board = play(board, player, parse(words[index]));
            player = enemy(player);
        }
    }

    /** Returns the move for a command such as {@code go gametime 187250}. */
    private String answer(String[] words) {
        int empty = 0;
        for (char owner : board) {
            if (owner == '.') empty++;
        }
        double seconds = 1.0;
        if (words.length == 3 && words[1].equals("gametime")) {
            seconds = Math.max(0.0, Double.parseDouble(words[2]) / 1000 - RESERVE) / ((empty + 1) / 2);
        } else if (words.length == 3 && words[1].equals("movetime")) {
            seconds = Double.parseDouble(words[2]) / 1000;
        }
        Move move = choose(board, player, cpuSeconds() + seconds);
        char column = (char) ('A' + move.cell % size);
        return "" + column + (move.cell / size + 1) + (move.raid ? "_Raid" : "_Stake");
    }

    /** Returns the move of a word such as {@code C3_Raid}. */
    private Move parse(String word) {
        String[] parts = word.split("_");
        int row = Integer.parseInt(parts[0].substring(1)) - 1;
        return new Move(row * size + parts[0].charAt(0) - 'A', parts[1].equals("Raid"));
    }

    private static char enemy(char player) {
        return player == 'X' ? 'O' : 'X';
    }

    /** Returns the move with the best score after the opponent's best reply, as far as time permits. */
    private Move choose(char[] board, char player, double deadline) {
        char enemy = enemy(player);
        List<Move> moves = moves(board, player);
        // The best moves by the score after one ply come first, in case the time runs out.
        moves.sort((one, other) -> Integer.compare(
                score(play(board, player, other), player), score(play(board, player, one), player)));
        Move best = moves.get(0);
        int highest = Integer.MIN_VALUE;
        for (Move move : moves) {
            if (highest > Integer.MIN_VALUE && cpuSeconds() > deadline) {
                break;
            }
            char[] after = play(board, player, move);
            List<Move> replies = moves(after, enemy);
            int worst = replies.isEmpty() ? score(after, player) : Integer.MAX_VALUE;
            for (Move reply : replies) {
                worst = Math.min(worst, score(play(after, enemy, reply), player));
            }
            if (worst > highest) {
                highest = worst;
                best = move;
            }
        }
        return best;
    }

    private List<Move> moves(char[] board, char player) {
        List<Move> moves = new ArrayList<>();
        for (int cell = 0; cell < board.length; cell++) {
            if (board[cell] != '.') {
                continue;
            }
            moves.add(new Move(cell, false));
            for (int neighbour : neighbours(cell)) {
                if (board[neighbour] == player) {
                    moves.add(new Move(cell, true));
                    break;
                }
            }
        }
        return moves;
    }

    private char[] play(char[] board, char player, Move move) {
        char[] after = board.clone();
        after[move.cell] = player;
        if (move.raid) {
            for (int neighbour : neighbours(move.cell)) {
                if (after[neighbour] != '.') {
                    after[neighbour] = player;
                }
            }
        }
        return after;
    }

    /** Returns the cells above, left, right and below. */
    private int[] neighbours(int cell) {
        int row = cell / size;
        int column = cell % size;
        int[] cells = new int[4];
        int count = 0;
        if (row > 0) cells[count++] = cell - size;
        if (column > 0) cells[count++] = cell - 1;
        if (column + 1 < size) cells[count++] = cell + 1;
        if (row + 1 < size) cells[count++] = cell + size;
        return java.util.Arrays.copyOf(cells, count);
    }

    /** Returns the values of the player's cells minus the values of the opponent's. */
    private int score(char[] board, char player) {
        int total = 0;
        for (int cell = 0; cell < board.length; cell++) {
            if (board[cell] != '.') {
                total += board[cell] == player ? values[cell] : -values[cell];
            }
        }
        return total;
    }

    private static double cpuSeconds() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean ours ? ours.getProcessCpuTime() / 1e9 : 0.0;
    }
}
