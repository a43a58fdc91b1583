import java.io.*;
import java.util.*;

public class homework
{
	static String player;
	static int DEPTH;
	static boolean AB;
	static int nodeCnt = 0;
	static int[] vals = new int[8];

	// a piece is {row, col, number}; row 1..8 = A..H
	static class Position
	{
		TreeMap<Integer, Integer> star = new TreeMap<Integer, Integer>();
		TreeMap<Integer, Integer> circle = new TreeMap<Integer, Integer>();

		Position copy()
		{
			Position p = new Position();
			p.star.putAll(star);
			p.circle.putAll(circle);
			return p;
		}

		TreeMap<Integer, Integer> of(boolean isStar)
		{
			return isStar ? star : circle;
		}
	}

	// key so that the natural order is the order of the figure: H1 H2 .. H8 G1 .. A8
	static int key(int row, int col)
	{
		return (8 - row) * 8 + (col - 1);
	}

	static int rowOf(int key)
	{
		return 8 - key / 8;
	}

	static int colOf(int key)
	{
		return key % 8 + 1;
	}

	static String name(int key)
	{
		return "" + (char) ('A' + rowOf(key) - 1) + colOf(key);
	}

	static boolean landing(Position pos, boolean isStar, int row, int col)
	{
		if (row < 1 || row > 8 || col < 1 || col > 8) return false;
		int k = key(row, col);
		if (pos.of(!isStar).containsKey(k)) return false;
		if (pos.of(isStar).containsKey(k)) return row == (isStar ? 8 : 1);
		return true;
	}

	// the moves of one side, {from, to}
	static List<int[]> findMoves(Position pos, boolean isStar)
	{
		List<int[]> result = new ArrayList<int[]>();
		int f = isStar ? 1 : -1;
		for (int from : pos.of(isStar).keySet())
		{
			TreeSet<Integer> targets = new TreeSet<Integer>();
			int r = rowOf(from), c = colOf(from);
			for (int d = -1; d <= 1; d += 2)
			{
				if (landing(pos, isStar, r + f, c + d))
				{
					targets.add(key(r + f, c + d));
				}
				else if (c + d >= 1 && c + d <= 8 && pos.of(!isStar).containsKey(key(r + f, c + d)) && landing(pos, isStar, r + 2 * f, c + 2 * d))
				{
					targets.add(key(r + 2 * f, c + 2 * d));
				}
			}
			for (int to : targets) result.add(new int[] { from, to });
		}
		return result;
	}

	static Position play(Position pos, boolean isStar, int[] mv)
	{
		Position p = pos.copy();
		TreeMap<Integer, Integer> mine = p.of(isStar);
		mine.remove(mv[0]);
		if (mine.containsKey(mv[1])) mine.put(mv[1], mine.get(mv[1]) + 1);
		else mine.put(mv[1], 1);
		int r = rowOf(mv[0]), r2 = rowOf(mv[1]);
		if (Math.abs(r - r2) > 1)
		{
			p.of(!isStar).remove(key((r + r2) / 2, (colOf(mv[0]) + colOf(mv[1])) / 2));
		}
		return p;
	}

	static int utility(Position pos)
	{
		int u = 0;
		for (Map.Entry<Integer, Integer> e : pos.star.entrySet()) u += e.getValue() * vals[rowOf(e.getKey()) - 1];
		for (Map.Entry<Integer, Integer> e : pos.circle.entrySet()) u -= e.getValue() * vals[8 - rowOf(e.getKey())];
		return player.equals("Star") ? u : -u;
	}

	static class Result
	{
		int value;
		int[] move;   // null: pass

		Result(int v, int[] m)
		{
			value = v;
			move = m;
		}
	}

	static Result search(Position pos, boolean starsTurn, int depth, int passed, int alpha, int beta)
	{
		nodeCnt++;
		if (depth == DEPTH || passed == 2) return new Result(utility(pos), null);
		List<int[]> list = findMoves(pos, starsTurn);
		if (list.size() == 0)
		{
			return new Result(search(pos, !starsTurn, depth + 1, passed + 1, alpha, beta).value, null);
		}
		boolean isMax = starsTurn == player.equals("Star");
		Result best = null;
		for (int[] mv : list)
		{
			int v = search(play(pos, starsTurn, mv), !starsTurn, depth + 1, 0, alpha, beta).value;
			if (best == null || (isMax && v > best.value) || (!isMax && v < best.value))
			{
				best = new Result(v, mv);
			}
			if (AB)
			{
				if (isMax)
				{
					if (best.value >= beta) break;
					alpha = Math.max(alpha, best.value);
				}
				else
				{
					if (best.value <= alpha) break;
					beta = Math.min(beta, best.value);
				}
			}
		}
		return best;
	}

	public static void main(String[] args) throws Exception
	{
		Scanner in = new Scanner(new FileReader("input.txt"));
		player = in.next();
		AB = in.next().equals("ALPHABETA");
		DEPTH = in.nextInt();
		in.nextLine();
		Position start = new Position();
		for (int row = 8; row >= 1; row--)
		{
			StringTokenizer st = new StringTokenizer(in.nextLine(), ", \r");
			for (int col = 1; col <= 8; col++)
			{
				String x = st.nextToken();
				if (x.charAt(0) == 'S') start.star.put(key(row, col), Integer.valueOf(x.substring(1)));
				if (x.charAt(0) == 'C') start.circle.put(key(row, col), Integer.valueOf(x.substring(1)));
			}
		}
		StringTokenizer st = new StringTokenizer(in.nextLine(), ", \r");
		for (int i = 0; i < 8; i++) vals[i] = Integer.parseInt(st.nextToken());
		in.close();

		Result r = search(start, player.equals("Star"), 0, 0, -Integer.MAX_VALUE, Integer.MAX_VALUE);
		Position next = start;
		String text = "pass";
		if (r.move != null)
		{
			next = play(start, player.equals("Star"), r.move);
			text = name(r.move[0]) + "-" + name(r.move[1]);
		}
		PrintStream out = new PrintStream("output.txt");
		out.print(text + "\n" + utility(next) + "\n" + r.value + "\n" + nodeCnt);
		out.close();
	}
}
