/** Types that the modules of the search tree share. */

import type { Board, Cell, Square } from "../shared/board/types.js";

export type { Cell, Square };

/** The search tree as JSON, described in docs/tree.md. */
export interface TreeDocument {
  format: string;
  version: number;
  game: string;
  title: string;
  variant: string;
  algorithm: "MINIMAX" | "ALPHABETA";
  depth: number;
  evaluation: string;
  max: string;
  min: string;
  names?: Record<string, string>;
  view: Pick<Board, "rows" | "columns" | "pieces" | "shapes" | "colours" | "grid" | "cells"> & {
    players: string[];
  };
  path: string[];
  result: { move: string | null; value: number; principal_variation: string[]; node_count: number };
  window: [number | null, number | null];
  steps: { move: string; squares: Square[]; changes: Cell[] }[];
  deepest: number;
  node_count: number;
  recorded: number;
  plies: number[];
  streams: Record<"children" | "steps" | "values" | "below" | "cut", string>;
  /** The moves that were cut, by the number of the node; null if there are too many. */
  cuts: Record<string, string[]> | null;
  note?: string;
  focus?: string[];
}

/** The arrays of a tree, with one entry per node in the order of visiting. */
export interface TreeArrays {
  document: TreeDocument;
  /** The number of nodes. */
  count: number;
  /** The index of the step that leads to the node; -1 at the root. */
  step: Int32Array;
  /** -1 at the root. */
  parent: Int32Array;
  /** Plies below the root. */
  level: Uint16Array;
  /** The number of children. */
  children: Int32Array;
  /** The number of nodes in the subtree. */
  span: Int32Array;
  /** The number of visits in the subtree, including those that are not loaded. */
  size: Int32Array | Float64Array;
  /** The number of the visit; null if it equals the number of the node. */
  order: Float64Array | null;
  value: Float64Array;
  /** The child that the value comes from; -1 if there is none. */
  best: Int32Array;
  /** The number of moves that were cut. */
  cut: Int32Array;
}

/**
 * A tree. Node 0 is the root; the first child of a node is the next node, and the next sibling of a node comes
 * `span` nodes later. Nodes below a folded leaf (`size` above 1, no children) are counted but not loaded.
 */
export interface Tree extends TreeArrays {
  /** Return the number of the visit, from 0. */
  orderOf(node: number): number;
  isMax(node: number): boolean;
  /** Return whether the node is on the principal variation. */
  isChosen(node: number): boolean;
  /** Return whether the node has visits below it that are not loaded. */
  isFolded(node: number): boolean;
  /** Return the nodes from the root to the node. */
  pathTo(node: number): number[];
}

/** Alpha, beta and the best value so far inside a node. */
export interface Bounds {
  alpha: number;
  beta: number;
  best: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface CameraPosition extends Point {
  scale: number;
}

/** A box of the tree: a node, a stub for moves that were cut, or a range of children that are not shown. */
export interface Item extends Point {
  id: string;
  kind: "node" | "stub" | "more";
  /** The node; of a stub or a range, its parent. */
  node: number;
  level: number;
  height: number;
  /** Whether the children are shown. */
  open: boolean;
  /** The distance up to the parent; 0 for a first child and in the further columns of a wrapped list. */
  rise: number;
  /** How far down the box may be moved to stay in sight beside its children. */
  until: number;
  /** The rank among the siblings, from 1. */
  place: number;
  /** The number of siblings. */
  of: number;
  /** Of a range: the rank of its first child. */
  from?: number;
  /** Of a range: the number of its children. */
  count?: number;
}

/** A vertical line beside the children of a node. */
export interface Trunk {
  /** The parent. */
  node: Item;
  x: number;
  top: number;
  bottom: number;
}

export interface Layout extends Size {
  items: Item[];
  trunks: Trunk[];
  /** The frames of lists in several columns. */
  lists: (Point & Size)[];
}

/** The unfolded nodes, and the visible pages of their children. */
export interface Folding {
  open: Set<number>;
  pages: Map<number, Set<number>>;
  /** Whether the page that contains the best child is always shown. */
  showsBest: boolean;
}

/** An item and the state in which it is drawn. */
export interface Box {
  item: Item;
  tree: Tree;
  /** Whether it is too small to be read. */
  far: boolean;
  phase: "ahead" | "inside" | "done";
  /** What the search knows inside the node. */
  known?: Bounds;
  /** Whether the search is complete. */
  isOver: boolean;
  isFocused: boolean;
  /** Whether the search is at this node. */
  isCurrent: boolean;
  /** Whether its subtree is being loaded. */
  isWaiting: boolean;
}

export interface FocusOptions {
  /** Move the keyboard focus as well. */
  grab?: boolean;
  /** Do not report the change. */
  quiet?: boolean;
}

/** Loads the subtree of a folded leaf. */
export type LoadSubtree = (tree: Tree, node: number) => Promise<Tree>;

export type Camera = ReturnType<typeof import("./view/camera.js").createCamera>;

/** One tree on the screen. */
export interface View {
  tree: Tree;
  canvas: SVGSVGElement;
  readonly folds: Folding;
  laid: Layout;
  /** The id of the focused item. */
  focus: string;
  /** The moment of the search that is shown; null for the whole search. */
  moment: number | null;
  canAsk: boolean;
  camera: Camera;
  element: HTMLElement;
  debugger: ReturnType<typeof import("./panels/debugger.js").createDebugger>;
  find: ReturnType<typeof import("./panels/find.js").createFind>;
  startQuiz(): void;
  /** Ends the quiz about this tree; null if there is none. */
  endQuiz: (() => void) | null;
  isWaiting(node: number): boolean;
  refresh(): void;
  focusOn(id: string, options?: FocusOptions): void;
  focusNode(node: number, options?: FocusOptions): void;
  openOnChosenLine(): void;
  itemOf(id?: string): Item;
  toggle(node: number, open?: boolean): Promise<void>;
  openAll(node: number): void;
  act(item: Item, options?: FocusOptions): void;
  setMoment(moment: number | null): void;
  fit(): void;
  spreadOut(): void;
  drawIn(): void;
}
