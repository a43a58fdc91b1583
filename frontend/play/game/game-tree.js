/**
 * The game with its branches. A node is the position after its move; the root is the start.
 *
 * @typedef {{id: number, move: string, parent: Node | null, children: Node[], next: Node | null,
 *   turn: import("../state.js").Turn | null, value: number | null, decision: any,
 *   position: import("../state.js").Position | null}} Node
 *   `next` is the child that was visited last, `value` what a search thought of it for the first player, `decision`
 *   the answer of /api/choose that led here.
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
    this.count = 0;
    this.root = this.#node("", null);
  }

  /** Return the child by that move, which is made if it is not there. */
  add(parent, move) {
    let child = parent.children.find((other) => other.move === move);
    if (!child) {
      child = this.#node(move, parent);
      parent.children.push(child);
    }
    parent.next = child;
    return child;
  }

  /** Return the node that these moves lead to from the start, made as far as it is not there. */
  follow(moves) {
    return moves.reduce((node, move) => this.add(node, move), this.root);
  }

  /** Return the node that these moves lead to, if it is there. */
  find(moves) {
    return moves.reduce((node, move) => node?.children.find((child) => child.move === move), this.root);
  }

  /** Take a node and all after it away. Return its place among its siblings. */
  remove(node) {
    const { parent } = node;
    const place = parent.children.indexOf(node);
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.next === node) parent.next = parent.children[0] ?? null;
    return place;
  }

  /** Put a node that was removed, and all after it, to its place again; the same move may be there by now. */
  restore(node, place = Infinity) {
    const twin = node.parent.children.find((other) => other.move === node.move);
    if (!twin) node.parent.children.splice(place, 0, node);
    else for (const child of node.children) this.restore(Object.assign(child, { parent: twin }));
  }

  /** Make the line that leads to the node the first of its siblings, all the way. */
  promote(node) {
    for (const each of path(node)) {
      const { parent } = each;
      parent.children = [each, ...parent.children.filter((child) => child !== each)];
    }
  }

  /** The tree as plain data, parents before children. */
  toData() {
    const rows = [];
    const rowOf = new Map([[this.root, -1]]);
    const waiting = [...this.root.children];
    while (waiting.length) {
      const node = waiting.shift();
      rowOf.set(node, rows.length);
      rows.push([rowOf.get(node.parent), node.move, node.turn, node.value]);
      waiting.push(...node.children);
    }
    return { id: this.id, start: this.start, record: this.record, rows };
  }

  /** Return the tree of `toData`. */
  static fromData({ id, start, record = null, rows }) {
    const tree = new Tree(start, id);
    tree.record = record;
    const nodes = [];
    for (const [parent, move, turn, value] of rows) {
      const node = tree.add(parent < 0 ? tree.root : nodes[parent], move);
      // Games saved by version 0.1 call the fields of a turn `words` and `squares`.
      const { words, squares, ...rest } = turn ?? {};
      nodes.push(Object.assign(node, { turn: turn && { text: words, click_path: squares, ...rest }, value }));
    }
    return tree;
  }

  /** @returns {Node} */
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

/** The nodes from the first move to this one. */
export function path(node) {
  const nodes = [];
  for (let at = node; at.parent; at = at.parent) nodes.unshift(at);
  return nodes;
}

/** The moves from the start to this node. */
export const movesTo = (node) => path(node).map((each) => each.move);

/** The nodes from the first move through this one to the end of its line. */
export function line(node) {
  const nodes = path(node);
  for (let at = node.next; at; at = at.next) nodes.push(at);
  return nodes;
}

/** Mark the way to the node as the one to go again. */
export function visit(node) {
  for (let at = node; at.parent; at = at.parent) at.parent.next = at;
}

/** The id of the player who moves at the node, as far as that is known. */
export function mover(node) {
  return node.position ? node.position.to_move : (node.children.find((child) => child.turn)?.turn.player ?? null);
}

/** Whether the node is on the first line of the tree. */
export const isMain = (node) => path(node).every((each) => each.parent.children[0] === each);
