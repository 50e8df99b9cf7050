// The loops of badges, which play until the state ends them (rule B4).
import { same } from "../contract/equality";
import { release } from "./goingBack";
import { badgeAspect } from "./model";
import type { Aspect } from "./model";
import { performance } from "./motion";
import type { Performance } from "./motion";
import type { PresenterParts } from "./parts";
import { start } from "./playing";
import { waysBack } from "./shownScreen";
import type { ShownScreen } from "./shownScreen";
import { timeline } from "./timeline";

/**
 * Starts the loops that are not playing, and replaces the changed ones, from the presented values
 * (rule D2).
 */
export function startLoops(parts: PresenterParts, before: ShownScreen): void {
  const { screen } = parts;
  for (const { tab, loopTimeline } of screen.state.badges) {
    if (!loopTimeline) continue;
    const hasChanged = !before.state.badges.some(
      (each) => each.tab === tab && same(each.loopTimeline, loopTimeline),
    );
    const aspect = badgeAspect(tab);
    if (!hasChanged && screen.performances.some((each) => isLoopOf(aspect, each))) continue;
    const loop = performance({ kind: "loop" }, aspect, timeline(loopTimeline), screen.now);
    start(parts, loop, before);
  }
}

/** Ends the loops that the state no longer contains, with return animations. */
export function endLoops(parts: PresenterParts, before: ShownScreen): void {
  const { screen } = parts;
  for (const { tab, loop = "none" } of screen.state.badges) {
    if (loop !== "none") continue;
    const aspect = badgeAspect(tab);
    const loops = screen.performances.filter((each) => isLoopOf(aspect, each));
    if (!loops.length) continue;
    screen.performances = screen.performances.filter((each) => !loops.includes(each));
    release(parts, waysBack(before, loops.flatMap(({ motions }) => motions)), aspect);
  }
}

function isLoopOf(aspect: Aspect, performance: Performance): boolean {
  return performance.end === Infinity && performance.aspect === aspect;
}
