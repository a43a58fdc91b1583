/** What the search knew at each node, from its leaves: exactly what search/textbook.py computes. */

const UNZIGZAG = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);

/**
 * Walk the tree once, as the search did.
 * @param {any} document
 * @param {Float64Array} children  per node
 * @param {Float64Array} steps  per node but the root
 * @param {Float64Array} values  per end, zigzag
 * @param {Float64Array} below  visits per end, itself included
 * @param {Float64Array} cuts  per inner node
 */
export function derive(document, children, steps, values, below, cuts) {
  const count = children.length;
  const prunes = document.algorithm === "ALPHABETA";
  const tree = emptyTree(document, count);
  const { step, parent, level, span, size, order, value, alphaIn, betaIn, alphaOut, betaOut, best, cut } = tree;
  const parity = document.path.length % 2;
  const missing = new Int32Array(count); // children that are still to come
  let open = -1; // the innermost node that is not done
  let visits = 0;
  let [end, inner] = [0, 0];
  for (let node = 0; node < count; node++) {
    parent[node] = open;
    step[node] = node ? steps[node - 1] : -1;
    level[node] = open < 0 ? 0 : level[open] + 1;
    order[node] = visits;
    alphaIn[node] = alphaOut[node] = open < 0 ? (document.window[0] ?? -Infinity) : alphaOut[open];
    betaIn[node] = betaOut[node] = open < 0 ? (document.window[1] ?? Infinity) : betaOut[open];
    tree.children[node] = missing[node] = children[node];
    best[node] = -1;
    span[node] = 1;
    if (children[node]) {
      size[node] = 1;
      visits += 1;
      cut[node] = cuts[inner++];
      value[node] = (level[node] + parity) % 2 ? Infinity : -Infinity;
      open = node;
      continue;
    }
    size[node] = below[end];
    visits += below[end];
    value[node] = UNZIGZAG(values[end++]);
    // A node that is done tells its value to the one above, which may be done by that.
    for (let done = node; open >= 0; done = open, open = parent[open]) {
      span[open] += span[done];
      size[open] += size[done];
      if ((level[open] + parity) % 2) {
        if (value[done] < value[open]) {
          value[open] = value[done];
          best[open] = done;
        }
        if (prunes && value[open] > alphaOut[open]) betaOut[open] = Math.min(betaOut[open], value[open]);
      } else {
        if (value[done] > value[open]) {
          value[open] = value[done];
          best[open] = done;
        }
        if (prunes && value[open] < betaOut[open]) alphaOut[open] = Math.max(alphaOut[open], value[open]);
      }
      if (--missing[open]) break;
    }
  }
  return tree;
}

/** A tree of so many nodes of which nothing is known. */
export function emptyTree(document, count) {
  return {
    document,
    count,
    step: new Int32Array(count),
    parent: new Int32Array(count),
    level: new Uint16Array(count),
    children: new Int32Array(count),
    span: new Int32Array(count),
    size: new Float64Array(count),
    order: new Float64Array(count),
    value: new Float64Array(count),
    alphaIn: new Float64Array(count),
    betaIn: new Float64Array(count),
    alphaOut: new Float64Array(count),
    betaOut: new Float64Array(count),
    best: new Int32Array(count),
    cut: new Int32Array(count),
  };
}
