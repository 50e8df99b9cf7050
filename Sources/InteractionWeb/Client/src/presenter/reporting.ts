import { layOut } from "./layout";
import { letGo } from "./releases";
import type { EventKind, Stage } from "./stage";

/**
 * What the engine has to hear of: ends of animations that it waits for, and releases that have
 * waited for a verdict for too long. Each is told once.
 */
export function reports(stage: Stage, now: number): EventKind[] {
  advance(stage, now);
  const { unsent } = stage;
  stage.unsent = [];
  return unsent;
}

/** When there is something to report next; Infinity if nothing is waited for. */
export function nextReport({ awaited, hold, now, unsent }: Stage): number {
  return unsent.length ? now : Math.min(hold.deadline, ...awaited.map(({ end }) => end));
}

/** Whether time has changed more than values. */
export function isDue({ performances, awaited, hold }: Stage, now: number): boolean {
  return (
    performances.some(({ end, holds }) => end <= now && !holds) ||
    awaited.some(({ end }) => end <= now) ||
    hold.deadline <= now
  );
}

/** Time has passed. */
export function advance(stage: Stage, now: number): void {
  stage.now = now = Math.max(stage.now, now);
  if (!isDue(stage, now)) return;
  const { deadline } = stage.hold;
  const held = stage.hold.expire(now);
  if (held) letGo(stage, held, deadline);
  stage.performances = stage.performances.filter(({ end, holds }) => end > now || holds);
  for (const { directive, end } of stage.awaited) {
    if (end > now) continue;
    const animationEnded = { directive, outcome: "finished" as const };
    stage.unsent = [...stage.unsent, { animationEnded }];
  }
  stage.awaited = stage.awaited.filter(({ end }) => end > now);
  layOut(stage);
}
