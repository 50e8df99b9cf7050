import type { FloorState, HoldTarget, ScrollLink } from "../contract/messages";
import { giveBack, release } from "./goingBack";
import { added } from "./letGo";
import type { LetGo } from "./letGo";
import type { Aspect } from "./model";
import type { Performance } from "./motion";
import type { PresenterParts } from "./parts";
import { shown, way, waysBack } from "./shownScreen";
import type { ShownScreen } from "./shownScreen";
import { floorPage } from "./targets";
import type { Track } from "./timeline";
import { restingValue } from "./values";
import { visibleState } from "./visibleState";

/**
 * Releases a target whose hold has expired, or which a finger grabs again: its views return (rule
 * D7). Changes only the screen. Returns the releases.
 */
export function letGo(parts: PresenterParts, target: HoldTarget, now: number): LetGo {
  const { model, screen } = parts;
  const { state } = screen;
  let [links, aspect]: [ScrollLink[], Aspect] = [state.pageLinks, "navigation"];
  if (target === "floor") {
    screen.fingers.freeLists(now);
    links = state.floorLinks.filter(({ dragTarget }) => dragTarget === floorPage);
    aspect = "floor";
  } else if (target === "tabs") {
    [links, aspect] = [state.tabLinks, "transition"];
  }
  giveBack(parts, links, aspect, screen);
  const letGo = added(model.letGo, links);
  screen.state = visibleState(model.settings, letGo);
  return letGo;
}

/** Reverts the floor's animation if the engine has reverted its phase (rules D7, F8). */
export function takeBack(
  parts: PresenterParts,
  ended: Performance[],
  phase: FloorState["phase"],
  before: ShownScreen,
): void {
  const page = ended.flatMap(({ motions }) => motions.filter(({ target }) => target === floorPage));
  const former = before.state.floor?.phase;
  if (former === "closing" && phase === "open") {
    release(parts, waysBack(before, page), "floor");
  } else if (former === "opening" && (phase ?? closed) === closed) {
    const tracks = ended.flatMap((each) => waysBackFromPictures(before, each));
    // The page fades out in place.
    if (shown(before, "opacity", floorPage) !== 0) {
      for (const { target, property } of page) {
        const value = shown(before, property, target);
        if (value === undefined) continue;
        tracks.push(way(target, property, value, property === "opacity" ? 0 : value));
      }
    }
    release(parts, tracks, "floor");
  }
}

const closed = "closed";

/** Returns the tracks that move the captured views to rest, from where their snapshots are. */
function waysBackFromPictures(screen: ShownScreen, { captures, motions }: Performance): Track[] {
  return captures.flatMap((capture) =>
    motions.flatMap(({ target, property }) => {
      const value = shown(screen, property, target);
      const rest = restingValue(property);
      if (target !== capture.target || value === undefined || rest === undefined) return [];
      return value === rest ? [] : way(capture.subject, property, value, rest);
    }),
  );
}
