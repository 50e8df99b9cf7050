import type { ScrollLink } from "../contract/messages";
import type { Aspect } from "./model";
import { performance } from "./motion";
import type { Performance } from "./motion";
import type { PresenterParts } from "./parts";
import { currentRoles, shown, way, wayBack } from "./shownScreen";
import type { ShownScreen } from "./shownScreen";
import { captures, staging } from "./timeline";
import type { Track } from "./timeline";
import { linkValue } from "./visibleState";
import type { VisibleState } from "./visibleState";

/** Plays a return animation, for which there is no directive. */
export function release(
  { surface, screen }: PresenterParts,
  tracks: Track[],
  aspect: Aspect | undefined,
  before?: ShownScreen,
): void {
  if (!tracks.length || surface.reducedMotion) return;
  const timeline = { tracks, captures: [], staging: [] };
  let released = performance({ kind: "release" }, aspect, timeline, screen.now);
  if (before && aspect === "navigation") {
    released.roles = currentRoles(before);
    released.staging = staging(before.state.navigation?.staging);
    released = withPicturesOf(before.state, released);
  }
  screen.performances = [...screen.performances, released];
}

/** Returns the views of links to their starts. */
export function giveBack(
  parts: PresenterParts,
  links: ScrollLink[],
  aspect: Aspect,
  before: ShownScreen,
): void {
  if (!links.some((link) => wayBack(before, link, linkValue(link, 0)))) return;
  // A view at its start gets a track as well, which holds it there.
  const tracks = links.map((link) => {
    const { target = "", property } = link;
    const start = linkValue(link, 0);
    return way(target, property!, shown(before, property!, target) ?? start, start);
  });
  for (const { dragTarget } of links) if (dragTarget) parts.screen.fingers.forget(dragTarget);
  release(parts, tracks, aspect, before);
}

/** Returns the performance with the snapshots of the interactive transition that it continues. */
export function withPicturesOf(pulled: VisibleState, performance: Performance): Performance {
  const pages = pulled.pulledPages;
  if (!pages || performance.captures.length) return performance;
  return {
    ...performance,
    captures: captures(pages.captures),
    captureNumber: pages.number ?? 0,
  };
}
