/** Links from and to the play page. */

/** Show the search tree of the position in the address, in a tab of its own. */
export const openSearchTree = () => open(`tree${location.hash}`, "_blank", "noopener");

/**
 * Whether a link leads to another position of the game that is on, and not to a game of its own: a link without moves
 * opens its board as it is.
 * @param {{start: string} | null} tree  the game that is on
 * @param {{start: string, moves: string[]}} link
 */
export const continues = (tree, { start, moves }) => tree?.start === start && moves.length > 0;
