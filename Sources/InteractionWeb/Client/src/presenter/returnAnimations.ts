import type { ScrollLink } from "../contract/messages";
import type { Aspect } from "./model";
import { playingAnimation } from "./motion";
import type { PlayingAnimation } from "./motion";
import type { PresenterState } from "./presenterState";
import { currentRoles, presentedValue, returnTrack, returnTrackTo } from "./presentationState";
import type { PresentationState } from "./presentationState";
import { captures, staging } from "./timeline";
import type { Track } from "./timeline";
import { linkValue } from "./visibleState";
import type { VisibleState } from "./visibleState";

/** Plays a return animation, for which there is no directive. */
export function playReturn(
  { surface, screen }: PresenterState,
  tracks: Track[],
  aspect: Aspect | undefined,
  before?: PresentationState,
): void {
  if (!tracks.length || surface.reducedMotion) return;
  const timeline = { tracks, captures: [], staging: [] };
  let released = playingAnimation({ kind: "release" }, aspect, timeline, screen.now);
  if (before && aspect === "navigation") {
    released.roles = currentRoles(before);
    released.staging = staging(before.state.navigation?.staging);
    released = withPicturesOf(before.state, released);
  }
  screen.animations = [...screen.animations, released];
}

/** Returns the views of links to their starts. */
export function animateToStart(
  parts: PresenterState,
  links: ScrollLink[],
  aspect: Aspect,
  before: PresentationState,
): void {
  if (!links.some((link) => returnTrackTo(before, link, linkValue(link, 0)))) return;
  // A view at its start gets a track as well, which holds it there.
  const tracks = links.map((link) => {
    const { target = "", property } = link;
    const start = linkValue(link, 0);
    return returnTrack(target, property!, presentedValue(before, property!, target) ?? start, start);
  });
  for (const { dragTarget } of links) if (dragTarget) parts.screen.fingers.removeDrag(dragTarget);
  playReturn(parts, tracks, aspect, before);
}

/** Returns the performance with the snapshots of the interactive transition that it continues. */
export function withPicturesOf(pulled: VisibleState, performance: PlayingAnimation): PlayingAnimation {
  const pages = pulled.pulledPages;
  if (!pages || performance.captures.length) return performance;
  return {
    ...performance,
    captures: captures(pages.captures),
    captureNumber: pages.number ?? 0,
  };
}
