/** Steps through the game by the mouse wheel. */

const STEP_PX = 60; // pixels of a step; a notch of a mouse wheel has 100 or more, a touchpad sends a few at a time
const LINE_PX = 20; // pixels of a line, the unit of some wheels

/**
 * Return a function that turns wheel events into steps: −1 for one move back, 1 for one forward, 0 for none yet. The
 * movement of a touchpad is summed up until it is a step; a change of direction begins a new sum.
 * @returns {(event: {deltaY: number, deltaMode: number}) => -1 | 0 | 1}
 */
export function wheelSteps() {
  let sum = 0;
  return ({ deltaY, deltaMode }) => {
    const delta = deltaMode === 1 ? deltaY * LINE_PX : deltaY;
    sum = Math.sign(delta) === Math.sign(sum) ? sum + delta : delta;
    if (Math.abs(sum) < STEP_PX) return 0;
    const step = sum > 0 ? 1 : -1;
    sum = 0;
    return step;
  };
}
