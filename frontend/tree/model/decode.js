/** Decoding of a tree document into arrays with one entry per node, in the order of visiting. */

import { derive } from "./derive.js";
/** @import { Tree, TreeArrays, TreeDocument } from "../types.js" */

/**
 * @returns {Promise<Tree>}
 * @param {TreeDocument} document
 */
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
  const [counts, indices, encoded, visits, cuts] = streams;
  return withQuestions(derive(document, counts, indices, encoded, visits, cuts));
}

/**
 * Add the methods that answer questions about nodes to a tree.
 * @param {TreeArrays} tree
 * @returns {Tree}
 */
export function withQuestions(tree) {
  const parity = tree.document.path.length % 2;
  const chosen = new Set();
  for (let at = 0; at >= 0; at = tree.best[at]) chosen.add(at);
  return {
    ...tree,
    orderOf: (node) => (tree.order ? tree.order[node] : node),
    isMax: (node) => (tree.level[node] + parity) % 2 === 0,
    isFolded: (node) => tree.children[node] === 0 && tree.size[node] > 1,
    isChosen: (node) => chosen.has(node),
    pathTo: (node) => {
      const path = [];
      for (let at = node; at >= 0; at = tree.parent[at]) path.push(at);
      return path.reverse();
    },
  };
}

/**
 * Decode base64, zlib and varints.
 * @template {Int32Array | Float64Array} Numbers
 * @param {string} text
 * @param {{ new (count: number): Numbers }} Type
 */
async function unpacked(text, Type) {
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let at = 0; at < packed.length; at++) packed[at] = letters.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return varints(new Uint8Array(await new Response(stream).arrayBuffer()), Type);
}

/**
 * The numbers of a stream: varints with seven bits per byte, the lowest first; the eighth bit is set if more bytes follow.
 * @template {Int32Array | Float64Array} Numbers
 * @param {Uint8Array} bytes
 * @param {{ new (count: number): Numbers }} Type
 */
function varints(bytes, Type) {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) count += bytes[at] < 128 ? 1 : 0;
  const numbers = new Type(count);
  for (let at = 0, next = 0; next < count; next++) {
    let byte = bytes[at++];
    let found = byte & 127;
    // Products instead of shifts, which are limited to 32 bits.
    for (let unit = 128; byte > 127; unit *= 128) {
      byte = bytes[at++];
      found += (byte & 127) * unit;
    }
    numbers[next] = found;
  }
  return numbers;
}
