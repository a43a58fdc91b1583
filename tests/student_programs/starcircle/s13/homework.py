#!/usr/bin/env python
# hw2 - adversarial search
import sys

STAR = 1
CIRCLE = 2
DEBUG = False


class Game(object):
    """ squares are numbered 0..63 from the top left (H1) """

    def __init__(self, lines):
        self.player = STAR if lines[0] == "Star" else CIRCLE
        self.alphabeta = lines[1] == "ALPHABETA"
        self.limit = int(lines[2])
        self.kind = [0] * 64
        self.count = [0] * 64
        pos = 0
        for line in lines[3:11]:
            for item in line.split(","):
                if item[0] == "S":
                    self.kind[pos] = STAR
                    self.count[pos] = int(item[1:])
                elif item[0] == "C":
                    self.kind[pos] = CIRCLE
                    self.count[pos] = int(item[1:])
                pos += 1
        numbers = map(int, lines[11].split(","))
        # value of every square, board is upside down compared to the list
        self.weight = [numbers[7 - i / 8] for i in xrange(64)]
        self.visited = 0

    def utility(self):
        u = 0
        for i in xrange(64):
            if self.kind[i] == self.player:
                u += self.weight[i] * self.count[i]
            elif self.kind[i]:
                u -= self.weight[i] * self.count[i]
        return u

    def landing(self, who, r, c):
        if not (0 <= r < 8 and 0 <= c < 8):
            return False
        k = self.kind[8 * r + c]
        if k == 0:
            return True
        if k != who:
            return False
        return (who == STAR and r == 0) or (who == CIRCLE and r == 7)

    def legal(self, who):
        # TODO: is there a nicer way for the order?
        res = []
        d = -1 if who == STAR else 1
        for p in xrange(64):
            if self.kind[p] != who:
                continue
            r, c = p / 8, p % 8
            steps = []
            jumps = []
            for dc in (-1, 1):
                if self.landing(who, r + d, c + dc):
                    steps.append((p, p + 8 * d + dc, None))
                elif self.landing(who, r + 2 * d, c + 2 * dc):
                    mid = p + 8 * d + dc
                    if self.kind[mid] == 3 - who:
                        jumps.append((p, p + 16 * d + 2 * dc, mid))
            if who == STAR:
                res += jumps + steps
            else:
                res += steps + jumps
        return res

    def push(self, mv):
        a, z, mid = mv
        who = self.kind[a]
        self.kind[a] = 0
        self.count[a] = 0
        self.kind[z] = who
        self.count[z] += 1
        if mid is not None:
            self.kind[mid] = 0
            self.count[mid] = 0

    def pop(self, mv):
        a, z, mid = mv
        who = self.kind[z]
        self.kind[a] = who
        self.count[a] = 1
        self.count[z] -= 1
        if self.count[z] == 0:
            self.kind[z] = 0
        if mid is not None:
            self.kind[mid] = 3 - who
            self.count[mid] = 1

    def over(self):
        return STAR not in self.kind or CIRCLE not in self.kind

    def search(self, who, depth, passed, alpha, beta):
        """passed = how many passes in a row led here. returns (value, move)"""
        self.visited += 1
        if DEBUG:
            print "  " * depth, who, alpha, beta
        if depth == self.limit or passed > 1 or self.over():
            return self.utility(), None
        moves = self.legal(who)
        if not moves:
            v, _ = self.search(3 - who, depth + 1, passed + 1, alpha, beta)
            return v, None
        best = None
        bestmove = None
        for mv in moves:
            self.push(mv)
            v, _ = self.search(3 - who, depth + 1, 0, alpha, beta)
            self.pop(mv)
            if who == self.player:
                if best is None or v > best:
                    best, bestmove = v, mv
                if self.alphabeta:
                    if best >= beta:
                        break
                    alpha = max(alpha, best)
            else:
                if best is None or v < best:
                    best, bestmove = v, mv
                if self.alphabeta:
                    if best <= alpha:
                        break
                    beta = min(beta, best)
        return best, bestmove


def square(p):
    return "HGFEDCBA"[p / 8] + str(p % 8 + 1)


def main():
    lines = open("input.txt").read().split()
    g = Game(lines)
    value, move = g.search(g.player, 0, 0, -sys.maxint, sys.maxint)
    if move is None:
        text = "pass"
    else:
        text = square(move[0]) + "-" + square(move[1])
        g.push(move)
    result = [text, str(g.utility()), str(value), str(g.visited)]
    if DEBUG:
        print result
    o = open("output.txt", "w")
    o.write("\n".join(result))
    o.close()


main()
