"""Takes a tenth of a second more than is left."""

import os

with open("input.txt") as file:
    left = float(file.read().split("\n")[3])
while os.times().user < left + 0.1:
    sum(range(100_000))
