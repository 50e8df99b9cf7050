// The loops of badges, which play until the state ends them (rule B4).
import { deepEqual } from "../contract/equality";
import { playReturn } from "./returnAnimations";
import { badgeAspect } from "./model";
import type { Aspect } from "./model";
import { playingAnimation } from "./motion";
import type { PlayingAnimation } from "./motion";
import type { PresenterState } from "./presenterState";
import { start } from "./playing";
import { returnTracks } from "./presentationState";
import type { PresentationState } from "./presentationState";
import { timeline } from "./timeline";

/**
 * Starts the loops that are not playing, and replaces the changed ones, from the presented values
 * (rule D2).
 */
export function startLoops(parts: PresenterState, before: PresentationState): void {
  const { screen } = parts;
  for (const { tab, loopTimeline } of screen.state.badges) {
    if (!loopTimeline) continue;
    const hasChanged = !before.state.badges.some(
      (each) => each.tab === tab && deepEqual(each.loopTimeline, loopTimeline),
    );
    const aspect = badgeAspect(tab);
    if (!hasChanged && screen.animations.some((each) => isLoopOf(aspect, each))) continue;
    const loop = playingAnimation({ kind: "loop" }, aspect, timeline(loopTimeline), screen.now);
    start(parts, loop, before);
  }
}

/** Ends the loops that the state no longer contains, with return animations. */
export function endLoops(parts: PresenterState, before: PresentationState): void {
  const { screen } = parts;
  for (const { tab, loop = "none" } of screen.state.badges) {
    if (loop !== "none") continue;
    const aspect = badgeAspect(tab);
    const loops = screen.animations.filter((each) => isLoopOf(aspect, each));
    if (!loops.length) continue;
    screen.animations = screen.animations.filter((each) => !loops.includes(each));
    playReturn(parts, returnTracks(before, loops.flatMap(({ motions }) => motions)), aspect);
  }
}

function isLoopOf(aspect: Aspect, performance: PlayingAnimation): boolean {
  return performance.end === Infinity && performance.aspect === aspect;
}
