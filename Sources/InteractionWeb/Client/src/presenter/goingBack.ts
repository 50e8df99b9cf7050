import type { Aspect } from "./model";
import { performance } from "./motion";
import type { Motion, Performance } from "./motion";
import { currentRoles, wayBack } from "./stage";
import type { Stage } from "./stage";
import { captures, staging } from "./timeline";
import type { Track } from "./timeline";
import { restingValue } from "./values";
import type { VisibleState } from "./visibleState";

/** Plays what no directive asks for: something goes back to where it belongs. */
export function release(
  stage: Stage,
  tracks: Track[],
  aspect: Aspect | undefined,
  before?: Stage,
): void {
  if (!tracks.length || stage.environment.reducedMotion) return;
  const timeline = { tracks, captures: [], staging: [] };
  let released = performance({ kind: "release" }, aspect, timeline, stage.now);
  if (before && aspect === "navigation") {
    released.roles = currentRoles(before);
    released.staging = staging(before.state.navigation?.staging);
    released = withPicturesOf(before.state, released);
  }
  stage.performances = [...stage.performances, released];
}

/**
 * What goes on from where a finger left the pages goes on with the pictures that were taken for the
 * finger.
 */
export function withPicturesOf(pulled: VisibleState, performance: Performance): Performance {
  const pages = pulled.pulledPages;
  if (!pages || performance.captures.length) return performance;
  return {
    ...performance,
    captures: captures(pages.captures),
    captureNumber: pages.number ?? 0,
  };
}

/** What nothing moves any more goes back to the layout's value. */
export function waysBack(stage: Stage, motions: Motion[]): Track[] {
  return motions.flatMap((each) => wayBack(stage, each, restingValue(each.property)) ?? []);
}
