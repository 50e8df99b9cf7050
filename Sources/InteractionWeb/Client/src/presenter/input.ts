import type { HoldTarget } from "../contract/messages";
import { playingAnimation } from "./motion";
import type { PresenterState } from "./presenterState";
import { start } from "./playing";
import { releaseTarget } from "./releases";
import type { PresentationState } from "./presentationState";
import { edge, floorPage, isList, list, pages, scan } from "./targets";
import { timeline } from "./timeline";
import { visibleState } from "./visibleState";

/**
 * Handles a tap on a tab: reacts at once if the engine's agreement is certain (rule T14). Returns
 * whether it does.
 */
export function tap(parts: PresenterState, tab: number): boolean {
  const { model, screen } = parts;
  const reaction = model.reactions.tap(tab);
  if (reaction?.timeline) {
    const played = timeline(reaction.timeline);
    start(parts, playingAnimation({ kind: "tap", tab }, "selection", played, screen.now), screen.copy());
  }
  return Boolean(reaction);
}

/** Handles a touch on a draggable view: a list, `pages`, `edge`, `scan` or `floor/page`. */
export function touch(parts: PresenterState, target: string): void {
  const { model, pending, screen } = parts;
  const held = heldBy(target);
  if (held && model.hold.grab(held, screen.now)) {
    pending.unsent.push({ holdExpired: { target: held } });
    model.unconfirmedRelease = releaseTarget(parts, held, screen.now);
  }
  screen.fingers.removeDrag(target);
  if (!isList(target)) screen.fingers.touch(target);
}

/**
 * Handles a drag by a translation, pt: downwards on `floor/page` and `scan`, to the right
 * elsewhere.
 */
export function drag({ screen }: PresenterState, target: string, translation: number): void {
  const drag = screen.fingers.drag(target);
  if (drag) drag.translation = translation;
}

/** Handles the lift of the finger. */
export function lift({ model, screen }: PresenterState, target: string): void {
  const held = heldBy(target);
  if (held && awaitsVerdict(screen, target)) {
    const isHeld = model.hold.lift(held, visibleState(model.settings), screen.now);
    if (isHeld && isList(target)) screen.fingers.holdLists();
  }
  release(screen, target);
}

/**
 * Handles the loss of the finger, such as a cancelled touch; its view stays in place until the
 * engine decides.
 */
export function release(screen: PresentationState, target: string): void {
  const drag = screen.fingers.drag(target);
  if (!isFollowed(screen, target)) screen.fingers.removeDrag(target);
  else if (drag) drag.isDown = false;
}

/**
 * Returns whether a release may wait for a decision: of a list, if it is overscrolled in front of
 * the floor; of other views, if they follow the finger.
 */
function awaitsVerdict(screen: PresentationState, target: string): boolean {
  if (!isList(target)) return isFollowed(screen, target);
  return (
    screen.state.floor?.phase !== "open" &&
    screen.fingers.offsets.some(({ source, position }) => list(source) === target && position.y < 0)
  );
}

function isFollowed({ state }: PresentationState, target: string): boolean {
  return state.links.some(({ dragTarget }) => dragTarget === target);
}

/** Returns the hold target of a view; undefined if it has none (rule D7). */
function heldBy(target: string): HoldTarget | undefined {
  if (target === pages) return "tabs";
  if (target === edge || target === scan) return "back";
  return target === floorPage || isList(target) ? "floor" : undefined;
}
