/** Types that the modules of the play page share. The models of the HTTP API are generated: shared/api/api-types.d.ts. */

import type { components } from "../shared/api/api-types.js";
import type { Square } from "../shared/board/types.js";
import type { SearchProgress, TreeSize } from "../shared/search-size.js";
import type { Tree, TreeData } from "./game/game-tree.js";

type Models = components["schemas"];

export type { Square } from "../shared/board/types.js";
export type Cell = Models["CellResponse"];
export type LegalMove = Models["LegalMove"];
export type Turn = Models["TurnResponse"];
export type Position = Models["PositionResponse"];
export type Catalogue = Models["GamesResponse"];
export type Game = Models["GameResponse"];
export type PieceKind = Models["PieceKind"];
export type PlayerEntry = Models["PlayerResponse"];
/** The value of a legal move; an upper bound where alpha-beta has not found more. */
export type MoveValue = Models["MoveValue"] & { is_upper_bound?: boolean };
/** A state of the engine's analysis, or the answer of the textbook search with the settings `textbook`. */
export type Snapshot = Omit<Models["AnalysisSnapshot"], "move_values"> & {
  move_values: MoveValue[];
  textbook?: Textbook;
};
export type Answer = Models["SolveResponse"];
export type StartRequest = Models["StartRequest"];
export type StartResponse = Models["StartResponse"];
export type ChooseResponse = Models["ChooseResponse"];
export type AnalysisEvents = Models["AnalysisEvents"];
export type ReviewedMove = Models["ReviewedMove"];
export type ReviewSummary = Models["ReviewSummary"];

/** The result of a finished game of one person against a computer player. */
export interface GameResult {
  /** The id of the game's tree. */
  id: string;
  /** When it ended, in ISO 8601. */
  date: string;
  game: string;
  rules: string;
  /** Rows and columns. */
  size: [number, number];
  opponent: string;
  outcome: "won" | "drawn" | "lost";
  /** Whether the computer helped, moves were taken back, or the game did not begin here. */
  assisted: boolean;
}

/** A game as the browser keeps it: its tree, the moves to the position on the board, and the players. */
export interface SavedGame {
  tree: TreeData;
  moves: string[];
  players?: string[];
  /** Its last address in the browser's history; only a game of this tab has one. */
  address?: string;
}

/** What the list of saved games shows of a game. */
export interface LibraryEntry {
  id: string;
  start: string;
  /** The name that the user gave it; empty if none. */
  name: string;
  /** Game, rules and board. */
  title: string;
  players: string[];
  /** The names of the players of a game record. */
  names: string[] | null;
  /** The number of moves of the current line. */
  moves: number;
  /** How the current line ended; null if it has not. */
  result: string | null;
  /** When it was last changed, in ISO 8601; empty if unknown. */
  date: string;
}

/** The review of a finished game, as far as it has come. */
export interface GameReview {
  /** All moves of the game. */
  moves: string[];
  /** The reviews of its first moves; of all of them when the review is finished. */
  reviewed: ReviewedMove[];
  /** Null while the review is running. */
  summary: ReviewSummary | null;
  /** The reviews of moves that the user tried instead. */
  tried: ReviewedMove[];
}

/** An attempt to find a better move than a reviewed one. */
export interface Attempt {
  /** The number of the move in the game. */
  number: number;
  /** The position before the move. */
  node: GameNode;
}

/** The settings of a textbook search. */
export interface Textbook {
  mode: Models["SolveRequest"]["mode"];
  depth: number;
  evaluation: string;
}

/** A position of the game tree: the one after `move`. */
export interface GameNode {
  id: number;
  move: string;
  parent: GameNode | null;
  children: GameNode[];
  /** The child that was visited last. */
  next: GameNode | null;
  turn: Turn | null;
  /** The value according to the analysis, for the first player. */
  value: number | null;
  position: Position | null;
  /** The result of the search of the computer player that made the move. */
  decision: ChooseResponse | null;
}

/** A game to open. */
export interface GameToOpen {
  start: string;
  moves?: string[];
  players?: string[];
  /** The names of the players who made the moves, if the game is from a record. */
  names?: string[] | null;
  /** The search that an input.txt asks for. */
  question?: Pick<Textbook, "mode" | "depth"> | null;
  tree?: Tree;
  /** The announcement before the state of the game. */
  announcement?: string;
  /** The entry of the browser's history: a new one, the one of the address, or the one that the game has. */
  entry?: "new" | "pasted" | "old";
}

/** A message about an error, with what can be done about it. */
export interface Problem {
  text: string;
  retry?: () => void;
  fresh?: () => void;
}

/** A message about a removed part of the game, with the action that restores it. */
export interface Notice {
  text: string;
  label: string;
  action: () => void;
}

/** The state of the page. `catalogue`, `tree`, `node` and `position` are null until the first game is open. */
export interface State {
  catalogue: Catalogue;
  tree: Tree;
  /** The current node of the tree. */
  node: GameNode;
  /** The position on the board. */
  position: Position;
  /** The players of both sides: "person" or the name of a computer player. */
  players: string[];
  /** The address of the game: behind its position if moves were made while another game was being opened. */
  address: string;
  /** Whether computer players are paused. */
  paused: boolean;
  /** Whether the user went to this position, so that computer players wait. */
  browsing: boolean;
  /** The side of the computer player that is choosing a move. */
  choosing: number | null;
  /** Whether it was asked to move now. */
  hurried: boolean;
  /** For how many seconds it has been choosing. */
  elapsed: number;
  /** The squares of a move that were clicked already. */
  selected: Square[];
  /** The index of the cell that is pointed at or focused. */
  hover: number | null;
  /** The index of the cell that was tapped once. */
  armed: number | null;
  /** Whether the quieter of two moves on the same squares is played. */
  quiet: boolean;
  /** Whether the best move is marked. */
  hint: boolean;
  /** Whether every position is analysed. */
  analysis: boolean;
  /** Whether the values of all moves are shown. */
  heat: boolean;
  /** The textbook search that analyses instead of the engine. */
  textbook: Textbook | null;
  /** The answer of the textbook search at the current node. */
  answer: Answer | null;
  /** The estimated size of the textbook search that runs, or waits for a decision because it is too large. */
  searchSize: TreeSize | null;
  searchProgress: SearchProgress | null;
  /** What the engine thinks of the answer. */
  opinion: string;
  /** Whether an analysis is running. */
  thinking: boolean;
  /** The state of the analysis, from which everything is drawn. */
  snapshot: Snapshot | null;
  /** The seconds of the running analysis. */
  streamTime: { elapsed: number; limit: number } | null;
  /** The review that is shown. */
  review: GameReview | null;
  attempt: Attempt | null;
  problem: Problem | null;
  notice: Notice | null;
  /** The results of finished games, newest first. */
  results: GameResult[];
  /** Changes whenever the tree changes. */
  treeVersion: number;
  /** The time limit of the analysis. */
  seconds: number;
  /** The pause between moves of computer players, in milliseconds. */
  delay: number;
  /** Whether the first tap on a touch screen only shows what a move does. */
  tapTwice: boolean;
  /** Whether moves and results sound. */
  sound: boolean;
  theme: string;
}
