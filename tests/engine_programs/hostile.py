"""An engine that misbehaves in the way that its argument names.

Without an argument it plays Warfare, always on the first empty cell. In Star/Circle it knows the first moves only.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time


def main(way: str) -> None:
    if way == "silent":
        wait()
    if way == "exits at the start":
        sys.exit(3)
    board = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "isready":
            reply("readyok")
        elif word == "position":
            board = rest
        elif word == "go":
            go(way, board)
        elif word == "quit":
            return


def go(way: str, board: str) -> None:
    move = first_move(board)
    if way == "silent at go":
        wait()
    elif way == "floods":
        while True:
            write(b"info string " + b"x" * 4000 + b"\n")
    elif way == "prints an endless line":
        while True:
            write(b"x" * 4096)
    elif way == "prints binary":
        write(bytes(range(256)) * 4 + b"\n\xff\xfe\x00\n\n\n")
    elif way == "answers in binary":
        write(b"bestmove \x00\xff\n")
    elif way == "answers nothing":
        reply("bestmove")
    elif way == "answers nonsense":
        reply("bestmove hello world")
    elif way == "answers an error":
        reply("error I am tired")
    elif way == "answers twice":
        reply(f"bestmove {move}\nbestmove {move}")
        return
    elif way == "spins":
        while True:
            pass
    elif way == "forks":
        os.setpgrp()
        while True:
            with contextlib.suppress(OSError):
                os.fork()
    elif way == "leaves a child that spins":
        if os.fork() == 0:
            while True:
                pass
    elif way == "exits with status 0":
        sys.exit(0)
    elif way == "exits after its move":
        reply(f"bestmove {move}")
        sys.exit(0)
    elif way == "crashes":
        raise ValueError("a bug")
    elif way == "kills all processes":
        os.kill(-1, signal.SIGKILL)
    elif way == "plays an illegal move":
        move = "Z26_Raid"
    elif way == "uses memory":
        blocks = []
        while True:
            blocks.append(bytearray(1 << 20))
    elif way == "uses disk space":
        with open("file", "wb") as file:
            while True:
                file.write(bytes(1 << 20))
    elif way == "closes its output":
        os.close(1)
        wait()
    elif way == "starts a program in the background":
        subprocess.Popen(["sleep", "600"])
    reply(f"info depth 1 value 3 nodes 9 pv {move}")
    reply(f"bestmove {move}")


def first_move(board: str) -> str:
    """Return the Stake on the first empty cell of a position such as `warfare/raid/X/5_1/1_2/../..`."""
    game, _, player, *rows = board.split("/")
    if game == "starcircle":
        return "C1-D2" if player == "Star" else "F2-E1"
    owners = rows[len(rows) // 2 :]
    row, column = next((r, c) for r, line in enumerate(owners) for c, owner in enumerate(line) if owner == ".")
    return f"{chr(ord('A') + column)}{row + 1}_Stake"


def reply(line: str) -> None:
    print(line, flush=True)


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def wait() -> None:
    while True:
        time.sleep(600)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
