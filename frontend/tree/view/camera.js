/** The visible part of the tree: pan by drag or scroll; zoom by wheel, pinch or buttons. */

import { mayMove } from "../../shared/dom.js";
/** @import { Camera, CameraPosition, Point, Size } from "../types.js" */

const MAX_SCALE = 2.5;
const MIN_SCALE = 0.04;
export const READABLE_SCALE = 0.55; // the scale at which a box can be read
const MARGIN_PX = 16;
const BUTTONS_PX = 44; // at the bottom, where the zoom buttons are
const GLIDE_MS = 180; // milliseconds of a movement

/**
 * A camera on an SVG element, whose contents are in `world`.
 * @param {SVGSVGElement} canvas
 * @param {SVGGElement} world
 * @param {() => void} moved  called when another part is in sight
 */
export function createCamera(canvas, world, moved) {
  const at = { x: MARGIN_PX, y: MARGIN_PX, scale: 1 };
  let gliding = 0;

  function apply() {
    world.setAttribute("transform", `translate(${at.x} ${at.y}) scale(${at.scale})`);
    moved();
  }

  /** @param {CameraPosition} to */
  function go(to) {
    cancelAnimationFrame(gliding);
    if (!mayMove()) {
      Object.assign(at, to);
      apply();
      return;
    }
    const from = { ...at };
    const begun = performance.now();
    /** @param {number} now */
    const frame = (now) => {
      const part = Math.min(1, Math.max(0, (now - begun) / GLIDE_MS));
      const eased = 1 - (1 - part) ** 3;
      for (const key of /** @type {const} */ (["x", "y", "scale"]))
        at[key] = from[key] + (to[key] - from[key]) * eased;
      apply();
      if (part < 1) gliding = requestAnimationFrame(frame);
    };
    gliding = requestAnimationFrame(frame);
  }

  const size = () => ({ width: canvas.clientWidth || 1, height: canvas.clientHeight || 1 });

  /** @param {number} factor */
  function zoomAt(factor, px = size().width / 2, py = size().height / 2) {
    cancelAnimationFrame(gliding);
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, at.scale * factor));
    at.x = px - ((px - at.x) * scale) / at.scale;
    at.y = py - ((py - at.y) * scale) / at.scale;
    at.scale = scale;
    apply();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  function panBy(dx, dy) {
    cancelAnimationFrame(gliding);
    at.x += dx;
    at.y += dy;
    apply();
  }

  /**
   * Show the whole tree, at most at its natural size.
   * @param {Size} size
   */
  function fit({ width, height }) {
    const room = size();
    const wanted = Math.min((room.width - 2 * MARGIN_PX) / (width + 70), (room.height - 2 * MARGIN_PX) / height);
    const scale = Math.min(1, Math.max(MIN_SCALE, wanted));
    go({ scale, x: MARGIN_PX, y: MARGIN_PX });
  }

  /**
   * Set the scale at which a width fits, at most the natural size and at least a readable one; without animation.
   * @param {number} width
   */
  function fitWidth(width) {
    cancelAnimationFrame(gliding);
    at.scale = Math.min(1, Math.max(READABLE_SCALE, (size().width - 2 * MARGIN_PX) / width));
    apply();
  }

  /**
   * Bring something into sight, with the least movement.
   * @param {Point & Size} point
   */
  function keep({ x, y, width, height }, nearest = at.scale) {
    const room = size();
    const scale = Math.max(at.scale, nearest);
    /**
     * @param {number} offset
     * @param {number} from
     * @param {number} length
     * @param {number} space
     */
    const inside = (offset, from, length, space) => {
      const low = MARGIN_PX - from * scale;
      const high = space - MARGIN_PX - (from + length) * scale;
      return low > high ? low : Math.min(high, Math.max(low, offset));
    };
    const to = {
      scale,
      x: inside(at.x, x, width, room.width),
      y: inside(at.y, y, height, room.height - BUTTONS_PX),
    };
    if (to.x !== at.x || to.y !== at.y || to.scale !== at.scale) go(to);
  }

  /** What is in sight, in the tree's own lengths. */
  function sight() {
    const { width, height } = size();
    return {
      left: -at.x / at.scale,
      top: -at.y / at.scale,
      right: (width - at.x) / at.scale,
      bottom: (height - at.y) / at.scale,
    };
  }

  listenToHands(canvas, { panBy, zoomAt });
  apply();
  return { at, apply, zoomAt, panBy, fit, fitWidth, keep, sight };
}

/**
 * Pan and zoom by mouse, pen and touch.
 * @param {SVGSVGElement} canvas
 * @param {Pick<Camera, "panBy" | "zoomAt">} pick
 */
function listenToHands(canvas, { panBy, zoomAt }) {
  const held = new Map();
  let dragged = false;

  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 20 : 1;
      if (event.shiftKey) {
        panBy(-(event.deltaX + event.deltaY) * unit, 0);
        return;
      }
      const box = canvas.getBoundingClientRect();
      zoomAt(
        Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)),
        event.clientX - box.left,
        event.clientY - box.top,
      );
    },
    { passive: false },
  );
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    held.set(event.pointerId, {
      x: event.clientX,
      y: event.clientY,
      startX: event.clientX,
      startY: event.clientY,
    });
    if (held.size === 1) dragged = false;
  });
  canvas.addEventListener("pointermove", (event) => {
    const finger = held.get(event.pointerId);
    if (!finger) return;
    if (!dragged && Math.hypot(event.clientX - finger.startX, event.clientY - finger.startY) < 5) return;
    if (!dragged) {
      dragged = true;
      canvas.setPointerCapture(event.pointerId);
    }
    const other = [...held.entries()].find(([id]) => id !== event.pointerId)?.[1];
    const before = { ...finger };
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (!other) {
      panBy(finger.x - before.x, finger.y - before.y);
      return;
    }
    const box = canvas.getBoundingClientRect();
    /** @param {Point} one */
    const apart = (one) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
    panBy((finger.x - before.x) / 2, (finger.y - before.y) / 2);
    zoomAt(apart(finger) / apart(before), (finger.x + other.x) / 2 - box.left, (finger.y + other.y) / 2 - box.top);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"]))
    canvas.addEventListener(end, (event) => held.delete(event.pointerId));
  // The end of a drag is not a click.
  canvas.addEventListener(
    "click",
    (event) => {
      if (!dragged) return;
      dragged = false;
      event.stopPropagation();
    },
    { capture: true },
  );
}
