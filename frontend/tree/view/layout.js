/**
 * Layout of the tree. It grows to the right, and a node stands beside the first of its children, so that unfolding a
 * node moves only what is below it on the screen. Only unfolded nodes are visited, so the size of the tree does not
 * matter.
 */

/** @import { Folding, Item, Layout, Tree, Trunk } from "../types.js" */

export const BOX = { width: 214, height: 44, slim: 26, gap: 8, column: 282 };

const PAGE_CHILDREN = 30; // children that are shown at a time
const MAX_LAST_CHILDREN = 6; // if at most this many remain, they are shown as well
const COLUMN_LENGTH = 12; // folded children that stand below one another; longer lists are wrapped

/** @returns {Folding} */
export const folding = ({ showsBest = true } = {}) => ({ open: new Set(), pages: new Map(), showsBest });

/**
 * Which child of its parent a node is, from 0.
 * @param {Tree} tree
 * @param {number} node
 */
export function rankOf(tree, node) {
  let rank = 0;
  for (let child = tree.parent[node] + 1; child < node; child += tree.span[child]) rank += 1;
  return rank;
}

/**
 * The child of that rank.
 * @param {Tree} tree
 * @param {number} node
 * @param {number} rank
 */
export function childAt(tree, node, rank) {
  let child = node + 1;
  for (let seen = 0; seen < rank; seen++) child += tree.span[child];
  return child;
}

/**
 * @param {Tree} tree
 * @param {number} node
 */
const isPaged = (tree, node) => tree.children[node] > PAGE_CHILDREN + MAX_LAST_CHILDREN;

/**
 * Show the page of a node's children that has this rank.
 * @param {Tree} tree
 * @param {Folding} folds
 * @param {number} node
 * @param {number} rank
 */
export function openPage(tree, folds, node, rank) {
  if (!isPaged(tree, node)) return;
  if (!folds.pages.has(node)) folds.pages.set(node, firstPages(tree, folds, node));
  folds.pages.get(node)?.add(Math.floor(rank / PAGE_CHILDREN));
}

/**
 * The first children, and those around the best.
 * @param {Tree} tree
 * @param {Folding} folding
 * @param {number} node
 */
function firstPages(tree, { showsBest }, node) {
  const best = showsBest ? tree.best[node] : -1;
  return new Set([0, best < 0 ? 0 : Math.floor(rankOf(tree, best) / PAGE_CHILDREN)]);
}

/**
 * Unfold whatever hides a node.
 * @param {Tree} tree
 * @param {Folding} folds
 * @param {number} node
 */
export function reveal(tree, folds, node) {
  for (let at = node; tree.parent[at] >= 0; at = tree.parent[at]) {
    folds.open.add(tree.parent[at]);
    if (isPaged(tree, tree.parent[at])) openPage(tree, folds, tree.parent[at], rankOf(tree, at));
  }
}

/**
 * Unfold everything below a node, up to a number of shown nodes.
 * @param {Tree} tree
 * @param {Folding} folds
 * @param {number} node
 * @param {number} most
 */
export function openBelow(tree, folds, node, most) {
  let shown = 0;
  // Level by level, so that whole levels are unfolded.
  for (let row = [node]; row.length && shown < most;) {
    const next = [];
    for (const each of row) {
      if (!tree.children[each] || shown + tree.children[each] > most) continue;
      folds.open.add(each);
      shown += Math.min(tree.children[each], PAGE_CHILDREN);
      for (let child = each + 1, seen = 0; seen < tree.children[each]; seen++, child += tree.span[child])
        next.push(child);
    }
    row = next;
  }
}

/**
 * Compute the places of all unfolded nodes.
 * @param {Folding} folds
 * @param {Folding} [passing]  what is unfolded for now only
 * @param {Tree} tree
 * @returns {Layout}
 */
export function layout(tree, folds, passing) {
  /** @type {Item[]} */
  const items = [];
  /** @type {Trunk[]} */
  const trunks = [];
  /** @type {Layout["lists"]} */
  const lists = [];
  let right = 0;

  /** @param {number} node */
  const isOpen = (node) => tree.children[node] > 0 && (folds.open.has(node) || Boolean(passing?.open.has(node)));
  /** @param {number} node */
  const pagesOf = (node) => {
    const pages = folds.pages.get(node) ?? firstPages(tree, folds, node);
    return new Set([...pages, ...(passing?.pages.get(node) ?? [])]);
  };

  /**
   * @param {Item["kind"]} kind
   * @param {number} node
   * @param {number} level
   * @param {number} y
   * @param {number} height
   * @param {Partial<Item>} more
   */
  function put(kind, node, level, y, height, more) {
    /** @type {Item} */
    const item = {
      id: "",
      kind,
      node,
      level,
      x: level * BOX.column,
      y,
      height,
      open: false,
      rise: 0,
      until: y,
      place: 1,
      of: 1,
      ...more,
    };
    items.push(item);
    right = Math.max(right, item.x);
    return item;
  }

  /**
   * Place a node with what is shown below it, and return where the next thing may stand.
   * @param {number} node
   * @param {number} level
   * @param {number} y
   * @param {number} rank
   * @param {number} of
   * @param {number} rise
   */
  function place(node, level, y, rank, of, rise) {
    const open = isOpen(node);
    const item = put("node", node, level, y, BOX.height, { id: `n${node}`, open, rise, place: rank + 1, of });
    const bottom = y + BOX.height + BOX.gap;
    return open ? Math.max(bottom, placeChildren(item, level + 1, y)) : bottom;
  }

  /**
   * How many children from this one on are folded and not the best: they can stand in several columns.
   * @param {number} node
   * @param {number} child
   * @param {number} rank
   * @param {Set<number> | null} pages
   */
  function listFrom(node, child, rank, pages) {
    if (!folds.showsBest) return 0; // while stepping, nodes keep the order of the search
    let length = 0;
    for (let at = child; rank + length < tree.children[node]; at += tree.span[at], length++)
      if (
        isOpen(at) ||
        at === tree.best[node] ||
        (pages && !pages.has(Math.floor((rank + length) / PAGE_CHILDREN)))
      )
        break;
    return length;
  }

  /**
   * Place folded children in columns, and return where the next thing may stand.
   * @param {number} child
   * @param {number} rank
   * @param {number} length
   * @param {number} level
   * @param {number} top
   * @param {number} y
   * @param {number} of
   */
  function placeList(child, rank, length, level, top, y, of) {
    const columns = Math.ceil(length / COLUMN_LENGTH);
    const rows = Math.ceil(length / columns);
    const pitch = BOX.height + BOX.gap;
    for (let i = 0; i < length; i++, child += tree.span[child]) {
      const [column, row] = [Math.floor(i / rows), i % rows];
      const at = y + row * pitch;
      put("node", child, level, at, BOX.height, {
        id: `n${child}`,
        x: (level + column) * BOX.column,
        rise: column ? 0 : at - top,
        place: rank + i + 1,
        of,
      });
    }
    const x = level * BOX.column;
    lists.push({ x, y, width: (columns - 1) * BOX.column + BOX.width, height: rows * pitch - BOX.gap });
    return y + rows * pitch;
  }

  /**
   * @param {Item} item
   * @param {number} level
   * @param {number} top
   */
  function placeChildren(item, level, top) {
    const { node } = item;
    const count = tree.children[node];
    const of = count + (tree.cut[node] ? 1 : 0);
    const pages = isPaged(tree, node) ? pagesOf(node) : null;
    let [y, last] = [top, top]; // last: where the last line leaves the trunk
    /** @type {Item | null} */
    let hidden = null;
    for (let rank = 0, child = node + 1; rank < count; rank++, child += tree.span[child]) {
      const length = listFrom(node, child, rank, pages);
      if (length > COLUMN_LENGTH) {
        hidden = null;
        y = placeList(child, rank, length, level, top, y, of);
        last = y - BOX.gap - BOX.height / 2;
        for (let i = 1; i < length; i++) child += tree.span[child];
        rank += length - 1;
        continue;
      }
      if (pages && !pages.has(Math.floor(rank / PAGE_CHILDREN))) {
        if (!hidden) {
          last = y + BOX.slim / 2;
          hidden = put("more", node, level, y, BOX.slim, {
            id: `m${node}-${rank}`,
            rise: y - top,
            place: rank + 1,
            of,
            from: rank,
            count: 0,
          });
          y += BOX.slim + BOX.gap;
        }
        hidden.count = (hidden.count ?? 0) + 1;
        continue;
      }
      hidden = null;
      last = y + BOX.height / 2;
      y = place(child, level, y, rank, of, y - top);
    }
    if (tree.cut[node]) {
      last = y + BOX.slim / 2;
      put("stub", node, level, y, BOX.slim, { id: `s${node}`, rise: y - top, place: of, of });
      y += BOX.slim + BOX.gap;
    }
    trunks.push({ node: item, x: level * BOX.column, top, bottom: last });
    item.until = Math.max(item.y, last - BOX.height / 2);
    return y;
  }

  const bottom = place(0, 0, 0, 0, 1, 0);
  return { items, trunks, lists, width: right + BOX.width, height: bottom - BOX.gap };
}

/**
 * Where an item is drawn when the window begins at `top`: an open node stays in sight beside its children.
 * @param {Pick<Item, "y" | "until">} item
 * @param {number} top
 */
export const pinnedY = ({ y, until }, top) => Math.min(until, Math.max(y, top));
