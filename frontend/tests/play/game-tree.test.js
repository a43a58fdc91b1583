/** The game with its variations. */

import assert from "node:assert/strict";
import test from "node:test";
import { Tree, isMain, line, mover, movesTo, path, visit } from "../../play/game/game-tree.js";

function forked() {
  const tree = new Tree("start", "id");
  const main = tree.follow(["a", "b", "c"]);
  const side = tree.follow(["a", "x"]);
  return { tree, main, side };
}

test("following known moves adds no node", () => {
  const { tree, main } = forked();
  const before = tree.count;
  assert.equal(tree.follow(["a", "b", "c"]), main);
  assert.equal(tree.count, before);
  assert.deepEqual(movesTo(main), ["a", "b", "c"]);
});

test("find returns a node only if all moves are in the tree", () => {
  const { tree, main } = forked();
  assert.equal(tree.find(["a", "b", "c"]), main);
  assert.equal(tree.find([]), tree.root);
  assert.equal(tree.find(["a", "b", "q"]), undefined);
  assert.equal(tree.find(["q", "b"]), undefined);
});

test("the line goes through the children that were visited last", () => {
  const { tree, main, side } = forked();
  assert.deepEqual(
    line(tree.root).map((node) => node.move),
    ["a", "x"],
  );
  visit(main);
  assert.deepEqual(
    line(tree.root).map((node) => node.move),
    ["a", "b", "c"],
  );
  assert.deepEqual(
    path(side).map((node) => node.move),
    ["a", "x"],
  );
});

test("a removed variation can be restored at its place", () => {
  const { tree, main, side } = forked();
  const [, b] = path(main);
  const place = tree.remove(b);
  assert.equal(tree.find(["a", "b"]), undefined);
  assert.equal(side.parent?.next, side);
  tree.restore(b, place);
  assert.equal(tree.find(["a", "b", "c"]), main);
  assert.deepEqual(
    b.parent?.children.map((node) => node.move),
    ["b", "x"],
  );
});

test("restoring a move that was played again merges the variations", () => {
  const { tree, main } = forked();
  const [, b] = path(main);
  tree.remove(b);
  tree.follow(["a", "b", "d"]);
  tree.restore(b);
  assert.deepEqual(
    tree.find(["a", "b"])?.children.map((node) => node.move),
    ["d", "c"],
  );
});

test("a promoted variation becomes the main line", () => {
  const { tree, main, side } = forked();
  assert.ok(isMain(main));
  tree.promote(side);
  assert.ok(isMain(side));
  assert.ok(!isMain(main));
});

test("a tree survives conversion to data", () => {
  const { tree, side } = forked();
  side.value = 7;
  tree.record = { names: ["anna", "bert"], moves: ["a", "b", "c"] };
  const copy = Tree.fromData(JSON.parse(JSON.stringify(tree.toData())));
  assert.deepEqual(copy.toData(), tree.toData());
  assert.equal(copy.find(["a", "x"])?.value, 7);
});

test("games saved by version 0.1 have other names for the fields of a turn", () => {
  const turn = { player: "X", name: "X", words: "a Raid", squares: [[0, 0]], move: "a", score: 3 };
  const tree = Tree.fromData({ id: "i", start: "s", rows: [[-1, "a", turn, null]] });
  const read = tree.find(["a"])?.turn;
  assert.equal(read?.text, "a Raid");
  assert.deepEqual(read?.click_path, [[0, 0]]);
});

test("the mover of a node without a position is known from a child", () => {
  const { tree, main } = forked();
  assert.equal(mover(tree.root), null);
  Object.assign(main, { turn: { player: "O" } });
  assert.equal(mover(/** @type {any} */ (main.parent)), "O");
});
