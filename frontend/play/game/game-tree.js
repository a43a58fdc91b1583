/** The game with its variations. A node is the position after its move; the root is the start. */

/** @import { GameNode, Textbook } from "../types.js" */

/** @typedef {Pick<Textbook, "mode" | "depth">} Question */

/**
 * A tree as JSON. Each row has the index of its parent (-1 for the root), the move, the turn and the value.
 * @typedef {object} TreeData
 * @property {string} id
 * @property {string} start
 * @property {{names: string[], moves: string[]} | null} [record]
 * @property {Question | null} [question]
 * @property {boolean} [assisted]
 * @property {[number, string, any, number | null][]} rows
 */

export class Tree {
  /**
   * @param {string} start
   * @param {string} [id]  tells games from the same start apart
   */
  constructor(start, id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`) {
    this.start = start;
    this.id = id;
    /** @type {{names: string[], moves: string[]} | null} who made which moves, where the game is from a record */
    this.record = null;
    /** @type {Question | null} the search that the input.txt of the start asks for */
    this.question = null;
    /** Whether the computer helped the person who plays, moves were taken back, or the game did not begin here. */
    this.assisted = false;
    this.count = 0;
    this.root = this.#node("", null);
  }

  /**
   * Return the child by a move; it is created if it is missing.
   * @param {GameNode} parent
   * @param {string} move
   */
  add(parent, move) {
    let child = parent.children.find((other) => other.move === move);
    if (!child) {
      child = this.#node(move, parent);
      parent.children.push(child);
    }
    parent.next = child;
    return child;
  }

  /**
   * Return the node that these moves lead to from the start; missing nodes are created.
   * @param {string[]} moves
   */
  follow(moves) {
    let node = this.root;
    for (const move of moves) node = this.add(node, move);
    return node;
  }

  /**
   * Return the node that these moves lead to, if it exists.
   * @param {string[]} moves
   */
  find(moves) {
    /** @type {GameNode | undefined} */
    let node = this.root;
    for (const move of moves) node = node?.children.find((child) => child.move === move);
    return node;
  }

  /**
   * Remove a node and its subtree. Return its index among its siblings.
   * @param {GameNode} node
   */
  remove(node) {
    const parent = parentOf(node);
    const place = parent.children.indexOf(node);
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.next === node) parent.next = parent.children[0] ?? null;
    return place;
  }

  /**
   * Restore a removed node and its subtree at its index; the same move may exist again by now.
   * @param {GameNode} node
   * @param {number} [place]
   */
  restore(node, place = Infinity) {
    const twin = parentOf(node).children.find((other) => other.move === node.move);
    if (!twin) parentOf(node).children.splice(place, 0, node);
    else for (const child of node.children) this.restore(Object.assign(child, { parent: twin }));
  }

  /**
   * Make the line that leads to the node the main line.
   * @param {GameNode} node
   */
  promote(node) {
    for (const each of path(node)) {
      const parent = parentOf(each);
      parent.children = [each, ...parent.children.filter((child) => child !== each)];
    }
  }

  /** The tree as plain data, parents before children. */
  toData() {
    /** @type {TreeData["rows"]} */
    const rows = [];
    /** @type {Map<GameNode, number>} */
    const rowOf = new Map([[this.root, -1]]);
    const waiting = [...this.root.children];
    for (let node = waiting.shift(); node; node = waiting.shift()) {
      rowOf.set(node, rows.length);
      rows.push([rowOf.get(/** @type {GameNode} */ (node.parent)) ?? -1, node.move, node.turn, node.value]);
      waiting.push(...node.children);
    }
    const { id, start, record, question, assisted } = this;
    return { id, start, record, question, assisted, rows };
  }

  /**
   * Return the tree of `toData`.
   * @param {TreeData} treedata
   */
  static fromData({ id, start, record = null, question = null, assisted = false, rows }) {
    const tree = new Tree(start, id);
    Object.assign(tree, { record, question, assisted });
    /** @type {GameNode[]} */
    const nodes = [];
    for (const [parent, move, turn, value] of rows) {
      const node = tree.add(parent < 0 ? tree.root : nodes[parent], move);
      // Games saved by version 0.1 call the fields of a turn `words` and `squares`.
      const { words, squares, ...rest } = turn ?? {};
      nodes.push(Object.assign(node, { turn: turn && { text: words, click_path: squares, ...rest }, value }));
    }
    return tree;
  }

  /**
   * @returns {GameNode}
   * @param {string} move
   * @param {GameNode | null} parent
   */
  #node(move, parent) {
    this.count += 1;
    return {
      id: this.count,
      move,
      parent,
      children: [],
      next: null,
      turn: null,
      value: null,
      decision: null,
      position: null,
    };
  }
}

/**
 * The nodes from the first move to this one.
 * @param {GameNode} node
 */
export function path(node) {
  const nodes = [];
  for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
  return nodes;
}

/**
 * The moves from the start to this node.
 * @param {GameNode} node
 */
export const movesTo = (node) => path(node).map((each) => each.move);

/**
 * The nodes from the first move through this one to the end of its line.
 * @param {GameNode} node
 */
export function line(node) {
  const nodes = path(node);
  for (let at = node.next; at; at = at.next) nodes.push(at);
  return nodes;
}

/**
 * Mark the path to the node as the one that stepping forward follows.
 * @param {GameNode} node
 */
export function visit(node) {
  for (let at = node; at.parent; at = at.parent) at.parent.next = at;
}

/**
 * The id of the player who moves at the node, as far as that is known.
 * @param {GameNode} node
 */
export function mover(node) {
  return node.position ? node.position.to_move : (node.children.find((child) => child.turn)?.turn?.player ?? null);
}

/**
 * Whether the node is on the first line of the tree.
 * @param {GameNode} node
 */
export const isMain = (node) => path(node).every((each) => parentOf(each).children[0] === each);

/**
 * The parent of a node that is not the root.
 * @param {GameNode} node
 */
const parentOf = (node) => /** @type {GameNode} */ (node.parent);
