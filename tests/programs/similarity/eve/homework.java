import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

class State {
    final int size;
    final String owners;

    State(int size, String owners) {
        this.size = size;
        this.owners = owners;
    }

    int[] near(int cell) {
        return IntStream.of(cell - size, cell + size, cell % size == 0 ? -1 : cell - 1,
                cell % size == size - 1 ? -1 : cell + 1).filter(i -> i >= 0 && i < size * size).toArray();
    }

    boolean isFull() {
        return owners.indexOf('.') < 0;
    }

    State take(int cell, char player, boolean conquers) {
        StringBuilder next = new StringBuilder(owners);
        next.setCharAt(cell, player);
        if (conquers)
            for (int i : near(cell))
                if (owners.charAt(i) != '.') next.setCharAt(i, player);
        return new State(size, next.toString());
    }

    Map<String, State> children(char player) {
        Map<String, State> result = new LinkedHashMap<>();
        for (String kind : new String[] {" Stake", " Raid"})
            for (int cell = owners.indexOf('.'); cell >= 0; cell = owners.indexOf('.', cell + 1)) {
                boolean raid = kind.equals(" Raid");
                if (raid && IntStream.of(near(cell)).noneMatch(i -> owners.charAt(i) == player)) continue;
                String name = "" + (char) (65 + cell % size) + (1 + cell / size) + kind;
                result.put(name, take(cell, player, raid));
            }
        return result;
    }
}

public class homework {
    private final int[] values;
    private final char player;

    homework(int[] values, char player) {
        this.values = values;
        this.player = player;
    }

    static char opponent(char c) {
        return (char) ('X' + 'O' - c);
    }

    long utility(State s) {
        long u = 0;
        for (int i = 0; i < values.length; ++i)
            if (s.owners.charAt(i) != '.') u += s.owners.charAt(i) == player ? values[i] : -values[i];
        return u;
    }

    long maximum(State s, int depth, long a, long b, boolean cut) {
        if (depth == 0 || s.isFull()) return utility(s);
        long v = Long.MIN_VALUE;
        for (State child : s.children(player).values()) {
            v = Math.max(v, minimum(child, depth - 1, a, b, cut));
            if (cut && v >= b) return v;
            a = Math.max(a, v);
        }
        return v;
    }

    long minimum(State s, int depth, long a, long b, boolean cut) {
        if (depth == 0 || s.isFull()) return utility(s);
        long v = Long.MAX_VALUE;
        for (State child : s.children(opponent(player)).values()) {
            v = Math.min(v, maximum(child, depth - 1, a, b, cut));
            if (cut && v <= a) return v;
            b = Math.min(b, v);
        }
        return v;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Paths.get("input.txt"));
        int size = Integer.parseInt(lines.get(0).trim());
        int[] values = lines.subList(4, 4 + size).stream().flatMap(line -> Stream.of(line.trim().split(" +")))
                .mapToInt(Integer::parseInt).toArray();
        State root = new State(size, String.join("", lines.subList(4 + size, 4 + 2 * size)));
        homework solver = new homework(values, lines.get(2).charAt(0));
        int depth = Integer.parseInt(lines.get(3).trim());
        String best = null;
        long bestValue = Long.MIN_VALUE;
        for (Map.Entry<String, State> entry : root.children(solver.player).entrySet()) {
            long value = solver.minimum(entry.getValue(), depth - 1, bestValue, Long.MAX_VALUE,
                    lines.get(1).startsWith("ALPHA"));
            if (best == null || value > bestValue) {
                bestValue = value;
                best = entry.getKey();
            }
        }
        String after = root.children(solver.player).get(best).owners;
        String rows = IntStream.range(0, size).mapToObj(r -> after.substring(r * size, (r + 1) * size))
                .collect(Collectors.joining("\n"));
        Files.write(Paths.get("output.txt"), (best + "\n" + rows).getBytes());
    }
}
