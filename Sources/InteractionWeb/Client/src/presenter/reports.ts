import type { EventKind } from "./pendingReports";
import type { LetGo } from "./letGo";
import { PresenterParts } from "./parts";
import { letGo } from "./releases";
import { frame, layOut } from "./layingOut";
import type { Scene } from "./scene";

/**
 * Returns the reports that are due: awaited ends of animations, and expired holds. Each is returned
 * once.
 */
export function reports(parts: PresenterParts, now: number): EventKind[] {
  if (advance(parts, now)) layOut(parts);
  return parts.pending.take();
}

/** The time of the next report; Infinity if none is awaited. */
export function nextReport({ model, pending, screen }: PresenterParts): number {
  return pending.unsent.length ? screen.now : Math.min(model.hold.deadline, pending.nextEnd);
}

/** Returns the scene to draw at `now`. */
export function scene(parts: PresenterParts, now: number): Scene {
  const { surface, model, screen } = parts;
  if (!isDue(parts, now)) return frame(screen, now);
  const later = new PresenterParts(surface, model, screen.copy());
  pass(later, now);
  layOut(later);
  return frame(later.screen, now);
}

/** Advances the time. Returns whether the scene must be laid out again. */
export function advance(parts: PresenterParts, now: number): boolean {
  const { model, pending } = parts;
  const hasChanged = isDue(parts, now);
  const letGo = pass(parts, now);
  const target = model.hold.expire(now);
  if (target) pending.unsent.push({ holdExpired: { target } });
  model.letGo = letGo;
  pending.advance(now);
  return hasChanged;
}

/** Returns whether time has changed more than animated values. */
function isDue({ model, pending, screen }: PresenterParts, now: number): boolean {
  return (
    screen.performances.some(({ end, holds }) => end <= now && !holds) ||
    Math.min(pending.nextEnd, model.hold.deadline) <= now
  );
}

/** Advances the time of the screen alone. Returns the releases. */
function pass(parts: PresenterParts, now: number): LetGo {
  const { model, screen } = parts;
  const { deadline, target } = model.hold;
  screen.now = Math.max(screen.now, now);
  const released = target && deadline <= now ? letGo(parts, target, deadline) : model.letGo;
  screen.performances = screen.performances.filter(({ end, holds }) => end > now || holds);
  return released;
}
