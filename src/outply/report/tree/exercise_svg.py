"""The drawing of an exercise, with blanks to fill in, and the drawing of its solution."""

from __future__ import annotations

from outply.report.tree.exercise import Exercise
from outply.report.tree.svg import MARGIN, MEDIUM_FONT, Drawing
from outply.report.tree.svg_layout import Box
from outply.search.trace import format_window

BLANK_VALUE = "____"
BLANK_WINDOW = "[ ______ , ______ ]"
CROSS = "#b3261e"
CUT_OPACITY = 0.45


class ExerciseDrawing(Drawing):
    """The complete minimax tree with the values of its leaves.

    Inner nodes have blanks for the value and the window of alpha-beta on entry. In the solution they are filled
    in, with `returns ≤ 3` where alpha-beta returns only a bound, and cut branches are crossed out.
    """

    header_height = MARGIN
    row_height = 58.0  # room for handwriting
    box_height = 50.0
    window_font = MEDIUM_FONT
    header_width = 0.0
    overhang = 0.0

    def __init__(self, exercise: Exercise, *, is_solved: bool) -> None:
        self.exercise = exercise
        self.is_solved = is_solved
        super().__init__(exercise.minimax, max_boxes=2 * len(exercise.minimax))
        for box in self.boxes:
            box.is_principal = box.is_principal and is_solved

    def header(self) -> list[str]:
        """Return nothing: the sheet has the title."""
        return []

    def node_texts(self, node: int) -> tuple[str, str, str]:
        """Return the texts of a node: move and value, number of the visit of alpha-beta, window on entry."""
        tree = self.tree
        move = tree.move(node) or "root"
        visited_as = self.exercise.visited_as.get(node)
        order = "" if visited_as is None or not self.is_solved else f"#{visited_as}"
        if not tree.children[node]:
            return f"{move} = {tree.values[node]}", order, ""
        if not self.is_solved:
            return f"{move} = {BLANK_VALUE}", "", BLANK_WINDOW
        value = f"{move} = {tree.values[node]}"
        if visited_as is None:
            return value, "", "cut"
        visit = self.exercise.alphabeta.visits[visited_as]
        window = format_window(visit.alpha_in, visit.beta_in).replace("inf", "∞")
        bound = "" if visit.relation == "=" else f" returns {visit.relation} {visit.value}"
        return value, order, f"{window}{bound}"

    def node(self, box: Box, node: int) -> str:
        """Return the box of a node; in the solution, cut branches are pale and crossed out at their first node."""
        drawn = super().node(box, node)
        if not self.is_solved or node in self.exercise.visited_as:
            return drawn
        pale = f'<g opacity="{CUT_OPACITY}">{drawn}</g>'
        return pale + self.cross(box) if self.exercise.is_cut(node) else pale

    def cross(self, box: Box) -> str:
        """Return a cross over a box."""
        x, y = self.left_middle(box)
        top, bottom, right = y - self.box_height / 2, y + self.box_height / 2, x + self.box_width
        path = f"M{x:g} {top:g}L{right:g} {bottom:g}M{x:g} {bottom:g}L{right:g} {top:g}"
        return f'<path class="cut" fill="none" stroke="{CROSS}" stroke-width="2" d="{path}"/>'
