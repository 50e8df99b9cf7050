import type { EventPayload } from "./pendingReports";
import type { UnconfirmedRelease } from "./unconfirmedRelease";
import { PresenterState } from "./presenterState";
import { releaseTarget } from "./releases";
import { frame, layOut } from "./layout";
import type { PresentedScene } from "./scene";

/**
 * Returns the reports that are due: awaited ends of animations, and expired holds. Each is returned
 * once.
 */
export function reports(parts: PresenterState, now: number): EventPayload[] {
  if (advance(parts, now)) layOut(parts);
  return parts.pending.take();
}

/** The time of the next report; Infinity if none is awaited. */
export function nextReport({ model, pending, screen }: PresenterState): number {
  return pending.unsent.length ? screen.now : Math.min(model.hold.deadline, pending.nextEnd);
}

/** Returns the scene to draw at `now`. */
export function scene(parts: PresenterState, now: number): PresentedScene {
  const { surface, model, screen } = parts;
  if (!isDue(parts, now)) return frame(screen, now);
  const later = new PresenterState(surface, model, screen.copy());
  advanceScreen(later, now);
  layOut(later);
  return frame(later.screen, now);
}

/** Advances the time. Returns whether the scene must be laid out again. */
export function advance(parts: PresenterState, now: number): boolean {
  const { model, pending } = parts;
  const hasChanged = isDue(parts, now);
  const letGo = advanceScreen(parts, now);
  const target = model.hold.expire(now);
  if (target) pending.unsent.push({ holdExpired: { target } });
  model.unconfirmedRelease = letGo;
  pending.advance(now);
  return hasChanged;
}

/** Returns whether time has changed more than animated values. */
function isDue({ model, pending, screen }: PresenterState, now: number): boolean {
  return (
    screen.animations.some(({ end, holds }) => end <= now && !holds) ||
    Math.min(pending.nextEnd, model.hold.deadline) <= now
  );
}

/** Advances the time of the screen alone. Returns the releases. */
function advanceScreen(parts: PresenterState, now: number): UnconfirmedRelease {
  const { model, screen } = parts;
  const { deadline, target } = model.hold;
  screen.now = Math.max(screen.now, now);
  const released = target && deadline <= now ? releaseTarget(parts, target, deadline) : model.unconfirmedRelease;
  screen.animations = screen.animations.filter(({ end, holds }) => end > now || holds);
  return released;
}
