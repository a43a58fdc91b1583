/** A document becomes arrays: one entry per node, nodes in the order in which they were visited. */

import { derive } from "./derive.js";

/**
 * A tree. Node 0 is the root; the first child of a node is the next node, and the next sibling of a node comes
 * `span` nodes later. Nodes below a folded end (`size` above 1, no children) are counted but not here.
 * @typedef {object} Tree
 * @property {any} document
 * @property {number} count  how many nodes are here
 * @property {Int32Array} step  which of the document's steps led here, -1 at the root
 * @property {Int32Array} parent  -1 at the root
 * @property {Uint16Array} level  plies below this tree's root
 * @property {Int32Array} children  how many
 * @property {Int32Array} span  nodes here and below
 * @property {Int32Array | Float64Array} size  visits here and below, folded ones included
 * @property {Float64Array | null} order  which visit it was, where that is not the node's number
 * @property {Float64Array} value
 * @property {Int32Array} best  the child that the value comes from, -1 for none
 * @property {Int32Array} cut  moves that were not tried
 * @property {(node: number) => number} orderOf  which visit it was, from 0
 * @property {(node: number) => boolean} isMax
 * @property {(node: number) => boolean} isChosen  whether it is on the line that the search expects
 * @property {(node: number) => boolean} isFolded  whether visits below it are not here
 * @property {(node: number) => number[]} pathTo  the nodes from the root down to it
 */

/** @returns {Promise<Tree>} */
export async function decode(document) {
  if (document.format !== "outply-tree") throw new Error("This is not the tree of a search.");
  if (document.version !== 2) throw new Error(`This tree is of version ${document.version}; only 2 can be shown.`);
  const { children, steps, values, below, cut } = document.streams;
  const streams = await Promise.all([
    unpacked(children, Int32Array),
    unpacked(steps, Int32Array),
    unpacked(values, Float64Array), // a value may have more than 32 bits, and so may a count of visits
    unpacked(below, Float64Array),
    unpacked(cut, Int32Array),
  ]);
  return withQuestions(derive(document, ...streams));
}

/** Give a tree the questions that are asked of its nodes. */
export function withQuestions(tree) {
  const parity = tree.document.path.length % 2;
  tree.orderOf = (node) => (tree.order ? tree.order[node] : node);
  tree.isMax = (node) => (tree.level[node] + parity) % 2 === 0;
  tree.isFolded = (node) => tree.children[node] === 0 && tree.size[node] > 1;
  tree.pathTo = (node) => {
    const path = [];
    for (let at = node; at >= 0; at = tree.parent[at]) path.push(at);
    return path.reverse();
  };
  const chosen = new Set();
  for (let at = 0; at >= 0; at = tree.best[at]) chosen.add(at);
  tree.isChosen = (node) => chosen.has(node);
  return tree;
}

async function unpacked(text, Numbers) {
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let at = 0; at < packed.length; at++) packed[at] = letters.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return varints(new Uint8Array(await new Response(stream).arrayBuffer()), Numbers);
}

/** The numbers of a stream: seven bits a byte, the lowest first, the eighth says that more follow. */
function varints(bytes, Numbers) {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) count += bytes[at] < 128 ? 1 : 0;
  const numbers = new Numbers(count);
  for (let at = 0, next = 0; next < count; next++) {
    let byte = bytes[at++];
    let found = byte & 127;
    // Products and not shifts, which end at 32 bits.
    for (let unit = 128; byte > 127; unit *= 128) {
      byte = bytes[at++];
      found += (byte & 127) * unit;
    }
    numbers[next] = found;
  }
  return numbers;
}
