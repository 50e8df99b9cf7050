import type { FloorState, HoldTarget, ScrollLink } from "../contract/messages";
import { animateToStart, playReturn } from "./returnAnimations";
import { added } from "./unconfirmedRelease";
import type { UnconfirmedRelease } from "./unconfirmedRelease";
import type { Aspect } from "./model";
import type { PlayingAnimation } from "./motion";
import type { PresenterState } from "./presenterState";
import { presentedValue, returnTrack, returnTracks } from "./presentationState";
import type { PresentationState } from "./presentationState";
import { floorPage } from "./targets";
import type { Track } from "./timeline";
import { restingValue } from "./elementValues";
import { visibleState } from "./visibleState";

/**
 * Releases a target whose hold has expired, or which a finger grabs again: its views return (rule
 * D7). Changes only the screen. Returns the releases.
 */
export function releaseTarget(parts: PresenterState, target: HoldTarget, now: number): UnconfirmedRelease {
  const { model, screen } = parts;
  const { state } = screen;
  let [links, aspect]: [ScrollLink[], Aspect] = [state.pageLinks, "navigation"];
  if (target === "floor") {
    screen.fingers.releaseLists(now);
    links = state.floorLinks.filter(({ dragTarget }) => dragTarget === floorPage);
    aspect = "floor";
  } else if (target === "tabs") {
    [links, aspect] = [state.tabLinks, "transition"];
  }
  animateToStart(parts, links, aspect, screen);
  const letGo = added(model.unconfirmedRelease, links);
  screen.state = visibleState(model.settings, letGo);
  return letGo;
}

/** Reverts the floor's animation if the engine has reverted its phase (rules D7, F8). */
export function revertFloor(
  parts: PresenterState,
  ended: PlayingAnimation[],
  phase: FloorState["phase"],
  before: PresentationState,
): void {
  const page = ended.flatMap(({ motions }) => motions.filter(({ target }) => target === floorPage));
  const former = before.state.floor?.phase;
  if (former === "closing" && phase === "open") {
    playReturn(parts, returnTracks(before, page), "floor");
  } else if (former === "opening" && (phase ?? closed) === closed) {
    const tracks = ended.flatMap((each) => returnTracksFromPictures(before, each));
    // The page fades out in place.
    if (presentedValue(before, "opacity", floorPage) !== 0) {
      for (const { target, property } of page) {
        const value = presentedValue(before, property, target);
        if (value === undefined) continue;
        tracks.push(returnTrack(target, property, value, property === "opacity" ? 0 : value));
      }
    }
    playReturn(parts, tracks, "floor");
  }
}

const closed = "closed";

/** Returns the tracks that move the captured views to rest, from where their snapshots are. */
function returnTracksFromPictures(screen: PresentationState, { captures, motions }: PlayingAnimation): Track[] {
  return captures.flatMap((capture) =>
    motions.flatMap(({ target, property }) => {
      const value = presentedValue(screen, property, target);
      const rest = restingValue(property);
      if (target !== capture.target || value === undefined || rest === undefined) return [];
      return value === rest ? [] : returnTrack(capture.subject, property, value, rest);
    }),
  );
}
