import type { HoldTarget } from "../contract/messages";
import { performance } from "./motion";
import type { PresenterParts } from "./parts";
import { start } from "./playing";
import { letGo } from "./releases";
import type { ShownScreen } from "./shownScreen";
import { edge, floorPage, isList, list, pages, scan } from "./targets";
import { timeline } from "./timeline";
import { visibleState } from "./visibleState";

/**
 * A finger has tapped a tab: reacts at once where the engine is known to agree (rule T14).
 * Returns whether it does.
 */
export function tap(parts: PresenterParts, tab: number): boolean {
  const { model, screen } = parts;
  const reaction = model.reactions.tap(tab);
  if (reaction?.timeline) {
    const played = timeline(reaction.timeline);
    start(parts, performance({ kind: "tap", tab }, "selection", played, screen.now), screen.copy());
  }
  return Boolean(reaction);
}

/** A finger takes hold of a view: a list, `pages`, `edge`, `scan` or `floor/page`. */
export function touch(parts: PresenterParts, target: string): void {
  const { model, pending, screen } = parts;
  const held = heldBy(target);
  if (held && model.hold.grab(held, screen.now)) {
    pending.unsent.push({ holdExpired: { target: held } });
    model.letGo = letGo(parts, held, screen.now);
  }
  screen.fingers.forget(target);
  if (!isList(target)) screen.fingers.touch(target);
}

/**
 * That finger has dragged so far, pt: downwards on `floor/page` and `scan`, to the right elsewhere.
 */
export function drag({ screen }: PresenterParts, target: string, translation: number): void {
  const drag = screen.fingers.drag(target);
  if (drag) drag.translation = translation;
}

/** That finger lifts. */
export function lift({ model, screen }: PresenterParts, target: string): void {
  const held = heldBy(target);
  if (held && awaitsVerdict(screen, target)) {
    const isHeld = model.hold.lift(held, visibleState(model.settings), screen.now);
    if (isHeld && isList(target)) screen.fingers.holdLists();
  }
  release(screen, target);
}

/**
 * That finger is gone, such as by the system; what follows it stays where it is until the engine
 * says where to.
 */
export function release(screen: ShownScreen, target: string): void {
  const drag = screen.fingers.drag(target);
  if (!isFollowed(screen, target)) screen.fingers.forget(target);
  else if (drag) drag.isDown = false;
}

/**
 * Whether a release of the view is something to decide about, if the engine says so: of a list,
 * while it is pulled down in front of the floor; of what else follows a finger, while it does.
 */
function awaitsVerdict(screen: ShownScreen, target: string): boolean {
  if (!isList(target)) return isFollowed(screen, target);
  return (
    screen.state.floor?.phase !== "open" &&
    screen.fingers.offsets.some(({ source, position }) => list(source) === target && position.y < 0)
  );
}

function isFollowed({ state }: ShownScreen, target: string): boolean {
  return state.links.some(({ dragTarget }) => dragTarget === target);
}

/** What a release of the view holds, if anything (rule D7). */
function heldBy(target: string): HoldTarget | undefined {
  if (target === pages) return "tabs";
  if (target === edge || target === scan) return "back";
  return target === floorPage || isList(target) ? "floor" : undefined;
}
